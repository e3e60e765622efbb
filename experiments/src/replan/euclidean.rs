//! The exact counterpart: shortest paths in the plane, kept or found from scratch after each of many random edits.

use super::maps::Environment;
use crate::frame::{Comparison, Options, Report, Table, progress};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, ObstacleId, Outline, Point};
use navigant_search::plane::{Path, PathFinder, PathReplanner, Query, Rung};
use navigant_testing::rng::Rng;
use std::error::Error;
use std::time::{Duration, Instant};

/// Edits, and agents that replan after each, in full and for a first look.
const EDITS: [u32; 2] = [100, 20];
const AGENTS: [usize; 2] = [200, 30];

/// What was seen for one radius.
#[derive(Default)]
struct Sums {
    replans: u64,
    kept: u64,
    blocked: u64,
    opened: u64,
    replanned: Duration,
    fresh: Duration,
    /// By how much lengths differ at most, in metres.
    off: f64,
    /// Expansions of the searches after something came in the way, and of searches from where their paths meet the old ones.
    searched: u64,
    beyond: u64,
}

/// Compares replanning with planning from scratch on a map, for points and for discs of 0.7 m.
///
/// # Errors
/// When the map cannot be built.
pub fn report(report: &mut Report, environment: &Environment, options: &Options) -> Result<(), Box<dyn Error>> {
    let heads =
        ["", "replans", "kept", "blocked", "opened", "replan µs", "scratch µs", "times faster", "off by m", "beyond %"];
    let mut table =
        Table::new(&format!("{}: shortest paths in the plane after random edits", environment.name), &heads);
    for (name, radius) in [("points", 0.0), ("discs of 0.7 m", 0.7)] {
        let sums = run(environment, radius, options)?;
        let each = |time: Duration| 1e6 * time.as_secs_f64() / sums.replans.max(1) as f64;
        let faster = each(sums.fresh) / each(sums.replanned);
        let counts = [sums.replans, sums.kept, sums.blocked, sums.opened].map(|n| n as f64);
        let beyond = 100.0 * sums.beyond as f64 / sums.searched.max(1) as f64;
        let times = [each(sums.replanned), each(sums.fresh), faster, sums.off, beyond];
        table.row(name, &[&counts[..], &times[..]].concat());
        let what = format!("{}: Euclidean replanning of {name}, times faster than from scratch", environment.name);
        report.compare(Comparison::at_least(&what, 3.0, faster, "×"));
        let what = format!("{}: Euclidean replanning of {name}, lengths off by", environment.name);
        report.compare(Comparison::at_most(&what, 1e-3, sums.off, " m"));
    }
    report.table(table);
    report.note(
        "Beyond: of the expansions of searches after something came in the way, those that a search from where the new path meets \
         the old one takes, to which the rest is known to be a shortest path. Ending there, as DPA* does, can save no more.",
    );
    Ok(())
}

fn run(environment: &Environment, radius: f64, options: &Options) -> Result<Sums, Box<dyn Error>> {
    let quick = usize::from(options.quick);
    let mut map = environment.build()?;
    let mut rng = Rng::new(options.seed);
    let (mut finder, mut replanner) = (PathFinder::new(), PathReplanner::new());
    let mut paths: Vec<Path> = Vec::new();
    while paths.len() < AGENTS[quick] {
        let mut end = || Point::new(rng.range(0.0..environment.size), rng.range(0.0..environment.size));
        let query = Query::new(end(), end()).with_radius(radius);
        paths.extend(finder.find(&map, &query).ok().cloned());
    }
    let (mut sums, mut there) = (Sums::default(), Vec::new());
    let bar = progress("Euclidean replanning", u64::from(EDITS[quick]));
    for _ in 0..EDITS[quick] {
        edit(&mut rng, &mut map, environment.size, &mut there)?;
        // What follows from the map is brought up to date before the clock starts.
        let _ = (map.components(), map.dead_ends(), map.profiles());
        for path in &mut paths {
            let [from, to] = [path.points[0], path.points[path.points.len() - 1]];
            let query = Query::new(from, to).with_radius(radius);
            let begin = Instant::now();
            let fresh = finder.find(&map, &query).map(|path| path.length);
            let searched = begin.elapsed();
            let old = path.points.clone();
            let middle = Instant::now();
            let rung = replanner.replan(&map, &query, path);
            let end = Instant::now();
            if rung == Ok(Rung::Blocked) {
                sums.searched += replanner.expansions();
                let rest = path.points.iter().rev().zip(old.iter().rev()).take_while(|(new, old)| new == old).last();
                if let Some((&meets, _)) = rest.filter(|(meets, _)| **meets != to) {
                    let _ = finder.find(&map, &Query::new(meets, to).with_radius(radius));
                    sums.beyond += finder.expansions();
                }
            }
            sums.fresh += searched;
            sums.replanned += end - middle;
            sums.replans += 1;
            match rung {
                Ok(Rung::Kept) => sums.kept += 1,
                Ok(Rung::Blocked) => sums.blocked += 1,
                Ok(Rung::Opened) => sums.opened += 1,
                Ok(Rung::Unknown) | Err(_) => {}
            }
            match (fresh, rung) {
                (Ok(length), Ok(_)) => sums.off = sums.off.max((length - path.length).abs()),
                (Err(_), Err(_)) => path.revision = map.revision(),
                _ => sums.off = f64::INFINITY,
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(sums)
}

/// A square comes, or one that has come goes.
fn edit(rng: &mut Rng, map: &mut Map, size: f64, there: &mut Vec<ObstacleId>) -> Result<(), Box<dyn Error>> {
    if !there.is_empty() && rng.one_in(2) {
        let id = there.swap_remove(rng.below(there.len() as u32) as usize);
        map.remove(id)?;
    } else {
        let at = Point::new(rng.range(0.0..size), rng.range(0.0..size));
        there.push(map.insert(&Outline::rectangle([at.x - 1.0, at.y - 1.0], [at.x + 1.0, at.y + 1.0]))?);
    }
    Ok(())
}
