//! The wave that raises costs: a cell whose cost no neighbour supports any more loses it.
//!
//! A cell keeps its cost while a neighbour u has g(u) + c ≤ g(v). Support leads downhill, so it cannot go around in circles; what
//! loses it is raised, and then lowered from its rim by the same wave. After an early stop the front is kept, so a repair
//! restores exactly what was final.

use crate::buckets::Entry;
use crate::delta_stepping::Rule;
use crate::network::{INFINITE, Network, State};

/// Takes the cost from cells without support, and notes them.
///
/// A cell is supported by a neighbour u if g(u) + c(u, v) ≤ g(v). Steps cost more than 0, so support never goes around in
/// circles: when every cell that has lost a supporter was looked at, every cost left is an upper bound.
pub(crate) struct Raise<'a, N> {
    pub(crate) network: &'a N,
    /// It stops when it has raised more cells than this.
    pub(crate) most: u64,
}

impl<N: Network> Rule for Raise<'_, N> {
    #[inline]
    fn take<const ALONE: bool>(&self, entry: Entry, mut push: impl FnMut(Entry), log: &mut Vec<u32>) -> bool {
        let state = self.network.words().get(entry.slot);
        if state.cost() != entry.cost || self.is_supported(entry.slot, state) {
            return false;
        }
        if !self.network.words().raise(entry.slot, state) {
            return false;
        }
        log.push(entry.slot);
        for step in self.network.steps(entry.slot, state) {
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

impl<N: Network> Raise<'_, N> {
    fn is_supported(&self, slot: u32, state: State) -> bool {
        if state.cost() == 0 {
            return state.is_open();
        }
        let mut steps = self.network.steps(slot, state);
        steps.any(|step| step.state.cost().checked_add(step.cost).is_some_and(|cost| cost <= state.cost()))
    }
}
