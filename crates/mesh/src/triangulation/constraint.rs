//! Constraint insertion by constrained edge flips: an edge is made between two vertices by flipping those that cross it.

use super::{EdgeId, Triangulation, VertexId, orient};

impl Triangulation {
    /// The edge from `u` to `w`, inserted by constrained edge flips if it does not exist; flipped edges are pushed for
    /// [`Triangulation::legalize`].
    ///
    /// No vertex may lie on it and no constraint may cross it (snap rounding guarantees both). Passes run along the line from `u`
    /// and flip every crossed edge whose quadrilateral is strictly convex; there is always one (Sloan, "A fast algorithm
    /// for generating constrained Delaunay triangulations"), so each pass leaves fewer crossings.
    pub(crate) fn insert_constraint(&mut self, u: VertexId, w: VertexId) -> EdgeId {
        loop {
            if let Some(e) = self.find_edge(u, w) {
                return e;
            }
            self.flip_along(self.spoke_towards(u, w).next(), u, w);
        }
    }

    /// One pass over the edges that the line from `u` to `w` crosses, beginning with `crossed` opposite to `u`.
    fn flip_along(&mut self, mut crossed: EdgeId, u: VertexId, w: VertexId) {
        let (from, to) = (self.at(u), self.at(w));
        loop {
            debug_assert!(self.wall(crossed).is_free(), "a wall in the way of another");
            // `crossed` runs from the right of the line to its left; `far` lies beyond it.
            let twin = self.twin(crossed);
            let far = self.apex(twin);
            let far_is_left = far != w && orient(from, to, self.at(far)) > 0;
            let (right, left) = (self.origin(crossed), self.origin(twin));
            let near = self.apex(crossed);
            let [p, q, r, s] = [near, right, far, left].map(|v| self.at(v));
            let mut ahead = if far_is_left { twin.next() } else { twin.prev() };
            if orient(p, q, r) > 0 && orient(r, s, p) > 0 {
                // Now near–far is the diagonal; the line leaves through right–far or far–left.
                let diagonal = self.flip(crossed); // far → near, in (right, far, near)
                let other = self.twin(diagonal); // near → far, in (far, left, near)
                ahead = if far_is_left { diagonal.prev() } else { other.next() };
                self.push_face_edges(diagonal);
                self.push_face_edges(other);
            }
            if far == w {
                return;
            }
            crossed = ahead;
        }
    }

    /// The edge of `u`'s star just to the right of the line to `w`, which is not a neighbour.
    fn spoke_towards(&self, u: VertexId, w: VertexId) -> EdgeId {
        let (from, to) = (self.at(u), self.at(w));
        let straddles = |e: &EdgeId| {
            let (right, left) = (self.at(self.target(*e)), self.at(self.apex(*e)));
            orient(from, to, right) < 0 && orient(from, to, left) > 0
        };
        let spoke = self.edges_from(u).find(straddles);
        spoke.unwrap_or_else(|| {
            unreachable!("the star of a vertex covers every direction, and no vertex lies between {from:?} and {to:?}")
        })
    }
}
