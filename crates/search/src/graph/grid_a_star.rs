//! A* on a grid without weights: the same search as [`AStar`](super::AStar), in small integers.

mod plan;
mod plan_path;

pub(super) use plan::GridPlan;

use super::best_first::BestFirst;
use super::bucket_queue::BucketQueue;
use super::error::check_ends;
use super::{Answer, Budget, Octile, SearchError, StateId};
use navigant_mesh::grid::{DIAGONAL, Direction, STRAIGHT};
use navigant_mesh::internals::{DirectionInternals as _, GridInternals as _};
use navigant_mesh::{Cell, Grid};

/// A* for [`Grid`]s and the [`Octile`] distance: the expansions of [`AStar`](super::AStar), in half the time.
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
    open: BucketQueue,
    path: Vec<StateId>,
    general: BestFirst,
}

/// The length of a straight step.
pub(super) const SIDE: u32 = 2378;
/// The length of a diagonal step. 3363² = 2·2378² + 1.
pub(super) const SLANT: u32 = 3363;
/// Below this length, a path has fewer than `SIDE` diagonal steps.
pub(super) const LIMIT: u32 = SIDE * SLANT;
const SUM_BITS: u32 = 23;
const DIRECTION_BITS: u32 = 3;
const EPOCHS: u32 = 1 << (32 - SUM_BITS - DIRECTION_BITS);

const _: () = assert!(LIMIT + 2 * SLANT < 1 << SUM_BITS && 2 * SLANT < BucketQueue::SPAN);

impl GridAStar {
    /// A searcher; it allocates when it first meets a grid of a size.
    pub fn new() -> GridAStar {
        GridAStar::default()
    }

    /// Finds a cheapest path from start to goal.
    ///
    /// # Errors
    /// [`SearchError`] when an end is not a cell of the grid.
    pub fn find(&mut self, grid: &Grid, start: StateId, goal: StateId, budget: Budget) -> Result<Answer, SearchError> {
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
        let target = near.cell(goal);
        let least = octile(near.cell(start), target)?;
        let zero = self.begin(grid.cells());
        let GridAStar { reached, open, .. } = self;
        open.begin(zero + least);
        open.push(zero + least, start.0);
        *reached.get_mut(start.index())? = (zero + least) << DIRECTION_BITS;
        let (mut expansions, mut generated) = (0, 0);
        while let Some((sum, state)) = open.pop() {
            let known = reached.get(state as usize).map_or(u32::MAX, |&known| known);
            if known >> DIRECTION_BITS != sum {
                continue;
            }
            if state == goal.0 {
                self.trace(grid, start, goal);
                return Some(Answer::optimal(cost(sum - zero), expansions, generated));
            }
            if let Some(stop) = budget.spent(expansions) {
                return Some(Answer::stopped(stop, cost(sum - zero), expansions, generated));
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
        Some(Answer::no_path(expansions, generated))
    }

    /// Clears the table, mostly in constant time by a new epoch, and resizes it to a number of cells. Returns the value that stands
    /// for a sum of 0: all that earlier searches wrote is above what this one will.
    fn begin(&mut self, cells: usize) -> u32 {
        if self.epoch == 0 {
            self.reached.clear();
        }
        self.make_room(cells);
        self.epoch -= 1;
        self.epoch << SUM_BITS
    }

    /// Resizes the table to a number of cells.
    fn make_room(&mut self, cells: usize) {
        if self.reached.len() != cells {
            self.reached.clear();
            self.reached.resize(cells, u32::MAX);
            self.epoch = EPOCHS;
        }
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
pub(super) fn cost(sum: u32) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::AStar;
    use std::num::NonZeroU8;

    /// Numbers below a bound, the same every time (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators").
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: u32) -> u32 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((mixed ^ (mixed >> 31)) % u64::from(bound)) as u32
        }

        fn grid(&mut self, width: u32, height: u32, heaviest: u32) -> Grid {
            let walls = self.below(50);
            let weight = |dice: &mut Dice| if dice.below(100) < walls { 0 } else { 1 + dice.below(heaviest) as u8 };
            Grid::from_weights(width, height, (0..width * height).map(|_| weight(self)).collect()).unwrap()
        }
    }

    /// Asks both searches; they must answer the same, to the last expansion, with a path that costs what they say.
    fn agree(ours: &mut GridAStar, oracle: &mut AStar, grid: &Grid, (start, goal): (u32, u32), budget: Budget) {
        let (start, goal) = (StateId(start), StateId(goal));
        let answer = ours.find(grid, start, goal, budget).unwrap();
        assert_eq!(
            Ok(answer),
            oracle.find(grid, &Octile::on(grid), start, goal, budget),
            "{start} to {goal} on {grid:?}"
        );
        let step = |pair: &[StateId]| grid.steps(pair[0].into()).find(|step| step.0 == pair[1].into()).unwrap().1;
        match answer.cost {
            Some(cost) => {
                assert_eq!((ours.path().first(), ours.path().last()), (Some(&start), Some(&goal)));
                assert_eq!(ours.path().windows(2).map(step).sum::<f64>(), cost);
            }
            None => assert!(ours.path().is_empty()),
        }
    }

    #[test]
    fn it_answers_as_the_general_search_does() {
        let (mut dice, mut ours, mut oracle) = (Dice(7), GridAStar::new(), AStar::new());
        for case in 0..3000 {
            // Not two columns: there the general search, which knows parents by their numbers, cannot leave out any.
            let width = Some(1 + dice.below(24)).filter(|&width| width != 2).unwrap_or(25);
            let height = 1 + dice.below(24);
            let heaviest = if case % 4 == 0 { 9 } else { 1 };
            let mut grid = dice.grid(width, height, heaviest);
            for query in 0..4 {
                let ends = (dice.below(width * height), dice.below(width * height));
                let budget = if query == 3 { Budget::expansions(dice.below(40).into()) } else { Budget::UNLIMITED };
                agree(&mut ours, &mut oracle, &grid, ends, budget);
                grid.set(Cell::new(dice.below(width), dice.below(height)), NonZeroU8::MIN).unwrap();
            }
        }
    }

    #[test]
    fn two_columns_cost_what_they_cost_the_general_search() {
        let (mut dice, mut ours, mut oracle) = (Dice(6), GridAStar::new(), AStar::new());
        for _ in 0..500 {
            let grid = dice.grid(2, 20, 1);
            let (start, goal) = (StateId(dice.below(40)), StateId(dice.below(40)));
            let expected = oracle.find(&grid, &Octile::on(&grid), start, goal, Budget::UNLIMITED).unwrap();
            assert_eq!(ours.find(&grid, start, goal, Budget::UNLIMITED).unwrap().cost, expected.cost, "{grid:?}");
        }
    }

    #[test]
    fn what_earlier_searches_wrote_is_forgotten() {
        let (mut dice, mut ours, mut oracle) = (Dice(8), GridAStar::new(), AStar::new());
        let grid = dice.grid(40, 30, 1);
        for _ in 0..3 * EPOCHS {
            let ends = (dice.below(1200), dice.below(1200));
            agree(&mut ours, &mut oracle, &grid, ends, Budget::UNLIMITED);
        }
    }

    #[test]
    fn long_paths_are_left_to_the_general_search() {
        let (mut ours, mut oracle) = (GridAStar::new(), AStar::new());
        let mut winding = Grid::open(99, 99).unwrap();
        for (row, gap) in (1..99).step_by(2).zip([98, 0].into_iter().cycle()) {
            for x in (0..99).filter(|&x| x != gap) {
                winding.block(Cell::new(x, row)).unwrap();
            }
        }
        for (grid, longest) in [(winding, 99 * 99 - 1), (Grid::open(4000, 3).unwrap(), 11_999)] {
            for ends in [(0, longest), (longest, 0), (0, 50)] {
                agree(&mut ours, &mut oracle, &grid, ends, Budget::UNLIMITED);
            }
        }
    }

    #[test]
    fn a_step_adds_its_length_and_the_change_of_the_distance() {
        let goal = Cell::new(10, 10);
        for (x, y) in (1..20u32).flat_map(|x| (1..20u32).map(move |y| (x, y))).filter(|&at| at != (10, 10)) {
            for direction in Direction::ALL {
                let (dx, dy) = direction.offset();
                let to = Cell::new(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                let step = if direction.is_diagonal() { SLANT } else { SIDE };
                let rise = step + octile(to, goal).unwrap() - octile(Cell::new(x, y), goal).unwrap();
                assert_eq!(
                    u32::from(rises(Cell::new(x, y), goal)[direction as usize]),
                    rise,
                    "({x}, {y}) {direction:?}"
                );
            }
        }
    }

    #[test]
    fn a_length_tells_its_steps() {
        for (straight, diagonal) in [(0, 0), (1, 0), (0, 1), (3362, 0), (0, 2377), (1000, 1000)] {
            let sum = straight * SIDE + diagonal * SLANT;
            assert_eq!(cost(sum), f64::from(straight) * STRAIGHT + f64::from(diagonal) * DIAGONAL);
        }
    }

    #[test]
    fn ends_off_the_grid_are_errors() {
        let (grid, mut ours) = (Grid::open(2, 2).unwrap(), GridAStar::new());
        let (inside, outside) = (StateId(0), StateId(4));
        let unknown = SearchError::UnknownStart { start: outside, states: 4 };
        assert_eq!(ours.find(&grid, outside, inside, Budget::UNLIMITED), Err(unknown));
        let unknown = SearchError::UnknownGoal { goal: outside, states: 4 };
        assert_eq!(ours.find(&grid, inside, outside, Budget::UNLIMITED), Err(unknown));
    }

    #[test]
    fn it_allocates_nothing_when_warm() {
        let (grid, mut ours) = (Dice(9).grid(64, 64, 1), GridAStar::new());
        let mut all = || {
            for goal in (0..4096).step_by(61) {
                ours.find(&grid, StateId(0), StateId(goal), Budget::UNLIMITED).unwrap();
            }
        };
        all();
        assert_eq!(allocation_counter::measure(all).count_total, 0);
    }
}
