//! The façade with fewer features builds, has few dependencies, and builds with the oldest compiler it promises.

use crate::run::{Task, root, title};
use std::collections::BTreeSet;
use std::process::Command;

/// Features that a build of the whole workspace turns on, so that their tests run too.
pub(crate) const ALL_BUT_GPU: &str = "navigant/serde,navigant/glam,navigant/mint";

/// The most crates, itself included, that the façade without default features may have.
const MOST_CRATES: usize = 20;

/// Manifests that are no members of the workspace and say the oldest compiler themselves.
const OTHER_MANIFESTS: [&str; 2] = ["bindings/bevy/Cargo.toml", "bindings/python/Cargo.toml"];

pub(crate) fn check() -> Result<(), String> {
    title("features and the oldest compiler");
    check_dependencies()?;
    for features in ["", "simulation"] {
        let clippy = ["clippy", "-p", "navigant", "--no-default-features", "--features", features];
        Task::new("cargo").args(clippy).args(["--", "-D", "warnings"]).run()?;
    }
    check_oldest_compiler()
}

fn check_dependencies() -> Result<(), String> {
    let tree = ["tree", "-p", "navigant", "--no-default-features", "--edges", "normal", "--prefix", "none"];
    let printed = output("cargo", &tree)?;
    let names: BTreeSet<&str> = printed.lines().filter_map(|line| line.split(' ').next()).collect();
    eprintln!("navigant without default features: {} crates", names.len());
    if names.len() > MOST_CRATES {
        return Err(format!("navigant without default features has {} crates: {names:?}", names.len()));
    }
    Ok(())
}

/// Looks whether all manifests name the same oldest compiler, and builds the façade with it, unless it is the one at work.
fn check_oldest_compiler() -> Result<(), String> {
    let oldest = oldest_compiler("Cargo.toml")?;
    for manifest in OTHER_MANIFESTS {
        let named = oldest_compiler(manifest)?;
        if named != oldest {
            return Err(format!("{manifest} says rust-version {named}, the workspace {oldest}"));
        }
    }
    let used = output("rustc", &["--version"])?;
    if used.split(' ').nth(1).is_some_and(|version| version == oldest || version.starts_with(&format!("{oldest}."))) {
        eprintln!("this is Rust {oldest}, the oldest that is promised");
        return Ok(());
    }
    Task::new("cargo").args([format!("+{oldest}").as_str(), "check", "-p", "navigant"]).run()
}

fn oldest_compiler(manifest: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(root().join(manifest)).map_err(|e| format!("{manifest}: {e}"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("rust-version = \""));
    line.and_then(|rest| rest.strip_suffix('"')).map(str::to_owned).ok_or(format!("{manifest} has no rust-version"))
}

fn output(program: &str, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program).current_dir(root()).args(args).output();
    let output = output.map_err(|e| format!("{program} could not be started: {e}"))?;
    if !output.status.success() {
        return Err(format!("{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
