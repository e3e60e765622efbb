//! Events: what happened to a graph since a path was found on it.

use super::super::StateId;

/// The part of a graph that an event changed: R of the paper.
///
/// A state is in it if it came or went, or if an edge at it came, went or changed its cost: the ends of changed edges
/// belong to the region.
pub trait ChangedRegion {
    /// Whether a state is in it. A state that does not exist is in none.
    fn contains(&self, state: StateId) -> bool;

    /// A lower bound on the cost from a state to the nearest one of the region; 0 for those in it. It must be consistent:
    /// `cost_to(a) ≤ cost(a, b) + cost_to(b)` for every edge.
    fn cost_to(&self, from: StateId) -> f64;

    /// A lower bound on the cost from the nearest state of the region to a state.
    fn cost_from(&self, to: StateId) -> f64;

    /// An upper bound on the cost from one state of the region to another before the event; infinite where none is known, which
    /// is always right. Finite bounds allow more pruning for deletions on the path.
    fn old_cost(&self, from: StateId, to: StateId) -> f64 {
        let _ = (from, to);
        f64::INFINITY
    }

    /// An upper bound on the [old costs](Self::old_cost) from one state of the region to all that existed before the event.
    fn old_reach(&self, from: StateId) -> f64 {
        let _ = from;
        f64::INFINITY
    }

    /// Calls `pair` with any two states of the region that existed before the event, and a lower bound on the cost from the
    /// one to the other now, where that is below the [old cost](Self::old_cost) by more than `above`.
    ///
    /// Only called where old costs are finite.
    fn gains(&self, above: f64, pair: impl FnMut(StateId, StateId, f64)) {
        let _ = (above, pair);
    }
}

impl<R: ChangedRegion> ChangedRegion for &R {
    fn contains(&self, state: StateId) -> bool {
        (**self).contains(state)
    }

    fn cost_to(&self, from: StateId) -> f64 {
        (**self).cost_to(from)
    }

    fn cost_from(&self, to: StateId) -> f64 {
        (**self).cost_from(to)
    }

    fn old_cost(&self, from: StateId, to: StateId) -> f64 {
        (**self).old_cost(from, to)
    }

    fn old_reach(&self, from: StateId) -> f64 {
        (**self).old_reach(from)
    }

    fn gains(&self, above: f64, pair: impl FnMut(StateId, StateId, f64)) {
        (**self).gains(above, pair);
    }
}

/// All that has happened to a graph since a path was found on it: any number of insertions and deletions.
///
/// An insertion lengthens paths and a deletion shortens them. What does both, such as an obstacle that has moved, stands on
/// both sides.
#[derive(Clone, Copy, Debug)]
pub struct Events<'e, R> {
    /// The version of the graph before the first of them.
    pub since: u64,
    /// The version after the last: that of the graph now.
    pub until: u64,
    /// Where paths can only have become longer.
    pub longer: &'e [R],
    /// Where paths can only have become shorter.
    pub shorter: &'e [R],
}

impl<'e, R> Events<'e, R> {
    /// One insertion into the graph of a version, which made it the next.
    pub fn insertion(since: u64, region: &'e R) -> Events<'e, R> {
        Events { since, until: since.saturating_add(1), longer: std::slice::from_ref(region), shorter: &[] }
    }

    /// One deletion from the graph of a version, which made it the next.
    pub fn deletion(since: u64, region: &'e R) -> Events<'e, R> {
        Events { since, until: since.saturating_add(1), longer: &[], shorter: std::slice::from_ref(region) }
    }
}

/// The path an agent follows, from where it is now: all that it keeps of a search.
#[derive(Clone, Copy, Debug)]
pub struct OldPath<'p> {
    /// Its states, from where the agent is to its goal.
    pub states: &'p [StateId],
    /// Its cost in the graph it was found in, where no path was cheaper.
    pub cost: f64,
    /// The version of that graph.
    pub version: u64,
}

/// The case of a replan: how the events concern the path. The paper's four scenarios, or a search from scratch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplanCase {
    /// 1: insertions elsewhere. The old path is still the best.
    InsertionUnaffected,
    /// 2: insertions on the path. Its rest behind them is still the best from there.
    InsertionAffected,
    /// 3: deletions elsewhere. Only what passes them can be better.
    DeletionUnaffected,
    /// 4: deletions on the path.
    DeletionAffected,
    /// None of these: the path was planned from scratch, without pruning.
    FromScratch(NotPruned),
}

/// Why a path was planned from scratch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotPruned {
    /// There was nothing to replan: [`DpaStar::find`](super::DpaStar::find) was called.
    Asked,
    /// The old path is of an older version than the events begin with, so something else may have happened; or of a newer
    /// one than they end with.
    OtherVersion,
    /// The old path does not exist where nothing has changed, or does not cost what it is said to.
    NotAPath,
    /// The old path is so short that plain A* costs no more than pruning would.
    Short,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything it answers is another number.
    struct Numbers;

    impl ChangedRegion for Numbers {
        fn contains(&self, state: StateId) -> bool {
            state.0 == 7
        }

        fn cost_to(&self, from: StateId) -> f64 {
            f64::from(from.0) + 0.25
        }

        fn cost_from(&self, to: StateId) -> f64 {
            f64::from(to.0) + 0.5
        }

        fn old_cost(&self, from: StateId, to: StateId) -> f64 {
            f64::from(10 * from.0 + to.0)
        }

        fn old_reach(&self, from: StateId) -> f64 {
            f64::from(from.0) + 100.0
        }

        fn gains(&self, above: f64, mut pair: impl FnMut(StateId, StateId, f64)) {
            pair(StateId(3), StateId(4), above);
        }
    }

    fn answers<R: ChangedRegion>(region: R) -> [f64; 7] {
        let (mut gain, states) = (0.0, [5, 7].map(StateId));
        region.gains(2.5, |from, to, above| gain = region.old_cost(from, to) + above);
        let contains = states.map(|state| f64::from(u8::from(region.contains(state))));
        let costs = [region.cost_to(states[0]), region.cost_from(states[0]), region.old_cost(states[0], states[1])];
        [contains[0], contains[1], costs[0], costs[1], costs[2], region.old_reach(states[0]), gain]
    }

    #[test]
    fn a_reference_to_a_region_answers_as_the_region() {
        assert_eq!(answers(&Numbers), answers(Numbers));
        assert_eq!(answers(Numbers), [0.0, 1.0, 5.25, 5.5, 57.0, 105.0, 36.5]);
    }
}
