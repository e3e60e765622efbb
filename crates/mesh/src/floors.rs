//! The union of floors: those that overlap or touch become one floor, bounded by the border of the union.
//!
//! The floors alone are laid into a map of their own, where their crossings are rounded as all others. Its edges with a floor
//! to their left and none to their right are the border of the union; traced to rings, they are what the map is built from,
//! as if somebody had given it so. An edge inside the union, and a corner that has only such edges, is not in the map at
//! all: it blocks nothing, and every vertex of free space stays a corner of an obstacle or of the border.
//!
//! Both roundings move a wall by half a step at most. The union follows from the floors alone, so obstacles may still come in
//! any order. Where no edge lies inside the union, floors are taken as they were given; most floors stand so far apart that
//! this is seen from their boxes and segments ([`stand_apart`]), without a map.

use crate::box_pairs::{LatticeBox, any_pair};
use crate::errors::BadMap;
use crate::ids::{EdgeId, FaceId};
use crate::map::Map;
use crate::shapes::Kind;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{self, Loops, Segment, orient};
use navigant_geometry::{BadOutline, Lattice, Point};
use std::ops::Range;

/// The border of the union of some floors, whose chains come first in `loops`, counter-clockwise around it; `None` if the
/// floors can stay as they are.
///
/// Cost: that of a map of the floors, and nearly nothing if they stand apart.
///
/// # Errors
/// A floor that has no area, if they do not stand apart.
pub(crate) fn unite(
    lattice: &Lattice,
    loops: &Loops,
    floors: &[(Kind, Range<usize>)],
) -> Result<Option<Loops>, BadMap> {
    if stand_apart(loops, floors) {
        return Ok(None);
    }
    let mut alone = Loops::default();
    alone.add_chains(loops, 0..floors.last().map_or(0, |(_, last)| last.end));
    let map = Map::of_shapes(*lattice, &alone, floors);
    if let Some(index) = map.covers.first_without_area(floors.len()) {
        return Err(BadMap::Floor { index, reason: BadOutline::NoArea });
    }
    let is_inside = |e: EdgeId| map.is_wall(e) && map.is_free(e.face()) && map.is_free(map.twin(e).face());
    let any_inside = map.faces().flat_map(FaceId::edges).any(is_inside);
    Ok(any_inside.then(|| border(&map)))
}

/// The rings around the free space of a map without obstacles.
fn border(map: &Map) -> Loops {
    let is_border = |e: EdgeId| map.is_wall(e) && map.is_free(e.face()) && !map.is_free(map.twin(e).face());
    let edges = || map.faces().flat_map(FaceId::edges).filter(|&e| is_border(e));
    let mut leaving = vec![0u32; map.vertex_slots()];
    edges().for_each(|e| leaving[map.origin(e).index()] += 1);
    let mut is_traced = vec![false; 4 * map.face_slots()];
    let mut union = Loops::default();
    let mut ring: Vec<(LatticePoint, bool)> = Vec::new();
    for first in edges() {
        if is_traced[first.index()] {
            continue;
        }
        ring.clear();
        let mut e = first;
        loop {
            is_traced[e.index()] = true;
            ring.push((map.lattice_point(map.origin(e)), leaving[map.origin(e).index()] == 1));
            // On through the free faces around the next corner, to the next edge of the border.
            e = e.next();
            while !is_border(e) {
                e = map.twin(e).next();
            }
            if e == first {
                break;
            }
        }
        union.add_ring(straightened(&ring));
    }
    union
}

/// The points of a ring, but for those where it goes straight on and which nobody else has.
fn straightened(ring: &[(LatticePoint, bool)]) -> impl Iterator<Item = LatticePoint> + '_ {
    let at = |i: usize| ring[i % ring.len()].0;
    let is_corner = move |i: usize| orient(at(i + ring.len() - 1), at(i), at(i + 1)) != 0;
    (0..ring.len()).filter(move |&i| !ring[i].1 || is_corner(i)).map(at)
}

/// Floors farther apart than this, in steps, cannot touch by rounding: it moves a wall by less than one.
pub(crate) const APART: i32 = 3;

/// Whether no floor comes near another or near itself: then none of their edges lies inside the union.
///
/// Only a filter: it may say no where floors do stand apart, namely where boxes do not tell, or where looking would take
/// longer than uniting them.
fn stand_apart(loops: &Loops, floors: &[(Kind, Range<usize>)]) -> bool {
    let chains: Vec<&[LatticePoint]> =
        loops.chains().map(|(_, points)| points).take(floors.last().map_or(0, |(_, last)| last.end)).collect();
    let boxes: Vec<LatticeBox> = floors
        .iter()
        .map(|(_, range)| LatticeBox::of(chains[range.clone()].iter().copied().flatten().copied()).grown(APART))
        .collect();
    if any_pair(&boxes, |_, _| true) {
        return false;
    }
    let mut sides: Vec<Side> = Vec::new();
    for (floor, (_, range)) in floors.iter().enumerate() {
        for (chain, _, line) in loops.segments(range.clone()) {
            let ring = (floor, chain);
            let first = sides.last().filter(|last| last.ring == ring).map_or(sides.len(), |last| last.first);
            sides.push(Side { line, ring, first });
        }
    }
    let boxes: Vec<LatticeBox> = sides.iter().map(|s| LatticeBox::of([s.line.a, s.line.b]).grown(APART)).collect();
    !any_pair(&boxes, |i, j| {
        let [s, t] = [sides[i], sides[j]];
        let follows =
            s.ring == t.ring && (j == i + 1 || i == s.first && sides.get(j + 1).is_none_or(|u| u.ring != t.ring));
        if follows { fold(s.line, t.line) } else { come_near(s.line, t.line) }
    })
}

/// A segment, which ring of which floor it is in, and the number of the first one of that ring.
#[derive(Clone, Copy)]
struct Side {
    line: Segment,
    ring: (usize, u32),
    first: usize,
}

/// Whether a segment and the next one, which share an end, come near each other elsewhere.
pub(crate) fn fold(s: Segment, t: Segment) -> bool {
    let (here, there) = if s.b == t.a { (s.a, t.b) } else { (s.b, t.a) };
    is_near(here, t) || is_near(there, s)
}

pub(crate) fn come_near(s: Segment, t: Segment) -> bool {
    s.crossing(t).is_some() || is_near(s.a, t) || is_near(s.b, t) || is_near(t.a, s) || is_near(t.b, s)
}

fn is_near(p: LatticePoint, line: Segment) -> bool {
    let [p, a, b] = [p, line.a, line.b].map(|p| Point::new(f64::from(p.x), f64::from(p.y)));
    internals::distance_to_segment(p, a, b) < f64::from(APART)
}
