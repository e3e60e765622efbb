//! ORCA half-planes from the velocity obstacles of walls: the agent does all of the avoidance.
//!
//! The truncated velocity obstacle of a wall: the wall scaled by 1 / horizon and grown by the agent's radius, and everything in
//! its shadow. As in RVO2, the current velocity is moved to the nearest point of its boundary. Where a leg of the cone runs
//! into the next wall, that wall's own velocity obstacle is the one that counts.

use super::lines::{Line, Lines};
use crate::vector::Vector;

/// A wall as an agent in front of it sees it: all places are relative to the agent, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SeenWall {
    /// Its end to the left.
    pub(crate) left: Vector,
    /// Its end to the right; the same for a point.
    pub(crate) right: Vector,
    /// How it goes on from its ends.
    pub(crate) course: Course,
}

/// Where a wall and those beside it lead, in directions of length 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Course {
    /// From left to right; nothing for a point.
    pub(crate) along: Vector,
    /// Where the next wall leads from the left end.
    pub(crate) beyond_left: Vector,
    /// Where the next wall leads from the right end.
    pub(crate) beyond_right: Vector,
    /// Whether the corner to the left sticks out, or is none.
    pub(crate) left_is_convex: bool,
    /// Whether the corner to the right does.
    pub(crate) right_is_convex: bool,
}

impl Course {
    /// A point: it sticks out.
    pub(crate) const POINT: Course = Course::of(Vector::ZERO, Vector::ZERO, Vector::ZERO);

    /// A wall that leads in a direction, and those beside it.
    pub(crate) const fn of(along: Vector, beyond_left: Vector, beyond_right: Vector) -> Course {
        const fn is_convex(along: Vector, beyond: Vector) -> bool {
            along.x * beyond.y - along.y * beyond.x >= -TINY
        }
        let (left_is_convex, right_is_convex) = (is_convex(along, beyond_left), is_convex(along, beyond_right));
        Course { along, beyond_left, beyond_right, left_is_convex, right_is_convex }
    }
}

/// Rounding makes no difference below this.
const TINY: f32 = 1e-5;

/// Appends the half-plane of a wall, unless the lines so far imply it or the wall beside it is the one that counts. The horizon is
/// one by `per_horizon` seconds.
#[inline]
pub(crate) fn append(lines: &mut Lines, wall: &SeenWall, velocity: Vector, radius: f32, per_horizon: f32) {
    let scaled_radius = radius * per_horizon;
    // To the right of a line with all of its disc.
    if lines.any_forbids([wall.left * per_horizon, wall.right * per_horizon], scaled_radius - TINY) {
        return;
    }
    let line = match Contact::of(wall, radius) {
        Contact::Touching(away) => away.map(|away| Line { point: Vector::ZERO, direction: -away.left() }),
        Contact::Apart(cone) => cone.nearest_border(velocity, scaled_radius, per_horizon),
    };
    if let Some(line) = line {
        lines.push(line);
    }
}

/// How a disc stands to a wall.
enum Contact {
    /// It touches: the direction away from the wall, if no other wall sees to it.
    Touching(Option<Vector>),
    /// It does not.
    Apart(Cone),
}

/// Velocities that lead into a wall, given by the two corners of the wall that bound them.
struct Cone {
    left: Vector,
    right: Vector,
    /// From left to right, with length 1; nothing for a point.
    along: Vector,
    left_leg: Leg,
    right_leg: Leg,
}

/// A side of a cone.
#[derive(Clone, Copy)]
struct Leg {
    direction: Vector,
    /// Whether it belongs to the next wall.
    is_foreign: bool,
}

impl Contact {
    fn of(wall: &SeenWall, radius: f32) -> Contact {
        let (left, right, radius_squared) = (wall.left, wall.right, radius * radius);
        let Course { along, beyond_left, beyond_right, left_is_convex, right_is_convex } = wall.course;
        let is_point = along == Vector::ZERO;
        // How far from its left end along the wall the foot of the agent lies, and how far the right end.
        let (foot, length) = if is_point { (-1.0, 0.0) } else { (-left.dot(along), (right - left).dot(along)) };
        let from_line = left.cross(along) * left.cross(along);
        if foot < 0.0 && left.squared() <= radius_squared {
            return Contact::Touching(left_is_convex.then(|| -left.direction()));
        }
        if foot > length && right.squared() <= radius_squared {
            // The next wall has the same corner as its left one, and sees to it from its side.
            let is_ours = right_is_convex && right.cross(beyond_right) >= 0.0;
            return Contact::Touching(is_ours.then(|| -right.direction()));
        }
        if (0.0..=length).contains(&foot) && from_line <= radius_squared {
            return Contact::Touching(Some(-along.left()));
        }
        let left_tangent = |corner: Vector| tangent(corner, radius);
        let right_tangent = |corner: Vector| tangent(corner, -radius);
        // Seen so obliquely that one corner hides the rest.
        if from_line <= radius_squared {
            // From that corner this wall is the next one on one side.
            let (corner, is_convex, beyond) = if foot < 0.0 {
                (left, left_is_convex, [beyond_left, along])
            } else {
                (right, right_is_convex, [-along, beyond_right])
            };
            if !is_convex {
                return Contact::Touching(None);
            }
            let left_leg = Leg { direction: left_tangent(corner), is_foreign: false };
            let right_leg = Leg { direction: right_tangent(corner), is_foreign: false };
            let mut cone = Cone { left: corner, right: corner, along: Vector::ZERO, left_leg, right_leg };
            if !is_point {
                cone.bound(Some(beyond[0]), Some(beyond[1]));
            }
            return Contact::Apart(cone);
        }
        let left_leg = Leg { direction: if left_is_convex { left_tangent(left) } else { -along }, is_foreign: false };
        let right_leg =
            Leg { direction: if right_is_convex { right_tangent(right) } else { along }, is_foreign: false };
        let mut cone = Cone { left, right, along, left_leg, right_leg };
        cone.bound(left_is_convex.then_some(beyond_left), right_is_convex.then_some(beyond_right));
        Contact::Apart(cone)
    }
}

impl Cone {
    /// Sides that would run into the next wall end there.
    fn bound(&mut self, beyond_left: Option<Vector>, beyond_right: Option<Vector>) {
        let is_foreign = true;
        if let Some(direction) = beyond_left.filter(|&beyond| self.left_leg.direction.cross(beyond) >= 0.0) {
            self.left_leg = Leg { direction, is_foreign };
        }
        if let Some(direction) = beyond_right.filter(|&beyond| self.right_leg.direction.cross(beyond) <= 0.0) {
            self.right_leg = Leg { direction, is_foreign };
        }
    }

    /// The line through the point of the border that is nearest to a velocity.
    fn nearest_border(&self, velocity: Vector, radius: f32, per_horizon: f32) -> Option<Line> {
        let (left, right) = (self.left * per_horizon, self.right * per_horizon);
        let is_point = self.along == Vector::ZERO;
        let (from_left, from_right) = (velocity - left, velocity - right);
        // How far along the cut the velocity is, and how long the cut; both nothing for a point.
        let (at, length) = (from_left.dot(self.along), (right - left).dot(self.along));
        let (along_left, along_right) =
            (from_left.dot(self.left_leg.direction), from_right.dot(self.right_leg.direction));
        let round = |middle: Vector, from: Vector| {
            let out = from.direction();
            Line { point: middle + out * radius, direction: -out.left() }
        };
        if at < 0.0 && along_left < 0.0 || is_point && along_left < 0.0 && along_right < 0.0 {
            return Some(round(left, from_left));
        }
        if at > length && along_right < 0.0 {
            return Some(round(right, from_right));
        }
        let far = |is_beside: bool, way: Vector| if is_beside { f32::INFINITY } else { way.squared() };
        let to_cut = far(is_point || !(0.0..=length).contains(&at), from_left - self.along * at);
        let to_left = far(along_left < 0.0, from_left - self.left_leg.direction * along_left);
        let to_right = far(along_right < 0.0, from_right - self.right_leg.direction * along_right);
        let beside = |point: Vector, direction: Vector| Line { point: point + direction.left() * radius, direction };
        if to_cut <= to_left && to_cut <= to_right {
            Some(beside(left, -self.along))
        } else if to_left <= to_right {
            (!self.left_leg.is_foreign).then(|| beside(left, self.left_leg.direction))
        } else {
            (!self.right_leg.is_foreign).then(|| beside(right, -self.right_leg.direction))
        }
    }
}

/// The direction of the tangent from the agent to a disc around a corner that is farther away than its radius; it touches
/// on the left for a positive radius, on the right for a negative one.
fn tangent(corner: Vector, radius: f32) -> Vector {
    let squared = corner.squared();
    let leg = (squared - radius * radius).max(0.0).sqrt();
    (corner * leg + corner.left() * radius) * (1.0 / squared)
}
