//! The constrained Delaunay triangulation of the lattice's square, as a half-edge structure.
//!
//! It stores points, triangles and which edges are constrained (*walls*): those are never flipped. What a wall means and which
//! segments own it is known to the layers above ([`crate::arrangement`], [`crate::cover`]).
//!
//! A half-edge is `4 · face + side`, so next and previous are arithmetic and only twins are stored. The surface is closed: two
//! *outer* faces, clockwise in the plane, cover the outside of the square, so every half-edge has a twin and no walk has to test
//! whether there is a neighbour. Their edges are constrained.
//!
//! | module | what |
//! |---|---|
//! | `locate` | point location by a walk, started from the hierarchical grid |
//! | `split` | vertex insertion in a face or on an edge |
//! | `legalize` | Lawson flips |
//! | `constraint` | constraint insertion by constrained edge flips |
//! | `vertex_removal` | vertex removal |
//! | `absent` | answers for ids that name nothing |
//! | `layers` | the squares of several layers |
//! | `glue` | seams: edges at which two layers go on as one |
//!
//! A map of several *layers* is as many squares in the same arrays: each has two outer faces, four corners and an index of its
//! own, and an edit changes one of them at a time ([`Triangulation::edit_layer`]).

mod absent;
mod constraint;
mod glue;
mod layers;
mod legalize;
mod locate;
mod saved;
mod split;
mod vertex_removal;

pub use locate::Location;

use absent::{no_corner, no_cover, no_edge, no_place, no_side, no_wall};

use crate::cover::CoverId;
use crate::hierarchical_grid::HierarchicalGrid;
use crate::ids::{EdgeId, FaceId, LayerId, VertexId};
use crate::work::Work;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{in_circle, orient};

/// The owners of a wall: a list of [`crate::walls`], or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WallId(pub(crate) u32);

impl WallId {
    /// Not a wall.
    pub(crate) const FREE: WallId = WallId(u32::MAX);
    /// The rim of the square: a wall without owners.
    pub(crate) const RIM: WallId = WallId(u32::MAX - 1);

    #[inline]
    pub(crate) fn is_free(self) -> bool {
        self == WallId::FREE
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub(crate) at: LatticePoint,
    /// An edge that starts here, in an inner face; meaningless while the slot is unused.
    edge: EdgeId,
    /// How many segment ends and crossings make this pixel hot; 0 in unused slots and for the square's corners.
    pub(crate) heat: u32,
}

/// A side of a face, and the corner it starts at.
#[derive(Clone, Copy, Debug)]
struct Side {
    corner: VertexId,
    twin: EdgeId,
    wall: WallId,
}

impl Side {
    /// A side of a face that is not filled in yet.
    const BLANK: Side = Side { corner: VertexId(0), twin: EdgeId(0), wall: WallId::FREE };
}

/// The triangulation; see the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Triangulation {
    vertices: Vec<Vertex>,
    /// By edge: the three of each face, and a blank, so that an edge is an index.
    sides: Vec<Side>,
    /// By face.
    covers: Vec<CoverId>,
    unused_vertices: Vec<VertexId>,
    unused_faces: Vec<FaceId>,
    /// Lawson's stack: edges that may not be locally Delaunay; emptied by [`Triangulation::legalize`].
    flip_stack: Vec<EdgeId>,
    /// Scratch of [`Triangulation::legalize_around`].
    rim: Vec<legalize::Rim>,
    pub(crate) log: EditLog,
    /// By layer.
    index: Vec<HierarchicalGrid>,
    /// The layer that is edited.
    layer: LayerId,
    /// By face, its layer; empty if there is one.
    layers: Vec<LayerId>,
    /// How many outer faces there are: they come first.
    outer: u32,
    glued: glue::Glued,
    pub(crate) work: Work,
}

/// The corners of the square.
const SQUARE: [LatticePoint; 4] = {
    let r = 1 << 25;
    [LatticePoint::new(-r, -r), LatticePoint::new(r, -r), LatticePoint::new(r, r), LatticePoint::new(-r, r)]
};

/// What the current edit has touched.
#[derive(Clone, Debug, Default)]
pub(crate) struct EditLog {
    epoch: u32,
    /// By face: the edit that touched it last.
    stamps: Vec<u32>,
    /// Faces touched by this edit, each once, and whether they existed before it.
    pub(crate) touched: Vec<(FaceId, bool)>,
    /// Covers that faces gave up when they were rebuilt.
    pub(crate) released: Vec<CoverId>,
}

impl EditLog {
    /// Whether the edit has touched a face.
    pub(crate) fn is_touched(&self, f: FaceId) -> bool {
        self.stamps[f.index()] == self.epoch
    }
}

impl Triangulation {
    /// For each layer the square of all lattice points, cut in two.
    pub(crate) fn new(layers: u16) -> Self {
        let count = usize::from(layers);
        let corners = SQUARE.iter().map(|&at| Vertex { at, edge: EdgeId(0), heat: 0 });
        let mut tri = Triangulation {
            vertices: corners.cycle().take(4 * count).collect(),
            sides: vec![Side { wall: WallId::RIM, ..Side::BLANK }; 16 * count],
            covers: vec![CoverId::NOTHING; 4 * count],
            unused_vertices: Vec::new(),
            unused_faces: Vec::new(),
            flip_stack: Vec::new(),
            rim: Vec::new(),
            log: EditLog { epoch: 1, stamps: vec![0; 4 * count], ..EditLog::default() },
            index: (0..layers).map(|layer| HierarchicalGrid::new(VertexId(4 * u32::from(layer)))).collect(),
            layer: LayerId::default(),
            layers: if layers > 1 { vec![LayerId::default(); 4 * count] } else { Vec::new() },
            outer: 2 * u32::from(layers),
            glued: glue::Glued::default(),
            work: Work::default(),
        };
        (0..layers).for_each(|layer| tri.link_square(LayerId(layer)));
        tri
    }

    /// The edge from the other side; an edge that is not there is its own.
    #[inline]
    pub(crate) fn twin(&self, e: EdgeId) -> EdgeId {
        match self.sides.get(e.index()) {
            Some(side) => side.twin,
            None => no_side(e).twin,
        }
    }

    /// The vertex an edge starts at; a corner of the square for one that is not there.
    #[inline]
    pub(crate) fn origin(&self, e: EdgeId) -> VertexId {
        match self.sides.get(e.index()) {
            Some(side) => side.corner,
            None => no_corner(),
        }
    }

    #[inline]
    pub(crate) fn target(&self, e: EdgeId) -> VertexId {
        self.origin(e.next())
    }

    /// The corner opposite to an edge in its face.
    #[inline]
    pub(crate) fn apex(&self, e: EdgeId) -> VertexId {
        self.origin(e.prev())
    }

    /// The owners of an edge; one that does not exist is a wall without owners.
    #[inline]
    pub(crate) fn wall(&self, e: EdgeId) -> WallId {
        match self.sides.get(e.index()) {
            Some(side) => side.wall,
            None => no_wall(),
        }
    }

    /// Where a vertex is; at a corner of the square if it never was there.
    #[inline]
    pub(crate) fn at(&self, v: VertexId) -> LatticePoint {
        match self.vertices.get(v.index()) {
            Some(vertex) => vertex.at,
            None => no_place(),
        }
    }

    #[inline]
    pub(crate) fn corners(&self, f: FaceId) -> [VertexId; 3] {
        f.edges().map(|e| self.origin(e))
    }

    #[inline]
    pub(crate) fn cover(&self, f: FaceId) -> CoverId {
        match self.covers.get(f.index()) {
            Some(cover) => *cover,
            None => no_cover(),
        }
    }

    /// Gives a face its cover without calling it rebuilt.
    pub(crate) fn set_cover(&mut self, f: FaceId, cover: CoverId) {
        self.covers[f.index()] = cover;
    }

    pub(crate) fn heat(&mut self, v: VertexId) -> &mut u32 {
        &mut self.vertices[v.index()].heat
    }

    pub(crate) fn heat_of(&self, v: VertexId) -> u32 {
        self.vertices.get(v.index()).map_or(0, |vertex| vertex.heat)
    }

    pub(crate) fn is_hot(&self, v: VertexId) -> bool {
        self.heat_of(v) > 0
    }

    /// Whether a slot holds a vertex.
    pub(crate) fn has_vertex(&self, v: VertexId) -> bool {
        v.0 < 2 * self.outer || self.is_hot(v)
    }

    /// Marks an edge as a wall or as free, on both sides; the faces count as touched, for what can be crossed changed.
    pub(crate) fn set_wall(&mut self, e: EdgeId, wall: WallId) {
        for side in [e, self.twin(e)] {
            self.sides[side.index()].wall = wall;
            self.touch(side.face());
        }
    }

    /// The edges that start at a vertex, counter-clockwise; none if it is not there.
    pub(crate) fn edges_from(&self, v: VertexId) -> impl Iterator<Item = EdgeId> + '_ {
        let first = self.edge_of(v);
        let mut current = (self.origin(first) == v).then_some(first);
        std::iter::from_fn(move || {
            let e = current?;
            let ahead = self.twin(e.prev());
            current = (ahead != first).then_some(ahead);
            Some(e)
        })
    }

    /// An edge that starts at a vertex, if it is there.
    #[inline]
    pub(crate) fn edge_of(&self, v: VertexId) -> EdgeId {
        match self.vertices.get(v.index()) {
            Some(vertex) => vertex.edge,
            None => no_edge(),
        }
    }

    /// The edge from `u` to `w`, if they are neighbours.
    pub(crate) fn find_edge(&self, u: VertexId, w: VertexId) -> Option<EdgeId> {
        self.edges_from(u).find(|&e| self.target(e) == w)
    }

    pub(crate) fn vertex_slots(&self) -> usize {
        self.vertices.len()
    }

    pub(crate) fn face_slots(&self) -> usize {
        self.covers.len()
    }

    pub(crate) fn vertex_count(&self) -> usize {
        self.vertices.len() - self.unused_vertices.len()
    }

    /// Inner faces in use.
    pub(crate) fn face_count(&self) -> usize {
        self.covers.len() - self.unused_faces.len() - self.outer as usize
    }

    /// Whether a slot holds an inner face.
    #[inline]
    pub(crate) fn is_inner(&self, f: FaceId) -> bool {
        let [a, b, _] = self.corners(f);
        f.0 >= self.outer && a != b
    }

    /// All inner faces.
    pub(crate) fn faces(&self) -> impl Iterator<Item = FaceId> + '_ {
        (self.outer..self.covers.len() as u32).map(FaceId).filter(|&f| self.is_inner(f))
    }

    /// All vertices but the square's corners.
    pub(crate) fn vertices(&self) -> impl Iterator<Item = VertexId> + '_ {
        (2 * self.outer..self.vertices.len() as u32).map(VertexId).filter(|&v| self.is_hot(v))
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        size_of_val(self.vertices.as_slice())
            + size_of_val(self.sides.as_slice())
            + size_of_val(self.covers.as_slice())
            + size_of_val(self.log.stamps.as_slice())
            + size_of_val(self.layers.as_slice())
            + self.index.iter().map(HierarchicalGrid::memory_bytes).sum::<usize>()
    }

    /// Makes room for a batch of vertices.
    pub(crate) fn reserve(&mut self, vertices: usize) {
        self.vertices.reserve(vertices);
        self.sides.reserve(8 * vertices);
        self.covers.reserve(2 * vertices);
        self.log.stamps.reserve(2 * vertices);
        self.log.touched.reserve(2 * vertices);
        self.index[self.layer.index()].reserve(vertices);
    }

    #[inline]
    fn link(&mut self, e: EdgeId, twin: EdgeId) {
        self.sides[e.index()].twin = twin;
        self.sides[twin.index()].twin = e;
    }

    #[inline]
    fn set_corners(&mut self, f: FaceId, corners: [VertexId; 3]) {
        for (e, corner) in f.edges().into_iter().zip(corners) {
            self.sides[e.index()].corner = corner;
        }
    }

    /// Lets the corners of a face start at it.
    #[inline]
    fn anchor_corners(&mut self, f: FaceId) {
        for e in f.edges() {
            let v = self.origin(e);
            self.vertices[v.index()].edge = e;
        }
    }

    /// Overwrites a face: its corners, and the outer edge and wall of each side. The twins of sides that are new inside
    /// the rebuilt area are linked by the caller.
    #[inline]
    fn rebuild(&mut self, f: FaceId, corners: [VertexId; 3]) {
        self.set_corners(f, corners);
        self.touch(f);
        self.anchor_corners(f);
    }

    /// Joins a side of a rebuilt face to what lies beyond it.
    #[inline]
    fn join(&mut self, e: EdgeId, beyond: EdgeId, wall: WallId) {
        self.link(e, beyond);
        self.sides[e.index()].wall = wall;
    }

    /// Joins two rebuilt faces along a new free edge.
    #[inline]
    fn join_free(&mut self, e: EdgeId, other: EdgeId) {
        self.join(e, other, WallId::FREE);
        self.sides[other.index()].wall = WallId::FREE;
    }

    /// A slot for a face of which nothing is known yet.
    fn new_face(&mut self) -> FaceId {
        let f = self.unused_faces.pop().unwrap_or_else(|| {
            self.sides.extend([Side::BLANK; 4]);
            self.covers.push(CoverId::UNKNOWN);
            self.log.stamps.push(0);
            FaceId(self.covers.len() as u32 - 1)
        });
        self.set_layer(f, self.layer);
        self.record(f, false);
        f
    }

    fn drop_face(&mut self, f: FaceId) {
        self.touch(f);
        // A stale id of this face is answered by walls without owners.
        for e in f.edges() {
            self.sides[e.index()] = no_side(e);
        }
        self.unused_faces.push(f);
    }

    /// A slot for a vertex that is yet to be put into a face or on an edge.
    pub(crate) fn new_vertex(&mut self, at: LatticePoint) -> VertexId {
        let vertex = Vertex { at, edge: EdgeId(0), heat: 0 };
        let v = match self.unused_vertices.pop() {
            Some(v) => {
                self.vertices[v.index()] = vertex;
                v
            }
            None => {
                self.vertices.push(vertex);
                VertexId(self.vertices.len() as u32 - 1)
            }
        };
        self.index[self.layer.index()].add(v, at);
        v
    }

    /// Frees the slot of a vertex that no face has any more; `heir` is one of its neighbours.
    fn drop_vertex(&mut self, v: VertexId, heir: VertexId) {
        let (layer, at, there) = (self.layer_of_vertex(heir), self.at(v), self.at(heir));
        self.index[layer.index()].remove(v, at, (heir, there));
        self.unused_vertices.push(v);
    }

    /// Starts the record of a new edit.
    pub(crate) fn begin_edit(&mut self) {
        self.log.touched.clear();
        self.log.released.clear();
        self.log.epoch = self.log.epoch.wrapping_add(1);
        if self.log.epoch == 0 {
            self.log.stamps.fill(0);
            self.log.epoch = 1;
        }
    }

    /// Records that a face was rebuilt, so that its cover is recomputed. A face of unknown cover has been recorded already.
    #[inline]
    fn touch(&mut self, f: FaceId) {
        let cover = self.covers[f.index()];
        if cover != CoverId::UNKNOWN {
            self.covers[f.index()] = CoverId::UNKNOWN;
            self.log.released.push(cover);
            self.record(f, true);
        }
    }

    /// Records that the walls or the cover of a face changed while its corners stay.
    #[inline]
    pub(crate) fn record(&mut self, f: FaceId, existed: bool) {
        let stamp = &mut self.log.stamps[f.index()];
        if *stamp != self.log.epoch {
            *stamp = self.log.epoch;
            self.log.touched.push((f, existed));
        }
    }
}
