//! An agent walks to its goal while obstacles move: AD* and D* Lite repair at every step, A* plans anew.

use super::maps;
use crate::frame::{Comparison, Options, Plot, Report, Table, progress};
use navigant_mesh::{Cell, CellId, Grid};
use navigant_search::graph::{AStar, AdStar, Budget, DStarLite, Octile, StateId};
use navigant_testing::rng::Rng;
use std::error::Error;
use std::num::NonZeroU8;
use std::time::Instant;

/// How many obstacles move about, each a square of 3 × 3 cells.
const OBSTACLES: usize = 40;
/// How much dearer than the optimum AD*'s path may be.
const EPSILON: f64 = 1.1;

/// Adds table and plot.
///
/// # Errors
/// When a map cannot be read or a search fails.
pub fn report(report: &mut Report, options: &Options) -> Result<(), Box<dyn Error>> {
    let names = if options.quick { &maps::LARGE[..1] } else { &maps::LARGE[..] };
    let bar = progress("moving obstacles", names.len() as u64);
    let mut table = Table::new(
        "An agent walks while 40 obstacles move: means per step",
        &["map", "steps", "A* expansions", "D* Lite", "AD* ε=1.1", "A* µs", "D* Lite µs", "AD* µs", "wrong"],
    );
    let mut rng = Rng::new(options.seed);
    let mut wrong = 0;
    for (number, name) in names.iter().enumerate() {
        let map = maps::read(&options.data, name)?;
        let steps = walk(&map, &mut rng, if options.quick { 40 } else { 150 })?;
        wrong += steps.iter().filter(|step| step.wrong).count();
        table.row(name, &means(&steps));
        if number == 0 {
            report.plot(plot(name, &steps));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    report.compare(Comparison::exactly("steps among moving obstacles with a path that is too dear", 0.0, wrong as f64));
    report.table(table);
    Ok(())
}

/// What each of the three searches did in one step.
struct Step {
    expansions: [f64; 3],
    micros: [f64; 3],
    wrong: bool,
}

fn walk(map: &maps::Map, rng: &mut Rng, most: usize) -> Result<Vec<Step>, Box<dyn Error>> {
    let Some(&(mut at, goal)) = map.queries.last() else { return Ok(Vec::new()) };
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
    let mut d_star = DStarLite::new(&grid, &near, at, goal)?;
    let mut ad_star = AdStar::new(&grid, &near, at, goal, EPSILON)?;
    d_star.search(&grid, &near, Budget::UNLIMITED)?;
    ad_star.search(&grid, &near, Budget::UNLIMITED)?;
    let mut steps = Vec::new();
    while at != goal && steps.len() < most {
        let changed = shift(&mut grid, &map.grid, &mut obstacles, [at, goal], rng)?;
        let touched = || changed.iter().flat_map(|&cell| grid.around(cell)).map(StateId::from);
        let begin = Instant::now();
        let anew = a_star.find(&grid, &near, at, goal, Budget::UNLIMITED)?;
        let planned = Instant::now();
        d_star.move_start(&grid, &near, at)?;
        d_star.update(&grid, &near, touched())?;
        let repaired = d_star.search(&grid, &near, Budget::UNLIMITED)?;
        let mended = Instant::now();
        ad_star.move_start(&grid, at)?;
        ad_star.update(&grid, &near, touched())?;
        let improved = ad_star.search(&grid, &near, Budget::UNLIMITED)?;
        let times = [planned - begin, mended - planned, mended.elapsed()];
        steps.push(Step {
            expansions: [anew, repaired, improved].map(|a| a.expansions as f64),
            micros: times.map(|time| time.as_secs_f64() * 1e6),
            wrong: repaired.cost != anew.cost || improved.cost > anew.cost.map(|best| EPSILON * best),
        });
        at = ad_star.path().get(1).copied().unwrap_or(at);
    }
    Ok(steps)
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

fn means(steps: &[Step]) -> Vec<f64> {
    let count = steps.len().max(1) as f64;
    let mean = |of: &dyn Fn(&Step) -> f64| steps.iter().map(of).sum::<f64>() / count;
    let mut row = vec![steps.len() as f64];
    row.extend((0..3).map(|i| mean(&|s| s.expansions[i])));
    row.extend((0..3).map(|i| mean(&|s| s.micros[i])));
    row.push(steps.iter().filter(|s| s.wrong).count() as f64);
    row
}

fn plot(name: &str, steps: &[Step]) -> Plot {
    let mut plot = Plot::new(&format!("{name}: expansions in each step"), "step", "expansions (+1)");
    plot.log_y = true;
    for (i, who) in ["A* anew", "D* Lite", "AD* ε = 1.1"].into_iter().enumerate() {
        plot.line(who, steps.iter().enumerate().map(|(n, s)| (n as f64, s.expansions[i] + 1.0)).collect());
    }
    plot
}
