//! A* on a grid without weights: the same search as [`AStar`](super::AStar), in small integers.

use super::best_first::BestFirst;
use super::error::check_ends;
use super::key_ring::KeyRing;
use super::{Answer, Budget, Octile, SearchError, StateId, Stop};
use navigant_mesh::grid::{DIAGONAL, Direction, STRAIGHT};
use navigant_mesh::{Cell, Grid};

/// A* for [`Grid`]s and the [`Octile`] distance: ordinary expansions in the order of g + h, a third of the time of
/// [`AStar`](super::AStar)'s.
///
/// - A straight step counts 2378 and a diagonal one 3363. That fraction is a convergent of √2, so paths compare by these
///   numbers exactly as they do by length while they have fewer than 2378 diagonal steps (see [`navigant_mesh::grid`]).
/// - Only g + h is kept, never g: how much a step adds to it depends on the direction of the step and of the goal, and is
///   read from a table. It never adds more than two diagonal steps, so the states wait in a ring of stacks, one for each sum.
/// - A cell takes four bytes: the sum, the direction of the last step to it, and the number of the search, by which what
///   earlier searches wrote counts as infinite.
///
/// As in A*, successors that the parent reaches as cheaply are left out: [`Grid::steps_onward`].
///
/// Grids with weights, and paths that may be longer than 3363 cells, are left to the general search: the answer is optimal
/// on every grid. No allocation once it has seen a grid of the size.
///
/// ```
/// use navigant_mesh::{Cell, Grid, grid::DIAGONAL};
/// use navigant_search::graph::{Budget, GridAStar};
/// let grid = Grid::open(9, 9)?;
/// let id = |x, y| grid.id(Cell::new(x, y)).map(Into::into).ok_or("off the grid");
/// let mut a_star = GridAStar::new();
/// let answer = a_star.find(&grid, id(0, 0)?, id(8, 8)?, Budget::UNLIMITED)?;
/// assert_eq!(answer.cost, Some(8.0 * DIAGONAL));
/// assert_eq!(a_star.path().len(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GridAStar {
    /// What is known of every cell: from the top, the search that wrote it (6 bits, counting down), g + h (23 bits) and the
    /// direction of the last step (3 bits).
    reached: Vec<u32>,
    /// How many more searches may write without wiping.
    epoch: u32,
    open: KeyRing,
    path: Vec<StateId>,
    general: BestFirst,
}

/// The length of a straight step.
const SIDE: u32 = 2378;
/// The length of a diagonal step. 3363² = 2·2378² + 1.
const SLANT: u32 = 3363;
/// Below this length, a path has fewer than `SIDE` diagonal steps.
const LIMIT: u32 = SIDE * SLANT;
const SUM_BITS: u32 = 23;
const DIRECTION_BITS: u32 = 3;
const EPOCHS: u32 = 1 << (32 - SUM_BITS - DIRECTION_BITS);

const _: () = assert!(LIMIT + 2 * SLANT < 1 << SUM_BITS && 2 * SLANT < KeyRing::SPAN);

impl GridAStar {
    /// A searcher; it allocates when it first meets a grid of a size.
    pub fn new() -> GridAStar {
        GridAStar::default()
    }

    /// Finds a cheapest path from start to goal.
    ///
    /// # Errors
    /// [`SearchError`] when an end is not a cell of the grid.
    pub fn find(
        &mut self,
        grid: &Grid,
        start: StateId,
        goal: StateId,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        check_ends(grid.cells(), start, goal)?;
        self.path.clear();
        let near = Octile::on(grid);
        // On a grid of one column, `Octile` takes columns for rows.
        if grid.is_unweighted()
            && grid.width() > 1
            && let Some(answer) = self.run(grid, near, start, goal, budget)
        {
            return Ok(answer);
        }
        let answer = self.general.run(grid, &near, start, Some(goal), 1.0, budget)?;
        self.path.extend_from_slice(self.general.path());
        Ok(answer)
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }

    /// The search; `None` when a path may get too long for its numbers.
    #[inline(never)]
    fn run(&mut self, grid: &Grid, near: Octile, start: StateId, goal: StateId, budget: Budget) -> Option<Answer> {
        let (mut expansions, mut generated) = (0, 0);
        let target = near.cell(goal);
        let least = octile(near.cell(start), target)?;
        let zero = self.begin(grid.cells());
        let GridAStar { reached, open, .. } = self;
        open.begin(zero + least);
        open.push(zero + least, start.0);
        *reached.get_mut(start.index())? = (zero + least) << DIRECTION_BITS;
        while let Some((sum, state)) = open.pop() {
            let known = reached.get(state as usize).map_or(u32::MAX, |&known| known);
            if known >> DIRECTION_BITS != sum {
                continue;
            }
            if state == goal.0 {
                self.trace(grid, start, goal);
                let cost = cost(sum - zero);
                return Some(Answer { stop: Stop::Solved, cost: Some(cost), lower: cost, expansions, generated });
            }
            if let Some(stop) = budget.spent(expansions) {
                return Some(Answer { stop, cost: None, lower: cost(sum - zero), expansions, generated });
            }
            if sum - zero >= LIMIT {
                return None;
            }
            expansions += 1;
            let state = StateId(state);
            let came = if state == start { None } else { Some(last_step(known)) };
            let rises = rises(near.cell(state), target);
            for (direction, to) in grid.moves_onward(state.into(), came) {
                generated += 1;
                let sum = sum + u32::from(rises[direction as usize]);
                if let Some(known) = reached.get_mut(to.0 as usize)
                    && sum < *known >> DIRECTION_BITS
                {
                    *known = sum << DIRECTION_BITS | direction as u32;
                    open.push(sum, to.0);
                }
            }
        }
        Some(Answer { stop: Stop::NoPath, cost: None, lower: f64::INFINITY, expansions, generated })
    }

    /// Forgets everything, mostly in constant time, and makes room for so many cells. Returns the number that stands for a
    /// sum of 0: all that earlier searches wrote is above what this one will.
    fn begin(&mut self, cells: usize) -> u32 {
        if self.epoch == 0 || self.reached.len() != cells {
            self.reached.clear();
            self.reached.resize(cells, u32::MAX);
            self.epoch = EPOCHS;
        }
        self.epoch -= 1;
        self.epoch << SUM_BITS
    }

    /// Writes down the path to the goal.
    fn trace(&mut self, grid: &Grid, start: StateId, goal: StateId) {
        let GridAStar { reached, path, .. } = self;
        let before = |&state: &StateId| {
            let known = reached.get(state.index()).filter(|_| state != start)?;
            Some(grid.step(state.into(), last_step(*known).opposite())?.0.into())
        };
        path.extend(std::iter::successors(Some(goal), before));
        path.reverse();
    }
}

/// The direction of the last step to a cell.
#[inline]
fn last_step(known: u32) -> Direction {
    Direction::numbered(known)
}

/// The octile distance, if it is below the limit.
fn octile(a: Cell, b: Cell) -> Option<u32> {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    let (short, long) = (dx.min(dy), dx.max(dy));
    let sum = u64::from(SIDE) * u64::from(long - short) + u64::from(SLANT) * u64::from(short);
    u32::try_from(sum).ok().filter(|&sum| sum < LIMIT)
}

/// What a length below the limit costs. `SLANT` is its own inverse modulo `SIDE`, which gives the number of diagonal steps.
fn cost(sum: u32) -> f64 {
    let diagonal = (sum % SIDE) * (SLANT % SIDE) % SIDE;
    let straight = sum.saturating_sub(diagonal * SLANT) / SIDE;
    f64::from(straight) * STRAIGHT + f64::from(diagonal) * DIAGONAL
}

/// How much a step in each direction adds to g + h.
#[inline]
fn rises(cell: Cell, goal: Cell) -> &'static [u16; 8] {
    // Coordinates are below 2²⁸.
    let (dx, dy) = (goal.x as i32 - cell.x as i32, goal.y as i32 - cell.y as i32);
    let wider = (dx.abs() - dy.abs()).clamp(-2, 2);
    &RISES[((wider + 2) * 9 + dy.signum() * 3 + dx.signum() + 4) as usize & 63]
}

/// For every way the goal can lie, what each step adds: its length and the change of the octile distance. The way is told by
/// the signs of the columns and rows to go, and by which are more; beyond 2 more, nothing changes.
static RISES: [[u16; 8]; 64] = {
    let mut rises = [[0; 8]; 64];
    let mut i = 0;
    while i < 45 * 8 {
        let (way, direction) = (i / 8, i % 8);
        let (wider, row, column) = (way as i32 / 9 - 2, way as i32 / 3 % 3 - 1, way as i32 % 3 - 1);
        // An example of a goal that lies so; where a sign is 0, some of these ways do not exist.
        let (mut dx, mut dy) = (column * 3, row * 3);
        if wider > 0 {
            dx = column * (wider + dy.abs());
        } else {
            dy = row * (dx.abs() - wider);
        }
        let (x, y) = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][direction];
        let step = if direction % 2 == 1 { SLANT } else { SIDE } as i32;
        let rise = step + example_octile(dx - x, dy - y) - example_octile(dx, dy);
        rises[way][direction] = rise as u16;
        i += 1;
    }
    rises
};

const fn example_octile(dx: i32, dy: i32) -> i32 {
    let (dx, dy) = (dx.abs(), dy.abs());
    let (short, long) = if dx < dy { (dx, dy) } else { (dy, dx) };
    SIDE as i32 * (long - short) + SLANT as i32 * short
}
