//! Cost-to-goal fields under random edits, goals, early stops and resumes, against Dijkstra.

use super::case_seed;
use super::edits::step;
use crate::generate::coarse_soup;
use crate::oracle::field::{costs_on_grid, costs_on_map_grid};
use crate::rng::Rng;
use navigant_field::internals::FieldInternals as _;
use navigant_field::{CostToGoal, Field, MapField};
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::grid::Cell;
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{CellId, Grid, Map};
use std::num::NonZeroU8;

/// Times in one case that the whole field is compared.
pub const ROUNDS_PER_CASE: u64 = 8;

/// One case: a field on a grid or over a map, and what happens to it.
///
/// # Errors
/// What differs from Dijkstra's costs, after which round.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    if rng.one_in(5) { on_a_map(&mut rng) } else { on_a_grid(&mut rng) }
}

/// A random grid: open, cluttered, with weights or without, or a maze.
pub fn random_grid(rng: &mut Rng) -> Grid {
    let most = *rng.pick(&[3, 12, 40, 40, 90, 300]);
    let (width, height) = (rng.between(1, most), rng.between(1, most));
    let density = *rng.pick(&[0.0, 0.05, 0.2, 0.4]);
    let heaviest = *rng.pick(&[1, 1, 3, 9, 255]);
    let is_maze = rng.one_in(4);
    let weight = |rng: &mut Rng, at: u32| {
        let (x, y) = (at % width, at / width);
        let is_wall = if is_maze { x % 2 == 1 && (y % 2 == 1 || rng.chance(0.4)) } else { rng.chance(density) };
        if is_wall { 0 } else { rng.between(1, heaviest) as u8 }
    };
    let weights: Vec<u8> = (0..width * height).map(|at| weight(rng, at)).collect();
    // The sizes above are sizes of grids.
    Grid::from_weights(width, height, weights).or_else(|_| Grid::open(1, 1)).expect("a grid of one cell")
}

/// Some open cells, opened if there are none.
pub fn random_goals(rng: &mut Rng, grid: &mut Grid) -> Vec<CellId> {
    let count = if rng.chance(0.6) { 1 } else { rng.between(2, 5) };
    let mut goals = Vec::new();
    for _ in 0..count {
        let cell = random_cell(rng, grid);
        if !grid.is_walkable(cell) {
            let _ = grid.set(cell, NonZeroU8::MIN);
        }
        goals.extend(grid.id(cell));
    }
    goals
}

fn random_cell(rng: &mut Rng, grid: &Grid) -> Cell {
    Cell::new(rng.below(grid.width()), rng.below(grid.height()))
}

/// Changes some cells, alone or as blocks that come, go or move, and names them.
pub fn random_edits(rng: &mut Rng, grid: &mut Grid) -> Vec<CellId> {
    let mut changed = Vec::new();
    for _ in 0..rng.between(1, 6) {
        let corner = random_cell(rng, grid);
        let (w, h) = if rng.chance(0.5) { (1, 1) } else { (rng.between(1, 12), rng.between(1, 12)) };
        let weight = if rng.chance(0.5) { 0 } else { rng.between(1, *rng.clone().pick(&[1, 4, 255])) as u8 };
        for y in corner.y..(corner.y + h).min(grid.height()) {
            for x in corner.x..(corner.x + w).min(grid.width()) {
                let cell = Cell::new(x, y);
                let _ = match NonZeroU8::new(weight) {
                    Some(weight) => grid.set(cell, weight),
                    None => grid.block(cell),
                };
                changed.extend(grid.id(cell));
            }
        }
    }
    changed
}

fn on_a_grid(rng: &mut Rng) -> Result<(), String> {
    let mut grid = random_grid(rng);
    let mut goals = random_goals(rng, &mut grid);
    let threads = rng.between(1, 3) as usize;
    let mut field = Field::new(&grid, &goals).map_err(text)?.with_threads(threads);
    #[cfg(feature = "gpu")]
    let mut other = super::fields_gpu::Twin::new(&grid, &goals)?;
    for round in 0..ROUNDS_PER_CASE {
        let size = format!("{}×{}", grid.width(), grid.height());
        let mut agents = Vec::new();
        let what = rng.below(8);
        match what {
            0 => {
                field.compute().map_err(text)?;
                #[cfg(feature = "gpu")]
                other.compute()?;
            }
            1..3 => {
                agents = (0..rng.between(0, 5)).filter_map(|_| grid.id(random_cell(rng, &grid))).collect();
                field.reach(&agents).map_err(text)?;
                #[cfg(feature = "gpu")]
                other.reach(&agents)?;
            }
            3 => {
                goals = random_goals(rng, &mut grid);
                field.repair(&grid, &goals).map_err(text)?;
                field.set_goals(&goals).map_err(text)?;
                #[cfg(feature = "gpu")]
                other.restart(&grid, &goals)?;
            }
            _ => {
                let changed = random_edits(rng, &mut grid);
                field.repair(&grid, &changed).map_err(text)?;
                #[cfg(feature = "gpu")]
                other.repair(&grid, &changed)?;
            }
        }
        let open: Vec<CellId> = goals.iter().copied().filter(|goal| grid.weights()[goal.0 as usize] != 0).collect();
        let expected = costs_on_grid(&grid, &open);
        let wrong = |reason: String| format!("round {round} ({what}), {size}, {threads} threads: {reason}");
        check(&field, &expected, &agents).map_err(wrong)?;
        #[cfg(feature = "gpu")]
        other.check(&expected, &agents).map_err(wrong)?;
    }
    Ok(())
}

fn on_a_map(rng: &mut Rng) -> Result<(), String> {
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let mut map = Map::build(&[Outline::rectangle(world.min, world.max)], &[]).map_err(text)?.0;
    let mut outlines = coarse_soup(rng.next_u64(), world, 32);
    let mut present = Vec::new();
    let goals = [Point::new(rng.range(1.0..63.0), rng.range(1.0..63.0))];
    let radius = *rng.pick(&[0.0, 0.5, 1.0]);
    let mut field = MapField::of(&map, rng.range(1.0..3.0), radius, &goals).map_err(text)?;
    for round in 0..ROUNDS_PER_CASE {
        for _ in 0..rng.between(1, 3) {
            step(rng, &mut map, &mut present, &mut outlines, 8)?;
        }
        field.follow(&map).map_err(text)?;
        let goals: Vec<CellId> = field.field().goals().collect();
        let expected = costs_on_map_grid(field.grid(), &goals);
        check(field.field(), &expected, &[]).map_err(|reason| format!("round {round}, over a map: {reason}"))?;
    }
    Ok(())
}

/// Compares a field, where it is final, with the costs that it should have.
///
/// # Errors
/// The first cell that differs.
pub fn check(field: &Field, expected: &[Option<u32>], agents: &[CellId]) -> Result<(), String> {
    let bound = field.final_below().unwrap_or(u64::MAX);
    let directions = field.directions();
    for (id, &cost) in (0..).map(CellId).zip(expected) {
        let found = field.cost(id);
        let is_right = match (found, cost) {
            (CostToGoal::Known(found), Some(cost)) => found == cost,
            (CostToGoal::Beyond, cost) => cost.is_none_or(|cost| u64::from(cost) >= bound),
            (CostToGoal::Unreachable, None) => true,
            _ => false,
        };
        if !is_right {
            return Err(format!("{id:?}: {found:?}, Dijkstra says {cost:?}, final below {bound}"));
        }
        if directions.get(id) != field.direction(id) {
            return Err(format!(
                "{id:?}: the table says {:?}, the field {:?}",
                directions.get(id),
                field.direction(id)
            ));
        }
        if found == CostToGoal::Known(0) || !matches!(found, CostToGoal::Known(_)) {
            continue;
        }
        let next = field.path(id).nth(1).ok_or_else(|| format!("{id:?}: {found:?} and no way on"))?;
        if expected[next.0 as usize] >= cost {
            return Err(format!("{id:?}: goes on to {next:?}, which is no nearer"));
        }
    }
    match agents.iter().find(|&&agent| field.cost(agent) == CostToGoal::Beyond) {
        Some(agent) => Err(format!("{agent:?} was to be reached and is not")),
        None => Ok(()),
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
