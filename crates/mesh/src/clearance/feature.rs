//! Features: the corners and walls that clearance is measured to.

use crate::ids::{EdgeId, VertexId};
use crate::map::Map;
use crate::tolerance::FOOT;
use navigant_geometry::internals::Offset;

/// A part of an obstacle that can be nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// A vertex: the end of a wall.
    Corner(VertexId),
    /// A wall without its ends, from the side of the free face that the edge belongs to.
    Wall(EdgeId),
}

impl Feature {
    /// In four bytes: edges use three of four numbers a face, corners get the fourth.
    #[inline]
    pub(super) fn packed(self) -> u32 {
        match self {
            Feature::Corner(v) => v.0 << 2 | 3,
            Feature::Wall(e) => e.0,
        }
    }

    #[inline]
    pub(super) fn unpacked(packed: u32) -> Feature {
        if packed & 3 == 3 { Feature::Corner(VertexId(packed >> 2)) } else { Feature::Wall(EdgeId(packed)) }
    }

    /// Whether there is such a feature: profiles may still list what is gone, where it was nowhere nearest.
    pub(crate) fn is_there(self, map: &Map) -> bool {
        let tri = &map.plane.tri;
        match self {
            Feature::Corner(v) => tri.is_hot(v),
            Feature::Wall(e) => map.is_wall(e) && tri.is_inner(e.face()) && map.is_free(e.face()),
        }
    }

    /// Where it starts and ends on the lattice; the same for a corner.
    #[inline]
    pub fn ends(self, map: &Map) -> [Offset; 2] {
        match self {
            Feature::Corner(v) => [Offset::to(map.lattice_point(v)); 2],
            Feature::Wall(e) => [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v))),
        }
    }

    /// Its point that is nearest to a place, in steps.
    #[inline]
    pub fn nearest(self, map: &Map, to: Offset) -> Offset {
        let [a, b] = self.ends(map);
        to.nearest_on_segment(a, b)
    }

    /// Whether its point that is nearest to a place is at a right angle to it, and not beyond an end.
    pub(super) fn is_beside(self, map: &Map, place: Offset) -> bool {
        let [a, b] = self.ends(map);
        let (along, squared) = ((b - a).dot(place - a), (b - a).squared());
        (-FOOT * squared.sqrt()..=squared + FOOT * squared.sqrt()).contains(&along)
    }

    /// How far it is from a place, in steps.
    #[inline]
    pub fn distance(self, map: &Map, from: Offset) -> f64 {
        let [a, b] = self.ends(map);
        from.distance_to_segment(a, b)
    }

    /// How near it comes to a segment that it does not cross, in steps.
    pub fn distance_to_segment(self, map: &Map, from: Offset, to: Offset) -> f64 {
        let [a, b] = self.ends(map);
        let ends = [(a, from, to), (b, from, to), (from, a, b), (to, a, b)];
        ends.map(|(p, a, b)| p.distance_to_segment(a, b)).into_iter().fold(f64::INFINITY, f64::min)
    }
}
