//! `navigant experiment …`: the published tables, reproduced.

use clap::Subcommand;
use navigant_experiments::anytime;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum Experiment {
    /// Searches that repair their plans: the 31/27/20 example, ARA*, D* Lite, AD* and HPA* against A*.
    Anytime(anytime::Args),
}

impl Experiment {
    /// Runs it. A figure that is missed is said to be missed, and is no failure of the program.
    pub(crate) fn run(&self) -> ExitCode {
        let report = match self {
            Experiment::Anytime(args) => anytime::run(args),
        };
        match report {
            Ok(_) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        }
    }
}
