//! Shortest path maps of random maps, against searches.

use super::case_seed;
use super::visibility::{edit, scenery, somewhere};
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Outline};
use navigant_search::internals::Curve;
use navigant_search::internals::ShortestPathMapInternals as _;
use navigant_search::plane::Followed;
use navigant_search::plane::{ManyFinder, NoPath, NoRoute, PathFinder, Query, ShortestPathMap};
use std::sync::atomic::{AtomicU64, Ordering};

/// Shortest path maps in one case.
pub const MAPS_PER_CASE: u64 = 2;
/// Random targets that each is asked about.
const TARGETS: u32 = 100;
/// Edits that each of them follows.
const EDITS: u32 = 4;
/// Lengths agree but for this part of them.
const AGREE: f64 = 1e-9;

/// One case: a map, and shortest path maps of a few sources, also after edits.
///
/// # Errors
/// What differs from a search.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let (mut map, mut outlines) = scenery(&mut rng)?;
    edit(&mut rng, &mut map, &mut *outlines)?;
    for round in 0..MAPS_PER_CASE {
        let source = map.lattice().world(somewhere(&mut rng, &map));
        let Ok(mut spm) = ShortestPathMap::of(&map, source) else {
            if map.is_walkable(source) {
                return Err(format!("{source} is walkable and has no shortest path map"));
            }
            continue;
        };
        let obstacles: Vec<_> = map.obstacles().map(|id| map.outline(id)).collect();
        let wrong = |reason: String| format!("map {round} from {source}: {reason}\n{obstacles:?}");
        check(&mut rng, &map, &spm).map_err(wrong)?;
        follow(&mut rng, &mut map, &mut spm, &mut *outlines).map_err(wrong)?;
    }
    Ok(())
}

fn check(rng: &mut Rng, map: &Map, spm: &ShortestPathMap) -> Result<(), String> {
    let mut finder = PathFinder::new();
    let mut targets = Vec::new();
    for _ in 0..TARGETS {
        let to = if rng.chance(0.5) {
            map.lattice().world(somewhere(rng, map))
        } else {
            Point::new(rng.range(0.0..64.0), rng.range(0.0..64.0))
        };
        compare(map, spm, &mut finder, to)?;
        targets.push(to);
    }
    for (to, found) in targets.iter().zip(spm.distances_to(map, &targets)) {
        let alone = spm.distance_to(map, *to);
        if found.map(f64::to_bits) != alone.map(f64::to_bits) {
            return Err(format!("to {to} in a batch: {found:?}, alone {alone:?}"));
        }
    }
    check_many(rng, map, spm)?;
    let cells = spm.cells(map).ok_or("stale, though nothing was edited")?;
    if cells.count > 2 * map.vertex_count() + 1 {
        return Err(format!("{} cells of {} vertices", cells.count, map.vertex_count()));
    }
    for border in &cells.borders {
        let on = border.point_at(0.5);
        let [a, b] = border.roots;
        // Both roots are as near on the arc, and nothing is nearer.
        if !map.is_walkable(on) {
            // Straight on along a wall, it may be rounded into that.
            if map.nearest_walkable(on).is_some_and(|p| p.distance(on) <= 2.0 * map.lattice().step()) {
                continue;
            }
            return Err(format!("an arc leads through {on}, which is not walkable: {border:?}"));
        }
        let [by_a, by_b] = [0, 1].map(|i| border.lengths[i] + on.distance(border.roots[i]));
        let slack = AGREE * (64.0 + by_a) + 4.0 * map.lattice().step();
        // On a wall, the other side may be nearer.
        let found = spm.distance_to(map, on).unwrap_or(f64::NAN);
        let is_clear = map.clearance_at(on).is_some_and(|clearance| clearance > 2.0 * map.lattice().step());
        if is_clear && !((by_a - found).abs() <= slack && (by_b - found).abs() <= slack) {
            return Err(format!("on an arc at {on}, {found} m away: {by_a} by {a}, {by_b} by {b}, {border:?}"));
        }
        let along = Offset::new(border.ends[1].x - border.ends[0].x, border.ends[1].y - border.ends[0].y);
        let aside = along.left() * (8.0 * map.lattice().step() / along.length().max(1e-12));
        for p in [on, Point::new(on.x + aside.x, on.y + aside.y), Point::new(on.x - aside.x, on.y - aside.y)] {
            compare(map, spm, &mut finder, p)?;
        }
        if matches!(border.curve, Curve::Hyperbola) && border.polyline(4).len() != 5 {
            return Err("an arc of four pieces has not five points".into());
        }
    }
    check_areas(rng, map, spm, cells.area)
}

/// One search for many targets finds what the shortest path map knows; the nearest goal is the nearest, also for discs.
fn check_many(rng: &mut Rng, map: &Map, spm: &ShortestPathMap) -> Result<(), String> {
    let count = rng.between(1, 12);
    let targets: Vec<Point> = (0..count).map(|_| map.lattice().world(somewhere(rng, map))).collect();
    let mut finder = ManyFinder::new();
    let found = finder.distances(map, spm.source(), &targets).map_err(text)?;
    let mut nearest = f64::INFINITY;
    for (to, found) in targets.iter().zip(&found) {
        let expected = spm.distance_to(map, *to);
        let agree = match (found, &expected) {
            (Ok(a), Ok(b)) => (a - b).abs() <= AGREE * b + 1e-12,
            (a, b) => a == b,
        };
        if !agree {
            return Err(format!("one of many to {to}: {found:?}, should be {expected:?}"));
        }
        nearest = nearest.min(expected.unwrap_or(f64::INFINITY));
    }
    match finder.nearest(map, spm.source(), &targets).map_err(text)? {
        None if nearest.is_infinite() => {}
        Some((index, length)) if (length - nearest).abs() <= AGREE * nearest && found[index].is_ok() => {}
        other => return Err(format!("the nearest of {targets:?} is {other:?}, should be {nearest} m away")),
    }
    let query = Query::new(spm.source(), spm.source()).with_radius(0.25);
    let mut one = PathFinder::new();
    let single = targets.iter().filter_map(|&to| one.find(map, &Query { to, ..query }).ok().map(|path| path.length));
    let expected = single.min_by(f64::total_cmp);
    let found = finder.nearest_for(map, &query, &targets).ok().flatten().map(|(_, path)| path.length);
    if found != expected {
        return Err(format!("the nearest of {targets:?} for a disc: {found:?}, should be {expected:?}"));
    }
    Ok(())
}

/// All cells together fill what can be reached; an isochrone is where distances are below its length.
fn check_areas(rng: &mut Rng, map: &Map, spm: &ShortestPathMap, area: f64) -> Result<(), String> {
    let reached: f64 = map
        .faces()
        .filter(|&f| {
            let [a, b, c] = map.corners(f).map(|v| map.point(v));
            let middle = Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0);
            map.is_free(f) && spm.distance_to(map, middle).is_ok()
        })
        .map(|f| {
            let [a, b, c] = map.corners(f).map(|v| map.point(v));
            0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
        })
        .sum();
    if (area - reached).abs() > 0.002 * reached.max(1e-6) + 1e-4 {
        return Err(format!("the cells fill {area} m² of {reached}"));
    }
    let length = rng.range(0.5..60.0);
    let region = spm.isochrone(map, length).map_err(text)?;
    for arc in &region.rim {
        let middle = Point::new(0.5 * (arc.ends[0].x + arc.ends[1].x), 0.5 * (arc.ends[0].y + arc.ends[1].y));
        let out = arc.centre.distance(middle);
        // The middle of a very short one may be rounded onto a wall, and be nearer from its other side.
        if arc.ends[0].distance(arc.ends[1]) < 64.0 * map.lattice().step() || out <= 0.0 {
            continue;
        }
        let on = arc.centre.lerp(middle, arc.radius / out);
        let found = spm.distance_to(map, on).map_err(|e| format!("{on} on the rim of {length} m: {e}"))?;
        if (found - length).abs() > 1e-9 * length + 4.0 * map.lattice().step() {
            return Err(format!("{on} on the rim of {length} m is {found} m away"));
        }
    }
    let near = ShortestPathMap::within(map, spm.source(), length).map_err(text)?;
    let again = near.isochrone(map, length).map_err(text)?;
    if (again.area - region.area).abs() > 1e-6 * region.area + 1e-6 {
        return Err(format!("an isochrone of {length} m has {} m² or {}", again.area, region.area));
    }
    Ok(())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn compare(map: &Map, spm: &ShortestPathMap, finder: &mut PathFinder, to: Point) -> Result<(), String> {
    let found = spm.path_to(map, to);
    match (&found, finder.find(map, &Query::new(spm.source(), to))) {
        (Ok(ours), Ok(path)) => {
            let distance = spm.distance_to(map, to).map_err(text)?;
            // Which of two ways is shorter is decided for the point rounded to the lattice.
            let is_rounded = map.lattice().snap(to).map(|at| map.lattice().world(at)) != Ok(to);
            let slack = AGREE * path.length + if is_rounded { map.lattice().step() } else { 1e-12 };
            // A search tries both sides of a wall that a point between lattice points is beside.
            let differ = |length: f64| path.length - length > slack || !is_rounded && length - path.length > slack;
            if differ(ours.length) || differ(distance) {
                return Err(format!("to {to}: {} or {distance}, a search finds {}", ours.length, path.length));
            }
            if ours.points.windows(2).any(|leg| !map.sees(leg[0], leg[1])) {
                return Err(format!("the path to {to} is not one"));
            }
            Ok(())
        }
        (Err(NoRoute::Unreachable), Err(NoPath::Disconnected { .. })) => Ok(()),
        (Err(NoRoute::NoView(_)), Err(NoPath::GoalOutside { .. })) => Ok(()),
        // A search moves an end that is not far from where one can stand.
        (Err(NoRoute::NoView(_)), _) if !map.is_walkable(to) => Ok(()),
        (_, theirs) => Err(format!("to {to}: {found:?}, a search says {theirs:?}")),
    }
}

/// Edits the map a few times and follows: what was kept is what would be found.
fn follow(
    rng: &mut Rng,
    map: &mut Map,
    spm: &mut ShortestPathMap,
    outlines: &mut dyn Iterator<Item = Outline>,
) -> Result<(), String> {
    let mut finder = PathFinder::new();
    let length = rng.range(2.0..24.0);
    let mut near = ShortestPathMap::within(map, spm.source(), length).map_err(text)?;
    for number in 0..EDITS {
        let before = map.revision();
        if rng.chance(0.6) {
            // Small beside the rest, so that something is left to keep.
            let [x, y, w, h] = [60.0, 60.0, 3.0, 3.0].map(|most| 0.25 * rng.range(1.0..4.0 * most).round());
            edit(rng, map, &mut std::iter::once(Outline::rectangle([x, y], [x + w, y + h])))?;
        } else {
            edit(rng, map, outlines)?;
        }
        let target = Point::new(rng.range(0.0..64.0), rng.range(0.0..64.0));
        if map.revision() != before && spm.distance_to(map, target) != Err(NoRoute::Stale) {
            return Err("an edited map is not told from the old one".into());
        }
        let followed = match spm.follow(map) {
            Err(_) if !map.is_walkable(spm.source()) => return Ok(()),
            Err(reason) => return Err(reason.to_string()),
            Ok(Followed::Unchanged) if map.revision() != before => return Err("an edit was not noticed".into()),
            Ok(followed) => followed,
        };
        FOLLOWED[0][followed as usize].fetch_add(1, Ordering::Relaxed);
        let followed_near = near.follow(map).map_err(text)?;
        FOLLOWED[1][followed_near as usize].fetch_add(1, Ordering::Relaxed);
        let wrong = |reason: String| format!("{followed:?} after edit {number}: {reason}");
        for _ in 0..TARGETS / 4 {
            let to = Point::new(rng.range(0.0..64.0), rng.range(0.0..64.0));
            compare(map, spm, &mut finder, to).map_err(wrong)?;
            compare_near(map, spm, &near, to)
                .map_err(|reason| format!("{followed_near:?} after edit {number}: {reason}"))?;
        }
        let again = ShortestPathMap::of(map, spm.source()).map_err(text)?;
        let [ours, theirs] = [&*spm, &again].map(|spm| spm.cells(map).map_or(f64::NAN, |cells| cells.area));
        let slack = 0.001 * theirs + 1e-4;
        if ours.is_nan() || theirs.is_nan() || (ours - theirs).abs() > slack {
            return Err(wrong(format!("the cells fill {ours} m², those found from scratch {theirs}")));
        }
        if spm.window_count() > 2 * again.window_count() + 16 {
            return Err(wrong(format!("{} windows, from scratch {}", spm.window_count(), again.window_count())));
        }
    }
    Ok(())
}

/// What a map of what is near knows is what the whole one knows, up to its limit.
fn compare_near(map: &Map, spm: &ShortestPathMap, near: &ShortestPathMap, to: Point) -> Result<(), String> {
    let (found, whole) = (near.distance_to(map, to), spm.distance_to(map, to));
    let slack = AGREE * near.limit() + 1e-12;
    let agree = match (&found, &whole) {
        (Ok(found), Ok(whole)) => (found - whole).abs() <= slack && *whole <= near.limit() + slack,
        (Err(NoRoute::Beyond { .. }), Ok(whole)) => *whole >= near.limit() - slack,
        (Err(NoRoute::Beyond { .. }), Err(NoRoute::Unreachable)) => true,
        (found, whole) => found == whole,
    };
    if agree { Ok(()) } else { Err(format!("to {to} within {} m: {found:?}, should be {whole:?}", near.limit())) }
}

/// What following came to, by [`Followed`]: of whole maps, and of maps of what is near.
static FOLLOWED: [[AtomicU64; 3]; 2] = [const { [const { AtomicU64::new(0) }; 3] }; 2];

/// How often edits were followed in which way.
pub fn summary() -> String {
    let [whole, near] = FOLLOWED.each_ref().map(|counts| {
        let [unchanged, kept, rebuilt] = counts.each_ref().map(|n| n.load(Ordering::Relaxed));
        format!("{kept} out of reach, {rebuilt} rebuilt, {unchanged} changed nothing")
    });
    format!("edits followed: {whole}; by maps of what is near: {near}")
}
