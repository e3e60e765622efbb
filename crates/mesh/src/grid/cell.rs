//! Where a cell lies, and its id.

use super::{DIAGONAL, Direction, STRAIGHT};

/// Column and row of a cell; (0, 0) is the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Columns from the left.
    pub x: u32,
    /// Rows from the top.
    pub y: u32,
}

/// The number of a cell in its grid, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u32);

impl Cell {
    /// The cell in column x and row y.
    pub const fn new(x: u32, y: u32) -> Cell {
        Cell { x, y }
    }

    /// The direction in which another cell lies, rounded to the diagonal if it is not straight; `None` to itself.
    #[inline]
    pub(crate) fn direction_to(self, other: Cell) -> Option<Direction> {
        let side = |from: u32, to: u32| i64::from(to > from) - i64::from(to < from);
        Direction::towards(side(self.x, other.x), side(self.y, other.y))
    }

    /// The cost of the shortest way between two cells of an empty grid: as many diagonal steps as possible.
    #[inline]
    pub(crate) fn octile(self, other: Cell) -> f64 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        let (short, long) = if dx < dy { (dx, dy) } else { (dy, dx) };
        STRAIGHT * f64::from(long - short) + DIAGONAL * f64::from(short)
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cell ({}, {})", self.x, self.y)
    }
}
