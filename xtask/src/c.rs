//! The library for C: declarations from the source, an installed package, and programs that use it from outside.

use crate::run::{Task, cargo, root, target, title};
use crate::same_bits;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "bindings/c";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// What the static library needs of the system.
const PRIVATE_LIBS: &str = "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc";
/// What every header and example must be compiled with.
const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

/// How much is proved.
#[derive(Clone, Copy, PartialEq)]
enum Extent {
    /// All, of the library of a release.
    Whole,
    /// What takes seconds, of the library that the tests have built: without valgrind, the city, and tools that are not here.
    Quick,
}

/// `cargo xtask c`: writes the declarations, installs into a folder of target and proves it. `cargo xtask c --prefix DIR`: only installs.
pub(crate) fn all(args: &[String]) -> Result<(), String> {
    match args {
        [] => prove(),
        [flag] if flag == "--quick" => quick(),
        [flag, prefix] if flag == "--prefix" => {
            let prefix = std::env::current_dir().map_err(|e| e.to_string())?.join(prefix);
            install(&prefix)
        }
        _ => Err("cargo xtask c [--quick | --prefix DIR]".into()),
    }
}

fn prove() -> Result<(), String> {
    let none: [&str; 0] = [];
    title("the declarations for C and C#");
    let declarations = ["test", "--release", "--package", "navigant-c", "--test", "declarations"];
    Task::new("cargo").args(declarations).env("NAVIGANT_WRITE", "1").run()?;
    title("a million random calls");
    let calls = ["test", "--release", "--package", "navigant-c", "--", "--nocapture"];
    Task::new("cargo").args(calls).env("NAVIGANT_CALLS", "1000000").run()?;
    cargo(["clippy", "--package", "navigant-c", "--all-targets", "--", "-D", "warnings"], none)?;
    let prefix = target().join("c/installed");
    install(&prefix)?;
    from_outside(&prefix, Extent::Whole)?;
    title("the same bits by the program");
    cargo(["build", "--release", "--package", "navigant-cli"], none)?;
    let program = target().join("release/navigant").display().to_string();
    same_bits::check(
        |_| true,
        |[name, steps, threads]| Task::new(&program).args(["run", name, "--steps", steps, "--threads", threads]),
    )
}

/// A part of `cargo xtask test`, after the tests.
pub(crate) fn quick() -> Result<(), String> {
    let (built, prefix) = (target().join("debug/deps"), target().join("c/installed"));
    if !built.join("libnavigant_c.so").exists() || !is_there("pkg-config") {
        eprintln!("skipped: there is no libnavigant_c.so in {} or no pkg-config", built.display());
        return Ok(());
    }
    title("the library for C, from outside the tree");
    install_from(&built, &prefix)?;
    from_outside(&prefix, Extent::Quick)
}

/// What somebody else does with the installed library.
fn from_outside(prefix: &Path, extent: Extent) -> Result<(), String> {
    let outside = target().join("c/outside");
    make_folder(&outside)?;
    title("the header, strictly");
    let header = prefix.join("include/navigant.h");
    let mut compilers = vec![vec!["gcc".to_owned()]];
    if extent == Extent::Whole || is_there("clang") {
        compilers.push(clang()?);
    }
    for compiler in compilers {
        for (language, standard) in [("c", "c99"), ("c", "c17"), ("c++", "c++11"), ("c++", "c++20")] {
            let standard = format!("-std={standard}");
            Task::new(&compiler[0])
                .args(&compiler[1..])
                .args(STRICT)
                .args(["-x", language, &standard, "-c", "-o"])
                .args([outside.join("header.o"), header.clone()])
                .run()?;
        }
    }
    title("the examples, by pkg-config, shared and static");
    for kind in ["shared", "static"] {
        examples(prefix, &outside, kind, extent)?;
    }
    title("the same bits through C");
    let program = outside.join("scenario_shared").display().to_string();
    let is_run = |name: &str| extent == Extent::Whole || !name.starts_with("city");
    same_bits::check(is_run, |run| Task::new(&program).args(run).env("LD_LIBRARY_PATH", prefix.join("lib")))?;
    title("the program of the README");
    readme(prefix, &outside)?;
    title("the program in C#");
    c_sharp(prefix, &outside)?;
    if extent == Extent::Whole || is_there("cmake") {
        title("the examples, by CMake");
        by_cmake(prefix, &outside)?;
    }
    Ok(())
}

fn by_cmake(prefix: &Path, outside: &Path) -> Result<(), String> {
    let (source, build) = (root().join(PACKAGE).join("examples"), outside.join("cmake"));
    let cmake = if is_there("cmake") { "cmake".to_owned() } else { from_pypi("cmake", "cmake")? };
    Task::new(&cmake).args(["-S"]).args([&source]).args(["-B"]).args([&build]).args([define(prefix)]).run()?;
    Task::new(&cmake).args(["--build"]).args([&build]).run()?;
    for kind in ["shared", "static"] {
        run_examples(&build, prefix, |name| format!("{name}_{kind}"))?;
    }
    Ok(())
}

fn define(prefix: &Path) -> String {
    format!("-DCMAKE_PREFIX_PATH={}", prefix.display())
}

/// Compiles the examples with what pkg-config says, and runs them, one under valgrind.
fn examples(prefix: &Path, outside: &Path, kind: &str, extent: Extent) -> Result<(), String> {
    let flags = pkg_config(prefix, kind)?;
    for (compiler, standard, file) in [
        ("gcc", "-std=c99", "first_steps.c"),
        ("gcc", "-std=c99", "many_maps.c"),
        ("g++", "-std=c++11", "scenario.cpp"),
    ] {
        let source = root().join(PACKAGE).join("examples").join(file);
        let program = outside.join(format!("{}_{kind}", file.split('.').next().unwrap_or(file)));
        Task::new(compiler)
            .args(STRICT)
            .args([standard])
            .args([&source])
            .args(["-o"])
            .args([&program])
            .args(&flags)
            .run()?;
    }
    run_examples(outside, prefix, |name| format!("{name}_{kind}"))?;
    Task::new(&outside.join(format!("many_maps_{kind}")).display().to_string())
        .env("LD_LIBRARY_PATH", prefix.join("lib"))
        .run()?;
    if extent == Extent::Whole && is_there("valgrind") {
        let all = ["--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect,possible"];
        for (name, arguments) in
            [("first_steps", &[] as &[&str]), ("scenario", &["bottleneck", "5"]), ("many_maps", &["300"])]
        {
            let program = outside.join(format!("{name}_{kind}"));
            let known = format!("--suppressions={}", root().join(PACKAGE).join("valgrind.supp").display());
            let valgrind = Task::new("valgrind").args(all).args([known]).args([&program]).args(arguments);
            valgrind.env("LD_LIBRARY_PATH", prefix.join("lib")).run()?;
        }
    }
    Ok(())
}

/// Compiles and runs the program that the README begins with.
fn readme(prefix: &Path, outside: &Path) -> Result<(), String> {
    let read = |name: &str| {
        let file = root().join(PACKAGE).join(name);
        std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))
    };
    let (text, hall) = (read("README.md")?, read("examples/hall.c")?);
    let program = text.split("```c\n").nth(1).and_then(|rest| rest.split("```").next());
    if program != hall.split_once('\n').map(|(_, program)| program) {
        return Err("the README's program is not examples/hall.c".into());
    }
    let (source, compiled) = (root().join(PACKAGE).join("examples/hall.c"), outside.join("hall"));
    let flags = pkg_config(prefix, "shared")?;
    Task::new("gcc")
        .args(STRICT)
        .args(["-std=c99"])
        .args([&source])
        .args(["-o"])
        .args([&compiled])
        .args(&flags)
        .run()?;
    let printed = Task::new(&compiled.display().to_string()).env("LD_LIBRARY_PATH", prefix.join("lib")).output()?;
    is_length("the README's program", &printed)
}

/// Whether a program has found the path that the README speaks of.
fn is_length(program: &str, printed: &str) -> Result<(), String> {
    if printed.trim() == "41.72 m" { Ok(()) } else { Err(format!("{program} prints {printed:?}")) }
}

/// Compiles the declarations for C# and the example, and runs it, where Debian's Mono is (packages mono-mcs and mono-runtime).
fn c_sharp(prefix: &Path, outside: &Path) -> Result<(), String> {
    if !is_there("mcs") || !is_there("mono") {
        eprintln!("skipped: mcs and mono are not here");
        return Ok(());
    }
    let compiled = outside.join("Hall.exe");
    let out = format!("-out:{}", compiled.display());
    let sources = ["examples/Hall.cs", "csharp/Navigant.cs"].map(|file| root().join(PACKAGE).join(file));
    Task::new("mcs").args(["-unsafe", "-warnaserror", &out]).args(&sources).run()?;
    let printed = Task::new("mono").args([&compiled]).env("LD_LIBRARY_PATH", prefix.join("lib")).output()?;
    is_length("Hall.cs", &printed)
}

fn run_examples(folder: &Path, prefix: &Path, name: impl Fn(&str) -> String) -> Result<(), String> {
    for example in ["first_steps", "scenario"] {
        let program = folder.join(name(example)).display().to_string();
        Task::new(&program).env("LD_LIBRARY_PATH", prefix.join("lib")).run()?;
    }
    Ok(())
}

/// The flags that pkg-config gives for the installed package.
fn pkg_config(prefix: &Path, kind: &str) -> Result<Vec<String>, String> {
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(["--cflags", "--libs"]);
    if kind == "static" {
        command.arg("--static");
    }
    let output = command.arg("navigant").output().map_err(|e| format!("pkg-config could not be started: {e}"))?;
    if !output.status.success() {
        return Err(format!("pkg-config: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let flags = String::from_utf8_lossy(&output.stdout).into_owned();
    // The static library stands beside the shared one, which a linker prefers.
    let flags = if kind == "static" { flags.replace("-lnavigant", "-l:libnavigant.a") } else { flags };
    Ok(flags.split_whitespace().map(str::to_owned).collect())
}

/// Builds the library and puts it, its header, the declarations for C#, pkg-config's and CMake's files under a folder.
fn install(prefix: &Path) -> Result<(), String> {
    title("the library for C");
    let none: [&str; 0] = [];
    cargo(["build", "--release", "--package", "navigant-c"], none)?;
    install_from(&target().join("release"), prefix)
}

/// The same with libraries that are built.
fn install_from(from: &Path, prefix: &Path) -> Result<(), String> {
    let to = |path: &str| prefix.join(path);
    for folder in ["include", "lib/pkgconfig", "lib/cmake/navigant", "share/navigant"] {
        make_folder(&to(folder))?;
    }
    let source = root().join(PACKAGE);
    copy(&source.join("include/navigant.h"), &to("include/navigant.h"))?;
    copy(&source.join("csharp/Navigant.cs"), &to("share/navigant/Navigant.cs"))?;
    copy(&from.join("libnavigant_c.a"), &to("lib/libnavigant.a"))?;
    let full = format!("libnavigant.so.{VERSION}");
    copy(&from.join("libnavigant_c.so"), &to("lib").join(&full))?;
    link(&full, &to("lib/libnavigant.so.0"))?;
    link("libnavigant.so.0", &to("lib/libnavigant.so"))?;
    for (template, place) in [
        ("navigant.pc.in", "lib/pkgconfig/navigant.pc"),
        ("navigant-config.cmake.in", "lib/cmake/navigant/navigant-config.cmake"),
        ("navigant-config-version.cmake.in", "lib/cmake/navigant/navigant-config-version.cmake"),
    ] {
        let text = std::fs::read_to_string(source.join(template)).map_err(|e| format!("{template}: {e}"))?;
        let libs =
            if template.ends_with(".cmake.in") { PRIVATE_LIBS.replace(' ', ";") } else { PRIVATE_LIBS.to_owned() };
        let text = text.replace("@PREFIX@", &prefix.display().to_string()).replace("@VERSION@", VERSION);
        std::fs::write(to(place), text.replace("@PRIVATE_LIBS@", &libs)).map_err(|e| format!("{place}: {e}"))?;
    }
    eprintln!("installed under {}", prefix.display());
    Ok(())
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

fn copy(from: &Path, to: &PathBuf) -> Result<(), String> {
    std::fs::copy(from, to).map(|_| ()).map_err(|e| format!("{} to {}: {e}", from.display(), to.display()))
}

#[cfg(unix)]
fn link(name: &str, place: &Path) -> Result<(), String> {
    let _ = std::fs::remove_file(place);
    std::os::unix::fs::symlink(name, place).map_err(|e| format!("{}: {e}", place.display()))
}

#[cfg(not(unix))]
fn link(_name: &str, _place: &Path) -> Result<(), String> {
    Err("`cargo xtask c` installs on Unix only".into())
}

/// How clang is called: by itself, or as part of PyPI's ziglang.
fn clang() -> Result<Vec<String>, String> {
    if is_there("clang") {
        return Ok(vec!["clang".to_owned()]);
    }
    let python = from_pypi("ziglang", "python")?;
    Ok([&python, "-m", "ziglang", "cc"].map(str::to_owned).to_vec())
}

/// A program of an environment of our own, after a package of PyPI was installed there.
fn from_pypi(package: &str, program: &str) -> Result<String, String> {
    let folder = target().join("c/tools");
    let of = |name: &str| folder.join("bin").join(name).display().to_string();
    if !is_there(&of("python")) {
        Task::new("python3").args(["-m", "venv"]).args([&folder]).run()?;
    }
    Task::new(&of("python")).args(["-m", "pip", "install", "--quiet", package]).run()?;
    Ok(of(program))
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}
