//! Dynamic snap rounding: the segments as given, and the planar walls they are rounded to.
//!
//! A lattice point is *hot* while a segment ends there or two segments cross in its pixel; hot points and vertices of
//! the triangulation are the same thing. Each segment is the chain of the hot pixels it meets. Both follow from the
//! original segments alone, never from walls already rounded, so the result does not depend on the order of edits.
//!
//! Two facts carry the code. A chain's edge keeps within half a pixel (in the maximum norm) of its segment, so the
//! triangulation itself is the index in which segments near a place are found. And a chain's edge runs through no hot
//! point that is not in the chain: displacements from segment to edge are convex combinations of those at its ends,
//! hence lie in the half-open square too, so a point hit by the edge has its pixel hit by the segment.

use crate::ids::{EdgeId, FaceId, VertexId};
use crate::triangulation::{Location, Triangulation};
use crate::walls::{SegmentId, Walls};
use navigant_geometry::{LatticePoint, Offset, Role, Segment};

/// A segment as given, with whom it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) line: Segment,
    /// The slot of the shape it belongs to.
    pub(crate) shape: u32,
    /// Which of the shape's chains it is part of.
    pub(crate) chain: u32,
    pub(crate) role: Role,
    /// Whether the shape is a floor rather than an obstacle.
    pub(crate) is_floor: bool,
    /// The vertex at its start.
    pub(crate) start: VertexId,
    /// The next segment of the shape, if any; or of the unused slots.
    pub(crate) rest: Option<SegmentId>,
    /// How many other segments cross it: most are crossed by none and are removed without looking around.
    pub(crate) crossings: u32,
}

/// The segments, their walls and the triangulation they live in.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    pub(crate) tri: Triangulation,
    pub(crate) walls: Walls,
    records: Vec<Record>,
    unused: Option<SegmentId>,
    /// Vertices that may have gone cold in this edit.
    cold: Vec<VertexId>,
    /// Segments of others whose walls moved in this edit by a step of rounding.
    pub(crate) rerouted: Vec<SegmentId>,
    scratch: Scratch,
}

/// Memory reused by every edit.
#[derive(Clone, Debug, Default)]
struct Scratch {
    visited: Stamps,
    entries: Vec<Entry>,
    faces: Vec<FaceId>,
    segments: Vec<SegmentId>,
    hits: Vec<(i64, VertexId)>,
    crossings: Vec<LatticePoint>,
    detours: Vec<Detour>,
}

/// A face to look at in a flood: the edge through which it was entered, and the outcodes of its ends.
#[derive(Clone, Copy, Debug)]
struct Entry {
    edge: EdgeId,
    from: u8,
    to: u8,
}

/// Marks by index, forgotten all at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stamps {
    epoch: u32,
    stamps: Vec<u32>,
}

impl Stamps {
    pub(crate) fn clear(&mut self, slots: usize) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.stamps.fill(0);
            self.epoch = 1;
        }
        if self.stamps.len() < slots {
            self.stamps.resize(slots, 0);
        }
    }

    /// Marks an index; false if it was marked already.
    #[inline]
    pub(crate) fn mark(&mut self, index: usize) -> bool {
        std::mem::replace(&mut self.stamps[index], self.epoch) != self.epoch
    }

    #[inline]
    pub(crate) fn is_marked(&self, index: usize) -> bool {
        self.stamps[index] == self.epoch
    }
}

/// A segment whose chain runs (or ran) between two vertices beside or over a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Detour {
    segment: SegmentId,
    from: VertexId,
    to: VertexId,
}

impl Arrangement {
    pub(crate) fn new() -> Self {
        Arrangement {
            tri: Triangulation::new(),
            walls: Walls::new(),
            records: Vec::new(),
            unused: None,
            cold: Vec::new(),
            rerouted: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    #[inline]
    pub(crate) fn record(&self, id: SegmentId) -> &Record {
        &self.records[id.index()]
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.tri.memory_bytes() + self.walls.memory_bytes() + size_of_val(self.records.as_slice())
    }

    pub(crate) fn begin_edit(&mut self) {
        self.tri.begin_edit();
        self.rerouted.clear();
    }

    /// +1 if a segment runs along the directed edge, −1 if against it.
    #[inline]
    pub(crate) fn direction(&self, segment: SegmentId, e: EdgeId) -> i32 {
        let line = self.record(segment).line;
        let [from, to] = [self.tri.origin(e), self.tri.target(e)].map(|v| line.progress(self.tri.at(v)));
        if from < to { 1 } else { -1 }
    }

    /// Makes a point hot once more and returns its vertex; new vertices bend the chains that run through their pixel.
    pub(crate) fn heat(&mut self, at: LatticePoint, near: Option<VertexId>) -> VertexId {
        let location = match near {
            Some(v) => self.tri.locate_from(at, self.tri.edge_of(v).face()),
            None => self.tri.locate(at),
        };
        let v = match location {
            Location::Vertex(v) => v,
            _ => {
                let v = self.tri.new_vertex(at);
                self.split_at(location, v);
                self.bend_through(v);
                v
            }
        };
        self.heat_again(v)
    }

    /// Puts a vertex of a batch, not heated yet, into the triangulation, while there are no segments.
    pub(crate) fn place(&mut self, v: VertexId, near: VertexId) {
        let location = self.tri.locate_from(self.tri.at(v), self.tri.edge_of(near).face());
        self.split_at(location, v);
    }

    fn split_at(&mut self, location: Location, v: VertexId) {
        match location {
            Location::Vertex(_) => {}
            Location::Face(f) => self.tri.split_face(f, v),
            Location::Edge(e) => {
                let (from, wall) = (self.tri.origin(e), self.tri.wall(e));
                self.tri.split_edge(e, v);
                if let (false, Some(half)) = (wall.is_free(), self.tri.find_edge(v, from)) {
                    let copy = self.walls.copy(wall);
                    self.tri.set_wall(half, copy);
                }
            }
        }
    }

    /// Makes the point of a vertex hot once more.
    pub(crate) fn heat_again(&mut self, v: VertexId) -> VertexId {
        *self.tri.heat(v) += 1;
        v
    }

    /// Undoes one [`Arrangement::heat`]; the vertex goes with the next [`Arrangement::cool`] if it was the last.
    fn unheat(&mut self, v: VertexId) {
        let heat = self.tri.heat(v);
        *heat -= 1;
        if *heat == 0 {
            self.cold.push(v);
        }
    }

    /// Lays the chain of a segment whose ends have been heated for it, and heats its crossings.
    pub(crate) fn lay(&mut self, id: SegmentId, end: VertexId) {
        let Record { line, start, .. } = *self.record(id);
        if start == end {
            return;
        }
        if let Some(e) = self.tri.find_edge(start, end).filter(|&e| self.stands_clear(e)) {
            self.own_edge(id, e);
            return;
        }
        self.look_along(line, [start, end], true);
        self.count_crossings(u32::wrapping_add);
        let crossings = std::mem::take(&mut self.scratch.crossings);
        self.records[id.index()].crossings = crossings.len() as u32;
        let mut hits = std::mem::take(&mut self.scratch.hits);
        for &at in &crossings {
            let v = self.heat(at, Some(start));
            hits.push((line.progress(at), v));
        }
        hits.push((line.progress(line.a), start));
        hits.push((line.progress(line.b), end));
        hits.sort_unstable();
        hits.dedup();
        for pair in hits.windows(2) {
            self.own(id, pair[0].1, pair[1].1);
        }
        self.scratch.crossings = crossings;
        self.scratch.hits = hits;
        self.tri.settle();
    }

    /// Takes a segment out: its chain, its crossings, its ends. Cold vertices stay until [`Arrangement::cool`].
    pub(crate) fn remove(&mut self, id: SegmentId) {
        let Record { line, start, .. } = *self.record(id);
        let mut v = start;
        if line.a != line.b {
            while let Some(e) = self.chain_from(id, v) {
                v = self.tri.target(e);
                self.disown(id, e);
            }
            let crossed = self.record(id).crossings > 0;
            if crossed {
                self.look_along(line, [start, v], false);
                self.count_crossings(u32::wrapping_sub);
            }
            let crossings = if crossed { std::mem::take(&mut self.scratch.crossings) } else { Vec::new() };
            for &at in &crossings {
                // A crossing of two segments is hot, so it is found as a vertex.
                if let Location::Vertex(hot) = self.tri.locate_from(at, self.tri.edge_of(start).face()) {
                    self.unheat(hot);
                }
            }
            if crossed {
                self.scratch.crossings = crossings;
            }
            self.unheat(v);
        }
        self.unheat(start);
        self.records[id.index()].rest = self.unused;
        self.unused = Some(id);
    }

    /// Removes the vertices that nobody needs any more; chains that ran through them straighten.
    pub(crate) fn cool(&mut self) {
        while let Some(v) = self.cold.pop() {
            if self.tri.is_hot(v) {
                continue;
            }
            self.straighten_over(v);
        }
    }

    /// Takes a segment in; it is there once it is [laid](Arrangement::lay).
    pub(crate) fn new_record(&mut self, record: Record) -> SegmentId {
        match self.unused {
            Some(id) => {
                self.unused = self.records[id.index()].rest;
                self.records[id.index()] = record;
                id
            }
            None => {
                self.records.push(record);
                SegmentId(self.records.len() as u32 - 1)
            }
        }
    }

    pub(crate) fn set_rest(&mut self, id: SegmentId, rest: Option<SegmentId>) {
        self.records[id.index()].rest = rest;
    }

    /// The edge by which a segment's chain goes on from one of its vertices.
    pub(crate) fn chain_from(&self, id: SegmentId, v: VertexId) -> Option<EdgeId> {
        let owned = |e: &EdgeId| self.walls.owners(self.tri.wall(*e)).any(|owner| owner == id);
        self.tri.edges_from(v).find(|e| owned(e) && self.direction(id, *e) > 0)
    }

    /// Whether a segment between the ends of an edge surely is that edge and crosses nothing: the common case.
    ///
    /// If the star of either end reaches [`ROOM`] steps far, no vertex and no wall of anybody else is in that disc; if
    /// the two faces beside the edge are not so flat that the band around the segment leaves them further out than that,
    /// it contains nothing else; and segments that end where this one does cannot cross it.
    fn stands_clear(&self, e: EdgeId) -> bool {
        let twin = self.tri.twin(e);
        self.has_room(self.tri.origin(e)) && self.has_room(self.tri.origin(twin)) && self.is_fat(e) && self.is_fat(twin)
    }

    /// Whether a vertex is alone in the disc of [`ROOM`] steps around it, but for walls of segments that end in it.
    fn has_room(&self, v: VertexId) -> bool {
        let at = self.tri.at(v);
        let first = self.tri.edge_of(v);
        let mut spoke = first;
        let mut from = Offset::between(at, self.tri.at(self.tri.target(spoke)));
        loop {
            let wall = self.tri.wall(spoke);
            let ends_here = |segment: SegmentId| {
                let line = self.record(segment).line;
                line.a == at || line.b == at
            };
            if !wall.is_free() && !self.walls.owners(wall).all(ends_here) {
                return false;
            }
            spoke = self.tri.twin(spoke.prev());
            let to = Offset::between(at, self.tri.at(self.tri.target(spoke)));
            let area = from.cross(to);
            // The rim is further away than ROOM; squared, and with a per cent to spare for rounding.
            if area * area <= 1.01 * ROOM * ROOM * (to - from).squared() {
                return false;
            }
            if spoke == first {
                return true;
            }
            from = to;
        }
    }

    /// Whether the band around an edge stays in its face but within [`ROOM`] steps of the edge's ends: whether the sines
    /// of the angles there exceed √½ / ROOM.
    fn is_fat(&self, e: EdgeId) -> bool {
        let [a, b, c] = [self.tri.origin(e), self.tri.target(e), self.tri.apex(e)].map(|v| self.tri.at(v));
        let (ab, ac) = (Offset::between(a, b), Offset::between(a, c));
        let area = ab.cross(ac);
        area * area * ROOM * ROOM > 0.51 * ab.squared() * ac.squared().max((ac - ab).squared())
    }

    /// Makes a segment an owner of the edge between two vertices, which is forced if need be.
    fn own(&mut self, id: SegmentId, from: VertexId, to: VertexId) {
        let e = self.tri.force_edge(from, to);
        self.own_edge(id, e);
    }

    fn own_edge(&mut self, id: SegmentId, e: EdgeId) {
        let wall = self.walls.add(self.tri.wall(e), id);
        self.tri.set_wall(e, wall);
    }

    fn disown(&mut self, id: SegmentId, e: EdgeId) {
        let wall = self.walls.remove(self.tri.wall(e), id);
        self.tri.set_wall(e, wall);
        self.tri.unsettle_edge(e);
    }

    /// Finds, along a segment between its end vertices, the pixels of its crossings with others and, if asked for, the
    /// hot pixels it meets; both land in the scratch memory, the crossings each as often as it counts.
    fn look_along(&mut self, line: Segment, [start, end]: [VertexId; 2], want_hits: bool) {
        let Scratch { visited, entries, segments, hits, crossings, .. } = &mut self.scratch;
        segments.clear();
        hits.clear();
        crossings.clear();
        visited.clear(self.tri.face_slots());
        let (tri, band) = (&self.tri, line.band());
        let mut look_at = |v: VertexId| {
            let at = tri.at(v);
            let outcode = band.outcode(at);
            if want_hits && outcode == 0 && line.meets_pixel(at) {
                hits.push((line.progress(at), v));
            }
            outcode
        };
        // Everything around the two ends is near. From there, and from what lies between, on through edges that are.
        for v in [start, end] {
            look_at(v);
            for e in tri.edges_from(v) {
                visited.mark(e.face().index());
                segments.extend(self.walls.owners(tri.wall(e)));
            }
        }
        for v in [start, end] {
            let mut spoke = tri.edge_of(v);
            let first = spoke;
            let mut from = look_at(tri.target(spoke));
            loop {
                let rim = spoke.next();
                spoke = tri.twin(spoke.prev());
                let to = look_at(tri.target(spoke));
                if from & to == 0 {
                    let beyond = tri.twin(rim);
                    segments.extend(self.walls.owners(tri.wall(rim)));
                    if visited.mark(beyond.face().index()) {
                        entries.push(Entry { edge: beyond, from: to, to: from });
                    }
                }
                from = to;
                if spoke == first {
                    break;
                }
            }
        }
        while let Some(Entry { edge, from, to }) = entries.pop() {
            let apex = look_at(tri.apex(edge));
            for (e, p, q) in [(edge.next(), to, apex), (edge.prev(), apex, from)] {
                if p & q == 0 {
                    let twin = tri.twin(e);
                    segments.extend(self.walls.owners(tri.wall(e)));
                    if visited.mark(twin.face().index()) {
                        entries.push(Entry { edge: twin, from: q, to: p });
                    }
                }
            }
        }
        segments.sort_unstable();
        segments.dedup();
        segments.retain(|other| match line.crossing(self.records[other.index()].line) {
            Some(at) => {
                crossings.push(at);
                true
            }
            None => false,
        });
    }

    /// Tells the segments found by [`Arrangement::look_along`] that one more or one less crosses them.
    fn count_crossings(&mut self, change: fn(u32, u32) -> u32) {
        for other in &self.scratch.segments {
            let crossings = &mut self.records[other.index()].crossings;
            *crossings = change(*crossings, 1);
        }
    }

    /// Bends the chains of all segments through a vertex that has just become hot.
    fn bend_through(&mut self, v: VertexId) {
        self.find_bends(v);
        let detours = std::mem::take(&mut self.scratch.detours);
        for &Detour { segment, from, to } in &detours {
            if let Some(e) = self.tri.find_edge(from, to) {
                self.disown(segment, e);
            }
        }
        for &Detour { segment, from, to } in &detours {
            self.own(segment, from, v);
            self.own(segment, v, to);
            self.rerouted.push(segment);
        }
        self.scratch.detours = detours;
        self.tri.settle();
    }

    /// Finds the segments that meet a vertex's pixel but whose chain does not run through it yet.
    fn find_bends(&mut self, v: VertexId) {
        let Scratch { visited, faces, detours, .. } = &mut self.scratch;
        detours.clear();
        visited.clear(self.tri.face_slots());
        let tri = &self.tri;
        let centre = tri.at(v);
        let first = tri.edge_of(v).face();
        visited.mark(first.index());
        faces.push(first);
        while let Some(face) = faces.pop() {
            for e in face.edges() {
                let (from, to) = (tri.origin(e), tri.target(e));
                let twin = tri.twin(e);
                if !comes_near(centre, tri.at(from), tri.at(to)) {
                    continue;
                }
                if from != v && to != v && e < twin {
                    for segment in self.walls.owners(tri.wall(e)) {
                        let line = self.records[segment.index()].line;
                        let [p, q, r] = [from, v, to].map(|v| line.progress(tri.at(v)));
                        if line.meets_pixel(centre) && p < q && q < r {
                            detours.push(Detour { segment, from, to });
                        } else if line.meets_pixel(centre) && r < q && q < p {
                            detours.push(Detour { segment, from: to, to: from });
                        }
                    }
                }
                if visited.mark(twin.face().index()) {
                    faces.push(twin.face());
                }
            }
        }
        detours.sort_unstable();
    }

    /// Removes a cold vertex, letting the chains through it run straight.
    fn straighten_over(&mut self, v: VertexId) {
        let mut detours = std::mem::take(&mut self.scratch.detours);
        self.find_chains_through(v, &mut detours);
        for &Detour { segment, from, to } in &detours {
            for other in [from, to] {
                if let Some(e) = self.tri.find_edge(v, other) {
                    self.disown(segment, e);
                }
            }
        }
        self.tri.collapse(v);
        for &Detour { segment, from, to } in &detours {
            self.own(segment, from, to);
            self.rerouted.push(segment);
        }
        self.scratch.detours = detours;
        self.tri.settle();
    }

    /// The segments whose chains run through a vertex, each with the vertices before and after it.
    fn find_chains_through(&self, v: VertexId, detours: &mut Vec<Detour>) {
        detours.clear();
        for e in self.tri.edges_from(v) {
            for segment in self.walls.owners(self.tri.wall(e)) {
                if self.direction(segment, e) > 0 {
                    detours.push(Detour { segment, from: v, to: self.tri.target(e) });
                }
            }
        }
        for e in self.tri.edges_from(v) {
            for segment in self.walls.owners(self.tri.wall(e)) {
                if self.direction(segment, e) < 0 {
                    let before = self.tri.target(e);
                    detours.iter_mut().filter(|d| d.segment == segment).for_each(|d| d.from = before);
                }
            }
        }
        detours.sort_unstable();
    }
}

/// How many steps around a vertex have to be empty for the quick ways: far more than any rounding, far less than any
/// room between things.
const ROOM: f64 = 512.0;

/// Whether the edge from `p` to `q` may meet the closed square of points within one step of `centre`.
#[inline]
fn comes_near(centre: LatticePoint, p: LatticePoint, q: LatticePoint) -> bool {
    let (px, py) = (p.x - centre.x, p.y - centre.y);
    let (qx, qy) = (q.x - centre.x, q.y - centre.y);
    let beside = |a: i32, b: i32| (a > 1 && b > 1) || (a < -1 && b < -1);
    if beside(px, qx) || beside(py, qy) {
        return false;
    }
    let (dx, dy) = (i64::from(qx - px), i64::from(qy - py));
    let across = dx * i64::from(py) - dy * i64::from(px);
    across.abs() <= dx.abs() + dy.abs()
}
