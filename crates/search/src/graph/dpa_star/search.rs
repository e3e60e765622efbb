//! The loop of A*, with a say for whoever prunes it.

use super::super::error::{check_ends, checked_estimate};
use super::super::open::{OpenList, Rank, Waiting};
use super::super::reached::Reached;
use super::super::{Answer, Budget, Graph, Heuristic, SearchError, StateId, Stop};

/// What to do with a state that has come up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Follow its edges.
    Expand,
    /// Nothing better comes of it.
    Skip,
    /// The best path known is a cheapest one.
    Finish,
    /// Some keys were too large, some states are aside that should not be: let all of them wait by g + h.
    Rekey,
}

/// Where a state waits that was just reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// In the open list, under this key.
    Open(f64),
    /// Aside, until [`Verdict::Rekey`].
    Aside,
    /// Nowhere: nothing better comes of it.
    Nowhere,
}

/// Who decides what is worth looking at.
pub(super) trait Pruning {
    /// Where a state waits that was just reached from another, with g and g + h.
    fn place(&mut self, parent: StateId, to: StateId, g: f64, sum: f64) -> Place;

    /// What to do with the state that has come up.
    fn verdict(&mut self, state: StateId, key: f64, g: f64) -> Verdict;

    /// Nothing waits any more: whether what is aside must be looked at.
    fn exhausted(&mut self) -> Verdict;

    /// The cheapest path known: its cost, and the state where the search's own path ends and the old one's begins.
    fn best(&self) -> Option<(f64, StateId)>;

    /// What is proved when nothing waits that has a smaller key.
    fn lower(&self, key: f64) -> f64;
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
    fn place(&mut self, _: StateId, _: StateId, _: f64, sum: f64) -> Place {
        Place::Open(sum)
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

    fn exhausted(&mut self) -> Verdict {
        Verdict::Finish
    }

    fn best(&self) -> Option<(f64, StateId)> {
        self.found.map(|cost| (cost, self.goal))
    }

    fn lower(&self, key: f64) -> f64 {
        key
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    reached: Reached,
    /// What waits, by its key; its ticket is g.
    open: OpenList<Rank, f64>,
    /// What waits aside: states and g.
    aside: Vec<(StateId, f64)>,
    /// From the start to where the old path goes on, or to the goal.
    pub(super) path: Vec<StateId>,
}

impl Search {
    /// Expands states by their keys until the best path is known to be a cheapest one. Not inlined: see `best_first`.
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
        self.aside.clear();
        self.path.clear();
        let Search { reached, open, aside, .. } = self;
        let h = checked_estimate(start, goal, heuristic.estimate(start, goal))?;
        reached.improve(start, 0.0, start);
        match pruning.place(start, start, 0.0, h) {
            Place::Open(key) => open.push(Waiting { key: Rank::new(key), state: start, ticket: 0.0 }),
            Place::Aside => aside.push((start, 0.0)),
            Place::Nowhere => {}
        }
        let (mut expansions, mut generated) = (0, 0);
        let mut fault = None;
        let mut stopped = None;
        loop {
            let Some(Waiting { key, state, ticket: g }) = open.pop() else {
                if pruning.exhausted() == Verdict::Rekey && !aside.is_empty() {
                    put_back(open, aside, reached, |state| heuristic.estimate(state, goal));
                    continue;
                }
                break;
            };
            if g != reached.cost(state) {
                continue;
            }
            match pruning.verdict(state, key.number(), g) {
                Verdict::Expand => {}
                Verdict::Skip => continue,
                Verdict::Finish => break,
                Verdict::Rekey => {
                    open.push(Waiting { key, state, ticket: g });
                    put_back(open, aside, reached, |state| heuristic.estimate(state, goal));
                    continue;
                }
            }
            if let Some(stop) = budget.spent(expansions) {
                stopped = Some((stop, pruning.lower(key.number())));
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
                        match pruning.place(state, to, g, g + h) {
                            Place::Open(key) => open.push(Waiting { key: Rank::new(key), state: to, ticket: g }),
                            Place::Aside => aside.push((to, g)),
                            Place::Nowhere => {}
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
        if let Some((_, last)) = best {
            self.trace(last);
        }
        let cost = best.map(|(cost, _)| cost);
        let (stop, lower) = match (stopped, cost) {
            (Some((stop, lower)), _) => (stop, lower.min(cost.unwrap_or(f64::INFINITY))),
            (None, Some(cost)) => (Stop::Solved, cost),
            (None, None) => (Stop::NoPath, f64::INFINITY),
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

/// Lets everything wait by g + h that still counts.
#[cold]
fn put_back(
    open: &mut OpenList<Rank, f64>,
    aside: &mut Vec<(StateId, f64)>,
    reached: &Reached,
    h: impl Fn(StateId) -> f64,
) {
    let is_best = |state: StateId, g: f64| g == reached.cost(state);
    open.rekey(|waiting| {
        waiting.key = Rank::new(waiting.ticket + h(waiting.state));
        is_best(waiting.state, waiting.ticket)
    });
    for (state, g) in aside.drain(..).filter(|&(state, g)| is_best(state, g)) {
        open.push(Waiting { key: Rank::new(g + h(state)), state, ticket: g });
    }
}
