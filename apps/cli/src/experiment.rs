//! `navigant experiment …`: the published tables, reproduced.

use crate::exit::{Code, Failure};
use clap::Subcommand;
use navigant_experiments::frame::{Options, Report};
use navigant_experiments::{anytime, constraints, density, domains, fields, replan, validate};

#[derive(Subcommand)]
pub(crate) enum Experiment {
    /// Searches that repair their plans: the 31/27/20 example, ARA*, D* Lite, AD* and HPA* against A*.
    Anytime(anytime::Args),
    /// Constraint-aware paths: dense, hybrid and triangulation graphs, and repairs as constraints move.
    Constraints(constraints::Args),
    /// Density and replanning strategies: 12,000 agents on the edges of a quad-tree mesh, three maps, three searches.
    Density(density::Args),
    /// Planning in several domains: static and dynamic mesh, grid, space-time, in tunnels and by waypoints, on 1,000 random scenes.
    Domains(domains::Args),
    /// Cost-to-goal fields: whole, up to 200 agents, and repaired, on threads and on a GPU.
    Fields(fields::Args),
    /// DPA* against A* on five maps with obstacles that come and go: Table I and Figure 4 of its paper.
    Replan(replan::Args),
}

impl Experiment {
    /// Runs it. A figure that is missed is said to be missed; with `--strict` it is also a failure of the program.
    pub(crate) fn run(&self) -> Result<Code, Box<dyn std::error::Error>> {
        let (report, options) = match self {
            Experiment::Anytime(args) => (anytime::run(args)?, &args.options),
            Experiment::Constraints(args) => (constraints::run(args)?, &args.options),
            Experiment::Density(args) => (density::run(args)?, &args.options),
            Experiment::Domains(args) => (domains::run(args)?, &args.options),
            Experiment::Fields(args) => (fields::run(args)?, &args.options),
            Experiment::Replan(args) => (replan::run(args)?, &args.options),
        };
        judged(&report, options)
    }
}

/// Runs `navigant validate`.
pub(crate) fn validate(args: &validate::Args) -> Result<Code, Box<dyn std::error::Error>> {
    judged(&validate::run(args)?, &args.options)
}

fn judged(report: &Report, options: &Options) -> Result<Code, Box<dyn std::error::Error>> {
    match report.missed().count() {
        missed if options.strict && missed > 0 => {
            Err(Failure { code: Code::Missed, message: format!("{missed} figures are missed") }.into())
        }
        _ => Ok(Code::Done),
    }
}
