//! Route repair (corridor repair): where an obstacle cuts a route, only the piece around it is searched for again.
//!
//! ```text
//!   ●───────────────╮  kept   │  searched  │  kept
//!   agent           ╰─────────┼──╮  ▓▓  ╭──┼──────────◎
//!                             S   ╰────╯   M
//! ```
//!
//! An insertion only makes paths longer, so the length of the old route less its slack is a lower bound on the new shortest
//! length: if the repaired route is within the hysteresis of that bound, a search for all of it cannot pay. Detour repairs path
//! corridors in the same way, without the bound; it is that of DPA* ([`navigant_search::graph::DpaStar`]) for routes that are
//! stored as corners.

use crate::floors::is_on_layer;
use crate::route::{Bend, bends_of, length_by};
use crate::tuning::follow::{CORNER_DISTANCE, SLIDING_RADIUS};
use crate::tuning::planning::{PIECE, PIECE_EXPANSIONS};
use navigant_geometry::internals::{LatticeInternals as _, Offset};
use navigant_mesh::internals::{MapInternals as _, Room};
use navigant_mesh::{FaceId, LayerId, Map};
use navigant_search::graph::Budget;
use navigant_search::plane::{PathFinder, Query};
use std::f64::consts::{FRAC_PI_4, TAU};

/// A route as it is now, all in steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Old<'r> {
    pub(crate) place: Offset,
    pub(crate) bends: &'r [Bend],
    pub(crate) target: Offset,
    pub(crate) slack: f64,
    pub(crate) radius: f64,
    /// The distance along it up to which the agent knows the map.
    pub(crate) reach: f64,
}

/// The result of a corridor repair.
#[derive(Debug, PartialEq)]
pub(crate) enum Mended {
    /// It has room all along, as far as the agent knows.
    Kept,
    /// It continues by these bends; the slack is an upper bound on how much longer it is than the shortest.
    By { bends: Vec<Bend>, slack: f64 },
    /// It must be searched for as a whole.
    No,
}

/// A piece of the way between two corners.
#[derive(Clone, Copy, Debug)]
struct PathPiece {
    from: Offset,
    to: Offset,
    /// How many bends are before it.
    leg: usize,
}

/// Corridor repair of a route; returns also how many expansions that took, and whether it searched.
pub(crate) fn mend(
    map: &Map,
    room: &mut Room,
    finder: &mut PathFinder,
    old: &Old<'_>,
    hysteresis: f64,
) -> (Mended, u64, bool) {
    let (mut first_cut, mut last_cut, mut looked_at) = (None, 0, 0);
    let mut pieces: Vec<PathPiece> = Vec::new();
    let mut so_far = 0.0;
    for piece in pieces_of(old) {
        let is_after = first_cut.is_some() && pieces.len() == last_cut + 1;
        if so_far > old.reach && !is_after {
            break;
        }
        so_far += (piece.to - piece.from).length();
        looked_at += 1;
        if !room.along_line(map, piece.from, piece.to, old.radius * SLIDING_RADIUS) {
            first_cut.get_or_insert(pieces.len());
            last_cut = pieces.len();
        }
        pieces.push(piece);
    }
    let Some(first_cut) = first_cut else { return (Mended::Kept, looked_at, false) };
    // From the piece before to the piece after.
    let (start, prefix) = match first_cut.checked_sub(1).and_then(|before| pieces.get(before)) {
        Some(before) => (before.from, &old.bends[..before.leg]),
        None => (old.place, &old.bends[..0]),
    };
    let (end, suffix) = match pieces.get(last_cut + 1) {
        Some(after) => (after.to, &old.bends[after.leg..]),
        None => (old.target, &old.bends[old.bends.len()..]),
    };
    let step = map.lattice().step();
    let radius = (old.radius - 2.0) * step;
    let budget = Budget::expansions(PIECE_EXPANSIONS);
    let query = Query { budget, ..Query::new(map.at_steps(start), map.at_steps(end)).with_radius(radius) };
    let between = finder.find(map, &query).map(|path| bends_of(path, |p| map.lattice().snap(p).ok()));
    let expansions = looked_at + finder.expansions();
    let Ok(between) = between else { return (Mended::No, expansions, true) };
    // The new bends were found for a way by the ends of the piece; the route leads past them, by a shorter way.
    let bends = pulled(old, prefix.iter().chain(&between).chain(suffix));
    let same = |one: &mut dyn Iterator<Item = (&Bend, &Bend)>| one.take_while(|(a, b)| a == b).count();
    let kept_before = same(&mut bends.iter().zip(prefix));
    let kept_after = same(&mut bends[kept_before..].iter().rev().zip(suffix.iter().rev()));
    let joins = kept_before..=bends.len() - kept_after;
    let is_joined = {
        let mended = Old { bends: &bends, ..*old };
        let mut joined = pieces_of(&mended).filter(|piece| joins.contains(&piece.leg));
        joined.all(|piece| room.along_line(map, piece.from, piece.to, old.radius * SLIDING_RADIUS))
    };
    if !is_joined {
        return (Mended::No, expansions, true);
    }
    let before = length_by(old.place, old.bends, old.target);
    let after = length_by(old.place, &bends, old.target);
    let slack = (old.slack + after - before).max(0.0);
    if slack > hysteresis * after {
        return (Mended::No, expansions, true);
    }
    (Mended::By { bends, slack }, expansions, true)
}

/// Whether a route through several floors has room all along, from a face to a layer; returns also how many pieces were looked at. It is
/// followed over its legs and around its corners.
pub(crate) fn is_free_on_floors(map: &Map, room: &mut Room, old: &Old<'_>, face: FaceId, goal: LayerId) -> (bool, u64) {
    let (mut face, mut place, mut leg, mut looked_at) = (face, old.place, 0, 0);
    for piece in pieces_of(old) {
        looked_at += 1;
        if piece.leg != leg {
            let arc = old.bends.get(leg).and_then(|bend| around(map, *bend, face, [place, piece.from]));
            let Some(beyond) = arc else { return (false, looked_at) };
            (face, leg) = (beyond, piece.leg);
        }
        let line = [piece.from, piece.to];
        let onward = room.along_line_from(map, face, line, old.radius * SLIDING_RADIUS);
        let Some(beyond) = map.face_towards(face, piece.from, piece.to).filter(|_| onward) else {
            return (false, looked_at);
        };
        (face, place) = (beyond, piece.to);
    }
    (is_on_layer(map, face, old.target, goal), looked_at)
}

/// The face that one comes to around a corner, from one place beside it to another.
fn around(map: &Map, bend: Bend, face: FaceId, [from, to]: [Offset; 2]) -> Option<FaceId> {
    let (start, end) = (from - bend.corner(), to - bend.corner());
    let turn = bend.side() * libm::atan2(start.cross(end), start.dot(end));
    // A little back is rounding, and no full turn.
    let turn = if turn < -0.5 { turn + TAU } else { turn };
    let count = (turn / FRAC_PI_4).ceil().max(1.0);
    let (mut face, mut last) = (face, from);
    for i in 1..=count as u32 {
        let next = if f64::from(i) == count {
            to
        } else {
            let (sin, cos) = libm::sincos(bend.side() * turn * f64::from(i) / count);
            bend.corner() + Offset::new(start.x * cos - start.y * sin, start.x * sin + start.y * cos)
        };
        face = map.face_towards(face, last, next)?;
        last = next;
    }
    Some(face)
}

/// String pulling: the bends at which a route turns to their side. Who follows it passes the others as soon as it can.
fn pulled<'b>(old: &Old<'_>, bends: impl Iterator<Item = &'b Bend>) -> Vec<Bend> {
    let keep = old.radius * CORNER_DISTANCE;
    let round = |bend: &Bend| (bend.corner(), bend.side() * keep);
    let mut pulled: Vec<Bend> = Vec::new();
    let pull = |next: (Offset, f64), pulled: &mut Vec<Bend>| {
        while let [before @ .., last] = pulled.as_slice() {
            let way = |from, to| {
                let (from, to) = tangent(from, to);
                to - from
            };
            let start = before.last().map_or((old.place, 0.0), round);
            if way(start, round(last)).cross(way(round(last), next)) * last.side() >= 0.0 {
                break;
            }
            pulled.pop();
        }
    };
    for bend in bends {
        pull(round(bend), &mut pulled);
        if pulled.last() != Some(bend) {
            pulled.push(*bend);
        }
    }
    pull((old.target, 0.0), &mut pulled);
    pulled
}

/// The legs of a route, tangents from circle to circle, in pieces.
fn pieces_of<'r>(old: &'r Old<'r>) -> impl Iterator<Item = PathPiece> + 'r {
    let keep = old.radius * CORNER_DISTANCE;
    let round = move |bend: &Bend| (bend.corner(), bend.side() * keep);
    let starts = [(old.place, 0.0)].into_iter().chain(old.bends.iter().map(round));
    let ends = old.bends.iter().map(round).chain([(old.target, 0.0)]);
    starts.zip(ends).enumerate().flat_map(move |(leg, (start, end))| {
        let (from, to) = tangent(start, end);
        let count = ((to - from).length() / (PIECE * old.radius)).ceil().clamp(1.0, 1e6);
        let at = move |share: f64| from + (to - from) * (share / count);
        (0..count as u32).map(move |i| PathPiece { from: at(f64::from(i)), to: at(f64::from(i) + 1.0), leg })
    })
}

/// Places along a route, no farther apart than a distance, and how many bends are before each.
pub(crate) fn places_of<'r>(old: &'r Old<'r>, apart: f64) -> impl Iterator<Item = (Offset, usize)> + 'r {
    pieces_of(old).flat_map(move |PathPiece { from, to, leg }| {
        let count = ((to - from).length() / apart).ceil().clamp(1.0, 1e6);
        (1..=count as u32).map(move |i| (from + (to - from) * (f64::from(i) / count), leg))
    })
}

/// The tangent from one circle to another: where it leaves the first and where it touches the second. Their middles lie to the
/// left of it by so much, or to the right where that is negative.
fn tangent((from, left_of_from): (Offset, f64), (to, left_of_to): (Offset, f64)) -> (Offset, Offset) {
    let (way, aside) = (to - from, left_of_to - left_of_from);
    let squared = way.squared();
    if squared <= aside * aside {
        return (from, to);
    }
    let along = (way * (squared - aside * aside).sqrt() - way.left() * aside) * (1.0 / squared);
    (from - along.left() * left_of_from, to - along.left() * left_of_to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::{Outline, Point};

    /// A hall with a wall to be walked around, and the route around it.
    fn scene() -> (Map, Vec<Bend>, [Offset; 2]) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [200.0, 40.0])).unwrap();
        map.insert(&Outline::rectangle([60.0, 0.0], [61.0, 30.0])).unwrap();
        let (from, to) = (Point::new(2.0, 10.0), Point::new(190.0, 10.0));
        let mut finder = PathFinder::new();
        let path = finder.find(&map, &Query::new(from, to).with_radius(0.25)).unwrap();
        let bends = bends_of(path, |p| map.lattice().snap(p).ok());
        let ends = [map.steps(from), map.steps(to)];
        (map, bends, ends)
    }

    fn mended(map: &Map, bends: &[Bend], [place, target]: [Offset; 2], reach: f64) -> Mended {
        let step = map.lattice().step();
        let old = Old { place, bends, target, slack: 0.0, radius: 0.25 / step, reach: reach / step };
        mend(map, &mut Room::default(), &mut PathFinder::new(), &old, 0.05).0
    }

    #[test]
    fn a_route_that_has_room_is_kept() {
        let (mut map, bends, ends) = scene();
        assert_eq!(bends.len(), 2);
        assert_eq!(mended(&map, &bends, ends, 1e3), Mended::Kept);
        map.insert(&Outline::rectangle([100.0, 2.0], [102.0, 4.0])).unwrap();
        assert_eq!(mended(&map, &bends, ends, 1e3), Mended::Kept, "it comes near, but not too near");
    }

    #[test]
    fn what_is_in_the_way_is_walked_around_and_the_rest_is_kept() {
        let (mut map, bends, ends) = scene();
        // In the middle of the last leg.
        map.insert(&Outline::rectangle([120.0, 18.0], [123.0, 26.0])).unwrap();
        assert_eq!(mended(&map, &bends, ends, 50.0), Mended::Kept, "too far away to be known");
        let Mended::By { bends: by, slack } = mended(&map, &bends, ends, 1e3) else { panic!("not mended") };
        assert_eq!(by[..2], bends[..]);
        assert!(by.len() > 2);
        let longer = length_by(ends[0], &by, ends[1]) - length_by(ends[0], &bends, ends[1]);
        assert!(slack == longer && longer > 0.0);
        let again = mended(&map, &by, ends, 1e3);
        assert_eq!(again, Mended::Kept, "the mended route has room");
    }

    /// Found by the soak of planning: string-pulled from the way round one box to the next bend, a route led through another.
    #[test]
    fn a_mended_route_does_not_cut_a_corner_where_it_joins_the_old_one() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 60.0])).unwrap();
        let ends = [[32.61, 45.21], [57.31, 3.61]].map(|p| map.steps(p.into()));
        for [low, high] in [
            [[51.72, 16.60], [55.68, 19.45]],
            [[32.38, 34.81], [37.73, 40.91]],
            [[37.76, 29.77], [43.38, 34.15]],
            [[38.24, 21.15], [44.14, 26.41]],
        ] {
            map.insert(&Outline::rectangle(low, high)).unwrap();
        }
        let corners = [[37.73, 40.91], [43.38, 34.15], [51.72, 16.60]];
        let sides = [false, false, true];
        let bends: Vec<Bend> = corners
            .into_iter()
            .zip(sides)
            .map(|(p, is_left)| Bend::new(map.lattice().snap(p.into()).unwrap(), is_left))
            .collect();
        assert_eq!(mended(&map, &bends, ends, 1e3), Mended::Kept);
        map.insert(&Outline::rectangle([32.914, 39.197], [38.236, 46.243])).unwrap();
        if let Mended::By { bends, .. } = mended(&map, &bends, ends, 1e3) {
            assert_eq!(mended(&map, &bends, ends, 1e3), Mended::Kept, "{bends:?}");
        }
    }

    /// Found by the soak of planning (`soak crowd --seed 7 --case 42291`): the route was mended to the other side of its next bend, which is
    /// passed then as soon as there is room for some metres; and the way past it led through a box.
    #[test]
    fn a_mended_route_turns_to_the_side_of_each_of_its_bends() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 60.0])).unwrap();
        let ends = [[40.57, 28.03], [3.77, 53.0]].map(|p| map.steps(p.into()));
        map.insert(&Outline::rectangle([18.17, 31.66], [23.21, 39.43])).unwrap();
        let corners = [([25.73, 39.79], false), ([23.82, 42.58], true)];
        let bends = corners.map(|(p, is_left)| Bend::new(map.lattice().snap(p.into()).unwrap(), is_left));
        assert_eq!(mended(&map, &bends, ends, 1e3), Mended::Kept);
        map.insert(&Outline::rectangle([10.19, 44.65], [17.52, 50.87])).unwrap();
        if let Mended::By { bends, .. } = mended(&map, &bends, ends, 1e3) {
            let radius = 0.25 / map.lattice().step();
            let old = Old { place: ends[0], bends: &bends, target: ends[1], slack: 0.0, radius, reach: 1e9 };
            assert_eq!(pulled(&old, bends.iter()), bends);
        }
    }

    #[test]
    fn a_way_round_that_is_too_long_is_not_taken_without_looking_further() {
        let (mut map, bends, ends) = scene();
        map.insert(&Outline::rectangle([120.0, 2.0], [121.0, 40.0])).unwrap();
        map.insert(&Outline::rectangle([124.0, 0.0], [125.0, 38.0])).unwrap();
        assert_eq!(mended(&map, &bends, ends, 1e3), Mended::No);
    }
}
