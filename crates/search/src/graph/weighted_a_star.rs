//! Weighted A*: a bounded-suboptimal path, at most ε times the optimum, with fewer expansions.

use super::best_first::BestFirst;
use super::error::check_epsilon;
use super::{Answer, Budget, Graph, Heuristic, SearchError, StateId};

/// Weighted A* (Pohl, "Heuristic Search Viewed as Path Finding in a Graph", 1970).
///
/// A* on g + ε·h. The cost is at most ε times the optimum; [`Answer::bound`] is usually tighter, since what still waits
/// proves a lower bound of its own. Typically a fraction of A*'s expansions; at worst a state is reopened many times.
///
/// ```
/// use navigant_mesh::{CellId, Grid};
/// use navigant_search::graph::{Budget, Octile, WeightedAStar};
/// let grid = Grid::open(20, 20)?;
/// let (from, to) = (CellId(0).into(), CellId(399).into());
/// let answer = WeightedAStar::new(1.5)?.find(&grid, &Octile::on(&grid), from, to, Budget::UNLIMITED)?;
/// assert!(answer.bound().is_some_and(|bound| bound <= 1.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeightedAStar {
    search: BestFirst,
    epsilon: f64,
}

impl WeightedAStar {
    /// A searcher with inflation ε.
    ///
    /// # Errors
    /// [`SearchError::BadEpsilon`] when ε is below 1 or not finite.
    pub fn new(epsilon: f64) -> Result<WeightedAStar, SearchError> {
        check_epsilon(epsilon)?;
        Ok(WeightedAStar { search: BestFirst::default(), epsilon })
    }

    /// Finds a path from start to goal that costs at most ε times the cheapest.
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
