//! Long random runs against the oracles.

use clap::{Parser, Subcommand};
use navigant_testing::soak::incremental;
use std::process::ExitCode;

/// Long random runs against the oracles; fails if anything is ever wrong.
#[derive(Parser)]
struct Soak {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Repairing searches against A* anew, after every event.
    Incremental {
        /// How many events.
        #[arg(long, default_value_t = 1_000_000)]
        count: u64,
        /// Where the random numbers begin.
        #[arg(long, default_value_t = 7)]
        seed: u64,
    },
}

fn main() -> ExitCode {
    let What::Incremental { count, seed } = Soak::parse().what;
    let report = incremental::run(count, seed);
    println!("seed {seed}: {report}");
    if report.mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
