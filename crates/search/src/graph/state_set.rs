//! A set of states.

use super::StateId;

/// A bit set of states, built once for an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StateSet {
    words: Vec<u64>,
}

impl StateSet {
    pub(super) fn insert(&mut self, state: StateId) {
        let (word, bit) = (state.index() / 64, state.index() % 64);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        if let Some(word) = self.words.get_mut(word) {
            *word |= 1 << bit;
        }
    }

    #[inline]
    pub(super) fn contains(&self, state: StateId) -> bool {
        self.words.get(state.index() / 64).is_some_and(|word| word >> (state.index() % 64) & 1 == 1)
    }
}
