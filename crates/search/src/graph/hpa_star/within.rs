//! The inside of a cluster as a graph of its own.

use crate::graph::{Graph, Heuristic, StateId};
use navigant_mesh::grid::Direction;
use navigant_mesh::internals::{CellInternals as _, DirectionInternals as _, GridInternals as _};
use navigant_mesh::{Cell, CellId, Grid};

/// The cells of a cluster, numbered row by row.
#[derive(Clone, Copy)]
pub(super) struct Within<'a> {
    grid: &'a Grid,
    side: u32,
    corner: Cell,
}

impl<'a> Within<'a> {
    /// The cluster with the cell of least row and column.
    pub(super) fn new(grid: &'a Grid, side: u32, corner: Cell) -> Within<'a> {
        Within { grid, side, corner }
    }

    /// The cluster that a cell lies in.
    pub(super) fn around(grid: &'a Grid, side: u32, cell: Cell) -> Within<'a> {
        Within::new(grid, side, Cell::new(cell.x - cell.x % side, cell.y - cell.y % side))
    }

    pub(super) fn grid(&self) -> &'a Grid {
        self.grid
    }

    pub(super) fn side(&self) -> u32 {
        self.side
    }

    /// The number in the cluster of a cell that lies in it.
    pub(super) fn local(&self, cell: CellId) -> StateId {
        let (x, y) = (cell.0 % self.grid.width(), cell.0 / self.grid.width());
        StateId(y.wrapping_sub(self.corner.y).wrapping_mul(self.side).wrapping_add(x.wrapping_sub(self.corner.x)))
    }

    pub(super) fn global(&self, local: StateId) -> StateId {
        let cell = self.cell(local);
        StateId(cell.y * self.grid.width() + cell.x)
    }

    pub(super) fn cell(&self, local: StateId) -> Cell {
        Cell::new(self.corner.x + local.0 % self.side, self.corner.y + local.0 / self.side)
    }

    /// The number one step away, where that is in the cluster.
    #[inline]
    pub(super) fn beside(&self, local: StateId, direction: Direction) -> StateId {
        let (dx, dy) = direction.offset();
        StateId(local.0.wrapping_add((dy as u32).wrapping_mul(self.side)).wrapping_add(dx as u32))
    }

    pub(super) fn octile(&self) -> impl Heuristic + use<> {
        let side = self.side;
        move |a: StateId, b: StateId| Cell::new(a.0 % side, a.0 / side).octile(Cell::new(b.0 % side, b.0 / side))
    }
}

impl Graph for Within<'_> {
    fn states(&self) -> usize {
        (self.side * self.side) as usize
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let Some(id) = self.grid.id(self.cell(from)) else { return };
        let (column, row) = (from.0 % self.side, from.0 / self.side);
        for direction in self.grid.directions(id) {
            let (dx, dy) = direction.offset();
            let inside = column.wrapping_add_signed(dx) < self.side && row.wrapping_add_signed(dy) < self.side;
            if let Some((_, cost)) = self.grid.step(id, direction).filter(|_| inside) {
                visit(self.beside(from, direction), cost);
            }
        }
    }
}
