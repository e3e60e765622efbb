//! Grids as graphs: a cell is the state of the same number.

use super::states::{Graph, Heuristic, Reversible, StateId};
use navigant_mesh::internals::{CellInternals as _, GridInternals as _};
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

    #[inline]
    fn as_grid(&self) -> Option<&Grid> {
        Some(self)
    }
}

/// The octile distance between two cells: the cost if nothing were blocked. Consistent on every grid.
#[derive(Clone, Copy, Debug)]
pub struct Octile {
    width: u32,
    /// 2⁶⁴ over the width, rounded up: to divide by multiplying (Lemire, Kaser, Kurz, "Faster Remainder by Direct
    /// Computation", 2019; exact for all numbers below 2³²).
    inverse: u64,
}

impl Octile {
    /// The heuristic for a grid.
    pub fn on(grid: &Grid) -> Octile {
        Octile::of_width(grid.width())
    }

    pub(super) fn of_width(width: u32) -> Octile {
        let width = width.max(1);
        // For a width of 1 this is 0 and all cells are taken to lie in one row instead of one column: just as far apart.
        Octile { width, inverse: (u64::MAX / u64::from(width)).wrapping_add(1) }
    }

    #[inline]
    pub(super) fn cell(self, state: StateId) -> Cell {
        let row = ((u128::from(self.inverse) * u128::from(state.0)) >> 64) as u32;
        Cell::new(state.0.wrapping_sub(row.wrapping_mul(self.width)), row)
    }
}

impl Heuristic for Octile {
    #[inline]
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        self.cell(from).octile(self.cell(to))
    }
}
