//! `navigant experiment anytime`: searches that repair their plans, against A* from scratch.
//!
//! | part | what |
//! |---|---|
//! | [`example`] | the 31/27/20 example, drawn step by step |
//! | [`curves`] | cost and proven bound of ARA* and AD* as they go on |
//! | [`repair`] | a change on the path: repair against planning from scratch |
//! | [`upkeep`] | changes of every size: repair, plan from scratch, or decide |
//! | [`moving`] | an agent walks while obstacles move |
//! | [`dynamic`] | the competition's stream of patches and queries |
//! | [`hierarchy`] | HPA* against A* |

mod contenders;
pub mod curves;
pub mod dynamic;
pub mod example;
pub mod hierarchy;
mod maps;
pub mod moving;
pub mod repair;
pub mod upkeep;

use crate::frame::{Options, Report};
use std::error::Error;

/// What `navigant experiment anytime` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The options of every experiment.
    #[command(flatten)]
    pub options: Options,
}

/// Runs all parts, prints the report and writes the files that were asked for.
///
/// # Errors
/// When data cannot be read, a file cannot be written, or a search meets an error.
pub fn run(args: &Args) -> Result<Report, Box<dyn Error>> {
    let options = &args.options;
    let mut report = Report::new(
        "Searches that repair their plans",
        "How much is saved by improving and repairing a plan instead of making a new one, and is the result still right?",
    );
    example::report(&mut report)?;
    if options.data.join("movingai").is_dir() {
        curves::report(&mut report, options)?;
        repair::report(&mut report, options)?;
        upkeep::report(&mut report, options)?;
        moving::report(&mut report, options)?;
        hierarchy::report(&mut report, options)?;
        dynamic::report(&mut report, options)?;
    } else {
        report.note(format!("No data in {}: only the example was run.", options.data.display()));
    }
    report.publish(options)?;
    Ok(report)
}
