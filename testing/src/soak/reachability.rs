//! Components and dead ends that are kept up through random edits, against what a flood over the map finds.

use super::case_seed;
use super::edits::step;
use crate::generate::{city, coarse_soup, maze, rooms, soup};
use crate::oracle::reachability::{check_components, check_dead_ends, check_nearest_reachable};
use crate::rng::Rng;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Bounds, Lattice, Outline, Point};
use navigant_mesh::internals::Nearest;
use navigant_mesh::{FaceId, Map, ObstacleId};

/// How often components and dead ends are compared in one case.
pub const CHECKS_PER_CASE: u64 = 25;
/// The most edits between two comparisons; often there is only one.
const MOST_EDITS: u32 = 8;

/// One case: a map that lives through edits, one by one and in batches; often several copies of it go separate ways.
///
/// # Errors
/// What differs, after which edit.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let (mut map, mut present, mut outlines) = scenery(&mut rng)?;
    let limit = present.len() + 1 + rng.below(8) as usize;
    let mut edits = 0;
    let mut nearest = Nearest::default();
    for check in 0..CHECKS_PER_CASE {
        if check > 0 {
            let batch = if rng.one_in(3) { rng.between(1, MOST_EDITS) } else { 1 };
            for _ in 0..batch {
                step(&mut rng, &mut map, &mut present, &mut *outlines, limit)?;
                edits += 1;
            }
        }
        let wrong = |what: String| format!("after {edits} edits, at check {check}: {what}");
        // A copy knows as much as the map, whether that has been asked since its edits or not.
        let early = rng.one_in(4).then(|| map.clone());
        // Not to ask for one of them makes its next batch longer.
        if !rng.one_in(6) {
            check_components(&map).map_err(wrong)?;
        }
        if !rng.one_in(6) {
            check_dead_ends(&map).map_err(wrong)?;
        }
        let free: Vec<FaceId> = map.faces().filter(|&f| map.is_free(f)).collect();
        if !free.is_empty() {
            let reach = map.lattice().reach();
            let anywhere = Point::new(rng.range(reach.min.x..reach.max.x), rng.range(reach.min.y..reach.max.y));
            let corner = map.point(map.corners(*rng.pick(&free))[0]);
            let p = if rng.one_in(2) { anywhere } else { corner };
            check_nearest_reachable(&map, &mut nearest, p, *rng.pick(&free)).map_err(wrong)?;
        }
        if let Some(copy) = early {
            check_components(&copy).and_then(|()| check_dead_ends(&copy)).map_err(wrong)?;
            if rng.one_in(2) {
                map = copy;
            }
        }
    }
    Ok(())
}

type Scenery = (Map, Vec<(ObstacleId, Outline)>, Box<dyn Iterator<Item = Outline>>);

/// A map, what stands on it, and what may come.
fn scenery(rng: &mut Rng) -> Result<Scenery, String> {
    let square = |low: f64, size: f64| Bounds { min: Point::new(low, low), max: Point::new(low + size, low + size) };
    let (world, seed) = (square(0.0, 64.0), rng.next_u64());
    let step = Lattice::covering(world).map_or(1.0, |l| l.step());
    let bare = Outline::rectangle(world.min, world.max);
    let (floor, obstacles, outlines): (Outline, Vec<Outline>, Box<dyn Iterator<Item = Outline>>) = match rng.below(8) {
        0 | 1 => {
            let corners = *rng.pick(&[30, 100, 300]);
            let [scene, other] = [seed, !seed].map(|seed| city(seed, 64.0, 64.0, corners));
            (scene.0, scene.1, mixed(seed, other.1, walls(seed, world, corners)))
        }
        2 | 3 => {
            let (thickness, loops) = (*rng.pick(&[0.0, 1.0]), *rng.pick(&[0.0, 0.05, 0.3]));
            let cells = rng.between(3, 16);
            let cell = 64.0 / f64::from(cells);
            let [scene, other] =
                [seed, !seed].map(|seed| maze(seed, cells, cells, cell, thickness * cell / 8.0, loops));
            (scene.0, scene.1, mixed(seed, other.1, walls(seed, world, cells as usize * 2)))
        }
        4 => {
            let [scene, other] = [seed, !seed].map(|seed| rooms(seed, 20.0, 20.0, 6.0));
            (scene.0, scene.1, mixed(seed, other.1, soup(seed, square(0.0, 20.0))))
        }
        5 => {
            let mut outlines = soup(seed, world);
            let count = rng.below(8) as usize;
            (bare, outlines.by_ref().take(count).collect(), Box::new(outlines))
        }
        kind => {
            let mut outlines = if kind == 6 {
                coarse_soup(seed, world, *rng.pick(&[4, 8, 16]))
            } else {
                // So small a corner of the world that every crossing is rounded by a good part of its size.
                let cells = *rng.pick(&[6, 10, 24]);
                coarse_soup(seed, square(32.0 - 4.0 * step, f64::from(cells) * step), cells)
            };
            let count = rng.below(12) as usize;
            (bare, outlines.by_ref().take(count).collect(), Box::new(outlines))
        }
    };
    let (map, ids) = Map::build(&[floor], &obstacles).map_err(|e| e.to_string())?;
    Ok((map, ids.into_iter().zip(obstacles).collect(), outlines))
}

/// Outlines of two streams, in turns.
fn mixed(
    seed: u64,
    tame: Vec<Outline>,
    mut other: impl Iterator<Item = Outline> + 'static,
) -> Box<dyn Iterator<Item = Outline>> {
    let mut rng = Rng::new(seed);
    Box::new(std::iter::from_fn(move || {
        if tame.is_empty() || rng.one_in(2) { other.next() } else { Some(rng.pick(&tame).clone()) }
    }))
}

/// Straight walls and bars, short and long, that close off streets and corridors; some run all the way across.
fn walls(seed: u64, world: Bounds, cells: usize) -> impl Iterator<Item = Outline> + 'static {
    let mut rng = Rng::new(!seed);
    std::iter::from_fn(move || {
        let size = world.max.x - world.min.x;
        let length = size * *rng.pick(&[1.2, 0.5, 4.0 / cells as f64, 2.0 / cells as f64]);
        let at = Point::new(rng.range(world.min.x..world.max.x), rng.range(world.min.y..world.max.y));
        let (along, across) = (length / 2.0, if rng.one_in(2) { 0.0 } else { 0.01 * size });
        let (dx, dy) = if rng.one_in(2) { (along, across) } else { (across, along) };
        let (low, high) = (Point::new(at.x - dx, at.y - dy), Point::new(at.x + dx, at.y + dy));
        Some(if across == 0.0 { Outline::polyline([low, high]) } else { Outline::rectangle(low, high) })
    })
}
