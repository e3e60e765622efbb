//! Epoch-stamped scratch memory for every state: never cleared, what an earlier search wrote is told by its stamp.

use super::{Graph, SearchError, StateId};

/// What a search keeps for a state.
pub(super) trait Slot: Copy {
    /// What is known of a state that the search with this stamp has not seen.
    fn unseen(stamp: u32) -> Self;
    /// Which search wrote it.
    fn stamp(&self) -> u32;
}

/// A slot for every state of a graph.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S> {
    slots: Vec<S>,
    stamp: u32,
}

impl<S> Default for Scratch<S> {
    fn default() -> Self {
        Scratch { slots: Vec::new(), stamp: 0 }
    }
}

impl<S: Slot> Scratch<S> {
    /// Forgets everything, in constant time, and makes room for the states of a graph.
    pub(super) fn begin(&mut self, states: usize) {
        if self.stamp == u32::MAX {
            self.slots.clear();
            self.stamp = 0;
        }
        self.stamp += 1;
        self.slots.resize(states, S::unseen(0));
    }

    /// How many states there is room for.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The slot of a state if it exists.
    #[inline]
    pub(super) fn get_mut(&mut self, state: StateId) -> Option<&mut S> {
        let stamp = self.stamp;
        let slot = self.slots.get_mut(state.index())?;
        if slot.stamp() != stamp {
            *slot = S::unseen(stamp);
        }
        Some(slot)
    }

    /// What is known of a state; nothing if it does not exist.
    #[inline]
    pub(super) fn get(&self, state: StateId) -> S {
        match self.slots.get(state.index()) {
            Some(slot) if slot.stamp() == self.stamp => *slot,
            _ => S::unseen(self.stamp),
        }
    }

    /// Makes room for states that the graph has come to know since, or says that an edge leads nowhere.
    #[cold]
    pub(super) fn grow<G: Graph>(&mut self, graph: &G, from: StateId, to: StateId) -> Result<(), SearchError> {
        let states = graph.states();
        if to.index() >= states {
            return Err(SearchError::EdgeToNowhere { from, to, states });
        }
        if states > self.slots.len() {
            self.slots.resize(states, S::unseen(0));
        }
        Ok(())
    }
}
