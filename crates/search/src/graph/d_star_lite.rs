//! D* Lite: repairs its plan while the start moves.

use super::error::check_ends;
use super::repair::OptimalPlan;
use super::{Answer, Budget, Heuristic, Reversible, SearchError, StateId};

/// D* Lite (Koenig, Likhachev, "D* Lite", 2002).
///
/// LPA* (`lpa_star`) run from the goal, so that costs stay valid while an agent walks: only the order of the open list
/// depends on the start, and the key modifier k_m saves sorting it again. The path is optimal, and costs exactly what a new A*
/// would find; a repair expands a state at most twice. Costs must be > 0. A new goal needs a
/// new plan.
///
/// Follows the listing of Likhachev et al. 2005, except that a state knows its best successor: when a cost falls its
/// predecessors compare instead of scanning all their edges, when it rises only those whose best successor it was scan again. And
/// a cost that rises goes at once to that of the best path known to be valid, not to infinity and back.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{Budget, DStarLite, Octile, StateId};
/// let mut grid = Grid::open(30, 30)?;
/// let near = Octile::on(&grid);
/// let mut plan = DStarLite::new(&grid, &near, StateId(0), StateId(899))?;
/// plan.search(&grid, &near, Budget::UNLIMITED)?;
/// plan.move_start(&grid, &near, plan.path()[3])?;
/// grid.block(Cell::new(4, 4))?;
/// plan.update(&grid, &near, grid.around(Cell::new(4, 4)).map(Into::into))?;
/// assert!(plan.search(&grid, &near, Budget::UNLIMITED)?.is_optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DStarLite {
    plan: OptimalPlan,
}

impl DStarLite {
    /// A plan from start to goal, not yet searched for.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown or the heuristic is not a number of at least 0.
    pub fn new<G: Reversible, H: Heuristic>(
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
    ) -> Result<DStarLite, SearchError> {
        Ok(DStarLite { plan: OptimalPlan::new(graph, heuristic, goal, start)? })
    }

    /// Forgets the plan and keeps the memory.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(crate) fn restart<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
    ) -> Result<(), SearchError> {
        self.plan.restart(graph, heuristic, goal, start)
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
        self.plan.repair.update(graph, heuristic, touched)
    }

    /// Moves the start, along the path or anywhere.
    ///
    /// # Errors
    /// [`SearchError::UnknownStart`], or [`SearchError::BadEstimate`] between the old and the new start.
    pub fn move_start<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        start: StateId,
    ) -> Result<(), SearchError> {
        check_ends(graph.states(), start, start)?;
        self.plan.repair.drift_to(heuristic, start);
        self.plan.repair.check()
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
        self.plan.search(graph, heuristic, budget)
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.plan.path
    }

    /// How many bytes it keeps for the next repair: something for every state of the graph.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.plan.repair.memory_bytes() + size_of_val(&self.plan.path[..])
    }
}
