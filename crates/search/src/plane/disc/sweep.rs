//! The spokes around a corner, in turn.

use super::super::path::Turn;
use super::tangent::ROUNDING;
use navigant_geometry::Offset;

/// The spokes around a corner, one after the other when turning to a side, for a path that comes there with a heading.
pub(super) struct Sweep {
    heading: Offset,
    turn: Turn,
    /// Whether the direction of the heading was passed.
    pub(super) is_beyond: bool,
}

impl Sweep {
    pub(super) fn new(heading: Offset, turn: Turn) -> Self {
        Sweep { heading, turn, is_beyond: false }
    }

    /// Whether paths that go on from the corner pass a spoke, or have passed it.
    pub(super) fn is_to_pass(&self, spoke: Offset) -> bool {
        let is_outer = self.heading.cross(spoke) * self.turn.side() < 0.0;
        self.is_beyond || is_outer && self.heading.dot(spoke) > 0.0
    }

    /// Whether a spoke is yet to be passed, but behind.
    pub(super) fn is_behind(&self, spoke: Offset) -> bool {
        let is_outer = self.heading.cross(spoke) * self.turn.side() < 0.0;
        !self.is_beyond && is_outer && self.heading.dot(spoke) < 0.0
    }

    /// Whether a spoke is more than half a turn from the heading. First there may be some that are yet to be passed, on the
    /// outer side.
    pub(super) fn is_half_around(&mut self, spoke: Offset) -> bool {
        let is_inner = self.heading.cross(spoke) * self.turn.side() >= -ROUNDING * spoke.length();
        self.is_beyond |= is_inner;
        self.is_beyond && !is_inner
    }
}
