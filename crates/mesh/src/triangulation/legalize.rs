//! Lawson's algorithm: edge flips that make the triangulation constrained Delaunay again after an edit.

use super::{EdgeId, Side, Triangulation, VertexId, in_circle};
use navigant_geometry::internals::{Offset, in_circle_around};

impl Triangulation {
    /// Edge flip: replaces the edge between two triangles that form a strictly convex quadrilateral by the other diagonal.
    ///
    /// ```text
    ///        c                    c
    ///      /   \                / | \          e runs from a to b; afterwards e runs from a to d and e.face() is a d c,
    ///     a ─e─ b      ──▶     a  |  b         the twin runs from b to c in d b c; returned is d → c
    ///      \   /                \ | /
    ///        d                    d
    /// ```
    ///
    /// The sides c a and d b keep their slots, so only the twins of the two others change.
    pub(super) fn flip(&mut self, e: EdgeId) -> EdgeId {
        self.work.add(1);
        let Side { corner: a, twin: t, .. } = self.sides[e.index()];
        let (diagonal, back) = (e.next(), t.next());
        let (c, d) = (self.sides[e.prev().index()].corner, self.sides[t.prev().index()].corner);
        let Side { corner: b, twin: bc, wall: bc_wall } = self.sides[diagonal.index()];
        let Side { twin: ad, wall: ad_wall, .. } = self.sides[back.index()];

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

    /// Whether an edge is legal: constrained, or locally Delaunay.
    #[inline]
    pub(crate) fn is_legal(&self, e: EdgeId) -> bool {
        if !self.wall(e).is_free() {
            return true;
        }
        let t = self.twin(e);
        let [a, b, c, d] = [self.origin(e), self.origin(t), self.apex(e), self.apex(t)].map(|v| self.at(v));
        !in_circle(a, b, c, d)
    }

    /// Pushes the three edges of a face onto the stack of edges to legalize.
    pub(super) fn push_face_edges(&mut self, e: EdgeId) {
        self.flip_stack.extend([e, e.next(), e.prev()]);
    }

    /// Pushes one edge onto the stack of edges to legalize.
    pub(crate) fn push_edge(&mut self, e: EdgeId) {
        self.flip_stack.push(e);
    }

    /// Flips until every edge on the stack is legal (Lawson). A flip moves edges between slots, but it also pushes all the edges it
    /// moved, so a stale entry costs only time.
    pub(crate) fn legalize(&mut self) {
        while let Some(e) = self.flip_stack.pop() {
            if !self.is_inner(e.face()) || self.is_legal(e) {
                continue;
            }
            let diagonal = self.flip(e);
            let twin = self.twin(diagonal);
            self.flip_stack.extend([diagonal.next(), diagonal.prev(), twin.next(), twin.prev()]);
        }
    }

    /// Legalizes the edges opposite to a vertex that was just inserted; all others must be legal already.
    pub(super) fn legalize_around(&mut self, v: VertexId) {
        debug_assert!(self.flip_stack.is_empty());
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

/// An edge opposite to the inserted vertex, and the vectors from that vertex to its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rim {
    edge: EdgeId,
    from: Offset,
    to: Offset,
}
