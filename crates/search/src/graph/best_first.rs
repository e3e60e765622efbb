//! The loop that Dijkstra, A* and weighted A* share.

use super::error::{check_ends, checked_estimate};
use super::open_list::{OpenList, Rank, Waiting};
use super::reached::Reached;
use super::states::cost_of;
use super::{Answer, Budget, Graph, Heuristic, SearchError, StateId, StopReason};

#[derive(Clone, Debug, Default)]
pub(super) struct BestFirst {
    reached: Reached,
    /// The open list, by g + ε·h; an entry's ticket is g.
    open: OpenList<Rank, f64>,
    path: Vec<StateId>,
}

impl BestFirst {
    pub(super) fn path(&self) -> &[StateId] {
        &self.path
    }

    /// The cost of the best path to a state that the last search has found.
    pub(super) fn distance(&self, state: StateId) -> Option<f64> {
        Some(self.reached.cost(state)).filter(|g| g.is_finite())
    }

    /// The state before one on the best path to it that the last search has found; `None` at the start.
    pub(super) fn parent(&self, state: StateId) -> Option<StateId> {
        Some(self.reached.parent(state)).filter(|&parent| parent != state && self.reached.cost(state).is_finite())
    }

    /// Expands states by g + ε·h until the goal is popped, or the open list is empty.
    ///
    /// A state is reopened when a cheaper path to it is found later; that happens only with ε > 1 or with a
    /// heuristic that is not consistent.
    ///
    /// Not inlined: on its own, the loop keeps what it needs in registers.
    #[inline(never)]
    pub(super) fn run<G: Graph, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: Option<StateId>,
        epsilon: f64,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        check_ends(graph.states(), start, goal.unwrap_or(start))?;
        self.reached.begin(graph.states());
        self.open.clear();
        self.path.clear();
        let BestFirst { reached, open, .. } = self;
        let toward = |state: StateId| goal.map_or(0.0, |goal| heuristic.estimate(state, goal));
        let h = toward(start);
        checked_estimate(start, goal.unwrap_or(start), h)?;
        reached.improve(start, 0.0, start);
        open.push(Waiting { key: Rank::new(epsilon * h), state: start, ticket: 0.0 });
        let (mut expansions, mut generated) = (0, 0);
        let mut fault = None;
        while let Some(Waiting { key, state, ticket: g }) = open.pop() {
            if g != reached.cost(state) {
                continue;
            }
            if Some(state) == goal {
                self.trace(state);
                // An inflated search may have found a cheaper way to a state after it had passed on the dearer one.
                let exact = epsilon == 1.0;
                let cost = if exact { g } else { cost_of(graph, &self.path).map_or(g, |cost| cost.min(g)) };
                let lower = if exact { g } else { self.lower_bound(heuristic, state, g / epsilon).min(cost) };
                return Ok(Answer { stop: StopReason::Solved, cost: Some(cost), lower, expansions, generated });
            }
            if let Some(stop) = budget.spent(expansions) {
                let lower = if epsilon == 1.0 { key.number() } else { key.number() / epsilon };
                return Ok(Answer::stopped(stop, lower, expansions, generated));
            }
            expansions += 1;
            graph.onward(reached.parent(state), state, |to, cost| {
                generated += 1;
                let g = g + cost;
                if !reached.holds(to) && !reached.grow(graph, to) {
                    fault = Some(SearchError::EdgeToNowhere { from: state, to, states: graph.states() });
                } else if cost < 0.0 || cost.is_nan() {
                    fault = Some(SearchError::BadCost { from: state, to, cost });
                } else if reached.improve(to, g, state) {
                    let h = toward(to);
                    if (0.0..f64::INFINITY).contains(&h) {
                        open.push(Waiting { key: Rank::new(g + epsilon * h), state: to, ticket: g });
                    } else if let Err(bad) = checked_estimate(to, goal.unwrap_or(to), h) {
                        fault = Some(bad);
                    }
                }
            });
            if let Some(fault) = fault {
                return Err(fault);
            }
        }
        Ok(Answer::no_path(expansions, generated))
    }

    /// The lower bound on the optimum that an inflated search proves: the least g + h in the open list.
    fn lower_bound<H: Heuristic>(&self, heuristic: &H, goal: StateId, at_least: f64) -> f64 {
        let waiting = self.open.iter().filter(|e| e.ticket == self.reached.cost(e.state));
        let least = waiting.map(|e| e.ticket + heuristic.estimate(e.state, goal)).fold(f64::INFINITY, f64::min);
        least.max(at_least)
    }

    /// Writes down the path to a state.
    fn trace(&mut self, goal: StateId) {
        let BestFirst { reached, path, .. } = self;
        let before = |&state: &StateId| Some(reached.parent(state)).filter(|&parent| parent != state);
        path.extend(std::iter::successors(Some(goal), before));
        path.reverse();
    }
}
