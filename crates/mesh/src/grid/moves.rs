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
    pub(crate) fn offset(self) -> (i32, i32) {
        const OFFSETS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        OFFSETS[self as usize]
    }

    /// The direction of a step by some columns and rows, each −1, 0 or 1.
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
    pub(crate) fn is_diagonal(self) -> bool {
        self as u8 & 1 == 1
    }

    /// The direction back.
    #[inline]
    pub(crate) fn opposite(self) -> Direction {
        self.turned(4)
    }

    /// The direction turned clockwise by a number of eighths of a circle.
    #[inline]
    pub(crate) fn turned(self, eighths: u8) -> Direction {
        Direction::ALL[usize::from((self as u8).wrapping_add(eighths) & 7)]
    }

    /// This direction's bit in a set of them.
    #[inline]
    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The direction of a number: the lower three bits of it, clockwise from north.
    #[inline]
    pub(crate) fn numbered(number: u32) -> Direction {
        // A table would cost a load.
        match number & 7 {
            0 => North,
            1 => NorthEast,
            2 => East,
            3 => SouthEast,
            4 => South,
            5 => SouthWest,
            6 => West,
            _ => NorthWest,
        }
    }

    /// All of them, straight ones first.
    const STRAIGHT_FIRST: [Direction; 8] = [North, East, South, West, NorthEast, SouthEast, SouthWest, NorthWest];

    /// Where it stands among all, straight ones first.
    #[inline]
    pub(super) const fn rank(self) -> usize {
        let number = self as usize;
        number / 2 + number % 2 * 4
    }

    /// What a step in each direction, straight ones first, adds to an id in a grid of this width, wrapping around below 0.
    pub(super) fn strides(width: u32) -> [u32; 8] {
        Direction::STRAIGHT_FIRST.map(|direction| {
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

/// Which of the moves from a cell go on after a step in a direction led to it, each with its rank, straight ones first; all
/// of them if none did.
#[inline]
pub(super) fn onward(moves: u8, came: Option<Direction>) -> impl Iterator<Item = (Direction, usize)> {
    // Worked out beforehand: whether the step was diagonal, and what is blocked, is nothing a processor can foresee.
    static KEPT: [[u8; 256]; 9] = {
        let mut kept = [[0; 256]; 9];
        let mut i = 0;
        while i < 9 * 256 {
            let (came, moves) = (i / 256, (i % 256) as u8);
            kept[came][i % 256] = straight_first(if came < 8 { kept_after(moves, came as u32) } else { moves });
            i += 1;
        }
        kept
    };
    let mut set = KEPT[came.map_or(8, |came| came as usize)][usize::from(moves)];
    std::iter::from_fn(move || {
        let least = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        Direction::STRAIGHT_FIRST.get(least).map(|&direction| (direction, least))
    })
}

/// A set of directions, with the straight ones moved to the lower four bits.
const fn straight_first(set: u8) -> u8 {
    let mut sorted = 0;
    let mut i = 0;
    while i < 8 {
        sorted |= ((set >> i) & 1) << (i / 2 + i % 2 * 4);
        i += 1;
    }
    sorted
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
