//! Graphs that change at random, and the slow, obviously right answer on them.

use crate::rng::Rng;
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{Cell, Grid};
use navigant_search::graph::{CellRegion, ChangedRegion, ExplicitGraph, Graph, Heuristic, Octile, Reversible, StateId};
use navigant_search::internals::{ExplicitGraphInternals as _, StateIdInternals as _};
use std::num::NonZeroU8;

/// The cost of a cheapest path by Bellman and Ford: every edge is relaxed until none improves anything.
pub fn bellman_ford<G: Graph>(graph: &G, start: StateId, goal: StateId) -> Option<f64> {
    let mut cost = vec![f64::INFINITY; graph.states()];
    cost[start.index()] = 0.0;
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for from in 0..graph.states() {
            graph.successors(StateId(from as u32), |to, step| {
                if cost[from] + step < cost[to.index()] {
                    cost[to.index()] = cost[from] + step;
                    changed = true;
                }
            });
        }
    }
    Some(cost[goal.index()]).filter(|cost| cost.is_finite())
}

/// What a path costs, added up edge by edge; `None` if it does not lead from start to goal along edges.
pub fn walk<G: Graph>(graph: &G, start: StateId, goal: StateId, path: &[StateId]) -> Option<f64> {
    if path.first() != Some(&start) || path.last() != Some(&goal) {
        return None;
    }
    path.windows(2).try_fold(0.0, |sum, pair| {
        let mut least = f64::INFINITY;
        graph.successors(pair[0], |to, cost| {
            if to == pair[1] {
                least = least.min(cost);
            }
        });
        least.is_finite().then_some(sum + least)
    })
}

/// A graph that random events change.
#[derive(Clone, Debug)]
pub enum World {
    /// States at whole points of the plane; an edge costs at least the Manhattan distance of its ends.
    Points {
        /// The edges.
        graph: ExplicitGraph,
        /// Where the states are.
        places: Vec<(i32, i32)>,
        /// Whether costs are whole numbers, so that sums are exact.
        whole: bool,
        /// Whether the heuristic is 0 everywhere.
        blind: bool,
    },
    /// A grid with blocked and weighted cells.
    Cells(Grid),
}

impl World {
    /// A random graph of up to 40 states or a random grid of up to 12 × 12 cells.
    pub fn random(rng: &mut Rng) -> World {
        if rng.one_in(2) {
            let (width, height) = (rng.between(1, 12), rng.between(1, 12));
            let weighted = rng.one_in(2);
            let weights = (0..width * height).map(|_| cell_weight(rng, weighted)).collect();
            match Grid::from_weights(width, height, weights) {
                Ok(grid) => return World::Cells(grid),
                Err(error) => unreachable!("{error}"),
            }
        }
        let states = rng.between(1, 40);
        let places = (0..states).map(|_| place(rng)).collect();
        let (whole, blind) = (!rng.one_in(8), rng.one_in(4));
        let mut world = World::Points { graph: ExplicitGraph::new(states), places, whole, blind };
        for _ in 0..states * rng.between(1, 4) {
            world.set_edge(rng, &mut Vec::new());
        }
        world
    }

    /// Whether costs add up without rounding.
    pub fn is_exact(&self) -> bool {
        !matches!(self, World::Points { whole: false, .. })
    }

    /// A random state.
    pub fn any_state(&self, rng: &mut Rng) -> StateId {
        StateId(rng.below(self.states() as u32))
    }

    /// A state that does not exist.
    pub fn no_state(&self, rng: &mut Rng) -> StateId {
        StateId(self.states() as u32 + rng.below(3))
    }

    /// Changes a few costs, edges or cells, or adds a state; returns the states whose edges changed.
    pub fn change(&mut self, rng: &mut Rng) -> Vec<StateId> {
        let mut touched = Vec::new();
        for _ in 0..rng.between(1, 4) {
            match self {
                World::Cells(grid) => {
                    let cell = Cell::new(rng.below(grid.width()), rng.below(grid.height()));
                    // A grid without weights stays one: searches take fewer steps into account there.
                    let weighted = !grid.is_unweighted();
                    let changed = match NonZeroU8::new(cell_weight(rng, weighted)) {
                        Some(weight) => grid.set(cell, weight),
                        None => grid.block(cell),
                    };
                    if changed == Ok(true) {
                        touched.extend(grid.around(cell).map(StateId::from));
                    }
                }
                World::Points { graph, places, .. } => match rng.below(8) {
                    0 => {
                        graph.add_state();
                        places.push(place(rng));
                    }
                    1..=3 => {
                        let from = StateId(rng.below(graph.states() as u32));
                        let edges = graph.edges(from);
                        if let Some(&(to, _)) = edges.get(rng.below(edges.len() as u32) as usize) {
                            graph.remove_edge(from, to);
                            touched.extend([from, to]);
                        }
                    }
                    _ => self.set_edge(rng, &mut touched),
                },
            }
        }
        touched
    }

    /// Removes a few edges or makes them dearer, blocks cells or makes them heavier; returns the states whose edges changed.
    pub fn make_dearer(&mut self, rng: &mut Rng) -> Vec<StateId> {
        let mut touched = Vec::new();
        for _ in 0..rng.between(1, 3) {
            match self {
                World::Cells(grid) => {
                    let cell = Cell::new(rng.below(grid.width()), rng.below(grid.height()));
                    let heavier = grid.weight(cell).and_then(|weight| weight.checked_add(1));
                    let changed = match heavier {
                        Some(weight) if rng.one_in(2) && !grid.is_unweighted() => grid.set(cell, weight),
                        _ => grid.block(cell),
                    };
                    if changed == Ok(true) {
                        touched.extend(grid.around(cell).map(StateId::from));
                    }
                }
                World::Points { graph, .. } => {
                    let from = StateId(rng.below(graph.states() as u32));
                    let edges = graph.edges(from);
                    let Some(&(to, cost)) = edges.get(rng.below(edges.len() as u32) as usize) else { continue };
                    if rng.one_in(2) {
                        graph.remove_edge(from, to);
                    } else if graph.set_edge(from, to, cost + f64::from(rng.between(1, 9))).is_err() {
                        continue;
                    }
                    touched.extend([from, to]);
                }
            }
        }
        touched
    }

    /// Adds a few edges or makes them cheaper, frees cells or makes them lighter, or adds a state; returns the states whose
    /// edges changed.
    pub fn make_cheaper(&mut self, rng: &mut Rng) -> Vec<StateId> {
        let mut touched = Vec::new();
        for _ in 0..rng.between(1, 3) {
            match self {
                World::Cells(grid) => {
                    let cell = Cell::new(rng.below(grid.width()), rng.below(grid.height()));
                    // The heaviest that `cell_weight` gives.
                    let lightest = if grid.is_unweighted() { 1 } else { 8 };
                    let lighter = grid.weight(cell).map_or(lightest, |weight| weight.get() - 1);
                    if let Some(weight) = NonZeroU8::new(lighter)
                        && grid.set(cell, weight) == Ok(true)
                    {
                        touched.extend(grid.around(cell).map(StateId::from));
                    }
                }
                World::Points { graph, places, .. } if rng.one_in(12) => {
                    graph.add_state();
                    places.push(place(rng));
                }
                World::Points { .. } => {
                    let (from, to) = (self.any_state(rng), self.any_state(rng));
                    let least = manhattan(self, from, to);
                    let World::Points { graph, whole, .. } = self else { continue };
                    let known = graph.edges(from).iter().find(|(end, _)| *end == to).map(|&(_, cost)| cost);
                    let extra = if *whole { f64::from(rng.between(1, 30)) } else { 0.01 + 30.0 * rng.range(0.0..1.0) };
                    let cost = least + extra;
                    if known.is_none_or(|known| cost < known) && graph.set_edge(from, to, cost).is_ok() {
                        touched.extend([from, to]);
                    }
                }
            }
        }
        touched
    }

    fn set_edge(&mut self, rng: &mut Rng, touched: &mut Vec<StateId>) {
        let (from, to) = (self.any_state(rng), self.any_state(rng));
        let distance = manhattan(self, from, to);
        if let World::Points { graph, whole, .. } = self {
            let extra = if *whole { f64::from(rng.between(1, 30)) } else { 0.01 + 30.0 * rng.range(0.0..1.0) };
            if graph.set_edge(from, to, distance + extra).is_ok() {
                touched.extend([from, to]);
            }
        }
    }
}

fn place(rng: &mut Rng) -> (i32, i32) {
    (rng.below(30) as i32, rng.below(30) as i32)
}

fn cell_weight(rng: &mut Rng, weighted: bool) -> u8 {
    match rng.below(10) {
        0..=1 => 0,
        w if weighted => w as u8 - 1,
        _ => 1,
    }
}

fn manhattan(world: &World, a: StateId, b: StateId) -> f64 {
    let World::Points { places, .. } = world else { return 0.0 };
    let (Some(a), Some(b)) = (places.get(a.index()), places.get(b.index())) else { return 0.0 };
    f64::from((a.0 - b.0).abs() + (a.1 - b.1).abs())
}

/// The part of a world that an event changed.
#[derive(Clone, Debug)]
pub struct WorldRegion {
    /// Sorted.
    states: Vec<StateId>,
    /// Where every state is.
    places: Vec<(i32, i32)>,
    /// The corners of the box around the region's states; none where costs to it count as 0.
    corners: Option<[(i32, i32); 2]>,
    cells: Option<CellRegion>,
}

impl WorldRegion {
    /// The region of the states that an event touched.
    pub fn of(world: &World, touched: &[StateId]) -> WorldRegion {
        let mut states = touched.to_vec();
        states.sort_unstable();
        states.dedup();
        let mut region = WorldRegion { states, places: Vec::new(), corners: None, cells: None };
        match world {
            // What was touched is cells and their neighbours already, so this region is larger than need be: still one.
            World::Cells(grid) => {
                let touched = region.states.iter().filter_map(|&state| grid.cell(state.into()));
                region.cells = Some(CellRegion::around(grid, touched));
            }
            World::Points { places, blind: false, .. } => {
                let at = |state: &StateId| places.get(state.index()).copied();
                for (x, y) in region.states.iter().filter_map(at) {
                    let [low, high] = region.corners.get_or_insert([(x, y), (x, y)]);
                    *low = (low.0.min(x), low.1.min(y));
                    *high = (high.0.max(x), high.1.max(y));
                }
                region.places.clone_from(places);
            }
            World::Points { .. } => {}
        }
        region
    }
}

impl ChangedRegion for WorldRegion {
    fn contains(&self, state: StateId) -> bool {
        self.cells.as_ref().is_some_and(|cells| cells.contains(state)) || self.states.binary_search(&state).is_ok()
    }

    fn cost_to(&self, from: StateId) -> f64 {
        if let Some(cells) = &self.cells {
            return cells.cost_to(from);
        }
        let Some([low, high]) = self.corners else { return 0.0 };
        let Some(&(x, y)) = self.places.get(from.index()) else { return 0.0 };
        f64::from((x - x.clamp(low.0, high.0)).abs() + (y - y.clamp(low.1, high.1)).abs())
    }

    fn cost_from(&self, to: StateId) -> f64 {
        self.cost_to(to)
    }
}

impl Graph for World {
    fn states(&self) -> usize {
        match self {
            World::Points { graph, .. } => graph.states(),
            World::Cells(grid) => grid.states(),
        }
    }

    fn successors(&self, from: StateId, visit: impl FnMut(StateId, f64)) {
        match self {
            World::Points { graph, .. } => graph.successors(from, visit),
            World::Cells(grid) => grid.successors(from, visit),
        }
    }
}

impl Reversible for World {
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        match self {
            World::Points { graph, .. } => graph.predecessors(to, visit),
            World::Cells(grid) => grid.predecessors(to, visit),
        }
    }

    fn as_grid(&self) -> Option<&Grid> {
        match self {
            World::Points { .. } => None,
            World::Cells(grid) => Some(grid),
        }
    }
}

impl Heuristic for World {
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        match self {
            World::Points { blind: true, .. } => 0.0,
            World::Points { .. } => manhattan(self, from, to),
            World::Cells(grid) => Octile::on(grid).estimate(from, to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracle_takes_the_cheaper_of_two_ways() {
        let mut graph = ExplicitGraph::new(3);
        let [a, b, c] = [0, 1, 2].map(StateId);
        for (from, to, cost) in [(a, b, 1.0), (b, c, 1.0), (a, c, 3.0)] {
            graph.set_edge(from, to, cost).unwrap();
        }
        assert_eq!(bellman_ford(&graph, a, c), Some(2.0));
        assert_eq!(bellman_ford(&graph, c, a), None);
        assert_eq!(walk(&graph, a, c, &[a, c]), Some(3.0));
        assert_eq!(walk(&graph, a, c, &[a, b]), None);
    }

    #[test]
    fn heuristics_of_random_worlds_are_consistent() {
        let mut rng = Rng::new(3);
        for _ in 0..50 {
            let world = World::random(&mut rng);
            let goal = world.any_state(&mut rng);
            for from in (0..world.states() as u32).map(StateId) {
                world.successors(from, |to, cost| {
                    assert!(world.estimate(from, goal) <= cost + world.estimate(to, goal));
                });
            }
        }
    }
}
