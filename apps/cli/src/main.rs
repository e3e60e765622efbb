//! The `navigant` program. Each subcommand is a module with a `run`.

mod build;
mod convert;
mod demo;
mod devices;
mod exit;
mod experiment;
mod level;
mod path;
mod run;
mod run_levels;
mod run_roadmap;
mod run_team;
mod say;
mod scenes;
mod see;
mod studio;

use clap::{Parser, Subcommand};
use exit::Code;
use std::process::ExitCode;

/// Real-time navigation for crowds in worlds that change.
#[derive(Parser)]
#[command(name = "navigant", version, arg_required_else_help = false, after_help = exit::HELP)]
struct Program {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Open the studio: draw a world, inspect its map and run a crowd in the browser; what runs without a subcommand
    Studio(studio::Arguments),
    /// Edit an embedded demo city and draw it
    Demo(demo::Arguments),
    /// Build the map of a scene, print its figures, draw it
    Build(build::Arguments),
    /// Find the shortest path between two points, or between many
    Path(path::Arguments),
    /// Run a crowd scenario, headless, and print its figures; without a name, an embedded one
    Run(run::Arguments),
    /// List the embedded scenarios
    Scenarios,
    /// Convert a scene from one format to another
    Convert(convert::Arguments),
    /// Print and draw the visibility region of a point
    See(see::Arguments),
    /// List the devices (CPU, GPUs) that fields can be computed on
    Devices,
    /// Reproduce a published table
    #[command(subcommand)]
    Experiment(experiment::Experiment),
    /// Validate the crowd: RiMEA tests, fundamental diagram, bottleneck flow, lanes in counterflow
    Validate(navigant_experiments::validate::Args),
}

fn main() -> ExitCode {
    let result = match Program::parse().command {
        None => studio::run(&studio::Arguments::default()).map(|()| Code::Done),
        Some(Command::Studio(arguments)) => studio::run(&arguments).map(|()| Code::Done),
        Some(Command::Demo(arguments)) => demo::run(&arguments).map(|()| Code::Done),
        Some(Command::Build(arguments)) => build::run(&arguments).map(|()| Code::Done),
        Some(Command::Path(arguments)) => path::run(&arguments),
        Some(Command::Run(arguments)) => run::run(&arguments),
        Some(Command::Scenarios) => run::list().map(|()| Code::Done),
        Some(Command::Convert(arguments)) => convert::run(&arguments).map(|()| Code::Done),
        Some(Command::See(arguments)) => see::run(&arguments),
        Some(Command::Devices) => devices::run().map(|()| Code::Done),
        Some(Command::Experiment(experiment)) => experiment.run(),
        Some(Command::Validate(arguments)) => experiment::validate(&arguments),
    };
    match result.and_then(|code| say::finish().map(|()| code)) {
        Ok(code) => code.into(),
        Err(error) => {
            eprintln!("error: {error}");
            exit::code_of(&*error).into()
        }
    }
}
