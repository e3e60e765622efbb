//! Changes from one cell to a tenth of the map: always repair, always plan from scratch, or decide by the policy.

use super::maps;
use crate::frame::{Comparison, Options, Plot, Report, Table, progress};
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{Cell, Grid};
use navigant_search::graph::{AdStar, Budget, Octile, Policy, Replanner, StateId};
use navigant_search::internals::AdStarInternals as _;
use navigant_testing::rng::Rng;
use std::error::Error;
use std::num::NonZeroU8;
use std::time::{Duration, Instant};

/// How many cells a change turns from free to blocked or back.
const SIZES: [u32; 8] = [1, 4, 16, 64, 256, 1024, 4096, 16384];
const WAYS: [&str; 3] = ["repair", "scratch", "policy"];

/// What each way took for the changes of one size.
#[derive(Clone, Copy, Default)]
struct Sums {
    changes: u64,
    expansions: [u64; 3],
    times: [Duration; 3],
    wrong: u64,
}

/// Adds table, plot and the comparison.
///
/// # Errors
/// When a map cannot be read or a search fails.
pub fn report(report: &mut Report, options: &Options) -> Result<(), Box<dyn Error>> {
    let (names, rounds) = if options.quick { (&maps::LARGE[..1], 1) } else { (&maps::LARGE[..], 6) };
    let bar = progress("small and large changes", (names.len() * rounds * SIZES.len()) as u64);
    let mut rng = Rng::new(options.seed);
    let mut sums = [Sums::default(); SIZES.len()];
    for name in names {
        let map = maps::read(&options.data, name)?;
        for _ in 0..rounds {
            let Some(query) = map.hard_query(&mut rng) else { continue };
            live(&map.grid, query, &mut rng, &mut sums, &bar)?;
        }
    }
    bar.finish_and_clear();
    let mut table = Table::new(
        "AD* to ε = 1 again after changes of a number of cells: mean expansions and µs, always repairing, always from scratch, by policy",
        &[
            "cells",
            "changes",
            "repair",
            "scratch",
            "policy",
            "repair µs",
            "scratch µs",
            "policy µs",
            "policy/scratch",
            "policy/best",
        ],
    );
    let (mut worst, mut wrong) = (0.0f64, 0);
    for (size, sums) in SIZES.iter().zip(&sums) {
        let count = sums.changes.max(1) as f64;
        let means = sums.expansions.map(|sum| sum as f64 / count);
        let micros = sums.times.map(|time| time.as_secs_f64() * 1e6 / count);
        let over = means[2] / means[1].max(1.0);
        worst = worst.max(over);
        wrong += sums.wrong;
        let best = means[2] / means[0].min(means[1]).max(1.0);
        table.row(&size.to_string(), &[&[sums.changes as f64], &means[..], &micros[..], &[over, best]].concat());
    }
    report.table(table);
    report.plot(plot(&sums));
    report.compare(Comparison::exactly(
        "plans kept up by the policy that are not optimal in the end",
        0.0,
        wrong as f64,
    ));
    // Patience is a share of what planning took the last time, which is not quite what it would take after the change.
    let most = 1.0 + 2.0 * Policy::default().patience;
    let what = "the policy's expansions over planning from scratch, worst size of change";
    report.compare(Comparison::at_most(what, most, worst, "×"));
    Ok(())
}

/// One agent's plan lives through a change of every size.
fn live(
    original: &Grid,
    (start, goal): (StateId, StateId),
    rng: &mut Rng,
    sums: &mut [Sums],
    bar: &indicatif::ProgressBar,
) -> Result<(), Box<dyn Error>> {
    let (mut grid, near, unlimited) = (original.clone(), Octile::on(original), Budget::UNLIMITED);
    // At ε = 1 throughout, so that only repairing and planning from scratch differ.
    let policy = Policy { epsilon: 1.0, ..Policy::default() };
    let mut repaired = AdStar::new(&grid, &near, start, goal, 1.0)?;
    let mut fresh = AdStar::new(&grid, &near, start, goal, 1.0)?;
    let mut kept = Replanner::new(&grid, start, goal, policy)?;
    repaired.search(&grid, &near, unlimited)?;
    kept.search(&grid, &near, unlimited)?;
    for (&size, sums) in SIZES.iter().zip(sums) {
        let changed = change(&mut grid, original, size, [start, goal], kept.path(), rng)?;
        let touched = || changed.iter().flat_map(|&cell| grid.around(cell)).map(StateId::from);
        let mut clock = Instant::now();
        let mut lap = || std::mem::replace(&mut clock, Instant::now()).elapsed();
        repaired.update(&grid, &near, touched())?;
        let always = repaired.search(&grid, &near, unlimited)?;
        let first = lap();
        fresh.restart(&grid, &near, start, goal, 1.0)?;
        let never = fresh.search(&grid, &near, unlimited)?;
        let second = lap();
        kept.update(touched());
        let decided = kept.search(&grid, &near, unlimited)?;
        let third = lap();
        for (i, (answer, time)) in [(always, first), (never, second), (decided, third)].into_iter().enumerate() {
            sums.expansions[i] += answer.expansions;
            sums.times[i] += time;
            sums.wrong += u64::from(answer.cost != never.cost);
        }
        sums.changes += 1;
        bar.inc(1);
    }
    Ok(())
}

/// Blocks a number of cells, or frees those that were blocked before; half of them near the path. Returns what changed.
fn change(
    grid: &mut Grid,
    original: &Grid,
    size: u32,
    spared: [StateId; 2],
    path: &[StateId],
    rng: &mut Rng,
) -> Result<Vec<Cell>, Box<dyn Error>> {
    let mut changed = Vec::new();
    let spared = spared.map(|state| original.cell(state.into()));
    for _ in 0..size {
        let mut cell = Cell::new(rng.below(grid.width()), rng.below(grid.height()));
        let on_path = path.get(rng.below(path.len() as u32) as usize).and_then(|&state| grid.cell(state.into()));
        if let Some(near) = on_path.filter(|_| rng.one_in(2)) {
            let beside = |place: u32, most: u32, rng: &mut Rng| (place + rng.below(9)).saturating_sub(4).min(most - 1);
            cell = Cell::new(beside(near.x, grid.width(), rng), beside(near.y, grid.height(), rng));
        }
        if spared.contains(&Some(cell)) || !original.is_walkable(cell) {
            continue;
        }
        let walkable = grid.is_walkable(cell);
        if if walkable { grid.block(cell)? } else { grid.set(cell, NonZeroU8::MIN)? } {
            changed.push(cell);
        }
    }
    Ok(changed)
}

fn plot(sums: &[Sums]) -> Plot {
    let mut plot = Plot::new("AD* after changes of every size", "cells changed", "mean expansions (+1)");
    (plot.log_x, plot.log_y) = (true, true);
    for (i, way) in WAYS.into_iter().enumerate() {
        let mean = |sums: &Sums| 1.0 + sums.expansions[i] as f64 / sums.changes.max(1) as f64;
        plot.line(way, SIZES.iter().zip(sums).map(|(&size, sums)| (f64::from(size), mean(sums))).collect());
    }
    plot
}
