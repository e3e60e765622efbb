//! The package for Python: its wheel, and everything that proves it, in an environment of its own.

use crate::book::PICTURES;
use crate::run::{Task, root, target, title};
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "bindings/python";

/// What builds the package, and what lets one wheel run on every Linux with glibc 2.17: versions are those that were tried.
const TOOLS: &[&str] = &["maturin>=1.16,<2", "ziglang", "cargo-zigbuild"];

/// What checks it.
const CHECKS: &[&str] = &["numpy>=1.23", "pytest>=8", "mypy>=2", "shapely>=2", "nbclient", "nbformat", "ipykernel"];

/// What it is compared with and read by; where an interpreter has no wheel of them, their tests are skipped.
const OTHERS: &[&str] = &["jupedsim>=1.4,<1.5", "pedpy>=1.3", "rosbags"];

/// The oldest glibc that the wheel runs on.
const GLIBC: &str = "2.17";

/// What `compare.py` compares with: the two want different numpy.
const RIVALS: &[&str] = &["jupedsim>=1.4,<1.5", "extremitypathfinder>=2.7,<2.8"];

/// `cargo xtask python`: the wheel with the program in it, and its proof for every interpreter that is found. `--quick`: a wheel for
/// this machine without the program, and one interpreter. `--compare`: no proof, but the bars of `compare.py`.
pub(crate) fn all(args: &[String]) -> Result<(), String> {
    title("the package for Python: formatting and clippy");
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let here = ["--manifest-path", &manifest];
    Task::new("cargo").args(["fmt", "--check"]).args(here).run()?;
    let clippy = Task::new("cargo").args(["clippy"]).args(here).env("CARGO_TARGET_DIR", target());
    clippy.args(["--", "-D", "warnings"]).run()?;
    let is_quick = args.iter().any(|arg| arg == "--quick");
    let compares = args.iter().any(|arg| arg == "--compare");
    let rest: Vec<&String> = args.iter().filter(|arg| *arg != "--quick" && *arg != "--compare").collect();
    let mut pythons = interpreters();
    let first = pythons.first().ok_or("no Python of 3.10 or later with venv and pip was found")?;
    let wheel = build(&first.program, is_quick || compares, &rest)?;
    if compares {
        return compare(&first.program, &wheel);
    }
    if !is_quick {
        clone(&first.program)?;
    }
    if is_quick {
        pythons.truncate(1);
    }
    for python in &pythons {
        prove(python, &wheel, is_quick)?;
    }
    eprintln!("{wheel}: {}", pythons.iter().map(|python| python.version.as_str()).collect::<Vec<_>>().join(", "));
    Ok(())
}

/// Builds the wheel of a release; returns its path.
fn build(python: &str, is_quick: bool, args: &[&String]) -> Result<String, String> {
    let (tools, wheels) = (target().join("python/tools"), target().join("python/wheels"));
    title("the wheel");
    environment(python, &tools)?;
    pip(&tools, TOOLS)?;
    let data = root().join(PACKAGE).join("navigant.data");
    let _ = std::fs::remove_dir_all(&wheels);
    let _ = std::fs::remove_dir_all(&data);
    let mut maturin = Task::new(&program(&tools, "maturin"))
        .args(["build", "--release", "--manifest-path", &format!("{PACKAGE}/Cargo.toml"), "--out"])
        .args([&wheels]);
    let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    if !is_quick && cfg!(target_os = "linux") {
        put_program(&tools, &data, &triple)?;
        let glibc = format!("manylinux_{}", GLIBC.replace('.', "_"));
        maturin = maturin.args(["--zig", "--target", &triple, "--compatibility", &glibc]);
    }
    let path = with_first(&tools)?;
    let built = maturin.args(args).env("CARGO_TARGET_DIR", target()).env("PATH", path).run();
    let _ = std::fs::remove_dir_all(&data);
    built?;
    let wheel = std::fs::read_dir(&wheels).map_err(|e| format!("{}: {e}", wheels.display()))?;
    let wheel = wheel.flatten().map(|file| file.path()).find(|file| file.extension().is_some_and(|e| e == "whl"));
    Ok(wheel.ok_or("maturin has built no wheel")?.display().to_string())
}

/// Builds the program, studio included, and puts it where maturin takes scripts from.
fn put_program(tools: &Path, data: &Path, triple: &str) -> Result<(), String> {
    title("the program for the wheel");
    Task::new(&program(tools, "cargo-zigbuild"))
        .args(["zigbuild", "--release", "--package", "navigant-cli", "--target", &format!("{triple}.{GLIBC}")])
        .env("PATH", with_first(tools)?)
        .env("CARGO_TARGET_DIR", target())
        .run()?;
    let scripts = data.join("scripts");
    std::fs::create_dir_all(&scripts).map_err(|e| format!("{}: {e}", scripts.display()))?;
    let (from, to) = (target().join(triple).join("release/navigant"), scripts.join("navigant"));
    std::fs::copy(&from, &to).map_err(|e| format!("{} to {}: {e}", from.display(), to.display()))?;
    // The line tables of a release are for profiling here.
    Task::new("strip").args([&to]).run()
}

/// `PATH` with the programs of an environment before all others: zig is one of them.
fn with_first(environment: &Path) -> Result<std::ffi::OsString, String> {
    let old = std::env::var_os("PATH").unwrap_or_default();
    let folders = [program_folder(environment)].into_iter().chain(std::env::split_paths(&old));
    std::env::join_paths(folders).map_err(|e| e.to_string())
}

/// Installs the wheel into a fresh environment and runs everything that proves it there.
fn prove(python: &Interpreter, wheel: &str, is_quick: bool) -> Result<(), String> {
    let folder = target().join(format!("python/fresh-{}", python.version));
    title(&format!("Python {}: the wheel in a fresh environment", python.version));
    let _ = std::fs::remove_dir_all(&folder);
    environment(&python.program, &folder)?;
    pip(&folder, CHECKS)?;
    for other in OTHERS {
        if let Err(error) = pip(&folder, &["--only-binary", ":all:", other]) {
            eprintln!("skipped: {error}");
        }
    }
    pip(&folder, &["--no-deps", wheel])?;
    // The tests see the installed package and not the folder: they run from another one.
    let inside = |tool: &str| Task::new(&program(&folder, tool)).within(&target());
    if !is_quick && cfg!(target_os = "linux") {
        inside("navigant").args(["run", "bottleneck", "--steps", "20"]).run()?;
    }
    for example in ["first_steps", "robot"] {
        let picture = root().join(PICTURES).join(format!("python_{example}.svg"));
        inside("python").args([root().join(PACKAGE).join(format!("examples/{example}.py")), picture]).run()?;
    }
    let tests = root().join(PACKAGE).join("tests").display().to_string();
    inside("python").args(["-m", "pytest", "-q", "-p", "no:cacheprovider", &tests]).run()?;
    inside("python").args(["-m", "mypy", "--strict", "-p", "navigant"]).run()?;
    inside("python").args(["-m", "mypy.stubtest", "navigant"]).run()
}

/// Installs from a clone, as who has no wheel does.
fn clone(python: &str) -> Result<(), String> {
    let folder = target().join("python/clone");
    title("pip install from a clone");
    let _ = std::fs::remove_dir_all(&folder);
    environment(python, &folder)?;
    Task::new(&program(&folder, "python"))
        .args(["-m", "pip", "install", "--quiet", "."])
        .within(&root().join(PACKAGE))
        .env("CARGO_TARGET_DIR", target())
        .run()?;
    let script = "import navigant; print(navigant.run('bottleneck', steps=20))";
    Task::new(&program(&folder, "python")).args(["-c", script]).within(&target()).run()
}

/// The bars of `compare.py`, in an environment for each of the others.
fn compare(python: &str, wheel: &str) -> Result<(), String> {
    title("beside others");
    let example = ["build", "--release", "--package", "navigant-testing", "--example", "steps_with_positions"];
    Task::new("cargo").args(example).run()?;
    let rust = target().join("release/examples/steps_with_positions");
    let mut missed = Vec::new();
    for rival in RIVALS {
        let name = rival.split('>').next().unwrap_or(rival);
        let folder = target().join(format!("python/beside-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        environment(python, &folder)?;
        pip(&folder, &[rival])?;
        pip(&folder, &["--force-reinstall", "--no-deps", wheel])?;
        let figures = target().join(format!("python/beside-{name}.json"));
        let script = root().join(PACKAGE).join("compare.py");
        let mut task = Task::new(&program(&folder, "python")).within(&target()).args([script]);
        task = task.args(["--json".as_ref(), figures.as_os_str()]);
        if name == "jupedsim" {
            task = task.args(["--rust".as_ref(), rust.as_os_str()]);
        }
        missed.extend(task.run().err());
    }
    if missed.is_empty() { Ok(()) } else { Err(missed.join("; ")) }
}

/// A Python that can make environments.
struct Interpreter {
    program: String,
    /// Such as 3.12.
    version: String,
}

/// Every CPython of 3.10 or later that is found, one of each version; the usual one first.
fn interpreters() -> Vec<Interpreter> {
    let named = ["python3", "python"].map(str::to_owned).into_iter();
    let numbered = (10..20).map(|minor| format!("python3.{minor}"));
    let home = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".pyenv")));
    let kept = home.and_then(|home| std::fs::read_dir(home.join("versions")).ok()).into_iter().flatten().flatten();
    let mut kept: Vec<String> = kept.map(|version| version.path().join("bin/python3").display().to_string()).collect();
    kept.sort();
    let mut found: Vec<Interpreter> = Vec::new();
    for program in named.chain(numbered).chain(kept) {
        if let Some(version) =
            version_of(&program).filter(|version| found.iter().all(|other| other.version != *version))
        {
            found.push(Interpreter { program, version });
        }
    }
    found
}

/// The version of a CPython that is new enough and has what environments need.
fn version_of(program: &str) -> Option<String> {
    let script = "import sys, venv, ensurepip; assert sys.version_info >= (3, 10) and sys.implementation.name == 'cpython'; \
                  print('%d.%d' % sys.version_info[:2])";
    let output = Command::new(program).args(["-c", script]).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
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

fn program_folder(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts" } else { "bin" })
}

/// A program of an environment.
fn program(environment: &Path, name: &str) -> String {
    program_folder(environment).join(name).display().to_string()
}
