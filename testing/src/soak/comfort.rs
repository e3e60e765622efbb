//! Paths that keep farther from walls than they must, and paths along the medial axis: can they be walked, and are they no
//! longer than they may be?

use super::case_seed;
use super::disc_paths::piece;
use super::disc_scene::DiscScene;
use super::paths::MOVED;
use crate::oracle::clearance::fits;
use crate::oracle::disc_reach::Reach;
use crate::oracle::verify_disc::verify_disc;
use crate::oracle::walls::Walls;
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_search::internals::Corridor;
use navigant_search::plane::AxisPath;
use navigant_search::plane::{NoPath, Path, PathFinder, Query};

/// Paths asked for in one case: three for each query.
pub const QUERIES_PER_CASE: u64 = STATES * QUERIES_PER_STATE * 3;
const STATES: u64 = 2;
const QUERIES_PER_STATE: u64 = 4;
/// By how much lengths may differ, in metres.
const LEEWAY: f64 = 1e-6;
/// Corridors of smaller discs, in steps, are not looked at: chords that stand for their arcs are as far off as that.
const STEPS: f64 = 1000.0;

/// One case: a map and paths on it, edits, paths again.
///
/// # Errors
/// The query that is answered wrongly.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = DiscScene::new(&mut rng)?;
    let mut finder = PathFinder::new();
    for state in 0..STATES {
        if state > 0 {
            scene.edit(&mut rng)?;
        }
        let walls = scene.walls(&mut rng)?;
        let reach = Reach::of(&walls);
        for _ in 0..QUERIES_PER_STATE {
            let radius = if rng.one_in(5) { 0.0 } else { scene.radius(&mut rng, &reach) };
            let (from, to) = (scene.place(&mut rng, &reach, radius), scene.place(&mut rng, &reach, radius));
            let query = Query::new(from, to).with_radius(radius);
            let (extra, factor) = (rng.range(0.0..4.0) * rng.range(0.0..1.0), 1.0 + rng.range(0.0..0.5));
            check(&scene, &walls, &mut finder, &query, extra, factor).map_err(|wrong| {
                format!(
                    "{wrong}\nfrom {from} to {to}, radius {radius}, comfort {extra} for {factor}, {}",
                    scene.describe()
                )
            })?;
        }
    }
    Ok(())
}

fn check(
    scene: &DiscScene,
    walls: &Walls,
    finder: &mut PathFinder,
    query: &Query<'static>,
    extra: f64,
    factor: f64,
) -> Result<(), String> {
    let map = &scene.map;
    let shortest = finder.find(map, query).cloned();
    let without = finder.find(map, &query.with_comfort(0.0, factor)).cloned();
    if without != shortest {
        return Err(format!("without comfort {without:?}, not {shortest:?}"));
    }
    let comfortable = finder.find(map, &query.with_comfort(extra, factor)).cloned();
    let by_axis = map.axis_path(query, query.radius + extra);
    let shortest = match (shortest, &comfortable, &by_axis) {
        (Ok(path), Ok(_), _) => path,
        (Err(reason), Err(same), _) if reason == *same => return nowhere(&reason, &by_axis),
        (shortest, ..) => return Err(format!("{comfortable:?} where the shortest is {shortest:?}")),
    };
    in_its_corridor(scene, query, &shortest)?;
    let comfortable = comfortable.map_err(|e| e.to_string())?;
    walkable(walls, query, &comfortable).map_err(|wrong| format!("comfort: {wrong}"))?;
    if comfortable.length > factor * shortest.length + LEEWAY || comfortable.length < shortest.length - LEEWAY {
        return Err(format!("{} m long, where the shortest is {}", comfortable.length, shortest.length));
    }
    match by_axis {
        Ok(path) => {
            walkable(walls, query, &path).map_err(|wrong| format!("by the axis: {wrong}"))?;
            let is_long = path.length >= shortest.length - LEEWAY;
            if is_long { Ok(()) } else { Err(format!("{} m by the axis, less than {}", path.length, shortest.length)) }
        }
        // A point may stand where there is no room at all, and a disc where there is just not enough: the axis is exact.
        Err(_) if [query.from, query.to].iter().any(|p| !map.has_room_at(*p, query.radius.max(1e-9))) => Ok(()),
        Err(reason) => Err(format!("{reason:?} by the axis, where there is a way of {} m", shortest.length)),
    }
}

/// A disc's shortest path leads through a corridor in which no other is longer; in it, less may be in the way.
fn in_its_corridor(scene: &DiscScene, query: &Query, shortest: &Path) -> Result<(), String> {
    if query.radius < STEPS * scene.map.lattice().step() {
        return Ok(());
    }
    let corridor = Corridor::along_path(&scene.map, shortest).map_err(|e| e.to_string())?;
    match corridor.shortest(query) {
        Ok(path) if path.length <= shortest.length + LEEWAY => Ok(()),
        // An arc that leads out of a face and back has the loop left out.
        Err(NoPath::TooNarrow { .. }) => Ok(()),
        // A corridor moves no end to where there is room.
        Err(_) if [query.from, query.to].iter().any(|p| !scene.map.has_room_at(*p, query.radius)) => Ok(()),
        other => Err(format!("in the corridor of {shortest:?}: {other:?}")),
    }
}

/// Where there is no path, there is none along the axis.
fn nowhere(reason: &NoPath, by_axis: &Result<Path, NoPath>) -> Result<(), String> {
    match by_axis {
        Ok(path) => Err(format!("{} m by the axis, but {reason:?}", path.length)),
        Err(_) => Ok(()),
    }
}

fn walkable(walls: &Walls, query: &Query, path: &Path) -> Result<(), String> {
    let pieces: Vec<_> = path.pieces().map(piece).collect();
    // An end without room is moved by some steps.
    let most = MOVED * walls.lattice().step();
    let taken = |asked: Point, given: Option<&Point>| match given {
        Some(&given) if !fits(walls, asked, query.radius) && given.distance(asked) <= most => given,
        _ => asked,
    };
    let (from, to) = (taken(query.from, path.points.first()), taken(query.to, path.points.last()));
    verify_disc(walls, from, to, query.radius, &pieces, path.length)
}
