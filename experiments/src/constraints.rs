//! `navigant experiment constraints`: constraint-aware paths on the dense, the hybrid and the triangulation graph, and repairs as constraints move.
//!
//! | part | what |
//! |---|---|
//! | [`scenes`] | cities with constraints, and queries |
//! | [`plans`] | time to the first plan and to bound 1, and path costs |
//! | [`moves`] | a constraint moves on the plan: repaired, or planned from scratch |
//! | `drawing` | the field as colour, and paths |

mod drawing;
pub mod moves;
pub mod plans;
pub mod scenes;

use crate::frame::{Comparison, Options, Plot, Report, Series, Table, progress};
use moves::Moves;
use plans::Domain;
use serde::Serialize;
use std::error::Error;

/// What `navigant experiment constraints` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The options of every experiment.
    #[command(flatten)]
    pub options: Options,
    /// Queries on each map.
    #[arg(long, default_value_t = 60)]
    pub queries: usize,
    /// Moves of a constraint that touch the plan, on each map.
    #[arg(long, default_value_t = 1000)]
    pub moves: usize,
}

/// The figures as they are written to `--json`.
#[derive(Serialize)]
struct Figures {
    plans: Vec<Domain>,
    moves: Vec<Moves>,
}

/// Runs all maps, prints the report and writes the files that were asked for.
///
/// # Errors
/// When a map cannot be built or a file cannot be written.
pub fn run(args: &Args) -> Result<Report, Box<dyn Error>> {
    let options = &args.options;
    let mut report = Report::new(
        "Constraint-aware paths",
        "Twelve constraints lie on a city. How soon is there a plan on the dense grid, on the hybrid graph with highways and on the \
         triangulation, and what does it cost? And when a constraint moves on the plan, is repairing it cheaper than planning from scratch?",
    );
    let (queries, count) = if options.quick { (6, 40) } else { (args.queries, args.moves) };
    let mut figures = Figures { plans: Vec::new(), moves: Vec::new() };
    for scene in scenes::all() {
        let scene = scenes::Scene::build(scene, queries, options.seed)?;
        let bar = progress(scene.name, (queries + count) as u64);
        let domains = plans::run(&scene, || bar.inc(1))?;
        let moved = moves::run(&scene, count, options.seed, || bar.inc(1))?;
        bar.finish_and_clear();
        report.drawing(
            &format!("{}: the field (red is dear, green is wanted, black is forbidden) and a path", scene.name),
            drawing::scene(&scene)?,
        );
        compare_plans(&mut report, scene.name, &domains);
        compare_moves(&mut report, &moved);
        figures.plans.extend(domains);
        figures.moves.extend(moved);
    }
    tables(&mut report, &figures);
    report.note(
        "First plans are timed with warm memory, the best of five, all domains in turn; the octile heuristic on the grids, the straight line on the \
         triangulation. Times of moves are sums of single runs. Transitions near a moved constraint are computed again once, whether plans are then repaired or not: \
         \"with field\" counts that on both sides.",
    );
    report.publish_figures(options, &figures)?;
    Ok(report)
}

fn compare_plans(report: &mut Report, map: &str, domains: &[Domain]) {
    let named = |name: &str| domains.iter().find(|domain| domain.graph == name);
    let (Some(dense), Some(hybrid)) = (named("dense"), named("hybrid")) else { return };
    let what = |text: &str| format!("{map}: {text}");
    report.compare(Comparison::at_least(
        &what("hybrid's first plan, faster than dense's"),
        5.0,
        dense.first_us / hybrid.first_us,
        "×",
    ));
    report.compare(Comparison::exactly(
        &what("queries on which hybrid's final cost is above dense's"),
        0.0,
        hybrid.dearer_than_dense as f64,
    ));
    report.compare(Comparison::at_most(
        &what("hybrid's expansions to bound 1, of dense's"),
        1.0,
        hybrid.expansions_to_one / dense.expansions_to_one,
        "",
    ));
    report.compare(Comparison::at_most(
        &what("hybrid's time to bound 1, of dense's"),
        1.0,
        hybrid.to_one_us / dense.to_one_us,
        "",
    ));
    report.plot(Plot {
        title: format!("{map}: cost of the best path after a number of expansions, one query"),
        x: "expansions".into(),
        y: "cost, m".into(),
        log_x: true,
        log_y: false,
        series: domains
            .iter()
            .map(|d| Series { name: d.graph.clone(), points: d.curve.clone(), steps: true })
            .collect(),
    });
}

fn compare_moves(report: &mut Report, all: &[Moves]) {
    for moves in all.iter().filter(|moves| moves.graph != "triangulation") {
        let what = |text: &str| format!("{}, {}: {text}", moves.map, moves.graph);
        let fewer = moves.scratch_expansions / moves.repair_expansions;
        report.compare(Comparison::at_least(&what("expansions saved by repairing"), 5.0, fewer, "×"));
        report.compare(Comparison::at_least(
            &what("time saved by repairing"),
            2.0,
            moves.scratch_us / moves.repair_us,
            "×",
        ));
    }
    if let Some(moves) = all.iter().find(|moves| moves.graph == "hybrid") {
        let sorted = |numbers: &[u64]| {
            let mut numbers = numbers.to_vec();
            numbers.sort_unstable();
            let share = |i: usize| (i as f64 + 0.5) / numbers.len() as f64 * 100.0;
            numbers.iter().enumerate().map(|(i, &n)| (share(i), n.max(1) as f64)).collect::<Vec<_>>()
        };
        report.plot(Plot {
            title: format!("{}: expansions after a move, hybrid graph", moves.map),
            x: "per cent of moves".into(),
            y: "expansions".into(),
            log_x: false,
            log_y: true,
            series: vec![
                Series { name: "repaired".into(), points: sorted(&moves.repaired), steps: false },
                Series { name: "from scratch".into(), points: sorted(&moves.from_scratch), steps: false },
            ],
        });
    }
}

fn tables(report: &mut Report, figures: &Figures) {
    let columns =
        ["", "states", "transitions", "first µs", "expansions", "bound", "cost m", "to 1 µs", "expansions", "cost m"];
    let mut table = Table::new("Plans, means over all queries", &columns);
    for d in &figures.plans {
        let numbers = [
            d.states as f64,
            d.transitions as f64,
            d.first_us,
            d.first_expansions,
            d.first_bound,
            d.first_cost_m,
            d.to_one_us,
            d.expansions_to_one,
            d.cost_m,
        ];
        table.row(&format!("{} {}", d.map, d.graph), &numbers);
    }
    report.table(table);
    let columns = [
        "",
        "moves",
        "field µs",
        "repair µs",
        "expansions",
        "scratch µs",
        "expansions",
        "A* µs",
        "expansions",
        "saved",
        "with field",
    ];
    let mut table = Table::new("Moves of a constraint that touches the plan, means", &columns);
    for m in &figures.moves {
        let with_field = (m.field_us + m.scratch_us) / (m.field_us + m.repair_us);
        let numbers = [
            m.moves as f64,
            m.field_us,
            m.repair_us,
            m.repair_expansions,
            m.scratch_us,
            m.scratch_expansions,
            m.a_star_us,
            m.a_star_expansions,
            m.scratch_us / m.repair_us,
            with_field,
        ];
        table.row(&format!("{} {}", m.map, m.graph), &numbers);
    }
    report.table(table);
}
