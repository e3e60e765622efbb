//! Grids as graphs: a cell is the state of the same number.

use super::states::{Graph, Heuristic, Reversible, StateId};
use navigant_mesh::{Cell, CellId, Grid};

impl From<CellId> for StateId {
    #[inline]
    fn from(id: CellId) -> StateId {
        StateId(id.0)
    }
}

impl From<StateId> for CellId {
    #[inline]
    fn from(id: StateId) -> CellId {
        CellId(id.0)
    }
}

impl Graph for Grid {
    fn states(&self) -> usize {
        self.cells()
    }

    #[inline]
    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        for (to, cost) in self.steps(from.into()) {
            visit(to.into(), cost);
        }
    }

    #[inline]
    fn onward(&self, parent: StateId, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        for (to, cost) in self.steps_onward(parent.into(), from.into()) {
            visit(to.into(), cost);
        }
    }
}

impl Reversible for Grid {
    #[inline]
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.successors(to, visit);
    }
}

/// The octile distance between two cells: the cost if nothing were blocked. Consistent on every grid.
#[derive(Clone, Copy, Debug)]
pub struct Octile {
    width: u32,
}

impl Octile {
    /// The heuristic for a grid.
    pub fn on(grid: &Grid) -> Octile {
        Octile { width: grid.width() }
    }

    #[inline]
    fn cell(self, state: StateId) -> Cell {
        Cell::new(state.0 % self.width, state.0 / self.width)
    }
}

impl Heuristic for Octile {
    #[inline]
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        self.cell(from).octile(self.cell(to))
    }
}
