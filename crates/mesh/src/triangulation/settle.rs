//! Flips: back to the constrained Delaunay triangulation after anything.

use super::{EdgeId, Triangulation, VertexId, WallId, in_circle};
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
        let t = self.twin(e);
        let (diagonal, back) = (e.next(), t.next());
        let (f, g) = (e.face().index(), t.face().index());
        let (i, j) = (e.side(), t.side());
        let (bc_slot, ad_slot) = (diagonal.side(), back.side());
        let (a, b) = (self.faces[f].corners[i], self.faces[g].corners[j]);
        let (c, d) = (self.faces[f].corners[e.prev().side()], self.faces[g].corners[t.prev().side()]);
        let (bc, bc_wall) = (self.faces[f].twins[bc_slot], self.faces[f].walls[bc_slot]);
        let (ad, ad_wall) = (self.faces[g].twins[ad_slot], self.faces[g].walls[ad_slot]);

        let face = &mut self.faces[f];
        face.corners[bc_slot] = d;
        (face.twins[i], face.walls[i]) = (ad, ad_wall);
        (face.twins[bc_slot], face.walls[bc_slot]) = (back, WallId::FREE);
        let face = &mut self.faces[g];
        face.corners[ad_slot] = c;
        (face.twins[j], face.walls[j]) = (bc, bc_wall);
        (face.twins[ad_slot], face.walls[ad_slot]) = (diagonal, WallId::FREE);
        self.faces[ad.face().index()].twins[ad.side()] = e;
        self.faces[bc.face().index()].twins[bc.side()] = t;
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
