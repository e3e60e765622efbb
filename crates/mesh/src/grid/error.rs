//! Errors of grids.

use super::{Cell, Grid};

/// Why a grid or a cell of it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridError {
    /// The grid would have no cells, or more than [`Grid::MAX_CELLS`].
    BadSize {
        /// The width asked for, in cells.
        width: u32,
        /// The height asked for, in cells.
        height: u32,
    },
    /// There are not width × height weights.
    WrongCount {
        /// How many weights the size asks for.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The cell lies outside the grid.
    OffGrid {
        /// The cell.
        cell: Cell,
        /// The grid's width.
        width: u32,
        /// The grid's height.
        height: u32,
    },
}

impl std::fmt::Display for GridError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GridError::BadSize { width, height } => {
                write!(f, "a grid of {width}×{height} cells: it must have between 1 and {} cells", Grid::MAX_CELLS)
            }
            GridError::WrongCount { expected, found } => write!(f, "{found} weights for a grid of {expected} cells"),
            GridError::OffGrid { cell, width, height } => write!(f, "{cell} lies outside the {width}×{height} grid"),
        }
    }
}

impl std::error::Error for GridError {}
