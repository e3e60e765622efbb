//! The `navigant` program.

mod experiment;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Real-time navigation for crowds in worlds that change.
#[derive(Parser)]
#[command(name = "navigant", version)]
struct Navigant {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Reproduce a published table.
    #[command(subcommand)]
    Experiment(experiment::Experiment),
}

fn main() -> ExitCode {
    let Command::Experiment(experiment) = Navigant::parse().command;
    experiment.run()
}
