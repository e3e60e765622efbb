//! A constrained graph as one plan sees it: with ramps to the highways.

use super::graph::ConstraintGraph;
use super::transition::Scratch;
use navigant_search::graph::{Graph, Heuristic, Reversible, StateId};

/// Transitions that only one plan has: from its start and its goal, or a few steps from there, straight to a state with highways each,
/// and back.
#[derive(Clone, Debug, Default)]
pub(super) struct Ramps {
    /// In both directions, sorted.
    ramps: Vec<Ramp>,
    scratch: Scratch,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Ramp {
    from: StateId,
    to: StateId,
    cost: f64,
}

impl Ramps {
    /// The ramps of some ends; empty without highways.
    pub(super) fn of(graph: &ConstraintGraph, ends: [StateId; 2]) -> Ramps {
        let mut ramps = Ramps::default();
        for (from, to) in ends.into_iter().filter_map(|end| graph.ramp_of(end)).filter(|(a, b)| a != b) {
            ramps.ramps.extend([(from, to), (to, from)].map(|(from, to)| Ramp { from, to, cost: f64::INFINITY }));
        }
        ramps.ramps.sort_unstable_by_key(|ramp| (ramp.from, ramp.to));
        ramps.ramps.dedup_by_key(|ramp| (ramp.from, ramp.to));
        ramps.follow(graph, |_| ());
        ramps
    }

    /// Computes the costs of the ramps again; `touched` hears of ends of those that changed.
    pub(super) fn follow(&mut self, graph: &ConstraintGraph, mut touched: impl FnMut(StateId)) {
        let mut known: Option<Ramp> = None;
        for ramp in &mut self.ramps {
            // The way back costs the same.
            let back = known.filter(|known| (known.from, known.to) == (ramp.to, ramp.from));
            let cost =
                back.map_or_else(|| graph.cost_between(ramp.from, ramp.to, &mut self.scratch), |known| known.cost);
            known = Some(Ramp { cost, ..*ramp });
            if cost != ramp.cost {
                touched(ramp.from);
                ramp.cost = cost;
            }
        }
    }

    fn from(&self, state: StateId) -> &[Ramp] {
        let begin = self.ramps.partition_point(|ramp| ramp.from < state);
        let count = self.ramps[begin..].iter().take_while(|ramp| ramp.from == state).count();
        &self.ramps[begin..begin + count]
    }

    /// All states that ramps begin at.
    pub(super) fn ends(&self) -> impl Iterator<Item = StateId> {
        self.ramps.iter().map(|ramp| ramp.from)
    }
}

/// A [`ConstraintGraph`] as one plan sees it: the graph that its paths are in and its searches are on.
#[derive(Clone, Copy, Debug)]
pub struct PlanView<'g> {
    pub(super) graph: &'g ConstraintGraph,
    pub(super) ramps: &'g Ramps,
}

impl Graph for PlanView<'_> {
    fn states(&self) -> usize {
        self.graph.states()
    }

    #[inline]
    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        self.graph.successors(from, &mut visit);
        self.ramps.from(from).iter().for_each(|ramp| visit(ramp.to, ramp.cost));
    }
}

impl Reversible for PlanView<'_> {
    #[inline]
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.successors(to, visit);
    }
}

impl Heuristic for PlanView<'_> {
    #[inline]
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        self.graph.estimate(from, to)
    }
}
