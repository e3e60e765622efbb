//! The tangent graph against paths of points among inflated walls.
//!
//! The path of a disc is that of a point among walls that are fatter by its radius. Their round ends are replaced by
//! polygons inside of them and around them: the one path is at most as long, the other at least. Both are found by the
//! finder of paths of points, which has oracles of its own.

use super::case_seed;
use super::disc_scene::DiscScene;
use crate::oracle::clearance::clearance;
use crate::oracle::disc_paths::TangentGraph;
use crate::oracle::disc_reach::Reach;
use crate::oracle::walls::Walls;
use crate::rng::Rng;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Outline, Point};
use navigant_mesh::Map;
use navigant_search::plane::{PathFinder, Query};
use std::f64::consts::{PI, TAU};

/// Corners of the polygons that stand for circles.
const CORNERS: u32 = 24;
/// Paths asked for in one case.
pub const QUERIES_PER_CASE: u64 = 6;

/// What was compared in a case.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compared {
    /// Paths that were found by all.
    pub paths: u64,
    /// How much longer, on average, the longer bound was than the shorter one, as a part of the path.
    pub spread: f64,
}

/// One case: a small map, a disc, some paths.
///
/// # Errors
/// The path that is shorter or longer than it can be.
pub fn case(seed: u64, number: u64) -> Result<Compared, String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = DiscScene::new(&mut rng)?;
    let walls = scene.walls(&mut rng)?;
    let (reach, step) = (Reach::of(&walls), walls.lattice().step());
    let radius = scene.radius(&mut rng, &reach).max(100.0 * step);
    let graph = TangentGraph::of(&reach, radius);
    let obstacles: Vec<Outline> = scene.present.iter().map(|(_, outline)| outline.clone()).collect();
    let build = |to_corner: f64, to_side: f64| {
        let all = [obstacles.clone(), inflated(&walls, to_corner, to_side)].concat();
        Map::build(&scene.floors, &all).map(|(map, _)| map).map_err(|e| e.to_string())
    };
    // Rounding moves walls by a step at most.
    let (less, more) = (radius - 3.0 * step, radius + 3.0 * step);
    let thin = build(less, less)?;
    let fat = build(more / (PI / f64::from(CORNERS)).cos(), more)?;
    let mut finder = PathFinder::new();
    let mut compared = Compared::default();
    for _ in 0..QUERIES_PER_CASE {
        let (from, to) = (scene.place(&mut rng, &reach, radius), scene.place(&mut rng, &reach, radius));
        if [from, to].iter().any(|&p| clearance(&walls, p).is_none_or(|c| c.radius < radius)) {
            continue;
        }
        // Not where an end was moved out of an inflated obstacle.
        let mut length = |map: &Map| {
            let path = finder.find(map, &Query::new(from, to)).ok()?;
            (path.points.first() == Some(&from) && path.points.last() == Some(&to)).then_some(path.length)
        };
        let (least, most) = (length(&thin), length(&fat));
        let found = graph.shortest(from, to).map(|way| way.length);
        let is_right = match (least, found, most) {
            (Some(least), Some(found), Some(most)) => {
                compared.paths += 1;
                compared.spread += (most - least) / found.max(step);
                least <= found + 1e-9 && found <= most + 1e-9
            }
            (Some(least), Some(found), None) => least <= found + 1e-9,
            (_, None, None) => true,
            (None, Some(_), _) | (_, None, Some(_)) => false,
        };
        if !is_right {
            let scene = scene.describe();
            return Err(format!(
                "{found:?}, but at least {least:?} and at most {most:?}, from {from} to {to}, radius {radius}, {scene}"
            ));
        }
    }
    Ok(compared)
}

/// Polygons around the ends of walls and boxes along them.
fn inflated(walls: &Walls, to_corner: f64, to_side: f64) -> Vec<Outline> {
    let world = |p| walls.lattice().world(p);
    let ring = |centre: Point| {
        let corner = |i: u32| {
            let (sin, cos) = (TAU * f64::from(i) / f64::from(CORNERS)).sin_cos();
            Point::new(centre.x + to_corner * cos, centre.y + to_corner * sin)
        };
        Outline::polygon((0..CORNERS).map(corner))
    };
    let mut outlines: Vec<Outline> = walls.vertices().into_iter().map(|p| ring(world(p))).collect();
    for w in walls.iter().filter(|w| !w.is_post()) {
        let (a, b) = (world(w.a), world(w.b));
        let length = a.distance(b);
        let (x, y) = ((a.y - b.y) / length * to_side, (b.x - a.x) / length * to_side);
        outlines.push(Outline::polygon([
            [a.x + x, a.y + y],
            [a.x - x, a.y - y],
            [b.x - x, b.y - y],
            [b.x + x, b.y + y],
        ]));
    }
    outlines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::run_cases;
    use std::sync::Mutex;

    fn run(seed: u64, cases: u64) -> Compared {
        let all = Mutex::new(Compared::default());
        let one = |k| {
            let compared = case(seed, k)?;
            let mut all = all.lock().unwrap();
            *all = Compared { paths: all.paths + compared.paths, spread: all.spread + compared.spread };
            Ok(())
        };
        run_cases(cases, one, |_| {}).unwrap();
        let all = all.into_inner().unwrap();
        Compared { spread: all.spread / all.paths as f64, ..all }
    }

    #[test]
    fn paths_of_discs_lie_between_paths_among_inflated_walls() {
        let compared = run(1, 30);
        assert!(compared.paths > 50 && compared.spread < 0.02, "{compared:?}");
    }
}
