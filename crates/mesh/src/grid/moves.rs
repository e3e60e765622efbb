//! The eight directions, and which of them lead somewhere.

use super::{Cell, CellId, Grid};

/// One of the eight ways to leave a cell, clockwise from north (up, towards row 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// All of them, clockwise from north.
    pub const ALL: [Direction; 8] = [North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest];

    /// Columns and rows that a step in this direction goes.
    #[inline]
    pub fn offset(self) -> (i32, i32) {
        const OFFSETS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        OFFSETS[self as usize]
    }

    /// The direction of a step of so many columns and rows, each −1, 0 or 1.
    #[inline]
    pub(super) fn towards(columns: i64, rows: i64) -> Option<Direction> {
        const ROUND: [Option<Direction>; 9] = [
            Some(NorthWest),
            Some(North),
            Some(NorthEast),
            Some(West),
            None,
            Some(East),
            Some(SouthWest),
            Some(South),
            Some(SouthEast),
        ];
        ROUND.get(usize::try_from((rows + 1) * 3 + columns + 1).ok()?).copied().flatten()
    }

    /// Whether the step is √2 long.
    #[inline]
    pub fn is_diagonal(self) -> bool {
        self as u8 & 1 == 1
    }

    /// The direction back.
    #[inline]
    pub fn opposite(self) -> Direction {
        self.turned(4)
    }

    /// The direction so many eighths of a circle further clockwise.
    #[inline]
    pub fn turned(self, eighths: u8) -> Direction {
        Direction::ALL[usize::from((self as u8).wrapping_add(eighths) & 7)]
    }

    /// This direction's bit in a set of them.
    #[inline]
    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The id one step away in a grid of this width. Only meaningful where the step stays on the grid.
    #[inline]
    pub(super) fn from(self, id: CellId, width: u32) -> CellId {
        let (dx, dy) = self.offset();
        CellId(id.0.wrapping_add_signed(dx).wrapping_add((dy as u32).wrapping_mul(width)))
    }
}

/// The directions in a set, clockwise from north.
#[inline]
pub(super) fn of(mut set: u8) -> impl Iterator<Item = Direction> {
    std::iter::from_fn(move || {
        let direction = Direction::ALL.get(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(*direction)
    })
}

/// Which of the moves from a cell go on after a step in direction `came` led to it.
#[inline]
pub(super) fn onward(moves: u8, came: Direction) -> u8 {
    // Seen with the step pointing up: bit 0 is straight on, 2 is to the right, 4 is back, 6 is to the left.
    let ahead = moves.rotate_right(came as u32);
    let kept = if came.is_diagonal() {
        0b1000_0011
    } else {
        // One may turn to a side only if the cell behind it is blocked: else the parent gets there at least as cheaply.
        let turn = |side: u32, behind: u32| (ahead >> side) & !(ahead >> behind) & 1;
        1 | (turn(2, 3) * 0b110) | (turn(6, 5) * 0b1100_0000)
    };
    (ahead & kept).rotate_left(came as u32)
}

impl Grid {
    /// The same grid with every cell's set of moves worked out.
    pub(super) fn linked(mut self) -> Grid {
        for id in 0..self.weights.len() {
            self.moves[id] = self.moves_from(self.place(CellId(id as u32)));
        }
        self
    }

    /// The directions that lead to a neighbour: straight ones to walkable cells, diagonal ones where no corner is cut.
    pub(super) fn moves_from(&self, cell: Cell) -> u8 {
        if !self.is_walkable(cell) {
            return 0;
        }
        let free = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            match (cell.x.checked_add_signed(dx), cell.y.checked_add_signed(dy)) {
                (Some(x), Some(y)) => self.is_walkable(Cell::new(x, y)),
                _ => false,
            }
        });
        let may_go = |d: Direction| {
            let beside = |eighths| free[d.turned(eighths) as usize];
            free[d as usize] && (!d.is_diagonal() || (beside(1) && beside(7)))
        };
        Direction::ALL.into_iter().filter(|&d| may_go(d)).map(Direction::bit).sum()
    }
}
