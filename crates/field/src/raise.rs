//! The wave that raises costs: a cell whose cost no neighbour supports any more loses it.
//!
//! A cell keeps its cost while a neighbour u has g(u) + c ≤ g(v). Support leads downhill, so it cannot go around in circles; what
//! loses it is raised, and then lowered from its rim by the same wave. After an early stop the front is kept, so a repair
//! restores exactly what was final.

use crate::buckets::Entry;
use crate::delta_stepping::Rule;
use crate::states::{INFINITE, State, States};

/// Takes the cost from cells without support, and notes them.
///
/// A cell is supported by a neighbour u if g(u) + c(u, v) ≤ g(v). Steps cost more than 0, so support never goes around in
/// circles: when every cell that has lost a supporter was looked at, every cost left is an upper bound.
pub(crate) struct Raise<'a> {
    pub(crate) states: &'a States,
    /// It stops when it has raised more cells than this.
    pub(crate) most: u64,
}

impl Rule for Raise<'_> {
    #[inline]
    fn take<const ALONE: bool>(&self, entry: Entry, mut push: impl FnMut(Entry), log: &mut Vec<u32>) -> bool {
        let state = self.states.get(entry.slot);
        if state.cost() != entry.cost || self.is_supported(entry.slot, state) {
            return false;
        }
        if !self.states.raise(entry.slot, state) {
            return false;
        }
        log.push(entry.slot);
        for step in self.states.steps(entry.slot, state) {
            let there = step.state.cost();
            if there != INFINITE && entry.cost.saturating_add(step.cost) <= there {
                push(Entry { cost: there, slot: step.slot });
            }
        }
        true
    }

    fn is_done(&self, _: u32, raised: u64) -> bool {
        raised > self.most
    }
}

impl Raise<'_> {
    fn is_supported(&self, slot: u32, state: State) -> bool {
        if state.cost() == 0 {
            return state.is_open();
        }
        let mut steps = self.states.steps(slot, state);
        steps.any(|step| step.state.cost().checked_add(step.cost).is_some_and(|cost| cost <= state.cost()))
    }
}
