//! LPA*: A* that repairs its plan, for a start and a goal that stay.

use super::error::check_ends;
use super::repair::OptimalPlan;
use super::states::Reversed;
use super::{Answer, Budget, Heuristic, Reversible, SearchError, StateId};

/// Lifelong Planning A* (Koenig, Likhachev, Furcy, "Lifelong Planning A*", 2004).
///
/// The first search expands what A* does. After edges have changed, [`update`](Self::update) and
/// [`search`](Self::search) again: only states whose cost changed and matters are expanded, each at most twice. The path
/// is optimal, and costs exactly what a new A* would find. Costs must be > 0.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{Budget, Octile, StateId};
/// use navigant_search::internals::LpaStar;
/// let mut grid = Grid::open(30, 30)?;
/// let near = Octile::on(&grid);
/// let mut plan = LpaStar::new(&grid, &near, StateId(0), StateId(899))?;
/// let first = plan.search(&grid, &near, Budget::UNLIMITED)?;
/// grid.block(Cell::new(15, 15))?;
/// plan.update(&grid, &near, grid.around(Cell::new(15, 15)).map(Into::into))?;
/// let second = plan.search(&grid, &near, Budget::UNLIMITED)?;
/// assert!(second.cost > first.cost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LpaStar {
    /// From the goal back to the start.
    plan: OptimalPlan,
    path: Vec<StateId>,
}

impl LpaStar {
    /// A plan from start to goal, not yet searched for.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown or the heuristic is not a number of at least 0.
    pub fn new<G: Reversible, H: Heuristic>(
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
    ) -> Result<LpaStar, SearchError> {
        check_ends(graph.states(), start, goal)?;
        let plan = OptimalPlan::new(&Reversed(graph), &Reversed(heuristic), start, goal);
        Ok(LpaStar { plan: plan.map_err(SearchError::reversed)?, path: Vec::new() })
    }

    /// Forgets the plan and keeps the memory.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn restart<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
    ) -> Result<(), SearchError> {
        self.path.clear();
        check_ends(graph.states(), start, goal)?;
        self.plan.restart(&Reversed(graph), &Reversed(heuristic), start, goal).map_err(SearchError::reversed)
    }

    /// Tells that the graph has changed: `touched` are the ends of every edge that came, went or changed its cost.
    ///
    /// # Errors
    /// [`SearchError`] as for [`search`](Self::search), or when a state is unknown.
    pub fn update<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        touched: impl IntoIterator<Item = StateId>,
    ) -> Result<(), SearchError> {
        self.plan.repair.update(&Reversed(graph), &Reversed(heuristic), touched).map_err(SearchError::reversed)
    }

    /// Finds, or repairs, a cheapest path. Stopped by its budget, it has no path but a lower bound, and resumes when called again.
    ///
    /// # Errors
    /// [`SearchError`] when a bad cost, edge or estimate is met. The plan must then be restarted.
    pub fn search<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        self.path.clear();
        let answer = self.plan.search(&Reversed(graph), &Reversed(heuristic), budget).map_err(SearchError::reversed)?;
        self.path.extend(self.plan.path.iter().rev());
        Ok(answer)
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }
}
