//! Dead ends: free faces that one enters only to turn back.

use crate::ids::{EdgeId, FaceId};
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
    /// By face: a bit for each edge through which one gets to a face that is in no dead end.
    through: Vec<u8>,
}

impl DeadEnds {
    /// Whether a free face is in a dead end.
    #[inline]
    pub fn contains(&self, f: FaceId) -> bool {
        self.is_dead[f.index()]
    }

    /// Whether one may cross an edge out of its face without meeting a wall or entering a dead end.
    #[inline]
    pub fn leads_on(&self, e: EdgeId) -> bool {
        self.through[e.face().index()] >> e.side() & 1 == 1
    }

    /// The edge by which one gets from a face in a dead end towards its mouth; `None` for faces that are in none, and
    /// for the last face of a part of the free space that is all dead ends.
    #[inline]
    pub fn way_out(&self, f: FaceId) -> Option<EdgeId> {
        self.way_out[f.index()]
    }
}

impl Map {
    /// The dead ends: found by one pass over all faces when asked for the first time after an edit, and kept.
    pub fn dead_ends(&self) -> &DeadEnds {
        self.dead_ends.get_or_init(|| self.find_dead_ends())
    }

    fn find_dead_ends(&self) -> DeadEnds {
        let mut way_out = vec![None; self.face_slots()];
        let mut is_dead = vec![false; self.face_slots()];
        let mut stack = Vec::new();
        for start in self.faces().filter(|&f| self.is_free(f)) {
            stack.push(start);
            while let Some(f) = stack.pop() {
                if is_dead[f.index()] {
                    continue;
                }
                let open = |e: &EdgeId| !self.is_wall(*e) && !is_dead[self.twin(*e).face().index()];
                let mut exits = f.edges().into_iter().filter(open);
                let (exit, another) = (exits.next(), exits.next());
                if another.is_some() {
                    continue;
                }
                is_dead[f.index()] = true;
                way_out[f.index()] = exit;
                stack.extend(exit.map(|e| self.twin(e).face()));
            }
        }
        let mut through = vec![0; self.face_slots()];
        for f in self.faces().filter(|&f| self.is_free(f)) {
            let leads_on = |e: &EdgeId| !self.is_wall(*e) && !is_dead[self.twin(*e).face().index()];
            through[f.index()] = f.edges().iter().filter(|e| leads_on(e)).map(|e| 1 << e.side()).sum();
        }
        DeadEnds { way_out, is_dead, through }
    }
}
