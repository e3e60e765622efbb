//! Dead ends: the trees of the dual graph, which no shortest path passes through.
//!
//! A search enters one only if it starts or ends there. After an edit, the faces from the touched ones to the mouth of the dead
//! end are taken out of it and stripped again, so the work is what changes and the way to the mouth. Which face of a maze without
//! loops is the last one depends on when somebody asked before; searches look only at what lies between their ends, so their
//! expansions do not.

use crate::ids::{EdgeId, FaceId};
use crate::lazy_cache::Stale;
use crate::map::Map;

/// The dead ends of a map's free space, for the version of the map they were found in.
///
/// Take away the free faces with a single open edge, again and again: what goes are trees of dead ends, what stays are
/// the loops and what lies between them. A shortest path enters a dead end only if it starts or ends there. On maps of
/// games more than half of all faces are dead ends.
#[derive(Clone, Debug)]
pub struct DeadEnds {
    /// By face: the edge that leads out of the dead end, in the direction of its mouth.
    way_out: Vec<Option<EdgeId>>,
    /// By face: whether it is in a dead end.
    is_dead: Vec<bool>,
    /// By edge: what is beyond it. Searches ask this at every step.
    beyond: Vec<Beyond>,
}

/// What is beyond an edge of a free face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Nothing that is free: it is a wall.
    Wall,
    /// A face that is in no dead end.
    Open,
    /// A face that is in a dead end.
    DeadEnd,
}

impl DeadEnds {
    /// Whether a free face is in a dead end.
    #[inline]
    pub fn contains(&self, f: FaceId) -> bool {
        self.is_dead.get(f.index()).is_some_and(|&is_dead| is_dead)
    }

    /// What is beyond an edge of a free face.
    #[inline]
    pub fn beyond(&self, e: EdgeId) -> Beyond {
        self.beyond.get(e.index()).copied().unwrap_or(Beyond::Wall)
    }

    /// The edge by which one gets from a face in a dead end towards its mouth; `None` for faces that are in none, and
    /// for the last face of a part of the free space that is all dead ends.
    #[inline]
    pub fn way_out(&self, f: FaceId) -> Option<EdgeId> {
        self.way_out.get(f.index()).copied().flatten()
    }
}

impl Map {
    /// The dead ends.
    ///
    /// Cost: found by one pass over all faces when asked for the first time. The first time after an edit it costs the
    /// faces that were touched, those that have come into a dead end or out of one, and the ways out of the dead ends
    /// that the edit was in; then nothing.
    pub(crate) fn dead_ends(&self) -> &DeadEnds {
        let is_worth = |stale: &Stale<DeadEnds>| !stale.is_mostly_touched(self.face_count());
        self.dead_ends.get(|stale| match stale.filter(is_worth) {
            Some(stale) => stale.value.repaired(self, &stale.touched),
            None => DeadEnds::found(self),
        })
    }
}

impl DeadEnds {
    fn found(map: &Map) -> DeadEnds {
        let slots = map.face_slots();
        let mut found =
            DeadEnds { way_out: vec![None; slots], is_dead: vec![false; slots], beyond: vec![Beyond::Wall; 4 * slots] };
        for start in map.faces().filter(|&f| map.is_free(f)) {
            found.strip(map, start, |_| {});
        }
        for f in map.faces().filter(|&f| map.is_free(f)) {
            found.look_through(map, f);
        }
        found
    }

    /// These dead ends as they are after edits that touched some faces.
    ///
    /// The faces between a touched face and the mouth of its dead end may be in none any more: they count as such, and so
    /// do the touched faces themselves. What is left of the old dead ends is still one, for nothing has come to it. Then
    /// dead ends are stripped again, from these faces: what is stripped leads to the next one, also beyond them.
    fn repaired(mut self, map: &Map, touched: &[FaceId]) -> DeadEnds {
        let slots = map.face_slots();
        self.way_out.resize(slots, None);
        self.is_dead.resize(slots, false);
        self.beyond.resize(4 * slots, Beyond::Wall);
        for f in touched {
            self.way_out[f.index()] = None;
            self.is_dead[f.index()] = false;
            f.edges().iter().for_each(|e| self.beyond[e.index()] = Beyond::Wall);
        }
        let mut changed: Vec<FaceId> =
            touched.iter().copied().filter(|&f| map.plane.tri.is_inner(f) && map.is_free(f)).collect();
        for at in 0..changed.len() {
            for e in changed[at].edges().into_iter().filter(|&e| !map.is_wall(e)) {
                let mut next = Some(map.twin(e).face());
                while let Some(f) = next.filter(|f| self.is_dead[f.index()]) {
                    self.is_dead[f.index()] = false;
                    changed.push(f);
                    next = self.way_out[f.index()].take().map(|e| map.twin(e).face());
                }
            }
        }
        for at in 0..changed.len() {
            self.strip(map, changed[at], |f| changed.push(f));
        }
        for &f in &changed {
            self.look_through(map, f);
            for e in f.edges().into_iter().filter(|&e| !map.is_wall(e)) {
                self.look_through(map, map.twin(e).face());
            }
        }
        self
    }

    /// Takes away a free face that has at most one open edge, and then those that it was the last but one for.
    fn strip(&mut self, map: &Map, start: FaceId, mut taken: impl FnMut(FaceId)) {
        let mut next = Some(start);
        while let Some(f) = next.take().filter(|f| !self.is_dead[f.index()]) {
            let open = |e: &EdgeId| !map.is_wall(*e) && !self.is_dead[map.twin(*e).face().index()];
            let mut exits = f.edges().into_iter().filter(open);
            let (exit, another) = (exits.next(), exits.next());
            if another.is_none() {
                self.is_dead[f.index()] = true;
                self.way_out[f.index()] = exit;
                taken(f);
                next = exit.map(|e| map.twin(e).face());
            }
        }
    }

    /// Notes what is beyond the edges of a free face.
    fn look_through(&mut self, map: &Map, f: FaceId) {
        for e in f.edges() {
            self.beyond[e.index()] = match map.is_wall(e) {
                true => Beyond::Wall,
                false if self.is_dead[map.twin(e).face().index()] => Beyond::DeadEnd,
                false => Beyond::Open,
            };
        }
    }
}
