//! Components and dead ends by plain definitions, to be compared with what a map has kept up through its edits.

use navigant_geometry::Point;
use navigant_geometry::internals::distance_to_segment;
use navigant_mesh::internals::{Beyond, MapInternals as _, Nearest};
use navigant_mesh::{ComponentId, EdgeId, FaceId, Location, Map};
use std::collections::{BTreeMap, BTreeSet};

/// Whether the components of a map are those that a flood over its free faces finds.
///
/// # Errors
/// What differs.
pub fn check_components(map: &Map) -> Result<(), String> {
    let components = map.components();
    let mut seen = BTreeSet::new();
    let mut names: BTreeMap<ComponentId, usize> = BTreeMap::new();
    for start in map.faces() {
        let name = components.of(start);
        if name.is_some() != map.is_free(start) {
            return Err(format!("{start:?}, free: {}, is in {name:?}", map.is_free(start)));
        }
        let Some(name) = name.filter(|_| !seen.contains(&start)) else { continue };
        let part = flood(map, start);
        if let Some(f) = part.iter().find(|&&f| components.of(f) != Some(name)) {
            return Err(format!("{start:?} and {f:?} are connected: {name:?}, {:?}", components.of(*f)));
        }
        if names.insert(name, part.len()).is_some() {
            return Err(format!("two parts are called {name:?}"));
        }
        seen.extend(part);
    }
    if components.count() != names.len() || !components.iter().eq(names.keys().copied()) {
        return Err(format!("{} components instead of {}", components.count(), names.len()));
    }
    match names.iter().find(|(name, faces)| components.face_count(**name) != **faces) {
        Some((name, faces)) => Err(format!("{name:?} of {faces} faces claims {}", components.face_count(*name))),
        None => Ok(()),
    }
}

/// Whether the dead ends of a map are what is left over when free faces with at most one way out are taken away until
/// there are none, and whether the ways out lead out.
///
/// # Errors
/// What differs.
pub fn check_dead_ends(map: &Map) -> Result<(), String> {
    let dead_ends = map.dead_ends();
    let mut kept: BTreeSet<FaceId> = map.faces().filter(|&f| map.is_free(f)).collect();
    loop {
        let ways = |f: FaceId| open(map, f).filter(|e| kept.contains(&map.twin(*e).face())).count();
        let gone: Vec<FaceId> = kept.iter().copied().filter(|&f| ways(f) < 2).collect();
        if gone.is_empty() {
            break;
        }
        gone.iter().for_each(|f| assert!(kept.remove(f)));
    }
    for f in map.faces().filter(|&f| map.is_free(f)) {
        if dead_ends.contains(f) == kept.contains(&f) {
            return Err(format!("{f:?} in a dead end: {}", dead_ends.contains(f)));
        }
        if !dead_ends.contains(f) && dead_ends.way_out(f).is_some() {
            return Err(format!("{f:?} is in no dead end and has a way out of it"));
        }
    }
    for f in map.faces() {
        for e in f.edges() {
            let beyond = if !map.is_free(f) || map.is_wall(e) {
                Beyond::Wall
            } else if kept.contains(&map.twin(e).face()) {
                Beyond::Open
            } else {
                Beyond::DeadEnd
            };
            if dead_ends.beyond(e) != beyond {
                return Err(format!("beyond {e:?} is {beyond:?}, not {:?}", dead_ends.beyond(e)));
            }
        }
    }
    check_ways_out(map, &kept)
}

/// Whether the point nearest to `p` that can be reached from a free face lies there, and is the nearest one of all points of all faces
/// there, looked at one by one: but for rounding to the lattice, and in slivers without a lattice point to a corner.
///
/// # Errors
/// What differs.
pub fn check_nearest_reachable(map: &Map, nearest: &mut Nearest, p: Point, from: FaceId) -> Result<(), String> {
    let found = nearest.find_reachable(map, p, Location::Face(from)).ok_or("no point is nearest")?;
    let part = flood(map, from);
    let sides = part.iter().flat_map(|f| f.edges()).map(|e| [map.origin(e), map.target(e)].map(|v| map.point(v)));
    let least = sides.map(|[a, b]| distance_to_segment(p, a, b)).fold(f64::INFINITY, f64::min);
    let is_inside = map.locate(p).is_some_and(|location| map.faces_at(location).any(|f| part.contains(&f)));
    let (least, slack) = (if is_inside { 0.0 } else { least }, 3.0 * map.lattice().step() + 1e-9 * least);
    let is_there = |p: Point| map.locate(p).is_some_and(|at| map.faces_at(at).any(|f| part.contains(&f)));
    if !is_there(found) {
        return Err(format!("{found} cannot be reached"));
    }
    let is_corner = part.iter().flat_map(|&f| map.corners(f)).any(|v| map.point(v) == found);
    if (found.distance(p) - least).abs() > slack && !is_corner {
        return Err(format!("{found} is {} away from {p}, not {least}", found.distance(p)));
    }
    let components = map.components();
    let by_search = nearest.find(map, p, |f| components.of(f) == components.of(from));
    if by_search != Some(found) {
        return Err(format!("{found} is nearest to {p}, a search says {by_search:?}"));
    }
    Ok(())
}

/// Every way out ends in a loop; where there is none, all of a component's end in the same face.
fn check_ways_out(map: &Map, kept: &BTreeSet<FaceId>) -> Result<(), String> {
    let dead_ends = map.dead_ends();
    let mut ends: BTreeMap<FaceId, FaceId> = BTreeMap::new();
    for start in map.faces().filter(|f| map.is_free(*f)) {
        let mut way = Vec::new();
        let mut f = start;
        let end = loop {
            if let Some(&end) = ends.get(&f) {
                break end;
            }
            if way.contains(&f) {
                return Err(format!("the way out of {start:?} comes to {f:?} again"));
            }
            way.push(f);
            match dead_ends.way_out(f) {
                None => break f,
                Some(e) if e.face() != f || map.is_wall(e) => {
                    return Err(format!("{e:?} is no way out of {f:?}"));
                }
                Some(e) => f = map.twin(e).face(),
            }
        };
        ends.extend(way.into_iter().map(|f| (f, end)));
    }
    let mut seen = BTreeSet::new();
    for start in map.faces().filter(|f| map.is_free(*f)) {
        if seen.contains(&start) {
            continue;
        }
        let part = flood(map, start);
        let last: BTreeSet<FaceId> = part.iter().map(|f| ends[f]).filter(|f| !kept.contains(f)).collect();
        let loops = part.iter().any(|f| kept.contains(f));
        if last.len() != usize::from(!loops) {
            return Err(format!("the ways out of the part with {start:?} end in {last:?}, loops: {loops}"));
        }
        seen.extend(part);
    }
    Ok(())
}

fn open(map: &Map, f: FaceId) -> impl Iterator<Item = EdgeId> + '_ {
    f.edges().into_iter().filter(|&e| !map.is_wall(e))
}

/// All faces that one can walk to from a free face.
fn flood(map: &Map, start: FaceId) -> BTreeSet<FaceId> {
    let mut found = BTreeSet::from([start]);
    let mut stack = vec![start];
    while let Some(f) = stack.pop() {
        for beyond in open(map, f).map(|e| map.twin(e).face()) {
            if found.insert(beyond) {
                stack.push(beyond);
            }
        }
    }
    found
}
