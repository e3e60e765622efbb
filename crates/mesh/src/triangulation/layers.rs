//! The squares of several layers: each has two outer faces, four corners and an index of its own.

use super::{EdgeId, FaceId, LayerId, Location, SQUARE, Triangulation, VertexId, WallId};

impl Triangulation {
    /// Links the two outer and the first two inner faces of a layer.
    pub(super) fn link_square(&mut self, layer: LayerId) {
        let (tri, number) = (self, u32::from(layer.0));
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| VertexId(4 * number + i));
        let outer = tri.outer;
        let [outer_low, outer_high, low, high] =
            [2 * number, 2 * number + 1, outer + 2 * number, outer + 2 * number + 1].map(FaceId);
        for (face, corners) in [(outer_low, [c, b, a]), (outer_high, [d, c, a]), (low, [a, b, d]), (high, [b, c, d])] {
            tri.set_corners(face, corners);
        }
        for (from, to) in [
            ((low, 0), (outer_low, 1)),
            ((low, 1), (high, 2)),
            ((low, 2), (outer_high, 2)),
            ((high, 0), (outer_low, 0)),
            ((high, 1), (outer_high, 0)),
            ((outer_low, 2), (outer_high, 1)),
        ] {
            tri.link(EdgeId::of(from.0, from.1), EdgeId::of(to.0, to.1));
        }
        // The four corners are on a circle: of the two diagonals this one is Delaunay.
        tri.sides[EdgeId::of(low, 1).index()].wall = WallId::FREE;
        tri.sides[EdgeId::of(high, 2).index()].wall = WallId::FREE;
        for face in [low, high] {
            tri.anchor_corners(face);
        }
        tri.index[layer.index()].add(a, SQUARE[0]);
        for face in [outer_low, outer_high, low, high] {
            tri.set_layer(face, layer);
        }
    }

    /// Edits go on in a layer.
    pub(crate) fn edit_layer(&mut self, layer: LayerId) {
        self.layer = layer;
    }

    /// Edits go on in the layer of a location.
    #[inline]
    pub(crate) fn edit_layer_at(&mut self, location: Location) {
        if !self.layers.is_empty() {
            self.layer = self.layer_of(location.some_face(|v| self.edge_of(v)));
        }
    }

    /// The layer of a face.
    #[inline]
    pub(crate) fn layer_of(&self, f: FaceId) -> LayerId {
        self.layers.get(f.index()).copied().unwrap_or_default()
    }

    /// The layer of a vertex.
    pub(crate) fn layer_of_vertex(&self, v: VertexId) -> LayerId {
        if self.layers.is_empty() { LayerId::default() } else { self.layer_of(self.edge_of(v).face()) }
    }

    /// How many layers there are.
    #[inline]
    pub(crate) fn layer_count(&self) -> usize {
        self.index.len()
    }

    /// A corner of a layer's square.
    pub(crate) fn corner_of(&self, layer: LayerId) -> VertexId {
        VertexId(4 * u32::from(layer.0))
    }

    #[inline]
    pub(super) fn set_layer(&mut self, f: FaceId, layer: LayerId) {
        if self.outer > 2 {
            self.layers.resize(self.covers.len(), layer);
            self.layers[f.index()] = layer;
        }
    }
}
