//! The loop of A* with a pruning hook.

use super::super::error::{check_ends, checked_estimate};
use super::super::open_list::{OpenList, Rank, Waiting};
use super::super::reached::Reached;
use super::super::{Answer, Budget, Graph, Heuristic, SearchError, StateId, StopReason};

/// What to do with a state taken from the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Follow its edges.
    Expand,
    /// Pruned: no path through it is better than the best known.
    Skip,
    /// The best path known is a cheapest one.
    Finish,
}

/// A pruning rule.
pub(super) trait Pruning {
    /// The key of a state that was just reached from another, with g and g + h: a lower bound on the cost of a path through it.
    /// `None` if it is pruned.
    fn key(&mut self, parent: StateId, to: StateId, g: f64, sum: f64) -> Option<f64>;

    /// What to do with the state taken from the open list.
    fn verdict(&mut self, state: StateId, key: f64, g: f64) -> Verdict;

    /// The cheapest path known.
    fn best(&self) -> Option<Candidate>;
}

/// A path that is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) cost: f64,
    /// Where the search's own path ends and the old one's rest begins; `None` if it was known before the search.
    pub(super) meets: Option<StateId>,
}

/// No pruning: the search is A*.
pub(super) struct Off {
    goal: StateId,
    found: Option<f64>,
}

impl Off {
    pub(super) fn new(goal: StateId) -> Off {
        Off { goal, found: None }
    }
}

impl Pruning for Off {
    #[inline]
    fn key(&mut self, _: StateId, _: StateId, _: f64, sum: f64) -> Option<f64> {
        Some(sum)
    }

    #[inline]
    fn verdict(&mut self, state: StateId, _: f64, g: f64) -> Verdict {
        if state == self.goal {
            self.found = Some(g);
            Verdict::Finish
        } else {
            Verdict::Expand
        }
    }

    fn best(&self) -> Option<Candidate> {
        self.found.map(|cost| Candidate { cost, meets: Some(self.goal) })
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    reached: Reached,
    /// The open list, by key; an entry's ticket is g.
    open: OpenList<Rank, f64>,
    /// From the start to where the old path goes on, or to the goal.
    pub(super) path: Vec<StateId>,
}

impl Search {
    /// Expands states by their keys until the best path is known to be a cheapest one.
    ///
    /// Keys need not grow along a path, so a state may be expanded again. Not inlined: see `best_first`.
    #[inline(never)]
    pub(super) fn run<G: Graph, H: Heuristic, P: Pruning>(
        &mut self,
        graph: &G,
        heuristic: &H,
        (start, goal): (StateId, StateId),
        budget: Budget,
        pruning: &mut P,
    ) -> Result<Answer, SearchError> {
        check_ends(graph.states(), start, goal)?;
        self.reached.begin(graph.states());
        self.open.clear();
        self.path.clear();
        let Search { reached, open, .. } = self;
        let h = checked_estimate(start, goal, heuristic.estimate(start, goal))?;
        reached.improve(start, 0.0, start);
        if let Some(key) = pruning.key(start, start, 0.0, h) {
            open.push(Waiting { key: Rank::new(key), state: start, ticket: 0.0 });
        }
        let (mut expansions, mut generated) = (0, 0);
        let mut fault = None;
        let mut stopped = None;
        while let Some(Waiting { key, state, ticket: g }) = open.pop() {
            if g != reached.cost(state) {
                continue;
            }
            match pruning.verdict(state, key.number(), g) {
                Verdict::Expand => {}
                Verdict::Skip => continue,
                Verdict::Finish => break,
            }
            if let Some(stop) = budget.spent(expansions) {
                stopped = Some((stop, key.number()));
                break;
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
                    let h = heuristic.estimate(to, goal);
                    if (0.0..f64::INFINITY).contains(&h) {
                        if let Some(key) = pruning.key(state, to, g, g + h) {
                            open.push(Waiting { key: Rank::new(key), state: to, ticket: g });
                        }
                    } else if let Err(bad) = checked_estimate(to, goal, h) {
                        fault = Some(bad);
                    }
                }
            });
            if let Some(fault) = fault {
                return Err(fault);
            }
        }
        let best = pruning.best();
        if let Some(last) = best.and_then(|best| best.meets) {
            self.trace(last);
        }
        let cost = best.map(|best| best.cost);
        let (stop, lower) = match (stopped, cost) {
            (Some((stop, lower)), _) => (stop, lower.min(cost.unwrap_or(f64::INFINITY))),
            (None, Some(cost)) => (StopReason::Solved, cost),
            (None, None) => (StopReason::NoPath, f64::INFINITY),
        };
        Ok(Answer { stop, cost, lower, expansions, generated })
    }

    /// Writes down the path to a state.
    fn trace(&mut self, last: StateId) {
        let Search { reached, path, .. } = self;
        let before = |&state: &StateId| Some(reached.parent(state)).filter(|&parent| parent != state);
        path.extend(std::iter::successors(Some(last), before));
        path.reverse();
    }
}
