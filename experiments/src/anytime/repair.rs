//! A cell on the path is blocked: the replanner, AD* and D* Lite repair, A* plans from scratch.

use super::contenders::{Contender, Event, Outcome, Record, geometric_mean, replay};
use super::maps;
use crate::frame::{Comparison, Options, Report, Table, progress};
use navigant_mesh::CellId;
use navigant_search::graph::{AStar, Budget, Octile};
use navigant_testing::rng::Rng;
use std::error::Error;
use std::time::Duration;

/// How far ahead an agent sees, in cells.
const SIGHT: u32 = 32;
/// How much dearer than the optimum the path of an AD* that is not to be perfect may be.
const EPSILON: f64 = 1.01;
/// A* from scratch comes first: from cell to cell in two ways, and over jump points.
const CONTENDERS: [Contender; 7] = [
    Contender::AStar,
    Contender::GridAStar,
    Contender::Jumps,
    Contender::DStarLite,
    Contender::AdStar(1.0),
    Contender::AdStar(EPSILON),
    Contender::Replanner,
];
/// How many search from scratch.
const SCRATCH: usize = 3;
const JUMPS: usize = 2;
const D_STAR: usize = 3;
const AD_STAR: usize = 4;
const AD_STAR_CLOSE: usize = 5;
const REPLANNER: usize = 6;

/// Sums over changes, by contender.
#[derive(Clone, Copy, Default)]
struct Sums {
    changes: u64,
    expansions: [u64; CONTENDERS.len()],
    times: [Duration; CONTENDERS.len()],
    /// A*'s expansions over those of each search, added up change by change.
    ratios: [f64; CONTENDERS.len()],
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
    let [all_anywhere, all_in_sight] = [&anywhere, &in_sight].map(|maps| Sums::of(maps));
    let wrong = (all_anywhere.wrong + all_in_sight.wrong) as f64;
    report.compare(Comparison::exactly("repairs unlike A* from scratch (or beyond 1 % at ε = 1.01)", 0.0, wrong));
    let what = |how: &str| format!("A*'s expansions over AD*'s, {} changes on the path, {how}", all_anywhere.changes);
    report.compare(Comparison::at_least(&what("anywhere, ε = 1.01"), 10.0, all_anywhere.ratio(AD_STAR_CLOSE), "×"));
    report.compare(Comparison::at_least(&what("in sight, ε = 1"), 10.0, all_in_sight.ratio(AD_STAR), "×"));
    report.compare(Comparison::at_least(&what("anywhere, ε = 1"), 10.0, all_anywhere.ratio(AD_STAR), "×"));
    let what =
        format!("time of the fastest A* from scratch over the replanner's, {} changes in sight", all_in_sight.changes);
    report.compare(Comparison::at_least(&what, 10.0, all_in_sight.fastest() / all_in_sight.time(REPLANNER), "×"));
    let mean = |of: &dyn Fn(&Sums) -> f64| geometric_mean(&in_sight.iter().map(of).collect::<Vec<_>>());
    report.note(format!(
        "By the clock, changes in sight, geometric mean over the maps: the fastest A* from scratch takes {:.1}× the time of \
         the replanner, {:.1}× that of D* Lite and {:.1}× that of AD* at ε = 1. A* over jump points, a graph that is prepared \
         beforehand, takes {:.1}× the replanner's time; over all changes {:.1}×. Every search lives through \
         all changes alone, five times, all in turn, and the shortest time of each change counts.",
        mean(&|sums| sums.fastest() / sums.time(REPLANNER)),
        mean(&|sums| sums.fastest() / sums.time(D_STAR)),
        mean(&|sums| sums.fastest() / sums.time(AD_STAR)),
        mean(&|sums| sums.time(JUMPS) / sums.time(REPLANNER)),
        all_in_sight.time(JUMPS) / all_in_sight.time(REPLANNER),
    ));
    let mean = |search: usize| all_anywhere.ratios[search] / all_anywhere.changes.max(1) as f64;
    report.note(format!(
        "All ratios above are of sums: mean over mean, in which the dearest changes weigh most. The mean of the ratios of \
         expansions of single changes, anywhere on the path, is {:.0} for AD* at ε = 1, {:.0} at ε = 1.01, {:.0} for D* Lite \
         and {:.0} for the replanner.",
        mean(AD_STAR),
        mean(AD_STAR_CLOSE),
        mean(D_STAR),
        mean(REPLANNER),
    ));
    report.note(
        "A change far ahead of the agent alters the cost of everything behind it. To be optimal again, D* Lite must expand all \
         of that; in mazes and rooms it is a good part of the map. The replanner, and AD* that is told that edges only went, \
         look from the start instead, led by the costs of before, which still bound those of now from below.",
    );
    Ok(())
}

/// The sums of each map.
fn measure(report: &mut Report, options: &Options, place: Place) -> Result<Vec<Sums>, Box<dyn Error>> {
    let changes = if options.quick { 5 } else { 1000 / maps::LARGE.len() };
    let bar = progress("changes on the path", (changes * maps::LARGE.len()) as u64);
    let where_ = match place {
        Place::Anywhere => "anywhere on the path".into(),
        Place::InSight => format!("at most {SIGHT} cells ahead on the path"),
    };
    let columns = ["A*", "GridA*", "jumps", "D* Lite", "AD* ε=1", "AD* 1.01", "replanner"];
    let mut expansions = Table::new(
        &format!("A cell {where_} is blocked: mean expansions to have a path again"),
        &[&["map", "changes"], &columns[..], &["A*/AD*", "A*/AD* 1.01"]].concat(),
    );
    let mut micros = Table::new(
        &format!("A cell {where_} is blocked: mean µs to have a path again"),
        &[&["map"], &columns[..], &["fastest A*/replanner"]].concat(),
    );
    let mut all = Vec::new();
    let mut rng = Rng::new(options.seed);
    for name in maps::LARGE {
        let map = maps::read(&options.data, name)?;
        let sums = block_and_repair(&map, &mut rng, changes, place, &bar)?;
        sums.write(name, &mut expansions, &mut micros);
        all.push(sums);
    }
    bar.finish_and_clear();
    Sums::of(&all).write("all", &mut expansions, &mut micros);
    report.table(expansions);
    report.table(micros);
    Ok(all)
}

/// Takes queries in turn; on each, a few cells of the path are blocked one after the other.
fn block_and_repair(
    map: &maps::Map,
    rng: &mut Rng,
    changes: usize,
    place: Place,
    bar: &indicatif::ProgressBar,
) -> Result<Sums, Box<dyn Error>> {
    let mut sums = Sums::default();
    while sums.changes < changes as u64 {
        let most = (changes as u64 - sums.changes).min(5) as usize;
        let Some(record) = record(map, rng, most, place)? else { break };
        let outcomes = replay(&CONTENDERS.into_iter(), &map.grid, &record)?;
        (0..record.events.len()).for_each(|event| sums.count(|who| outcomes[who][event]));
        bar.inc(record.events.len() as u64);
    }
    Ok(sums)
}

/// Blocks a few cells of the path of a query, one after the other; `None` if the map has no queries.
fn record(map: &maps::Map, rng: &mut Rng, most: usize, place: Place) -> Result<Option<Record>, Box<dyn Error>> {
    let (mut grid, mut a_star, near) = (map.grid.clone(), AStar::new(), Octile::on(&map.grid));
    let Some((start, goal)) = map.hard_query(rng) else { return Ok(None) };
    let mut record = Record { start, goal, events: Vec::new(), dearer: true };
    while record.events.len() < most {
        a_star.find(&grid, &near, start, goal, Budget::UNLIMITED)?;
        let path = a_star.path();
        if path.len() < 4 {
            break;
        }
        let reach = match place {
            Place::Anywhere => path.len() as u32 - 2,
            Place::InSight => (path.len() as u32 - 2).min(SIGHT),
        };
        let Some(cell) = grid.cell(CellId::from(path[1 + rng.below(reach) as usize])) else { break };
        grid.block(cell)?;
        record.events.push(Event { changed: vec![cell], start });
    }
    Ok(Some(record))
}

impl Sums {
    /// The sums of all maps.
    fn of(maps: &[Sums]) -> Sums {
        let mut all = Sums::default();
        for sums in maps {
            all.changes += sums.changes;
            all.wrong += sums.wrong;
            for who in 0..CONTENDERS.len() {
                all.expansions[who] += sums.expansions[who];
                all.times[who] += sums.times[who];
                all.ratios[who] += sums.ratios[who];
            }
        }
        all
    }

    /// Counts what each contender did after a change.
    fn count(&mut self, outcome: impl Fn(usize) -> Outcome) {
        let fresh = outcome(0);
        for (who, contender) in CONTENDERS.iter().enumerate() {
            let Outcome { cost, expansions, time } = outcome(who);
            self.expansions[who] += expansions;
            self.times[who] += time;
            self.ratios[who] += fresh.expansions as f64 / expansions.max(1) as f64;
            let good = match (cost, fresh.cost) {
                (Some(cost), Some(best)) if *contender == Contender::AdStar(EPSILON) => cost <= EPSILON * best,
                (cost, best) => cost == best,
            };
            self.wrong += u64::from(!good);
        }
        self.changes += 1;
    }

    /// A*'s expansions over those of another search.
    fn ratio(&self, who: usize) -> f64 {
        self.expansions[0] as f64 / self.expansions[who].max(1) as f64
    }

    /// What a contender took altogether, in seconds.
    fn time(&self, who: usize) -> f64 {
        self.times[who].as_secs_f64()
    }

    /// What the fastest A* took that searches from scratch.
    fn fastest(&self) -> f64 {
        (0..SCRATCH).map(|who| self.time(who)).fold(f64::INFINITY, f64::min)
    }

    fn write(&self, name: &str, expansions: &mut Table, micros: &mut Table) {
        let count = self.changes.max(1) as f64;
        let means = self.expansions.map(|sum| sum as f64 / count);
        let ratios = [self.ratio(AD_STAR), self.ratio(AD_STAR_CLOSE)];
        expansions.row(name, &[&[self.changes as f64], &means[..], &ratios[..]].concat());
        let times = self.times.map(|sum| sum.as_secs_f64() * 1e6 / count);
        micros.row(name, &[&times[..], &[self.fastest() / self.time(REPLANNER)]].concat());
    }
}
