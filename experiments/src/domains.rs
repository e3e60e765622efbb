//! `navigant experiment domains`: planning in several domains.
//!
//! Tables 1 and 2 of "Multi-Domain Real-time Planning in Dynamic Environments" (Kapadia, Beacco, Garcia, Reddy, Pelechano, Badler,
//! 2013).
//!
//! | part | what |
//! |---|---|
//! | [`scene`] | the random scenes |
//! | [`plan`] | a scene planned in every row of Table 1 |
//! | `table1`, `table2` | the tables, ours beside the published |
//! | `frames` | how long planning takes in a frame, for many agents (Figure 6) |
//! | `walks` | Figures 6 and 7: tasks frame by frame, and how agents walk beside the ordinary crowd |
//! | `clock` | processor time, which other programs on the machine do not lengthen |
//! | `counted` | successors, counted as the text does |
//! | `drawing` | a scene with the plans of all domains |

mod clock;
mod counted;
mod drawing;
mod frames;
pub mod plan;
pub mod scene;
mod table1;
mod table2;
mod walks;

use crate::frame::{Options, Report};
use serde::Serialize;
use std::error::Error;

/// What `navigant experiment domains` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The options of every experiment.
    #[command(flatten)]
    pub options: Options,
    /// How many random scenes Table 1 is made of.
    #[arg(long, default_value_t = 1000)]
    pub scenes: u64,
    /// How often a scene is planned; the shortest time counts.
    #[arg(long, default_value_t = 3)]
    pub repeats: u32,
    /// Instead of the tables: planning a frame with many agents, for this many frames.
    #[arg(long, value_name = "N")]
    pub frames: Option<u32>,
    /// The numbers of agents for --frames.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [200], requires = "frames")]
    pub agents: Vec<u32>,
    /// With --frames: the world grows with the number of agents, 50 a hectare; goals are 20 to 60 m away; no limit on a frame's time.
    #[arg(long, requires = "frames")]
    pub spread: bool,
}

/// The figures as they are written to `--json`.
#[derive(Serialize)]
struct Figures {
    table1: Vec<table1::RowFigures>,
    table2: table2::Figures,
    figure7: walks::Figures,
}

/// Scenes with `--quick`.
const QUICK: u64 = 30;

/// Plans all scenes, prints the report and writes the files that were asked for.
///
/// # Errors
/// When a search meets an error, or a file cannot be written.
pub fn run(args: &Args) -> Result<Report, Box<dyn Error>> {
    let options = &args.options;
    if let Some(frames) = args.frames {
        return run_frames(args, frames);
    }
    let mut report = Report::new(
        "Planning in several domains",
        "A disc of 0.4 m crosses 100 m × 100 m among boxes and pockets, discs that are parked where the static mesh does not expect \
         them, and discs that go to and fro. Which domain finds a trajectory that is walked without a collision, and what does it take? \
         BF: successors generated per expansion; N: nodes expanded; T: milliseconds, earlier domains included; S: share of collision-free \
         trajectories; Q: length of the static optimum / length obtained.",
    );
    let scenes = if options.quick { args.scenes.min(QUICK) } else { args.scenes };
    let outcomes = table1::run(options.seed, scenes, args.repeats)?;
    let table1 = table1::figures(&outcomes);
    table1::compare(&mut report, &table1);
    table1::table(&mut report, &table1);
    let problems = if options.quick { 20 } else { 100 };
    let table2 = table2::run(options.seed, problems, args.repeats)?;
    table2::compare(&mut report, &table2);
    let figure7 = walks::run(&mut report, options.seed, if options.quick { 2 } else { 20 })?;
    walks::compare(&mut report, &figure7);
    for number in 0..2 {
        let setting = plan::Setting::new(scene::Scene::random(options.seed, number)?)?;
        report.drawing(&format!("Scene {number}"), drawing::scene(&setting)?);
    }
    report.note(format!(
        "Seed {}, {scenes} scenes. T is the least of {} runs of each plan, all on one thread, in processor time of this thread: what a clock shows \
         where nothing else runs. N and BF of the last two rows are those of Σ4; their T is that of all domains. The last row's N and T are sums \
         over all waypoints of a scene, and stand beside a task's; the published ones read as a task's, for appendix C says 246 nodes and 10.8 ms of \
         one that is as long. Both are held against a tenth of them.",
        options.seed, args.repeats
    ));
    report.publish_figures(options, &Figures { table1, table2, figure7 })?;
    Ok(report)
}

/// `--frames`: planning a frame.
fn run_frames(args: &Args, frames: u32) -> Result<Report, Box<dyn Error>> {
    let options = &args.options;
    let question = if args.spread {
        "Agents walk about, each to one place after another, 50 a hectare in worlds of several sizes, and plan in all domains by waypoints of \
         15 m. Does planning take as long for each, however many there are? Each row is the mean of as many worlds as make as many agents."
    } else {
        "Agents cross 100 m × 100 m, each to one random place after another, and plan in all domains by waypoints of 15 m, within 10 ms a \
         frame together. Do frames keep their time?"
    };
    let mut report = Report::new("Planning within a frame", question);
    let frames = if options.quick { frames.min(300) } else { frames };
    let most = args.agents.iter().copied().max().unwrap_or(0);
    let run = |&agents: &u32| frames::run(options.seed, agents, frames, args.spread, most);
    let rows: Vec<_> = args.agents.iter().map(run).collect::<Result<_, _>>()?;
    frames::report(&mut report, &rows, args.spread);
    report.note("Times are processor time of the one thread that plans, which also is the clock of t_max; memory is what an agent's tasks, plan and publication take, its mean and its percentiles sampled every 50 frames. A wait is the time that an agent stood without a plan before it walked off.");
    report.publish_figures(options, &rows.iter().map(|row| &row.0).collect::<Vec<_>>())?;
    Ok(report)
}
