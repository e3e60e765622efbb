//! The studio's page: building its bundle, and driving it in a real browser.

use crate::run::{Task, cargo, install_packages, root, target, title};
use std::path::Path;
use std::process::Command;

const PAGE: &str = "apps/studio/web";

/// Builds the bundle that the program embeds, with the hash of what it was built from.
pub(crate) fn build() -> Result<(), String> {
    packages()?;
    npm(["run", "build"])
}

/// The page's own tests, then the five activities in Chromium against the program.
pub(crate) fn test() -> Result<(), String> {
    packages()?;
    title("the page's units");
    npm(["run", "test:unit"])?;
    title("the studio in a browser");
    install_unless_there("chromium", &["chromium"])?;
    let none: [&str; 0] = [];
    cargo(["build", "--release", "--package", "navigant-cli"], none)?;
    let target = target();
    Task::new("node")
        .args(["apps/studio/web/tests/browser/main.mjs"])
        .args([target.join("release/navigant"), target.join("studio-screenshots")])
        .run()
}

/// Node and the page's packages, as the lockfile has them.
fn packages() -> Result<(), String> {
    install_unless_there("node", &["nodejs", "npm"])?;
    install_unless_there("npm", &["npm"])?;
    let page = root().join(PAGE);
    let changed = |file: &str| page.join(Path::new(file)).metadata().and_then(|m| m.modified()).ok();
    let (wanted, installed) = (changed("package-lock.json"), changed("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= wanted {
        return Ok(());
    }
    npm(["ci"])
}

fn npm<const N: usize>(args: [&str; N]) -> Result<(), String> {
    Task::new("npm").args(["--prefix", PAGE]).args(args).run()
}

/// Installs Debian packages unless a program of theirs is there.
fn install_unless_there(program: &str, packages: &[&str]) -> Result<(), String> {
    if Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success()) {
        return Ok(());
    }
    install_packages(packages)
}
