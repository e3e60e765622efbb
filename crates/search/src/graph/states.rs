//! The traits that searches are generic over: graph, reversible graph, heuristic.

use navigant_mesh::Grid;

/// A state of a graph: the ids of a graph with n states are the numbers below n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

impl StateId {
    /// The id as an index.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for StateId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "state {}", self.0)
    }
}

/// A directed graph with a cost on every edge.
///
/// Costs are ≥ 0; the repairing searches want them > 0 (a ring of free edges would hold itself up). An edge of infinite
/// cost is no edge. A search answers a cost that is negative or NaN, and an edge to a state that does not exist, with a
/// [`SearchError`](super::SearchError).
///
/// ```
/// use navigant_search::graph::{AStar, Blind, Budget, Graph, StateId};
/// /// 0 → 1 → 2 → … → 9
/// struct Line;
/// impl Graph for Line {
///     fn states(&self) -> usize {
///         10
///     }
///     fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
///         if from.0 < 9 {
///             visit(StateId(from.0 + 1), 1.0);
///         }
///     }
/// }
/// let answer = AStar::new().find(&Line, &Blind, StateId(2), StateId(7), Budget::UNLIMITED)?;
/// assert_eq!(answer.cost, Some(5.0));
/// # Ok::<(), navigant_search::graph::SearchError>(())
/// ```
pub trait Graph {
    /// How many states are known. It may grow while a search visits successors, as in an
    /// [`ImplicitGraph`](super::ImplicitGraph), but never shrinks while one runs.
    fn states(&self) -> usize;

    /// Calls `visit` with the end and the cost of every edge that leaves a state, in a fixed order.
    fn successors(&self, from: StateId, visit: impl FnMut(StateId, f64));

    /// The successors worth following on a path that came to `from` by an edge from `parent` (or begins at `from`, if both
    /// are the same).
    ///
    /// A graph may leave out a successor that can be reached from `parent` as cheaply without `from`. The searches that
    /// look forward and once (Dijkstra, A*, weighted A*) ask this way.
    #[inline]
    fn onward(&self, parent: StateId, from: StateId, visit: impl FnMut(StateId, f64)) {
        let _ = parent;
        self.successors(from, visit);
    }

    /// The successors without those that were never met: what a backward search looks ahead to, for the cost of a state it has
    /// not met is infinite. A graph that makes states when they are asked for saves their memory here.
    #[inline]
    fn known_successors(&self, from: StateId, visit: impl FnMut(StateId, f64)) {
        self.successors(from, visit);
    }
}

/// A graph whose edges can be followed backwards: what the repairing searches need.
pub trait Reversible: Graph {
    /// Calls `visit` with the beginning and the cost of every edge that enters a state, in a fixed order.
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64));

    /// The grid that this graph is, if it is nothing else: what is known of grids makes repairs much faster.
    #[inline]
    fn as_grid(&self) -> Option<&Grid> {
        None
    }
}

/// An estimate of the cost between two states.
///
/// It must be consistent: `estimate(a, c) ≤ cost(a, b) + estimate(b, c)` for every edge (a, b), and 0 from a state to
/// itself. Then it never exceeds the true cost, and every guarantee in this module holds. Infinity means "cannot get
/// there"; NaN and negative estimates are errors.
pub trait Heuristic {
    /// A lower bound on the cost from one state to another.
    fn estimate(&self, from: StateId, to: StateId) -> f64;
}

impl<F: Fn(StateId, StateId) -> f64> Heuristic for F {
    #[inline]
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        self(from, to)
    }
}

/// The heuristic that knows nothing: always 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Heuristic for Blind {
    #[inline]
    fn estimate(&self, _: StateId, _: StateId) -> f64 {
        0.0
    }
}

/// A graph, or a heuristic, seen from its other end.
pub(super) struct Reversed<'a, T>(pub(super) &'a T);

impl<G: Reversible> Graph for Reversed<'_, G> {
    fn states(&self) -> usize {
        self.0.states()
    }

    fn successors(&self, from: StateId, visit: impl FnMut(StateId, f64)) {
        self.0.predecessors(from, visit);
    }
}

impl<G: Reversible> Reversible for Reversed<'_, G> {
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.0.successors(to, visit);
    }
}

impl<H: Heuristic> Heuristic for Reversed<'_, H> {
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        self.0.estimate(to, from)
    }
}

/// The cost of the cheapest edge from one state to another.
pub(super) fn edge_cost<G: Graph>(graph: &G, from: StateId, to: StateId) -> Option<f64> {
    let mut least = f64::INFINITY;
    graph.known_successors(from, |end, cost| {
        if end == to && cost < least {
            least = cost;
        }
    });
    least.is_finite().then_some(least)
}

/// What a path costs today, added up from its end as the backward searches do; `None` if an edge of it is gone.
pub(super) fn cost_of<G: Graph>(graph: &G, path: &[StateId]) -> Option<f64> {
    path.windows(2).rev().try_fold(0.0, |sum, pair| Some(edge_cost(graph, pair[0], pair[1])? + sum))
}
