//! From a scene, in a file or embedded, to a map.

use navigant::files::{FileError, LayeredScene, Reason};
use navigant::prelude::*;
use navigant::simulation::embedded;
use navigant::simulation::internals::embedded_scene_names;
use std::error::Error;
use std::path::Path;

/// The obstacles of a scene, and what its file calls them.
type Obstacles = Vec<(ObstacleId, Option<String>)>;

/// Reads a scene and builds its map: of a file, or an embedded one if there is no such file.
pub(crate) fn open(name: &str) -> Result<(Map, Obstacles), Box<dyn Error>> {
    let scene = if Path::new(name).exists() {
        Scene::read(name)?
    } else if embedded_scene_names().any(|scene| scene == name) {
        embedded::scene(name)?
    } else {
        return Err(unknown(name).into());
    };
    let (map, ids) = build(&scene).map_err(|reason| format!("{name}: {reason}"))?;
    let names = scene.obstacles.into_iter().map(|o| o.id);
    Ok((map, ids.into_iter().zip(names).collect()))
}

/// A scene with layers, if a file is one.
pub(crate) fn layered(name: &str) -> Result<Option<LayeredScene>, FileError> {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    let may_have_layers = matches!(extension.as_deref(), Some("geojson" | "json" | "xml"));
    if !may_have_layers || !Path::new(name).exists() {
        return Ok(None);
    }
    match Scene::read(name) {
        Err(FileError { reason: Reason::HasLayers, .. }) => LayeredScene::read(name).map(Some),
        // What is wrong with another file is said by who reads it.
        _ => Ok(None),
    }
}

/// What is said of a name that is neither a file nor an embedded scene.
fn unknown(name: &str) -> String {
    let scenes: Vec<&str> = embedded_scene_names().collect();
    let is_scenario = navigant::simulation::internals::embedded_names().any(|scenario| scenario == name);
    let hint = if is_scenario { format!(" ({name} is a scenario: navigant run {name})") } else { String::new() };
    format!("{name}: no such file, and no embedded scene{hint}; the embedded scenes are {}", scenes.join(", "))
}

/// Builds the map of a scene, and says so where a floor had to be invented.
pub(crate) fn build(scene: &Scene) -> Result<(Map, Vec<ObstacleId>), Box<dyn Error>> {
    let built = scene.build()?;
    if let Some(margin) = built.margin {
        eprintln!("note: the scene has no outline to walk in; taking the box around its obstacles, {margin} m larger");
    }
    Ok((built.map, built.ids))
}
