//! Grids over maps, hybrid graphs and probabilistic roadmaps that follow random edits.

use super::case_seed;
use super::edits::step;
use crate::generate::{coarse_soup, soup};
use crate::oracle::roadmap::difference;
use crate::rng::Rng;
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::grid::Direction;
use navigant_mesh::internals::{DirectionInternals as _, MapGridInternals as _};
use navigant_mesh::roadmap::{HybridGraph, MapRoadmap as _, ProbabilisticRoadmap, Sampling};
use navigant_mesh::{CellId, Map, MapGrid, ObstacleId};

/// Times in one case that all of them catch up with the map.
pub const ROUNDS_PER_CASE: u64 = 8;

/// One case: a map, a grid and two roadmaps over it, and edits that they follow.
///
/// # Errors
/// What differs from a rebuild, or from what the map says, after which round.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let floors = match rng.below(3) {
        0 => vec![Outline::polygon([[0.0, 0.0], [64.0, 8.0], [50.0, 64.0], [5.0, 50.0]])],
        1 => vec![Outline::rectangle([0.0, 0.0], [40.0, 64.0]), Outline::rectangle([30.0, 10.0], [64.0, 50.0])],
        _ => vec![Outline::rectangle(world.min, world.max)],
    };
    let mut map = Map::build(&floors, &[]).map_err(text)?.0;
    let stream = rng.next_u64();
    let mut outlines: Box<dyn Iterator<Item = Outline>> =
        if rng.chance(0.5) { Box::new(soup(stream, world)) } else { Box::new(coarse_soup(stream, world, 32)) };
    let mut present: Vec<(ObstacleId, Outline)> = Vec::new();
    // Radii and sizes that make ties, and some that do not.
    let radius = [0.0, 0.5, 1.0, 2.0, rng.range(0.01..3.0)][rng.below(5) as usize];
    let size = [1.0, 2.0, 4.0, rng.range(2.0..8.0)][rng.below(4) as usize] * if rng.chance(0.2) { 1.0 } else { 2.0 };
    let mut hybrid = HybridGraph::of(&map, size, radius).map_err(text)?;
    let mut grid = hybrid.grid().clone();
    let sampling = Sampling { samples: 60, reach: rng.range(2.0..16.0), radius, seed: rng.next_u64() };
    let mut random = ProbabilisticRoadmap::of(&map, sampling).map_err(text)?;
    for round in 0..ROUNDS_PER_CASE {
        let wrong = |reason: String| format!("round {round}, radius {radius}, cells of {size}: {reason}");
        for _ in 0..rng.between(1, 3) {
            step(&mut rng, &mut map, &mut present, &mut *outlines, 8).map_err(wrong)?;
        }
        let before = grid.clone();
        grid.follow(&map);
        hybrid.follow(&map);
        random.follow(&map);
        if grid != MapGrid::of(&map, size, radius).map_err(text)? {
            return Err(wrong("the grid differs from one built from scratch".into()));
        }
        check_grid(&map, &grid).map_err(wrong)?;
        check_affected(&before, &grid).map_err(wrong)?;
        if hybrid != HybridGraph::of(&map, size, radius).map_err(text)? {
            return Err(wrong("the hybrid graph differs from one built from scratch".into()));
        }
        let fresh = ProbabilisticRoadmap::of(&map, sampling).map_err(text)?;
        if let Some(what) = difference(random.roadmap(), fresh.roadmap()) {
            return Err(wrong(format!("the probabilistic roadmap differs from one built from scratch: {what}")));
        }
    }
    Ok(())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Every cell and every edge is what the map says.
fn check_grid(map: &Map, grid: &MapGrid) -> Result<(), String> {
    let all: Vec<CellId> = (0..grid.cells() as u32).map(CellId).collect();
    for &id in &all {
        let (centre, cell) = (grid.centre(map, id).ok_or("no centre")?, grid.cell(id).ok_or("no cell")?);
        let has_room = map.has_room_at(centre, grid.radius());
        if grid.is_open(id) != has_room {
            return Err(format!("{cell} at {centre} is open: {}, has room: {has_room}", !has_room));
        }
        for direction in Direction::ALL {
            let (dx, dy) = direction.offset();
            let (x, y) = (i64::from(cell.x) + i64::from(dx), i64::from(cell.y) + i64::from(dy));
            let is_on = (0..i64::from(grid.width())).contains(&x) && (0..i64::from(grid.height())).contains(&y);
            let to = CellId((y * i64::from(grid.width()) + x) as u32);
            let expected =
                is_on && has_room && map.has_room_at(grid.centre(map, to).ok_or("no centre")?, grid.radius()) && {
                    let there = grid.centre(map, to).ok_or("no centre")?;
                    if grid.radius() == 0.0 {
                        map.sees(centre, there)
                    } else {
                        map.sees_as_disc(centre, there, grid.radius())
                    }
                };
            if grid.directions(id).any(|d| d == direction) != expected {
                return Err(format!("{cell} at {centre} leads {direction:?}: {}, has room: {expected}", !expected));
            }
        }
    }
    Ok(())
}

/// Exactly the cells are named that changed.
fn check_affected(before: &MapGrid, after: &MapGrid) -> Result<(), String> {
    for id in (0..after.cells() as u32).map(CellId) {
        let is_other = before.is_open(id) != after.is_open(id) || !before.directions(id).eq(after.directions(id));
        // A cell may change and change back; that is one look.
        if is_other != after.affected().contains(&id) {
            return Err(format!("{id:?} changed: {is_other}, is said to be affected: {}", !is_other));
        }
    }
    Ok(())
}
