//! `navigant experiment fields`: cost-to-goal fields on the CPU and on a GPU.
//!
//! Figure 13 of "Dynamic Search on the GPU" (Kapadia and others, 2013; 512 × 512 cells, 200 agents), then sizes, maps, early
//! stops and repairs. Rows are printed as they are measured.
//!
//! | part | what |
//! |---|---|
//! | [`maps`] | open, weighted, rooms and mazes |
//! | [`rows`] | what was measured, printed and kept |
//! | `solver` | one field, on threads or on a device |
//! | `adaptive` | uniform cells against squares that are as large as there is room |
//! | `flows` | the flows of crowds: fronts and lookups |
//! | `drawing` | Figure 13 |

mod adaptive;
mod drawing;
mod flows;
pub mod maps;
mod repairs;
pub mod rows;
mod solver;

use crate::frame::{Comparison, Options, Plot, Report, Series};
use maps::Kind;
use navigant_field::{CostToGoal, Field};
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{CellId, Grid};
use navigant_search::graph::{Budget, Dijkstra};
use navigant_testing::rng::Rng;
use rows::Rows;
use solver::Solver;
use std::error::Error;
use std::time::Instant;

/// What `navigant experiment fields` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The options of every experiment.
    #[command(flatten)]
    pub options: Options,
    /// Sides of the grids, in cells.
    #[arg(long, value_delimiter = ',', default_values_t = [256, 512, 1024, 2048, 4096])]
    pub sizes: Vec<u32>,
    /// Side of the grid that is repaired, in cells; 0 leaves repairs out.
    #[arg(long, default_value_t = 4096)]
    pub repair_size: u32,
    /// Batches of obstacles that move, on each map.
    #[arg(long, default_value_t = 100)]
    pub batches: u32,
    /// Numbers of threads.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    pub threads: Vec<usize>,
    /// Use a GPU too (in builds with the feature gpu).
    #[arg(long)]
    pub gpu: bool,
    /// Start nothing more after this many seconds.
    #[arg(long, default_value_t = 600.0)]
    pub budget_s: f64,
}

/// Agents that share the goal, as in the figure.
const AGENTS: u32 = 200;

/// Runs everything, prints the report and writes the files that were asked for.
///
/// # Errors
/// When a field cannot be made, the device does not answer, or a file cannot be written.
pub fn run(args: &Args) -> Result<Report, Box<dyn Error>> {
    let mut args = args.clone();
    if args.options.quick {
        args.sizes.retain(|&size| size <= 512);
        args.repair_size = args.repair_size.min(512);
        args.batches = args.batches.min(5);
    }
    let device = solver::device(args.gpu)?;
    let mut rows = Rows::new(args.budget_s, args.options.json.clone());
    rows.say(&format!("threads: {:?}; {}", args.threads, solver::describe(device.as_ref())));
    let mut report = Report::new(
        "One field for everyone with the same goal",
        "How long does a cost-to-goal field take, whole, up to 200 agents near the goal, and after 100 obstacles have moved? \
         Costs are integers: all solvers find the same bits. Times in ms, the best of the runs.",
    );
    figure_13(&args, device.as_ref(), &mut rows, &mut report)?;
    if args.repair_size > 0 {
        repairs::run(&args, device.as_ref(), &mut rows)?;
    }
    for &size in &args.sizes {
        for kind in [Kind::Open, Kind::Weighted, Kind::Maze] {
            whole_and_part(&args, device.as_ref(), kind, size, &mut rows)?;
        }
    }
    adaptive::run(&args, device.as_ref(), &mut rows, &mut report)?;
    lookups(&args, &mut rows)?;
    flows::run(args.options.seed, args.options.quick, &mut rows, &mut report)?;
    judge(&rows, &mut report);
    plots(&args, &rows, &mut report);
    report.table(rows.table());
    report.publish_figures(&args.options, &rows.all)?;
    Ok(report)
}

/// 512 × 512 cells with rooms, 200 agents, the goal in the centre.
fn figure_13(
    args: &Args,
    device: Option<&solver::Device>,
    rows: &mut Rows,
    report: &mut Report,
) -> Result<(), Box<dyn Error>> {
    let grid = maps::grid(Kind::Rooms, 512, args.options.seed);
    let goal = maps::centre(&grid);
    let mut field = Field::new(&grid, &[goal])?;
    field.compute()?;
    // Some rooms have no door, and an agent that is never reached is waited for until the end.
    let mut agents = maps::agents(&grid, 2 * AGENTS, 1.0, &mut Rng::new(args.options.seed));
    agents.retain(|&agent| matches!(field.cost(agent), CostToGoal::Known(_)));
    agents.truncate(AGENTS as usize);
    for mut solver in solver::all(&grid, goal, &args.threads, device)? {
        time_whole(rows, Kind::Rooms, &mut solver, 512, 5)?;
        time_part(rows, Kind::Rooms, &mut solver, 512, &agents, 5)?;
    }
    report.drawing("512 × 512 cells, 200 agents, one goal in the centre", drawing::paths(&grid, &field, &agents));
    Ok(())
}

/// Whole fields, and fields up to agents near the goal.
fn whole_and_part(
    args: &Args,
    device: Option<&solver::Device>,
    kind: Kind,
    size: u32,
    rows: &mut Rows,
) -> Result<(), Box<dyn Error>> {
    if rows.is_spent() {
        return Ok(());
    }
    let grid = maps::grid(kind, size, args.options.seed);
    let goal = maps::centre(&grid);
    let agents = maps::agents(&grid, AGENTS, 0.25, &mut Rng::new(args.options.seed));
    if kind == Kind::Weighted && size <= 4096 && !rows.is_spent() {
        let start = Instant::now();
        Dijkstra::new().flood(&grid, goal.into(), Budget::UNLIMITED)?;
        rows.add(kind, size, "whole", "Dijkstra on Grid, binary heap", ms(start), String::new());
    }
    let times = if size <= 1024 { 5 } else { 2 };
    let mut expected = None;
    for mut solver in solver::all(&grid, goal, &args.threads, device)? {
        if rows.is_spent() {
            break;
        }
        time_whole(rows, kind, &mut solver, size, times)?;
        if size <= 2048 {
            compare(&mut solver, &mut expected)?;
        }
        time_part(rows, kind, &mut solver, size, &agents, times)?;
    }
    Ok(())
}

/// All solvers must find the same costs.
fn compare(solver: &mut Solver, expected: &mut Option<u64>) -> Result<(), Box<dyn Error>> {
    let hash = solver.hash();
    match expected.replace(hash) {
        Some(before) if before != hash => Err(format!("{} finds other costs", solver.name()).into()),
        _ => Ok(()),
    }
}

fn time_whole(rows: &mut Rows, kind: Kind, solver: &mut Solver, size: u32, times: u32) -> Result<(), Box<dyn Error>> {
    let mut best = f64::INFINITY;
    for _ in 0..times {
        solver.restart();
        let start = Instant::now();
        solver.compute()?;
        best = best.min(ms(start));
        if rows.is_spent() {
            break;
        }
    }
    let note = solver.note(best);
    let note = if kind == Kind::Maze { format!("{note}{}", solver.longest()) } else { note };
    let note = note.trim_start_matches("; ").to_owned();
    rows.add(kind, size, "whole", &solver.name(), best, note);
    Ok(())
}

fn time_part(
    rows: &mut Rows,
    kind: Kind,
    solver: &mut Solver,
    size: u32,
    agents: &[CellId],
    times: u32,
) -> Result<(), Box<dyn Error>> {
    let mut best = f64::INFINITY;
    for _ in 0..times {
        solver.restart();
        let start = Instant::now();
        solver.reach(agents)?;
        best = best.min(ms(start));
        if rows.is_spent() {
            break;
        }
    }
    rows.add(kind, size, "200 agents", &solver.name(), best, String::new());
    Ok(())
}

/// 100,000 agents that look up where to go.
fn lookups(args: &Args, rows: &mut Rows) -> Result<(), Box<dyn Error>> {
    let size = args.sizes.iter().copied().filter(|&size| size <= 4096).max().unwrap_or(512);
    let grid = maps::grid(Kind::Weighted, size, args.options.seed);
    let mut field = Field::new(&grid, &[maps::centre(&grid)])?;
    field.compute()?;
    let mut rng = Rng::new(args.options.seed);
    let agents: Vec<CellId> = (0..100_000).map(|_| CellId(rng.below(grid.cells() as u32))).collect();
    let table = field.directions();
    let mut time = |name: &str, look: &dyn Fn(CellId) -> bool| {
        let mut best = f64::INFINITY;
        let mut found = 0;
        for _ in 0..5 {
            let start = Instant::now();
            found = agents.iter().filter(|&&agent| look(agent)).count();
            best = best.min(start.elapsed().as_secs_f64() * 1e9 / agents.len() as f64);
        }
        rows.add(
            Kind::Weighted,
            size,
            "lookup",
            name,
            best / 1e6,
            format!("{best:.1} ns an agent, {found} have a way"),
        );
    };
    time("field, eight neighbours", &|agent| field.direction(agent).is_some());
    time("table of directions", &|agent| table.get(agent).is_some());
    Ok(())
}

/// The promised figures, where they were measured.
fn judge(rows: &Rows, report: &mut Report) {
    let whole = |kind, size, solver: &str| rows.get(kind, size, "whole", solver);
    if let (Some(heap), Some(two)) =
        (whole(Kind::Weighted, 4096, "Dijkstra on Grid, binary heap"), whole(Kind::Weighted, 4096, "2 threads"))
    {
        report.compare(Comparison::at_least("4096² weighted: 2 threads against Dijkstra", 4.0, heap / two, "×"));
    }
    if let Some(gpu) = whole(Kind::Rooms, 512, "GPU") {
        report.compare(Comparison::at_most("512² rooms, whole, GPU", 1.0, gpu, " ms"));
    }
    if let Some(gpu) = whole(Kind::Weighted, 8192, "GPU") {
        for (solver, least) in [("16 threads", 3.0), ("1 threads", 20.0)] {
            if let Some(cpu) = whole(Kind::Weighted, 8192, solver) {
                let what = format!("8192² weighted: GPU against {solver}");
                report.compare(Comparison::at_least(&what, least, cpu / gpu, "×"));
            }
        }
    }
    for kind in [Kind::Open, Kind::Weighted, Kind::Maze] {
        let (repair, whole) =
            (rows.get(kind, 4096, "repair", "GPU"), rows.get(kind, 4096, "whole with obstacles", "GPU"));
        if let (Some(repair), Some(whole)) = (repair, whole) {
            let what = format!("4096² {kind}: repair on the GPU against a whole field");
            report.compare(Comparison::at_least(&what, 20.0, whole / repair, "×"));
        }
    }
    for name in ["field, eight neighbours", "table of directions"] {
        if let Some(row) = rows.all.iter().find(|row| row.solver == name) {
            report.compare(Comparison::at_most(&format!("lookup, {name}"), 100.0, row.ms * 1e6, " ns"));
        }
    }
}

/// Time over size, a line a solver.
fn plots(args: &Args, rows: &Rows, report: &mut Report) {
    for kind in [Kind::Open, Kind::Weighted, Kind::Maze] {
        let mut names: Vec<&str> = rows.all.iter().filter(|row| row.task == "whole").map(|row| &*row.solver).collect();
        names.sort_unstable();
        names.dedup();
        let line = |name: &&str| {
            let at = |&size: &u32| Some((f64::from(size), rows.get(kind, size, "whole", name)?));
            Series { name: (*name).into(), points: args.sizes.iter().filter_map(at).collect(), steps: false }
        };
        let series: Vec<Series> = names.iter().map(line).filter(|series| !series.points.is_empty()).collect();
        let title = format!("Whole fields, {kind}");
        report.plot(Plot { title, x: "cells along a side".into(), y: "ms".into(), log_x: true, log_y: true, series });
    }
}

fn ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// The cells of a rectangle on the grid.
fn block(grid: &Grid, [x, y]: [u32; 2], side: u32) -> impl Iterator<Item = CellId> + use<> {
    let (width, height) = (grid.width(), grid.height());
    (y..(y + side).min(height)).flat_map(move |y| (x..(x + side).min(width)).map(move |x| CellId(y * width + x)))
}
