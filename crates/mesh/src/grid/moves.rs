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

    /// What a step in each direction adds to an id in a grid of this width, wrapping around below 0.
    pub(super) fn strides(width: u32) -> [u32; 8] {
        Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            (dx as u32).wrapping_add((dy as u32).wrapping_mul(width))
        })
    }
}

/// The directions in a set, clockwise from north.
#[inline]
pub(super) fn of(mut set: u8) -> impl Iterator<Item = Direction> {
    std::iter::from_fn(move || {
        let least = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        Direction::ALL.get(least).copied()
    })
}

/// The directions in a set, straight ones first.
#[inline]
pub(super) fn straight_first(mut set: u8) -> impl Iterator<Item = Direction> {
    const STRAIGHT: u8 = 0b0101_0101;
    std::iter::from_fn(move || {
        let straight = set & STRAIGHT;
        let least = if straight != 0 { straight } else { set }.trailing_zeros();
        set &= !(1u8.wrapping_shl(least));
        Direction::ALL.get(least as usize).copied()
    })
}

/// Which of the moves from a cell go on after a step of so many columns and rows, each −1, 0 or 1, led to it; all of them
/// if it was no step.
#[inline]
pub(super) fn onward(moves: u8, columns: i32, rows: i32) -> u8 {
    // Worked out beforehand: whether the step was diagonal, and what is blocked, is nothing a processor can foresee.
    const KEPT: [[u8; 256]; 9] = {
        let came = [Some(7), Some(0), Some(1), Some(6), None, Some(2), Some(5), Some(4), Some(3)];
        let mut kept = [[0; 256]; 9];
        let mut i = 0;
        while i < 9 * 256 {
            let moves = (i % 256) as u8;
            kept[i / 256][i % 256] = match came[i / 256] {
                Some(came) => kept_after(moves, came),
                None => moves,
            };
            i += 1;
        }
        kept
    };
    KEPT.get((rows * 3 + columns + 4) as usize).map_or(moves, |kept| kept[usize::from(moves)])
}

const fn kept_after(moves: u8, came: u32) -> u8 {
    // Seen with the step pointing up: bit 0 is straight on, 2 is to the right, 4 is back, 6 is to the left.
    let ahead = moves.rotate_right(came);
    let kept = if came % 2 == 1 {
        0b1000_0011
    } else {
        // One may turn to a side only if the cell behind it is blocked: else the parent gets there at least as cheaply.
        let right = (ahead >> 2) & !(ahead >> 3) & 1;
        let left = (ahead >> 6) & !(ahead >> 5) & 1;
        1 | (right * 0b110) | (left * 0b1100_0000)
    };
    (ahead & kept).rotate_left(came)
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
