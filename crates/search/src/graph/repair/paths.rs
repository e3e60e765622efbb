//! Paths along best successors: tracing, lower bounds, and which of them are valid.

use super::Repair;
use crate::graph::states::cost_of;
use crate::graph::{Heuristic, Reversible, SearchError, StateId};

impl Repair {
    /// Follows successors from the tip to the root. Says where it met a state that costs more than what was built on it.
    pub(super) fn trace(&self, path: &mut Vec<StateId>) -> Result<Option<StateId>, SearchError> {
        path.clear();
        if self.nodes.get(self.tip).rhs == f64::INFINITY {
            return Ok(None);
        }
        let mut state = self.tip;
        while path.len() < self.nodes.len() {
            path.push(state);
            if state == self.root {
                return Ok(None);
            }
            let node = self.nodes.get(state);
            if node.g < node.rhs {
                return Ok(Some(state));
            }
            state = StateId(node.next);
        }
        path.clear();
        Err(SearchError::UntoldChange { state })
    }

    /// Like [`trace`](Self::trace) in the middle of a repair, where successors may lead in a circle: says whether they
    /// lead to the root.
    pub(in super::super) fn trace_unsettled(&self, path: &mut Vec<StateId>) -> bool {
        path.clear();
        let (mut state, mut mark, mut lap) = (self.tip, None, 1);
        loop {
            path.push(state);
            if state == self.root {
                return true;
            }
            let node = self.nodes.get(state);
            if node.rhs == f64::INFINITY || mark == Some(state) {
                path.clear();
                return false;
            }
            // Brent's way to notice a circle without marking states.
            if path.len() == lap {
                (mark, lap) = (Some(state), lap * 2);
            }
            state = StateId(node.next);
        }
    }

    /// The cost of a state as last propagated.
    #[inline]
    pub(in super::super) fn known(&self, state: StateId) -> f64 {
        self.nodes.get(state).g
    }

    /// What the path just written down costs.
    pub(in super::super) fn cost<G: Reversible>(&self, graph: &G, path: &[StateId]) -> Option<f64> {
        if path.is_empty() {
            return None;
        }
        if path.iter().all(|&state| self.nodes.get(state).is_consistent()) {
            return Some(self.nodes.get(self.tip).g);
        }
        cost_of(graph, path)
    }

    /// The cost that a state can rise to at once: that of the best way on which no state waits to rise itself.
    ///
    /// The published searches let a rising cost go to infinity first, because a successor may have been built on the state
    /// itself, and so expand every such state twice. A way that is known to be real needs no such care. Being wrong here
    /// would cost expansions, not correctness: `rhs` is exact, and a later rise is propagated to all predecessors.
    pub(super) fn sound_cost<G: Reversible>(&mut self, graph: &G, state: StateId) -> f64 {
        let mut least = f64::INFINITY;
        graph.known_successors(state, |to, cost| {
            self.work.generated += 1;
            let through = self.nodes.get(to).g + cost;
            if through < least && self.is_sound(to) {
                least = through;
            }
        });
        least
    }

    /// Whether no state on the way from one to the root, by best successors, waits to rise.
    pub(super) fn is_sound(&mut self, state: StateId) -> bool {
        let changes = self.changes;
        let mut at = state;
        self.way.clear();
        while at != self.root {
            let node = self.nodes.get(at);
            if node.sound == changes {
                break;
            }
            // Without a state that is to rise, costs fall along the way: it leads in a circle only if the graph was changed
            // and nobody told.
            if node.rhs == f64::INFINITY || node.g < node.rhs || self.way.len() > self.nodes.len() {
                return false;
            }
            self.way.push(at);
            at = StateId(node.next);
        }
        for &at in &self.way {
            if let Some(node) = self.nodes.get_mut(at) {
                node.sound = changes;
            }
        }
        true
    }

    /// A lower bound on the tip's true cost, valid at any moment.
    ///
    /// On a cheapest path, look from the root for the first state that is inconsistent. All before it cost at most what
    /// they truly cost, so its `rhs` does too, and its `rhs` plus the heuristic is a lower bound on the cost of that path.
    pub(in super::super) fn lower_bound<H: Heuristic>(&self, heuristic: &H) -> f64 {
        let waiting = self.open.iter().filter(|e| self.nodes.get(e.state).ticket == e.ticket).map(|e| e.state);
        let bound = |state| self.nodes.get(state).least() + heuristic.estimate(self.tip, state);
        waiting.chain(self.incons.iter().copied()).map(bound).fold(self.nodes.get(self.tip).least(), f64::min)
    }
}
