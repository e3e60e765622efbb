//! Turning around a corner, from triangle to triangle.

use super::path::Turn;
use super::wedge::Way;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::internals::{EdgeIdInternals as _, LatticePoint};
use navigant_mesh::{EdgeId, Map, VertexId};

/// How one turns around a corner, from triangle to triangle. A spoke is an edge between the corner and a *far end*; seen
/// in its face it leads to the corner when turning left, and away from it when turning right.
impl Turn {
    #[inline]
    fn sign(self) -> i64 {
        match self {
            Turn::Left => 1,
            Turn::Right => -1,
        }
    }

    /// How the same bend turns for a path that is walked backwards.
    pub(super) fn reversed(self) -> Turn {
        match self {
            Turn::Left => Turn::Right,
            Turn::Right => Turn::Left,
        }
    }

    /// The wall that a path bends around which comes to the corner `at` in the direction `ahead` and enters the face of
    /// `entry`: the first one when turning to this side, if it is met within half a turn. If not, there is nothing to
    /// bend around: the path could be cut short.
    #[inline]
    pub(super) fn wall_at_bend(self, map: &Map, at: LatticePoint, ahead: Way, entry: EdgeId) -> Option<EdgeId> {
        let mut spoke = self.first_spoke(entry);
        let mut is_ahead = true;
        loop {
            let turned = self.sign() * ahead.cross(Way::between(at, self.far_end(map, spoke)));
            if turned < 0 {
                return None;
            }
            if map.is_wall(spoke) {
                return Some(spoke);
            }
            // On the line again, but not at the first spoke: that is half a turn.
            if turned == 0 && !is_ahead {
                return None;
            }
            spoke = self.next_spoke(map, spoke);
            is_ahead = false;
        }
    }

    /// What is on the outer side of a turn and what is on the inner side, from right to left.
    #[inline]
    pub(super) fn ordered<T>(self, outer: T, inner: T) -> [T; 2] {
        match self {
            Turn::Left => [outer, inner],
            Turn::Right => [inner, outer],
        }
    }

    /// The corner beside the edge through which a face was entered.
    #[inline]
    pub(super) fn corner(self, map: &Map, entry: EdgeId) -> VertexId {
        match self {
            Turn::Left => map.origin(entry),
            Turn::Right => map.target(entry),
        }
    }

    /// The spoke by which one leaves the face that was entered through an edge beside the corner.
    #[inline]
    pub(super) fn first_spoke(self, entry: EdgeId) -> EdgeId {
        match self {
            Turn::Left => entry.prev(),
            Turn::Right => entry.next(),
        }
    }

    /// The spoke by which one leaves the face behind a spoke.
    #[inline]
    pub(super) fn next_spoke(self, map: &Map, spoke: EdgeId) -> EdgeId {
        self.first_spoke(map.twin(spoke))
    }

    #[inline]
    pub(super) fn far_vertex(self, map: &Map, spoke: EdgeId) -> VertexId {
        match self {
            Turn::Left => map.origin(spoke),
            Turn::Right => map.target(spoke),
        }
    }

    #[inline]
    pub(super) fn far_end(self, map: &Map, spoke: EdgeId) -> LatticePoint {
        map.lattice_point(self.far_vertex(map, spoke))
    }

    /// The edge opposite to the corner in the spoke's face.
    #[inline]
    pub(super) fn rim(self, spoke: EdgeId) -> EdgeId {
        match self {
            Turn::Left => spoke.prev(),
            Turn::Right => spoke.next(),
        }
    }

    /// The wall on the other side of the place that an entry beside a corner belongs to.
    pub(super) fn wall_behind(self, map: &Map, entry: EdgeId) -> EdgeId {
        let mut wall = entry;
        while !map.is_wall(wall) {
            let twin = map.twin(wall);
            wall = if self == Turn::Left { twin.next() } else { twin.prev() };
        }
        wall
    }
}
