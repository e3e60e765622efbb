//! A graph of straight transitions under a multiplier field.

use super::constraint::Constraint;
use super::estimate::Estimate;
use super::field::{BadConstraint, ConstraintId, MultiplierField};
use super::highways::Highways;
use super::shape::overlap;
use super::tiles::Tiles;
use super::transition::{Scratch, cost_in_metres, length_in_units};
use super::tuning::LOG_STATES;
use navigant_geometry::{Bounds, Point};
use navigant_mesh::Map;
use navigant_search::graph::{Graph, Reversible, StateId};
use navigant_search::internals::StateIdInternals as _;

/// States at points, straight transitions between them, and what these cost under a set of constraints.
///
/// Made of a grid, of the hybrid graph or of a triangulation (see [`dense`](Self::dense), [`hybrid`](Self::hybrid),
/// [`triangulation`](Self::triangulation)). When a constraint comes, goes or changes, exactly the transitions whose cost changed are
/// logged, and any number of [`ConstraintPlan`](super::ConstraintPlan)s repair themselves from the log.
///
/// Cost of a change: the transitions in the tiles that the old or the new influence meets.
///
/// ```
/// use navigant_geometry::Outline;
/// use navigant_mesh::{Map, roadmap::HybridGraph};
/// use navigant_planning::constraint::{Constraint, ConstraintGraph, ConstraintPlan, Shape};
/// use navigant_search::graph::Budget;
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// let mut graph = ConstraintGraph::hybrid(&map, &HybridGraph::of(&map, 0.5, 0.3)?);
/// let state = |p: [f64; 2]| graph.nearest_state(p, |_| true).ok_or("no state");
/// let mut plan = ConstraintPlan::new(&graph, state([1.0, 5.0])?, state([19.0, 5.0])?)?;
/// let before = plan.search_to_optimum(&graph, Budget::UNLIMITED)?.cost.ok_or("no path")?;
/// let lake = Shape::of([&Outline::rectangle([8.0, 2.0], [12.0, 8.0])])?;
/// graph.add(Constraint::hard(lake))?;
/// let after = plan.repair(&graph)?.cost.ok_or("no path")?;
/// assert!(graph.metres(after) > graph.metres(before) + 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConstraintGraph {
    points: Vec<Point>,
    /// By state: where its transitions begin in the arrays by transition; one more than there are states.
    first: Vec<u32>,
    ends: Vec<u32>,
    /// Whole numbers; infinite where a hard constraint forbids.
    costs: Vec<f64>,
    /// By transition: the one back.
    back: Vec<u32>,
    /// The length of short transitions, in metres.
    pub(super) step: f64,
    pub(super) lengths: Estimate,
    /// Empty but in a hybrid graph.
    highways: Highways,
    field: MultiplierField,
    tiles: Tiles,
    log: Log,
    scratch: Scratch,
    slots: Vec<u32>,
}

/// The ends of transitions whose cost changed, the oldest first.
#[derive(Clone, Debug, Default)]
struct Log {
    /// The number of the first entry kept.
    begin: u64,
    touched: Vec<(StateId, bool)>,
    /// How many changes there were, of costs or of the heuristic.
    changes: u64,
}

/// A place in the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LogPlace {
    entry: u64,
    change: u64,
}

impl ConstraintGraph {
    /// A graph of points and undirected transitions, each given once.
    pub(super) fn new(points: Vec<Point>, mut pairs: Vec<[u32; 2]>, step: f64, lengths: Estimate) -> ConstraintGraph {
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        pairs.dedup();
        pairs.retain(|[a, b]| a != b && (*b as usize) < points.len());
        let mut first = vec![0u32; points.len() + 1];
        for &[a, b] in &pairs {
            first[a as usize + 1] += 1;
            first[b as usize + 1] += 1;
        }
        (0..points.len()).for_each(|i| first[i + 1] += first[i]);
        let (mut ends, mut back) = (vec![0; pairs.len() * 2], vec![0; pairs.len() * 2]);
        let mut next = first.clone();
        for &[a, b] in &pairs {
            let [i, j] = [a, b].map(|state| {
                next[state as usize] += 1;
                next[state as usize] - 1
            });
            (ends[i as usize], ends[j as usize]) = (b, a);
            (back[i as usize], back[j as usize]) = (j, i);
        }
        let field = MultiplierField::new();
        let tiles = Tiles::new(&points, &first, &ends, step);
        let (costs, log, highways) = (vec![f64::INFINITY; ends.len()], Log::default(), Highways::default());
        let (scratch, slots) = (Scratch::default(), Vec::new());
        let mut graph = ConstraintGraph {
            points,
            first,
            ends,
            costs,
            back,
            step,
            lengths,
            highways,
            field,
            tiles,
            log,
            scratch,
            slots,
        };
        let mut scratch = Scratch::default();
        for i in 0..graph.ends.len() {
            let (from, to) = (graph.ends[graph.back[i] as usize], graph.ends[i]);
            graph.costs[i] = graph.cost_among(&[], from.min(to), from.max(to), &mut scratch);
        }
        graph
    }

    /// The length between two states in units: that of the straight line, or on a grid that of its steps if these are longer. So a
    /// highway costs what the steps would where nothing is in their way, the octile distance is a consistent heuristic with
    /// highways too, and the best path costs what it does in the dense graph.
    pub(super) fn length(&self, from: u32, to: u32) -> f64 {
        let straight = length_in_units(self.points[from as usize], self.points[to as usize]);
        self.lengths.units(from, to).map_or(straight, |octile| octile.max(straight))
    }

    /// The cost of the straight line between two states, given the slots of the constraints that it may meet.
    fn cost_among(&self, slots: &[u32], from: u32, to: u32, scratch: &mut Scratch) -> f64 {
        let (a, b) = (self.points[from as usize], self.points[to as usize]);
        let cost = self.field.cost_among(slots, a, b, self.step, scratch);
        let (straight, length) = (length_in_units(a, b), self.length(from, to));
        if length > straight { (cost * (length / straight)).ceil() } else { cost }
    }

    /// The cost of the straight line between two states, whether or not they are joined.
    pub(super) fn cost_between(&self, from: StateId, to: StateId, scratch: &mut Scratch) -> f64 {
        let (from, to) = (from.0.min(to.0), from.0.max(to.0));
        let mut slots = Vec::new();
        if let Some(bounds) = Bounds::of([from, to].map(|state| self.points[state as usize])) {
            self.tiles.constraints_along(bounds, &mut slots);
        }
        self.cost_among(&slots, from, to, scratch)
    }

    /// The highways; none but in a hybrid graph.
    pub(super) fn highways(&self) -> &Highways {
        &self.highways
    }

    /// The ramp that a plan gets from a state to the highways by: where it begins, and the hub.
    pub(super) fn ramp_of(&self, state: StateId) -> Option<(StateId, StateId)> {
        let mut begin = state;
        let hub = self.highways.approach(state, |at| begin = at)?;
        Some((begin, self.highways.state(hub)?))
    }

    /// What a transition costs, by its number.
    #[inline]
    pub(super) fn transition_cost(&self, transition: u32) -> f64 {
        self.costs[transition as usize]
    }

    /// Finds for each state the hub that is fewest transitions away, and whether its disc can go straight there.
    pub(super) fn lay_ramps(&mut self, map: &Map, hubs: &[u32], radius: f64) {
        // By state: its hub, and the next state on the way there.
        let mut nearest: Vec<Option<(u32, u32)>> = vec![None; self.points.len()];
        let mut queue: std::collections::VecDeque<u32> = hubs.iter().copied().collect();
        hubs.iter().for_each(|&hub| nearest[hub as usize] = Some((hub, hub)));
        while let Some(state) = queue.pop_front() {
            let hub = nearest[state as usize].map(|(hub, _)| (hub, state));
            for i in self.first[state as usize]..self.first[state as usize + 1] {
                let to = self.ends[i as usize] as usize;
                if nearest[to].is_none() {
                    nearest[to] = hub;
                    queue.push_back(to as u32);
                }
            }
        }
        let sees = |from: Point, to: Point| {
            if radius == 0.0 { map.sees(from, to) } else { map.sees_as_disc(from, to, radius) }
        };
        let access = nearest.iter().enumerate().map(|(state, way)| {
            let (hub, next) = (*way)?;
            let is_straight = sees(self.points[state], self.points[hub as usize]);
            Some(StateId(if is_straight { hub } else { next }))
        });
        let transitions = |state: StateId| {
            let numbers = self.first[state.index()]..self.first[state.index() + 1];
            numbers.map(|i| (StateId(self.ends[i as usize]), i))
        };
        self.highways = Highways::new(hubs.iter().map(|&hub| StateId(hub)).collect(), access, transitions);
    }

    /// The constraints.
    pub(crate) fn field(&self) -> &MultiplierField {
        &self.field
    }

    /// The point of a state.
    pub fn point(&self, state: StateId) -> Option<Point> {
        self.points.get(state.index()).copied()
    }

    /// How many transitions there are, each counted once, whether or not they are forbidden now.
    pub(crate) fn transition_count(&self) -> usize {
        self.ends.len() / 2
    }

    /// A cost in metres: the length that costs as much where nothing is dear.
    pub fn metres(&self, cost: f64) -> f64 {
        cost_in_metres(&self.field, cost)
    }

    /// The state nearest to a point among those that have transitions and that `sees` accepts; the nearest at all with
    /// `|_| true`.
    pub fn nearest_state(&self, p: impl Into<Point>, sees: impl FnMut(Point) -> bool) -> Option<StateId> {
        let p = p.into();
        let has_transitions = |state: u32| self.first[state as usize] < self.first[state as usize + 1];
        self.tiles.nearest(p, &self.points, has_transitions, sees).map(StateId)
    }

    /// The states in a shape that have transitions.
    pub(crate) fn states_in(&self, shape: &super::Shape) -> impl Iterator<Item = StateId> {
        let states = self.tiles.states_in(shape.bounds());
        let is_in = move |&state: &u32| {
            let [begin, end] = [0, 1].map(|i| self.first[state as usize + i]);
            begin < end && shape.contains(self.points[state as usize])
        };
        states.filter(is_in).map(StateId)
    }

    /// Adds a constraint and updates the transitions that it touches.
    ///
    /// # Errors
    /// [`BadConstraint`]; nothing has changed.
    pub fn add(&mut self, constraint: Constraint) -> Result<ConstraintId, BadConstraint> {
        let influence = constraint.influence();
        let id = self.field.add(constraint)?;
        self.update(id, None, Some(influence));
        Ok(id)
    }

    /// Moves or changes a constraint and updates the transitions that it touched or touches.
    ///
    /// # Errors
    /// [`BadConstraint`]; nothing has changed.
    pub fn replace(&mut self, id: ConstraintId, constraint: Constraint) -> Result<(), BadConstraint> {
        let influence = constraint.influence();
        let old = self.field.replace(id, constraint)?;
        self.update(id, Some(old.influence()), Some(influence));
        Ok(())
    }

    /// Removes a constraint and updates the transitions that it touched.
    ///
    /// # Errors
    /// [`BadConstraint::Unknown`].
    pub fn remove(&mut self, id: ConstraintId) -> Result<(), BadConstraint> {
        let old = self.field.remove(id)?;
        self.update(id, Some(old.influence()), None);
        Ok(())
    }

    /// Computes the cost of transitions again that meet one of two boxes, and logs the ends of those that changed.
    fn update(&mut self, id: ConstraintId, old: Option<Bounds>, new: Option<Bounds>) {
        self.tiles.mark(id.index(), old, new);
        self.log.changes += 1;
        let meets = |bounds: Bounds| [old, new].iter().flatten().any(|&influence| overlap(influence, bounds));
        let transitions = self.tiles.transitions_in([old, new]);
        for i in transitions {
            let (i, j) = (i as usize, self.back[i as usize] as usize);
            let (from, to) = (self.ends[j], self.ends[i]);
            let (a, b) = (self.points[from as usize], self.points[to as usize]);
            let bounds =
                Bounds { min: Point::new(a.x.min(b.x), a.y.min(b.y)), max: Point::new(a.x.max(b.x), a.y.max(b.y)) };
            if !meets(bounds) {
                continue;
            }
            self.tiles.constraints_along(bounds, &mut self.slots);
            let mut scratch = std::mem::take(&mut self.scratch);
            let cost = self.cost_among(&self.slots, from, to, &mut scratch);
            self.scratch = scratch;
            let before = std::mem::replace(&mut self.costs[i], cost);
            if cost != before {
                self.costs[j] = cost;
                let cheaper = cost < before;
                self.log.touched.extend([(StateId(from), cheaper), (StateId(to), cheaper)]);
            }
        }
        if self.log.touched.len() > LOG_STATES {
            self.log.begin += self.log.touched.len() as u64;
            self.log.touched.clear();
        }
    }

    /// The ends of transitions that changed since a plan looked at the log, and whether they became cheaper; `None` if that is
    /// forgotten.
    pub(super) fn since(&self, place: LogPlace) -> Option<&[(StateId, bool)]> {
        let skip = usize::try_from(place.entry.checked_sub(self.log.begin)?).ok()?;
        self.log.touched.get(skip..)
    }

    /// The end of the log.
    pub(super) fn log_place(&self) -> LogPlace {
        LogPlace { entry: self.log.begin + self.log.touched.len() as u64, change: self.log.changes }
    }

    /// The same graph with every cost computed again from all constraints, for tests.
    pub(crate) fn recomputed(&self) -> ConstraintGraph {
        let (mut graph, mut scratch) = (self.clone(), Scratch::default());
        let all: Vec<u32> = self.field.iter().map(|(id, _)| id.index()).collect();
        for from in 0..graph.points.len() as u32 {
            for i in graph.first[from as usize] as usize..graph.first[from as usize + 1] as usize {
                let to = graph.ends[i];
                graph.costs[i] = graph.cost_among(&all, from.min(to), from.max(to), &mut scratch);
            }
        }
        graph
    }

    /// Whether all transitions cost the same in another graph.
    pub(crate) fn has_costs_of(&self, other: &ConstraintGraph) -> bool {
        self.ends == other.ends && self.costs == other.costs
    }
}

impl Graph for ConstraintGraph {
    fn states(&self) -> usize {
        self.points.len()
    }

    #[inline]
    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let (Some(&begin), Some(&end)) = (self.first.get(from.index()), self.first.get(from.index() + 1)) else {
            return;
        };
        let (begin, end) = (begin as usize, end as usize);
        for (&to, &cost) in self.ends[begin..end].iter().zip(&self.costs[begin..end]) {
            visit(StateId(to), cost);
        }
    }
}

impl Reversible for ConstraintGraph {
    #[inline]
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.successors(to, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{ConstraintPlan, Preposition, Shape};
    use navigant_geometry::Outline;
    use navigant_mesh::grid::MapGrid;
    use navigant_mesh::roadmap::HybridGraph;
    use navigant_search::graph::{Budget, Dijkstra};

    fn city() -> Map {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 30.0])).unwrap();
        for (x, y) in [(6.0, 5.0), (18.0, 4.0), (30.0, 8.0), (8.0, 18.0), (20.0, 17.0), (31.0, 20.0)] {
            map.insert(&Outline::rectangle([x, y], [x + 4.0, y + 6.0])).unwrap();
        }
        map
    }

    fn graphs() -> [ConstraintGraph; 3] {
        let map = city();
        let dense = ConstraintGraph::dense(&map, &MapGrid::of(&map, 0.5, 0.3).unwrap());
        let hybrid = ConstraintGraph::hybrid(&map, &HybridGraph::of(&map, 0.5, 0.3).unwrap());
        let lawn = Shape::of([&Outline::rectangle([11.0, 11.0], [29.0, 16.0])]).unwrap();
        [dense, hybrid, ConstraintGraph::triangulation(&map, &[&lawn], 0.3, 0.5).unwrap()]
    }

    fn square(x: f64, y: f64, size: f64) -> Shape {
        Shape::of([&Outline::rectangle([x, y], [x + size, y + size])]).unwrap()
    }

    #[test]
    fn a_changed_constraint_updates_what_a_rebuild_would() {
        for mut graph in graphs() {
            let a = graph.add(Constraint::soft(Preposition::In, square(10.0, 10.0, 9.0), -6.0).unwrap()).unwrap();
            let b = graph.add(Constraint::soft(Preposition::Near, square(22.0, 12.0, 2.0), 4.0).unwrap()).unwrap();
            let c = graph.add(Constraint::hard(square(14.0, 24.0, 3.0))).unwrap();
            assert!(graph.has_costs_of(&graph.recomputed()));
            graph.replace(b, Constraint::soft(Preposition::Near, square(24.5, 13.0, 2.0), -4.0).unwrap()).unwrap();
            graph.replace(c, Constraint::hard(square(-90.0, 24.0, 3.0))).unwrap();
            assert!(graph.has_costs_of(&graph.recomputed()));
            [a, b, c].into_iter().for_each(|id| graph.remove(id).unwrap());
            assert!(graph.has_costs_of(&graph.recomputed()));
            assert!(graph.remove(a).is_err());
        }
    }

    #[test]
    fn the_log_names_exactly_the_ends_of_changed_transitions() {
        for mut graph in graphs() {
            let before = graph.clone();
            let place = graph.log_place();
            graph.add(Constraint::soft(Preposition::Near, square(12.0, 12.0, 3.0), -3.0).unwrap()).unwrap();
            let mut logged: Vec<StateId> = graph.since(place).unwrap().iter().map(|&(state, _)| state).collect();
            logged.sort_unstable();
            logged.dedup();
            let mut wanted: Vec<StateId> = Vec::new();
            for (i, _) in graph.costs.iter().zip(&before.costs).enumerate().filter(|(_, (a, b))| a != b) {
                wanted.extend([graph.ends[i], graph.ends[graph.back[i] as usize]].map(StateId));
            }
            wanted.sort_unstable();
            wanted.dedup();
            assert!(!wanted.is_empty());
            assert_eq!(logged, wanted);
        }
    }

    #[test]
    fn a_plan_is_optimal_after_every_change_and_keeps_out_of_what_is_hard() {
        for mut graph in graphs() {
            let ends = [[2.0, 14.0], [38.0, 15.0]].map(|p| graph.nearest_state(p, |_| true).unwrap());
            let mut plan = ConstraintPlan::new(&graph, ends[0], ends[1]).unwrap();
            let rough = plan.search(&graph, Budget::UNLIMITED).unwrap();
            assert!(rough.bound().unwrap() <= 2.5);
            let forbidden = graph.add(Constraint::hard(square(15.0, 11.0, 4.0))).unwrap();
            let dear = graph.add(Constraint::soft(Preposition::Near, square(25.0, 12.0, 1.0), -9.0).unwrap()).unwrap();
            for i in 0..12 {
                let (x, y) = (12.0 + f64::from(i), 11.0 + f64::from(i % 4));
                graph.replace(forbidden, Constraint::hard(square(x, y, 3.0))).unwrap();
                let moved = Constraint::soft(Preposition::Near, square(30.0 - x / 3.0, y, 1.0), -9.0).unwrap();
                graph.replace(dear, moved).unwrap();
                let answer = plan.search_to_optimum(&graph, Budget::UNLIMITED).unwrap();
                let best = Dijkstra::new().find(&plan.view(&graph), ends[0], ends[1], Budget::UNLIMITED).unwrap();
                assert_eq!(answer.cost, best.cost);
                let shape = square(x, y, 3.0);
                assert!(plan.points(&graph).windows(2).all(|leg| !shape.meets(leg[0], leg[1])));
            }
        }
    }

    #[test]
    fn the_nearest_state_is_the_nearest() {
        let [graph, ..] = graphs();
        let has = |state: usize| graph.first[state] < graph.first[state + 1];
        for p in [[1.0, 1.0], [20.0, 15.0], [7.0, 7.0], [-30.0, 90.0], [41.0, 3.0]].map(Point::from) {
            let near = graph.nearest_state(p, |_| true).unwrap();
            let least =
                (0..graph.states()).filter(|&s| has(s)).map(|s| graph.points[s].distance(p)).fold(f64::MAX, f64::min);
            assert_eq!(graph.points[near.index()].distance(p), least, "{p}");
            let east = graph.nearest_state(p, |q| q.x > 25.0).unwrap();
            assert!(graph.points[east.index()].x > 25.0);
        }
        assert_eq!(graph.nearest_state([f64::NAN, 1.0], |_| true), None);
        assert_eq!(graph.nearest_state([1.0, 1.0], |_| false), None);
    }
}
