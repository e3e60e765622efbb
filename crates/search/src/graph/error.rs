//! What can be wrong with a graph, a query or a heuristic.

use super::StateId;

/// Why a search could not be run. That there is no path is not an error but an [`Answer`](super::Answer).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchError {
    /// The start is not a state of the graph.
    UnknownStart {
        /// The start.
        start: StateId,
        /// How many states there are.
        states: usize,
    },
    /// The goal is not a state of the graph.
    UnknownGoal {
        /// The goal.
        goal: StateId,
        /// How many states there are.
        states: usize,
    },
    /// A state that is said to have changed is not a state of the graph.
    UnknownState {
        /// The state.
        state: StateId,
        /// How many states there are.
        states: usize,
    },
    /// The cost of an edge is negative or NaN.
    BadCost {
        /// Where the edge begins.
        from: StateId,
        /// Where it ends.
        to: StateId,
        /// Its cost.
        cost: f64,
    },
    /// An edge ends, or begins, at a state that does not exist.
    EdgeToNowhere {
        /// The end that exists.
        from: StateId,
        /// The end that does not.
        to: StateId,
        /// How many states there are.
        states: usize,
    },
    /// A repairing search met an edge whose cost is 0, or so small that adding it to the cost of the rest changes
    /// nothing. Give it a cost of at least 2⁻⁵² of the longest path.
    VanishingCost {
        /// Where the edge begins.
        from: StateId,
        /// Where it ends.
        to: StateId,
        /// Its cost.
        cost: f64,
    },
    /// The heuristic is negative or NaN.
    BadEstimate {
        /// The state estimated from.
        from: StateId,
        /// The state estimated to.
        to: StateId,
        /// The estimate.
        estimate: f64,
    },
    /// The best successors of a plan lead in a circle: the graph was changed and the plan was not told by `update`.
    UntoldChange {
        /// A state on the circle.
        state: StateId,
    },
    /// An inflation that is below 1, infinite or NaN.
    BadEpsilon(f64),
    /// The old path of a replan has no states, so there is nowhere to plan from. Find a path first.
    EmptyPath,
}

impl std::fmt::Display for SearchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SearchError::UnknownStart { start, states } => {
                write!(f, "the start, {start}, is not one of the {states} states")
            }
            SearchError::UnknownGoal { goal, states } => {
                write!(f, "the goal, {goal}, is not one of the {states} states")
            }
            SearchError::UnknownState { state, states } => write!(f, "{state} is not one of the {states} states"),
            SearchError::BadCost { from, to, cost } => {
                write!(f, "the edge from {from} to {to} costs {cost}; costs must be 0 or more")
            }
            SearchError::EdgeToNowhere { from, to, states } => {
                write!(f, "an edge joins {from} to {to}, but there are only {states} states")
            }
            SearchError::VanishingCost { from, to, cost } => {
                write!(f, "the edge from {from} to {to} costs {cost}, which is nothing beside the rest of the path")
            }
            SearchError::BadEstimate { from, to, estimate } => {
                write!(f, "the heuristic from {from} to {to} is {estimate}; it must be 0 or more")
            }
            SearchError::UntoldChange { state } => {
                write!(f, "the graph near {state} was changed and the plan was not told; restart it")
            }
            SearchError::EmptyPath => write!(f, "the old path is empty: there is nowhere to plan from or to"),
            SearchError::BadEpsilon(epsilon) => write!(f, "an inflation of {epsilon}; it must be 1 or more and finite"),
        }
    }
}

impl std::error::Error for SearchError {}

impl SearchError {
    /// The same error of a search on the reversed graph, as seen on the graph.
    pub(super) fn reversed(self) -> SearchError {
        match self {
            SearchError::BadCost { from, to, cost } => SearchError::BadCost { from: to, to: from, cost },
            SearchError::VanishingCost { from, to, cost } => SearchError::VanishingCost { from: to, to: from, cost },
            SearchError::BadEstimate { from, to, estimate } => {
                SearchError::BadEstimate { from: to, to: from, estimate }
            }
            other => other,
        }
    }
}

/// Start and goal must be states.
pub(super) fn check_ends(states: usize, start: StateId, goal: StateId) -> Result<(), SearchError> {
    if start.index() >= states {
        return Err(SearchError::UnknownStart { start, states });
    }
    if goal.index() >= states {
        return Err(SearchError::UnknownGoal { goal, states });
    }
    Ok(())
}

/// An inflation must be a number of at least 1.
pub(super) fn check_epsilon(epsilon: f64) -> Result<(), SearchError> {
    if epsilon >= 1.0 && epsilon.is_finite() { Ok(()) } else { Err(SearchError::BadEpsilon(epsilon)) }
}

/// An estimate must be a number of at least 0.
#[inline]
pub(super) fn checked_estimate(from: StateId, to: StateId, estimate: f64) -> Result<f64, SearchError> {
    if estimate >= 0.0 { Ok(estimate) } else { Err(SearchError::BadEstimate { from, to, estimate }) }
}
