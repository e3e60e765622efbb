//! LPA*: A* that repairs its plan, for a start and a goal that stay.

use super::repair::{Repair, Work};
use super::states::Reversed;
use super::{Answer, Budget, Heuristic, Reversible, SearchError, StateId, Stop};

/// Lifelong Planning A* (Koenig, Likhachev, Furcy, "Lifelong Planning A*", 2004).
///
/// The first search expands what A* does. After edges have changed, [`update`](Self::update) and
/// [`search`](Self::search) again: only states whose cost changed and matters are expanded, each at most twice. The path
/// is optimal, and costs exactly what A* anew would find. Costs must be > 0.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{Budget, LpaStar, Octile, StateId};
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
    repair: Repair,
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
        let mut plan = LpaStar { repair: Repair::new(false), path: Vec::new() };
        plan.restart(graph, heuristic, start, goal)?;
        Ok(plan)
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
        super::error::check_ends(graph.states(), start, goal)?;
        self.repair.begin(&Reversed(graph), &Reversed(heuristic), start, goal).map_err(SearchError::reversed)
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
        self.repair.update(&Reversed(graph), &Reversed(heuristic), touched).map_err(SearchError::reversed)
    }

    /// Finds, or repairs, a cheapest path. Cut short, it has no path but a lower bound, and goes on when called again.
    ///
    /// # Errors
    /// [`SearchError`] when a bad cost, edge or estimate is met. The plan must then be restarted.
    pub fn search<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        let (graph, heuristic) = (&Reversed(graph), &Reversed(heuristic));
        self.repair.work = Work::default();
        let stop = self.repair.solve(graph, heuristic, budget, &mut self.path).map_err(SearchError::reversed)?;
        let answer = answer(&self.repair, graph, heuristic, stop, &mut self.path);
        self.path.reverse();
        Ok(answer)
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }
}

/// What an optimal repairing search says when it stops.
pub(super) fn answer<G: Reversible, H: Heuristic>(
    repair: &Repair,
    graph: &G,
    heuristic: &H,
    stop: Option<Stop>,
    path: &mut Vec<StateId>,
) -> Answer {
    let Work { expansions, generated } = repair.work;
    if let Some(stop) = stop {
        path.clear();
        return Answer { stop, cost: None, lower: repair.lower_bound(heuristic), expansions, generated };
    }
    match repair.cost(graph, path) {
        Some(cost) => Answer { stop: Stop::Solved, cost: Some(cost), lower: cost, expansions, generated },
        None => Answer { stop: Stop::NoPath, cost: None, lower: f64::INFINITY, expansions, generated },
    }
}
