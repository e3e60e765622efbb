//! HPA* against A*: how much faster, how much longer.

use super::contenders::geometric_mean;
use super::maps;
use crate::frame::{Comparison, Options, Report, Table, progress};
use navigant_search::graph::{Budget, GridAStar, HpaStar, SearchError};
use navigant_search::internals::HpaStarInternals as _;
use std::error::Error;
use std::time::Instant;

/// The side of a cluster, in cells.
const SIDE: u32 = 32;
/// How often a query is asked; the shortest time counts, so that what else the machine does does not.
const REPEATS: usize = 3;

/// Adds the comparison.
///
/// # Errors
/// When a map cannot be read or a search fails.
pub fn report(report: &mut Report, options: &Options) -> Result<(), Box<dyn Error>> {
    let names = if options.quick { &maps::LARGE[..2] } else { &maps::LARGE[..] };
    let bar = progress("clusters", names.len() as u64);
    let mut table = Table::new(
        "HPA* with clusters of 32 × 32, means over the queries of a map",
        &[
            "map",
            "A* exp.",
            "HPA* exp.",
            "ratio",
            "longer %",
            "smoothed %",
            "GridA* µs",
            "HPA* µs",
            "A*/HPA*",
            "build ms",
            "edit µs",
        ],
    );
    let (mut of_a_star, mut of_hpa, mut lengths, mut smoothed, mut found) = (0, 0, 0.0, 0.0, 0.0);
    let mut faster = Vec::new();
    for name in names {
        let map = maps::read(&options.data, name)?;
        let begin = Instant::now();
        let mut hpa = HpaStar::new(&map.grid, SIDE);
        let build = begin.elapsed().as_secs_f64() * 1e3;
        let mut a_star = GridAStar::new();
        let (mut expansions, mut longer, mut micros, mut count) = ([0, 0], [0.0, 0.0], [0.0, 0.0], 0.0);
        for (start, goal) in map.some_queries(if options.quick { 20 } else { 200 }) {
            let (best, planned) = shortest(|| a_star.find(&map.grid, start, goal, Budget::UNLIMITED))?;
            let (rough, _) = shortest(|| hpa.find(&map.grid, start, goal, Budget::UNLIMITED))?;
            let (smooth, smoothed) = shortest(|| {
                hpa.find(&map.grid, start, goal, Budget::UNLIMITED)?;
                Ok(hpa.smooth(&map.grid))
            })?;
            let spent = [planned, smoothed];
            let (Some(best_cost), Some(rough_cost), Some(smooth)) = (best.cost, rough.cost, smooth) else { continue };
            if best_cost == 0.0 {
                continue;
            }
            expansions = [expansions[0] + best.expansions, expansions[1] + rough.expansions];
            longer = [longer[0] + rough_cost / best_cost - 1.0, longer[1] + smooth / best_cost - 1.0];
            micros = [micros[0] + spent[0], micros[1] + spent[1]];
            count += 1.0;
        }
        let [a, h] = expansions.map(|sum| sum as f64 / count);
        let edit = edit_time(&map, &mut hpa)?;
        faster.push(micros[0] / micros[1]);
        let times = [micros[0] / count, micros[1] / count, micros[0] / micros[1], build, edit];
        table.row(name, &[&[a, h, a / h, 100.0 * longer[0] / count, 100.0 * longer[1] / count], &times[..]].concat());
        of_a_star += expansions[0];
        of_hpa += expansions[1];
        (lengths, smoothed, found) = (lengths + longer[0], smoothed + longer[1], found + count);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let ratio = of_a_star as f64 / of_hpa.max(1) as f64;
    report.compare(Comparison::at_least("A*'s expansions over HPA*'s", 10.0, ratio, "×"));
    let what = "GridAStar's time over that of HPA* smoothed, geometric mean over the maps";
    report.compare(Comparison::at_least(what, 4.0, geometric_mean(&faster), "×"));
    report.compare(Comparison::at_most(
        "HPA*'s paths longer than optimal, smoothed",
        1.0,
        100.0 * smoothed / found,
        " %",
    ));
    table.rows.push(vec![
        "mean before smoothing".into(),
        String::new(),
        String::new(),
        format!("{ratio:.1}"),
        format!("{:.2}", 100.0 * lengths / found),
    ]);
    report.table(table);
    Ok(())
}

/// Does something a few times; what came of it, and the shortest time it took, in µs.
fn shortest<T>(mut act: impl FnMut() -> Result<T, SearchError>) -> Result<(T, f64), SearchError> {
    let mut timed = || {
        let begin = Instant::now();
        Ok((act()?, begin.elapsed().as_secs_f64() * 1e6))
    };
    let mut best: (T, f64) = timed()?;
    for _ in 1..REPEATS {
        best.1 = best.1.min(timed()?.1);
    }
    Ok(best)
}

/// Blocks cells along a path, one at a time, and frees them again: the mean time to update the clusters, in µs.
fn edit_time(map: &maps::Map, hpa: &mut HpaStar) -> Result<f64, Box<dyn Error>> {
    let mut grid = map.grid.clone();
    let path: Vec<_> = hpa.path().iter().step_by(8).filter_map(|&s| grid.cell(s.into())).collect();
    let begin = Instant::now();
    for &cell in &path {
        grid.block(cell)?;
        hpa.update(&grid, cell);
        grid.set(cell, std::num::NonZeroU8::MIN)?;
        hpa.update(&grid, cell);
    }
    Ok(begin.elapsed().as_secs_f64() * 1e6 / (2 * path.len()).max(1) as f64)
}
