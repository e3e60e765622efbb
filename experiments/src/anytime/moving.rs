//! An agent walks to its goal while obstacles move: the replanner, AD* and D* Lite repair at every step, A* plans from scratch.

use super::contenders::{Contender, Event, Outcome, Record, geometric_mean, replay};
use super::maps;
use crate::frame::{Comparison, Options, Plot, Report, Table, progress};
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{Cell, CellId, Grid};
use navigant_search::graph::{AStar, Budget, Octile, StateId};
use navigant_testing::rng::Rng;
use std::error::Error;
use std::num::NonZeroU8;

/// How many obstacles move about, each a square of 3 × 3 cells.
const OBSTACLES: usize = 40;
/// How much dearer than the optimum AD*'s path may be.
const EPSILON: f64 = 1.1;
/// A* from scratch comes first: from cell to cell in two ways, and over jump points.
const CONTENDERS: [(&str, Contender); 6] = [
    ("A*", Contender::AStar),
    ("GridA*", Contender::GridAStar),
    ("jumps", Contender::Jumps),
    ("D* Lite", Contender::DStarLite),
    ("AD* ε=1.1", Contender::AdStar(EPSILON)),
    ("replanner", Contender::Replanner),
];
/// How many search from scratch.
const SCRATCH: usize = 3;
const JUMPS: usize = 2;
const REPLANNER: usize = 5;

/// What each contender did in each step.
type Walk = Vec<Vec<Outcome>>;

/// Adds table and plot.
///
/// # Errors
/// When a map cannot be read or a search fails.
pub fn report(report: &mut Report, options: &Options) -> Result<(), Box<dyn Error>> {
    let names = if options.quick { &maps::LARGE[..1] } else { &maps::LARGE[..] };
    let bar = progress("moving obstacles", names.len() as u64);
    let columns = CONTENDERS.map(|(name, _)| name);
    let mut expansions = Table::new(
        "An agent walks while 40 obstacles move: mean expansions per step",
        &[&["map", "steps"], &columns[..], &["wrong"]].concat(),
    );
    let mut micros = Table::new(
        "An agent walks while 40 obstacles move: mean µs per step",
        &[&["map"], &columns[..], &["replanner/fastest A*"]].concat(),
    );
    let mut rng = Rng::new(options.seed);
    let (mut wrong, mut over, mut over_jumps) = (0, Vec::new(), Vec::new());
    let mut sums = [0.0; 2];
    for (number, name) in names.iter().enumerate() {
        let map = maps::read(&options.data, name)?;
        let record = record(&map, &mut rng, if options.quick { 40 } else { 150 })?;
        let walk: Walk = replay(&CONTENDERS.into_iter().map(|(_, who)| who), &map.grid, &record)?;
        let steps = record.events.len();
        let count = steps.max(1) as f64;
        let mistakes = (0..steps).filter(|&step| is_wrong(&walk, step)).count();
        wrong += mistakes;
        let mean = |who: usize, of: &dyn Fn(&Outcome) -> f64| walk[who].iter().map(of).sum::<f64>() / count;
        let times = [0, 1, 2, 3, 4, 5].map(|who| mean(who, &|outcome| outcome.time.as_secs_f64() * 1e6));
        let states = [0, 1, 2, 3, 4, 5].map(|who| mean(who, &|outcome| outcome.expansions as f64));
        let fastest = times[..SCRATCH].iter().copied().fold(f64::INFINITY, f64::min);
        expansions.row(name, &[&[steps as f64], &states[..], &[mistakes as f64]].concat());
        micros.row(name, &[&times[..], &[times[REPLANNER] / fastest]].concat());
        over.push(times[REPLANNER] / fastest);
        over_jumps.push(times[REPLANNER] / times[JUMPS]);
        sums = [sums[0] + times[REPLANNER] * count, sums[1] + fastest * count];
        if number == 0 {
            report.plot(plot(name, &walk));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    report.compare(Comparison::exactly("steps among moving obstacles with a path that is too dear", 0.0, wrong as f64));
    let what = "the replanner's time over the fastest A*'s from scratch, 40 moving obstacles, all steps";
    report.compare(Comparison::at_most(what, 1.0, sums[0] / sums[1], "×"));
    report.table(expansions);
    report.table(micros);
    report.note(format!(
        "The replanner's path is optimal in every step. Its time over that of the fastest of A*, GridAStar and A* on jump points from \
         scratch, geometric mean over the maps: {:.2}; worst map: {:.2}. Over that of A* on jump points, a graph that is kept up to \
         date: {:.2}; worst map: {:.2}.",
        geometric_mean(&over),
        over.iter().copied().fold(0.0, f64::max),
        geometric_mean(&over_jumps),
        over_jumps.iter().copied().fold(0.0, f64::max),
    ));
    Ok(())
}

fn is_wrong(walk: &Walk, step: usize) -> bool {
    let best = walk[0][step].cost;
    CONTENDERS.iter().zip(walk).any(|((_, contender), outcomes)| match contender {
        Contender::AdStar(_) => outcomes[step].cost > best.map(|best| EPSILON * best),
        _ => outcomes[step].cost != best,
    })
}

/// Lets obstacles move, and an agent follow the shortest path among them.
fn record(map: &maps::Map, rng: &mut Rng, most: usize) -> Result<Record, Box<dyn Error>> {
    let Some(&(mut at, goal)) = map.queries.last() else { return Err("a map without queries".into()) };
    let mut record = Record { start: at, goal, events: Vec::new(), dearer: false };
    let mut grid = map.grid.clone();
    let near = Octile::on(&grid);
    let mut a_star = AStar::new();
    let mut obstacles: Vec<Cell> = Vec::new();
    a_star.find(&grid, &near, at, goal, Budget::UNLIMITED)?;
    for _ in 0..OBSTACLES {
        // Half of them near the way, where they matter.
        let path = a_star.path();
        let place = match path.get(rng.below(path.len() as u32) as usize) {
            Some(&state) if rng.one_in(2) => CellId::from(state),
            _ => CellId(rng.below(grid.cells() as u32)),
        };
        obstacles.extend(grid.cell(place));
    }
    while at != goal && record.events.len() < most {
        let changed = shift(&mut grid, &map.grid, &mut obstacles, [at, goal], rng)?;
        record.events.push(Event { changed, start: at });
        a_star.find(&grid, &near, at, goal, Budget::UNLIMITED)?;
        at = a_star.path().get(1).copied().unwrap_or(at);
    }
    Ok(record)
}

/// Moves every obstacle by a cell in some direction; returns the cells that changed.
fn shift(
    grid: &mut Grid,
    original: &Grid,
    obstacles: &mut [Cell],
    spared: [StateId; 2],
    rng: &mut Rng,
) -> Result<Vec<Cell>, Box<dyn Error>> {
    let before: Vec<Cell> = squares(original, obstacles);
    for cell in obstacles.iter_mut() {
        let toward = |place: u32, most: u32, rng: &mut Rng| (place + rng.below(3)).saturating_sub(1).min(most - 1);
        *cell = Cell::new(toward(cell.x, grid.width(), rng), toward(cell.y, grid.height(), rng));
    }
    let spared = spared.map(|state| original.cell(state.into()));
    let now: Vec<Cell> = squares(original, obstacles).into_iter().filter(|c| !spared.contains(&Some(*c))).collect();
    let mut changed = Vec::new();
    for cell in before {
        if !now.contains(&cell) && grid.set(cell, NonZeroU8::MIN)? {
            changed.push(cell);
        }
    }
    for cell in now {
        if grid.block(cell)? {
            changed.push(cell);
        }
    }
    Ok(changed)
}

/// The cells under the obstacles that are free without them.
fn squares(original: &Grid, obstacles: &[Cell]) -> Vec<Cell> {
    let cells = obstacles.iter().flat_map(|&cell| original.around(cell));
    cells.filter_map(|id| original.cell(id)).filter(|&cell| original.is_walkable(cell)).collect()
}

fn plot(name: &str, walk: &Walk) -> Plot {
    let mut plot = Plot::new(&format!("{name}: µs in each step"), "step", "µs");
    plot.log_y = true;
    for ((who, _), outcomes) in CONTENDERS.iter().zip(walk) {
        let micros = |outcome: &Outcome| outcome.time.as_secs_f64() * 1e6;
        plot.line(who, outcomes.iter().enumerate().map(|(step, outcome)| (step as f64, micros(outcome))).collect());
    }
    plot
}
