//! `navigant experiment …`: the published tables, reproduced.

use clap::Subcommand;
use navigant_experiments::anytime;

#[derive(Subcommand)]
pub(crate) enum Experiment {
    /// Searches that repair their plans: the 31/27/20 example, ARA*, D* Lite, AD* and HPA* against A*.
    Anytime(anytime::Args),
}

impl Experiment {
    /// Runs it. A figure that is missed is said to be missed; with `--strict` it is also a failure of the program.
    pub(crate) fn run(&self) -> Result<(), Box<dyn std::error::Error>> {
        let (report, options) = match self {
            Experiment::Anytime(args) => (anytime::run(args)?, &args.options),
        };
        match report.missed().count() {
            missed if options.strict && missed > 0 => Err(format!("{missed} figures are missed").into()),
            _ => Ok(()),
        }
    }
}
