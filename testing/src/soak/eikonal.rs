//! Fast marching with a heap, and the marches of crowds, against fast sweeping, against the plane, and against Dijkstra.

use super::case_seed;
use super::fields::{random_goals, random_grid};
use crate::generate::{coarse_soup, soup};
use crate::oracle::eikonal::arrivals;
use crate::oracle::field::{costs_on_grid, costs_on_map_grid};
use crate::rng::Rng;
use navigant_field::internals::{FieldInternals as _, March, Terrain};
use navigant_field::{EXACT, Eikonal, Field, FieldGrid};
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::internals::{GridInternals as _, MapGridInternals as _};
use navigant_mesh::{CellId, Map, MapGrid};
use std::sync::Arc;

/// Fronts in one case.
pub const FRONTS_PER_CASE: u64 = 1;

/// By how much arrivals may differ from those of sweeps, as a share: both are rounded, and sweeps stop when nearly nothing changes.
const ROUNDING: f64 = 1e-6;
/// The same for marches, in f32.
const SINGLE_ROUNDING: f64 = 1e-4;

/// One case: a grid, or the grid over a map, and a front over it.
///
/// # Errors
/// What differs, and where.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    if rng.chance(0.5) { on_a_grid(&mut rng) } else { on_a_map(&mut rng) }
}

fn on_a_grid(rng: &mut Rng) -> Result<(), String> {
    let mut grid = random_grid(rng);
    // Sweeps are slow.
    if grid.cells() > 2500 {
        return Ok(());
    }
    let goals = random_goals(rng, &mut grid);
    let eikonal = Eikonal::of(&grid, &goals).map_err(|error| error.to_string())?;
    let found = |id: u32| eikonal.distance(CellId(id)).unwrap_or(f64::INFINITY);
    check_sweeps(&grid, &goals, &found, ROUNDING)?;
    if let [goal] = goals[..] {
        check_plane(&grid, goal, &found)?;
    }
    let is_plain = grid.weights().iter().all(|&weight| weight <= 1);
    if is_plain { check_dijkstra(&costs_on_grid(&grid, &goals), &found) } else { Ok(()) }
}

fn on_a_map(rng: &mut Rng) -> Result<(), String> {
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let stream = rng.next_u64();
    let outlines: Box<dyn Iterator<Item = Outline>> =
        if rng.chance(0.5) { Box::new(soup(stream, world)) } else { Box::new(coarse_soup(stream, world, 32)) };
    let mut map = Map::build(&[Outline::rectangle(world.min, world.max)], &[]).map_err(|error| error.to_string())?.0;
    for outline in outlines.take(rng.below(9) as usize) {
        let _ = map.insert(&outline);
    }
    let radius = [0.0, 0.5, rng.range(0.01..2.0)][rng.below(3) as usize];
    let grid = MapGrid::of(&map, rng.range(1.3..3.0), radius).map_err(|error| error.to_string())?;
    let open: Vec<CellId> = (0..grid.cells() as u32).map(CellId).filter(|&cell| grid.is_open(cell)).collect();
    if open.is_empty() {
        return Ok(());
    }
    let goal = *rng.pick(&open);
    let eikonal = Eikonal::of(&grid, &[goal]).map_err(|error| error.to_string())?;
    let found = |id: u32| eikonal.distance(CellId(id)).unwrap_or(f64::INFINITY);
    check_sweeps(&grid, &[goal], &found, ROUNDING)?;
    check_plane(&grid, goal, &found)?;
    // Diagonal steps between open cells are not always between joined ones here: only the lower bound holds.
    check_march(rng, &grid, goal)?;
    let lower = costs_on_map_grid(&grid, &[goal]);
    check_reach(&lower, &found)
}

/// The march of a crowd's flow, in slices.
fn check_march(rng: &mut Rng, grid: &MapGrid, goal: CellId) -> Result<(), String> {
    let width = grid.width();
    let at = [f64::from(goal.0 % width) + 0.5, f64::from(goal.0 / width) + 0.5];
    let mut march = March::begin(Arc::new(Terrain::of(grid, Vec::new())), Some((goal, at)), Vec::new());
    while !march.is_done() {
        march.go_on(u64::from(rng.between(1, 3000)));
    }
    let flow = march.into_flow();
    let found = |id: u32| flow.arrival(CellId(id)).map_or(f64::INFINITY, f64::from);
    check_sweeps(grid, &[goal], &found, SINGLE_ROUNDING).map_err(|wrong| format!("march: {wrong}"))
}

/// Cells that are given the distance of the plane are in a square around a goal without walls and other weights; the others have the arrivals
/// that sweeps find from these.
fn check_sweeps(
    ground: &impl FieldGrid,
    goals: &[CellId],
    found: &dyn Fn(u32) -> f64,
    rounding: f64,
) -> Result<(), String> {
    let [width, height] = ground.size().map(i64::from);
    let mut starts: Vec<(CellId, f64)> = goals.iter().map(|&goal| (goal, 0.0)).collect();
    for &goal in goals {
        let (x, y) = (i64::from(goal.0) % width, i64::from(goal.0) / width);
        let weight = ground.weight(goal);
        'rings: for ring in 1..=EXACT as i64 {
            let mut cells = Vec::new();
            for (dx, dy) in (-ring..=ring).flat_map(|dy| (-ring..=ring).map(move |dx| (dx, dy))) {
                let (cx, cy) = (x + dx, y + dy);
                if dx.abs().max(dy.abs()) != ring || !(0..width).contains(&cx) || !(0..height).contains(&cy) {
                    continue;
                }
                let id = CellId((cy * width + cx) as u32);
                // The steps that do not lead off the grid.
                let sides = [(cy > 0, 1), (cx + 1 < width, 4), (cy + 1 < height, 16), (cx > 0, 64)];
                let all: u8 = sides.iter().filter(|(is_on, _)| *is_on).map(|(_, bit)| bit).sum();
                if ground.weight(id) != weight || ground.moves(id) & 85 != all {
                    break 'rings;
                }
                cells.push((id, ((dx * dx + dy * dy) as f64).sqrt() * f64::from(weight)));
            }
            // Whichever of them it has begun with.
            let given = |&(id, distance): &(CellId, f64)| (found(id.0) - distance).abs() <= rounding * distance;
            starts.extend(cells.into_iter().filter(given));
        }
    }
    for (cell, expected) in (0..).zip(arrivals(ground, &starts)) {
        let arrival = found(cell);
        let is_close = arrival == expected || (arrival - expected).abs() <= rounding * (1.0 + expected);
        if !is_close {
            return Err(format!("cell {cell} of {width}×{height}, goals {goals:?}: {arrival}, by sweeps {expected}"));
        }
    }
    Ok(())
}

/// Nothing is nearer to a single goal than in the plane: distances are convex, so interpolating them between neighbours errs upwards. Between
/// two goals it does not: the cell beside both has 0.71.
fn check_plane(ground: &impl FieldGrid, goal: CellId, found: &dyn Fn(u32) -> f64) -> Result<(), String> {
    let [width, height] = ground.size();
    let place = |id: u32| [f64::from(id % width), f64::from(id / width)];
    let [gx, gy] = place(goal.0);
    for cell in 0..width * height {
        let [x, y] = place(cell);
        let away = (x - gx).hypot(y - gy);
        if found(cell) < away * (1.0 - 1e-9) {
            return Err(format!("cell {cell}: {}, and in the plane it is {away}", found(cell)));
        }
    }
    Ok(())
}

/// With weights of 1: every diagonal step of a way of eight directions takes a front 1 + √½ instead of √2 at most, and a front gains 1 − √½ of a
/// straight step at most.
fn check_dijkstra(costs: &[Option<u32>], found: &dyn Fn(u32) -> f64) -> Result<(), String> {
    check_reach(costs, found)?;
    for (cell, cost) in (0..).zip(costs) {
        let Some(cost) = cost.map(Field::in_cells) else { continue };
        let most = cost * (1.0 + 0.5f64.sqrt()) / 2f64.sqrt();
        if found(cell) > most * (1.0 + 1e-9) {
            return Err(format!("cell {cell}: {}, and by Dijkstra at most {most}", found(cell)));
        }
    }
    Ok(())
}

/// Lower bounds; and no front is where no way is.
fn check_reach(costs: &[Option<u32>], found: &dyn Fn(u32) -> f64) -> Result<(), String> {
    for (cell, cost) in (0..).zip(costs) {
        let least = cost.map_or(f64::INFINITY, |cost| Field::in_cells(cost) / 2f64.sqrt());
        // 198/140 exceeds √2 by a little.
        if found(cell) < least * (1.0 - 1e-4) {
            return Err(format!("cell {cell}: {}, and by Dijkstra at least {least}", found(cell)));
        }
    }
    Ok(())
}
