//! Point location: a stochastic visibility walk from triangle to triangle.

use super::{EdgeId, FaceId, LatticePoint, LayerId, Triangulation, VertexId, orient};

/// Where a point lies in the triangulation, from [`Map::locate`](crate::Map::locate).
///
/// ```
/// use navigant_mesh::{Location, Map, Outline};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0]))?;
/// assert!(matches!(map.locate([0.0, 0.0]), Some(Location::Vertex(_))));
/// assert!(matches!(map.locate([0.0, 4.0]), Some(Location::Edge(_))));
/// assert!(matches!(map.locate([3.0, 4.0]), Some(Location::Face(f)) if map.is_free(f)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// On a vertex.
    Vertex(VertexId),
    /// On an edge, between its ends.
    Edge(EdgeId),
    /// Inside a face.
    Face(FaceId),
}

impl Location {
    /// A face that the point lies in or on, given an edge that starts at a vertex.
    pub(crate) fn some_face(self, edge_of: impl Fn(VertexId) -> EdgeId) -> FaceId {
        match self {
            Location::Vertex(v) => edge_of(v).face(),
            Location::Edge(e) => e.face(),
            Location::Face(f) => f,
        }
    }
}

impl Triangulation {
    /// The inner faces that a location lies in or on.
    pub(crate) fn faces_at(&self, location: Location) -> impl Iterator<Item = FaceId> + '_ {
        let (inside, beside, around) = match location {
            Location::Face(f) => (Some(f), None, None),
            Location::Edge(e) => (Some(e.face()), Some(self.twin(e).face()), None),
            Location::Vertex(v) => (None, None, Some(v)),
        };
        let around = around.into_iter().flat_map(|v| self.edges_from(v).map(EdgeId::face));
        inside.into_iter().chain(beside).chain(around).filter(|&f| self.is_inner(f))
    }

    /// Locates a point of the lattice in the layer that is edited; after an edit, in the first one.
    pub(crate) fn locate(&self, p: LatticePoint) -> Location {
        self.locate_on(self.layer, p)
    }

    /// Locates a point of the lattice: the hierarchical grid names a vertex nearby, from which a walk leads to the point.
    #[inline]
    pub(crate) fn locate_on(&self, layer: LayerId, p: LatticePoint) -> Location {
        let near = self.index[layer.index()].nearby(p);
        self.locate_from(p, self.edge_of(near).face())
    }

    /// Locates a point by walking from a face that is not too far.
    ///
    /// At each face the walk leaves through an edge that has the point on its other side. Which edge is asked first
    /// changes pseudo-randomly, so that it cannot go round in circles, as it could where walls keep the triangulation
    /// from being Delaunay (Devillers, Pion, Teillaud, "Walking in a triangulation").
    pub(crate) fn locate_from(&self, p: LatticePoint, start: FaceId) -> Location {
        let is_flat = self.glued.is_empty();
        let mut came_through = EdgeId::of(start, 0);
        let mut face = start;
        let mut coin = p.x as u32 ^ (p.y as u32).rotate_left(16) ^ 0x9E37_79B9;
        'walk: loop {
            self.work.add(1);
            coin ^= coin << 13;
            coin ^= coin >> 17;
            coin ^= coin << 5;
            let corners = self.corners(face).map(|v| self.at(v));
            let mut on = None;
            for i in 0..3 {
                let side = (i + (coin % 3) as usize) % 3;
                let e = EdgeId::of(face, side);
                if e == came_through && face != start {
                    continue;
                }
                let area = orient(corners[side], corners[(side + 1) % 3], p);
                if area < 0 {
                    came_through = if is_flat { self.twin(e) } else { self.plane_twin(e) };
                    face = came_through.face();
                    continue 'walk;
                }
                if area == 0 {
                    on = Some(e);
                }
            }
            return match on {
                None => Location::Face(face),
                Some(e) if self.at(self.origin(e)) == p => Location::Vertex(self.origin(e)),
                Some(e) if self.at(self.target(e)) == p => Location::Vertex(self.target(e)),
                Some(e) => Location::Edge(e),
            };
        }
    }
}
