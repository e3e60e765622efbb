//! What is seen from points of random maps, also after edits, against brute force.

use super::case_seed;
use crate::generate::{city, coarse_soup, maze, rooms, soup};
use crate::oracle::sight::sees;
use crate::oracle::visibility::{visible_area, visible_vertices};
use crate::rng::Rng;
use navigant_geometry::internals::distance_to_segment;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_geometry::{Bounds, Lattice, Outline, Point};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map, ObstacleId, VertexId};
use navigant_search::internals::VisibilityRegionInternals as _;
use navigant_search::plane::{NoView, Side, VisibilityFinder, VisibilityRegion};

/// Viewpoints in one case.
pub const VIEWS_PER_CASE: u64 = 20;
/// The map is edited this often in one case.
const EDITS_PER_CASE: u64 = 4;
/// Points that each region is asked about.
const POINTS_PER_VIEW: u32 = 24;

/// One case: a small map that changes, and views from points in faces, on edges, walls and vertices.
///
/// # Errors
/// The view that is answered wrongly.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let (mut map, mut outlines) = scenery(&mut rng)?;
    let mut finder = VisibilityFinder::new();
    for view in 0..VIEWS_PER_CASE {
        if view % (VIEWS_PER_CASE / EDITS_PER_CASE) == 0 {
            edit(&mut rng, &mut map, &mut *outlines)?;
        }
        let at = somewhere(&mut rng, &map);
        check_view(&mut rng, &map, &mut finder, at).map_err(|reason| {
            let obstacles: Vec<_> = map.obstacles().map(|id| map.outline(id)).collect();
            format!("view {view}, from {}: {reason}\n{obstacles:?}", map.lattice().world(at))
        })?;
    }
    Ok(())
}

/// A map, and outlines to edit it with.
pub(super) fn scenery(rng: &mut Rng) -> Result<(Map, Box<dyn Iterator<Item = Outline>>), String> {
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let seed = rng.next_u64();
    let step = Lattice::covering(world).map_or(1.0, |l| l.step());
    let floor = Outline::rectangle(world.min, world.max);
    let kind = rng.below(8);
    if kind < 3 {
        let (floor, obstacles) = match kind {
            0 => maze(seed, 4, 4, 16.0, [0.0, 1.0][rng.below(2) as usize], 0.2),
            1 => city(seed, 64.0, 64.0, 60),
            _ => rooms(seed, 14.0, 14.0, 7.0),
        };
        let map = Map::build(&[floor], &obstacles).map_err(|e| e.to_string())?.0;
        return Ok((map, Box::new(coarse_soup(seed, world, 8))));
    }
    let mut outlines: Box<dyn Iterator<Item = Outline>> = match kind {
        3 => Box::new(soup(seed, world)),
        // So small a corner of the world that every crossing is rounded by a good part of its size.
        4 => {
            let at = Point::new(32.0, 32.0);
            let size = 12.0 * step;
            Box::new(coarse_soup(seed, Bounds { min: at, max: Point::new(at.x + size, at.y + size) }, 12))
        }
        n => Box::new(coarse_soup(seed, world, [4, 8, 16][n as usize - 5])),
    };
    let count = rng.below(7) as usize;
    let obstacles: Vec<Outline> = outlines.by_ref().take(count).collect();
    let map = Map::build(&[floor], &obstacles).map_err(|e| e.to_string())?.0;
    Ok((map, outlines))
}

/// Inserts, moves or removes an obstacle.
pub(super) fn edit(rng: &mut Rng, map: &mut Map, outlines: &mut dyn Iterator<Item = Outline>) -> Result<(), String> {
    let present: Vec<ObstacleId> = map.obstacles().collect();
    let outline = outlines.next().ok_or("out of outlines")?;
    match rng.below(3) {
        1 if !present.is_empty() => map.remove(*rng.pick(&present)).map_err(|e| e.to_string()),
        2 if !present.is_empty() => map.move_to(*rng.pick(&present), &outline).map_err(|e| e.to_string()),
        _ => map.insert(&outline).map(|_| ()).map_err(|e| e.to_string()),
    }
}

/// A lattice point at, near or between vertices, or anywhere at all.
pub(super) fn somewhere(rng: &mut Rng, map: &Map) -> LatticePoint {
    let vertices: Vec<VertexId> = map.vertices().collect();
    let mut vertex = || map.lattice_point(*rng.pick(&vertices));
    let (p, q, r) = (vertex(), vertex(), vertex());
    let between = |a: i32, b: i32| a + (b - a) / 2;
    let midpoint = LatticePoint::new(between(p.x, q.x), between(p.y, q.y));
    match rng.below(8) {
        0 | 1 => p,
        2 => LatticePoint::new(p.x + rng.below(3) as i32 - 1, p.y + rng.below(3) as i32 - 1),
        // Often on an edge or on a wall, and in line with other vertices.
        3 => on_edge(rng, map).unwrap_or(p),
        4 => midpoint,
        5 => LatticePoint::new(p.x, q.y),
        6 => LatticePoint::new(between(midpoint.x, r.x), between(midpoint.y, r.y)),
        _ => {
            let mut within = |a: i32, b: i32| a.min(b) + rng.below(a.abs_diff(b) + 1) as i32;
            LatticePoint::new(within(p.x, q.x), within(p.y, q.y))
        }
    }
}

/// The middle of an edge of a free face, where it is a lattice point.
fn on_edge(rng: &mut Rng, map: &Map) -> Option<LatticePoint> {
    let free: Vec<FaceId> = map.faces().filter(|&f| map.is_free(f)).collect();
    if free.is_empty() {
        return None;
    }
    let e = rng.pick(&free).edges()[rng.below(3) as usize];
    let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
    ((a.x + b.x) % 2 == 0 && (a.y + b.y) % 2 == 0).then(|| LatticePoint::new((a.x + b.x) / 2, (a.y + b.y) / 2))
}

fn check_view(rng: &mut Rng, map: &Map, finder: &mut VisibilityFinder, at: LatticePoint) -> Result<(), String> {
    let from = map.lattice().world(at);
    let expected = visible_vertices(map, at);
    let found = match finder.visible_vertices(map, from) {
        Ok(found) => found,
        Err(NoView::Outside { nearest }) if !sees(map, at, at) && nearest == map.nearest_walkable(from) => {
            return Ok(());
        }
        Err(reason) => return Err(reason.to_string()),
    };
    if found != expected {
        let points = |vertices: &[VertexId]| vertices.iter().map(|&v| map.point(v)).collect::<Vec<_>>();
        return Err(format!("vertices {:?}, should be {:?}", points(found), points(&expected)));
    }
    let region = finder.visible_region(map, from).map_err(|e| e.to_string())?;
    check_outline(map, region)?;
    let expected = visible_area(map, at) * map.lattice().step() * map.lattice().step();
    if (region.area() - expected).abs() > 1e-12 * expected {
        return Err(format!("area {}, should be {expected}", region.area()));
    }
    for _ in 0..POINTS_PER_VIEW {
        let p = somewhere(rng, map);
        let (seen, place) = (sees(map, at, p), map.lattice().world(p));
        if region.contains(place) != seen {
            return Err(format!("the region contains {place}: should be {seen}"));
        }
    }
    Ok(())
}

/// The polygon encloses the area, wall sides lie on their walls, and other sides on lines through the viewpoint.
fn check_outline(map: &Map, region: &VisibilityRegion) -> Result<(), String> {
    let (eye, corners) = (region.viewpoint(), region.corners());
    let mut twice = 0.0;
    for (i, corner) in corners.iter().enumerate() {
        let (a, b) = (corner.point, corners[(i + 1) % corners.len()].point);
        let cross = (a.x - eye.x) * (b.y - eye.y) - (a.y - eye.y) * (b.x - eye.x);
        twice += cross;
        let off = match corner.side {
            Side::Wall { edge, .. } if map.is_wall(edge) => {
                let [p, q] = [map.origin(edge), map.target(edge)].map(|v| map.point(v));
                distance_to_segment(a, p, q).max(distance_to_segment(b, p, q))
            }
            Side::Wall { .. } => f64::INFINITY,
            Side::LineOfSight { .. } => cross.abs() / eye.distance(a).max(eye.distance(b)),
        };
        if a == b || off > 1e-6 * map.lattice().step() {
            return Err(format!("the side from {a} to {b} is off by {off}: {:?}", corner.side));
        }
    }
    if (twice / 2.0 - region.area()).abs() > 1e-11 * 64.0 * 64.0 {
        return Err(format!("the outline encloses {}, the region says {}", twice / 2.0, region.area()));
    }
    Ok(())
}
