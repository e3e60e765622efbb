//! Every chore of the project. `cargo xtask help` lists them.

mod api;
mod architecture;
mod bevy;
mod book;
mod c;
mod constants;
mod examples;
mod features;
mod layering;
mod lengths;
mod markdown;
mod publish;
mod python;
mod run;
mod same_bits;
mod sources;
mod strange_ids;
mod terms;
mod web;

use run::{Task, cargo};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test                      everything that proves the project; what CI runs
cargo xtask soak NAME [--count N] [--seed S] [--case K]
                                      random cases against the oracles; without NAME: lists them;
                                      fields --gpu: on a GPU too, or on software Vulkan (installs it)
cargo xtask mutants [mesh|graph|disc|clearance] [--shard K/N]
                                      do the tests catch broken code? (installs cargo-mutants)
cargo xtask fuzz [SECONDS]            every fuzz target in turn (installs cargo-fuzz)
cargo xtask rivals ARGS…              Navigant and others side by side (installs cmake and libclang)
cargo xtask web                       build the studio's page into apps/studio/web/dist (needs Node)
cargo xtask web test                  its units, and the studio in Chromium; a part of test
cargo xtask c                         the library for C, C++ and C#: header, tests, examples from outside the tree
cargo xtask c --quick                 the same in seconds, with the library that the tests have built; a part of test
cargo xtask c --prefix DIR            installs it: header, shared and static library, pkg-config, CMake
cargo xtask python --compare          the wheel beside JuPedSim and extremitypathfinder: times, memory of threads, Ctrl-C; fails where a bar is missed
cargo xtask python [--quick] [ARGS…]  the wheel for Python, and its tests in a fresh environment for every interpreter; ARGS go to maturin
cargo xtask bevy                      the plugin for Bevy: its tests, the guide's picture, the same bits as the program
cargo xtask publish                   packs every crate and the program, and builds them from their tarballs; publishes nothing
cargo xtask docs                      ARCHITECTURE.md, links and paths in Markdown, terms, file lengths, the number of
                                      public functions, those that take ids, layers; a part of test
cargo xtask examples                  builds and runs all examples; their pictures are in target/examples; a part of test
cargo xtask book                      the guide: pictures by the examples, HTML in target/book (installs mdbook)
cargo xtask features                  the façade with fewer features, and with the oldest compiler it promises; a part of test
cargo xtask help                      this
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let result = match args.first().map(String::as_str) {
        Some("test") => test(),
        Some("soak") if rest.iter().any(|arg| arg == "--gpu") => {
            let rest = rest.iter().filter(|arg| *arg != "--gpu");
            let soak = ["run", "--release", "-p", "navigant-testing", "--features", "gpu", "--bin", "soak", "--"];
            run::install_vulkan().and_then(|()| cargo(soak, rest))
        }
        Some("soak") => cargo(["run", "--release", "--package", "navigant-testing", "--bin", "soak", "--"], rest),
        Some("mutants") => mutants(rest),
        Some("fuzz") => fuzz(rest),
        Some("rivals") => {
            let run = ["cargo", "run", "--release", "-p", "rivals", "--features", "detour", "--"];
            Task::new("rivals/with_tools.sh").args(run).args(rest).run()
        }
        Some("web") if rest == ["test"] => web::test(),
        Some("web") => web::build(),
        Some("docs") => docs(),
        Some("examples") => examples::run(&["--package", "navigant"]).map(drop),
        Some("book") => book::build(),
        Some("features") => features::check(),
        Some("bevy") => bevy::all(),
        Some("c") => c::all(rest),
        Some("publish") => publish::verify(),
        Some("python") => python::all(rest),
        Some("help") => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("{HELP}");
            Err("no such chore".into())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What can be checked without compiling.
fn docs() -> Result<(), String> {
    architecture::check()?;
    markdown::check()?;
    terms::check()?;
    lengths::check()?;
    api::check()?;
    constants::check()?;
    strange_ids::check()?;
    layering::check()
}

/// Everything that proves the project.
fn test() -> Result<(), String> {
    let none: [&str; 0] = [];
    run::title("formatting");
    cargo(["fmt", "--all", "--check"], none)?;
    // Workspaces of their own, which have chores of their own.
    for apart in ["bindings/python", "bindings/bevy"] {
        cargo(["fmt", "--check", "--manifest-path"], [format!("{apart}/Cargo.toml")])?;
    }
    run::title("ARCHITECTURE.md, links, terms, lengths and the layers");
    docs()?;
    publish::list()?;
    run::title("clippy");
    let features = ["--features", features::ALL_BUT_GPU];
    cargo(["clippy", "--workspace", "--all-targets"].into_iter().chain(features), ["--", "-D", "warnings"])?;
    features::check()?;
    run::title("documentation");
    Task::new("cargo").args(["doc", "--workspace", "--no-deps", "-q"]).env("RUSTDOCFLAGS", "-D warnings").run()?;
    run::title("tests");
    run::install_vulkan()?;
    cargo(["test", "--workspace"].into_iter().chain(features), none)?;
    c::quick()?;
    examples::run(&["--workspace"])?;
    run::title("the same bits in release");
    cargo(["test", "--release", "--package", "navigant-testing", "--lib", "--tests"], none)?;
    run::title("short soaks");
    // Built for the tests before; `cargo run` would compile everything again, without the features of development dependencies.
    let soak = run::target().join("release").join("soak");
    for (name, count) in [
        ("edits", "20000"),
        ("fields", "8000"),
        ("adaptive", "600"),
        ("eikonal", "400"),
        ("floors", "4000"),
        ("layers", "20000"),
        ("soup", "200000"),
        ("spirals", "5000"),
        ("tolls", "20000"),
        ("regions", "2000"),
        ("grid", "1000"),
        ("saved", "6000"),
        ("areas", "20"),
        ("reachability", "10000"),
        ("crowd", "1500"),
        ("crowd_layers", "60"),
        ("locality", "60"),
        ("snapshots", "3000"),
        ("density", "2400"),
        ("constraints", "1000"),
        ("domains", "2000"),
        ("teams", "4"),
        ("journeys", "12"),
        ("knowledge", "6000"),
        ("sight", "20000"),
        ("visibility", "2000"),
        ("path_trees", "200"),
        ("spm", "1000"),
        ("tangent_graph", "2000"),
        ("paths", "10000"),
        ("disc_paths", "20000"),
        ("again", "3000"),
        ("disc_oracles", "10000"),
        ("disc_inflated", "3000"),
        ("axis_oracles", "1000"),
        ("clearance", "10000"),
        ("ecm", "2000"),
        ("funnel", "10000"),
        ("comfort", "3000"),
        ("budgets", "10000"),
        ("incremental", "100000"),
        ("replan", "100000"),
    ] {
        Task::new(&soak.to_string_lossy()).args([name, "--count", count]).run()?;
    }
    run::title("the demo");
    let picture = std::env::temp_dir().join("navigant-demo.svg");
    cargo(["run", "--release", "--", "demo", "--svg"], [picture.as_os_str()])?;
    web::test()
}

fn mutants(args: &[String]) -> Result<(), String> {
    run::install("cargo-mutants", "cargo-mutants")?;
    Task::new("testing/mutants.sh").args(args).run()
}

fn fuzz(args: &[String]) -> Result<(), String> {
    run::install("cargo-fuzz", "cargo-fuzz")?;
    let seconds = args.first().map_or("30", String::as_str);
    let targets = std::fs::read_dir("testing/fuzz/fuzz_targets").map_err(|e| format!("testing/fuzz: {e}"))?;
    let mut names: Vec<String> =
        targets.flatten().filter_map(|f| Some(f.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    for name in names {
        run::title(&format!("fuzzing {name}"));
        let limit = format!("-max_total_time={seconds}");
        Task::new("cargo")
            .args(["fuzz", "run", "--fuzz-dir", "testing/fuzz", "-s", "none", &name, "--", &limit])
            .run()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_chore_stands_in_the_help() {
        let dispatch = include_str!("main.rs").split("fn main()").nth(1).unwrap();
        let dispatch = dispatch.split("/// Everything that proves").next().unwrap();
        let chores: Vec<&str> =
            dispatch.split("Some(\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
        assert!(chores.len() > 10, "{chores:?}");
        for chore in chores {
            assert!(super::HELP.contains(&format!("cargo xtask {chore} ")), "help does not know {chore}");
        }
    }
}
