//! The dynamic track of the Grid-Based Path Planning Competition: patches change the map, queries ask for paths.
//!
//! Every query has a new goal, so each search plans it from scratch. Between two snapshots D* Lite and AD* also keep the
//! plan of the last query alive, and repair it after every patch; it must then cost what A* from scratch finds.

use crate::frame::{Comparison, Options, Report, Table, progress};
use navigant_files::internals::{Command, Stream, read_patches, read_stream};
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{Cell, CellId, Grid};
use navigant_search::graph::{AStar, AdStar, Budget, DStarLite, Octile, SearchError, StateId};
use navigant_search::internals::{AdStarInternals as _, DStarLiteInternals as _};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a run over the stream has seen.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Queries answered by each of A*, D* Lite and AD*.
    pub queries: u64,
    /// Answers of any of them whose length is not the reference length.
    pub wrong_lengths: u64,
    /// Patches laid.
    pub patches: u64,
    /// Plans repaired after a patch that did not cost what A* from scratch finds.
    pub wrong_repairs: u64,
    /// Time in queries: A*, D* Lite, AD*.
    pub query_time: [Duration; 3],
    /// Time in patches: A* from scratch, D* Lite's and AD*'s repair.
    pub patch_time: [Duration; 3],
    /// Expansions in patches, alike.
    pub patch_expansions: [u64; 3],
}

/// Adds the comparison.
///
/// # Errors
/// When the stream cannot be read or a search fails.
pub fn report(report: &mut Report, options: &Options) -> Result<(), Box<dyn Error>> {
    let Outcome { queries, wrong_lengths, patches, wrong_repairs, query_time, patch_time, patch_expansions } =
        run(&options.data, if options.quick { 200 } else { usize::MAX })?;
    let what = format!("lengths unlike the reference, {queries} queries × A*, D* Lite, AD*");
    report.compare(Comparison::exactly(&what, 0.0, wrong_lengths as f64));
    let what = format!("plans repaired wrongly, {patches} patches × D* Lite, AD*");
    report.compare(Comparison::exactly(&what, 0.0, wrong_repairs as f64));
    let mut table = Table::new(
        "Competition, dynamic track: arena2 with patches",
        &["search", "µs a query", "µs a patch", "expansions a patch"],
    );
    for (i, who) in ["A* from scratch", "D* Lite", "AD*"].into_iter().enumerate() {
        let each = |time: Duration, count: u64| time.as_secs_f64() * 1e6 / count.max(1) as f64;
        let expansions = patch_expansions[i] as f64 / patches.max(1) as f64;
        table.row(who, &[each(query_time[i], queries), each(patch_time[i], patches), expansions]);
    }
    report.table(table);
    Ok(())
}

/// Plans that live from one query to the next.
struct Plans {
    d_star: DStarLite,
    ad_star: AdStar,
    ends: (StateId, StateId),
}

/// Runs the stream, up to a number of commands.
///
/// # Errors
/// When the stream cannot be read or a search fails.
pub fn run(data: &Path, most: usize) -> Result<Outcome, Box<dyn Error>> {
    let text = |path: &str| {
        let path = data.join(path);
        fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
    };
    let patches = read_patches(&text("gppc_dynamic/dao_arena2.patch")?)?;
    let Stream { width, height, commands } = read_stream(&text("gppc_dynamic/dao_arena2.scen")?)?;
    let mut grid = Grid::open(width, height)?;
    let near = Octile::on(&grid);
    let mut plans = Plans {
        d_star: DStarLite::new(&grid, &near, StateId(0), StateId(0))?,
        ad_star: AdStar::new(&grid, &near, StateId(0), StateId(0), 1.0)?,
        ends: (StateId(0), StateId(0)),
    };
    let (mut a_star, mut outcome) = (AStar::new(), Outcome::default());
    let bar = progress("patches and queries", commands.len().min(most) as u64);
    for command in commands.iter().take(most) {
        bar.inc(1);
        match *command {
            Command::Patch { patch, at, .. } => {
                let patch = patches.get(patch as usize).ok_or("a patch that is not in the file")?;
                let mut changed = Vec::new();
                patch.lay(&mut grid, at, |cell| changed.push(cell))?;
                repair(&grid, &changed, &mut a_star, &mut plans, &mut outcome)?;
            }
            Command::Query { start, goal, length, .. } => {
                let (Some(start), Some(goal)) = (grid.id(start), grid.id(goal)) else {
                    return Err("a query off the map".into());
                };
                query(&grid, start.into(), goal.into(), length, &mut a_star, &mut plans, &mut outcome)?;
            }
        }
    }
    bar.finish_and_clear();
    Ok(outcome)
}

fn repair(
    grid: &Grid,
    changed: &[Cell],
    a_star: &mut AStar,
    plans: &mut Plans,
    outcome: &mut Outcome,
) -> Result<(), SearchError> {
    let near = Octile::on(grid);
    let touched = || changed.iter().flat_map(|&cell| grid.around(cell)).map(StateId::from);
    let begin = Instant::now();
    let fresh = a_star.find(grid, &near, plans.ends.0, plans.ends.1, Budget::UNLIMITED)?;
    let planned = Instant::now();
    plans.d_star.update(grid, &near, touched())?;
    let repaired = plans.d_star.search(grid, &near, Budget::UNLIMITED)?;
    let repair_end = Instant::now();
    plans.ad_star.update(grid, &near, touched())?;
    let improved = plans.ad_star.search(grid, &near, Budget::UNLIMITED)?;
    let times = [planned - begin, repair_end - planned, repair_end.elapsed()];
    for (i, answer) in [fresh, repaired, improved].into_iter().enumerate() {
        outcome.patch_time[i] += times[i];
        outcome.patch_expansions[i] += answer.expansions;
        outcome.wrong_repairs += u64::from(answer.cost != fresh.cost);
    }
    outcome.patches += 1;
    Ok(())
}

fn query(
    grid: &Grid,
    start: StateId,
    goal: StateId,
    length: f64,
    a_star: &mut AStar,
    plans: &mut Plans,
    outcome: &mut Outcome,
) -> Result<(), SearchError> {
    let near = Octile::on(grid);
    plans.ends = (start, goal);
    let begin = Instant::now();
    a_star.find(grid, &near, start, goal, Budget::UNLIMITED)?;
    let planned = Instant::now();
    plans.d_star.restart(grid, &near, start, goal)?;
    plans.d_star.search(grid, &near, Budget::UNLIMITED)?;
    let done = Instant::now();
    plans.ad_star.restart(grid, &near, start, goal, 1.0)?;
    plans.ad_star.search(grid, &near, Budget::UNLIMITED)?;
    let times = [planned - begin, done - planned, done.elapsed()];
    for (i, path) in [a_star.path(), plans.d_star.path(), plans.ad_star.path()].into_iter().enumerate() {
        let cells: Vec<CellId> = path.iter().map(|&state| state.into()).collect();
        // The reference is printed with eleven decimals.
        let found = if cells.is_empty() { None } else { grid.length(&cells) };
        outcome.wrong_lengths += u64::from(found.is_none_or(|found| (found - length).abs() > 1e-9));
        outcome.query_time[i] += times[i];
    }
    outcome.queries += 1;
    Ok(())
}
