//! Grids over a map, and the hybrid graph, as graphs: a cell is the state of the same number.

use super::grid::Octile;
use super::states::{Graph, Heuristic, Reversible, StateId};
use navigant_mesh::MapGrid;
use navigant_mesh::internals::{HybridGraphInternals as _, MapGridInternals as _};
use navigant_mesh::roadmap::HybridGraph;

impl Graph for MapGrid {
    fn states(&self) -> usize {
        self.cells()
    }

    #[inline]
    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        self.steps(from.into()).for_each(|(to, cost)| visit(to.into(), cost));
    }
}

impl Reversible for MapGrid {
    #[inline]
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.successors(to, visit);
    }
}

impl Octile {
    /// The heuristic for a grid over a map.
    pub fn over(grid: &MapGrid) -> Octile {
        Octile::of_width(grid.width())
    }
}

impl Graph for HybridGraph {
    fn states(&self) -> usize {
        self.grid().cells()
    }

    #[inline]
    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        self.steps(from.into()).for_each(|(to, cost)| visit(to.into(), cost));
    }
}

impl Reversible for HybridGraph {
    #[inline]
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.successors(to, visit);
    }
}

/// The Euclidean (straight-line) heuristic on a [`HybridGraph`], in the grid's units, rounded down to whole ones. Consistent: costs are whole
/// numbers and not below the line, so the triangle inequality survives the rounding.
#[derive(Clone, Copy, Debug)]
pub struct StraightLine<'g>(pub &'g HybridGraph);

impl Heuristic for StraightLine<'_> {
    #[inline]
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        self.0.straight(from.into(), to.into()).floor()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{AStar, Blind, Budget};
    use navigant_mesh::{Map, Outline};

    fn map() -> Map {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 30.0])).unwrap();
        map.insert(&Outline::rectangle([18.0, 0.0], [20.0, 24.0])).unwrap();
        map.insert(&Outline::rectangle([8.0, 10.0], [12.0, 14.0])).unwrap();
        map
    }

    #[test]
    fn paths_lead_around_the_wall() {
        let map = map();
        let grid = MapGrid::of(&map, 0.5, 0.4).unwrap();
        let [from, to] = [[2.0, 2.0], [38.0, 2.0]].map(|p| StateId::from(grid.cell_at(p).unwrap()));
        let answer = AStar::new().find(&grid, &Octile::over(&grid), from, to, Budget::UNLIMITED).unwrap();
        let length = grid.metres(answer.cost.unwrap());
        assert!((56.0..64.0).contains(&length), "{length}");
    }

    #[test]
    fn highways_save_expansions_and_the_heuristic_is_consistent() {
        let map = map();
        let hybrid = HybridGraph::of(&map, 0.5, 0.4).unwrap();
        assert!(hybrid.highway_count() > 0);
        let [from, to] = [[2.0, 2.0], [38.0, 2.0]].map(|p| StateId::from(hybrid.grid().cell_at(p).unwrap()));
        let find = |led: bool| {
            let mut search = AStar::new();
            if led {
                search.find(&hybrid, &StraightLine(&hybrid), from, to, Budget::UNLIMITED)
            } else {
                search.find(&hybrid, &Blind, from, to, Budget::UNLIMITED)
            }
        };
        let [led, blind] = [true, false].map(|led| find(led).unwrap());
        assert_eq!(led.cost, blind.cost, "whole numbers: the same to the last bit");
        let h = StraightLine(&hybrid);
        for state in (0..hybrid.states() as u32).map(StateId) {
            hybrid.successors(state, |next, cost| {
                assert!(h.estimate(state, to) <= cost + h.estimate(next, to), "{state} to {next}");
            });
        }
    }
}
