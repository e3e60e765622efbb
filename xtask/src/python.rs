//! The package for Python: its wheel, and everything that proves it, in an environment of its own.

use crate::run::{Task, root, target, title};
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "bindings/python";

/// What builds and checks the package; the versions are those that were tried.
const TOOLS: &[&str] = &["maturin>=1.16,<2", "numpy>=1.23", "pytest>=8", "mypy>=2"];

/// Builds the wheel of a release and proves it.
pub(crate) fn all(args: &[String]) -> Result<(), String> {
    title("the package for Python: formatting and clippy");
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let here = ["--manifest-path", &manifest];
    Task::new("cargo").args(["fmt", "--check"]).args(here).run()?;
    let clippy = Task::new("cargo").args(["clippy"]).args(here).env("CARGO_TARGET_DIR", target());
    clippy.args(["--", "-D", "warnings"]).run()?;
    prove(args)
}

fn prove(args: &[String]) -> Result<(), String> {
    let python = interpreter().ok_or("no Python of 3.10 or later with venv and pip was found")?;
    let (tools, wheels) = (target().join("python/tools"), target().join("python/wheels"));
    title("the wheel");
    environment(&python, &tools)?;
    pip(&tools, TOOLS)?;
    let _ = std::fs::remove_dir_all(&wheels);
    Task::new(&program(&tools, "maturin"))
        .args(["build", "--release", "--manifest-path", &format!("{PACKAGE}/Cargo.toml"), "--out"])
        .args([&wheels])
        .args(args)
        .env("CARGO_TARGET_DIR", target())
        .run()?;
    let wheel = std::fs::read_dir(&wheels).map_err(|e| format!("{}: {e}", wheels.display()))?;
    let wheel = wheel.flatten().map(|file| file.path()).find(|file| file.extension().is_some_and(|e| e == "whl"));
    let wheel = wheel.ok_or("maturin has built no wheel")?.display().to_string();
    // The tests see the installed package and not the folder: they run from another one.
    pip(&tools, &["--force-reinstall", "--no-deps", &wheel])?;
    title("pytest, doctests");
    let tests = root().join(PACKAGE).join("tests").display().to_string();
    let inside = |tool: &str| Task::new(&program(&tools, tool)).within(&target());
    inside("python").args(["-m", "pytest", "-q", "-p", "no:cacheprovider", &tests]).run()?;
    title("types");
    inside("python").args(["-m", "mypy", "--strict", "-p", "navigant"]).run()?;
    inside("python").args(["-m", "mypy.stubtest", "navigant"]).run()
}

/// A Python that can make environments.
fn interpreter() -> Option<String> {
    let is_good = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let good = |name: &&str| Command::new(name).args(["-c", is_good]).output().is_ok_and(|o| o.status.success());
    ["python3", "python"].iter().find(|name| good(name)).map(|name| (*name).to_owned())
}

fn environment(python: &str, folder: &Path) -> Result<(), String> {
    if folder.join("pyvenv.cfg").exists() {
        return Ok(());
    }
    Task::new(python).args(["-m", "venv"]).args([folder]).run()
}

fn pip(environment: &Path, packages: &[&str]) -> Result<(), String> {
    Task::new(&program(environment, "python")).args(["-m", "pip", "install", "--quiet"]).args(packages).run()
}

/// A program of an environment.
fn program(environment: &Path, name: &str) -> String {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    let path: PathBuf = environment.join(folder).join(name);
    path.display().to_string()
}
