//! Successors, counted as the text does.

use navigant_planning::internals::{Domain, DomainPlace};
use std::cell::Cell;

/// A domain that counts what it is asked for by expansions: all s' in pred(s), of which Φ(s, s') holds and which are in the tunnel.
///
/// So the text defines the effective branching factor, "the average number of successors that were generated". Our searches are told of fewer:
/// they ask beforehand which states the start can reach in time.
pub(super) struct Counted<'d, D> {
    domain: &'d D,
    told: Cell<u64>,
}

impl<'d, D> Counted<'d, D> {
    /// A domain of which nothing was asked yet.
    pub(super) fn new(domain: &'d D) -> Counted<'d, D> {
        Counted { domain, told: Cell::new(0) }
    }

    /// How many successors were told of.
    pub(super) fn told(&self) -> u64 {
        self.told.get()
    }
}

impl<D: Domain> Domain for Counted<'_, D> {
    type State = D::State;

    fn successors(&self, state: D::State, visit: &mut impl FnMut(D::State, f64)) {
        self.domain.successors(state, visit);
    }

    fn predecessors(&self, state: D::State, visit: &mut impl FnMut(D::State, f64)) {
        self.predecessors_if(state, &|_| true, visit);
    }

    fn predecessors_if(
        &self,
        state: D::State,
        keep: &impl Fn(D::State) -> bool,
        visit: &mut impl FnMut(D::State, f64),
    ) {
        self.domain.predecessors(state, &mut |from, cost| {
            self.told.set(self.told.get() + 1);
            if keep(from) {
                visit(from, cost);
            }
        });
    }

    fn reaches(&self, from: D::State, to: D::State) -> bool {
        self.domain.reaches(from, to)
    }

    fn heuristic(&self, from: D::State, to: D::State) -> f64 {
        self.domain.heuristic(from, to)
    }

    fn is_bounded(&self) -> bool {
        self.domain.is_bounded()
    }

    fn map_to(&self, state: D::State) -> DomainPlace {
        self.domain.map_to(state)
    }

    fn map_from(&self, place: DomainPlace) -> Option<D::State> {
        self.domain.map_from(place)
    }

    fn cost_of_metre(&self) -> f64 {
        self.domain.cost_of_metre()
    }
}
