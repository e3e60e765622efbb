//! Sequences of goals: via one place to another, and patrols that repeat.

use super::graph::ConstraintGraph;
use super::plan::ConstraintPlan;
use navigant_search::graph::{Answer, Budget, SearchError, StateId, StopReason};

/// Goals to be visited one after the other; the way of expressing that a place must be visited (a hard attractor).
///
/// It keeps one plan: to the next goal. [`arrive`](Self::arrive) turns to the one after it.
///
/// ```
/// use navigant_mesh::{Map, Outline, roadmap::HybridGraph};
/// use navigant_planning::constraint::{ConstraintGraph, Errand};
/// use navigant_search::graph::Budget;
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
/// let graph = ConstraintGraph::hybrid(&map, &HybridGraph::of(&map, 0.5, 0.3)?);
/// let state = |p: [f64; 2]| graph.nearest_state(p, |_| true).ok_or("no state");
/// let (start, shop, home) = (state([2.0, 2.0])?, state([20.0, 18.0])?, state([38.0, 2.0])?);
/// let mut errand = Errand::new(&graph, start, vec![shop, home])?;
/// let path = errand.whole_path(&graph, Budget::UNLIMITED)?.ok_or("no path")?;
/// assert!(path.first() == Some(&start) && path.contains(&shop) && path.last() == Some(&home));
/// // Walked step by step: the first goal is reached, the plan leads to the second.
/// assert!(errand.goal() == shop && errand.arrive(&graph)? && errand.goal() == home);
/// assert!(!errand.arrive(&graph)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Errand {
    goals: Vec<StateId>,
    /// The number of the goal that the plan leads to.
    next: usize,
    repeats: bool,
    plan: ConstraintPlan,
}

impl Errand {
    /// Visits some goals in order; without any it stays at the start.
    ///
    /// # Errors
    /// [`SearchError`] when a state is unknown.
    pub fn new(graph: &ConstraintGraph, start: StateId, mut goals: Vec<StateId>) -> Result<Errand, SearchError> {
        if goals.is_empty() {
            goals.push(start);
        }
        for &goal in goals.iter().rev() {
            ConstraintPlan::new(graph, start, goal)?;
        }
        let plan = ConstraintPlan::new(graph, start, goals[0])?;
        Ok(Errand { goals, next: 0, repeats: false, plan })
    }

    /// The same, begun again after the last goal: a patrol.
    #[must_use]
    pub fn repeating(mut self) -> Errand {
        self.repeats = true;
        self
    }

    /// The plan to the next goal.
    pub fn plan(&mut self) -> &mut ConstraintPlan {
        &mut self.plan
    }

    /// The next goal.
    pub fn goal(&self) -> StateId {
        self.goals[self.next]
    }

    /// The next goal is reached: plans for the one after it. Says whether there is one.
    ///
    /// # Errors
    /// [`SearchError`] when the graph is not the plan's.
    pub fn arrive(&mut self, graph: &ConstraintGraph) -> Result<bool, SearchError> {
        let here = self.goal();
        if self.next + 1 < self.goals.len() {
            self.next += 1;
        } else if self.repeats {
            self.next = 0;
        } else {
            return Ok(false);
        }
        self.plan.restart(graph, here, self.goals[self.next])?;
        Ok(true)
    }

    /// The states from the start through all goals that are left, once, each leg a cheapest one; `None` if there is no path or the
    /// budget is spent.
    ///
    /// # Errors
    /// [`SearchError`] when the graph is not the plan's.
    pub fn whole_path(&mut self, graph: &ConstraintGraph, budget: Budget) -> Result<Option<Vec<StateId>>, SearchError> {
        let leg = self.plan.search_to_optimum(graph, budget)?;
        if !is_found(&leg) {
            return Ok(None);
        }
        let mut path = self.plan.path().to_vec();
        let mut rest: Option<ConstraintPlan> = None;
        for pair in self.goals[self.next..].windows(2) {
            let plan = match &mut rest {
                Some(plan) => {
                    plan.restart(graph, pair[0], pair[1])?;
                    plan
                }
                None => rest.insert(ConstraintPlan::new(graph, pair[0], pair[1])?),
            };
            if !is_found(&plan.search_to_optimum(graph, budget)?) {
                return Ok(None);
            }
            path.extend_from_slice(plan.path().get(1..).unwrap_or(&[]));
        }
        Ok(Some(path))
    }
}

fn is_found(answer: &Answer) -> bool {
    answer.stop == StopReason::Solved
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;
    use navigant_mesh::Map;
    use navigant_mesh::grid::MapGrid;

    #[test]
    fn a_patrol_goes_round_and_round() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0])).unwrap();
        let graph = ConstraintGraph::dense(&map, &MapGrid::of(&map, 1.0, 0.3).unwrap());
        let [a, b, c] = [[1.0, 1.0], [9.0, 1.0], [9.0, 9.0]].map(|p| graph.nearest_state(p, |_| true).unwrap());
        let mut patrol = Errand::new(&graph, a, vec![b, c]).unwrap().repeating();
        for wanted in [b, c, b, c, b] {
            assert_eq!(patrol.goal(), wanted);
            let answer = patrol.plan().search_to_optimum(&graph, Budget::UNLIMITED).unwrap();
            assert!(answer.is_optimal() && patrol.plan().path().last() == Some(&wanted));
            assert!(patrol.arrive(&graph).unwrap());
        }
        let mut once = Errand::new(&graph, a, vec![b, c]).unwrap();
        let path = once.whole_path(&graph, Budget::UNLIMITED).unwrap().unwrap();
        assert_eq!((path[0], path[path.len() - 1]), (a, c));
        assert!(path.contains(&b) && path.len() == 17);
        assert!(once.arrive(&graph).unwrap() && !once.arrive(&graph).unwrap());
        assert!(Errand::new(&graph, a, vec![b, StateId(4711)]).is_err());
    }
}
