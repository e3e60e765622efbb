//! A plan on a constrained graph: AD* that follows the graph's log.

use super::graph::{ConstraintGraph, LogPlace};
use super::highways::HighwayGraph;
use super::plan_view::{PlanView, Ramps};
use super::tuning::{EPSILON_STEP, FIRST_EPSILON, HIGHWAY_EPSILON};
use navigant_geometry::Point;
use navigant_search::graph::{AStar, AdStar, Answer, Budget, Graph, Heuristic, SearchError, StateId, StopReason};
use navigant_search::internals::AdStarInternals as _;

/// One agent's plan from a state to another, by [AD*](AdStar): soon within 2.5 times the optimum, better with every search, repaired
/// from the graph's log when constraints have changed.
///
/// On a hybrid graph the first path is looked for on the highways alone, and taken if it is provably good enough.
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
    /// From the goal to the start, and what it has seen of the log.
    tree: Tree,
    /// The same from the start to the goal, once [`repair`](Self::repair) has needed it.
    forward: Option<Tree>,
    start: StateId,
    goal: StateId,
    first_epsilon: f64,
    /// The inflation after one that ended well; below 1 for 1.
    next_epsilon: f64,
    /// Whether the last search ended within its ε and nothing has happened since.
    is_good: bool,
    /// Whether anything was searched for since the last restart.
    is_begun: bool,
    ramps: Ramps,
    highways: AStar,
    path: Vec<StateId>,
}

/// A search and its place in the log.
#[derive(Clone, Debug)]
struct Tree {
    search: AdStar,
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
    pub(crate) fn with_epsilon(
        graph: &ConstraintGraph,
        start: StateId,
        goal: StateId,
        epsilon: f64,
    ) -> Result<ConstraintPlan, SearchError> {
        let ramps = Ramps::of(graph, [start, goal]);
        let view = PlanView { graph, ramps: &ramps };
        let tree = Tree { search: AdStar::new(&view, &view, start, goal, epsilon)?, place: graph.log_place() };
        Ok(ConstraintPlan {
            tree,
            forward: None,
            start,
            goal,
            first_epsilon: epsilon,
            next_epsilon: epsilon,
            is_good: false,
            is_begun: false,
            ramps,
            highways: AStar::weighted(HIGHWAY_EPSILON)?,
            path: Vec::new(),
        })
    }

    /// Forgets the plan and keeps the memory: for another goal, or another graph.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown.
    pub fn restart(&mut self, graph: &ConstraintGraph, start: StateId, goal: StateId) -> Result<(), SearchError> {
        self.ramps = Ramps::of(graph, [start, goal]);
        let view = PlanView { graph, ramps: &self.ramps };
        self.tree.search.restart(&view, &view, start, goal, self.first_epsilon)?;
        (self.tree.place, self.forward) = (graph.log_place(), None);
        (self.start, self.goal, self.is_good, self.is_begun) = (start, goal, false, false);
        self.path.clear();
        Ok(())
    }

    /// The graph as the plan sees it.
    pub(crate) fn view<'g>(&'g self, graph: &'g ConstraintGraph) -> PlanView<'g> {
        PlanView { graph, ramps: &self.ramps }
    }

    /// Moves the start, along the path or anywhere.
    ///
    /// # Errors
    /// [`SearchError::UnknownStart`].
    pub fn move_start(&mut self, graph: &ConstraintGraph, start: StateId) -> Result<(), SearchError> {
        if start != self.start {
            self.tree.search.move_start(&PlanView { graph, ramps: &self.ramps }, start)?;
            (self.start, self.is_good, self.forward) = (start, false, None);
            let passed = self.path.iter().position(|&state| state == start).unwrap_or(self.path.len());
            self.path.drain(..passed);
        }
        Ok(())
    }

    /// Catches up with the graph and finds, improves or repairs the path until it is within ε of the optimum or the budget is spent.
    /// A search after one that ended well lowers ε.
    ///
    /// # Errors
    /// [`SearchError`] when the graph is not the plan's.
    pub fn search(&mut self, graph: &ConstraintGraph, budget: Budget) -> Result<Answer, SearchError> {
        self.follow(graph)?;
        let epsilon = self.tree.search.epsilon();
        if !std::mem::replace(&mut self.is_begun, true)
            && epsilon > 1.0
            && let Some(answer) = self.take_highways(graph, budget)?
        {
            // The tree need not prove what is proved already: it begins where it halves, at least, what is left to prove.
            let unproved = answer.bound().unwrap_or(epsilon) - 1.0;
            let steps = ((epsilon - 1.0 - unproved / 2.0) / EPSILON_STEP).ceil().max(1.0);
            self.next_epsilon = epsilon - steps * EPSILON_STEP;
            self.is_good = true;
            return Ok(answer);
        }
        if self.is_good && epsilon > 1.0 {
            self.tree.search.set_epsilon(self.next_epsilon.max(1.0))?;
        }
        self.next_epsilon = self.tree.search.epsilon() - EPSILON_STEP;
        self.run(graph, budget)
    }

    /// The same, with ε = 1: a cheapest path, if the budget allows.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn search_to_optimum(&mut self, graph: &ConstraintGraph, budget: Budget) -> Result<Answer, SearchError> {
        self.follow(graph)?;
        self.tree.search.set_epsilon(1.0)?;
        self.run(graph, budget)
    }

    /// A cheapest path as the graph is now, repaired by whichever of two search trees the change costs less: what changes near the start
    /// changes few costs to the goal, and what changes near the goal few costs from the start. The second tree is
    /// made when it is first wanted, and forgotten when the start moves.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn repair(&mut self, graph: &ConstraintGraph) -> Result<Answer, SearchError> {
        if !self.is_nearer_goal(graph) {
            return self.search_to_optimum(graph, Budget::UNLIMITED);
        }
        self.ramps.follow(graph, |_| ());
        let view = PlanView { graph, ramps: &self.ramps };
        match &mut self.forward {
            Some(tree) => tree.follow(&view, (self.goal, self.start), 1.0)?,
            none => {
                let search = AdStar::new(&view, &view, self.goal, self.start, 1.0)?;
                *none = Some(Tree { search, place: graph.log_place() });
            }
        }
        let Some(Tree { search, .. }) = &mut self.forward else {
            return self.search_to_optimum(graph, Budget::UNLIMITED);
        };
        let answer = search.search(&view, &view, Budget::UNLIMITED)?;
        self.path.clear();
        self.path.extend(search.path().iter().rev());
        Ok(answer)
    }

    /// Whether what has changed lies nearer to the goal than to the start.
    fn is_nearer_goal(&self, graph: &ConstraintGraph) -> bool {
        let touched =
            graph.since(self.forward.as_ref().map_or(self.tree.place, |tree| tree.place.max(self.tree.place)));
        let latest = touched.and_then(|touched| touched.last());
        latest.is_some_and(|&(state, _)| graph.estimate(state, self.goal) < graph.estimate(state, self.start))
    }

    fn run(&mut self, graph: &ConstraintGraph, budget: Budget) -> Result<Answer, SearchError> {
        let view = PlanView { graph, ramps: &self.ramps };
        let mut answer = self.tree.search.search(&view, &view, budget)?;
        self.is_good = matches!(answer.stop, StopReason::Solved | StopReason::NoPath);
        // A path from before may be better than what a search has that was stopped.
        let kept = if self.is_good { None } else { cost_along(&view, &self.path, self.start, self.goal) };
        if let Some(kept) = kept.filter(|&kept| answer.cost.is_none_or(|cost| kept < cost)) {
            answer = Answer { cost: Some(kept), lower: answer.lower.min(kept), ..answer };
        } else {
            self.path.clear();
            self.path.extend_from_slice(self.tree.search.path());
        }
        Ok(answer)
    }

    /// A path on the highways, if it is within ε of the least that any path costs.
    fn take_highways(&mut self, graph: &ConstraintGraph, budget: Budget) -> Result<Option<Answer>, SearchError> {
        let ConstraintPlan { start, goal, path, ramps, highways: search, .. } = self;
        path.clear();
        let from = graph.highways().approach(*start, |state| path.push(state));
        let begun = path.len();
        let to = graph.highways().approach(*goal, |state| path.push(state));
        path[begun..].reverse();
        let (Some(from), Some(to)) = (from, to) else {
            path.clear();
            return Ok(None);
        };
        let highways = HighwayGraph(graph);
        let found = search.find(&highways, &highways, from.into(), to.into(), budget)?;
        path.splice(begun..begun, search.path().iter().filter_map(|&hub| highways.state(hub)));
        path.dedup();
        let cost = found.cost.and_then(|_| cost_along(&PlanView { graph, ramps }, path, *start, *goal));
        let lower = graph.lower_bound(*start, *goal);
        let Some(cost) = cost.filter(|&cost| cost <= self.tree.search.epsilon() * lower) else {
            path.clear();
            return Ok(None);
        };
        Ok(Some(Answer { stop: StopReason::Solved, cost: Some(cost), lower: lower.min(cost), ..found }))
    }

    /// Tells the search what has changed since it last ran.
    fn follow(&mut self, graph: &ConstraintGraph) -> Result<(), SearchError> {
        if graph.log_place() == self.tree.place {
            return Ok(());
        }
        self.is_good = false;
        self.ramps.follow(graph, |_| ());
        let view = PlanView { graph, ramps: &self.ramps };
        self.tree.follow(&view, (self.start, self.goal), self.first_epsilon)
    }

    /// The states of the path, from start to goal; empty if there is none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }

    /// The points of the path.
    pub fn points(&self, graph: &ConstraintGraph) -> Vec<Point> {
        self.path().iter().filter_map(|&state| graph.point(state)).collect()
    }

    /// The inflation of the last search.
    pub(crate) fn epsilon(&self) -> f64 {
        self.tree.search.epsilon()
    }
}

impl Tree {
    /// Tells the search what has changed since it last looked; without a log it begins again.
    fn follow(&mut self, view: &PlanView, ends: (StateId, StateId), epsilon: f64) -> Result<(), SearchError> {
        let since = std::mem::replace(&mut self.place, view.graph.log_place());
        let Some(touched) = view.graph.since(since) else {
            return self.search.restart(view, view, ends.0, ends.1, epsilon);
        };
        let is_cheaper = touched.iter().any(|&(_, cheaper)| cheaper);
        // A state is logged with each of its transitions, and costs of ramps are not.
        let mut states: Vec<StateId> = touched.iter().map(|&(state, _)| state).chain(view.ramps.ends()).collect();
        states.sort_unstable();
        states.dedup();
        if is_cheaper || touched.is_empty() || view.ramps.ends().next().is_some() {
            self.search.update(view, view, states)
        } else {
            self.search.update_dearer(view, view, states)
        }
    }
}

/// What a path costs now; `None` if it does not lead from start to goal.
fn cost_along(view: &PlanView, path: &[StateId], start: StateId, goal: StateId) -> Option<f64> {
    if path.first() != Some(&start) || path.last() != Some(&goal) {
        return None;
    }
    path.windows(2).try_fold(0.0, |sum, pair| {
        let mut least = f64::INFINITY;
        view.successors(pair[0], |to, cost| least = if to == pair[1] { least.min(cost) } else { least });
        least.is_finite().then_some(sum + least)
    })
}
