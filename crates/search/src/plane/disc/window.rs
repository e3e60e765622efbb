//! The lines of a root that cross an edge, and what they lead to.

use super::super::path::Turn;
use super::crossed::Crossing;
use super::lines::{Border, Lines};
use super::tangent::{is_a_little_back, passing, unit};
use navigant_geometry::internals::Offset;
use navigant_mesh::{EdgeId, FaceId};
use std::f64::consts::TAU;

/// The lines of a root between two borders that cross an edge out of its face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) edge: EdgeId,
    pub(super) root: u32,
    /// The face in which the lines leave the circle of the root.
    pub(super) start: FaceId,
    pub(super) right: Border,
    pub(super) left: Border,
}

impl Window {
    /// The side to which all lines turn off that pass an apex and both ends of the edge far enough away; `None` if some do not.
    #[inline]
    pub(super) fn passes(&self, lines: &Lines, apex: Offset, tolerance: f64) -> Option<Turn> {
        let (right, left) = (self.right.heading, self.left.heading);
        // The apex moves to the right when lines turn left, as long as it is ahead.
        let is_ahead = right.dot(apex) > 0.0 && left.dot(apex) > 0.0;
        if !(is_ahead && self.right.is_past && self.left.is_past) {
            return None;
        }
        let enough = lines.radius + tolerance;
        if lines.offset(left, apex) > enough {
            Some(Turn::Right)
        } else if lines.offset(right, apex) < -enough {
            Some(Turn::Left)
        } else {
            None
        }
    }

    /// Whether all lines pass the edge beyond one of its ends, right and left, and none crosses it.
    pub(super) fn misses(&self, lines: &Lines, ends: [Offset; 2], tolerance: f64) -> bool {
        let headings = [self.right.heading, self.left.heading];
        [Turn::Right, Turn::Left].into_iter().zip(ends).any(|(turn, end)| {
            // As long as the end stays ahead or behind, the distance to it changes in one direction from line to line.
            let [first, last] = headings.map(|heading| heading.dot(end) > 0.0);
            first == last && headings.iter().all(|&heading| lines.offset(heading, end) * turn.side() < -tolerance)
        })
    }

    /// The lines of it that lead outwards over an edge, which runs `along` from their right to their left; `None` if there
    /// are none.
    #[inline]
    pub(super) fn crossing(mut self, along: Offset) -> Option<Window> {
        let (right, left) = (self.right.heading, self.left.heading);
        if right.cross(left) < 0.0 {
            return None;
        }
        // Not of length 1, so that rounding cannot move it over a border it was compared with.
        let inside = |along: Offset| (right.cross(along) >= 0.0 && along.cross(left) >= 0.0).then(|| unit(along));
        if right.cross(along) <= 0.0 {
            self.right.heading = inside(along * -1.0)?;
        }
        if left.cross(along) <= 0.0 {
            self.left.heading = inside(along)?;
        }
        (self.right.heading.cross(self.left.heading) >= 0.0).then_some(self)
    }
}

/// Where a root is and how one comes there; what a lower bound needs to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) lines: Lines,
    /// The cost of arriving there.
    pub(super) length: f64,
    /// The heading on arrival; zero for the start.
    pub(super) heading: Offset,
}

/// What the lines of a window see of an edge. Displacements are from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    origin: Origin,
    borders: [Offset; 2],
    /// The right end of the edge.
    end: Offset,
    along: Offset,
    /// Where the borders meet the edge.
    meets: [Offset; 2],
    /// Lower bounds on the cost there.
    costs: [f64; 2],
}

impl Origin {
    /// The same after more than half a turn, for lines between two headings, right and left, that all leave it then: from the first
    /// of them on. By itself the chord of an angle does not tell it from the rest of a full turn, and around a post, beside a row of
    /// others, the lines after a full turn seemed to cost as little as those straight on.
    #[inline]
    fn turned_to(mut self, [right, left]: [Offset; 2]) -> Origin {
        let side = self.lines.side;
        let (first, turn) = if side > 0.0 { (right, Turn::Left) } else { (left, Turn::Right) };
        if side != 0.0 && self.heading.cross(first) * side < 0.0 && !is_a_little_back(self.heading, first, turn) {
            let rest = arc((first - self.heading).squared()) + ARC_BELOW;
            (self.length, self.heading) = (self.length + (TAU - rest) * side.abs(), first);
        }
        self
    }

    /// A lower bound on the cost of leaving in a direction.
    #[inline]
    fn leaving(&self, heading: Offset) -> f64 {
        self.length + arc((heading - self.heading).squared()) * self.lines.side.abs()
    }
}

/// By how much the bound below may be too small.
const ARC_BELOW: f64 = 1e-6;

/// A lower bound on the angle whose chord on the unit circle has a squared length, too small by less than 10⁻⁶: the first terms
/// of the series of the arc sine, all of which are positive, after halving the angle until they are enough.
///
/// Past many gaps that are as good, whatever is missing here is searched for in each of them.
#[inline]
fn arc(mut squared: f64) -> f64 {
    let mut times = 1.0;
    while squared > 0.25 {
        squared /= 2.0 + (4.0 - squared).max(0.0).sqrt();
        times *= 2.0;
    }
    let series = 1.0 / 24.0 + squared * (3.0 / 640.0 + squared * (5.0 / 7168.0));
    times * squared.sqrt() * (1.0 + squared * series)
}

impl View {
    #[inline]
    pub(super) fn new(origin: Origin, borders: [Offset; 2], ends: [Offset; 2]) -> Self {
        let (origin, along) = (origin.turned_to(borders), ends[1] - ends[0]);
        let mut view = View { origin, borders, end: ends[0], along, meets: ends, costs: [0.0; 2] };
        for (i, heading) in borders.into_iter().enumerate() {
            let from = heading.left() * -origin.lines.side;
            let part = (ends[0] - from).cross(heading) / heading.cross(along);
            // A border parallel to the edge meets it at its end, if at all.
            let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { i as f64 };
            view.meets[i] = ends[0] + along * part;
            let reach = heading.dot(view.meets[i] - from).max(0.0);
            view.costs[i] = origin.leaving(heading) + reach;
        }
        view
    }

    /// Where the borders cross the edge, with lower bounds on the cost there.
    #[inline]
    pub(super) fn crossings(&self) -> [Crossing; 2] {
        [0, 1].map(|i| Crossing { at: (self.meets[i] - self.end).length(), cost: self.costs[i] })
    }

    /// A lower bound on the cost of a path by these lines to a goal.
    ///
    /// A goal on the root's side of the edge is mirrored at it: the way there and back is as long. Then the path is a line
    /// that leads to it, or bends where a border meets the edge.
    #[inline]
    pub(super) fn estimate(&self, mut goal: Offset) -> f64 {
        let Lines { side, .. } = self.origin.lines;
        let off = self.along.cross(goal - self.end).max(0.0);
        goal = goal - self.along.left() * (2.0 * off / self.along.squared());
        let Some(straight) = passing(goal, -side) else { return self.origin.length };
        if self.borders[0].cross(straight) >= 0.0 && straight.cross(self.borders[1]) >= 0.0 {
            let straight = straight * (1.0 / straight.length());
            return self.origin.leaving(straight) + straight.dot(goal);
        }
        let bent = |i: usize| self.costs[i] + (goal - self.meets[i]).length();
        bent(0).min(bent(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;
    use navigant_mesh::Map;

    #[test]
    fn lines_turn_off_where_the_apex_is_ahead_and_both_ends_are_passed() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        let start = map.faces().next().unwrap();
        let lines = Lines { side: 0.0, radius: 1.0, near: 1.0, straight: Offset::default() };
        let heading = Offset::new(1.0, 0.0);
        let window = |[right, left]: [bool; 2]| {
            let [right, left] = [right, left].map(|is_past| Border { heading, is_past });
            Window { edge: start.edges()[0], root: 0, start, right, left }
        };
        let told = |past, x, y| window(past).passes(&lines, Offset::new(x, y), 0.1);
        let both = [true, true];
        assert_eq!((told(both, 9.0, 5.0), told(both, 9.0, -5.0)), (Some(Turn::Right), Some(Turn::Left)));
        assert_eq!((told(both, 9.0, 1.05), told(both, 9.0, -1.05)), (None, None), "too near");
        assert_eq!((told(both, -9.0, 5.0), told(both, -9.0, -5.0)), (None, None), "behind");
        for past in [[false, true], [true, false], [false, false]] {
            assert_eq!((told(past, 9.0, 5.0), told(past, -9.0, 5.0)), (None, None), "{past:?}");
        }
    }
}
