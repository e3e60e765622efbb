//! The lines that leave a root: directed lines that touch the circle around a corner, or start at a point.

use super::super::path::Turn;
use super::tangent::{ROUNDING, is_a_little_back, passing, unit};
use navigant_geometry::internals::Offset;
use std::f64::consts::FRAC_PI_2;

/// All directed lines that leave a root. Positions are given as displacements from the root, in lattice steps; headings are
/// unit vectors, and there is one line per heading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// Signed distance of the root to the left of each line: ± the radius for a corner, 0 for the start.
    pub(super) side: f64,
    /// The radius of the disc.
    pub(super) radius: f64,
    /// The radius less the tolerance: windows are bounded by it, so that rounding never loses a line.
    pub(super) near: f64,
    /// The heading on arrival at the root; zero for the start.
    pub(super) straight: Offset,
}

/// A bounding line of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border {
    pub(super) heading: Offset,
    /// Whether all lines inside the border pass the edge's end on this side far enough away, wherever the edge leads. If not,
    /// they come nearest to that end only beyond the edge, and it must be looked at again.
    pub(super) is_past: bool,
}

impl Lines {
    /// Signed distance of a position to the left of a line.
    #[inline]
    pub(super) fn offset(&self, heading: Offset, way: Offset) -> f64 {
        heading.cross(way) + self.side
    }

    /// The line that touches the circle around a corner, which is on the side it turns to.
    #[inline]
    pub(super) fn touching(&self, corner: Offset, turn: Turn) -> Option<Offset> {
        passing(corner, turn.side() * self.radius - self.side).map(unit)
    }

    /// Whether a corner is beside the line straight on, on the side that the root turns to, and not far enough from it for one that
    /// turns: the next of corners in a row.
    #[inline]
    pub(super) fn is_in_row(&self, corner: Offset, turn: Turn) -> bool {
        self.side * turn.side() > 0.0
            && self.straight.dot(corner) > 0.0
            && self.offset(self.straight, corner) * turn.side()
                <= self.radius + ROUNDING * (corner.x.abs() + corner.y.abs())
    }

    /// Whether a corner shuts out all lines between two headings, right and left, though not the one straight on, which touches it
    /// too. What lies straight on is seen from the root before.
    ///
    /// As long as it is ahead, the distance to the corner falls as lines turn, by half a turn at most. Borders may lead back a little
    /// from the line straight on: they are wider than what is between them by what rounding may do.
    #[inline]
    pub(super) fn is_shut_by(&self, corner: Offset, turn: Turn, headings: [Offset; 2]) -> bool {
        let has_turned_little = |heading: Offset| {
            let is_back = self.straight.cross(heading) * turn.side() < 0.0;
            !is_back || is_a_little_back(self.straight, heading, turn)
        };
        self.is_in_row(corner, turn)
            && headings.into_iter().all(|heading| heading.dot(corner) > 0.0 && has_turned_little(heading))
    }

    /// Whether all lines between two headings, right and left, that come too near to a corner before they cross the line through
    /// two points, come there before that.
    ///
    /// The place nearest to the corner moves by at most the distance to the corner and a radius for each unit of angle.
    #[inline]
    pub(super) fn come_before(&self, corner: Offset, [from, to]: [Offset; 2], [right, left]: [Offset; 2]) -> bool {
        let along = unit(to - from);
        let before = |heading: Offset| {
            let nearest = corner - heading.left() * self.offset(heading, corner);
            along.cross(nearest - from)
        };
        let away = along.cross(corner - from);
        let angle = (left - right).length() * FRAC_PI_2;
        away >= self.radius || before(right) + before(left) >= (corner.length() + self.radius) * angle
    }

    /// Signed distances at which lines between two others, right and left, may have a position that is ahead of them to their left,
    /// from the least to the greatest: a quick look, which may give more; `None` if there are none.
    ///
    /// The position moves to the right when lines turn left, as long as it is ahead.
    #[inline]
    pub(super) fn offsets_ahead(&self, way: Offset, [right, left]: [Offset; 2], tolerance: f64) -> Option<[f64; 2]> {
        let [is_behind_right, is_behind_left] = [right, left].map(|heading| heading.dot(way) < -2.0 * tolerance);
        let [from_right, from_left] = [right, left].map(|heading| heading.cross(way));
        let most = from_right + self.side + tolerance;
        let least = from_left + self.side - tolerance;
        match (is_behind_right, is_behind_left) {
            (false, false) => Some([least, most]),
            (true, false) => (from_right > 0.0 || from_left > 0.0).then_some([least, f64::INFINITY]),
            (false, true) => (from_left < 0.0 || from_right < 0.0).then_some([f64::NEG_INFINITY, most]),
            (true, true) => None,
        }
    }

    /// The line through a position.
    #[inline]
    pub(super) fn through(&self, way: Offset) -> Option<Offset> {
        passing(way, -self.side).map(unit)
    }

    /// The last line that crosses an edge so that everything before the edge keeps away from the end of it on one side: it
    /// touches the circle around the end, or where the touching point is beyond the edge, it runs through the point at which
    /// the circle meets the edge. `None` if every line does.
    #[inline]
    pub(super) fn past(&self, end: Offset, other: Offset, turn: Turn) -> Option<Border> {
        let along = other - end;
        if let Some(heading) = passing(end, turn.side() * self.near - self.side)
            && heading.dot(along) >= 0.0
        {
            return Some(Border { heading: unit(heading), is_past: true });
        }
        // Where the root's own circle is between the end and the lines, the end is not in their way.
        if self.side * turn.side() > 0.0 && self.meets_circle(end, along) {
            return None;
        }
        let meets = end + along * (self.near / along.length());
        Some(Border { heading: self.through(meets)?, is_past: false })
    }

    /// Whether the root's circle meets an edge.
    fn meets_circle(&self, end: Offset, along: Offset) -> bool {
        let part = (-end.dot(along) / along.squared()).clamp(0.0, 1.0);
        (end + along * part).squared() < self.side * self.side
    }

    /// The line that touches the circle around a corner before the line through two points, of which `from` is to its right
    /// if the corner is to its left; `None` if it touches it beyond.
    #[inline]
    pub(super) fn past_before(&self, corner: Offset, [from, to]: [Offset; 2], turn: Turn) -> Option<Offset> {
        let heading = unit(passing(corner, turn.side() * self.near - self.side)?);
        let touch = corner - heading.left() * (turn.side() * self.near);
        ((to - from).cross(touch - from) >= 0.0).then_some(heading)
    }
}

/// Whether a line leaves fewer of the lines of a window than its border on one side does; `opposite` is the border on the other
/// side. What is more than a right angle away from both is behind the lines.
#[inline]
pub(super) fn narrower(line: Offset, border: Offset, opposite: Offset, turn: Turn) -> bool {
    border.cross(line) * turn.side() < 0.0 && (line.dot(border) > 0.0 || line.dot(opposite) > 0.0)
}
