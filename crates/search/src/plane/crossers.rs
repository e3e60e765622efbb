//! Which roots of a search see an edge.

use super::by_edge::ByEdge;
use navigant_mesh::{EdgeId, Map};

/// The roots from which one search crosses each edge, out of its face, or along which it passes; what earlier searches noted
/// is forgotten at no cost.
#[derive(Debug, Default)]
pub(super) struct Crossers {
    /// The last note.
    last: ByEdge,
    notes: Vec<Note>,
}

#[derive(Clone, Copy, Debug)]
struct Note {
    root: u32,
    /// The note before it, about the same edge.
    before: Option<u32>,
}

impl Crossers {
    /// Forgets the last search, if the next one takes notes.
    pub(super) fn begin_if(&mut self, map: &Map, takes_notes: bool) {
        if takes_notes {
            self.last.begin(map);
            self.notes.clear();
        }
    }

    /// An edge is seen from a root.
    #[inline]
    pub(super) fn note(&mut self, e: EdgeId, root: u32) {
        let before = self.last.get(e);
        self.last.set(e, self.notes.len() as u32);
        self.notes.push(Note { root, before });
    }

    /// The roots an edge was noted for.
    #[inline]
    pub(super) fn of(&self, e: EdgeId) -> impl Iterator<Item = u32> {
        let mut next = self.last.get(e);
        std::iter::from_fn(move || {
            let Note { root, before } = self.notes[next? as usize];
            next = before;
            Some(root)
        })
    }
}
