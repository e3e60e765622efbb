//! Dynamic snap rounding: the segments as given, and the planar walls they are rounded to.
//!
//! A *hot pixel* is that of a lattice point while a segment ends there or two segments cross in it; hot pixels and vertices of
//! the triangulation are the same thing. Each segment is the chain of the hot pixels it meets. Both follow from the
//! original segments alone, never from walls already rounded, so the result does not depend on the order of edits.
//!
//! Two facts carry the code. A chain's edge keeps within half a pixel (in the maximum norm) of its segment, so the
//! triangulation itself is the index in which segments near a place are found. And a chain's edge runs through no hot
//! point that is not in the chain: displacements from segment to edge are convex combinations of those at its ends,
//! hence lie in the half-open square too, so a point hit by the edge has its pixel hit by the segment.

mod near;
mod removal;
mod saved;

use crate::ids::{EdgeId, FaceId, VertexId};
use crate::triangulation::{Location, Triangulation};
use crate::walls::{SegmentId, Walls};
use navigant_geometry::Role;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Segment;

/// An input segment and the shape that owns it.
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
    /// Vertices that may no longer be hot pixels after this edit.
    cold: Vec<VertexId>,
    /// Segments of other shapes whose chains this edit has rerouted by a step of rounding, each once.
    pub(crate) rerouted: Vec<SegmentId>,
    is_rerouted: Stamps,
    /// The ends of the last segment, if they were clear of everything else: laying it added no vertex, so they still are. Otherwise
    /// corners of the square, where no segment ends.
    roomy: [VertexId; 2],
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
}

/// An entry of a flood fill: the edge through which a face was entered, and the outcodes of its ends.
#[derive(Clone, Copy, Debug)]
struct Entry {
    edge: EdgeId,
    from: u8,
    to: u8,
}

/// A set of indices, epoch-stamped: cleared in constant time.
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
        Arrangement::of_layers(1)
    }

    pub(crate) fn of_layers(layers: u16) -> Self {
        Arrangement {
            tri: Triangulation::new(layers),
            walls: Walls::new(),
            records: Vec::new(),
            unused: None,
            cold: Vec::new(),
            rerouted: Vec::new(),
            is_rerouted: Stamps::default(),
            roomy: [VertexId::default(); 2],
            scratch: Scratch::default(),
        }
    }

    #[inline]
    pub(crate) fn record(&self, id: SegmentId) -> &Record {
        &self.records[id.index()]
    }

    /// How many pairs of segments cross.
    #[cfg(test)]
    pub(crate) fn crossing_pairs(&self) -> u64 {
        let laid = self.records.iter().filter(|record| record.is_laid);
        laid.map(|record| u64::from(record.crossings)).sum::<u64>() / 2
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.tri.memory_bytes() + self.walls.memory_bytes() + size_of_val(self.records.as_slice())
    }

    pub(crate) fn begin_edit(&mut self) {
        self.tri.begin_edit();
        self.rerouted.clear();
        self.is_rerouted.clear(self.records.len());
        self.roomy = [VertexId::default(); 2];
    }

    /// +1 if a segment runs along the directed edge, −1 if against it.
    #[inline]
    pub(crate) fn direction(&self, segment: SegmentId, e: EdgeId) -> i32 {
        let line = self.record(segment).line;
        let [from, to] = [self.tri.origin(e), self.tri.target(e)].map(|v| line.progress(self.tri.at(v)));
        if from < to { 1 } else { -1 }
    }

    /// Counts one more reason why a pixel is hot and returns its vertex; a new hot pixel reroutes the chains of segments that meet it.
    pub(crate) fn heat(&mut self, at: LatticePoint, near: Option<VertexId>) -> VertexId {
        let location = match near {
            Some(v) => self.tri.locate_from(at, self.tri.edge_of(v).face()),
            None => self.tri.locate(at),
        };
        let v = match location {
            Location::Vertex(v) => v,
            _ => {
                self.tri.edit_layer_at(location);
                let v = self.tri.new_vertex(at);
                self.split_at(location, v);
                self.bend_through(v);
                v
            }
        };
        self.heat_again(v)
    }

    /// Inserts a vertex of a batch, whose pixel is not counted as hot yet, while there are no segments.
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

    /// Counts one more reason for which the pixel of a vertex is hot.
    pub(crate) fn heat_again(&mut self, v: VertexId) -> VertexId {
        *self.tri.heat(v) += 1;
        v
    }

    /// Undoes one [`Arrangement::heat`]; if it was the last, the next [`Arrangement::cool`] removes the vertex.
    pub(crate) fn unheat(&mut self, v: VertexId) {
        let heat = self.tri.heat(v);
        *heat -= 1;
        if *heat == 0 {
            self.cold.push(v);
        }
    }

    /// Snap-rounds a segment whose ends are hot: makes the pixels of its crossings hot and its chain of edges constrained.
    pub(crate) fn lay(&mut self, id: SegmentId, end: VertexId) {
        self.records[id.index()].is_laid = true;
        let Record { line, start, .. } = *self.record(id);
        if start == end {
            return;
        }
        if let Some(e) = self.tri.find_edge(start, end).filter(|&e| self.stands_clear(e)) {
            self.own_edge(id, e);
            self.roomy = [start, end];
            return;
        }
        self.roomy = [VertexId::default(); 2];
        self.look_along(id, [start, end], true);
        for other in &self.scratch.segments {
            self.records[other.index()].crossings += 1;
        }
        let mut crossings = std::mem::take(&mut self.scratch.crossings);
        self.records[id.index()].crossings = crossings.len() as u32;
        let mut hits = std::mem::take(&mut self.scratch.hits);
        hits.push((line.progress(line.a), start));
        hits.push((line.progress(line.b), end));
        hits.sort_unstable();
        hits.dedup();
        // In their order along the segment: a pixel that is hot already is the next hit, and point location walks few triangles to
        // one that is not.
        crossings.sort_unstable_by_key(|&at| line.progress(at));
        let (mut near, mut passed, known) = (start, 0, hits.len());
        for &at in &crossings {
            let progress = line.progress(at);
            while let Some(&(_, hit)) = hits[..known].get(passed).filter(|hit| hit.0 <= progress) {
                (near, passed) = (hit, passed + 1);
            }
            if self.tri.at(near) == at {
                self.heat_again(near);
            } else {
                near = self.heat(at, Some(near));
                hits.push((progress, near));
            }
        }
        if hits.len() > known {
            hits.sort_unstable();
        }
        for pair in hits.windows(2) {
            self.own(id, pair[0].1, pair[1].1);
        }
        self.scratch.crossings = crossings;
        self.scratch.hits = hits;
        self.tri.legalize();
    }

    /// Records a segment; it has a chain once it is [laid](Arrangement::lay).
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

    /// The next edge of a segment's chain from one of its vertices.
    ///
    /// A wall with a single owner answers by that owner. Long owner lists are not searched: a chain runs through all hot pixels
    /// that the segment meets, so the next one is the nearest ahead among the neighbours.
    pub(crate) fn chain_from(&self, id: SegmentId, v: VertexId) -> Option<EdgeId> {
        let line = self.record(id).line;
        let at = self.tri.at(v);
        if at == line.b {
            return None;
        }
        let here = line.progress(at);
        let mut ahead: Option<(i64, EdgeId)> = None;
        for e in self.tri.edges_from(v) {
            let Some(owner) = self.walls.owner(self.tri.wall(e)) else { continue };
            if owner.is_some_and(|owner| owner != id) {
                continue;
            }
            let at = self.tri.at(self.tri.target(e));
            let progress = line.progress(at);
            if progress > here {
                if owner.is_some() {
                    return Some(e);
                }
                if line.meets_pixel(at) && ahead.is_none_or(|(nearest, _)| progress < nearest) {
                    ahead = Some((progress, e));
                }
            }
        }
        ahead.map(|(_, e)| e)
    }

    /// Makes a segment an owner of the edge between two vertices, which is inserted as a constraint if it does not exist.
    fn own(&mut self, id: SegmentId, from: VertexId, to: VertexId) {
        let e = self.tri.insert_constraint(from, to);
        self.own_edge(id, e);
    }

    fn own_edge(&mut self, id: SegmentId, e: EdgeId) {
        let wall = self.walls.add(self.tri.wall(e), id);
        self.tri.set_wall(e, wall);
    }

    fn disown(&mut self, id: SegmentId, e: EdgeId) {
        let wall = self.walls.remove(self.tri.wall(e), id);
        self.tri.set_wall(e, wall);
        self.tri.push_edge(e);
    }

    /// Reroutes the chains of all segments that meet the pixel of a vertex that has just become hot.
    fn bend_through(&mut self, v: VertexId) {
        self.find_bends(v);
        if self.scratch.detours.is_empty() {
            return;
        }
        let detours = std::mem::take(&mut self.scratch.detours);
        for same in detours.chunk_by(|p, q| p.ends == q.ends) {
            let [from, to] = same[0].ends;
            if let Some(e) = self.tri.find_edge(from, to) {
                let bends = |owner| same.binary_search_by_key(&owner, |detour| detour.segment).is_ok();
                let wall = self.walls.retain(self.tri.wall(e), |owner| !bends(owner));
                self.tri.set_wall(e, wall);
                self.tri.push_edge(e);
            }
        }
        for same in detours.chunk_by(|p, q| p.ends == q.ends) {
            for end in same[0].ends {
                self.own_all(same, end, v);
            }
            self.note_rerouted(same);
        }
        self.scratch.detours = detours;
        self.tri.legalize();
    }

    /// Makes segments owners of the edge between two vertices.
    fn own_all(&mut self, detours: &[Detour], from: VertexId, to: VertexId) {
        let e = self.tri.insert_constraint(from, to);
        let mut wall = self.tri.wall(e);
        for detour in detours {
            wall = self.walls.add(wall, detour.segment);
        }
        self.tri.work.add(detours.len() as u64);
        self.tri.set_wall(e, wall);
    }

    fn note_rerouted(&mut self, detours: &[Detour]) {
        let segments = detours.iter().map(|detour| detour.segment);
        // Segments inserted by this edit do not count as other shapes'.
        let is_known = |segment: &SegmentId, known: &Stamps| segment.index() < known.slots();
        for segment in segments {
            if is_known(&segment, &self.is_rerouted) && self.is_rerouted.mark(segment.index()) {
                self.rerouted.push(segment);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_cleared_without_being_rewritten_but_for_once_in_all_epochs() {
        let mut stamps = Stamps::default();
        stamps.clear(4);
        assert!(stamps.mark(2) && !stamps.mark(2) && stamps.is_marked(2));
        let before = stamps.stamps.clone();
        stamps.clear(4);
        assert_eq!(stamps.stamps, before);
        assert!(!stamps.is_marked(2) && stamps.mark(3));
        stamps.epoch = u32::MAX;
        assert!(stamps.mark(1));
        stamps.clear(4);
        assert!((0..4).all(|index| !stamps.is_marked(index)));
    }
}
