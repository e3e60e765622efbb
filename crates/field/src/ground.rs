//! The trait of grids that fields are computed on.

use navigant_mesh::internals::{GridInternals as _, MapGridInternals as _};
use navigant_mesh::{CellId, Grid, MapGrid};

/// A grid that a field can be found on: a [`Grid`] or a [`MapGrid`]. Steps lead both ways.
pub trait FieldGrid: sealed::Sealed {
    /// Columns and rows.
    fn size(&self) -> [u32; 2];
    /// The weight of a cell; 0 where it is blocked.
    fn weight(&self, cell: CellId) -> u8;
    /// The set of directions in which a step leads from a cell, one bit each in the order of `Direction::ALL`.
    fn moves(&self, cell: CellId) -> u8;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for navigant_mesh::Grid {}
    impl Sealed for navigant_mesh::MapGrid {}
}

impl FieldGrid for Grid {
    fn size(&self) -> [u32; 2] {
        [self.width(), self.height()]
    }

    fn weight(&self, cell: CellId) -> u8 {
        self.weights().get(cell.0 as usize).copied().unwrap_or(0)
    }

    fn moves(&self, cell: CellId) -> u8 {
        self.move_sets().get(cell.0 as usize).copied().unwrap_or(0)
    }
}

impl FieldGrid for MapGrid {
    fn size(&self) -> [u32; 2] {
        [self.width(), self.height()]
    }

    fn weight(&self, cell: CellId) -> u8 {
        u8::from(self.is_open(cell))
    }

    fn moves(&self, cell: CellId) -> u8 {
        self.directions(cell).fold(0, |set, direction| set | 1 << direction as u8)
    }
}
