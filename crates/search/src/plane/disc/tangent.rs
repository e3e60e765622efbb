//! Lines that touch circles, and angles between directions.

use super::super::path::Turn;
use navigant_geometry::internals::Offset;
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
/// Two circles of the same radius on the same side of a line are passed in parallel to the displacement between their
/// centres (outer tangent); on opposite sides, `more` is the diameter (inner tangent).
#[inline]
pub(super) fn passing(way: Offset, more: f64) -> Option<Offset> {
    if more == 0.0 {
        return Some(way);
    }
    let squared = way.squared();
    let mut rest = squared - more * more;
    if rest < 0.01 * squared {
        // So near to touching that rounding would turn the line: the sum of three squares, rounded once.
        rest = sum_of_squares(way, more);
    }
    (rest >= 0.0).then(|| way * rest.sqrt() - way.left() * more)
}

/// How much longer a displacement is than a length, as a difference of squares, with the errors of all but the last rounding.
fn sum_of_squares(way: Offset, less: f64) -> f64 {
    let square = |a: f64| (a * a, a.mul_add(a, -(a * a)));
    let sum = |a: f64, b: f64| {
        let s = a + b;
        let from_b = s - a;
        (s, (a - (s - from_b)) + (b - from_b))
    };
    let ([x, x_rest], [y, y_rest], [l, l_rest]) = (square(way.x).into(), square(way.y).into(), square(less).into());
    let (first, first_rest) = sum(x.max(y), -l);
    let (both, both_rest) = sum(first, x.min(y));
    both + (first_rest + both_rest + (x_rest + y_rest - l_rest))
}

/// The same between two places that are not nearer to each other but for rounding: then the line touches where they meet.
#[inline]
pub(super) fn passing_or_touching(way: Offset, more: f64) -> Offset {
    unit(passing(way, more).unwrap_or_else(|| way.left() * -more))
}

/// A direction made 1 long; itself if it has no length.
#[inline]
pub(super) fn unit(direction: Offset) -> Offset {
    let length = direction.length();
    if length > 0.0 { direction * (1.0 / length) } else { direction }
}

/// The angle from one heading to another when turning to this side: from 0 to less than a full turn. A little back is straight
/// on: headings are rounded, and no shortest path turns all around.
pub(in super::super) fn turned(from: Offset, to: Offset, turn: Turn) -> f64 {
    if is_back(from, to, turn, 1e-6) { 0.0 } else { angle(from, to, turn) }
}

/// The same between two legs of a path that was found.
pub(in super::super) fn turned_on_path(from: Offset, to: Offset, turn: Turn) -> f64 {
    if is_a_little_back(from, to, turn) { 0.0 } else { angle(from, to, turn) }
}

/// Whether a leg of a path that was found leads back from the one before, when turning to this side, by what rounding may do.
///
/// From a place that is nearer to the corner than the radius by d, but for rounding, the tangent is turned by √(2d/r). Such a d is at
/// most the leeway, a thousandth of the radius: √0.002 is below a tenth. A shortest path turns by no more than half a turn at
/// a corner, so nothing else leads back by as little.
pub(super) fn is_a_little_back(from: Offset, to: Offset, turn: Turn) -> bool {
    is_back(from, to, turn, 0.1)
}

fn is_back(from: Offset, to: Offset, turn: Turn, most: f64) -> bool {
    let (back, ahead) = (-from.cross(to) * turn.side(), from.dot(to));
    back > 0.0 && ahead > 0.0 && back < most * ahead
}

/// The angle from one direction to another when turning to this side, where a little back is nearly a full turn.
pub(super) fn angle(from: Offset, to: Offset, turn: Turn) -> f64 {
    let angle = libm::atan2(from.cross(to) * turn.side(), from.dot(to));
    if angle < 0.0 { angle + TAU } else { angle }
}

/// How far one direction is ahead of another when turning to this side, in a measure that grows with the angle from 0 to 4
/// for a full turn and needs no trigonometry.
#[inline]
pub(super) fn ahead(from: Offset, to: Offset, turn: Turn) -> f64 {
    let (cross, dot) = (from.cross(to) * turn.side(), from.dot(to));
    match (cross >= 0.0, dot >= 0.0) {
        (true, true) => cross / (cross + dot),
        (true, false) => 1.0 + dot / (dot - cross),
        (false, false) => 2.0 + cross / (cross + dot),
        (false, true) => 3.0 + dot / (dot - cross),
    }
}

/// Directions may be off by so much for rounding.
pub(super) const ROUNDING: f64 = 1e-12;

#[cfg(test)]
mod tests {
    use super::*;

    /// Displacements of all sizes between lattice points and places beside them, and lengths that are a little less: what is left is
    /// some roundings of the squares.
    #[test]
    fn a_difference_of_squares_is_rounded_once() {
        // Of a step.
        const PARTS: f64 = (1u64 << 20) as f64;
        let (mut state, mut tried) = (7u64, 0);
        let mut next = |bits: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i128::from(state >> (64 - bits))
        };
        for bits in [(45, 45), (45, 20), (45, 33), (30, 30), (22, 44)] {
            for below in 1..200 {
                let (x, y) = (next(bits.0), next(bits.1));
                let way = Offset::new(x as f64 / PARTS, y as f64 / PARTS);
                let less = (way.length() * PARTS).floor() as i128 - below;
                let exact = (x * x + y * y - less * less) as f64 / (PARTS * PARTS);
                let found = sum_of_squares(way, less as f64 / PARTS);
                assert!((found - exact).abs() <= 1e-11 * exact.abs(), "{x}, {y}: {found}, not {exact}");
                tried += 1;
            }
        }
        assert!(tried > 900);
    }
}
