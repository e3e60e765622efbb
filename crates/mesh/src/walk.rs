//! Half-edge traversal: faces, edges and vertices of a map, for searches, pictures and tests.
//!
//! An edge is a half-edge: directed, with its face to the left and a twin on the other side. Ids are plain numbers, valid until the
//! next edit. A stale id, of an earlier version or of another map, may by chance name something else. If it names nothing, which
//! [`Map::has_face`], [`Map::has_edge`] and [`Map::has_vertex`] tell, it is still answered without a panic: such a face is not
//! free, such an edge is a wall without owners and its own twin, and no edge starts at such a vertex.

use crate::ids::{EdgeId, FaceId, ObstacleId, VertexId};
use crate::map::Map;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_geometry::{Lattice, Point};

impl Map {
    /// The lattice the map lives on.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// All faces, walkable or not. They cover the whole square of the lattice.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
    /// map.insert(&Outline::rectangle([4.0, 4.0], [6.0, 6.0]))?;
    /// let triangles = map.faces().filter(|&f| map.is_free(f)).map(|f| map.corners(f).map(|v| map.point(v)));
    /// let doubled = |[a, b, c]: [navigant_mesh::Point; 3]| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    /// assert!((triangles.map(doubled).sum::<f64>() / 2.0 - map.free_area()).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn faces(&self) -> impl Iterator<Item = FaceId> + '_ {
        self.plane.tri.faces()
    }

    /// All vertices but the corners of the lattice's square.
    pub(crate) fn vertices(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.plane.tri.vertices()
    }

    /// Whether there is a face with this id.
    pub(crate) fn has_face(&self, f: FaceId) -> bool {
        self.plane.tri.is_inner(f)
    }

    /// Whether there is an edge with this id.
    pub(crate) fn has_edge(&self, e: EdgeId) -> bool {
        self.has_face(e.face())
    }

    /// Whether there is a vertex with this id, be it a corner of the lattice's square.
    pub(crate) fn has_vertex(&self, v: VertexId) -> bool {
        self.plane.tri.has_vertex(v)
    }

    /// The twin of a half-edge: the same edge from the other side.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
    /// let edges = map.faces().filter(|&f| map.is_free(f)).flat_map(|f| f.edges());
    /// for edge in edges {
    ///     let twin = map.twin(edge);
    ///     assert_eq!((map.origin(twin), map.is_wall(twin)), (map.origin(edge.next()), map.is_wall(edge)));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn twin(&self, e: EdgeId) -> EdgeId {
        self.plane.tri.twin(e)
    }

    /// The vertex an edge starts at.
    #[inline]
    pub fn origin(&self, e: EdgeId) -> VertexId {
        self.plane.tri.origin(e)
    }

    /// The vertex an edge leads to.
    #[inline]
    pub(crate) fn target(&self, e: EdgeId) -> VertexId {
        self.plane.tri.target(e)
    }

    /// The corners of a face, counter-clockwise.
    #[inline]
    pub fn corners(&self, f: FaceId) -> [VertexId; 3] {
        self.plane.tri.corners(f)
    }

    /// The edges that start at a vertex, counter-clockwise.
    pub(crate) fn edges_from(&self, v: VertexId) -> impl Iterator<Item = EdgeId> + '_ {
        self.plane.tri.edges_from(v)
    }

    /// Where a vertex lies on the lattice.
    #[inline]
    pub(crate) fn lattice_point(&self, v: VertexId) -> LatticePoint {
        self.plane.tri.at(v)
    }

    /// Where a vertex lies in the world.
    pub fn point(&self, v: VertexId) -> Point {
        self.lattice.world(self.plane.tri.at(v))
    }

    /// Whether an edge is a wall: nothing passes through it, be the faces on both sides free or not.
    #[inline]
    pub fn is_wall(&self, e: EdgeId) -> bool {
        !self.plane.tri.wall(e).is_free()
    }

    /// Whether a face is walkable.
    #[inline]
    pub fn is_free(&self, f: FaceId) -> bool {
        self.covers.is_free(self.plane.tri.cover(f))
    }

    /// The obstacles that a wall belongs to, an obstacle as often as its segments run here; floors are left out.
    pub(crate) fn owners(&self, e: EdgeId) -> impl Iterator<Item = ObstacleId> + '_ {
        let owners = self.plane.walls.owners(self.plane.tri.wall(e));
        owners.filter_map(|segment| self.obstacle_of_shape(self.plane.record(segment).shape))
    }

    /// How many segments of floors and obstacles run along an edge.
    pub(crate) fn multiplicity(&self, e: EdgeId) -> usize {
        self.plane.walls.owners(self.plane.tri.wall(e)).count()
    }

    /// The obstacles that cover a face.
    pub(crate) fn obstacles_over(&self, f: FaceId) -> impl Iterator<Item = ObstacleId> + '_ {
        let windings = self.covers.windings(self.plane.tri.cover(f)).iter();
        windings.filter(|w| w.covers()).filter_map(|w| self.obstacle_of_shape(w.shape))
    }

    /// The shapes that cover a face, by their numbers, in increasing order.
    pub(crate) fn shapes_over(&self, f: FaceId) -> impl Iterator<Item = u32> + '_ {
        self.covers.windings(self.plane.tri.cover(f)).iter().filter(|w| w.covers()).map(|w| w.shape)
    }

    /// The shapes whose segments run along an edge, by their numbers, a shape as often as its segments run here.
    pub(crate) fn shapes_along(&self, e: EdgeId) -> impl Iterator<Item = u32> + '_ {
        self.plane.walls.owners(self.plane.tri.wall(e)).map(|segment| self.plane.record(segment).shape)
    }

    /// The heat of a vertex: how many segment ends and crossings make its pixel hot.
    pub(crate) fn heat(&self, v: VertexId) -> u32 {
        self.plane.tri.heat_of(v)
    }

    /// How many vertices there are, the four corners of the lattice's square included.
    pub(crate) fn vertex_count(&self) -> usize {
        self.plane.tri.vertex_count()
    }

    /// How many faces there are.
    pub(crate) fn face_count(&self) -> usize {
        self.plane.tri.face_count()
    }

    /// The length of arrays indexed by [`VertexId::index`].
    pub(crate) fn vertex_slots(&self) -> usize {
        self.plane.tri.vertex_slots()
    }

    /// The length of arrays indexed by [`FaceId::index`].
    pub(crate) fn face_slots(&self) -> usize {
        self.plane.tri.face_slots()
    }

    /// The map's memory in bytes, without spare capacity and without its journal.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.plane.memory_bytes() + self.covers.memory_bytes()
    }
}
