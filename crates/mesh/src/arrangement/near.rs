//! Range queries in the arrangement: what lies along a segment or around a vertex.

use super::{Arrangement, Detour, Entry, Scratch};
use crate::ids::{EdgeId, VertexId};
use crate::tuning::arrangement::{CLEAR_STEPS, ENUMERATED_OWNERS, UNTESTED_EDGES};
use crate::walls::SegmentId;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Offset;

impl Arrangement {
    /// Whether a segment between the ends of an edge surely coincides with it and crosses nothing: the common case.
    ///
    /// If the star of either end reaches [`CLEAR_STEPS`] steps far, no vertex and no wall of anybody else is in that disc; if
    /// the two faces beside the edge are not so flat that the band around the segment leaves them further out than that,
    /// it contains nothing else; and segments that end where this one does cannot cross it.
    pub(super) fn stands_clear(&self, e: EdgeId) -> bool {
        let twin = self.tri.twin(e);
        let has_room = |v: VertexId| self.roomy.contains(&v) || self.has_room(v);
        has_room(self.tri.origin(e)) && has_room(self.tri.origin(twin)) && self.is_fat(e) && self.is_fat(twin)
    }

    /// Whether a vertex is alone in the disc of [`CLEAR_STEPS`] steps around it, but for walls of segments that end in it.
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
            // The rim is further away than CLEAR_STEPS; squared, and with a per cent to spare for rounding.
            if area * area <= 1.01 * CLEAR_STEPS * CLEAR_STEPS * (to - from).squared() {
                return false;
            }
            if spoke == first {
                return true;
            }
            from = to;
        }
    }

    /// Whether the band around an edge stays in its face but within [`CLEAR_STEPS`] steps of the edge's ends: whether the sines
    /// of the angles there exceed √½ / CLEAR_STEPS.
    fn is_fat(&self, e: EdgeId) -> bool {
        let [a, b, c] = [self.tri.origin(e), self.tri.target(e), self.tri.apex(e)].map(|v| self.tri.at(v));
        let (ab, ac) = (Offset::between(a, b), Offset::between(a, c));
        let area = ab.cross(ac);
        area * area * CLEAR_STEPS * CLEAR_STEPS > 0.51 * ab.squared() * ac.squared().max((ac - ab).squared())
    }

    /// Finds the segments that cross a segment whose chain has a number of edges, as [`Arrangement::look_along`] does.
    ///
    /// A chain with more edges than there are segments is not followed: testing every segment is less work.
    pub(super) fn look_for_crossings(&mut self, id: SegmentId, ends: [VertexId; 2], edges: usize) {
        if edges <= self.records.len() + ENUMERATED_OWNERS {
            return self.look_along(id, ends, false);
        }
        self.scratch.segments.clear();
        self.scratch.crossings.clear();
        self.test_all(ends[0]);
        self.keep_crossing(id);
    }

    /// Finds, along a segment between its end vertices, the segments that cross it, the pixels where they do and, if asked for,
    /// the hot pixels it meets; all land in the scratch memory, the crossings in the order of the segments.
    ///
    /// Cost: the edges near the segment, and their owners or all segments there are, whichever is less.
    pub(super) fn look_along(&mut self, id: SegmentId, [start, end]: [VertexId; 2], want_hits: bool) {
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
        // The first few edges are examined untested; of many, those that pass beside the band are filtered out.
        let mut looked = 0;
        let mut passes_by = |e: EdgeId| {
            looked += 1;
            looked > UNTESTED_EDGES && band.is_beside(tri.at(tri.origin(e)), tri.at(tri.target(e)))
        };
        // Where owner lists are longer than that, testing all segments is less work.
        let most = self.records.len() + ENUMERATED_OWNERS;
        let (walls, work) = (&self.walls, &tri.work);
        let ask_owners = |segments: &mut Vec<SegmentId>, e: EdgeId| {
            work.add(1);
            let wall = tri.wall(e);
            if !wall.is_free() && segments.len() <= most {
                let asked = segments.len();
                segments.extend(walls.owners(wall));
                work.add((segments.len() - asked) as u64);
            }
        };
        // Flood fill from the stars of both ends through the edges near the band.
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
            self.test_all(start);
        } else {
            segments.sort_unstable();
            segments.dedup();
        }
        self.keep_crossing(id);
    }

    /// Puts all segments that have a chain in the layer of a vertex into the scratch memory.
    fn test_all(&mut self, here: VertexId) {
        self.tri.work.add(self.records.len() as u64);
        let (segments, tri) = (&mut self.scratch.segments, &self.tri);
        segments.clear();
        let layer = tri.layer_of_vertex(here);
        let is_here = |record: &super::Record| record.is_laid && tri.layer_of_vertex(record.start) == layer;
        let laid = (0..).zip(&self.records).filter(|(_, record)| is_here(record));
        segments.extend(laid.map(|(other, _)| SegmentId(other)));
    }

    /// Keeps those of the segments in the scratch memory that cross one, and writes the pixels down where they do.
    fn keep_crossing(&mut self, id: SegmentId) {
        let line = self.record(id).line;
        let Scratch { segments, crossings, .. } = &mut self.scratch;
        segments.retain(|other| match line.crossing(self.records[other.index()].line) {
            Some(at) => {
                crossings.push(at);
                true
            }
            None => false,
        });
    }

    /// Finds the segments that meet a vertex's pixel but whose chain does not run through it yet.
    pub(super) fn find_bends(&mut self, v: VertexId) {
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
}

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
