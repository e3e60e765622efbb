//! Shortest paths in corridors, of points and of discs, against every line and every tangent in them.

use super::case_seed;
use super::disc_scene::DiscScene;
use crate::oracle::corridor::FaceCorridor;
use crate::rng::Rng;
use navigant_geometry::internals::orient;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{FaceId, Map};
use navigant_search::internals::Corridor;
use navigant_search::plane::{NoPath, Path, PathPiece, Proof, Query};

/// Paths asked for in one case.
pub const QUERIES_PER_CASE: u64 = CORRIDORS * (1 + RADII);
const CORRIDORS: u64 = 4;
const RADII: u64 = 3;
/// By how much lengths and widths may differ, in metres.
const LEEWAY: f64 = 1e-6;

/// One case: a map, corridors in it, and a point and some discs in each.
///
/// # Errors
/// The query that is answered wrongly.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = DiscScene::new(&mut rng)?;
    if rng.one_in(2) {
        scene.edit(&mut rng)?;
    }
    scene.walls(&mut rng)?;
    let (map, lattice) = (&scene.map, scene.map.lattice());
    for _ in 0..CORRIDORS {
        let faces = random_faces(map, &mut rng);
        let (Some(&first), Some(&last)) = (faces.first(), faces.last()) else { return Ok(()) };
        let oracle = FaceCorridor::of(map, &faces);
        let corridor = Corridor::new(map, faces.clone()).map_err(|e| e.to_string())?;
        let [start, goal] = [first, last].map(|f| place_in(map, f, &mut rng));
        let query = Query::new(lattice.world(start), lattice.world(goal));
        let widest = oracle.narrowest_portal().unwrap_or(1e6) / 2.0;
        let told = |wrong: String, radius: f64| {
            let (from, to) = (query.from, query.to);
            format!(
                "{wrong}\nfrom {from} to {to}, {start:?} to {goal:?}, radius {radius}, {oracle:?}, {}",
                scene.describe()
            )
        };
        check_point(&oracle, &query, corridor.shortest(&query), lattice.step(), [start, goal])
            .map_err(|wrong| told(wrong, 0.0))?;
        for _ in 0..RADII {
            let radius = widest * rng.range(0.02..1.2) * *rng.pick(&[1.0, 1.0, 0.1]);
            let room = [start, goal].map(|p| oracle.clearance(p)).into_iter().fold(f64::INFINITY, f64::min);
            // Mostly a disc that has room at both ends.
            let radius = if rng.one_in(5) { radius } else { radius.min(room * rng.range(0.3..0.999)) };
            let radius = radius.max(0.01) * lattice.step();
            let query = query.with_radius(radius);
            check_disc(&oracle, &query, &corridor.shortest(&query), lattice.step(), [start, goal])
                .map_err(|wrong| told(wrong, radius))?;
        }
    }
    Ok(())
}

/// A way over the dual graph between two free faces, of edges with random lengths.
pub fn random_faces(map: &Map, rng: &mut Rng) -> Vec<FaceId> {
    let free: Vec<FaceId> = map.faces().filter(|&f| map.is_free(f)).collect();
    if free.is_empty() {
        return Vec::new();
    }
    let (from, mut to) = (*rng.pick(&free), *rng.pick(&free));
    let mut best = vec![(f64::INFINITY, None); map.face_slots()];
    best[from.index()].0 = 0.0;
    // Bellman and Ford: slow, and nothing to get wrong.
    let weights: Vec<f64> = (0..4 * map.face_slots()).map(|_| rng.range(0.01..1.0)).collect();
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for &f in &free {
            for e in f.edges().into_iter().filter(|&e| !map.is_wall(e)) {
                let next = map.twin(e).face();
                let length = best[f.index()].0 + weights[e.index()];
                if length < best[next.index()].0 {
                    best[next.index()] = (length, Some(f));
                    is_done = false;
                }
            }
        }
    }
    if best[to.index()].0.is_infinite() {
        to = from;
    }
    let mut faces = vec![to];
    while let Some(before) = best[faces[faces.len() - 1].index()].1 {
        faces.push(before);
    }
    faces.reverse();
    faces
}

/// A lattice point in a face; one of its corners in a face that has no other.
fn place_in(map: &Map, f: FaceId, rng: &mut Rng) -> LatticePoint {
    let [a, b, c] = map.corners(f).map(|v| map.lattice_point(v));
    for _ in 0..8 {
        let (mut s, mut t) = (rng.range(0.0..1.0), rng.range(0.0..1.0));
        if s + t > 1.0 {
            (s, t) = (1.0 - s, 1.0 - t);
        }
        let at = |a: i32, b: i32, c: i32| (f64::from(a) + s * f64::from(b - a) + t * f64::from(c - a)).round() as i32;
        let p = LatticePoint::new(at(a.x, b.x, c.x), at(a.y, b.y, c.y));
        if [(a, b), (b, c), (c, a)].into_iter().all(|(a, b)| orient(a, b, p) >= 0) {
            return p;
        }
    }
    a
}

fn check_point(
    oracle: &FaceCorridor,
    query: &Query,
    answer: Result<Path, NoPath>,
    step: f64,
    [start, goal]: [LatticePoint; 2],
) -> Result<(), String> {
    let path = answer.map_err(|e| e.to_string())?;
    let expected = oracle.shortest(start, goal).ok_or("the oracle found none")? * step;
    adds_up(&path, query)?;
    let is_right =
        (path.length - expected).abs() <= 1e-9 * expected.max(step) && path.proof == Proof::ShortestInCorridor;
    if is_right { Ok(()) } else { Err(format!("{} m by {:?}, should be {expected}", path.length, path.points)) }
}

fn check_disc(
    oracle: &FaceCorridor,
    query: &Query,
    answer: &Result<Path, NoPath>,
    step: f64,
    [start, goal]: [LatticePoint; 2],
) -> Result<(), String> {
    let radius = query.radius / step;
    let [room, room_at_goal] = [start, goal].map(|p| oracle.clearance(p));
    let has_room = room >= radius && room_at_goal >= radius;
    let expected = if has_room { oracle.shortest_for_disc(start, goal, radius) } else { None };
    let same = |a: f64, b: f64| (a - b).abs() <= LEEWAY;
    let is_right = match (answer, expected) {
        (Ok(path), Some(expected)) => {
            adds_up(path, query)?;
            same(path.length, expected * step)
        }
        (Err(NoPath::NoRoomAtStart { largest, .. }), None) => room < radius && same(*largest, room * step),
        (Err(NoPath::NoRoomAtGoal { largest, .. }), None) => {
            room >= radius && room_at_goal < radius && same(*largest, room_at_goal * step)
        }
        (Err(NoPath::TooNarrow { widest, .. }), None) if has_room => {
            let passes = |part: f64| oracle.shortest_for_disc(start, goal, widest / step * part).is_some();
            *widest < query.radius && passes(1.0 - 1e-5) && !passes(1.0 + 1e-5)
        }
        _ => false,
    };
    if is_right { Ok(()) } else { Err(format!("{answer:?}, should be {:?} m", expected.map(|l| l * step))) }
}

/// A path leads from start to goal and is as long as its pieces.
fn adds_up(path: &Path, query: &Query) -> Result<(), String> {
    let (first, last) = (path.points.first(), path.points.last());
    if first != Some(&query.from) || last != Some(&query.to) {
        return Err(format!("the ends are {first:?} and {last:?}"));
    }
    let lengths = path.pieces().map(|piece| match piece {
        PathPiece::Straight { from, to } => from.distance(to),
        PathPiece::Arc { centre, from, turn, .. } => centre.distance(from) * turn.abs(),
    });
    let sum: f64 = lengths.sum();
    let adds_up = (sum - path.length).abs() <= LEEWAY;
    if adds_up { Ok(()) } else { Err(format!("said to be {} m long, its pieces are {sum}", path.length)) }
}
