//! A frame of agents: 32 bytes and 8 an agent.

use crate::roll::Roll;
use axum::body::Bytes;
use navigant::crowd::{AgentId, Seen, Status};
use navigant::mesh::Bounds;

/// What stands in front of the agents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) step: u32,
    pub(crate) seconds: f32,
    pub(crate) bounds: Bounds,
    pub(crate) is_new: bool,
    pub(crate) is_replay: bool,
}

/// The flag that slots were reassigned.
pub(crate) const REASSIGNED: u8 = 1;
const REPLAY: u8 = 2;
/// Bytes an agent.
const EACH: usize = 8;
/// Added to the status of whoever believes what is not so.
const MISTAKEN: u8 = 8;
/// The status of a place whose agent has left.
const NOBODY: u8 = 5;
/// Who is slower than this, in metres a second, looks where it looked before.
const STANDS: f32 = 0.05;

/// Positions in a box, as 16 bits for each axis.
struct Scale {
    min: [f64; 2],
    per_metre: [f64; 2],
}

impl Scale {
    fn new(bounds: Bounds) -> Scale {
        let (width, height) = bounds.size();
        let per_metre = [width, height].map(|size| if size > 0.0 { 65535.0 / size } else { 0.0 });
        Scale { min: bounds.min.into(), per_metre }
    }

    #[inline]
    fn of(&self, [x, y]: [f64; 2]) -> [u16; 2] {
        // A cast from a float stops at the ends of the range.
        [((x - self.min[0]) * self.per_metre[0] + 0.5) as u16, ((y - self.min[1]) * self.per_metre[1] + 0.5) as u16]
    }
}

/// The frame of a crowd; some may believe what is not so.
pub(crate) fn encode(head: Head, roll: &mut Roll, agents: &[Seen], is_mistaken: impl Fn(AgentId) -> bool) -> Bytes {
    let places = roll.slots().len();
    let mut bytes = begin(head, places);
    let first = bytes.len();
    bytes.resize(first + EACH * places, 0);
    let body = bytes.get_mut(first..).unwrap_or_default();
    for (slot, place) in roll.slots().iter().zip(body.chunks_exact_mut(EACH)) {
        if slot.is_gone {
            place.copy_from_slice(&[0, 0, 0, 0, 0, NOBODY, 0, 0]);
        }
    }
    let scale = Scale::new(head.bounds);
    for agent in agents {
        let Some(at) = roll.place(agent.id) else { continue };
        let (vx, vy) = (agent.velocity.x, agent.velocity.y);
        if vx * vx + vy * vy > STANDS * STANDS {
            roll.turn(at, heading(vx, vy));
        }
        let (Some(slot), Some(place)) = (roll.slots().get(at), body.get_mut(EACH * at..EACH * (at + 1))) else {
            continue;
        };
        let status = match agent.status {
            Status::Walking | Status::Free => 0,
            Status::Arrived => 1,
            Status::NoWay(_) => 2,
            Status::Stuck => 3,
            Status::Waiting => 4,
        } | if is_mistaken(agent.id) { MISTAKEN } else { 0 };
        let [x, y] = scale.of(agent.position.into());
        write(place, [x, y], slot.heading, status | slot.group << 4, agent.radius);
    }
    bytes.into()
}

/// An agent of a replay.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub(crate) position: [f64; 2],
    pub(crate) heading: u8,
    pub(crate) is_there: bool,
    /// The recording it is of.
    pub(crate) group: u8,
}

/// The frame of a replay: everyone has the same radius, for trajectories do not say.
pub(crate) fn encode_replay(head: Head, agents: impl ExactSizeIterator<Item = Shown>) -> Bytes {
    let mut bytes = begin(head, agents.len());
    let scale = Scale::new(head.bounds);
    for agent in agents {
        let mut place = [0, 0, 0, 0, 0, NOBODY, 0, 0];
        if agent.is_there {
            write(&mut place, scale.of(agent.position), agent.heading, (agent.group & 15) << 4, 0.25);
        }
        bytes.extend_from_slice(&place);
    }
    bytes.into()
}

/// The same frame, for a page that has not got the one with which slots were reassigned.
pub(crate) fn marked_reassigned(frame: &Bytes) -> Bytes {
    let mut frame = frame.to_vec();
    if let Some(flags) = frame.get_mut(1) {
        *flags |= REASSIGNED;
    }
    frame.into()
}

fn begin(head: Head, agents: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(32 + EACH * agents);
    let flags = if head.is_new { REASSIGNED } else { 0 } | if head.is_replay { REPLAY } else { 0 };
    bytes.extend([0x10, flags]);
    bytes.extend((EACH as u16).to_le_bytes());
    bytes.extend(head.step.to_le_bytes());
    bytes.extend(head.seconds.to_le_bytes());
    bytes.extend((agents as u32).to_le_bytes());
    let Bounds { min, max } = head.bounds;
    for side in [min.x, min.y, max.x, max.y] {
        bytes.extend((side as f32).to_le_bytes());
    }
    bytes
}

#[inline]
fn write(place: &mut [u8], [x, y]: [u16; 2], heading: u8, status: u8, radius: f64) {
    let ([a, b], [c, d]) = (x.to_le_bytes(), y.to_le_bytes());
    let [e, f] = ((radius * 200.0 + 0.5) as u16).to_le_bytes();
    if place.len() == EACH {
        place.copy_from_slice(&[a, b, c, d, heading, status, e, f]);
    }
}

/// A direction, as a byte: 256 is a full turn, counter-clockwise from +x. Right to within a unit; a frame needs it for
/// everyone, and the arc tangent of the library takes longer than all the rest.
#[inline]
pub(crate) fn heading(x: f32, y: f32) -> u8 {
    let (across, along) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
    let slope = across / along.max(f32::MIN_POSITIVE);
    // The angle from the nearer axis, in units, by a cubic that is at most a fifth of a unit off.
    let angle = slope * (39.618 - 7.819 * slope * slope);
    let angle = if y.abs() > x.abs() { 64.0 - angle } else { angle };
    let angle = if x < 0.0 { 128.0 - angle } else { angle };
    let angle = if y < 0.0 { 256.0 - angle } else { angle };
    // 256 is 0 again.
    (angle + 0.5) as u16 as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::prelude::*;

    #[test]
    fn directions_are_parts_of_a_turn() {
        for (x, y, expected) in [(1.0, 0.0, 0), (0.0, 1.0, 64), (-1.0, 0.0, 128), (0.0, -1.0, 192), (1.0, -1e-6, 0)] {
            assert_eq!(heading(x, y), expected, "{x} {y}");
        }
        for i in 0..3600 {
            let angle = f64::from(i) / 3600.0 * std::f64::consts::TAU;
            let told = f64::from(heading(angle.cos() as f32 * 1.3, angle.sin() as f32 * 1.3)) / 256.0;
            let off = (told - f64::from(i) / 3600.0).rem_euclid(1.0);
            assert!(off.min(1.0 - off) * 256.0 < 0.8, "{i}: {told}");
        }
        assert_eq!(heading(0.0, 0.0), 0);
        let _ = heading(f32::NAN, f32::INFINITY);
    }

    #[test]
    fn a_frame_tells_positions_to_within_a_step_of_its_box() {
        let map = Map::new(&Outline::rectangle([-50.0, 10.0], [50.0, 40.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        let near = crowd.add(&map, &Agent::new([-40.0, 20.0]).with_radius(0.3)).unwrap();
        let far = crowd.add(&map, &Agent::new([33.3, 39.0])).unwrap();
        let agents: Vec<_> = crowd.agents().collect();
        let mut roll = Roll::new();
        roll.follow(0, 0.0, &agents, |_| 2);
        let bounds = map.floor_bounds().unwrap();
        let head = Head { step: 7, seconds: 0.7, bounds, is_new: true, is_replay: false };
        let bytes = encode(head, &mut roll, &agents, |id| id == far);
        assert_eq!(bytes.len(), 32 + 8 * 2);
        assert_eq!(bytes[..4], [0x10, 1, 8, 0]);
        assert_eq!(u32::from_le_bytes(bytes[4..8].try_into().unwrap()), 7);
        for (id, p, radius, status) in [(near, [-40.0, 20.0], 60, 0x20), (far, [33.3, 39.0], 50, 0x28)] {
            let at = 32 + 8 * roll.place(id).unwrap();
            let number = |i: usize| f64::from(u16::from_le_bytes(bytes[at + i..at + i + 2].try_into().unwrap()));
            assert!((number(0) / 65535.0 * 100.0 - 50.0 - p[0]).abs() < 1e-3);
            assert!((number(2) / 65535.0 * 30.0 + 10.0 - p[1]).abs() < 1e-3);
            assert_eq!((bytes[at + 5], number(6)), (status, f64::from(radius)));
        }
        roll.follow(1, 0.1, &agents[..1], |_| 2);
        let bytes = encode(head, &mut roll, &agents[..1], |_| false);
        assert_eq!(bytes.len(), 32 + 8 * 2, "who has left keeps its place for a while");
        assert_eq!(bytes[32 + 8 * roll.slots().iter().position(|slot| slot.is_gone).unwrap() + 5], NOBODY);
    }
}
