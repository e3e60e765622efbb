//! The crates as they would be published: each is packed, and built from what was packed.

use crate::run::{Task, title};
use std::process::Command;

/// What is published, in the order in which it would be: each depends only on those before it.
const CRATES: &[&str] = &[
    "navigant-geometry",
    "navigant-mesh",
    "navigant-search",
    "navigant-field",
    "navigant-gpu",
    "navigant-planning",
    "navigant-crowd",
    "navigant-files",
    "navigant-simulation",
    "navigant",
    "navigant-testing",
    "navigant-experiments",
    "navigant-studio",
    "navigant-cli",
];

/// No crate has more files: more are a sign that a folder was packed that should not be.
const MOST_FILES: usize = 2000;

/// Packs every crate and builds it from its tarball. What is not committed yet is packed too.
pub(crate) fn verify() -> Result<(), String> {
    title("what is packed");
    for name in CRATES {
        let files = listed(name)?;
        for wanted in ["Cargo.toml", "Cargo.lock", "README.md"] {
            if !files.iter().any(|file| file == wanted) {
                return Err(format!("{name} would be published without its {wanted}"));
            }
        }
        if files.len() > MOST_FILES {
            return Err(format!("{name} would be published with {} files", files.len()));
        }
        eprintln!("{name}: {} files", files.len());
    }
    title("every crate and the program, from their tarballs");
    let packages = CRATES.iter().flat_map(|name| ["--package", name]);
    Task::new("cargo").args(["package", "--allow-dirty"]).args(packages).run()
}

fn listed(name: &str) -> Result<Vec<String>, String> {
    let mut command = Command::new("cargo");
    command.current_dir(crate::run::root()).args(["package", "--list", "--allow-dirty", "--package", name]);
    let output = command.output().map_err(|e| format!("cargo could not be started: {e}"))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
