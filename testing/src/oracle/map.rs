//! Is a map what it should be? Everything that is promised about it, checked from the outside.

use super::floors::scene;
use super::rounding::{Rounded, round};
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::{Outline, Role};
use navigant_mesh::internals::{EdgeIdInternals as _, MapInternals as _};
use navigant_mesh::{FaceId, Map, ObstacleId};
use std::collections::BTreeMap;

/// A map without its ids: what two maps of the same scene must share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// Every edge, its smaller end first, and how many segments run along it (0: not a wall).
    pub edges: Vec<(LatticePoint, LatticePoint, usize)>,
    /// Every free face by its corners, smallest first.
    pub free: Vec<[LatticePoint; 3]>,
}

/// A map without its ids.
pub fn canonical(map: &Map) -> Canonical {
    let mut edges = Vec::new();
    let mut free = Vec::new();
    for f in map.faces() {
        for e in f.edges() {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
            if a < b {
                edges.push((a, b, map.multiplicity(e)));
            }
        }
        if map.is_free(f) {
            let mut corners = map.corners(f).map(|v| map.lattice_point(v));
            corners.sort_unstable();
            free.push(corners);
        }
    }
    edges.sort_unstable();
    free.sort_unstable();
    Canonical { edges, free }
}

/// Checks a map against the outlines it is made of: planarity, walls and their owners, heats, Delaunay, covers.
///
/// # Errors
/// A sentence that says what is wrong and where.
pub fn check(map: &Map, floors: &[Outline], obstacles: &[(ObstacleId, Outline)]) -> Result<(), String> {
    let scene =
        scene(map.lattice(), floors, obstacles.iter().map(|(_, outline)| outline)).map_err(|e| e.to_string())?;
    let (rounded, floors) = (round(scene.segments), scene.floors);
    check_vertices(map, &rounded)?;
    check_topology(map)?;
    check_walls(map, &rounded, floors, obstacles)?;
    check_delaunay(map)?;
    check_covers(map, &rounded, floors, obstacles)
}

fn check_vertices(map: &Map, rounded: &Rounded) -> Result<(), String> {
    let found: BTreeMap<LatticePoint, u32> = map.vertices().map(|v| (map.lattice_point(v), map.heat(v))).collect();
    if found == rounded.hot && map.vertex_count() == found.len() + 4 {
        return Ok(());
    }
    let wrong = |(p, heat): &(&LatticePoint, &u32)| rounded.hot.get(p) != Some(heat);
    let extra = found.iter().find(wrong);
    let missing = rounded.hot.iter().find(|(p, heat)| found.get(p) != Some(heat));
    Err(format!("vertices differ: has {extra:?}, should have {missing:?}"))
}

/// Faces turn left, twins agree, and together they cover the square exactly once.
fn check_topology(map: &Map) -> Result<(), String> {
    let mut twice_area = 0i128;
    let mut count = 0;
    for f in map.faces() {
        let [a, b, c] = map.corners(f).map(|v| map.lattice_point(v));
        let area = twice_area_of(a, b, c);
        if area <= 0 {
            return Err(format!("face {a:?} {b:?} {c:?} has area {area}"));
        }
        twice_area += area;
        count += 1;
        for e in f.edges() {
            let twin = map.twin(e);
            if map.twin(twin) != e || map.origin(twin) != map.target(e) || map.target(twin) != map.origin(e) {
                return Err(format!("the twin of {e:?} is {twin:?}"));
            }
            if map.is_wall(twin) != map.is_wall(e) || map.multiplicity(twin) != map.multiplicity(e) {
                return Err(format!("the two sides of {e:?} disagree about the wall"));
            }
        }
    }
    if twice_area != 2 << 52 || count != map.face_count() || count != 2 * map.vertex_count() - 6 {
        return Err(format!("{count} faces of {} cover {twice_area}", map.face_count()));
    }
    for v in map.vertices() {
        let star = map.edges_from(v).count();
        if star < 3 || map.edges_from(v).any(|e| map.origin(e) != v) {
            return Err(format!("the star of {v:?} is broken"));
        }
    }
    Ok(())
}

fn check_walls(map: &Map, rounded: &Rounded, floors: usize, obstacles: &[(ObstacleId, Outline)]) -> Result<(), String> {
    let mut walls = BTreeMap::new();
    let mut owners_of = BTreeMap::new();
    for e in map.faces().flat_map(FaceId::edges) {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
        if a < b && map.multiplicity(e) > 0 {
            walls.insert((a, b), map.multiplicity(e));
            let mut owners: Vec<ObstacleId> = map.owners(e).collect();
            owners.sort_unstable();
            owners_of.insert((a, b), owners);
        }
    }
    let expected: BTreeMap<_, _> = rounded.walls.iter().map(|(wall, owners)| (*wall, owners.len())).collect();
    if walls != expected {
        let extra = walls.iter().find(|(wall, n)| expected.get(wall) != Some(n));
        let missing = expected.iter().find(|(wall, n)| walls.get(wall) != Some(n));
        return Err(format!("walls differ: has {extra:?}, should have {missing:?}"));
    }
    for (wall, shapes) in &rounded.walls {
        let obstacle = |&shape: &usize| (shape >= floors).then(|| obstacles[shape - floors].0);
        let mut expected: Vec<ObstacleId> = shapes.iter().filter_map(obstacle).collect();
        expected.sort_unstable();
        if owners_of[wall] != expected {
            return Err(format!("wall {wall:?} belongs to {:?}, not to {expected:?}", owners_of[wall]));
        }
    }
    Ok(())
}

fn check_delaunay(map: &Map) -> Result<(), String> {
    for f in map.faces() {
        for e in f.edges() {
            let twin = map.twin(e);
            if map.is_wall(e) || e > twin {
                continue;
            }
            let [a, b, c, d] = [map.origin(e), map.target(e), map.origin(e.prev()), map.origin(twin.prev())]
                .map(|v| map.lattice_point(v));
            if is_in_circle(a, b, c, d) {
                return Err(format!("{d:?} lies in the circle of {a:?} {b:?} {c:?}"));
            }
        }
    }
    Ok(())
}

/// The covers of all faces by winding numbers of the rounded chains around their centroids.
fn check_covers(
    map: &Map,
    rounded: &Rounded,
    floors: usize,
    obstacles: &[(ObstacleId, Outline)],
) -> Result<(), String> {
    for f in map.faces() {
        let corners = map.corners(f).map(|v| map.lattice_point(v));
        let inside = shapes_around(rounded, floors + obstacles.len(), corners);
        let on_floor = inside[..floors].contains(&true);
        let mut over: Vec<ObstacleId> = map.obstacles_over(f).collect();
        over.sort_unstable();
        let mut expected: Vec<ObstacleId> =
            obstacles.iter().zip(&inside[floors..]).filter(|(_, inside)| **inside).map(|((id, _), _)| *id).collect();
        expected.sort_unstable();
        if over != expected {
            return Err(format!("face {corners:?} is covered by {over:?}, should be by {expected:?}"));
        }
        if map.is_free(f) != (on_floor && expected.is_empty()) {
            return Err(format!("face {corners:?} is free: {}, on a floor: {on_floor}", map.is_free(f)));
        }
    }
    Ok(())
}

/// Which outlines contain the centroid of a face: wound around by the exterior and by no hole.
fn shapes_around(rounded: &Rounded, shapes: usize, corners: [LatticePoint; 3]) -> Vec<bool> {
    let x = corners.iter().map(|p| i128::from(p.x)).sum::<i128>();
    let y = corners.iter().map(|p| i128::from(p.y)).sum::<i128>();
    let mut windings = vec![(0, BTreeMap::<u32, i32>::new()); shapes];
    for (given, chain) in &rounded.chains {
        for pair in chain.windows(2) {
            let turns = crosses_upward(pair[0], pair[1], x, y);
            match given.role {
                Role::Exterior => windings[given.shape].0 += turns,
                Role::Hole => *windings[given.shape].1.entry(given.chain).or_default() += turns,
                Role::Wall => {}
            }
        }
    }
    // Holes of one outline add up: two that cancel each other uncover nothing.
    windings.into_iter().map(|(exterior, holes)| exterior != 0 && holes.values().sum::<i32>() == 0).collect()
}

/// +1 or −1 if the edge crosses the ray to the right of (x, y)/3 going up or down.
fn crosses_upward(a: LatticePoint, b: LatticePoint, x: i128, y: i128) -> i32 {
    let [(ax, ay), (bx, by)] = [a, b].map(|p| (3 * i128::from(p.x), 3 * i128::from(p.y)));
    if (ay <= y) == (by <= y) {
        return 0;
    }
    let left = (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0;
    match (ay <= y, left) {
        (true, true) => 1,
        (false, false) => -1,
        _ => 0,
    }
}

fn twice_area_of(a: LatticePoint, b: LatticePoint, c: LatticePoint) -> i128 {
    let [(ax, ay), (bx, by), (cx, cy)] = [a, b, c].map(|p| (i128::from(p.x), i128::from(p.y)));
    ax * (by - cy) + bx * (cy - ay) + cx * (ay - by)
}

/// In-circle by the 4 × 4 determinant of lifted points; among co-circular ones the smallest is lifted most.
fn is_in_circle(a: LatticePoint, b: LatticePoint, c: LatticePoint, d: LatticePoint) -> bool {
    let points = [a, b, c, d];
    let others = |i: usize| {
        let mut rest = (0..4).filter(move |&j| j != i).map(|j| points[j]);
        twice_area_of(rest.next().unwrap_or(a), rest.next().unwrap_or(a), rest.next().unwrap_or(a))
    };
    // Expanding along the column of lifts; positive when d is inside the circle of a, b, c turning left.
    let sign = |i: usize| if i.is_multiple_of(2) { 1 } else { -1 };
    let lift = |p: LatticePoint| i128::from(p.x).pow(2) + i128::from(p.y).pow(2);
    let det: i128 = (0..4).map(|i| sign(i) * lift(points[i]) * others(i)).sum();
    if det != 0 {
        return det > 0;
    }
    let smallest = (0..4).min_by_key(|&i| points[i]).unwrap_or(0);
    sign(smallest) * others(smallest) > 0
}
