//! The diametral disc of an edge: only features that reach into it can be nearest somewhere along the edge.

use crate::ids::EdgeId;
use crate::map::Map;
use navigant_geometry::internals::Offset;

/// The half of the disc over an edge that is to its left.
pub(super) struct Disc {
    pub(super) from: Offset,
    pub(super) along: Offset,
    middle: Offset,
    radius_squared: f64,
}

impl Disc {
    pub(super) fn over(map: &Map, e: EdgeId) -> Disc {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        Disc { from: a, along: b - a, middle: (a + b) * 0.5, radius_squared: (b - a).squared() * 0.25 }
    }

    /// Whether the segment from the edge's start to a point enters it: only then can a feature beyond that segment.
    pub(super) fn is_met_from_start(&self, p: Offset) -> bool {
        self.along.dot(p - self.from) > 0.0
    }

    /// The same from where the edge ends.
    pub(super) fn is_met_from_end(&self, p: Offset) -> bool {
        self.along.dot(self.from + self.along - p) > 0.0
    }

    /// Whether a feature, given by its ends, reaches into it. Halves and cross products are exact; a feature that touches the circle
    /// up to rounding may count as inside or not.
    pub(super) fn holds(&self, [p, q]: [Offset; 2]) -> bool {
        let is_left = |p: Offset| self.along.cross(p - self.from) > 0.0;
        let is_inside = |p: Offset| (p - self.middle).squared() < self.radius_squared;
        (is_left(p) || is_left(q)) && is_inside(self.middle.nearest_on_segment(p, q))
    }
}
