//! Path following: the point that a route leads to next.
//!
//! ```text
//!            ╭─── tangent to the circle of the agent's radius around the next corner
//!   ●───────◌          As soon as the way behind the corner is open, the corner is passed.
//!   agent    ░░░░
//! ```
//!
//! With comfort the circle is larger, as far as the passages beside the corner allow: see `room_beside`.
//!
//! The attraction point is where the tangent touches, or the route's end. It is computed from where the agent is and not from
//! where it should be, so an agent that is pushed aside continues by the shortest way past the same corners.

use crate::route::{Bend, Routes, Travel};
use crate::tuning::follow::{CORNER_DISTANCE, LOOK_AHEAD, MOST_TURN, SLIDING_RADIUS};
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::Room;
use navigant_mesh::{FaceId, Map};
use std::f64::consts::{FRAC_PI_2, TAU};

/// What an agent's route asks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Heading {
    /// Walk in a direction, which has length 1.
    Along(Offset),
    /// The route ends here, so far away.
    End(Offset),
}

/// Where an agent is, how large it is, and how much farther from corners it likes to walk, in steps.
#[derive(Clone, Copy)]
pub(crate) struct Body {
    pub(crate) place: Offset,
    pub(crate) radius: f64,
    pub(crate) comfort: f64,
    /// On several floors: the face it is in, and how it still turns around its next corner.
    pub(crate) floor: Option<(FaceId, Turn)>,
}

/// By how much an agent on several floors still turns around its next corner, in the direction of the bend. It is followed as the agent moves
/// from when the corner is the next: there, one may come by above or below the place beyond the corner, and would take that for having
/// passed it. A route turns by half a turn at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn(i16);

impl Turn {
    /// Nothing is known yet.
    pub(crate) const UNKNOWN: Turn = Turn(i16::MAX);
    /// Parts of a radian.
    const PER_RADIAN: f64 = 2048.0;

    /// The one of an agent at a place that is as it was before but for less than half a turn.
    fn at(self, travel: &Travel, bend: Bend, place: Offset) -> Turn {
        let next = travel.bend(1).map_or(travel.target, |next| next.corner());
        let (before, after) = (bend.corner() - place, next - bend.corner());
        let turn = bend.side() * libm::atan2(before.cross(after), before.dot(after));
        let usual = if self == Turn::UNKNOWN { FRAC_PI_2 } else { f64::from(self.0) / Turn::PER_RADIAN };
        let turn = turn + TAU * ((usual - turn) / TAU).round();
        Turn((turn * Turn::PER_RADIAN).clamp(-32_000.0, 32_000.0) as i16)
    }

    /// Whether it may have passed the corner.
    fn may_be_past(self) -> bool {
        f64::from(self.0) < FRAC_PI_2 * Turn::PER_RADIAN
    }

    /// Whether it has come around the corner by the wrong side.
    pub(crate) fn is_lost(self) -> bool {
        self != Turn::UNKNOWN && f64::from(self.0) > MOST_TURN * Turn::PER_RADIAN
    }
}

/// Where an agent at a place is to walk, all in steps; passes the corners that are behind it. Far ones are looked past only if
/// it is told to.
pub(crate) fn heading(
    map: &Map,
    room: &mut Room,
    routes: &Routes,
    travel: &mut Travel,
    body: &mut Body,
    looks_far: bool,
) -> Heading {
    let Body { place, radius, comfort, .. } = *body;
    let keep = radius * CORNER_DISTANCE;
    while let Some(&bend) = travel.bend(0) {
        if let Some((_, turn)) = &mut body.floor {
            *turn = turn.at(travel, bend, place);
        }
        let may_be_past = body.floor.is_none_or(|(_, turn)| turn.may_be_past());
        let extra = if comfort > 0.0 { room_beside(map, room, travel, bend, *body) } else { 0.0 };
        if looks_far || (bend.corner() - place).squared() <= (LOOK_AHEAD * radius) * (LOOK_AHEAD * radius) {
            // With the same room beside the next corner, or without.
            let is_passed = [extra, 0.0].into_iter().take(if extra > 0.0 { 2 } else { 1 }).any(|beside| {
                let onward = towards(travel.bend(1), travel.target, place, keep + beside);
                let is_last = travel.bend(1).is_none();
                is_open(bend, onward, place, (radius, extra), is_last) && has_room(map, room, *body, onward)
            });
            if is_passed && may_be_past {
                routes.pass(travel);
                if let Some((_, turn)) = &mut body.floor {
                    *turn = Turn::UNKNOWN;
                }
                travel.length = routes.remaining(travel, place) as f32;
                continue;
            }
        }
        if looks_far && comfort > 0.0 {
            // Around larger circles the way is longer than the route was.
            travel.length = travel.length.max(routes.remaining(travel, place) as f32);
        }
        return Heading::Along(tangent(bend, place, keep + extra));
    }
    Heading::End(travel.target - place)
}

/// How much farther from its next corner than it must an agent walks, in steps: what it likes up to [`LOOK_AHEAD`], or a half, a
/// quarter, an eighth of it; not more than half of what the passages beside the corner leave, and not where the way there has no
/// room.
fn room_beside(map: &Map, room: &mut Room, travel: &Travel, bend: Bend, body: Body) -> f64 {
    let Body { place, radius, comfort, .. } = body;
    let keep = radius * CORNER_DISTANCE;
    let unit = |way: Offset| way * (1.0 / way.length().max(1e-9));
    // Across the way onward.
    let onward = travel.bend(1).map_or(travel.target, |next| next.corner()) - bend.corner();
    let behind = unit(onward.left() * -bend.side());
    for extra in [1.0, 0.5, 0.25, 0.125].map(|part| part * comfort.min(LOOK_AHEAD * radius)) {
        let way = towards(Some(&bend), place, place, keep + extra);
        let before = unit(place + way - bend.corner());
        // Nothing between it and the corner, room for it there, and as much room beyond.
        let is_wide = [before, unit(before + behind), behind].into_iter().all(|out| {
            let [near, at, far] = [keep, keep + extra, keep + 2.0 * extra].map(|far| bend.corner() + out * far);
            room.along_line(map, near, at, 0.1 * radius) && room.along_line(map, at, far, radius * SLIDING_RADIUS)
        });
        if is_wide && has_room(map, room, body, way) {
            return extra;
        }
    }
    0.0
}

/// Whether an agent has room on the way to its attraction point, as far as it looks ahead.
pub(crate) fn is_on_route(map: &Map, room: &mut Room, travel: &Travel, body: Body) -> bool {
    !body.floor.is_some_and(|(_, turn)| turn.is_lost())
        && has_room(map, room, body, towards(travel.bend(0), travel.target, body.place, body.radius * CORNER_DISTANCE))
}

/// The way to the point where the tangent past a corner touches, or to the end.
fn towards(bend: Option<&Bend>, target: Offset, place: Offset, keep: f64) -> Offset {
    let Some(bend) = bend else { return target - place };
    let leg = ((bend.corner() - place).squared() - keep * keep).max(0.0).sqrt();
    tangent(*bend, place, keep) * leg
}

/// The direction past a corner; around it where it is nearer than the distance to be kept.
fn tangent(bend: Bend, place: Offset, keep: f64) -> Offset {
    let way = bend.corner() - place;
    let squared = way.squared();
    if squared == 0.0 {
        return Offset::new(1.0, 0.0);
    }
    let leg = (squared - keep * keep).max(0.0).sqrt();
    let near = keep.min(squared.sqrt());
    (way * leg + way.left() * (-bend.side() * near)) * (1.0 / squared)
}

/// Whether a corner is no longer in the way: on its side, and far enough from the way onward.
///
/// A detour bends around agents that stood there, and the route may end nearer to such a bend than one keeps from corners. Nobody gets there by
/// keeping away from it, only around it for ever: behind the last bend it is enough to be on its side.
fn is_open(bend: Bend, onward: Offset, place: Offset, (radius, extra): (f64, f64), is_last: bool) -> bool {
    let length = onward.length();
    if length == 0.0 {
        return true;
    }
    let corner = bend.corner() - place;
    let aside = onward.cross(corner) * bend.side() / length;
    let along = onward.dot(corner) / length;
    let ends_beside = is_last && (corner - onward).length() < radius * CORNER_DISTANCE;
    let enough = if ends_beside { 0.0 } else { radius + extra };
    // Behind, or beside the way; or beyond its end, on the right side.
    aside >= enough || along <= 0.0 && corner.length() >= radius * SLIDING_RADIUS && aside >= 0.0
}

fn has_room(map: &Map, room: &mut Room, Body { place, radius, floor, .. }: Body, way: Offset) -> bool {
    let length = way.length();
    let most = LOOK_AHEAD * radius;
    let way = if length > most { way * (most / length) } else { way };
    match floor {
        None => room.along_line(map, place, place + way, radius * SLIDING_RADIUS),
        Some((face, _)) => room.along_line_from(map, face, [place, place + way], radius * SLIDING_RADIUS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::internals::LatticePoint;
    use navigant_mesh::Outline;
    use navigant_mesh::internals::MapInternals as _;

    /// Found by `soak journeys --seed 23001 --case 266`: a detour led around somebody who stood beside the goal, and who then left. The goal
    /// was nearer to the bend than the radius, and the agent walked around the bend for ever. By `--seed 91 --case 346`, too: it was nearer than
    /// the distance that is kept from corners.
    #[test]
    fn a_route_that_ends_beside_its_last_bend_is_walked_to_its_end() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        let (step, at) = (map.lattice().step(), |x: f64, y: f64| map.steps(navigant_mesh::Point::new(x, y)));
        let radius = 0.25 / step;
        let beside = [0.0, 0.17, 0.185, 0.235, 0.242, 0.248, 0.25, 0.255, 0.26, 0.3];
        let ends =
            beside.into_iter().flat_map(|d| [(true, 5.0 + d), (true, 5.0 - d), (false, 5.0 + d), (false, 5.0 - d)]);
        for (is_left, y) in ends {
            let rim = at(10.0, 5.0);
            let bend = Bend::new(LatticePoint::new(rim.x.round() as i32, rim.y.round() as i32), is_left);
            let (mut routes, mut travel) = (Routes::default(), Travel { target: at(10.0, y), ..Travel::default() });
            routes.replace(&mut travel, &[bend]);
            let (mut place, mut room, mut steps) = (at(2.0, 5.2), Room::default(), 0);
            while (travel.target - place).length() > radius || travel.bend(0).is_some() {
                let mut body = Body { place, radius, comfort: 0.0, floor: None };
                let by = match heading(&map, &mut room, &routes, &mut travel, &mut body, true) {
                    Heading::Along(way) => way * (0.13 / step),
                    Heading::End(way) => way * (0.13 / step / way.length()).min(1.0),
                };
                (place, steps) = (place + by, steps + 1);
                assert!(steps < 100, "8 m in steps of 0.13 m: {is_left}, {y}");
            }
        }
    }
}
