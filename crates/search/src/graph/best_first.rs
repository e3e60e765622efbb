//! The loop that Dijkstra, A* and weighted A* share.

use super::error::{check_ends, checked_estimate};
use super::open::{Key, OpenList, Waiting};
use super::scratch::{Scratch, Slot};
use super::states::cost_of;
use super::{Answer, Budget, Graph, Heuristic, SearchError, StateId, Stop};

/// What is known of a state: 16 bytes, four to a cache line.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The cost of the best path to it.
    g: f64,
    /// The state before it on that path; itself at the start.
    parent: u32,
    stamp: u32,
}

impl Slot for Node {
    #[inline]
    fn unseen(stamp: u32) -> Self {
        Node { g: f64::INFINITY, parent: 0, stamp }
    }

    #[inline]
    fn stamp(&self) -> u32 {
        self.stamp
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct BestFirst {
    nodes: Scratch<Node>,
    open: OpenList,
    path: Vec<StateId>,
}

impl BestFirst {
    pub(super) fn path(&self) -> &[StateId] {
        &self.path
    }

    /// The cost of the best path to a state that the last search has found.
    pub(super) fn distance(&self, state: StateId) -> Option<f64> {
        Some(self.nodes.get(state).g).filter(|g| g.is_finite())
    }

    /// The state before one on the best path to it that the last search has found; `None` at the start.
    pub(super) fn parent(&self, state: StateId) -> Option<StateId> {
        let node = self.nodes.get(state);
        (node.g.is_finite() && node.parent != state.0).then_some(StateId(node.parent))
    }

    /// Expands states by g + ε·h until the goal comes up, or until nothing is left.
    ///
    /// A state is expanded again when a cheaper way to it turns up later; that happens only with ε > 1 or with a
    /// heuristic that is not consistent.
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
        self.nodes.begin(graph.states());
        self.open.clear();
        self.path.clear();
        let BestFirst { nodes, open, .. } = self;
        let toward = |state: StateId| match goal {
            Some(goal) => checked_estimate(state, goal, heuristic.estimate(state, goal)).map(|h| h * epsilon),
            None => Ok(0.0),
        };
        if let Some(node) = nodes.get_mut(start) {
            (node.g, node.parent) = (0.0, start.0);
        }
        open.push(Waiting { key: Key::new(toward(start)?, 0.0), state: start, ticket: 0 });
        let (mut expansions, mut generated) = (0, 0);
        let mut fault = None;
        while let Some(Waiting { key, state, .. }) = open.first() {
            // Keys hold −g: among equals the one nearest the goal goes first.
            let g = -key.second();
            let node = nodes.get(state);
            if g != node.g {
                open.pop();
                continue;
            }
            if Some(state) == goal {
                self.trace(state);
                // An inflated search may have found a cheaper way to a state after it had passed on the dearer one.
                let exact = epsilon == 1.0;
                let cost = if exact { g } else { cost_of(graph, &self.path).map_or(g, |cost| cost.min(g)) };
                let lower = if exact { g } else { self.lower_bound(heuristic, state, g / epsilon).min(cost) };
                return Ok(Answer { stop: Stop::Solved, cost: Some(cost), lower, expansions, generated });
            }
            if let Some(stop) = budget.spent(expansions) {
                let lower = if epsilon == 1.0 { key.first() } else { key.first() / epsilon };
                return Ok(Answer { stop, cost: None, lower, expansions, generated });
            }
            open.pop();
            expansions += 1;
            graph.onward(StateId(node.parent), state, |to, cost| {
                generated += 1;
                if fault.is_none() {
                    fault = relax(graph, nodes, open, &toward, state, g, to, cost).err();
                }
            });
            if let Some(fault) = fault {
                return Err(fault);
            }
        }
        Ok(Answer { stop: Stop::NoPath, cost: None, lower: f64::INFINITY, expansions, generated })
    }

    /// What an inflated search proves of the optimum: the least g + h that waits is below every path not yet found.
    fn lower_bound<H: Heuristic>(&self, heuristic: &H, goal: StateId, at_least: f64) -> f64 {
        let waiting = self.open.iter().filter(|e| -e.key.second() == self.nodes.get(e.state).g);
        let least = waiting.map(|e| heuristic.estimate(e.state, goal) - e.key.second()).fold(f64::INFINITY, f64::min);
        least.max(at_least)
    }

    /// Writes down the path to a state.
    fn trace(&mut self, goal: StateId) {
        let mut state = goal;
        loop {
            self.path.push(state);
            let parent = StateId(self.nodes.get(state).parent);
            if parent == state {
                break;
            }
            state = parent;
        }
        self.path.reverse();
    }
}

/// Offers a state a path by way of one of its predecessors.
#[inline]
#[allow(clippy::too_many_arguments)]
fn relax<G: Graph>(
    graph: &G,
    nodes: &mut Scratch<Node>,
    open: &mut OpenList,
    toward: &impl Fn(StateId) -> Result<f64, SearchError>,
    from: StateId,
    g: f64,
    to: StateId,
    cost: f64,
) -> Result<(), SearchError> {
    if cost.is_nan() || cost < 0.0 {
        return Err(SearchError::BadCost { from, to, cost });
    }
    let node = match nodes.get_mut(to) {
        Some(node) => node,
        None => {
            nodes.grow(graph, from, to)?;
            match nodes.get_mut(to) {
                Some(node) => node,
                None => return Ok(()),
            }
        }
    };
    let g = g + cost;
    if g < node.g {
        (node.g, node.parent) = (g, from.0);
        let h = toward(to)?;
        if h < f64::INFINITY {
            open.push(Waiting { key: Key::new(g + h, -g), state: to, ticket: 0 });
        }
    }
    Ok(())
}
