//! Answers that are asked about again: points of paths as starts and goals, and the places that refusals name.

use super::case_seed;
use super::disc_scene::DiscScene;
use super::paths::MOVED;
use super::stored::StoredCase;
use crate::oracle::disc_reach::Reach;
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::Map;
use navigant_search::plane::{NoPath, Path, PathFinder, PathPiece, Query};

/// Queries in one case; each is asked again some twenty times.
pub const QUERIES_PER_CASE: u64 = STATES * QUERIES_PER_STATE;
const STATES: u64 = 3;
const QUERIES_PER_STATE: u64 = 12;
/// Points along a path from which it is sought again.
const POINTS: u32 = 20;

/// One case: a small map that changes; paths on it, paths from points on them, and paths to places that were named.
///
/// # Errors
/// The query that is refused, or answered with a longer path.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    visit(seed, number, |_, _| ())
}

/// The geometry of a case, and what is asked in it.
///
/// # Errors
/// As [`case`].
pub fn stored(seed: u64, number: u64) -> Result<StoredCase, String> {
    let mut stored = StoredCase::default();
    visit(seed, number, |scene, query| stored.note(scene, query))?;
    Ok(stored)
}

/// Asks for one path and about it again; where along it follows from a seed.
///
/// # Errors
/// As [`case`].
pub fn check_again(map: &Map, query: &Query, seed: u64) -> Result<(), String> {
    check(&mut PathFinder::new(), map, query, &mut Rng::new(seed))
}

fn visit(seed: u64, number: u64, mut asked: impl FnMut(&DiscScene, &Query)) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = DiscScene::of_case(number, &mut rng)?;
    let mut finder = PathFinder::new();
    for state in 0..STATES {
        if state > 0 {
            scene.edit(&mut rng)?;
        }
        let walls = scene.walls(&mut rng)?;
        let reach = Reach::of(&walls);
        for _ in 0..QUERIES_PER_STATE {
            let radius = if rng.one_in(3) { 0.0 } else { scene.radius(&mut rng, &reach) };
            let mut place = || {
                let p = scene.place(&mut rng, &reach, radius);
                // Some are not on the lattice, and some have no room.
                match rng.below(6) {
                    0 => Point::new(p.x + rng.range(-1e-6..1e-6), p.y + rng.range(-1e-6..1e-6)),
                    1 => Point::new(rng.range(-4.0..70.0), rng.range(-4.0..70.0)),
                    _ => p,
                }
            };
            let mut query = Query::new(place(), place()).with_radius(radius);
            if rng.one_in(6) {
                query = query.with_comfort(radius + 0.25, 1.2);
            }
            asked(&scene, &query);
            check(&mut finder, &scene.map, &query, &mut rng).map_err(|wrong| {
                format!("{wrong}\nfrom {:?} to {:?}, radius {radius}, {}", query.from, query.to, scene.describe())
            })?;
        }
    }
    Ok(())
}

fn check(finder: &mut PathFinder, map: &Map, query: &Query, rng: &mut Rng) -> Result<(), String> {
    match finder.find(map, query).cloned() {
        Ok(path) => {
            let is_shortest = query.comfort.extra == 0.0;
            check_points(finder, map, query, &path)?;
            check_along(finder, map, query, &path, is_shortest, rng)
        }
        Err(NoPath::NoRoomAtStart { nearest, .. } | NoPath::StartOutside { nearest }) => match nearest {
            Some(nearest) => accepts(finder, map, &Query { from: nearest, to: nearest, ..*query }, "the nearest place"),
            None => Ok(()),
        },
        Err(NoPath::NoRoomAtGoal { nearest, .. } | NoPath::GoalOutside { nearest }) => match nearest {
            Some(nearest) => accepts(finder, map, &Query { from: nearest, to: nearest, ..*query }, "the nearest place"),
            None => Ok(()),
        },
        Err(NoPath::TooNarrow { nearest_reachable, .. }) => {
            let nearest = nearest_reachable.ok_or("no place within reach is named")?;
            accepts(finder, map, &Query { to: nearest, ..*query }, "the nearest place within reach")
        }
        Err(NoPath::Disconnected { nearest_reachable }) => {
            accepts(finder, map, &Query { to: nearest_reachable, ..*query }, "the nearest place within reach")
        }
        Err(wrong) => Err(wrong.to_string()),
    }
}

fn accepts(finder: &mut PathFinder, map: &Map, query: &Query, what: &str) -> Result<(), String> {
    let answer = finder.find(map, query).map(drop);
    answer.map_err(|wrong| format!("{what}, asked from {:?} to {:?}: {wrong:?}", query.from, query.to))
}

/// Every point of a path is a start and a goal.
fn check_points(finder: &mut PathFinder, map: &Map, query: &Query, path: &Path) -> Result<(), String> {
    for &p in &path.points {
        accepts(finder, map, &Query { from: p, ..*query }, "a point of the path")?;
        accepts(finder, map, &Query { to: p, ..*query }, "a point of the path")?;
    }
    Ok(())
}

/// From points along a path it is not farther than what is left of it, but for a step of the lattice; for a point, by as much more as
/// both ends may be moved by.
fn check_along(
    finder: &mut PathFinder,
    map: &Map,
    query: &Query,
    path: &Path,
    is_shortest: bool,
    rng: &mut Rng,
) -> Result<(), String> {
    let step = map.lattice().step();
    for _ in 0..POINTS {
        let walked = path.length * rng.range(0.0..1.0);
        let Some(p) = along(path, walked) else { continue };
        let again = Query { from: p, ..*query };
        let length = finder.find(map, &again).map(|path| path.length);
        let length = length.map_err(|wrong| format!("{p:?}, {walked} m along {path:?}: {wrong:?}"))?;
        let left = path.length - walked;
        let more = if query.radius > 0.0 { step } else { step + 2.0 * MOVED * step };
        if is_shortest && length > left + more {
            let more = (length - left) / step;
            return Err(format!("from {p:?}, {walked} m along {path:?}: {length} m, by {more} steps more than {left}"));
        }
    }
    Ok(())
}

/// The point of a path after a length, in metres.
fn along(path: &Path, mut left: f64) -> Option<Point> {
    for piece in path.pieces() {
        match piece {
            PathPiece::Straight { from, to } => {
                let length = from.distance(to);
                if left <= length && length > 0.0 {
                    return Some(from.lerp(to, left / length));
                }
                left -= length;
            }
            PathPiece::Arc { centre, from, turn, .. } => {
                let length = centre.distance(from) * turn.abs();
                if left <= length && length > 0.0 {
                    let (sin, cos) = (turn * left / length).sin_cos();
                    let (x, y) = (from.x - centre.x, from.y - centre.y);
                    return Some(Point::new(centre.x + x * cos - y * sin, centre.y + x * sin + y * cos));
                }
                left -= length;
            }
        }
    }
    None
}
