//! Flips: back to the constrained Delaunay triangulation after anything.

use super::{EdgeId, Triangulation, VertexId, in_circle};

impl Triangulation {
    /// Turns the edge between two triangles that form a strictly convex quadrilateral to its other diagonal.
    ///
    /// ```text
    ///        c                    c
    ///      /   \                / | \          e runs from a to b; afterwards e.face() is a d c
    ///     a ─e─ b      ──▶     a  |  b         and the twin's face is d b c; returned is d → c
    ///      \   /                \ | /
    ///        d                    d
    /// ```
    pub(super) fn flip(&mut self, e: EdgeId) -> EdgeId {
        let t = self.twin(e);
        let (f, g) = (e.face(), t.face());
        let (a, b, c, d) = (self.origin(e), self.origin(t), self.apex(e), self.apex(t));
        let outside = |tri: &Self, side: EdgeId| (tri.twin(side), tri.wall(side));
        let (bc, ca) = (outside(self, e.next()), outside(self, e.prev()));
        let (ad, db) = (outside(self, t.next()), outside(self, t.prev()));
        self.rebuild(f, [a, d, c]);
        self.rebuild(g, [d, b, c]);
        self.join(EdgeId::of(f, 0), ad.0, ad.1);
        self.join(EdgeId::of(f, 2), ca.0, ca.1);
        self.join(EdgeId::of(g, 0), db.0, db.1);
        self.join(EdgeId::of(g, 1), bc.0, bc.1);
        self.join_free(EdgeId::of(f, 1), EdgeId::of(g, 2));
        EdgeId::of(f, 1)
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
        let first = self.edge_of(v);
        let mut e = first;
        loop {
            self.unsettled.push(e.next());
            e = self.twin(e.prev());
            if e == first {
                break;
            }
        }
        while let Some(e) = self.unsettled.pop() {
            debug_assert!(self.apex(e) == v);
            if self.is_settled(e) {
                continue;
            }
            // v is the apex c; the far triangle's two other edges now face v.
            let diagonal = self.flip(e);
            let twin = self.twin(diagonal);
            // diagonal runs d → v in a d v; the edge opposite to v there is a → d.
            self.unsettled.push(diagonal.prev());
            self.unsettled.push(twin.next());
        }
    }
}
