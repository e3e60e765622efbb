//! The scenarios and scenes that the program brings along.

use navigant_files::internals::KeyedInternals as _;
use navigant_files::{FileError, Format, Scenario, Scene};
use std::path::Path;

/// What `navigant run` runs alone.
pub const FIRST: &str = "market";

macro_rules! scenarios {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../scenarios/", $name, ".toml")))),*]
    };
}

const SCENARIOS: &[(&str, &str)] = scenarios![
    "market",
    "bottleneck",
    "blocked-door",
    "news",
    "head-on",
    "crossing",
    "plaza",
    "families",
    "sizes",
    "models",
    "office",
    "station",
    "behind-the-house",
    "along-the-wall",
    "statues",
    "statue-lanes",
    "guard",
    "keep-off-the-grass",
    "city-10k",
    "city-100k",
    "city-news",
    "city-fields",
];

const SCENES: &[(&str, &[u8], Format)] = &[
    ("town", include_bytes!("../assets/demo_city.geojson"), Format::GeoJson),
    ("city", include_bytes!("../assets/city.geojson"), Format::GeoJson),
    ("hall", include_bytes!("../scenarios/hall.wkt"), Format::Wkt),
    ("two_doors", include_bytes!("../scenarios/two_doors.wkt"), Format::Wkt),
    ("two_lanes", include_bytes!("../scenarios/two_lanes.wkt"), Format::Wkt),
    ("corridor", include_bytes!("../scenarios/corridor.wkt"), Format::Wkt),
    ("crossing", include_bytes!("../scenarios/crossing.wkt"), Format::Wkt),
    ("plaza", include_bytes!("../scenarios/plaza.wkt"), Format::Wkt),
    ("office", include_bytes!("../scenarios/office.wkt"), Format::Wkt),
    ("station", include_bytes!("../scenarios/station.wkt"), Format::Wkt),
    ("park", include_bytes!("../scenarios/park.wkt"), Format::Wkt),
    ("long_wall", include_bytes!("../scenarios/long_wall.wkt"), Format::Wkt),
    ("statues", include_bytes!("../scenarios/statues.wkt"), Format::Wkt),
    ("lawn", include_bytes!("../scenarios/lawn.wkt"), Format::Wkt),
];

/// A scenario with its scene: embedded if there is one of that name, else from a file.
///
/// # Errors
/// [`FileError`] names the file, the place and the reason.
pub fn open(name: &str) -> Result<(Scenario, Scene), FileError> {
    let path = Path::new(name);
    let named = |mut error: FileError| {
        error.file.get_or_insert_with(|| path.to_owned());
        error
    };
    let scenario = match SCENARIOS.iter().find(|(embedded, _)| *embedded == name) {
        Some((_, text)) => Scenario::parse(text.as_bytes()).map_err(named)?,
        None => Scenario::read(path).map_err(|error| explain_missing(name, error))?,
    };
    let wanted = &scenario.scene.value;
    let beside = path.with_file_name(wanted);
    let scene = match SCENES.iter().find(|(embedded, ..)| embedded == wanted) {
        Some((_, bytes, format)) if !beside.exists() => Scene::parse(bytes, *format).map_err(named)?,
        _ => Scene::read(&beside).map_err(|error| match error.place {
            // It is the scenario that names a file that cannot be opened.
            None => named(scenario.scene.refuse(error.to_string())),
            Some(_) => error,
        })?,
    };
    Ok((scenario, scene))
}

/// An embedded scenario without its scene; none if none has that name.
pub(crate) fn scenario(name: &str) -> Option<Result<Scenario, FileError>> {
    let (_, text) = SCENARIOS.iter().find(|(embedded, _)| *embedded == name)?;
    Some(Scenario::parse(text.as_bytes()))
}

/// A name that is neither a file nor embedded is probably misspelt.
fn explain_missing(name: &str, mut error: FileError) -> FileError {
    if let navigant_files::Reason::Io { message, .. } = &mut error.reason
        && Path::new(name).extension().is_none()
    {
        message.push_str("; no embedded scenario has that name either: see `navigant scenarios`");
    }
    error
}

/// The names of the embedded scenarios, the first one first.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SCENARIOS.iter().map(|(name, _)| *name)
}

/// The names of the embedded scenes.
pub(crate) fn scene_names() -> impl Iterator<Item = &'static str> {
    SCENES.iter().map(|(name, ..)| *name)
}

/// An embedded scene.
///
/// # Errors
/// [`FileError`] when there is none of that name.
pub fn scene(name: &str) -> Result<Scene, FileError> {
    match SCENES.iter().find(|(embedded, ..)| *embedded == name) {
        Some((_, bytes, format)) => Scene::parse(bytes, *format),
        None => Scene::read(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_scenario_has_its_scene_and_says_what_it_is_about() {
        for (name, _) in SCENARIOS {
            let (scenario, _) = open(name).unwrap();
            assert!(!scenario.about.is_empty(), "{name}");
        }
        assert!(SCENARIOS.iter().any(|(name, _)| *name == FIRST));
    }

    #[test]
    fn a_misspelt_name_is_told_where_to_look() {
        let refused = open("city-100").unwrap_err().to_string();
        assert!(refused.contains("see `navigant scenarios`"), "{refused}");
    }
}
