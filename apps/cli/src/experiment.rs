//! `navigant experiment …`: the published tables, reproduced.

use clap::Subcommand;
use navigant_experiments::anytime;

#[derive(Subcommand)]
pub(crate) enum Experiment {
    /// Searches that repair their plans: the 31/27/20 example, ARA*, D* Lite, AD* and HPA* against A*.
    Anytime(anytime::Args),
}

impl Experiment {
    /// Runs it. A figure that is missed is said to be missed, and is no failure of the program.
    pub(crate) fn run(&self) -> Result<(), Box<dyn std::error::Error>> {
        match self {
            Experiment::Anytime(args) => anytime::run(args)?,
        };
        Ok(())
    }
}
