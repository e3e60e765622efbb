//! A*: the cheapest path, guided by a heuristic.

use super::best_first::BestFirst;
use super::{Answer, Budget, Graph, Heuristic, SearchError, StateId};

/// A* (Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968).
///
/// Expands states in the order of g + h, the latest found first among equals. The path is optimal; no search that has only this
/// heuristic and must prove its answer expands fewer states, ties apart. Also right with a heuristic that is admissible
/// but not consistent: states are then reopened. O((n + m) log n) for n states and m edges met.
///
/// Stopped by its budget, it has no path, but a lower bound: the least g + h in the open list.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{AStar, Budget, Octile};
/// let mut grid = Grid::open(9, 9)?;
/// (0..8).try_for_each(|y| grid.block(Cell::new(4, y)).map(drop))?;
/// let id = |x, y| grid.id(Cell::new(x, y)).map(Into::into).ok_or("off the grid");
/// let mut a_star = AStar::new();
/// let answer = a_star.find(&grid, &Octile::on(&grid), id(0, 0)?, id(8, 0)?, Budget::UNLIMITED)?;
/// assert!(answer.is_optimal());
/// assert_eq!(a_star.path().len(), 19);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AStar {
    search: BestFirst,
}

impl AStar {
    /// A searcher; it allocates when it first meets a graph of a size.
    pub fn new() -> AStar {
        AStar::default()
    }

    /// Finds a cheapest path from start to goal.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown, or when a bad cost, edge or estimate is met on the way.
    pub fn find<G: Graph, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        self.search.run(graph, heuristic, start, Some(goal), 1.0, budget)
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        self.search.path()
    }
}
