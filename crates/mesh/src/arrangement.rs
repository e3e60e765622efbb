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
use crate::triangulation::{Location, Triangulation, WallId};
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
    /// Whether its chain has been laid.
    pub(crate) is_laid: bool,
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
    /// Segments of others whose walls moved in this edit by a step of rounding, each once.
    pub(crate) rerouted: Vec<SegmentId>,
    is_rerouted: Stamps,
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
    /// The segments through a vertex, with the vertices before and after it.
    before: Vec<(SegmentId, VertexId)>,
    after: Vec<(SegmentId, VertexId)>,
    /// Edges that are shared with other segments.
    shared: Vec<EdgeId>,
    ends: Vec<VertexId>,
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

    /// How many indices can be marked.
    pub(crate) fn slots(&self) -> usize {
        self.stamps.len()
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

/// A segment whose chain runs (or ran) between two vertices beside or over a third; ordered by the two, then by the segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Detour {
    /// The two vertices, the smaller first.
    ends: [VertexId; 2],
    segment: SegmentId,
}

impl Detour {
    fn new(segment: SegmentId, from: VertexId, to: VertexId) -> Detour {
        Detour { ends: [from.min(to), from.max(to)], segment }
    }
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
            is_rerouted: Stamps::default(),
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
        self.is_rerouted.clear(self.records.len());
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
        self.records[id.index()].is_laid = true;
        let Record { line, start, .. } = *self.record(id);
        if start == end {
            return;
        }
        if let Some(e) = self.tri.find_edge(start, end).filter(|&e| self.stands_clear(e)) {
            self.own_edge(id, e);
            return;
        }
        self.look_along(id, [start, end], true);
        for other in &self.scratch.segments {
            self.records[other.index()].crossings += 1;
        }
        let mut crossings = std::mem::take(&mut self.scratch.crossings);
        self.records[id.index()].crossings = crossings.len() as u32;
        let mut hits = std::mem::take(&mut self.scratch.hits);
        // In their order along the segment, so that the way from one to the next is short.
        crossings.sort_unstable_by_key(|&at| line.progress(at));
        let mut near = start;
        for &at in &crossings {
            near = self.heat(at, Some(near));
            hits.push((line.progress(at), near));
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

    /// Takes segments out, all of one shape: their crossings, their chains, their ends. Cold vertices stay until
    /// [`Arrangement::cool`].
    ///
    /// All at once, for walls that they share are then looked through once and not once for each of them.
    pub(crate) fn remove_all(&mut self, segments: &[SegmentId]) {
        let mut ends = std::mem::take(&mut self.scratch.ends);
        let mut shared = std::mem::take(&mut self.scratch.shared);
        ends.clear();
        shared.clear();
        for &id in segments {
            let mut v = self.record(id).start;
            while let Some(e) = self.chain_from(id, v) {
                v = self.tri.target(e);
                if self.walls.is_only(self.tri.wall(e), id) {
                    continue;
                }
                shared.push(e.min(self.tri.twin(e)));
            }
            ends.push(v);
        }
        for (&id, &end) in segments.iter().zip(&ends) {
            if self.record(id).crossings > 0 {
                self.unheat_crossings(id, end);
            }
        }
        let shape = segments.first().map(|&id| self.record(id).shape);
        for (&id, &end) in segments.iter().zip(&ends) {
            let Record { line, start, .. } = *self.record(id);
            let mut v = start;
            while let Some(e) = self.chain_from(id, v) {
                v = self.tri.target(e);
                if self.walls.is_only(self.tri.wall(e), id) {
                    self.disown(id, e);
                }
            }
            if line.a != line.b {
                self.unheat(end);
            }
            self.unheat(start);
        }
        shared.sort_unstable();
        shared.dedup();
        for &e in &shared {
            let records = &self.records;
            let wall = self.walls.retain(self.tri.wall(e), |owner| Some(records[owner.index()].shape) != shape);
            self.tri.set_wall(e, wall);
            self.tri.unsettle_edge(e);
        }
        for &id in segments {
            let unused = self.unused.replace(id);
            let record = &mut self.records[id.index()];
            (record.rest, record.is_laid) = (unused, false);
        }
        (self.scratch.ends, self.scratch.shared) = (ends, shared);
    }

    /// Cools the pixels of a segment's crossings: with segments of other shapes all, with those of its own shape, which go too,
    /// only those with a larger id, so that each is counted once.
    fn unheat_crossings(&mut self, id: SegmentId, end: VertexId) {
        let Record { line, start, shape, .. } = *self.record(id);
        self.look_along(id, [start, end], false);
        let mut crossings = std::mem::take(&mut self.scratch.crossings);
        let others = std::mem::take(&mut self.scratch.segments);
        let mut at = crossings.iter().copied();
        let mut kept: Vec<LatticePoint> = Vec::with_capacity(others.len());
        for &other in &others {
            let Some(at) = at.next() else { break };
            let record = &mut self.records[other.index()];
            if record.shape != shape {
                record.crossings -= 1;
                kept.push(at);
            } else if other > id {
                kept.push(at);
            }
        }
        kept.sort_unstable_by_key(|&at| line.progress(at));
        let mut near = start;
        for &at in &kept {
            // A crossing of two segments is hot, so it is found as a vertex.
            if let Location::Vertex(hot) = self.tri.locate_from(at, self.tri.edge_of(near).face()) {
                self.unheat(hot);
                near = hot;
            }
        }
        crossings.clear();
        (self.scratch.crossings, self.scratch.segments) = (crossings, others);
    }

    /// Removes the vertices that nobody needs any more; chains that ran through them straighten.
    ///
    /// Many go in the order opposite to that in which many come ([`crate::bulk`]). One after the other along a line, each would
    /// inherit the neighbours of all before it, and its star would have to be filled with as many triangles.
    pub(crate) fn cool(&mut self) {
        if self.cold.len() > FEW_VERTICES {
            self.cold.sort_by_cached_key(|&v| crate::bulk::turn_of(self.tri.at(v)));
        }
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
    ///
    /// A chain runs through all hot pixels that the segment meets, so the next one is the nearest ahead among the neighbours; owners
    /// of walls, who may be many, are not asked.
    pub(crate) fn chain_from(&self, id: SegmentId, v: VertexId) -> Option<EdgeId> {
        let line = self.record(id).line;
        let here = line.progress(self.tri.at(v));
        let ahead = self.tri.edges_from(v).filter_map(|e| {
            let at = self.tri.at(self.tri.target(e));
            let progress = line.progress(at);
            (progress > here && !self.tri.wall(e).is_free() && line.meets_pixel(at)).then_some((progress, e))
        });
        ahead.min_by_key(|&(progress, _)| progress).map(|(_, e)| e)
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

    /// Finds, along a segment between its end vertices, the segments that cross it, the pixels where they do and, if asked for,
    /// the hot pixels it meets; all land in the scratch memory, the crossings in the order of the segments.
    ///
    /// Cost: the edges near the segment, and their owners or all segments there are, whichever is less.
    fn look_along(&mut self, id: SegmentId, [start, end]: [VertexId; 2], want_hits: bool) {
        let line = self.record(id).line;
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
        let passes_by = |e: EdgeId| band.is_beside(tri.at(tri.origin(e)), tri.at(tri.target(e)));
        // Where walls have so many owners that it is less work to look at all segments there are, nobody asks them.
        let most = self.records.len() + FEW_OWNERS;
        let (walls, work) = (&self.walls, &tri.work);
        let ask_owners = |segments: &mut Vec<SegmentId>, e: EdgeId| {
            work.add(1);
            if segments.len() <= most {
                let asked = segments.len();
                segments.extend(walls.owners(tri.wall(e)));
                work.add((segments.len() - asked) as u64);
            }
        };
        // Everything around the two ends is near. From there, and from what lies between, on through edges that are.
        for v in [start, end] {
            look_at(v);
            for e in tri.edges_from(v) {
                visited.mark(e.face().index());
                ask_owners(segments, e);
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
                if from & to == 0 && !passes_by(rim) {
                    let beyond = tri.twin(rim);
                    ask_owners(segments, rim);
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
                if p & q == 0 && !passes_by(e) {
                    let twin = tri.twin(e);
                    ask_owners(segments, e);
                    if visited.mark(twin.face().index()) {
                        entries.push(Entry { edge: twin, from: q, to: p });
                    }
                }
            }
        }
        if segments.len() > most {
            tri.work.add(self.records.len() as u64);
            segments.clear();
            let laid = (0..).zip(&self.records).filter(|(_, record)| record.is_laid);
            segments.extend(laid.map(|(other, _)| SegmentId(other)));
        } else {
            segments.sort_unstable();
            segments.dedup();
        }
        segments.retain(|other| match line.crossing(self.records[other.index()].line) {
            Some(at) => {
                crossings.push(at);
                true
            }
            None => false,
        });
    }

    /// Bends the chains of all segments through a vertex that has just become hot.
    fn bend_through(&mut self, v: VertexId) {
        self.find_bends(v);
        let detours = std::mem::take(&mut self.scratch.detours);
        for same in detours.chunk_by(|p, q| p.ends == q.ends) {
            let [from, to] = same[0].ends;
            if let Some(e) = self.tri.find_edge(from, to) {
                let bends = |owner| same.binary_search_by_key(&owner, |detour| detour.segment).is_ok();
                let wall = self.walls.retain(self.tri.wall(e), |owner| !bends(owner));
                self.tri.set_wall(e, wall);
                self.tri.unsettle_edge(e);
            }
        }
        for same in detours.chunk_by(|p, q| p.ends == q.ends) {
            for end in same[0].ends {
                self.own_all(same, end, v);
            }
            self.note_rerouted(same);
        }
        self.scratch.detours = detours;
        self.tri.settle();
    }

    /// Makes segments owners of the edge between two vertices.
    fn own_all(&mut self, detours: &[Detour], from: VertexId, to: VertexId) {
        let e = self.tri.force_edge(from, to);
        let mut wall = self.tri.wall(e);
        for detour in detours {
            wall = self.walls.add(wall, detour.segment);
        }
        self.tri.work.add(detours.len() as u64);
        self.tri.set_wall(e, wall);
    }

    fn note_rerouted(&mut self, detours: &[Detour]) {
        let segments = detours.iter().map(|detour| detour.segment);
        // Segments that have come with this edit are not of others.
        let is_known = |segment: &SegmentId, known: &Stamps| segment.index() < known.slots();
        for segment in segments {
            if is_known(&segment, &self.is_rerouted) && self.is_rerouted.mark(segment.index()) {
                self.rerouted.push(segment);
            }
        }
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
            tri.work.add(1);
            for e in face.edges() {
                let (from, to) = (tri.origin(e), tri.target(e));
                let twin = tri.twin(e);
                if !comes_near(centre, tri.at(from), tri.at(to)) {
                    continue;
                }
                if from != v && to != v && e < twin {
                    for segment in self.walls.owners(tri.wall(e)) {
                        let line = self.records[segment.index()].line;
                        tri.work.add(1);
                        let [p, q, r] = [from, v, to].map(|v| line.progress(tri.at(v)));
                        if line.meets_pixel(centre) && (p < q && q < r || r < q && q < p) {
                            detours.push(Detour::new(segment, from, to));
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
        self.take_chains_through(v, &mut detours);
        self.tri.collapse(v);
        for same in detours.chunk_by(|p, q| p.ends == q.ends) {
            let [from, to] = same[0].ends;
            self.own_all(same, from, to);
            self.note_rerouted(same);
        }
        self.scratch.detours = detours;
        self.tri.settle();
    }

    /// The segments whose chains run through a cold vertex, where none ends: its edges are walls no more.
    fn take_chains_through(&mut self, v: VertexId, detours: &mut Vec<Detour>) {
        let mut spokes = std::mem::take(&mut self.scratch.shared);
        let (mut before, mut after) =
            (std::mem::take(&mut self.scratch.before), std::mem::take(&mut self.scratch.after));
        before.clear();
        after.clear();
        spokes.clear();
        spokes.extend(self.tri.edges_from(v).filter(|&e| !self.tri.wall(e).is_free()));
        for &e in &spokes {
            let beyond = self.tri.target(e);
            for segment in self.walls.owners(self.tri.wall(e)) {
                self.tri.work.add(1);
                let side = if self.direction(segment, e) > 0 { &mut after } else { &mut before };
                side.push((segment, beyond));
            }
        }
        for &e in &spokes {
            self.walls.release(self.tri.wall(e));
            self.tri.set_wall(e, WallId::FREE);
            self.tri.unsettle_edge(e);
        }
        before.sort_unstable();
        after.sort_unstable();
        detours.clear();
        detours.extend(before.iter().zip(&after).map(|(&(segment, from), &(_, to))| Detour::new(segment, from, to)));
        detours.sort_unstable();
        (self.scratch.before, self.scratch.after, self.scratch.shared) = (before, after, spokes);
    }
}

/// So many vertices are removed in any order.
const FEW_VERTICES: usize = 16;

/// So many owners of walls near a segment are asked in any case.
const FEW_OWNERS: usize = 64;

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
