//! A cell on the path is blocked: AD* and D* Lite repair, A* plans anew.

use super::maps;
use crate::frame::{Comparison, Options, Report, Table, progress};
use navigant_mesh::CellId;
use navigant_search::graph::{AStar, AdStar, Budget, DStarLite, Octile, StateId};
use navigant_testing::rng::Rng;
use std::error::Error;
use std::time::{Duration, Instant};

/// How far ahead an agent sees, in cells.
const SIGHT: u32 = 32;
/// How much dearer than the optimum the path of an AD* that is not to be perfect may be.
const EPSILON: f64 = 1.01;
const SEARCHES: usize = 4;

/// Sums over changes: A* anew, D* Lite, AD* at ε = 1, AD* at ε = 1.01.
#[derive(Default)]
struct Sums {
    changes: u64,
    expansions: [u64; SEARCHES],
    times: [Duration; SEARCHES],
    /// A*'s expansions over those of each search, added up change by change.
    ratios: [f64; SEARCHES],
    wrong: u64,
}

/// Where on the path the change is.
#[derive(Clone, Copy)]
enum Place {
    Anywhere,
    InSight,
}

/// Adds the comparisons.
///
/// # Errors
/// When a map cannot be read or a search fails.
pub fn report(report: &mut Report, options: &Options) -> Result<(), Box<dyn Error>> {
    let anywhere = measure(report, options, Place::Anywhere)?;
    let in_sight = measure(report, options, Place::InSight)?;
    let wrong = (anywhere.wrong + in_sight.wrong) as f64;
    report.compare(Comparison::exactly("repairs unlike A* anew (or beyond 1 % at ε = 1.01)", 0.0, wrong));
    let what = |how: &str| format!("A*'s expansions over AD*'s, {} changes on the path, {how}", anywhere.changes);
    report.compare(Comparison::at_least(&what("anywhere, ε = 1.01"), 10.0, anywhere.ratio(3), "×"));
    report.compare(Comparison::at_least(&what("in sight, ε = 1"), 10.0, in_sight.ratio(2), "×"));
    report.compare(Comparison::at_least(&what("anywhere, ε = 1"), 10.0, anywhere.ratio(2), "×"));
    let mean = |search: usize| anywhere.ratios[search] / anywhere.changes.max(1) as f64;
    report.note(format!(
        "All these ratios are of sums: mean expansions over mean expansions, in which the dearest changes weigh most. The mean \
         of the ratios of single changes, anywhere on the path, is {:.0} for AD* at ε = 1, {:.0} at ε = 1.01 and {:.0} for D* \
         Lite.",
        mean(2),
        mean(3),
        mean(1),
    ));
    report.note(
        "A change far ahead of the agent alters the cost of everything behind it. To be optimal again, D* Lite must expand all \
         of that; in mazes and rooms it is a good part of the map. AD* that is told that edges only went looks from the start \
         instead, led by the costs of before, which still bound those of now from below.",
    );
    Ok(())
}

fn measure(report: &mut Report, options: &Options, place: Place) -> Result<Sums, Box<dyn Error>> {
    let changes = if options.quick { 5 } else { 1000 / maps::LARGE.len() as u64 };
    let bar = progress("changes on the path", changes * maps::LARGE.len() as u64);
    let where_ = match place {
        Place::Anywhere => "anywhere on the path".into(),
        Place::InSight => format!("at most {SIGHT} cells ahead on the path"),
    };
    let mut table = Table::new(
        &format!("A cell {where_} is blocked: mean expansions, and µs, to have a path again"),
        &[
            "map",
            "changes",
            "A* anew",
            "D* Lite",
            "AD* ε=1",
            "AD* ε=1.01",
            "A*/AD*",
            "A*/AD* 1.01",
            "A* µs",
            "D* Lite µs",
            "AD* µs",
            "AD* 1.01 µs",
        ],
    );
    let mut all = Sums::default();
    let mut rng = Rng::new(options.seed);
    for name in maps::LARGE {
        let mut map = maps::read(&options.data, name)?;
        let sums = block_and_repair(&mut map, &mut rng, changes, place, &bar)?;
        table.row(name, &sums.figures());
        all.add(&sums);
    }
    bar.finish_and_clear();
    table.row("all", &all.figures());
    report.table(table);
    Ok(all)
}

/// Takes queries in turn; on each, a few cells of the path are blocked one after the other.
fn block_and_repair(
    map: &mut maps::Map,
    rng: &mut Rng,
    changes: u64,
    place: Place,
    bar: &indicatif::ProgressBar,
) -> Result<Sums, Box<dyn Error>> {
    let near = Octile::on(&map.grid);
    let original = map.grid.clone();
    let mut a_star = AStar::new();
    let mut sums = Sums::default();
    while sums.changes < changes {
        let Some((start, goal)) = map.hard_query(rng) else { break };
        let grid = &mut map.grid;
        grid.clone_from(&original);
        let mut d_star = DStarLite::new(grid, &near, start, goal)?;
        let mut exact = AdStar::new(grid, &near, start, goal, 1.0)?;
        let mut close = AdStar::new(grid, &near, start, goal, EPSILON)?;
        d_star.search(grid, &near, Budget::UNLIMITED)?;
        exact.search(grid, &near, Budget::UNLIMITED)?;
        close.search(grid, &near, Budget::UNLIMITED)?;
        for _ in 0..5 {
            // The path that is followed is the one within 1 %: a change on it is a change on a path for all.
            let path = close.path();
            if path.len() < 4 {
                break;
            }
            let reach = match place {
                Place::Anywhere => path.len() as u32 - 2,
                Place::InSight => (path.len() as u32 - 2).min(SIGHT),
            };
            let Some(cell) = grid.cell(CellId::from(path[1 + rng.below(reach) as usize])) else { break };
            grid.block(cell)?;
            let touched = || grid.around(cell).map(StateId::from);
            let mut clock = Instant::now();
            let mut lap = || std::mem::replace(&mut clock, Instant::now()).elapsed();
            let anew = a_star.find(grid, &near, start, goal, Budget::UNLIMITED)?;
            let mut times = [lap(), Duration::ZERO, Duration::ZERO, Duration::ZERO];
            d_star.update(grid, &near, touched())?;
            let repaired = d_star.search(grid, &near, Budget::UNLIMITED)?;
            times[1] = lap();
            exact.update_dearer(grid, &near, touched())?;
            let optimal = exact.search(grid, &near, Budget::UNLIMITED)?;
            times[2] = lap();
            close.update_dearer(grid, &near, touched())?;
            let within = close.search(grid, &near, Budget::UNLIMITED)?;
            times[3] = lap();
            for (i, answer) in [anew, repaired, optimal, within].into_iter().enumerate() {
                sums.expansions[i] += answer.expansions;
                sums.times[i] += times[i];
                sums.ratios[i] += anew.expansions as f64 / answer.expansions.max(1) as f64;
                let good = match (answer.cost, anew.cost) {
                    (Some(cost), Some(best)) if i == 3 => cost <= EPSILON * best,
                    (cost, best) => cost == best,
                };
                sums.wrong += u64::from(!good);
            }
            sums.changes += 1;
            bar.inc(1);
            if anew.cost.is_none() || sums.changes == changes {
                break;
            }
        }
    }
    map.grid = original;
    Ok(sums)
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.changes += other.changes;
        self.wrong += other.wrong;
        for i in 0..SEARCHES {
            self.expansions[i] += other.expansions[i];
            self.times[i] += other.times[i];
            self.ratios[i] += other.ratios[i];
        }
    }

    /// A*'s expansions over those of another search.
    fn ratio(&self, search: usize) -> f64 {
        self.expansions[0] as f64 / self.expansions[search].max(1) as f64
    }

    fn figures(&self) -> Vec<f64> {
        let count = self.changes.max(1) as f64;
        let expansions = self.expansions.map(|sum| sum as f64 / count);
        let times = self.times.map(|sum| sum.as_secs_f64() * 1e6 / count);
        [&[self.changes as f64], &expansions[..], &[self.ratio(2), self.ratio(3)], &times[..]].concat()
    }
}
