//! The plugin for Bevy: a workspace of its own, built into the same target folder.

use crate::book::PICTURES;
use crate::run::{Task, root, target, title};
use crate::same_bits;

const MANIFEST: &str = "bindings/bevy/Cargo.toml";

/// Formatting, clippy, tests, the example that writes the guide's picture, and scenarios beside the program.
pub(crate) fn all() -> Result<(), String> {
    title("the plugin for Bevy");
    let here = ["--manifest-path", MANIFEST];
    let cargo = |command: &str| Task::new("cargo").args([command]).args(here).env("CARGO_TARGET_DIR", target());
    Task::new("cargo").args(["fmt", "--check"]).args(here).run()?;
    cargo("clippy").args(["--all-targets", "--", "-D", "warnings"]).run()?;
    cargo("test").run()?;
    let picture = root().join(PICTURES).join("bevy_market.svg");
    cargo("run").args(["--example", "market", "--"]).args([picture]).run()?;
    title("the same bits through Bevy");
    same_bits::check(|_| true, |run| cargo("run").args(["-q", "--example", "scenario", "--"]).args(run))
}
