//! The crates as they would be published: each is packed, and built from what was packed.

use crate::run::{Task, title};
use std::process::Command;

/// What is published, in the order in which it would be: each depends only on those before it.
const CRATES: &[&str] = &[
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
    list()?;
    title("every crate and the program, from their tarballs");
    let packages = CRATES.iter().flat_map(|name| ["--package", name]);
    Task::new("cargo").args(["package", "--allow-dirty"]).args(packages).run()
}

/// Looks at what would be packed.
pub(crate) fn list() -> Result<(), String> {
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
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::CRATES;
    use crate::run::root;

    #[test]
    fn every_crate_is_published_after_those_it_depends_on() {
        let mut found = Vec::new();
        for room in ["crates", "apps"] {
            let folders = std::fs::read_dir(root().join(room)).unwrap();
            found.extend(folders.map(|folder| folder.unwrap().path().join("Cargo.toml")));
        }
        for room in ["testing", "experiments"] {
            found.push(root().join(room).join("Cargo.toml"));
        }
        for manifest in &found {
            let text = std::fs::read_to_string(manifest).unwrap();
            let name = text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).unwrap();
            let at = CRATES.iter().position(|published| *published == name);
            let at = at.unwrap_or_else(|| panic!("{name} is not published"));
            let needed = text.split("[dependencies]").nth(1).unwrap_or_default();
            let needed = needed.split("\n[").next().unwrap_or_default();
            for line in needed.lines().filter(|line| line.starts_with("navigant")) {
                let other = line.split(['.', ' ', '=']).next().unwrap();
                let before = CRATES[..at].contains(&other);
                assert!(before, "{name} needs {other}, which is published after it or not at all");
            }
        }
        assert_eq!(found.len(), CRATES.len(), "a crate that is gone is to be published");
    }
}
