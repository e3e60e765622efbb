//! Removing segments: their crossings, their chains, and vertices whose pixels are no longer hot.

use super::{Arrangement, Detour, Record};
use crate::ids::{EdgeId, VertexId};
use crate::triangulation::WallId;
use crate::tuning::arrangement::UNSORTED_REMOVALS;
use crate::walls::SegmentId;

impl Arrangement {
    /// Removes segments, all of one shape, given with the edges of their chains in the same order: their crossings, chains and ends.
    /// Vertices that are no longer hot stay until [`Arrangement::cool`].
    ///
    /// All in one call, so that an owner list that several of them share is searched once.
    pub(crate) fn remove_all(&mut self, segments: &[SegmentId], steps: &[(SegmentId, EdgeId)]) {
        let mut shared = std::mem::take(&mut self.scratch.shared);
        shared.clear();
        let mut left = steps;
        for &id in segments {
            let Record { line, start, crossings, .. } = *self.record(id);
            let (chain, rest) = left.split_at(left.iter().take_while(|(segment, _)| *segment == id).count());
            left = rest;
            let end = chain.last().map_or(start, |&(_, e)| self.tri.target(e));
            if crossings > 0 {
                self.unheat_crossings(id, chain);
            }
            if line.a != line.b {
                self.unheat(end);
            }
            self.unheat(start);
        }
        for &(id, e) in steps {
            if self.walls.owner(self.tri.wall(e)) == Some(Some(id)) {
                self.disown(id, e);
            } else {
                shared.push(e.min(self.tri.twin(e)));
            }
        }
        let shape = segments.first().map(|&id| self.record(id).shape);
        shared.sort_unstable();
        shared.dedup();
        for &e in &shared {
            let records = &self.records;
            let wall = self.walls.retain(self.tri.wall(e), |owner| Some(records[owner.index()].shape) != shape);
            self.tri.set_wall(e, wall);
            self.tri.push_edge(e);
        }
        for &id in segments {
            let unused = self.unused.replace(id);
            let record = &mut self.records[id.index()];
            (record.rest, record.is_laid) = (unused, false);
        }
        self.scratch.shared = shared;
    }

    /// Undoes the heat of a segment's crossings: all with other shapes, and of those with its own shape, which is removed too, only
    /// the ones with a larger id, so that each counts once.
    fn unheat_crossings(&mut self, id: SegmentId, chain: &[(SegmentId, EdgeId)]) {
        let Record { line, start, shape, .. } = *self.record(id);
        let end = chain.last().map_or(start, |&(_, e)| self.tri.target(e));
        self.look_for_crossings(id, [start, end], chain.len());
        let mut crossings = std::mem::take(&mut self.scratch.crossings);
        let others = std::mem::take(&mut self.scratch.segments);
        let mut other = others.iter();
        crossings.retain(|_| {
            let Some(&other) = other.next() else { return false };
            let record = &mut self.records[other.index()];
            let is_foreign = record.shape != shape;
            record.crossings -= u32::from(is_foreign);
            is_foreign || other > id
        });
        crossings.sort_unstable_by_key(|&at| line.progress(at));
        // A crossing of two segments is hot, so the chain runs through it.
        self.tri.work.add(chain.len() as u64);
        let (mut v, mut ahead) = (start, chain.iter());
        for &at in &crossings {
            while line.progress(self.tri.at(v)) < line.progress(at)
                && let Some(&(_, e)) = ahead.next()
            {
                v = self.tri.target(e);
            }
            if self.tri.at(v) == at {
                self.unheat(v);
            }
        }
        (self.scratch.crossings, self.scratch.segments) = (crossings, others);
    }

    /// Removes the vertices whose pixels are no longer hot; chains through them are straightened.
    ///
    /// Batches are removed in the reverse of the insertion order of [`crate::bulk`]: removed one after the other along a line, each
    /// vertex would inherit the neighbours of all before it, and filling the stars would cost n².
    pub(crate) fn cool(&mut self) {
        if self.cold.len() > UNSORTED_REMOVALS {
            self.cold.sort_by_cached_key(|&v| crate::bulk::turn_of(self.tri.at(v)));
        }
        while let Some(v) = self.cold.pop() {
            if self.tri.is_hot(v) {
                continue;
            }
            self.straighten_over(v);
        }
    }

    /// Removes a vertex that is no longer hot and straightens the chains through it.
    fn straighten_over(&mut self, v: VertexId) {
        let mut detours = std::mem::take(&mut self.scratch.detours);
        self.take_chains_through(v, &mut detours);
        self.tri.remove_vertex(v);
        for same in detours.chunk_by(|p, q| p.ends == q.ends) {
            let [from, to] = same[0].ends;
            self.own_all(same, from, to);
            self.note_rerouted(same);
        }
        self.scratch.detours = detours;
        self.tri.legalize();
    }

    /// Takes the chains through a vertex in which no segment ends off its edges, which become unconstrained.
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
            self.tri.push_edge(e);
        }
        before.sort_unstable();
        after.sort_unstable();
        detours.clear();
        detours.extend(before.iter().zip(&after).map(|(&(segment, from), &(_, to))| Detour::new(segment, from, to)));
        detours.sort_unstable();
        (self.scratch.before, self.scratch.after, self.scratch.shared) = (before, after, spokes);
    }
}
