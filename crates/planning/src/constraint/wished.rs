//! A graph under wishes, whose things move.

use super::field::ConstraintId;
use super::graph::ConstraintGraph;
use super::wish::{Demand, Things, Wish, WishError, WishProblem, Wishes};
use navigant_geometry::Point;
use navigant_mesh::Map;
use navigant_search::graph::StateId;
use navigant_search::plane::VisibilityFinder;

/// A [`ConstraintGraph`] with the constraints of a list of [`Wishes`]: when a thing moves, those that name it are moved.
///
/// ```
/// use navigant_geometry::Outline;
/// use navigant_mesh::{Map, roadmap::HybridGraph};
/// use navigant_planning::constraint::{ConstraintGraph, Thing, Things, WishedGraph, Wishes};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
/// let mut things = Things::new();
/// things.insert("guard", Thing::disc([20.0, 10.0], 0.3)?);
/// let wishes = Wishes::parse("avoid near guard weight 6")?;
/// let graph = ConstraintGraph::hybrid(&map, &HybridGraph::of(&map, 0.5, 0.3)?);
/// let mut wished = WishedGraph::new(graph, wishes, &things, &map)?;
/// let guard = things.get("guard").ok_or("no guard")?.moved_to([22.0, 10.0], 0.0)?;
/// things.insert("guard", guard);
/// wished.moved("guard", &things, &map)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WishedGraph {
    graph: ConstraintGraph,
    wishes: Vec<(Wish, Option<ConstraintId>)>,
    finder: VisibilityFinder,
}

impl WishedGraph {
    /// The graph with the constraints of all wishes added.
    ///
    /// # Errors
    /// [`WishError`] names the first wish that cannot be.
    pub fn new(graph: ConstraintGraph, wishes: Wishes, things: &Things, map: &Map) -> Result<WishedGraph, WishError> {
        let mut wished = WishedGraph { graph, wishes: Vec::new(), finder: VisibilityFinder::new() };
        for wish in wishes {
            let shape = things.shape(&wish, map, &mut wished.finder)?;
            let id = match wish.constraint(shape)? {
                None => None,
                Some(constraint) => {
                    let added = wished.graph.add(constraint);
                    Some(added.map_err(|reason| wish.error(WishProblem::Constraint(reason)))?)
                }
            };
            wished.wishes.push((wish, id));
        }
        Ok(wished)
    }

    /// The graph.
    pub fn graph(&self) -> &ConstraintGraph {
        &self.graph
    }

    /// A thing has moved or changed: so do the constraints whose wishes name it.
    ///
    /// # Errors
    /// [`WishError`] if one has no region any more; it then stays as it was.
    pub fn moved(&mut self, name: &str, things: &Things, map: &Map) -> Result<(), WishError> {
        for (wish, id) in self.wishes.iter().filter(|(wish, _)| wish.place.names(name)) {
            let Some(id) = *id else { continue };
            let shape = things.shape(wish, map, &mut self.finder)?;
            if let Some(constraint) = wish.constraint(shape)? {
                let replaced = self.graph.replace(id, constraint);
                replaced.map_err(|reason| wish.error(WishProblem::Constraint(reason)))?;
            }
        }
        Ok(())
    }

    /// The goals on the way to a goal, in the order of the wishes, and then the goal: each is the state in the middle of those in
    /// its region.
    ///
    /// # Errors
    /// [`WishError`] if a region has no state that may be entered, or a hard wish covers the start or the goal.
    pub fn goals(
        &mut self,
        start: StateId,
        goal: StateId,
        things: &Things,
        map: &Map,
    ) -> Result<Vec<StateId>, WishError> {
        self.check_ends(start, goal)?;
        let mut goals = Vec::new();
        for (wish, _) in self.wishes.iter().filter(|(wish, _)| wish.demand == Demand::Via) {
            let shape = things.shape(wish, map, &mut self.finder)?;
            let is_allowed = |&state: &StateId| {
                self.graph.point(state).is_some_and(|point| self.graph.field().forbids(point).is_none())
            };
            let states: Vec<StateId> = self.graph.states_in(&shape).filter(is_allowed).collect();
            let middle = middle_of(&self.graph, &states).ok_or_else(|| wish.error(WishProblem::NowhereIn))?;
            goals.push(middle);
        }
        goals.push(goal);
        Ok(goals)
    }

    /// Whether a hard wish covers an end of a plan.
    ///
    /// # Errors
    /// [`WishError`] names the wish and the end.
    pub(crate) fn check_ends(&self, start: StateId, goal: StateId) -> Result<(), WishError> {
        let covers = |state: StateId| {
            let at: Point = self.graph.point(state)?;
            let id = self.graph.field().forbids(at)?;
            let (wish, _) = self.wishes.iter().find(|(_, of)| *of == Some(id))?;
            Some((wish, at))
        };
        if let Some((wish, at)) = covers(goal) {
            return Err(wish.error(WishProblem::CoversGoal(at)));
        }
        if let Some((wish, at)) = covers(start) {
            return Err(wish.error(WishProblem::CoversStart(at)));
        }
        Ok(())
    }
}

/// The state nearest to the mean of some.
fn middle_of(graph: &ConstraintGraph, states: &[StateId]) -> Option<StateId> {
    let points: Vec<(StateId, Point)> = states.iter().filter_map(|&s| Some((s, graph.point(s)?))).collect();
    let count = points.len() as f64;
    let mean = points.iter().fold(Point::ORIGIN, |sum, (_, p)| Point::new(sum.x + p.x / count, sum.y + p.y / count));
    let nearest = points.iter().min_by(|a, b| a.1.distance(mean).total_cmp(&b.1.distance(mean)).then(a.0.cmp(&b.0)));
    nearest.map(|&(state, _)| state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Errand, Thing, View};
    use navigant_geometry::Outline;
    use navigant_mesh::roadmap::HybridGraph;
    use navigant_search::graph::Budget;

    fn yard() -> (Map, Things, ConstraintGraph) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 30.0])).unwrap();
        let house = Outline::rectangle([16.0, 11.0], [24.0, 19.0]);
        map.insert(&house).unwrap();
        let mut things = Things::new();
        things.insert("house", Thing::new(&house).unwrap().facing(-std::f64::consts::FRAC_PI_2));
        let view = View { angle: 1.5, range: 8.0 };
        things.insert("guard", Thing::disc([8.0, 25.0], 0.3).unwrap().facing(0.0).seeing(view).unwrap());
        let graph = ConstraintGraph::hybrid(&map, &HybridGraph::of(&map, 0.5, 0.3).unwrap());
        (map, things, graph)
    }

    fn wished(text: &str) -> (Map, Things, WishedGraph) {
        let (map, things, graph) = yard();
        let wished = WishedGraph::new(graph, Wishes::parse(text).unwrap(), &things, &map).unwrap();
        (map, things, wished)
    }

    fn state(wished: &WishedGraph, p: [f64; 2]) -> StateId {
        wished.graph().nearest_state(p, |_| true).unwrap()
    }

    #[test]
    fn a_path_goes_via_the_place_behind_the_house() {
        let (map, things, mut wished) = wished("via behind house");
        let [start, goal] = [[4.0, 4.0], [36.0, 4.0]].map(|p| state(&wished, p));
        let goals = wished.goals(start, goal, &things, &map).unwrap();
        assert_eq!(goals.len(), 2);
        let mut errand = Errand::new(wished.graph(), start, goals).unwrap();
        let path = errand.whole_path(wished.graph(), Budget::UNLIMITED).unwrap().unwrap();
        assert!(
            path.iter().any(|&s| wished.graph().point(s).is_some_and(|p| p.y > 20.0 && (16.0..24.0).contains(&p.x)))
        );
    }

    #[test]
    fn who_moves_takes_the_forbidden_region_along() {
        let (map, mut things, mut wished) = wished("never in sight of guard");
        let seen = |wished: &WishedGraph, p: [f64; 2]| wished.graph().field().forbids(p).is_some();
        assert!(seen(&wished, [12.0, 25.0]) && !seen(&wished, [4.0, 25.0]));
        let turned = things.get("guard").unwrap().moved_to([8.0, 25.0], std::f64::consts::PI).unwrap();
        things.insert("guard", turned);
        wished.moved("guard", &things, &map).unwrap();
        assert!(!seen(&wished, [12.0, 25.0]) && seen(&wished, [4.0, 25.0]));
        assert!(wished.graph().has_costs_of(&wished.graph().recomputed()));
    }

    #[test]
    fn a_hard_wish_over_the_goal_is_named_with_its_place() {
        let (map, things, mut wished) = wished("avoid near wall weight 1\nnever in sight of guard");
        let [start, goal] = [[4.0, 4.0], [12.2, 25.2]].map(|p| state(&wished, p));
        let error = wished.goals(start, goal, &things, &map).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 1, in `never in sight of guard`: it covers the goal, (12.25, 25.25), which can never be reached"
        );
        let error = wished.goals(goal, start, &things, &map).unwrap_err();
        assert!(matches!(error.problem, WishProblem::CoversStart(_)));
    }

    #[test]
    fn attraction_beyond_the_limit_names_the_wish() {
        let (map, things, graph) = yard();
        let wishes = Wishes::parse("prefer near wall weight 30\nprefer near house weight 30").unwrap();
        let error = WishedGraph::new(graph, wishes, &things, &map).unwrap_err();
        assert!(
            error.to_string().starts_with("line 2, column 1, in `prefer near house weight 30`: attracting"),
            "{error}"
        );
    }
}
