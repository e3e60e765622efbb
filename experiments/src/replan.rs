//! `navigant experiment replan`: DPA* against A* on five maps with obstacles that come and go.
//!
//! Table I and Figure 4 of "Dynamically Pruned A* for Re-planning in Navigation Meshes" (van Toll, Geraerts, 2015).
//!
//! | part | what |
//! |---|---|
//! | [`maps`] | the five maps, generated |
//! | `starts` | where agents start and obstacles stand |
//! | [`trials`] | obstacles come and go, agents replan |
//! | `printed` | DPA* as its paper prints it |
//! | [`euclidean`] | the exact counterpart: shortest paths in the plane, kept or found from scratch |
//! | [`figures`] | the published table, ours beside it, the plots |

pub mod euclidean;
pub mod figures;
pub mod maps;
mod printed;
mod starts;
pub mod trials;

use crate::frame::{Options, Report, progress};
use serde::Serialize;
use std::error::Error;

/// What `navigant experiment replan` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The options of every experiment.
    #[command(flatten)]
    pub options: Options,
    /// Only the map of this name.
    #[arg(long)]
    pub map: Option<String>,
}

/// The figures as they are written to `--json`.
#[derive(Serialize)]
struct Figures {
    maps: Vec<trials::MapFigures>,
}

/// Runs all maps, prints the report and writes the files that were asked for.
///
/// # Errors
/// When a map cannot be built, a file cannot be written, or a search meets an error.
pub fn run(args: &Args) -> Result<Report, Box<dyn Error>> {
    let options = &args.options;
    let mut report = Report::new(
        "Replanning from the path alone",
        "An obstacle comes or goes. How much does DPA*, which knows the old path, save against A* from scratch, in expansions and \
         in time? Improvement is (A − D) / A over all trials of a cell, on the medial axis, for discs of 0.7 m.",
    );
    let mut figures = Figures { maps: Vec::new() };
    for environment in maps::all() {
        if args.map.as_ref().is_some_and(|name| name != environment.name) {
            continue;
        }
        let work = if options.quick { trials::Work::QUICK } else { trials::Work::FULL };
        let bar = progress(environment.name, 2 * work.obstacles(&environment));
        let outcome = trials::run(&environment, work, options.seed, &bar)?;
        bar.finish_and_clear();
        figures::compare(&mut report, &environment, &outcome);
        figures.maps.push(outcome.figures());
        figures::plot(&mut report, &environment, &outcome)?;
        if environment.name == "City" {
            euclidean::report(&mut report, &environment, options)?;
        }
    }
    figures::table(&mut report, &figures.maps);
    report.publish_figures(options, &figures)?;
    Ok(report)
}
