//! A*: the cheapest path, guided by a heuristic. Weighted A*: at most ε times the cheapest, with fewer expansions.

use super::best_first::BestFirst;
use super::error::check_epsilon;
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
#[derive(Clone, Debug)]
pub struct AStar {
    search: BestFirst,
    epsilon: f64,
}

impl Default for AStar {
    fn default() -> AStar {
        AStar { search: BestFirst::default(), epsilon: 1.0 }
    }
}

impl AStar {
    /// A searcher; it allocates when it first meets a graph of a size.
    pub fn new() -> AStar {
        AStar::default()
    }

    /// Weighted A* (Pohl, "Heuristic Search Viewed as Path Finding in a Graph", 1970): A* on g + ε·h.
    ///
    /// The cost is at most ε times the optimum; [`Answer::bound`] is usually tighter, since what still waits proves a lower bound
    /// of its own. Typically a fraction of A*'s expansions; at worst a state is reopened many times.
    ///
    /// ```
    /// use navigant_mesh::{CellId, Grid};
    /// use navigant_search::graph::{AStar, Budget, Octile};
    /// let grid = Grid::open(20, 20)?;
    /// let (from, to) = (CellId(0).into(), CellId(399).into());
    /// let answer = AStar::weighted(1.5)?.find(&grid, &Octile::on(&grid), from, to, Budget::UNLIMITED)?;
    /// assert!(answer.bound().is_some_and(|bound| bound <= 1.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SearchError::BadEpsilon`] when ε is below 1 or not finite.
    pub fn weighted(epsilon: f64) -> Result<AStar, SearchError> {
        check_epsilon(epsilon)?;
        Ok(AStar { epsilon, ..AStar::default() })
    }

    /// Finds a cheapest path from start to goal; one that costs at most ε times as much if it is [weighted](Self::weighted).
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
        self.search.run(graph, heuristic, start, Some(goal), self.epsilon, budget)
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        self.search.path()
    }
}
