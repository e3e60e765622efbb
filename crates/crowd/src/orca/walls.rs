//! The half-planes that walls leave: the agent does all of the avoiding.
//!
//! Velocities that lead into a wall within the horizon form a truncated cone: the wall shrunk by the horizon and grown by the
//! agent's radius, and everything in its shadow. As in RVO2, the present velocity is moved to the nearest point of its
//! border. Where a side of the cone runs into the next wall, that wall's own cone is the one that counts.

use super::lines::{Line, Lines};
use crate::vector::Vector;

/// A wall as an agent in front of it sees it: all places are relative to the agent, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenWall {
    /// Its end to the left.
    pub left: Vector,
    /// Its end to the right; the same for a point.
    pub right: Vector,
    /// Where the next wall leads from the left end, with length 1.
    pub beyond_left: Vector,
    /// Where the next wall leads from the right end, with length 1.
    pub beyond_right: Vector,
}

/// Rounding makes no difference below this.
const TINY: f32 = 1e-5;

/// Appends the half-plane of a wall, unless the lines so far imply it or the wall beside it is the one that counts.
pub fn append(lines: &mut Lines, wall: &SeenWall, velocity: Vector, radius: f32, horizon: f32) {
    let scaled_radius = radius / horizon;
    let is_covered = lines.iter().any(|line| {
        let slack = |end: Vector| line.direction.cross(end * (1.0 / horizon) - line.point);
        // To the right of a line with all of its disc.
        -slack(wall.left) >= scaled_radius - TINY && -slack(wall.right) >= scaled_radius - TINY
    });
    if is_covered {
        return;
    }
    let line = match Contact::of(wall, radius) {
        Contact::Touching(away) => away.map(|away| Line { point: Vector::ZERO, direction: -away.left() }),
        Contact::Apart(cone) => cone.nearest_border(velocity, scaled_radius, horizon),
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
        let way = right - left;
        let squared = way.squared();
        let along = way.direction();
        let is_convex = |beyond: Vector| way.cross(beyond) >= -TINY * way.length();
        let (left_is_convex, right_is_convex) = (is_convex(wall.beyond_left), is_convex(wall.beyond_right));
        // Where the foot of the agent lies on the wall, 0 at its left end and 1 at its right end.
        let foot = if squared > 0.0 { -left.dot(way) / squared } else { -1.0 };
        let from_line = if squared > 0.0 { (left + way * foot).squared() } else { 0.0 };
        if foot < 0.0 && left.squared() <= radius_squared {
            return Contact::Touching(left_is_convex.then(|| -left.direction()));
        }
        if foot > 1.0 && right.squared() <= radius_squared {
            // The next wall has the same corner as its left one, and sees to it from its side.
            let is_ours = right_is_convex && right.cross(wall.beyond_right) >= 0.0;
            return Contact::Touching(is_ours.then(|| -right.direction()));
        }
        if (0.0..=1.0).contains(&foot) && from_line <= radius_squared {
            return Contact::Touching(Some(-along.left()));
        }
        let left_tangent = |corner: Vector| tangent(corner, radius);
        let right_tangent = |corner: Vector| tangent(corner, -radius);
        // Seen so obliquely that one corner hides the rest.
        if from_line <= radius_squared {
            // From that corner this wall is the next one on one side.
            let (corner, is_convex, beyond) = if foot < 0.0 {
                (left, left_is_convex, [wall.beyond_left, along])
            } else {
                (right, right_is_convex, [-along, wall.beyond_right])
            };
            if !is_convex {
                return Contact::Touching(None);
            }
            let left_leg = Leg { direction: left_tangent(corner), is_foreign: false };
            let right_leg = Leg { direction: right_tangent(corner), is_foreign: false };
            let mut cone = Cone { left: corner, right: corner, along: Vector::ZERO, left_leg, right_leg };
            if squared > 0.0 {
                cone.bound(Some(beyond[0]), Some(beyond[1]));
            }
            return Contact::Apart(cone);
        }
        let left_leg = Leg { direction: if left_is_convex { left_tangent(left) } else { -along }, is_foreign: false };
        let right_leg =
            Leg { direction: if right_is_convex { right_tangent(right) } else { along }, is_foreign: false };
        let mut cone = Cone { left, right, along, left_leg, right_leg };
        cone.bound(left_is_convex.then_some(wall.beyond_left), right_is_convex.then_some(wall.beyond_right));
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
    fn nearest_border(&self, velocity: Vector, radius: f32, horizon: f32) -> Option<Line> {
        let (left, right) = (self.left * (1.0 / horizon), self.right * (1.0 / horizon));
        let is_point = self.along == Vector::ZERO;
        let cut = right - left;
        let (from_left, from_right) = (velocity - left, velocity - right);
        let at = if is_point { 0.5 } else { from_left.dot(cut) / cut.squared() };
        let (along_left, along_right) =
            (from_left.dot(self.left_leg.direction), from_right.dot(self.right_leg.direction));
        let round = |middle: Vector, from: Vector| {
            let out = from.direction();
            Line { point: middle + out * radius, direction: -out.left() }
        };
        if at < 0.0 && along_left < 0.0 || is_point && along_left < 0.0 && along_right < 0.0 {
            return Some(round(left, from_left));
        }
        if at > 1.0 && along_right < 0.0 {
            return Some(round(right, from_right));
        }
        let far = |is_beside: bool, way: Vector| if is_beside { f32::INFINITY } else { way.squared() };
        let to_cut = far(is_point || !(0.0..=1.0).contains(&at), velocity - (left + cut * at));
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
