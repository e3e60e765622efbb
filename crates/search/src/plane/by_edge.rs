//! A number for some edges of a map.

use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, Map};

/// A number for each edge that one search has come to; what earlier searches noted is forgotten at no cost.
#[derive(Debug, Default)]
pub(super) struct ByEdge {
    epoch: u32,
    /// By edge: the search, and the number.
    numbers: Vec<(u32, u32)>,
}

impl ByEdge {
    /// Forgets the last search.
    pub(super) fn begin(&mut self, map: &Map) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.numbers.fill((0, 0));
            self.epoch = 1;
        }
        if self.numbers.len() < 4 * map.face_slots() {
            self.numbers.resize(4 * map.face_slots(), (0, 0));
        }
    }

    /// The number of an edge, if the search has come to it.
    #[inline]
    pub(super) fn get(&self, e: EdgeId) -> Option<u32> {
        let (epoch, number) = self.numbers[e.index()];
        (epoch == self.epoch).then_some(number)
    }

    #[inline]
    pub(super) fn set(&mut self, e: EdgeId, number: u32) {
        self.numbers[e.index()] = (self.epoch, number);
    }
}
