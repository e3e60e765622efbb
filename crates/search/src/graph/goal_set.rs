//! Several goals as one, for every search.

use super::states::{Graph, Heuristic, Reversible, StateId};

/// A graph with one more state, to which an edge leads from each of some goals: a path to that is a path to the cheapest goal.
///
/// So every search has goal sets, also the repairing ones: Dijkstra, A*, weighted A*, ARA*, LPA*, D* Lite, AD*. An edge to the
/// common goal costs what its goal costs on top: what it takes to leave by that exit. It may be 0, but not for the repairing
/// searches, which want all costs above 0: give each goal the same small one. The graph must not grow while it is searched.
///
/// ```
/// use navigant_mesh::{CellId, Grid, grid::STRAIGHT};
/// use navigant_search::graph::{AStar, Budget, Octile, StateId};
/// use navigant_search::internals::{GoalSet, ToGoals};
/// let grid = Grid::open(9, 1)?;
/// let goals = GoalSet::new(&grid, [(StateId(0), 0.0), (StateId(8), 0.0)]);
/// let near = ToGoals::new(&goals, Octile::on(&grid));
/// let mut search = AStar::new();
/// let answer = search.find(&goals, &near, StateId(5), goals.goal(), Budget::UNLIMITED)?;
/// assert_eq!((answer.cost, goals.reached(search.path())), (Some(3.0 * STRAIGHT), Some(StateId(8))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GoalSet<'g, G> {
    graph: &'g G,
    /// Sorted, each once, with what the edge from it costs.
    goals: Vec<(StateId, f64)>,
    goal: StateId,
}

impl<'g, G: Graph> GoalSet<'g, G> {
    /// Some goals, and what each costs on top; of a goal that comes twice the lower cost counts, one that is no state of the
    /// graph is nowhere.
    pub fn new(graph: &'g G, goals: impl IntoIterator<Item = (StateId, f64)>) -> GoalSet<'g, G> {
        let goal = StateId(graph.states() as u32);
        let mut goals: Vec<(StateId, f64)> = goals.into_iter().filter(|&(state, _)| state < goal).collect();
        goals.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        goals.dedup_by_key(|goal| goal.0);
        GoalSet { graph, goals, goal }
    }

    /// The state that all goals lead to: what to search for.
    pub fn goal(&self) -> StateId {
        self.goal
    }

    /// The goal that a path to the common goal leads to.
    pub fn reached(&self, path: &[StateId]) -> Option<StateId> {
        self.without_end(path).last().copied()
    }

    /// A path without the common goal at its end.
    pub fn without_end<'p>(&self, path: &'p [StateId]) -> &'p [StateId] {
        match path {
            [path @ .., last] if *last == self.goal => path,
            path => path,
        }
    }

    fn cost_of(&self, state: StateId) -> Option<f64> {
        self.goals.binary_search_by_key(&state, |goal| goal.0).ok().map(|i| self.goals[i].1)
    }
}

impl<G: Graph> Graph for GoalSet<'_, G> {
    fn states(&self) -> usize {
        self.goal.index() + 1
    }

    #[inline]
    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        if from != self.goal {
            self.graph.successors(from, &mut visit);
            self.cost_of(from).into_iter().for_each(|cost| visit(self.goal, cost));
        }
    }

    #[inline]
    fn onward(&self, parent: StateId, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        if from != self.goal {
            self.graph.onward(parent, from, &mut visit);
            self.cost_of(from).into_iter().for_each(|cost| visit(self.goal, cost));
        }
    }
}

impl<G: Reversible> Reversible for GoalSet<'_, G> {
    #[inline]
    fn predecessors(&self, to: StateId, mut visit: impl FnMut(StateId, f64)) {
        if to == self.goal {
            self.goals.iter().for_each(|&(state, cost)| visit(state, cost));
        } else {
            self.graph.predecessors(to, visit);
        }
    }
}

/// A heuristic to the common goal of a [`GoalSet`]: the least of those to the goals and what these cost. As consistent as the one
/// it stands on. Each estimate looks at all goals.
#[derive(Clone, Debug)]
pub struct ToGoals<'s, 'g, G, H> {
    set: &'s GoalSet<'g, G>,
    heuristic: H,
}

impl<'s, 'g, G: Graph, H: Heuristic> ToGoals<'s, 'g, G, H> {
    /// The heuristic for a goal set, from one for its graph.
    pub fn new(set: &'s GoalSet<'g, G>, heuristic: H) -> Self {
        ToGoals { set, heuristic }
    }
}

impl<G: Graph, H: Heuristic> Heuristic for ToGoals<'_, '_, G, H> {
    #[inline]
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        let goal = self.set.goal;
        if from == goal || to != goal {
            // Nothing leads away from the common goal.
            return if from == goal { 0.0 } else { self.heuristic.estimate(from, to) };
        }
        let estimates = self.set.goals.iter().map(|&(state, cost)| self.heuristic.estimate(from, state) + cost);
        estimates.fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::lpa_star::LpaStar;
    use crate::graph::random_numbers::numbers;
    use crate::graph::{AStar, AdStar, Blind, Budget, DStarLite, Dijkstra, Octile};
    use navigant_mesh::{Cell, Grid};

    /// The least over single goals is what every search finds for the set, also after edits.
    #[test]
    fn every_search_finds_the_cheapest_goal() {
        let mut next = numbers(7);
        for _ in 0..60 {
            let mut grid = Grid::open(9, 7).unwrap();
            for _ in 0..18 {
                grid.block(Cell::new(next(9), next(7))).unwrap();
            }
            let start = StateId(next(63));
            let goals: Vec<(StateId, f64)> =
                (0..3).map(|_| (StateId(next(63)), 1.0 + f64::from(next(3)) * 941_664.0)).collect();
            let octile = Octile::on(&grid);
            let set = GoalSet::new(&grid, goals.clone());
            let near = ToGoals::new(&set, octile);
            let mut d_star = DStarLite::new(&set, &near, start, set.goal()).unwrap();
            let mut ad_star = AdStar::new(&set, &near, start, set.goal(), 1.0).unwrap();
            d_star.search(&set, &near, Budget::UNLIMITED).unwrap();
            ad_star.search(&set, &near, Budget::UNLIMITED).unwrap();
            // The plans outlive an edit of the grid.
            let edited = Cell::new(next(9), next(7));
            let mut grid = grid.clone();
            grid.block(edited).unwrap();
            let set = GoalSet::new(&grid, goals.clone());
            let near = ToGoals::new(&set, octile);
            let touched: Vec<StateId> = grid.around(edited).map(Into::into).collect();
            d_star.update(&set, &near, touched.clone()).unwrap();
            ad_star.update(&set, &near, touched).unwrap();
            let single = goals.iter().filter_map(|&(goal, cost)| {
                let found = Dijkstra::new().find(&grid, start, goal, Budget::UNLIMITED).unwrap();
                found.cost.map(|found| found + cost)
            });
            let expected = single.min_by(f64::total_cmp);
            let budget = Budget::UNLIMITED;
            let found = [
                Dijkstra::new().find(&set, start, set.goal(), budget).unwrap().cost,
                AStar::new().find(&set, &near, start, set.goal(), budget).unwrap().cost,
                d_star.search(&set, &near, budget).unwrap().cost,
                ad_star.search(&set, &near, budget).unwrap().cost,
                LpaStar::new(&set, &Blind, start, set.goal()).unwrap().search(&set, &Blind, budget).unwrap().cost,
            ];
            assert_eq!(found, [expected; 5], "from {start} to {goals:?}");
        }
    }
}
