//! A plan on a constrained graph: AD* that follows the graph's log.

use super::graph::{ConstraintGraph, LogPlace};
use super::tuning::{EPSILON_STEP, FIRST_EPSILON};
use navigant_geometry::Point;
use navigant_search::graph::{AdStar, Answer, Budget, SearchError, StateId, Stop};

/// One agent's plan from a state to another, by [AD*](AdStar): soon within 2.5 times the optimum, better with every search, repaired
/// from the graph's log when constraints have changed.
///
/// ```
/// use navigant_geometry::Outline;
/// use navigant_mesh::{Map, roadmap::HybridGraph};
/// use navigant_planning::constraint::{Constraint, ConstraintGraph, ConstraintPlan, Preposition, Shape};
/// use navigant_search::graph::Budget;
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
/// let mut graph = ConstraintGraph::hybrid(&map, &HybridGraph::of(&map, 0.5, 0.3)?);
/// let pond = Shape::of([&Outline::rectangle([15.0, 5.0], [25.0, 15.0])])?;
/// let id = graph.add(Constraint::soft(Preposition::Near, pond.clone(), -8.0)?)?;
/// let [start, goal] = [[2.0, 10.0], [38.0, 10.0]].map(|p| graph.nearest_state(p, |_| true).ok_or("no state"));
/// let mut plan = ConstraintPlan::new(&graph, start?, goal?)?;
/// let first = plan.search(&graph, Budget::UNLIMITED)?;
/// assert!(first.bound().is_some_and(|bound| bound <= 2.5));
/// let best = plan.search_to_optimum(&graph, Budget::UNLIMITED)?;
/// assert!(best.is_optimal());
/// graph.replace(id, Constraint::hard(pond))?;
/// let repaired = plan.search_to_optimum(&graph, Budget::UNLIMITED)?;
/// assert!(repaired.is_optimal() && repaired.cost != best.cost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConstraintPlan {
    search: AdStar,
    start: StateId,
    goal: StateId,
    first_epsilon: f64,
    /// Whether the last search ended within its ε and nothing has happened since.
    is_good: bool,
    place: LogPlace,
}

impl ConstraintPlan {
    /// A plan from start to goal, not yet searched for.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown.
    pub fn new(graph: &ConstraintGraph, start: StateId, goal: StateId) -> Result<ConstraintPlan, SearchError> {
        ConstraintPlan::with_epsilon(graph, start, goal, FIRST_EPSILON)
    }

    /// The same with another inflation to begin with; 1 for an optimal plan at once.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown or ε is below 1.
    pub fn with_epsilon(
        graph: &ConstraintGraph,
        start: StateId,
        goal: StateId,
        epsilon: f64,
    ) -> Result<ConstraintPlan, SearchError> {
        let search = AdStar::new(graph, graph, start, goal, epsilon)?;
        let place = graph.log_place();
        Ok(ConstraintPlan { search, start, goal, first_epsilon: epsilon, is_good: false, place })
    }

    /// Forgets the plan and keeps the memory: for another goal, or another graph.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown.
    pub fn restart(&mut self, graph: &ConstraintGraph, start: StateId, goal: StateId) -> Result<(), SearchError> {
        self.search.restart(graph, graph, start, goal, self.first_epsilon)?;
        (self.start, self.goal, self.is_good, self.place) = (start, goal, false, graph.log_place());
        Ok(())
    }

    /// Moves the start, along the path or anywhere.
    ///
    /// # Errors
    /// [`SearchError::UnknownStart`].
    pub fn move_start(&mut self, graph: &ConstraintGraph, start: StateId) -> Result<(), SearchError> {
        self.is_good &= start == self.start;
        self.start = start;
        self.search.move_start(graph, start)
    }

    /// Catches up with the graph and finds, improves or repairs the path until it is within ε of the optimum or the budget is spent.
    /// A search after one that ended well lowers ε.
    ///
    /// # Errors
    /// [`SearchError`] when the graph is not the plan's.
    pub fn search(&mut self, graph: &ConstraintGraph, budget: Budget) -> Result<Answer, SearchError> {
        self.follow(graph)?;
        if self.is_good && self.search.epsilon() > 1.0 {
            self.search.set_epsilon((self.search.epsilon() - EPSILON_STEP).max(1.0))?;
        }
        self.run(graph, budget)
    }

    /// The same, with ε = 1: a cheapest path, if the budget allows.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn search_to_optimum(&mut self, graph: &ConstraintGraph, budget: Budget) -> Result<Answer, SearchError> {
        self.follow(graph)?;
        self.search.set_epsilon(1.0)?;
        self.run(graph, budget)
    }

    fn run(&mut self, graph: &ConstraintGraph, budget: Budget) -> Result<Answer, SearchError> {
        let answer = self.search.search(graph, graph, budget)?;
        self.is_good = matches!(answer.stop, Stop::Solved | Stop::NoPath);
        Ok(answer)
    }

    /// Tells the search what has changed since it last ran.
    fn follow(&mut self, graph: &ConstraintGraph) -> Result<(), SearchError> {
        if graph.log_place() == self.place {
            return Ok(());
        }
        self.is_good = false;
        match graph.since(self.place) {
            None => self.search.restart(graph, graph, self.start, self.goal, self.first_epsilon)?,
            Some(touched) => {
                let states = touched.iter().map(|&(state, _)| state);
                // Without any, the heuristic has changed.
                if touched.iter().any(|&(_, cheaper)| cheaper) || touched.is_empty() {
                    self.search.update(graph, graph, states)?;
                } else {
                    self.search.update_dearer(graph, graph, states)?;
                }
            }
        }
        self.place = graph.log_place();
        Ok(())
    }

    /// The states of the path, from start to goal; empty if there is none.
    pub fn path(&self) -> &[StateId] {
        self.search.path()
    }

    /// The points of the path.
    pub fn points(&self, graph: &ConstraintGraph) -> Vec<Point> {
        self.path().iter().filter_map(|&state| graph.point(state)).collect()
    }

    /// The inflation of the last search.
    pub fn epsilon(&self) -> f64 {
        self.search.epsilon()
    }

    /// Where it leads.
    pub fn goal(&self) -> StateId {
        self.goal
    }
}
