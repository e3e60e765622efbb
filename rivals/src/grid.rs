//! A* on the Moving AI maps: ours against the crate `pathfinding`.
//!
//! Ours runs three times: A* written for grids ([`GridAStar`]), the general A* that takes any graph, and the general one on
//! jump points, which are the same shortest paths on a smaller graph (writing out the cells is part of the time). All get
//! the same grid, the same table of moves (8-connected, no corner cutting), the same costs and the same octile heuristic.
//! Ours expand one cell after the other, as theirs does, but know by which step a cell was reached, and leave out the
//! successors that its parent reaches as cheaply; to `pathfinding` a node is all there is, and it gets every successor.
//! They are handed to it as an iterator without allocation, and its nodes are plain cell numbers, which it hashes fastest.
//!
//! All are run one after the other on each query, three times, and the fastest of each counts. Lengths must agree on every
//! query.

use crate::arguments::Arguments;
use crate::courses::files_ending;
use navigant_files::moving_ai::{ScenQuery, read_grid, read_scen};
use navigant_mesh::{CellId, Grid};
use navigant_search::graph::{AStar, Budget, GridAStar, Heuristic, Octile, SearchError, StateId};
use navigant_search::internals::JumpPoints;
use serde_json::{Value, json};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

/// The most queries a map, spread evenly over its file.
const QUERIES: usize = 150;
/// Runs of each query; the fastest counts.
const RUNS: usize = 3;

struct Row {
    map: String,
    queries: usize,
    expansions: u64,
    ours: Duration,
    general: Duration,
    jumping: Duration,
    theirs: Duration,
    differ: usize,
}

/// Runs every map of the data folder, prints a table and writes the figures.
///
/// # Errors
/// When the data cannot be read or the figures cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<Value, String> {
    compare(&arguments.data).map_err(|error| error.to_string())
}

fn compare(data: &Path) -> Result<Value, Box<dyn Error>> {
    println!(
        "{:28} {:>7} {:>12} {:>10} {:>10} {:>10} {:>7} {:>7}  lengths",
        "map", "queries", "expansions", "ours µs", "jumping µs", "theirs µs", "ours", "jumping"
    );
    let mut rows = Vec::new();
    for path in files_ending(&data.join("movingai"), "map")? {
        let row = race(&path)?;
        print_row(&row);
        rows.push(row);
    }
    let total = |time: fn(&Row) -> Duration| rows.iter().map(time).sum::<Duration>().as_secs_f64();
    let mean = |time: fn(&Row) -> Duration| {
        let logs = rows.iter().map(|row| (row.theirs.as_secs_f64() / time(row).as_secs_f64()).ln()).sum::<f64>();
        (logs / rows.len() as f64).exp()
    };
    let theirs = total(|row| row.theirs);
    let ratios = [
        ("A*", theirs / total(|row| row.ours), mean(|row| row.ours)),
        ("A* for any graph", theirs / total(|row| row.general), mean(|row| row.general)),
        ("A* on jump points", theirs / total(|row| row.jumping), mean(|row| row.jumping)),
    ];
    for (name, total, mean) in ratios {
        println!("{name}: {total:.1}× faster in total, {mean:.1}× in the geometric mean over maps");
    }
    Ok(figures(&rows, &ratios))
}

fn race(path: &Path) -> Result<Row, Box<dyn Error>> {
    let grid = read_grid(&std::fs::read_to_string(path)?)?;
    let scen = path.with_extension("map.scen");
    let queries: Vec<ScenQuery> = read_scen(&std::fs::read_to_string(scen)?)?;
    let near = Octile::on(&grid);
    let jumps = JumpPoints::new(&grid).ok_or("a Moving AI map has no weights")?;
    let (mut a_star, mut general) = (GridAStar::new(), AStar::new());
    let (mut jumper, mut cells) = (AStar::new(), Vec::new());
    let map = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut row = Row {
        map,
        queries: 0,
        expansions: 0,
        ours: Duration::ZERO,
        general: Duration::ZERO,
        jumping: Duration::ZERO,
        theirs: Duration::ZERO,
        differ: 0,
    };
    for query in queries.iter().step_by(queries.len().div_ceil(QUERIES).max(1)) {
        let (Some(start), Some(goal)) = (grid.id(query.start), grid.id(query.goal)) else { continue };
        let (start, goal) = (StateId::from(start), StateId::from(goal));
        let mut fastest = [Duration::MAX; 4];
        for _ in 0..RUNS {
            let answer = timed(&mut fastest[0], || a_star.find(&grid, start, goal, Budget::UNLIMITED))?;
            let plain = timed(&mut fastest[1], || general.find(&grid, &near, start, goal, Budget::UNLIMITED))?;
            let leaps = timed(&mut fastest[2], || {
                let leaps = jumper.find(&jumps.toward(&grid, goal), &near, start, goal, Budget::UNLIMITED)?;
                jumps.fill(jumper.path(), &mut cells);
                Ok::<_, SearchError>(leaps)
            })?;
            let rival = timed(&mut fastest[3], || theirs(&grid, near, start.into(), goal.into()));
            row.expansions += answer.expansions;
            let rival = rival.map(|cost| cost as f64);
            row.differ += usize::from([answer, plain, leaps].iter().any(|ours| ours.cost != rival));
        }
        row.queries += 1;
        row.ours += fastest[0];
        row.general += fastest[1];
        row.jumping += fastest[2];
        row.theirs += fastest[3];
    }
    row.expansions /= RUNS as u64;
    Ok(row)
}

/// Does something and keeps its time if it is the fastest.
fn timed<R>(fastest: &mut Duration, run: impl FnOnce() -> R) -> R {
    let begin = Instant::now();
    let result = run();
    *fastest = begin.elapsed().min(*fastest);
    result
}

fn theirs(grid: &Grid, near: Octile, start: CellId, goal: CellId) -> Option<u64> {
    let found = pathfinding::directed::astar::astar(
        &start.0,
        |&cell| grid.steps(CellId(cell)).map(|(to, cost)| (to.0, cost as u64)),
        |&cell| near.estimate(StateId(cell), goal.into()) as u64,
        |&cell| cell == goal.0,
    );
    found.map(|(_, cost)| cost)
}

fn print_row(row: &Row) {
    let each = |time: Duration| time.as_secs_f64() * 1e6 / row.queries as f64;
    let ratio = row.theirs.as_secs_f64() / row.ours.as_secs_f64();
    let lengths = if row.differ == 0 { "equal".into() } else { format!("{} differ", row.differ) };
    println!(
        "{:28} {:>7} {:>12} {:>10.1} {:>10.1} {:>10.1} {:>6.1}× {:>6.1}×  {lengths}",
        row.map,
        row.queries,
        row.expansions / row.queries as u64,
        each(row.ours),
        each(row.jumping),
        each(row.theirs),
        ratio,
        row.theirs.as_secs_f64() / row.jumping.as_secs_f64(),
    );
}

fn figures(rows: &[Row], ratios: &[(&str, f64, f64)]) -> Value {
    let row = |row: &Row| {
        json!({
            "map": row.map, "queries": row.queries, "expansions": row.expansions, "differ": row.differ,
            "ours_s": row.ours.as_secs_f64(), "general_s": row.general.as_secs_f64(), "jumping_s": row.jumping.as_secs_f64(),
            "theirs_s": row.theirs.as_secs_f64(),
        })
    };
    let ratio = |&(name, total, mean): &(&str, f64, f64)| json!({ "search": name, "total": total, "mean": mean });
    json!({
        "rival": "pathfinding 4 (astar)",
        "faster": ratios.iter().map(ratio).collect::<Vec<_>>(),
        "maps": rows.iter().map(row).collect::<Vec<_>>(),
    })
}
