//! Vertex insertion: inside a face or on an edge.

use super::{EdgeId, FaceId, Triangulation, VertexId, WallId};

impl Triangulation {
    /// Puts a new vertex strictly inside a face and makes its surroundings Delaunay again.
    pub(crate) fn split_face(&mut self, f: FaceId, v: VertexId) {
        let [a, b, c] = self.corners(f);
        let [ab, bc, ca] = f.edges().map(|e| (self.twin(e), self.wall(e)));
        let (g, h) = (self.new_face(), self.new_face());
        self.rebuild(f, [a, b, v]);
        self.rebuild(g, [b, c, v]);
        self.rebuild(h, [c, a, v]);
        for (face, (beyond, wall)) in [(f, ab), (g, bc), (h, ca)] {
            self.join(EdgeId::of(face, 0), beyond, wall);
        }
        for (face, ahead) in [(f, g), (g, h), (h, f)] {
            self.join_free(EdgeId::of(face, 1), EdgeId::of(ahead, 2));
        }
        self.legalize_around(v);
    }

    /// Puts a new vertex on an edge and makes its surroundings Delaunay again.
    ///
    /// If the edge was a wall, both halves carry its `WallId`: the caller must give one of them its own.
    pub(crate) fn split_edge(&mut self, e: EdgeId, v: VertexId) {
        let t = self.twin(e);
        let (f, g) = (e.face(), t.face());
        let wall = self.wall(e);
        let (a, b, c, d) = (self.origin(e), self.origin(t), self.apex(e), self.apex(t));
        let outside = |tri: &Self, side: EdgeId| (tri.twin(side), tri.wall(side));
        let (bc, ca) = (outside(self, e.next()), outside(self, e.prev()));
        let (ad, db) = (outside(self, t.next()), outside(self, t.prev()));
        let (f2, g2) = (self.new_face(), self.new_face());
        // Around v, counter-clockwise: a d, d b, b c, c a.
        for (face, from, to, (beyond, outer_wall)) in [(g, a, d, ad), (g2, d, b, db), (f2, b, c, bc), (f, c, a, ca)] {
            self.rebuild(face, [from, to, v]);
            self.join(EdgeId::of(face, 0), beyond, outer_wall);
        }
        for (face, ahead, spoke) in [(g, g2, WallId::FREE), (g2, f2, wall), (f2, f, WallId::FREE), (f, g, wall)] {
            let (near, far) = (EdgeId::of(face, 1), EdgeId::of(ahead, 2));
            self.join(near, far, spoke);
            self.sides[far.index()].wall = spoke;
        }
        self.legalize_around(v);
    }
}
