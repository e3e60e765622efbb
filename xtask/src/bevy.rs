//! The plugin for Bevy: a workspace of its own, built into the same target folder.

use crate::run::{Task, target, title};

const MANIFEST: &str = "bindings/bevy/Cargo.toml";

/// Formatting, clippy, tests, and the example that writes a picture.
pub(crate) fn all() -> Result<(), String> {
    title("the plugin for Bevy");
    let here = ["--manifest-path", MANIFEST];
    let cargo = |command: &str| Task::new("cargo").args([command]).args(here).env("CARGO_TARGET_DIR", target());
    Task::new("cargo").args(["fmt", "--check"]).args(here).run()?;
    cargo("clippy").args(["--all-targets", "--", "-D", "warnings"]).run()?;
    cargo("test").run()?;
    let picture = std::env::temp_dir().join("navigant-bevy-market.svg");
    cargo("run").args(["--example", "market", "--"]).args([picture]).run()
}
