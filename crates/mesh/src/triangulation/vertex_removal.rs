//! Vertex removal: the star is reduced by edge flips until three or four triangles are left, which are replaced.

use super::{EdgeId, Triangulation, VertexId, WallId, in_circle, orient};

impl Triangulation {
    /// Removes a vertex none of whose edges is constrained. The hole is triangulated; its edges are pushed for
    /// [`Triangulation::legalize`].
    ///
    /// Flipping an edge of the vertex away cuts an ear off its star. While five or more remain, two ears do not overlap,
    /// so one of them spans less than half a turn at the vertex and can be cut; the last four triangles are replaced by
    /// two at once, for the vertex may lie on both diagonals.
    pub(crate) fn remove_vertex(&mut self, v: VertexId) {
        let mut degree = self.edges_from(v).count();
        let mut e = self.edge_of(v);
        let mut refused = 0;
        while degree > 4 {
            let picky = refused < degree;
            if self.is_ear(v, e, picky) {
                let diagonal = self.flip(e); // with v on its left and the ear on its right
                self.push_face_edges(self.twin(diagonal));
                degree -= 1;
                refused = 0;
                e = self.edge_of(v);
            } else {
                refused += 1;
                e = self.twin(e.prev());
            }
        }
        let heir = self.nearest_neighbour(v);
        if degree == 4 {
            self.close_four(v);
        } else {
            self.close_three(v);
        }
        self.drop_vertex(v, heir);
    }

    fn nearest_neighbour(&self, v: VertexId) -> VertexId {
        let here = self.at(v);
        let distance = |w: VertexId| {
            let there = self.at(w);
            i64::from(there.x - here.x).abs().max(i64::from(there.y - here.y).abs())
        };
        let neighbours = self.edges_from(v).map(|e| self.target(e));
        neighbours.min_by_key(|&w| distance(w)).unwrap_or(VertexId(0))
    }

    /// Whether the triangle that flipping `e` away from `v` would cut off lies in the star; `picky` also wants it to
    /// look Delaunay beside the next corners, which saves flips later.
    fn is_ear(&self, v: VertexId, e: EdgeId, picky: bool) -> bool {
        let before = self.twin(e).next(); // v → the corner clockwise
        let after = self.twin(e.prev()); // v → the corner counter-clockwise
        let at = |e: EdgeId| self.at(self.target(e));
        let (p, q, r) = (at(before), at(e), at(after));
        if orient(p, q, r) <= 0 || orient(p, r, self.at(v)) <= 0 {
            return false;
        }
        let neighbours = [at(self.twin(after.prev())), at(self.twin(before).next())];
        !picky || neighbours.into_iter().all(|beside| !in_circle(p, q, r, beside))
    }

    /// Replaces the three triangles around a vertex by one.
    fn close_three(&mut self, v: VertexId) {
        let e = self.edge_of(v);
        let rim = self.rim_of::<3>(e);
        let [f, g, h] = rim.map(|(edge, ..)| edge.face());
        let sides = rim.map(|(_, from, beyond, wall)| (from, beyond, wall));
        self.drop_face(g);
        self.drop_face(h);
        self.rebuild(f, sides.map(|(from, ..)| from));
        for (i, (_, beyond, wall)) in sides.into_iter().enumerate() {
            self.join(EdgeId::of(f, i), beyond, wall);
        }
        self.push_face_edges(EdgeId::of(f, 0));
    }

    /// Replaces the four triangles around a vertex by two, along a diagonal that lies inside.
    fn close_four(&mut self, v: VertexId) {
        let mut e = self.edge_of(v);
        let [p, q, r, s] = self.rim_of::<4>(e).map(|(_, from, ..)| self.at(from));
        // The diagonal p r, unless q or s would be reflex beside it or it is not Delaunay and q s would do.
        let pr_fits = orient(p, q, r) > 0 && orient(r, s, p) > 0;
        let qs_fits = orient(q, r, s) > 0 && orient(s, p, q) > 0;
        if !pr_fits || (qs_fits && in_circle(p, q, r, s)) {
            e = self.twin(e.prev());
        }
        let rim = self.rim_of::<4>(e);
        let [f, g, h, i] = rim.map(|(edge, ..)| edge.face());
        let [p, q, r, s] = rim.map(|(_, from, ..)| from);
        self.drop_face(h);
        self.drop_face(i);
        self.rebuild(f, [p, q, r]);
        self.rebuild(g, [r, s, p]);
        for (side, (_, _, beyond, wall)) in
            [EdgeId::of(f, 0), EdgeId::of(f, 1), EdgeId::of(g, 0), EdgeId::of(g, 1)].into_iter().zip(rim)
        {
            self.join(side, beyond, wall);
        }
        self.join_free(EdgeId::of(f, 2), EdgeId::of(g, 2));
        self.push_face_edges(EdgeId::of(f, 0));
        self.push_face_edges(EdgeId::of(g, 0));
    }

    /// The sides of the star counter-clockwise from `e`: the edge in the star, its origin, what is beyond, its wall.
    fn rim_of<const N: usize>(&self, e: EdgeId) -> [(EdgeId, VertexId, EdgeId, WallId); N] {
        let mut spoke = e;
        std::array::from_fn(|_| {
            let side = spoke.next();
            spoke = self.twin(spoke.prev());
            (side, self.origin(side), self.twin(side), self.wall(side))
        })
    }
}
