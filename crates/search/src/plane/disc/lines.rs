//! Lines that leave a root and pass corners.

use super::super::path::Turn;
use super::tangent::tangent;
use navigant_geometry::Offset;

/// The last line from a root, to the right or to the left, by which a disc gets through the edges it crosses.
///
/// ```text
///   root ────────┼──────╮    A line that passes an end of an edge may come nearest to it only beyond the edge. Then a
///                │    F ┆    leg may end before, and only has to cross the edge at a radius from its end; the line
///                ● end  ┆    that touches the circle around the end is where a path bends that comes as far as F.
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Border {
    /// Its direction, of length 1; of length 0 where there is no border.
    pub(super) heading: Offset,
    /// The line that touches the circle around the end of the last edge, if it crosses all edges and comes nearest to the end
    /// only beyond the last one: there the path may bend. Of length 0 otherwise.
    pub(super) exact: Offset,
}

impl Border {
    /// A border that is not due to the end of the last edge.
    #[inline]
    pub(super) fn along(heading: Offset) -> Border {
        Border { heading, exact: Offset::default() }
    }

    /// Whether the lines may come nearest to the end of the last edge only beyond it.
    #[inline]
    pub(super) fn is_ahead(self) -> bool {
        is_line(self.exact)
    }

    pub(super) fn none() -> Border {
        Border::along(Offset::default())
    }

    /// Whether a line is on the inner side of the border, which is on this side of the lines; but for rounding.
    #[inline]
    pub(super) fn allows(self, heading: Offset, turn: Turn) -> bool {
        heading.cross(self.heading) * turn.side() >= -SLACK
    }
}

/// Directions may be off by so much before lines are told apart: more lines than there are do no harm.
pub(super) const SLACK: f64 = 1e-10;

/// The lines that leave a root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// How far the root lies to their left.
    pub(super) side: f64,
    pub(super) radius: f64,
    /// By how much a line may pass nearer to a corner than the radius: what rounding does.
    pub(super) leeway: f64,
}

impl Lines {
    /// The line that passes a corner as near as it may, with the corner on this side.
    #[inline]
    pub(super) fn past(self, corner: Offset, turn: Turn) -> Offset {
        tangent(corner, turn.side() * self.radius - self.side)
    }

    /// The same, if there is one, and the corner is another than the root's.
    #[inline]
    pub(super) fn touching(self, corner: Offset, turn: Turn) -> Option<Offset> {
        (!is_here(corner) && self.can_pass(corner, turn)).then(|| self.past(corner, turn))
    }

    /// How far a line passes from a corner, with the corner on this side.
    #[inline]
    pub(super) fn room(self, heading: Offset, corner: Offset, turn: Turn) -> f64 {
        (heading.cross(corner) + self.side) * turn.side()
    }

    /// Where a leg with this heading is nearest to a corner.
    #[inline]
    pub(super) fn end(self, heading: Offset, corner: Offset) -> Offset {
        heading.left() * -self.side + heading * heading.dot(corner)
    }

    /// Whether a leg with this heading, so long, keeps away from a corner.
    #[inline]
    pub(super) fn is_clear(self, heading: Offset, leg: f64, corner: Offset) -> bool {
        let enough = self.radius - self.leeway;
        let off = heading.cross(corner) + self.side;
        if off.abs() >= enough {
            return true;
        }
        let along = heading.dot(corner);
        let beyond = along - along.clamp(0.0, leg.max(0.0));
        beyond * beyond + off * off >= enough * enough
    }

    /// Whether a corner is behind a border, so far from it that no line touches its circle.
    #[inline]
    pub(super) fn is_behind(self, border: Border, corner: Offset, turn: Turn) -> bool {
        let Border { heading, .. } = border;
        is_line(heading) && !border.is_ahead() && self.room(heading, corner, turn) >= self.radius + self.leeway
    }

    /// The border at an edge whose end on this side was the last one's too.
    #[inline]
    pub(super) fn at_same_end(self, border: Border, end: Offset, other: Offset, turn: Turn) -> Border {
        // What is passed, or shadowed by a corner before it, stays so. What is still ahead was bounded at the last edge.
        if !border.is_ahead() || border.exact.dot(other - end) < 0.0 {
            return border;
        }
        Border::along(innermost(border.heading, border.exact, turn))
    }

    /// The border at an edge that has another end on this side than the last one; `old` is what remains of the last border.
    /// And the line past the end, if it is within the last border, and nearest to the end before the edge.
    #[inline]
    pub(super) fn at_new_end(self, old: Offset, end: Offset, other: Offset, turn: Turn) -> (Border, Option<Offset>) {
        let is_shadowed = is_line(old) && self.room(old, end, turn) >= self.radius + self.leeway;
        if is_shadowed || is_here(end) || !self.can_pass(end, turn) {
            return (Border::along(old), None);
        }
        let exact = self.past(end, turn);
        let inward = other - end;
        if exact.dot(inward) >= 0.0 {
            return (Border::along(innermost(old, exact, turn)), Some(exact));
        }
        // Lines that come nearest to the end only beyond the edge cross the edge at a radius from it.
        let gate = self.at_gate(end, end + inward * (self.radius / inward.length()), turn);
        (Border { heading: innermost(old, gate, turn), exact }, None)
    }

    /// Whether there is a line past a corner on this side: not if it is on the other side than the root, and their circles
    /// overlap.
    #[inline]
    pub(super) fn can_pass(self, corner: Offset, turn: Turn) -> bool {
        let more = turn.side() * self.radius - self.side;
        corner.squared() >= more * more
    }

    /// The line through the place on an edge that is at a radius from its end. If the circle around the root covers that
    /// place, the line that leaves the circle where the circle around the end begins.
    #[inline]
    fn at_gate(self, end: Offset, gate: Offset, turn: Turn) -> Offset {
        if gate.squared() > self.side * self.side {
            return self.through(gate);
        }
        let squared = end.squared();
        let sine = (squared.sqrt() / (2.0 * self.radius)).min(1.0);
        let cosine = (1.0 - sine * sine).sqrt();
        (end * cosine + end.left() * (sine * turn.side())) * (1.0 / squared.sqrt())
    }

    /// What remains of a border when an edge is crossed that has another end on this side; `end` is that of the last edge,
    /// and `exit` are the ways to the ends of this one, right and left.
    #[inline]
    pub(super) fn left_behind(self, border: Border, end: Offset, exit: [Offset; 2], turn: Turn) -> Offset {
        let exact = border.exact;
        if !border.is_ahead() {
            return border.heading;
        }
        let nearest = exact.left() * -self.side + exact * exact.dot(end);
        let along = exit[1] - exit[0];
        if along.cross(nearest - exit[0]) >= 0.0 {
            return innermost(border.heading, exact, turn);
        }
        // The circle reaches beyond the edge: lines cross it beside the circle.
        let length = along.length();
        let ahead = along * (1.0 / length);
        let way = end - exit[0];
        let off = ahead.cross(way);
        let half = self.radius * self.radius - off * off;
        let beside = exit[0] + ahead * (ahead.dot(way) - turn.side() * half.max(0.0).sqrt());
        if half <= 0.0 || beside.squared() <= self.side * self.side {
            return border.heading;
        }
        innermost(border.heading, self.through(beside), turn)
    }

    /// The heading with which the circle around the root crosses an edge between its ends, seen right and left, out of a face.
    pub(super) fn exit_between(self, [right, left]: [Offset; 2]) -> Option<Offset> {
        let exit = self.exit(right, left)?;
        let along = left - right;
        let part = along.dot(exit.left() * -self.side - right);
        (0.0..=along.squared()).contains(&part).then_some(exit)
    }

    /// The borders of lines that leave the circle before it has this heading, if it ever has.
    pub(super) fn before(self, [right, left]: [Border; 2], heading: Option<Offset>, turn: Turn) -> [Border; 2] {
        let Some(heading) = heading else { return [right, left] };
        let clip = |border: Border| Border { heading: innermost(border.heading, heading, turn), ..border };
        match turn {
            Turn::Left => [right, clip(left)],
            Turn::Right => [clip(right), left],
        }
    }

    /// The line through a place.
    #[inline]
    fn through(self, place: Offset) -> Offset {
        tangent(place, -self.side)
    }
}

/// Whether a corner is the one that the root is at.
#[inline]
pub(super) fn is_here(corner: Offset) -> bool {
    corner == Offset::default()
}

#[inline]
fn is_line(heading: Offset) -> bool {
    heading != Offset::default()
}

/// The one of two lines that leaves less room on this side; the first may be none.
#[inline]
fn innermost(old: Offset, new: Offset, turn: Turn) -> Offset {
    if is_line(old) && old.cross(new) * turn.side() >= 0.0 { old } else { new }
}
