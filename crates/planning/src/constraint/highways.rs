//! The highways of a hybrid graph, searched alone: a small graph whose states are the hubs.

use super::graph::ConstraintGraph;
use navigant_search::graph::{Graph, Heuristic, StateId};
use navigant_search::internals::StateIdInternals as _;

/// The number of a hub: a state of the hybrid graph that highways lead from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hub(u32);

/// Hubs and the transitions between them.
///
/// Hubs are numbered one after another, so that a search over the highways needs memory for them alone, and meets no step of the grid.
#[derive(Clone, Debug, Default)]
pub(super) struct Highways {
    /// By hub: its state, ascending.
    states: Vec<StateId>,
    /// By hub: where its transitions begin in `transitions`; one more than there are hubs.
    first: Vec<u32>,
    /// The hub that a transition leads to, and its number in the hybrid graph.
    transitions: Vec<(Hub, u32)>,
    /// By state of the hybrid graph.
    access: Vec<Access>,
}

/// How a plan gets to the highways from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Straight to a hub; a hub's own leads to itself.
    Ramp(Hub),
    /// By a step of the grid, and on from there.
    Step(StateId),
    /// Not at all.
    Nothing,
}

impl Highways {
    /// The highways between some states. `access` says of each state of the graph which state is next on the way to a hub, and whether
    /// that is a hub, to which a ramp leads; `transitions` lists those of a state, with their numbers.
    pub(super) fn new<T: Iterator<Item = (StateId, u32)>>(
        mut hubs: Vec<StateId>,
        access: impl Iterator<Item = Option<StateId>>,
        transitions: impl Fn(StateId) -> T,
    ) -> Highways {
        hubs.sort_unstable();
        hubs.dedup();
        let number = |state: StateId| hubs.binary_search(&state).ok().map(|at| Hub(at as u32));
        let toward = |next: StateId| number(next).map_or(Access::Step(next), Access::Ramp);
        let access = access.map(|next| next.map_or(Access::Nothing, toward)).collect();
        let mut highways = Highways { first: vec![0], access, ..Highways::default() };
        for &hub in &hubs {
            highways.transitions.extend(transitions(hub).filter_map(|(to, i)| Some((number(to)?, i))));
            highways.first.push(highways.transitions.len() as u32);
        }
        highways.states = hubs;
        highways
    }

    /// The states from one to where a ramp begins, and the hub that it leads to; `None` where no hub can be reached.
    pub(super) fn approach(&self, from: StateId, mut visit: impl FnMut(StateId)) -> Option<Hub> {
        let mut at = from;
        loop {
            visit(at);
            match *self.access.get(at.index())? {
                Access::Ramp(hub) => return Some(hub),
                Access::Step(next) => at = next,
                Access::Nothing => return None,
            }
        }
    }

    /// The state of a hub.
    pub(super) fn state(&self, hub: Hub) -> Option<StateId> {
        self.states.get(hub.0 as usize).copied()
    }
}

impl From<Hub> for StateId {
    fn from(hub: Hub) -> StateId {
        StateId(hub.0)
    }
}

/// The highways of a graph as a graph, whose states are the numbers of hubs.
pub(super) struct HighwayGraph<'g>(pub(super) &'g ConstraintGraph);

impl HighwayGraph<'_> {
    /// The state in the hybrid graph.
    pub(super) fn state(&self, hub: StateId) -> Option<StateId> {
        self.0.highways().state(Hub(hub.0))
    }
}

impl Graph for HighwayGraph<'_> {
    fn states(&self) -> usize {
        self.0.highways().states.len()
    }

    #[inline]
    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let highways = self.0.highways();
        let (Some(&begin), Some(&end)) = (highways.first.get(from.index()), highways.first.get(from.index() + 1))
        else {
            return;
        };
        for &(to, transition) in &highways.transitions[begin as usize..end as usize] {
            visit(to.into(), self.0.transition_cost(transition));
        }
    }
}

impl Heuristic for HighwayGraph<'_> {
    #[inline]
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        let (Some(from), Some(to)) = (self.state(from), self.state(to)) else { return 0.0 };
        self.0.estimate(from, to)
    }
}
