//! Flips: back to the constrained Delaunay triangulation after anything.

use super::{EdgeId, Triangulation, VertexId, in_circle};
use navigant_geometry::{Offset, in_circle_around};

impl Triangulation {
    /// Turns the edge between two triangles that form a strictly convex quadrilateral to its other diagonal.
    ///
    /// ```text
    ///        c                    c
    ///      /   \                / | \          e runs from a to b; afterwards e runs from a to d and e.face() is a d c,
    ///     a ─e─ b      ──▶     a  |  b         the twin runs from b to c in d b c; returned is d → c
    ///      \   /                \ | /
    ///        d                    d
    /// ```
    ///
    /// The sides c a and d b keep their slots, so only the two others have to be told of their new twins.
    pub(super) fn flip(&mut self, e: EdgeId) -> EdgeId {
        self.work.add(1);
        let t = self.twin(e);
        let (diagonal, back) = (e.next(), t.next());
        let (a, b) = (self.origin(e), self.origin(t));
        let (c, d) = (self.apex(e), self.apex(t));
        let (bc, bc_wall) = (self.twin(diagonal), self.wall(diagonal));
        let (ad, ad_wall) = (self.twin(back), self.wall(back));

        self.sides[diagonal.index()].corner = d;
        self.sides[back.index()].corner = c;
        self.join(e, ad, ad_wall);
        self.join(t, bc, bc_wall);
        self.join_free(diagonal, back);
        self.vertices[a.index()].edge = e;
        self.vertices[b.index()].edge = t;
        self.touch(e.face());
        self.touch(t.face());
        diagonal
    }

    /// Whether an edge is a wall or locally Delaunay.
    #[inline]
    pub(crate) fn is_settled(&self, e: EdgeId) -> bool {
        if !self.wall(e).is_free() {
            return true;
        }
        let t = self.twin(e);
        let [a, b, c, d] = [self.origin(e), self.origin(t), self.apex(e), self.apex(t)].map(|v| self.at(v));
        !in_circle(a, b, c, d)
    }

    /// Notes that the edges of a face have to be looked at again.
    pub(super) fn unsettle(&mut self, e: EdgeId) {
        self.unsettled.extend([e, e.next(), e.prev()]);
    }

    /// Notes that an edge, and nothing else about its faces, has to be looked at again.
    pub(crate) fn unsettle_edge(&mut self, e: EdgeId) {
        self.unsettled.push(e);
    }

    /// Flips until every free edge that was noted is Delaunay (Lawson). A flip moves edges between slots, but it also
    /// notes all the edges it moved, so a stale entry can only cost time.
    pub(crate) fn settle(&mut self) {
        while let Some(e) = self.unsettled.pop() {
            if !self.is_inner(e.face()) || self.is_settled(e) {
                continue;
            }
            let diagonal = self.flip(e);
            let twin = self.twin(diagonal);
            self.unsettled.extend([diagonal.next(), diagonal.prev(), twin.next(), twin.prev()]);
        }
    }

    /// Flips until the triangles around a vertex that was just added are Delaunay; everything else must be already.
    pub(super) fn settle_around(&mut self, v: VertexId) {
        debug_assert!(self.unsettled.is_empty());
        let here = self.at(v);
        let mut rim = std::mem::take(&mut self.rim);
        let first = self.edge_of(v);
        let mut spoke = first;
        let mut from = Offset::between(here, self.at(self.target(spoke)));
        loop {
            let edge = spoke.next();
            spoke = self.twin(spoke.prev());
            let to = Offset::between(here, self.at(self.target(spoke)));
            rim.push(Rim { edge, from, to });
            from = to;
            if spoke == first {
                break;
            }
        }
        while let Some(Rim { edge, from, to }) = rim.pop() {
            let twin = self.twin(edge);
            let far = Offset::between(here, self.at(self.apex(twin)));
            if self.wall(edge).is_free() && in_circle_around(here, from, to, far) {
                self.flip(edge);
                // Now the far triangle's two other edges face v; the flip left them in these slots.
                rim.push(Rim { edge, from, to: far });
                rim.push(Rim { edge: twin.prev(), from: far, to });
            }
        }
        self.rim = rim;
    }
}

/// An edge opposite to the vertex that is being settled around, and the ways from that vertex to its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rim {
    edge: EdgeId,
    from: Offset,
    to: Offset,
}
