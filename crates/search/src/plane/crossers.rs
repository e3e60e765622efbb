//! Which roots of a search see an edge.

use navigant_mesh::{EdgeId, Map};

/// The roots from which one search crosses each edge, out of its face, or along which it passes; what earlier searches noted
/// is forgotten at no cost.
#[derive(Debug, Default)]
pub(super) struct Crossers {
    epoch: u32,
    /// By edge: the search, and the last note.
    last: Vec<(u32, u32)>,
    notes: Vec<Note>,
}

#[derive(Clone, Copy, Debug)]
struct Note {
    root: u32,
    /// The note before it, about the same edge.
    before: Option<u32>,
}

impl Crossers {
    /// Forgets the last search.
    pub(super) fn begin(&mut self, map: &Map) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.last.fill((0, 0));
            self.epoch = 1;
        }
        if self.last.len() < 4 * map.face_slots() {
            self.last.resize(4 * map.face_slots(), (0, 0));
        }
        self.notes.clear();
    }

    /// An edge is seen from a root.
    #[inline]
    pub(super) fn note(&mut self, e: EdgeId, root: u32) {
        let last = &mut self.last[e.index()];
        let before = (last.0 == self.epoch).then_some(last.1);
        *last = (self.epoch, self.notes.len() as u32);
        self.notes.push(Note { root, before });
    }

    /// The roots an edge was noted for.
    #[inline]
    pub(super) fn of(&self, e: EdgeId) -> impl Iterator<Item = u32> {
        let (epoch, last) = self.last[e.index()];
        let mut next = (epoch == self.epoch).then_some(last);
        std::iter::from_fn(move || {
            let Note { root, before } = self.notes[next? as usize];
            next = before;
            Some(root)
        })
    }
}
