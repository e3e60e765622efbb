//! Lines that touch circles.

use super::super::path::Turn;
use navigant_geometry::Offset;
use std::f64::consts::TAU;

impl Turn {
    /// On which side of a line a circle lies that a path bends around: 1 for left, −1 for right.
    #[inline]
    pub(in super::super) fn side(self) -> f64 {
        match self {
            Turn::Left => 1.0,
            Turn::Right => -1.0,
        }
    }
}

/// The direction of a line that is to pass two places so that the second lies by `more` steps farther to its left than the
/// first; `None` if they are nearer to each other than that. Not of length 1; exact where `more` is 0.
///
/// Two circles of the same radius on the same side of a line are passed in parallel to the way between their middles; on
/// opposite sides, `more` is the diameter.
#[inline]
pub(super) fn passing(way: Offset, more: f64) -> Option<Offset> {
    if more == 0.0 {
        return Some(way);
    }
    let squared = way.squared();
    let mut rest = squared - more * more;
    if rest < 0.01 * squared {
        // So near to touching that rounding would turn the line: the difference of squares, rounded once.
        rest = -more.mul_add(more, -squared);
    }
    (rest >= 0.0).then(|| way * rest.sqrt() - way.left() * more)
}

/// The same line, where the places are not nearer than that but for rounding: its direction is 1 long.
#[inline]
pub(super) fn tangent(way: Offset, more: f64) -> Offset {
    let squared = way.squared();
    let mut rest = squared - more * more;
    if rest < 0.01 * squared {
        rest = (-more.mul_add(more, -squared)).max(0.0);
    }
    (way * rest.sqrt() - way.left() * more) * (1.0 / squared)
}

/// A direction made 1 long; itself if it has no length.
#[inline]
pub(super) fn unit(direction: Offset) -> Offset {
    let length = direction.length();
    if length > 0.0 { direction * (1.0 / length) } else { direction }
}

/// The angle from one direction to another when turning to this side: from 0 to less than a full turn. Straight on but for
/// rounding is 0.
pub(in super::super) fn turned(from: Offset, to: Offset, turn: Turn) -> f64 {
    let (cross, dot) = (from.cross(to), from.dot(to));
    if dot > 0.0 && cross.abs() <= ROUNDING * dot {
        return 0.0;
    }
    let angle = libm::atan2(cross, dot) * turn.side();
    if angle < 0.0 { angle + TAU } else { angle }
}

/// The same for directions that were rounded: a little back is straight on.
pub(super) fn turned_on(from: Offset, to: Offset, turn: Turn) -> f64 {
    let turned = turned(from, to, turn);
    if turned > TAU - 1e-6 { 0.0 } else { turned }
}

/// Directions may be off by so much for rounding.
pub(super) const ROUNDING: f64 = 1e-12;
