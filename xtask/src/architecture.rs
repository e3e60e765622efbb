//! ARCHITECTURE.md names only paths that exist.

use crate::run::root;

/// Rooms whose paths are checked when they stand in backticks.
const ROOMS: [&str; 10] =
    ["crates/", "apps/", "experiments/", "rivals/", "bindings/", "testing/", "examples/", "xtask/", ".ci/", ".cargo/"];

pub(crate) fn check() -> Result<(), String> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).map_err(|e| format!("ARCHITECTURE.md: {e}"))?;
    let quoted = text.split('`').skip(1).step_by(2);
    let paths: Vec<&str> = quoted.filter(|q| ROOMS.iter().any(|room| q.starts_with(room))).collect();
    if paths.is_empty() {
        return Err("ARCHITECTURE.md names no paths: is it the right file?".into());
    }
    let gone: Vec<&str> = paths.iter().copied().filter(|path| !root().join(path).exists()).collect();
    if gone.is_empty() {
        eprintln!("{} paths in ARCHITECTURE.md, all there", paths.len());
        Ok(())
    } else {
        Err(format!("ARCHITECTURE.md names paths that do not exist: {}", gone.join(", ")))
    }
}
