//! Obstacles that move, and fields that are repaired.

use super::maps::{self, Kind};
use super::rows::Rows;
use super::solver::{self, Device, Solver};
use super::{Args, block, ms};
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{CellId, Grid};
use navigant_testing::rng::Rng;
use std::error::Error;
use std::num::NonZeroU8;
use std::time::Instant;

/// Obstacles on a map of 4096², as many for its size on others, and how many of them move at once.
const OBSTACLES: u64 = 1000;
const MOVED: u32 = 100;
/// Batches before and after which all costs are compared.
const COMPARED: u32 = 5;
/// Cells along a side of an obstacle.
const SIDE: u32 = 3;

/// Squares on a map: a cell is blocked if the map or a square blocks it.
struct Obstacles {
    base: Grid,
    grid: Grid,
    corners: Vec<[u32; 2]>,
    /// How many squares cover a cell.
    cover: Vec<u8>,
    goal: CellId,
}

impl Obstacles {
    fn new(base: Grid, rng: &mut Rng) -> Obstacles {
        let (grid, cover, goal) = (base.clone(), vec![0; base.cells()], maps::centre(&base));
        let mut all = Obstacles { base, grid, corners: Vec::new(), cover, goal };
        for _ in 0..((OBSTACLES * all.grid.cells() as u64) >> 24).max(10) {
            let corner = [rng.below(all.grid.width() - SIDE), rng.below(all.grid.height() - SIDE)];
            all.corners.push(corner);
            all.put(corner, 1, &mut Vec::new());
        }
        all
    }

    /// Adds or takes away a square.
    fn put(&mut self, corner: [u32; 2], by: i8, changed: &mut Vec<CellId>) {
        for id in block(&self.grid, corner, SIDE).filter(|&id| id != self.goal) {
            let cover = &mut self.cover[id.0 as usize];
            *cover = cover.saturating_add_signed(by);
            let weight = if *cover > 0 { 0 } else { self.base.weights()[id.0 as usize] };
            let Some(cell) = self.grid.cell(id) else { continue };
            let _ = match NonZeroU8::new(weight) {
                Some(weight) => self.grid.set(cell, weight),
                None => self.grid.block(cell),
            };
            changed.push(id);
        }
    }

    /// Moves some of them by 1 to 10 cells; the cells that may have changed.
    fn shuffle(&mut self, rng: &mut Rng) -> Vec<CellId> {
        let mut changed = Vec::new();
        for _ in 0..MOVED {
            let index = rng.below(self.corners.len() as u32) as usize;
            let [dx, dy] = rng.direction();
            let far = f64::from(rng.between(1, 10));
            let old = self.corners[index];
            let most = [self.grid.width() - SIDE, self.grid.height() - SIDE];
            let along =
                |at: u32, by: f64, most: u32| (f64::from(at) + (by * far).round()).clamp(0.0, f64::from(most)) as u32;
            let new = [along(old[0], dx, most[0]), along(old[1], dy, most[1])];
            self.put(old, -1, &mut changed);
            self.put(new, 1, &mut changed);
            self.corners[index] = new;
        }
        changed
    }
}

/// Repairs on all maps, by the most threads and by the device.
pub(super) fn run(args: &Args, device: Option<&Device>, rows: &mut Rows) -> Result<(), Box<dyn Error>> {
    let most: Vec<usize> = args.threads.iter().copied().max().into_iter().collect();
    for kind in [Kind::Open, Kind::Weighted, Kind::Maze] {
        if rows.is_spent() {
            return Ok(());
        }
        let base = maps::grid(kind, args.repair_size, args.options.seed);
        let start = Obstacles::new(base, &mut Rng::new(args.options.seed));
        for mut solver in solver::all(&start.grid, start.goal, &most, device)? {
            let mut world = Obstacles {
                base: start.base.clone(),
                grid: start.grid.clone(),
                corners: start.corners.clone(),
                cover: start.cover.clone(),
                goal: start.goal,
            };
            batches(args, kind, &mut world, &mut solver, rows)?;
        }
    }
    Ok(())
}

fn batches(
    args: &Args,
    kind: Kind,
    world: &mut Obstacles,
    solver: &mut Solver,
    rows: &mut Rows,
) -> Result<(), Box<dyn Error>> {
    // The first time there are pages to be touched and shaders to be loaded.
    let mut whole = f64::INFINITY;
    for _ in 0..2 {
        solver.restart();
        let start = Instant::now();
        solver.compute()?;
        whole = whole.min(ms(start));
    }
    rows.add(kind, args.repair_size, "whole with obstacles", &solver.name(), whole, String::new());
    let mut rng = Rng::new(args.options.seed + 1);
    let mut times = Vec::new();
    let begin = Instant::now();
    // What bounds a repair: the cells whose cost is another one afterwards, by any means.
    let mut shares = Vec::new();
    for batch in 0..args.batches {
        let changed = world.shuffle(&mut rng);
        let before = (batch < COMPARED).then(|| solver.costs());
        let start = Instant::now();
        solver.repair(&world.grid, &changed)?;
        times.push(ms(start));
        if let Some(before) = before {
            let other = before.iter().zip(solver.costs()).filter(|(before, after)| **before != *after).count();
            shares.push(100.0 * other as f64 / before.len() as f64);
        }
        // A share of the budget each, so that the others have theirs.
        if rows.is_spent() || begin.elapsed().as_secs_f64() > args.budget_s / 12.0 {
            break;
        }
    }
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times.get((part * times.len() as f64) as usize).copied().unwrap_or(f64::NAN);
    let repaired = solver.hash();
    solver.restart();
    let most = [args.threads.iter().copied().max().unwrap_or(1)];
    let mut fresh = solver::all(&world.grid, world.goal, &most, None)?;
    let is_same = match fresh.next() {
        Some(mut fresh) => {
            fresh.compute()?;
            fresh.hash() == repaired
        }
        None => false,
    };
    let note = format!(
        "mean of {} batches of {MOVED}; p50 {:.3}, p99 {:.3}; {:.1}× faster than whole; {:.2} % of the cells cost something else afterwards \
         (mean of {}); then {} a new field",
        times.len(),
        at(0.5),
        at(0.99),
        whole / mean,
        shares.iter().sum::<f64>() / shares.len().max(1) as f64,
        shares.len(),
        if is_same { "equal to" } else { "NOT EQUAL TO" }
    );
    rows.add(kind, args.repair_size, "repair", &solver.name(), mean, note);
    Ok(())
}
