//! Dijkstra's algorithm: the cheapest paths, guided by nothing.

use super::best_first::BestFirst;
use super::{Answer, Blind, Budget, Graph, SearchError, StateId};

/// Dijkstra's algorithm (Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959).
///
/// Expands states in the order of their cost from the start; every cost is final when its state is expanded.
/// O((n + m) log n) for n states and m edges met.
///
/// ```
/// use navigant_mesh::{CellId, Grid, grid::STRAIGHT};
/// use navigant_search::graph::{Budget, Dijkstra};
/// let grid = Grid::open(5, 1)?;
/// let mut dijkstra = Dijkstra::new();
/// let answer = dijkstra.find(&grid, CellId(0).into(), CellId(4).into(), Budget::UNLIMITED)?;
/// assert_eq!((answer.cost, dijkstra.path().len()), (Some(4.0 * STRAIGHT), 5));
/// dijkstra.flood(&grid, CellId(0).into(), Budget::UNLIMITED)?;
/// assert_eq!(dijkstra.distance(CellId(3).into()), Some(3.0 * STRAIGHT));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dijkstra {
    search: BestFirst,
}

impl Dijkstra {
    /// A searcher; it allocates when it first meets a graph of a size.
    pub fn new() -> Dijkstra {
        Dijkstra::default()
    }

    /// Finds a cheapest path from start to goal.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown, or when a bad cost or edge is met on the way.
    pub fn find<G: Graph>(
        &mut self,
        graph: &G,
        start: StateId,
        goal: StateId,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        self.search.run(graph, &Blind, start, Some(goal), 1.0, budget)
    }

    /// Finds the cost of everything that can be reached. Having no goal, it stops with
    /// [`StopReason::NoPath`](super::StopReason::NoPath) when it has seen all, or when the budget is spent.
    ///
    /// # Errors
    /// [`SearchError`] when the start is unknown, or when a bad cost or edge is met on the way.
    pub fn flood<G: Graph>(&mut self, graph: &G, start: StateId, budget: Budget) -> Result<Answer, SearchError> {
        self.search.run(graph, &Blind, start, None, 1.0, budget)
    }

    /// The cost from the start of the last search to a state it has found: exact once the state was expanded, an upper
    /// bound before.
    pub fn distance(&self, state: StateId) -> Option<f64> {
        self.search.distance(state)
    }

    /// The state before one on the best path to it that the last search has found; `None` at the start and where the
    /// search has not been.
    pub(crate) fn parent(&self, state: StateId) -> Option<StateId> {
        self.search.parent(state)
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        self.search.path()
    }
}
