//! Path following: the point that a route leads to next.
//!
//! ```text
//!            ╭─── tangent to the circle of the agent's radius around the next corner
//!   ●───────◌          As soon as the way behind the corner is open, the corner is passed.
//!   agent    ░░░░
//! ```
//!
//! The attraction point is where the tangent touches, or the route's end. It is computed from where the agent is and not from
//! where it should be, so an agent that is pushed aside continues by the shortest way past the same corners.

use crate::route::{Bend, Routes, Travel};
use crate::tuning::follow::{CORNER_DISTANCE, LOOK_AHEAD, SLIDING_RADIUS};
use navigant_geometry::Offset;
use navigant_mesh::Map;
use navigant_mesh::clearance::Room;

/// What an agent's route asks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Heading {
    /// Walk in a direction, which has length 1.
    Along(Offset),
    /// The route ends here, so far away.
    End(Offset),
}

/// Where an agent at a place is to walk, all in steps; passes the corners that are behind it. Far ones are looked past only if
/// it is told to.
pub(crate) fn heading(
    map: &Map,
    room: &mut Room,
    routes: &Routes,
    travel: &mut Travel,
    (place, radius): (Offset, f64),
    looks_far: bool,
) -> Heading {
    let keep = radius * CORNER_DISTANCE;
    while let Some(&bend) = travel.bend(0) {
        if looks_far || (bend.corner() - place).squared() <= (LOOK_AHEAD * radius) * (LOOK_AHEAD * radius) {
            let onward = towards(travel.bend(1), travel.target, place, keep);
            if is_open(bend, onward, place, radius) && has_room(map, room, place, onward, radius) {
                routes.pass(travel);
                travel.length = routes.remaining(travel, place) as f32;
                continue;
            }
        }
        return Heading::Along(tangent(bend, place, keep));
    }
    Heading::End(travel.target - place)
}

/// Whether an agent has room on the way to its attraction point, as far as it looks ahead.
pub(crate) fn is_on_route(map: &Map, room: &mut Room, travel: &Travel, place: Offset, radius: f64) -> bool {
    has_room(map, room, place, towards(travel.bend(0), travel.target, place, radius * CORNER_DISTANCE), radius)
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
fn is_open(bend: Bend, onward: Offset, place: Offset, radius: f64) -> bool {
    let length = onward.length();
    if length == 0.0 {
        return true;
    }
    let corner = bend.corner() - place;
    let aside = onward.cross(corner) * bend.side() / length;
    let along = onward.dot(corner) / length;
    // Behind, or beside the way; or beyond its end, on the right side.
    aside >= radius || along <= 0.0 && corner.length() >= radius * SLIDING_RADIUS && aside >= 0.0
}

fn has_room(map: &Map, room: &mut Room, place: Offset, way: Offset, radius: f64) -> bool {
    let length = way.length();
    let most = LOOK_AHEAD * radius;
    let way = if length > most { way * (most / length) } else { way };
    room.along_line(map, place, place + way, radius * SLIDING_RADIUS)
}
