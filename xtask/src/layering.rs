//! The arrows between the rooms point one way, and the rooms below `files` do no I/O and read no clock.

use crate::run::root;
use crate::sources;
use std::path::Path;

/// Who may depend on whom, rooms of this workspace only. Development dependencies keep to it too.
const ARROWS: &[(&str, &[&str])] = &[
    ("crates/geometry", &[]),
    ("crates/mesh", &["navigant-geometry"]),
    ("crates/ground", &["navigant-geometry", "navigant-mesh"]),
    ("crates/search", &["navigant-geometry", "navigant-mesh"]),
    ("crates/field", &["navigant-geometry", "navigant-mesh"]),
    ("crates/gpu", &["navigant-field", "navigant-mesh"]),
    ("crates/planning", &["navigant-geometry", "navigant-mesh", "navigant-search", "navigant-field"]),
    ("crates/crowd", &["navigant-geometry", "navigant-mesh", "navigant-search", "navigant-field", "navigant-planning"]),
    (
        "crates/files",
        &[
            "navigant-geometry",
            "navigant-mesh",
            "navigant-ground",
            "navigant-search",
            "navigant-planning",
            "navigant-crowd",
        ],
    ),
    (
        "crates/simulation",
        &[
            "navigant-geometry",
            "navigant-mesh",
            "navigant-search",
            "navigant-planning",
            "navigant-crowd",
            "navigant-files",
        ],
    ),
    (
        "crates/navigant",
        &[
            "navigant-geometry",
            "navigant-mesh",
            "navigant-ground",
            "navigant-search",
            "navigant-field",
            "navigant-gpu",
            "navigant-planning",
            "navigant-crowd",
            "navigant-files",
            "navigant-simulation",
        ],
    ),
    (
        "testing",
        &[
            "navigant-geometry",
            "navigant-mesh",
            "navigant-ground",
            "navigant-search",
            "navigant-field",
            "navigant-gpu",
            "navigant-planning",
            "navigant-crowd",
            "navigant-files",
            "navigant-simulation",
        ],
    ),
    (
        "experiments",
        &[
            "navigant-mesh",
            "navigant-search",
            "navigant-field",
            "navigant-gpu",
            "navigant-planning",
            "navigant-crowd",
            "navigant-files",
            "navigant-simulation",
            "navigant-testing",
        ],
    ),
    ("bindings/python", &["navigant"]),
    ("bindings/c", &["navigant"]),
    ("bindings/bevy", &["navigant"]),
    ("apps/studio", &["navigant"]),
    ("apps/cli", &["navigant", "navigant-experiments", "navigant-studio"]),
];

/// Rooms without I/O, clocks and global state.
const PURE: &[&str] = &[
    "crates/geometry",
    "crates/mesh",
    "crates/ground",
    "crates/search",
    "crates/field",
    "crates/planning",
    "crates/crowd",
];

/// Words that have no place in a pure room.
const FORBIDDEN: &[&str] =
    &["std::fs", "std::net", "std::io", "Instant::now", "SystemTime", "println!", "thread_local!", "static mut"];

pub(crate) fn check() -> Result<(), String> {
    for (room, allowed) in ARROWS {
        let manifest = root().join(room).join("Cargo.toml");
        let Ok(text) = std::fs::read_to_string(&manifest) else { continue };
        for dependency in dependencies(&text, "[dependencies]").chain(dependencies(&text, "[dev-dependencies]")) {
            // A crate's own tests may turn on its features.
            let is_itself = text.contains(&format!("name = \"{dependency}\""));
            if dependency.starts_with("navigant") && !is_itself && !allowed.contains(&dependency) {
                return Err(format!("{room} must not depend on {dependency}; it may on {allowed:?}"));
            }
        }
    }
    for room in PURE {
        check_purity(&root().join(room).join("src"))?;
    }
    eprintln!("the arrows point one way; {} keep to themselves", PURE.join(", "));
    Ok(())
}

/// The names in a section of a manifest.
fn dependencies<'m>(manifest: &'m str, section: &'static str) -> impl Iterator<Item = &'m str> {
    let section = manifest.lines().skip_while(move |l| l.trim() != section).skip(1);
    let lines = section.take_while(|l| !l.starts_with('['));
    lines.filter_map(|l| l.split(['.', ' ', '=']).next()).filter(|name| !name.is_empty() && !name.starts_with('#'))
}

fn check_purity(folder: &Path) -> Result<(), String> {
    for source in sources::below(folder, &["rs"])? {
        // Tests and documentation may do what they like.
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let word = FORBIDDEN.iter().find(|word| line.contains(**word) && !line.trim_start().starts_with("//"));
            if let Some(word) = word {
                let path = source.path.display();
                return Err(format!("{path}:{}: {word} in a room without I/O and clocks", number + 1));
            }
        }
    }
    Ok(())
}
