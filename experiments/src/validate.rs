//! `navigant validate`: the RiMEA tests, the fundamental diagram, flow through bottlenecks and lanes in counterflow.
//!
//! All of them with one pedestrian: [`Avoidance::Weidmann`] with its default parameters, a radius
//! of 0.2 m, and a free speed of 1.34 m/s unless the test sets one. Who leaves by exits takes the quickest way there, around those who stand:
//! fields of 0.25 m with a cost of density of 2. Stairs are slow regions in plan: floors above each other are not
//! part of these runs.
//!
//! | part | what |
//! |---|---|
//! | [`measure`] | Voronoi densities, crossings of a line (N–t), order of lanes |
//! | `outcome` | a test's criterion, figure and verdict |
//! | `walks` | tests with one or a few people: RiMEA 1, 2, 3, 5, 6, 7, 10 |
//! | `crowds` | tests with many: RiMEA 8, 9, 11, 12, 13, 14, 15 |
//! | `flows` | RiMEA 4, bottlenecks, counterflow |

mod crowds;
mod flows;
pub mod measure;
mod outcome;
mod walks;

use crate::frame::{Comparison, Options, Plot, Report, progress};
use navigant_crowd::{Avoidance, Weidmann};
use navigant_files::FileError;
use navigant_files::scenario::{Choice, GoalField, Scenario};
use navigant_mesh::{Map, Outline};
use navigant_simulation::{People, ScenarioBuilder, Simulation, Until};
use outcome::Outcome;
use serde::Serialize;
use std::error::Error;
use std::io;

/// What `navigant validate` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The options of every experiment.
    #[command(flatten)]
    pub options: Options,
    /// How many seeds each test runs with: 10, or 2 with --quick, unless told.
    #[arg(long)]
    pub seeds: Option<u32>,
    /// Only the tests whose name contains this.
    #[arg(long)]
    pub only: Option<String>,
}

/// The figures as they are written to `--json`.
#[derive(Serialize)]
struct Figures<'o> {
    tests: &'o [Outcome],
}

/// The radius of everyone, in metres: half of the breadth of shoulders, less what turns in a dense crowd.
const RADIUS: f64 = 0.2;
/// The free speed of Weidmann's fundamental diagram, in metres a second.
const SPEED: f64 = 1.34;
/// The size of the cells of fields to exits, in metres: two in the narrowest door.
const CELL: f64 = 0.25;
/// By which share a person a square metre who stands makes a way to an exit longer.
const DENSITY: f64 = 2.0;
/// No test lasts longer, in steps.
const MOST_STEPS: u64 = 20_000;

/// What a test finds: outcomes, and plots that show them.
type Found = Result<(Vec<Outcome>, Vec<Plot>), Box<dyn Error>>;
/// A test of some seeds.
type Test = fn(&[u32]) -> Found;

const TESTS: [(&str, Test); 18] = [
    ("RiMEA 1", walks::corridor),
    ("RiMEA 2", walks::upstairs),
    ("RiMEA 3", walks::downstairs),
    ("RiMEA 4", flows::fundamental_diagram),
    ("RiMEA 5", walks::reaction_times),
    ("RiMEA 6", walks::corner),
    ("RiMEA 7", walks::ages),
    ("RiMEA 8", crowds::parameter_study),
    ("RiMEA 9", crowds::four_exits_or_two),
    ("RiMEA 10", walks::assigned_exits),
    ("RiMEA 11", crowds::nearest_exit),
    ("RiMEA 12", crowds::two_bottlenecks),
    ("RiMEA 13", crowds::before_stairs),
    ("RiMEA 14", crowds::route_choice),
    ("RiMEA 15", crowds::around_a_corner),
    ("Bottleneck", flows::bottlenecks),
    ("IMO doors", flows::doors),
    ("Lanes", flows::lanes),
];

/// Runs the tests and publishes what they find.
///
/// # Errors
/// When a file cannot be written, or a scenario of a test cannot be run.
pub fn run(args: &Args) -> Result<Report, Box<dyn Error>> {
    let mut report = Report::new(
        "Validation of the crowd",
        "Does one pedestrian model with published parameters pass the RiMEA tests, and reproduce the fundamental diagram, the flow \
         through bottlenecks and lanes in counterflow?",
    );
    let count = args.seeds.unwrap_or(if args.options.quick { 2 } else { 10 }).clamp(1, 1000);
    let seeds: Vec<u32> = (0..count).map(|i| (args.options.seed as u32).wrapping_add(i)).collect();
    let is_wanted = |name: &str| args.only.as_deref().is_none_or(|only| name.contains(only));
    let wanted: Vec<_> = TESTS.iter().filter(|(name, _)| is_wanted(name)).collect();
    if wanted.is_empty() {
        let names: Vec<&str> = TESTS.iter().map(|(name, _)| *name).collect();
        let why = format!("no test has {:?} in its name: {}", args.only.as_deref().unwrap_or(""), names.join(", "));
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why).into());
    }
    let bar = progress("tests", wanted.len() as u64);
    let mut tests = Vec::new();
    for (_, test) in wanted {
        let (outcomes, mut plots) = test(&seeds)?;
        if plots.is_empty() {
            plots.extend(outcomes.iter().map(|outcome| outcome.plot(seeds.first().copied().unwrap_or(0))));
        }
        tests.extend(outcomes);
        plots.into_iter().for_each(|plot| report.plot(plot));
        bar.inc(1);
    }
    bar.finish_and_clear();
    for test in &tests {
        report.compare(Comparison {
            what: test.name.clone(),
            published: test.criterion.clone().unwrap_or_else(|| "report".to_owned()),
            ours: test.shown(),
            met: test.passed,
        });
    }
    report.note(format!(
        "{count} seeds; a test passes if it passes for every seed, and the worst seed's figure is shown. Everyone has a radius of \
         {RADIUS} m and, unless the test sets it, a free speed of {SPEED} m/s; {:?}.",
        Weidmann::DEFAULT
    ));
    report.note(
        "RiMEA 2, 3, 8, 13 and 14 have stairs: here they are slow regions in plan, with the slope's length as their length. \
         Densities are Voronoi densities, flows are counted at a line, both as PedPy measures them.",
    );
    report.publish_figures(&args.options, &Figures { tests: &tests })?;
    Ok(report)
}

/// Pedestrians as every test has them.
fn pedestrians(count: u32) -> People {
    People { radius: [RADIUS; 2], speed: [SPEED; 2], avoidance: pedestrian(), ..People::new(count) }
}

/// The same who leave by exits, each by the quickest way: along fields, around those who stand.
fn leaving<S: Into<String>>(people: People, exits: impl IntoIterator<Item = S>, choice: Choice) -> People {
    let field = GoalField { cell: CELL, density: DENSITY };
    People { field: Some(field), ..people.leaving_by(exits, choice) }
}

/// The model that all walk by.
fn pedestrian() -> Avoidance {
    Avoidance::Weidmann(Weidmann::DEFAULT)
}

/// A rectangle as a polygon: a corner, and how wide and high it is.
fn area([x, y]: [f64; 2], [width, height]: [f64; 2]) -> [[f64; 2]; 4] {
    [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
}

/// A map of rectangular floors: two corners of each.
fn rooms(floors: &[([f64; 2], [f64; 2])]) -> Result<Map, Box<dyn Error>> {
    let outlines: Vec<Outline> = floors.iter().map(|&(min, max)| Outline::rectangle(min, max)).collect();
    Ok(Map::build(&outlines, &[])?.0)
}

/// Runs a scenario until everyone has left; `watch` sees it after every step.
fn walk(map: Map, scenario: ScenarioBuilder, mut watch: impl FnMut(&Simulation)) -> Result<Simulation, FileError> {
    let scenario: Scenario = scenario.build()?;
    let mut simulation = Simulation::spawn(map, &scenario, |_| ())?;
    watch(&simulation);
    while !simulation.is_done(Until::Empty)? && simulation.steps() < MOST_STEPS {
        simulation.step()?;
        watch(&simulation);
    }
    Ok(simulation)
}
