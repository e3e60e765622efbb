//! A graph that records what a search asks of it: the search's expansions, in their order.

use navigant::search::graph::{Graph, Reversible, StateId};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most expansions that are kept.
pub(super) const MOST_STEPS: usize = 20_000;

/// An expansion.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) state: StateId,
    pub(super) parent: StateId,
    /// The cost from the root; none where the search alone knows it.
    pub(super) g: Option<f64>,
    /// The length of the open list afterwards.
    pub(super) open: usize,
    /// The states that this expansion put on the open list, or improved there.
    pub(super) opened: Vec<StateId>,
}

/// Which questions are expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expands {
    /// A search from the start asks for the successors of what it expands.
    Forward,
    /// A search from the goal asks for the predecessors.
    Backward,
    /// A repair from the goal does as well, but costs rise and fall in it: these are not followed.
    Repair,
}

/// A graph that writes down what is asked of it. A search asks for a state's edges when it expands the state, so this is its
/// course; what it knows of costs follows from the edges it was told.
pub(super) struct Watched<'g, G> {
    graph: &'g G,
    root: StateId,
    expands: Expands,
    seen: RefCell<Seen>,
}

#[derive(Default)]
struct Seen {
    /// The cheapest way known to a state, where it comes from, and whether it waits.
    known: HashMap<StateId, (f64, StateId, bool)>,
    open: usize,
    steps: Vec<Step>,
    /// Questions that come before the first expansion, and expansions after these: a search may look at the edges of a path
    /// before it begins, and adds up the cost of its path when it is done.
    skip: u64,
    left: u64,
    asked: u64,
}

impl<'g, G> Watched<'g, G> {
    /// Watches a search whose costs are counted from a root, its start or its goal.
    pub(super) fn new(graph: &'g G, root: StateId, expands: Expands) -> Watched<'g, G> {
        Watched { graph, root, expands, seen: RefCell::new(Seen { left: u64::MAX, ..Seen::default() }) }
    }

    /// Of the questions to come, `skip` are passed over, and the next `expansions` are expansions.
    pub(super) fn expect(&self, skip: u64, expansions: u64) {
        let mut seen = self.seen.borrow_mut();
        (seen.skip, seen.left) = (skip, expansions);
    }

    /// How often it was asked for the edges of a state.
    pub(super) fn asked(&self) -> u64 {
        self.seen.borrow().asked
    }

    /// What was expanded so far.
    pub(super) fn steps(self) -> Vec<Step> {
        self.seen.into_inner().steps
    }
}

impl Seen {
    /// Whether this question is an expansion.
    fn counts(&mut self) -> bool {
        self.asked += 1;
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        let counts = self.left > 0;
        self.left = self.left.saturating_sub(1);
        counts
    }

    fn expand(&mut self, root: StateId, from: StateId, ends: &[(StateId, f64)]) {
        let (g, parent, waits) = self.known.get(&from).copied().unwrap_or((0.0, root, false));
        if waits {
            self.open -= 1;
        }
        self.known.insert(from, (g, parent, false));
        let mut opened = Vec::new();
        for &(to, cost) in ends {
            let better = self.known.get(&to).is_none_or(|(known, ..)| g + cost < *known);
            if better && to != root {
                let waited = self.known.insert(to, (g + cost, from, true)).is_some_and(|(.., waits)| waits);
                self.open += usize::from(!waited);
                opened.push(to);
            }
        }
        let open = self.open;
        self.note(Step { state: from, parent, g: Some(g), open, opened });
    }

    fn note(&mut self, step: Step) {
        if self.steps.len() < MOST_STEPS {
            self.steps.push(step);
        }
    }
}

impl<G: Graph> Watched<'_, G> {
    fn watch(&self, from: StateId, ends: Vec<(StateId, f64)>, mut visit: impl FnMut(StateId, f64)) {
        let mut seen = self.seen.borrow_mut();
        if seen.counts() {
            match self.expands {
                Expands::Repair => {
                    seen.note(Step { state: from, parent: from, g: None, open: 0, opened: Vec::new() });
                }
                _ => seen.expand(self.root, from, &ends),
            }
        }
        drop(seen);
        for (to, cost) in ends {
            visit(to, cost);
        }
    }
}

impl<G: Graph> Graph for Watched<'_, G> {
    fn states(&self) -> usize {
        self.graph.states()
    }

    fn successors(&self, from: StateId, visit: impl FnMut(StateId, f64)) {
        if self.expands != Expands::Forward {
            return self.graph.successors(from, visit);
        }
        let mut ends = Vec::new();
        self.graph.successors(from, |to, cost| ends.push((to, cost)));
        self.watch(from, ends, visit);
    }
}

impl<G: Reversible> Reversible for Watched<'_, G> {
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        if self.expands == Expands::Forward {
            return self.graph.predecessors(to, visit);
        }
        let mut ends = Vec::new();
        self.graph.predecessors(to, |from, cost| ends.push((from, cost)));
        self.watch(to, ends, visit);
    }
}
