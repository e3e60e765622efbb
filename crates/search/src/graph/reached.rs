//! Costs and parents of the states that a search has reached.

use super::{Graph, StateId};

/// The best cost and the parent of every state reached. What an earlier search wrote is wiped, state by state, before the
/// next: costs need no stamp then, and eight of them share a cache line, which is what bounds a search on a large graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    /// Infinite where a state was not reached.
    costs: Vec<f64>,
    parents: Vec<StateId>,
    /// The states reached.
    states: Vec<StateId>,
}

impl Reached {
    /// Clears it and resizes it to a number of states.
    pub(super) fn begin(&mut self, states: usize) {
        for state in self.states.drain(..) {
            if let Some(cost) = self.costs.get_mut(state.index()) {
                *cost = f64::INFINITY;
            }
        }
        self.costs.resize(states, f64::INFINITY);
        self.parents.resize(states, StateId(0));
    }

    /// Whether there is room for a state.
    #[inline]
    pub(super) fn holds(&self, state: StateId) -> bool {
        state.index() < self.costs.len()
    }

    /// Makes room for states that the graph has come to know since; says whether there is room for this one.
    #[cold]
    pub(super) fn grow<G: Graph>(&mut self, graph: &G, state: StateId) -> bool {
        let states = graph.states().max(self.costs.len());
        self.costs.resize(states, f64::INFINITY);
        self.parents.resize(states, StateId(0));
        self.holds(state)
    }

    /// The cost of the best path to a state; infinite if there is none yet.
    #[inline]
    pub(super) fn cost(&self, state: StateId) -> f64 {
        self.costs.get(state.index()).copied().unwrap_or(f64::INFINITY)
    }

    /// The state before one that was reached, on the best path to it; the start's is itself.
    #[inline]
    pub(super) fn parent(&self, state: StateId) -> StateId {
        self.parents.get(state.index()).copied().unwrap_or(state)
    }

    /// Writes down a path to a state if it is better than what is known; says whether it is.
    #[inline]
    pub(super) fn improve(&mut self, state: StateId, cost: f64, parent: StateId) -> bool {
        let (Some(old), Some(before)) = (self.costs.get_mut(state.index()), self.parents.get_mut(state.index())) else {
            return false;
        };
        let better = cost < *old;
        if better {
            if *old == f64::INFINITY {
                self.states.push(state);
            }
            (*old, *before) = (cost, parent);
        }
        better
    }
}
