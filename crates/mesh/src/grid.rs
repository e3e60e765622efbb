//! The uniform grid: cells that are blocked or have a weight, 8-connected without cutting corners.
//!
//! ```text
//!   x ▶          a diagonal step needs both cells beside it:
//! y  . . .         . .      . @
//! ▼  . @ .         . .  ok  . .  no: a disc would catch on the corner
//! ```
//!
//! # Costs are exact
//! A step costs its length times the mean weight of the two cells it joins. Lengths are 1 and √2, and √2 is not a
//! number a computer adds without error, so costs count in units of [`STRAIGHT`]⁻¹ cells, where a diagonal step is
//! [`DIAGONAL`] units: all costs are integers, sums of them are exact, and two searches that add in different orders
//! still agree to the last bit.
//!
//! 665857/470832 is a convergent of √2. No fraction with a smaller denominator lies between a convergent and its limit,
//! so on unit weights two paths compare by these integers exactly as they do by true length, unless they differ by
//! 470,832 or more diagonal steps.

mod adaptive;
mod cell;
mod crossing;
mod error;
mod moves;
mod over_map;
mod quads;

pub use adaptive::{AdaptiveGrid, QuadId};
pub use cell::{Cell, CellId};
pub use error::GridError;
pub use moves::Direction;
pub use over_map::{BadMapGrid, MapGrid};

use std::num::NonZeroU8;

/// The cost of a straight step between two cells of weight 1.
pub const STRAIGHT: f64 = 941_664.0;
/// The cost of a diagonal step between two cells of weight 1: √2 · [`STRAIGHT`] to within 2·10⁻¹² of it.
pub const DIAGONAL: f64 = 1_331_714.0;

/// A rectangle of cells, each blocked or walkable with a weight of 1 to 255.
///
/// Two bytes a cell: its weight, and the set of [`Direction`]s one may leave it in, kept up to date by every edit.
///
/// ```
/// use navigant_mesh::grid::{Cell, Grid, STRAIGHT};
/// let mut grid = Grid::open(3, 2)?;
/// grid.block(Cell::new(1, 0))?;
/// let corner = grid.id(Cell::new(0, 0)).ok_or("off the grid")?;
/// let steps: Vec<_> = grid.steps(corner).collect();
/// assert_eq!(steps, [(grid.id(Cell::new(0, 1)).ok_or("off the grid")?, STRAIGHT)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: u32,
    height: u32,
    /// Weight of every cell, row by row; 0 where it is blocked.
    weights: Vec<u8>,
    /// Which of the eight directions lead to a neighbour: bit `d` is `Direction::ALL[d]`.
    moves: Vec<u8>,
    /// How many cells have a weight above 1.
    weighted: usize,
    /// What a step in each direction, straight ones first, adds to a cell's id.
    strides: [u32; 8],
}

impl Grid {
    /// The most cells a grid may have: half a gigabyte of them.
    pub const MAX_CELLS: u64 = 1 << 28;

    /// A grid of walkable cells of weight 1.
    ///
    /// # Errors
    /// [`GridError::BadSize`] when it would have no cells or more than [`Grid::MAX_CELLS`].
    pub fn open(width: u32, height: u32) -> Result<Grid, GridError> {
        Grid::from_weights(width, height, vec![1; size(width, height)?])
    }

    /// A grid from the weight of every cell, row by row from the top; 0 is blocked.
    ///
    /// # Errors
    /// [`GridError::BadSize`] for a bad size, [`GridError::WrongCount`] when the weights do not fill it.
    pub fn from_weights(width: u32, height: u32, weights: Vec<u8>) -> Result<Grid, GridError> {
        let expected = size(width, height)?;
        if weights.len() != expected {
            return Err(GridError::WrongCount { expected, found: weights.len() });
        }
        let weighted = weights.iter().filter(|&&w| w > 1).count();
        let strides = Direction::strides(width);
        Ok(Grid { width, height, weights, moves: vec![0; expected], weighted, strides }.linked())
    }

    /// Width and height in cells; ids are the numbers below their product.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Width in cells.
    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    /// Height in cells.
    pub(crate) fn height(&self) -> u32 {
        self.height
    }

    /// How many cells there are; their ids are the numbers below it.
    pub(crate) fn cells(&self) -> usize {
        self.weights.len()
    }

    /// The id of a cell, if it lies on the grid.
    pub fn id(&self, cell: Cell) -> Option<CellId> {
        (cell.x < self.width && cell.y < self.height).then(|| CellId(cell.y * self.width + cell.x))
    }

    /// Where the cell with this id lies, if there is one.
    pub fn cell(&self, id: CellId) -> Option<Cell> {
        ((id.0 as usize) < self.cells()).then(|| self.place(id))
    }

    /// Column and row of an id that is known to be on the grid.
    pub(crate) fn place(&self, id: CellId) -> Cell {
        Cell::new(id.0 % self.width, id.0 / self.width)
    }

    /// The weight of a cell: `None` where it is blocked or off the grid.
    pub(crate) fn weight(&self, cell: Cell) -> Option<NonZeroU8> {
        self.id(cell).and_then(|id| NonZeroU8::new(self.weights[id.0 as usize]))
    }

    /// Whether one may stand on a cell. Cells off the grid are not walkable.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.weight(cell).is_some()
    }

    /// Whether every walkable cell has weight 1, so that only lengths count.
    pub(crate) fn is_unweighted(&self) -> bool {
        self.weighted == 0
    }

    /// Blocks a cell; says whether that changed anything.
    ///
    /// # Errors
    /// [`GridError::OffGrid`].
    pub fn block(&mut self, cell: Cell) -> Result<bool, GridError> {
        self.put(cell, 0)
    }

    /// Makes a cell walkable with the given weight; says whether that changed anything.
    ///
    /// # Errors
    /// [`GridError::OffGrid`].
    pub fn set(&mut self, cell: Cell, weight: NonZeroU8) -> Result<bool, GridError> {
        self.put(cell, weight.get())
    }

    fn put(&mut self, cell: Cell, weight: u8) -> Result<bool, GridError> {
        let Some(id) = self.id(cell) else {
            return Err(GridError::OffGrid { cell, width: self.width, height: self.height });
        };
        let old = std::mem::replace(&mut self.weights[id.0 as usize], weight);
        self.weighted = self.weighted + usize::from(weight > 1) - usize::from(old > 1);
        if (old == 0) != (weight == 0) {
            for near in self.around(cell) {
                self.moves[near.0 as usize] = self.moves_from(self.place(near));
            }
        }
        Ok(old != weight)
    }

    /// A cell and its neighbours on the grid, row by row: the only cells whose steps an edit of that cell can change.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = CellId> + use<> {
        let (width, height) = (self.width, self.height);
        let rows = cell.y.saturating_sub(1)..cell.y.saturating_add(2).min(height);
        let columns = cell.x.saturating_sub(1)..cell.x.saturating_add(2).min(width);
        rows.flat_map(move |y| columns.clone().map(move |x| CellId(y * width + x)))
    }

    /// The cells one step away and what the step costs. A blocked cell, or one off the grid, has none.
    #[inline]
    pub fn steps(&self, from: CellId) -> impl Iterator<Item = (CellId, f64)> + '_ {
        self.steps_in(from, self.directions(from))
    }

    /// The steps worth taking on a path that came to a cell by a step from `parent`; all of them if it did not.
    ///
    /// Without weights, most neighbours of a cell are reached as cheaply from its parent directly. Those are left out
    /// (Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, as far as pruning goes; the order of
    /// Sturtevant and Rabin, "Canonical Orderings on Grids", 2016): a straight step is followed by another, a diagonal
    /// one by itself and its two parts, and only past the end of a wall may a path turn.
    ///
    /// Diagonal steps come last, for searches that follow the latest of equals first: in this order of paths, the way across
    /// open ground begins with them.
    #[inline]
    pub(crate) fn steps_onward(&self, parent: CellId, from: CellId) -> impl Iterator<Item = (CellId, f64)> + '_ {
        // Ids and widths are far below 2³¹.
        let (w, step) = (self.width as i32, from.0.wrapping_sub(parent.0) as i32);
        let rows = i32::from(step > 1) - i32::from(step < -1);
        let columns = step.wrapping_sub(rows * w);
        // On grids of two columns, a diagonal step one way and a straight one the other lead to the same number.
        let told = w > 2 && (-1..=1).contains(&columns);
        let came = if told { Direction::towards(columns.into(), rows.into()) } else { None };
        self.steps_in(from, self.directions_onward(from, came))
    }

    /// The directions worth taking on a path that came to a cell in a direction; all of them if it begins there. See
    /// [`steps_onward`](Self::steps_onward).
    #[inline]
    pub(crate) fn directions_onward(
        &self,
        from: CellId,
        came: Option<Direction>,
    ) -> impl Iterator<Item = Direction> + use<> {
        self.ranked_onward(from, came).map(|(direction, _)| direction)
    }

    /// The [directions worth taking](Self::directions_onward), and the cells they lead to.
    #[inline]
    pub(crate) fn moves_onward(
        &self,
        from: CellId,
        came: Option<Direction>,
    ) -> impl Iterator<Item = (Direction, CellId)> + '_ {
        let beside = move |rank: usize| CellId(from.0.wrapping_add(self.strides[rank]));
        self.ranked_onward(from, came).map(move |(direction, rank)| (direction, beside(rank)))
    }

    #[inline]
    fn ranked_onward(&self, from: CellId, came: Option<Direction>) -> impl Iterator<Item = (Direction, usize)> + use<> {
        let all = self.moves.get(from.0 as usize).copied().unwrap_or(0);
        moves::onward(all, came.filter(|_| self.weighted == 0))
    }

    /// By cell, row by row: its weight; 0 where it is blocked.
    pub(crate) fn weights(&self) -> &[u8] {
        &self.weights
    }

    /// By cell: the set of directions in which a step leads from it, one bit each in the order of [`Direction::ALL`]. Compare with a
    /// copy to see what an edit has changed.
    pub(crate) fn move_sets(&self) -> &[u8] {
        &self.moves
    }

    /// Whether a step leads from a cell in a direction.
    #[inline]
    pub(crate) fn can_step(&self, from: Cell, direction: Direction) -> bool {
        self.id(from).is_some_and(|id| self.moves[id.0 as usize] & direction.bit() != 0)
    }

    #[inline]
    fn steps_in<'a>(
        &'a self,
        from: CellId,
        directions: impl Iterator<Item = Direction> + 'a,
    ) -> impl Iterator<Item = (CellId, f64)> + 'a {
        directions.map(move |direction| {
            let to = self.beside(from, direction);
            (to, self.step_cost(from.0 as usize, to.0 as usize, direction))
        })
    }

    /// The id one step away. Only meaningful where the step stays on the grid.
    #[inline]
    fn beside(&self, from: CellId, direction: Direction) -> CellId {
        CellId(from.0.wrapping_add(self.strides[direction.rank()]))
    }

    /// The directions in which a step leads from a cell, clockwise from north.
    #[inline]
    pub(crate) fn directions(&self, from: CellId) -> impl Iterator<Item = Direction> + use<> {
        moves::of(self.moves.get(from.0 as usize).copied().unwrap_or(0))
    }

    /// The cell one step away in a direction and what the step costs, if one may take it.
    pub(crate) fn step(&self, from: CellId, direction: Direction) -> Option<(CellId, f64)> {
        let moves = *self.moves.get(from.0 as usize)?;
        (moves & direction.bit() != 0).then(|| {
            let to = self.beside(from, direction);
            (to, self.step_cost(from.0 as usize, to.0 as usize, direction))
        })
    }

    /// The cell `steps` steps away in a direction and their cost, if none of them is blocked.
    ///
    /// ```
    /// use navigant_mesh::grid::{CellId, Direction, Grid, STRAIGHT};
    /// use navigant_mesh::internals::GridInternals as _;
    /// let grid = Grid::open(9, 1)?;
    /// assert_eq!(grid.run(CellId(2), Direction::East, 6), Some((CellId(8), 6.0 * STRAIGHT)));
    /// assert_eq!(grid.run(CellId(2), Direction::East, 7), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub(crate) fn run(&self, from: CellId, direction: Direction, steps: u32) -> Option<(CellId, f64)> {
        let (bit, stride) = (direction.bit(), self.strides[direction.rank()]);
        let (mut at, mut cost) = (from.0, 0.0);
        for _ in 0..steps {
            let to = at.wrapping_add(stride);
            if self.moves.get(at as usize)? & bit == 0 {
                return None;
            }
            if self.weighted != 0 {
                cost += self.step_cost(at as usize, to as usize, direction);
            }
            at = to;
        }
        if self.weighted == 0 {
            cost = f64::from(steps) * if direction.is_diagonal() { DIAGONAL } else { STRAIGHT };
        }
        Some((CellId(at), cost))
    }

    #[inline]
    fn step_cost(&self, from: usize, to: usize, direction: Direction) -> f64 {
        let length = if direction.is_diagonal() { DIAGONAL } else { STRAIGHT };
        if self.weighted == 0 {
            return length;
        }
        // Both lengths are even, so the mean of two weights keeps the product whole.
        length * 0.5 * f64::from(u16::from(self.weights[from]) + u16::from(self.weights[to]))
    }

    /// The octile distance between two cells: a lower bound on the cost between them, and a consistent heuristic. `None` if either
    /// is off the grid.
    pub(crate) fn octile(&self, a: CellId, b: CellId) -> Option<f64> {
        Some(self.cell(a)?.octile(self.cell(b)?))
    }

    /// The length of a path in cells, from its numbers of straight and diagonal steps. `None` if two cells that follow
    /// each other are not joined by a step.
    pub(crate) fn length(&self, path: &[CellId]) -> Option<f64> {
        let (mut straight, mut diagonal) = (0u32, 0u32);
        for pair in path.windows(2) {
            let direction = self.directions(pair[0]).find(|d| self.beside(pair[0], *d) == pair[1])?;
            if direction.is_diagonal() { diagonal += 1 } else { straight += 1 }
        }
        Some(f64::from(straight) + f64::from(diagonal) * std::f64::consts::SQRT_2)
    }
}

fn size(width: u32, height: u32) -> Result<usize, GridError> {
    let cells = u64::from(width) * u64::from(height);
    if cells == 0 || cells > Grid::MAX_CELLS {
        return Err(GridError::BadSize { width, height });
    }
    usize::try_from(cells).map_err(|_| GridError::BadSize { width, height })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(w: u8) -> NonZeroU8 {
        NonZeroU8::new(w).unwrap()
    }

    #[test]
    fn a_diagonal_step_needs_both_cells_beside_it() {
        let mut grid = Grid::open(2, 2).unwrap();
        let a = grid.id(Cell::new(0, 0)).unwrap();
        assert_eq!(grid.steps(a).count(), 3);
        grid.block(Cell::new(1, 0)).unwrap();
        assert_eq!(grid.steps(a).map(|(to, _)| to).collect::<Vec<_>>(), [CellId(2)]);
    }

    #[test]
    fn edits_leave_the_same_grid_as_a_rebuild() {
        let mut state = 5u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as u32
        };
        let mut grid = Grid::open(7, 5).unwrap();
        for _ in 0..500 {
            let cell = Cell::new(next() % 7, next() % 5);
            match next() % 3 {
                0 => grid.block(cell).unwrap(),
                w => grid.set(cell, weight(w as u8)).unwrap(),
            };
            assert_eq!(grid, Grid::from_weights(7, 5, grid.weights.clone()).unwrap());
        }
    }

    #[test]
    fn a_step_costs_its_length_times_the_mean_weight() {
        let mut grid = Grid::open(2, 2).unwrap();
        grid.set(Cell::new(1, 1), weight(4)).unwrap();
        let costs: Vec<f64> = grid.steps(CellId(0)).map(|(_, cost)| cost).collect();
        assert_eq!(costs, [STRAIGHT, DIAGONAL * 2.5, STRAIGHT]);
    }

    #[test]
    fn steps_go_both_ways_at_the_same_cost() {
        let weights = (0..48u32).map(|i| (i * 7 % 5) as u8).collect();
        let grid = Grid::from_weights(8, 6, weights).unwrap();
        for id in (0..48).map(CellId) {
            for (to, cost) in grid.steps(id) {
                assert!(grid.steps(to).any(|back| back == (id, cost)), "{id:?} → {to:?}");
            }
        }
    }

    #[test]
    fn the_unit_lengths_are_a_convergent_of_the_root_of_two() {
        let (p, q) = (DIAGONAL as i64 / 2, STRAIGHT as i64 / 2);
        assert_eq!(p * p - 2 * q * q, 1, "p² − 2q² = ±1 holds for the convergents of √2 and for no other fraction");
    }

    #[test]
    fn bad_sizes_and_cells_are_named() {
        assert_eq!(Grid::open(0, 5), Err(GridError::BadSize { width: 0, height: 5 }));
        assert_eq!(Grid::open(1 << 20, 1 << 20), Err(GridError::BadSize { width: 1 << 20, height: 1 << 20 }));
        assert_eq!(Grid::from_weights(2, 2, vec![1; 3]), Err(GridError::WrongCount { expected: 4, found: 3 }));
        let off = Cell::new(2, 0);
        let error = GridError::OffGrid { cell: off, width: 2, height: 2 };
        assert_eq!(Grid::open(2, 2).unwrap().block(off), Err(error));
        assert_eq!(Grid::open(2, 2).unwrap().steps(CellId(99)).count(), 0);
    }

    #[test]
    fn a_path_through_open_ground_turns_only_where_a_wall_ends() {
        let mut grid = Grid::open(5, 5).unwrap();
        let id = |x: u32, y: u32| CellId(y * 5 + x);
        let onward = |grid: &Grid, from, to| grid.steps_onward(from, to).map(|(to, _)| to).collect::<Vec<_>>();
        assert_eq!(onward(&grid, id(1, 2), id(2, 2)), [id(3, 2)]);
        assert_eq!(onward(&grid, id(1, 3), id(2, 2)), [id(2, 1), id(3, 2), id(3, 1)]);
        assert_eq!(onward(&grid, id(2, 2), id(2, 2)).len(), 8);
        grid.block(Cell::new(1, 1)).unwrap();
        assert_eq!(onward(&grid, id(1, 2), id(2, 2)), [id(2, 1), id(3, 2), id(3, 1)]);
    }

    #[test]
    fn the_length_of_a_path_counts_its_steps() {
        let grid = Grid::open(3, 3).unwrap();
        assert_eq!(grid.length(&[CellId(0), CellId(4), CellId(5)]), Some(1.0 + std::f64::consts::SQRT_2));
        assert_eq!(grid.length(&[CellId(0), CellId(8)]), None);
    }
}
