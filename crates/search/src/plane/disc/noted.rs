//! Which tangents a search has noted.

use super::super::path::Bend;
use navigant_mesh::Map;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};

/// The tangents from roots to corners that one search has noted; what earlier searches noted is forgotten at no cost.
///
/// Windows of one root come to a corner again and again, through the edges that its circle reaches over. Mostly nobody else
/// comes there between, so the last root is kept for each corner and side; the others are in a hash table with linear probing.
#[derive(Debug, Default)]
pub(super) struct Noted {
    epoch: u32,
    /// By vertex and turn: the search, and the last root.
    last: Vec<[(u32, u32); 2]>,
    /// The search, and a root with a corner and a side. A power of two in number.
    table: Vec<(u32, u64)>,
    held: usize,
}

impl Noted {
    /// Forgets the last search.
    pub(super) fn begin(&mut self, map: &Map) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.last.fill([(0, 0); 2]);
            self.table.fill((0, 0));
            self.epoch = 1;
        }
        if self.last.len() < map.vertex_slots() {
            self.last.resize(map.vertex_slots(), [(0, 0); 2]);
        }
        self.held = 0;
    }

    /// How many tangents its table holds.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// Whether the tangent from a root to a corner has been noted.
    #[inline]
    pub(super) fn contains(&self, root: u32, bend: Bend) -> bool {
        match self.last[bend.vertex.index()][bend.turn as usize] {
            (epoch, _) if epoch != self.epoch => false,
            (_, last) if last == root => true,
            _ => self.slot(key(root, bend)).is_some_and(|slot| self.table[slot].0 == self.epoch),
        }
    }

    /// Notes the tangent from a root to a corner.
    pub(super) fn insert(&mut self, root: u32, bend: Bend) {
        let (epoch, last) =
            std::mem::replace(&mut self.last[bend.vertex.index()][bend.turn as usize], (self.epoch, root));
        if epoch == self.epoch && last != root {
            self.put(key(last, bend));
            self.put(key(root, bend));
        }
    }

    fn put(&mut self, key: u64) {
        if 2 * (self.held + 1) > self.table.len() {
            self.grow();
        }
        if let Some(slot) = self.slot(key)
            && self.table[slot].0 != self.epoch
        {
            self.table[slot] = (self.epoch, key);
            self.held += 1;
        }
    }

    /// Where a key is, or else the first unused place for it; `None` if there is no table.
    fn slot(&self, key: u64) -> Option<usize> {
        let mask = self.table.len().checked_sub(1)?;
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.table[slot].0 == self.epoch && self.table[slot].1 != key {
            slot = (slot + 1) & mask;
        }
        Some(slot)
    }

    fn grow(&mut self) {
        let larger = vec![(0, 0); (2 * self.table.len()).max(256)];
        let held = std::mem::replace(&mut self.table, larger);
        for (_, key) in held.into_iter().filter(|&(epoch, _)| epoch == self.epoch) {
            if let Some(slot) = self.slot(key) {
                self.table[slot] = (self.epoch, key);
            }
        }
    }
}

fn key(root: u32, bend: Bend) -> u64 {
    u64::from(root) << 32 | (bend.vertex.index() as u64) << 1 | bend.turn as u64
}
