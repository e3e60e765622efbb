//! A cell on the path is blocked: AD* and D* Lite repair, A* plans anew.

use super::maps;
use crate::frame::{Comparison, Options, Report, Table, progress};
use navigant_mesh::CellId;
use navigant_search::graph::{AStar, AdStar, Budget, DStarLite, Octile, StateId};
use navigant_testing::rng::Rng;
use std::error::Error;
use std::time::{Duration, Instant};

/// Sums over the changes of a map.
#[derive(Default)]
struct Sums {
    changes: u64,
    expansions: [u64; 3],
    times: [Duration; 3],
    wrong: u64,
}

/// Adds the comparison.
///
/// # Errors
/// When a map cannot be read or a search fails.
pub fn report(report: &mut Report, options: &Options) -> Result<(), Box<dyn Error>> {
    let changes = if options.quick { 5 } else { 1000 / maps::LARGE.len() as u64 };
    let bar = progress("changes on the path", changes * maps::LARGE.len() as u64);
    let mut table = Table::new(
        "A cell on the path is blocked: mean expansions (and µs) to have the optimum again",
        &["map", "changes", "A* anew", "D* Lite", "AD*", "A*/AD*", "A* µs", "D* Lite µs", "AD* µs"],
    );
    let mut all = Sums::default();
    let mut rng = Rng::new(options.seed);
    for name in maps::LARGE {
        let mut map = maps::read(&options.data, name)?;
        let sums = block_and_repair(&mut map, &mut rng, changes, &bar)?;
        table.row(name, &sums.figures());
        all.add(&sums);
    }
    bar.finish_and_clear();
    table.row("all", &all.figures());
    report.compare(Comparison::exactly("repairs that cost what A* anew does not", 0.0, all.wrong as f64));
    let ratio = all.expansions[0] as f64 / all.expansions[2].max(1) as f64;
    let what = format!("A*'s expansions over AD*'s, mean of {} changes on the path, 512×512", all.changes);
    report.compare(Comparison::at_least(&what, 10.0, ratio, "×"));
    report.table(table);
    Ok(())
}

/// Takes queries in turn; on each, an agent walks its path and meets a few blocked cells.
fn block_and_repair(
    map: &mut maps::Map,
    rng: &mut Rng,
    changes: u64,
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
        let mut ad_star = AdStar::new(grid, &near, start, goal, 1.0)?;
        d_star.search(grid, &near, Budget::UNLIMITED)?;
        ad_star.search(grid, &near, Budget::UNLIMITED)?;
        for _ in 0..5 {
            let path = ad_star.path();
            if path.len() < 4 {
                break;
            }
            // Anywhere on the path but at its ends.
            let place = path[1 + rng.below(path.len() as u32 - 2) as usize];
            let Some(cell) = grid.cell(CellId::from(place)) else { break };
            grid.block(cell)?;
            let touched = || grid.around(cell).map(StateId::from);
            let begin = Instant::now();
            let anew = a_star.find(grid, &near, start, goal, Budget::UNLIMITED)?;
            let middle = Instant::now();
            d_star.update(grid, &near, touched())?;
            let repaired = d_star.search(grid, &near, Budget::UNLIMITED)?;
            let later = Instant::now();
            ad_star.update(grid, &near, touched())?;
            let improved = ad_star.search(grid, &near, Budget::UNLIMITED)?;
            let times = [middle - begin, later - middle, later.elapsed()];
            let answers = [anew, repaired, improved];
            for i in 0..3 {
                sums.expansions[i] += answers[i].expansions;
                sums.times[i] += times[i];
                sums.wrong += u64::from(answers[i].cost != anew.cost);
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
        for i in 0..3 {
            self.expansions[i] += other.expansions[i];
            self.times[i] += other.times[i];
        }
    }

    fn figures(&self) -> Vec<f64> {
        let count = self.changes.max(1) as f64;
        let expansions = self.expansions.map(|sum| sum as f64 / count);
        let times = self.times.map(|sum| sum.as_secs_f64() * 1e6 / count);
        let ratio = expansions[0] / expansions[2].max(f64::MIN_POSITIVE);
        [&[self.changes as f64], &expansions[..], &[ratio], &times[..]].concat()
    }
}
