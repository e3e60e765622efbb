//! Jump points: an unweighted grid as a much smaller graph with the same shortest paths.

use super::tuning::replanner::CELLS_WORTH_JUMPING;
use super::{Graph, StateId};
use navigant_mesh::grid::{DIAGONAL, Direction, STRAIGHT};
use navigant_mesh::internals::{CellInternals as _, DirectionInternals as _, GridInternals as _};
use navigant_mesh::{Cell, Grid};

/// Where straight runs across a grid end (Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011;
/// scanned 64 cells at a time as in their "Improving Jump Point Search", 2014).
///
/// A shortest path can be made to turn only at jump points: cells where a wall beside the way has just ended. A* then
/// expands those alone, and everything between them is a scan over bits. Same cost as on the grid; on game maps about a
/// tenth of the expansions. Two bits a cell.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{AStar, Budget, Octile};
/// use navigant_search::internals::JumpPoints;
/// let mut grid = Grid::open(9, 9)?;
/// (0..8).try_for_each(|y| grid.block(Cell::new(4, y)).map(drop))?;
/// let id = |x, y| grid.id(Cell::new(x, y)).map(Into::into).ok_or("off the grid");
/// let jumps = JumpPoints::new(&grid).ok_or("the grid has weights")?;
/// let mut a_star = AStar::new();
/// a_star.find(&jumps.toward(&grid, id(8, 0)?), &Octile::on(&grid), id(0, 0)?, id(8, 0)?, Budget::UNLIMITED)?;
/// assert_eq!(a_star.path().len(), 6);
/// let mut cells = Vec::new();
/// jumps.fill(a_star.path(), &mut cells);
/// assert_eq!(cells.len(), 19);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JumpPoints {
    width: u32,
    height: u32,
    /// What is blocked, row by row for runs to the east and west.
    rows: Lines,
    /// And column by column for runs to the north and south.
    columns: Lines,
}

/// A grid's jump points on the way to a goal: the graph to search.
#[derive(Clone, Copy, Debug)]
pub struct JumpsToward<'a> {
    jumps: &'a JumpPoints,
    grid: &'a Grid,
    goal: Cell,
    /// The lengths of a straight and of a diagonal step.
    lengths: [f64; 2],
}

impl JumpPoints {
    /// Prepares a grid; `None` if it has weights, since a turn then may pay anywhere.
    pub fn new(grid: &Grid) -> Option<JumpPoints> {
        if !grid.is_unweighted() {
            return None;
        }
        let (width, height) = (grid.width(), grid.height());
        let mut jumps =
            JumpPoints { width, height, rows: Lines::new(height, width), columns: Lines::new(width, height) };
        for (y, row) in (0..height).zip(grid.weights().chunks(width as usize)) {
            jumps.rows.set_line(y, row);
            jumps.columns.free_across(y, row);
        }
        Some(jumps)
    }

    /// Whether it was prepared for a grid of this size.
    pub(super) fn is_of(&self, grid: &Grid) -> bool {
        self.width == grid.width() && self.height == grid.height()
    }

    /// Whether walls end so often that stepping from cell to cell is expected to take less time: a jump point takes the time of
    /// several cells.
    pub(super) fn are_dense(&self) -> bool {
        let (ends, free) = self.rows.ends_and_free();
        ends * CELLS_WORTH_JUMPING > free
    }

    /// Tells that a cell was blocked or freed.
    pub fn update(&mut self, grid: &Grid, cell: Cell) {
        let blocked = !grid.is_walkable(cell);
        self.rows.set(cell.y, cell.x, blocked);
        self.columns.set(cell.x, cell.y, blocked);
    }

    /// The graph for a query to a goal. The grid must be the one prepared.
    pub fn toward<'a>(&'a self, grid: &'a Grid, goal: StateId) -> JumpsToward<'a> {
        JumpsToward { jumps: self, grid, goal: self.cell(goal), lengths: [STRAIGHT, DIAGONAL] }
    }

    /// Writes out a path of jump points cell by cell; states that are no cells of the grid are left out.
    pub fn fill(&self, path: &[StateId], cells: &mut Vec<StateId>) {
        cells.clear();
        let mut turns = path.iter().map(|&state| self.cell(state)).filter(|cell| cell.y < self.height);
        let Some(mut at) = turns.next() else { return };
        cells.push(self.id(at));
        for end in turns {
            while at != end {
                at = Cell::new(toward(at.x, end.x), toward(at.y, end.y));
                cells.push(self.id(at));
            }
        }
    }

    fn cell(&self, state: StateId) -> Cell {
        Cell::new(state.0 % self.width, state.0 / self.width)
    }

    fn id(&self, cell: Cell) -> StateId {
        StateId(cell.y * self.width + cell.x)
    }
}

/// One step from a number towards another.
fn toward(from: u32, to: u32) -> u32 {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}

impl JumpsToward<'_> {
    /// The same graph with other lengths of a straight and of a diagonal step.
    pub(super) fn with_lengths(self, lengths: [f64; 2]) -> Self {
        JumpsToward { lengths, ..self }
    }

    /// The first jump point in a direction.
    #[inline]
    fn jump(&self, from: Cell, direction: Direction) -> Option<Cell> {
        if !direction.is_diagonal() {
            return self.run(from, direction);
        }
        let (mut at, (dx, dy)) = (from, direction.offset());
        let (one, other) = (direction.turned(7), direction.turned(1));
        while self.grid.can_step(at, direction) {
            at = Cell::new(at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
            if at == self.goal || self.run(at, one).is_some() || self.run(at, other).is_some() {
                return Some(at);
            }
        }
        None
    }

    /// The first jump point straight ahead.
    #[inline]
    fn run(&self, from: Cell, direction: Direction) -> Option<Cell> {
        let goal = self.goal;
        let JumpPoints { rows, columns, .. } = self.jumps;
        let on_row = |x| Cell::new(x, from.y);
        let on_column = |y| Cell::new(from.x, y);
        match direction {
            Direction::East => rows.ahead(from.y, from.x, (goal.y == from.y).then_some(goal.x)).map(on_row),
            Direction::West => rows.back(from.y, from.x, (goal.y == from.y).then_some(goal.x)).map(on_row),
            Direction::South => columns.ahead(from.x, from.y, (goal.x == from.x).then_some(goal.y)).map(on_column),
            _ => columns.back(from.x, from.y, (goal.x == from.x).then_some(goal.y)).map(on_column),
        }
    }

    #[inline]
    fn follow(&self, from: Cell, direction: Direction, visit: &mut impl FnMut(StateId, f64)) {
        if let Some(to) = self.jump(from, direction) {
            let steps = f64::from(to.x.abs_diff(from.x).max(to.y.abs_diff(from.y)));
            let length = self.lengths[usize::from(direction.is_diagonal())];
            visit(self.jumps.id(to), steps * length);
        }
    }
}

impl Graph for JumpsToward<'_> {
    fn states(&self) -> usize {
        self.grid.cells()
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let cell = self.jumps.cell(from);
        self.grid.directions(from.into()).for_each(|direction| self.follow(cell, direction, &mut visit));
    }

    #[inline]
    fn onward(&self, parent: StateId, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let (before, cell) = (self.jumps.cell(parent), self.jumps.cell(from));
        let directions = self.grid.directions_onward(from.into(), before.direction_to(cell));
        directions.for_each(|direction| self.follow(cell, direction, &mut visit));
    }
}

/// Lines of bits, 1 where blocked, with a blocked margin all round.
#[derive(Clone, Debug)]
struct Lines {
    /// Words in a line.
    stride: usize,
    words: Vec<u64>,
}

impl Lines {
    /// The first cell of a line is bit 64, so that a window may begin before it.
    const MARGIN: usize = 64;

    fn new(lines: u32, length: u32) -> Lines {
        let stride = (length as usize).div_ceil(64) + 3;
        Lines { stride, words: vec![!0; stride * (lines as usize + 2)] }
    }

    fn set(&mut self, line: u32, place: u32, blocked: bool) {
        let bit = place as usize + Lines::MARGIN;
        if let Some(word) = self.words.get_mut((line as usize + 1) * self.stride + bit / 64) {
            *word = *word & !(1 << (bit % 64)) | u64::from(blocked) << (bit % 64);
        }
    }

    /// Sets a whole line from weights; 0 is blocked.
    fn set_line(&mut self, line: u32, weights: &[u8]) {
        let first = (line as usize + 1) * self.stride + Lines::MARGIN / 64;
        for (word, weights) in self.words.iter_mut().skip(first).zip(weights.chunks(64)) {
            // What is beyond the end stays blocked.
            let beyond = u64::MAX.checked_shl(weights.len() as u32).unwrap_or(0);
            *word = weights.iter().rev().fold(0, |bits, &weight| bits << 1 | u64::from(weight == 0)) | beyond;
        }
    }

    /// Frees a place in every line that has a weight; all of them were blocked.
    fn free_across(&mut self, place: u32, weights: &[u8]) {
        let bit = place as usize + Lines::MARGIN;
        let lines = self.words.chunks_exact_mut(self.stride).skip(1);
        for (line, &weight) in lines.zip(weights) {
            line[bit / 64] &= !(u64::from(weight != 0) << (bit % 64));
        }
    }

    /// How many cells are the first beyond the end of a wall beside them, going up, and how many are free.
    fn ends_and_free(&self) -> (u64, u64) {
        let count = self.words.len() / self.stride;
        let mut sums = (0, 0);
        for line in 1..count.saturating_sub(1) {
            for bit in (Lines::MARGIN..64 * self.stride - 64).step_by(64) {
                let free = !self.window(line, bit);
                let end = |beside| !self.window(beside, bit) & self.window(beside, bit - 1);
                // Nothing comes to the first cell of a line from before it.
                let first = u64::from(bit == Lines::MARGIN);
                sums.0 += u64::from((free & !first & (end(line - 1) | end(line + 1))).count_ones());
                sums.1 += u64::from(free.count_ones());
            }
        }
        sums
    }

    /// The 64 bits from `bit` on in a line, where line 0 is the margin.
    #[inline]
    fn window(&self, line: usize, bit: usize) -> u64 {
        let (at, shift) = (line * self.stride + bit / 64, bit % 64);
        match self.words.get(at..at + 2) {
            Some(&[low, high]) => (low >> shift) | (high << 1 << (63 - shift)),
            _ => !0,
        }
    }

    /// The first place beyond `from`, going up, where a wall beside the line has just ended, or the goal; `None` if the
    /// line is blocked before.
    #[inline]
    fn ahead(&self, line: u32, from: u32, goal: Option<u32>) -> Option<u32> {
        let line = line as usize + 1;
        let mut bit = from as usize + 1 + Lines::MARGIN;
        loop {
            let blocked = self.window(line, bit);
            let end = |beside| !self.window(beside, bit) & self.window(beside, bit - 1);
            let stops = blocked | end(line - 1) | end(line + 1);
            if stops != 0 {
                let stop = stops.trailing_zeros() as usize;
                let place = (bit + stop - Lines::MARGIN) as u32;
                if let Some(goal) = goal.filter(|&goal| from < goal && goal < place) {
                    return Some(goal);
                }
                return (blocked >> stop & 1 == 0).then_some(place);
            }
            bit += 64;
        }
    }

    /// The same going down.
    #[inline]
    fn back(&self, line: u32, from: u32, goal: Option<u32>) -> Option<u32> {
        let line = line as usize + 1;
        // The window ends just before `bit`.
        let mut bit = from as usize + Lines::MARGIN;
        loop {
            let low = bit - 64;
            let blocked = self.window(line, low);
            let end = |beside| !self.window(beside, low) & self.window(beside, low + 1);
            let stops = blocked | end(line - 1) | end(line + 1);
            if stops != 0 {
                let stop = 63 - stops.leading_zeros() as usize;
                let place = (low + stop).checked_sub(Lines::MARGIN).map(|place| place as u32);
                if let Some(goal) = goal.filter(|&goal| goal < from && place.is_none_or(|place| place < goal)) {
                    return Some(goal);
                }
                return place.filter(|_| blocked >> stop & 1 == 0);
            }
            bit = low;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::random_numbers::numbers;
    use crate::graph::{AStar, Budget, Octile};

    #[test]
    fn jumping_costs_what_stepping_does() {
        let mut next = numbers(9);
        let (mut stepping, mut jumping, mut cells) = (AStar::new(), AStar::new(), Vec::new());
        for round in 0..400 {
            let (width, height) = (1 + next(150), 1 + next(20));
            let weights = (0..width * height).map(|_| u8::from(next(10) >= round % 5)).collect();
            let grid = Grid::from_weights(width, height, weights).unwrap();
            let jumps = JumpPoints::new(&grid).unwrap();
            let (start, goal) = (StateId(next(width * height)), StateId(next(width * height)));
            let near = Octile::on(&grid);
            let steps = stepping.find(&grid, &near, start, goal, Budget::UNLIMITED).unwrap();
            let graph = jumps.toward(&grid, goal);
            let leaps = jumping.find(&graph, &near, start, goal, Budget::UNLIMITED).unwrap();
            assert_eq!(steps.cost, leaps.cost, "round {round}");
            jumps.fill(jumping.path(), &mut cells);
            let cost = super::super::states::cost_of(&grid, &cells);
            assert_eq!(cost.filter(|_| !cells.is_empty()), leaps.cost, "round {round}");
        }
    }

    #[test]
    fn random_obstacles_are_dense_and_rooms_are_not() {
        let mut next = numbers(3);
        let random = (0..100 * 100).map(|_| u8::from(next(5) > 0)).collect();
        let rooms = (0..100 * 100)
            .map(|i| u8::from((i % 100 % 20 > 0 && i / 100 % 20 > 0) || i % 20 == 10 || i / 100 % 20 == 10));
        let [random, rooms] = [random, rooms.collect()].map(|weights| {
            let grid = Grid::from_weights(100, 100, weights).unwrap();
            JumpPoints::new(&grid).unwrap()
        });
        assert!(random.are_dense() && !rooms.are_dense());
        assert_eq!(JumpPoints::new(&Grid::open(70, 9).unwrap()).unwrap().rows.ends_and_free(), (0, 630));
        let mut grid = Grid::open(70, 9).unwrap();
        grid.block(Cell::new(63, 4)).unwrap();
        // One step beyond the wall, on either side of it.
        assert_eq!(JumpPoints::new(&grid).unwrap().rows.ends_and_free(), (2, 629));
    }

    #[test]
    fn a_grid_with_weights_is_refused() {
        assert!(JumpPoints::new(&Grid::from_weights(2, 1, vec![1, 2]).unwrap()).is_none());
    }

    #[test]
    fn points_are_of_grids_of_one_size() {
        let points = JumpPoints::new(&Grid::open(7, 5).unwrap()).unwrap();
        assert_eq!(
            [(7, 5), (5, 7), (7, 6), (8, 5)].map(|(w, h)| points.is_of(&Grid::open(w, h).unwrap())),
            [true, false, false, false]
        );
    }
}
