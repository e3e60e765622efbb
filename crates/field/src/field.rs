//! The cost-to-goal field.

use crate::directions::Directions;
use crate::ground::FieldGrid;
use crate::lower::Until;
use crate::network::{INFINITE, Network as _};
use crate::solution::{Solution, TooFar};
use crate::states::States;
use crate::{FieldError, STRAIGHT_COST};
use navigant_mesh::CellId;
use navigant_mesh::grid::Direction;
use navigant_mesh::internals::DirectionInternals as _;

/// The cost of the cheapest way from every cell of a grid to the nearest goal.
///
/// A step costs its length times the mean weight of the two cells it joins, in units of which [`STRAIGHT_COST`] make a cell. The
/// costs are those that Dijkstra's algorithm finds, to the bit, whatever the number of threads and the order of calls.
///
/// Eight bytes a cell, and what waits at the wave's front.
///
/// ```
/// use navigant_field::{CostToGoal, Field, STRAIGHT_COST};
/// use navigant_mesh::grid::{Cell, CellId, Direction, Grid};
/// let mut grid = Grid::open(5, 3)?;
/// let mut field = Field::new(&grid, &[CellId(5)])?; // column 0 of row 1
/// field.compute()?;
/// assert_eq!(field.cost(CellId(9)), CostToGoal::Known(4 * STRAIGHT_COST));
/// assert_eq!(field.direction(CellId(9)), Some(Direction::West));
///
/// grid.block(Cell::new(2, 1))?;
/// field.repair(&grid, &[CellId(7)])?;
/// assert_eq!(field.cost(CellId(9)), CostToGoal::Known(2 * 198 + 2 * STRAIGHT_COST));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Field {
    solution: Solution<States>,
}

/// What a field knows about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostToGoal {
    /// The cost of the cheapest way to a goal.
    Known(u32),
    /// The wave has stopped before it came there: [`Field::reach`] goes on.
    Beyond,
    /// There is no way to a goal: the cell is blocked, off the grid, or cut off.
    Unreachable,
}

/// What a call has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Cells whose neighbours were looked at in order to lower their costs; some more than once.
    pub expanded: u64,
    /// Cells that have lost their cost in a repair.
    pub raised: u64,
    /// Buckets that were emptied, one meeting of all threads each.
    pub buckets: u64,
}

impl Field {
    /// A field to some goals, of which nothing is known yet but the goals. It uses all cores.
    ///
    /// # Errors
    /// [`FieldError::NoGoal`], [`FieldError::GoalOffGrid`], [`FieldError::GoalBlocked`].
    pub fn new(ground: &impl FieldGrid, goals: &[CellId]) -> Result<Field, FieldError> {
        let mut field = Field { solution: Solution::new(States::of(ground)) };
        field.set_goals(goals)?;
        Ok(field)
    }

    /// The same with this number of threads, from 1 to 256. Results do not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Field {
        self.solution.threads = threads.clamp(1, 256);
        self
    }

    fn states(&self) -> &States {
        &self.solution.network
    }

    /// Forgets all costs and takes other goals.
    ///
    /// # Errors
    /// As [`new`](Self::new); nothing is changed then.
    pub(crate) fn set_goals(&mut self, goals: &[CellId]) -> Result<(), FieldError> {
        if goals.is_empty() {
            return Err(FieldError::NoGoal);
        }
        let mut slots = Vec::new();
        for (index, &goal) in goals.iter().enumerate() {
            let Some(slot) = self.states().layout.slot(goal.0) else {
                return Err(FieldError::GoalOffGrid { index, goal, cells: self.cells() });
            };
            if !self.states().get(slot).is_open() {
                return Err(FieldError::GoalBlocked { index, goal });
            }
            slots.push(slot);
        }
        self.solution.set_goals(slots);
        Ok(())
    }

    /// Forgets all costs but those of the goals.
    pub fn restart(&mut self) {
        self.solution.restart();
    }

    /// Finds the cost of every cell, from wherever the field stands.
    ///
    /// O(n) for n cells not yet final, but for cells that are improved more than once within a bucket.
    ///
    /// # Errors
    /// [`FieldError::TooFar`] if a cost does not fit; everything nearer is right.
    pub fn compute(&mut self) -> Result<Work, FieldError> {
        let work = self.solution.go_on(Until::End);
        self.first_of(work)
    }

    /// Goes on until the costs of all agents are final, and with them all costs up to that of the farthest one. A blocked
    /// agent is not waited for; one that is cut off makes this a [`compute`](Self::compute).
    ///
    /// # Errors
    /// [`FieldError::OffGrid`] for an agent off the grid; [`FieldError::TooFar`] as `compute`.
    pub fn reach(&mut self, agents: &[CellId]) -> Result<Work, FieldError> {
        let mut slots = self.slots(agents)?;
        slots.retain(|&slot| self.states().get(slot).is_open());
        let work = self.solution.go_on(Until::Reached(&slots));
        self.first_of(work)
    }

    /// Goes on until all costs below one are final.
    ///
    /// # Errors
    /// [`FieldError::TooFar`] as [`compute`](Self::compute).
    pub(crate) fn reach_cost(&mut self, cost: u64) -> Result<Work, FieldError> {
        let work = self.solution.go_on(Until::Below(cost));
        self.first_of(work)
    }

    /// Names the first cell that is too far.
    fn first_of(&self, work: Result<Work, TooFar>) -> Result<Work, FieldError> {
        work.map_err(|TooFar(slots)| {
            let cells = slots.into_iter().map(|slot| self.states().layout.cell(slot));
            FieldError::TooFar { cell: CellId(cells.min().unwrap_or_default()) }
        })
    }

    /// Catches up with cells that have changed, and restores all costs up to where the field was final.
    ///
    /// `changed` names the cells that were blocked, opened or given another weight; the steps around them are read again. Cost:
    /// the cells whose cost changes, and those beside them. A goal that was blocked counts again once it is open.
    ///
    /// # Errors
    /// [`FieldError::OtherSize`], [`FieldError::OffGrid`]: nothing is changed. [`FieldError::TooFar`] as `compute`.
    pub fn repair(&mut self, ground: &impl FieldGrid, changed: &[CellId]) -> Result<Work, FieldError> {
        if ground.size() != self.size() {
            return Err(FieldError::OtherSize { field: self.size(), ground: ground.size() });
        }
        let changed = self.slots(changed)?;
        let new = self.take_over(ground, &changed);
        let touched = self.around(&new);
        let work = self.solution.repair(&touched);
        self.first_of(work)
    }

    /// Catches up with cells that have changed and clears all costs: for a caller that computes them elsewhere. Returns the cells that
    /// weigh otherwise or lead elsewhere than before, sorted.
    ///
    /// # Errors
    /// [`FieldError::OtherSize`], [`FieldError::OffGrid`].
    pub(crate) fn take_over_unsolved(
        &mut self,
        ground: &impl FieldGrid,
        changed: &[CellId],
    ) -> Result<Vec<CellId>, FieldError> {
        if ground.size() != self.size() {
            return Err(FieldError::OtherSize { field: self.size(), ground: ground.size() });
        }
        let changed = self.slots(changed)?;
        self.solution.clear_goals();
        let new = self.take_over(ground, &changed);
        self.solution.open_goals();
        let mut cells: Vec<CellId> = new.into_iter().map(|slot| CellId(self.states().layout.cell(slot))).collect();
        cells.sort_unstable();
        Ok(cells)
    }

    /// Of costs that were found elsewhere, `None` and 2³² − 1 for none: the first open cell without one beside a cell with one.
    pub(crate) fn first_too_far(&self, cost: impl Fn(CellId) -> Option<u32>) -> Option<CellId> {
        let states = self.states();
        let layout = &states.layout;
        let is_known = |cell: u32| cost(CellId(cell)).is_some_and(|cost| cost != INFINITE);
        let overflows = |&cell: &u32| {
            let Some(slot) = layout.slot(cell).filter(|_| !is_known(cell)) else { return false };
            states.steps(slot, states.get(slot)).any(|step| is_known(layout.cell(step.slot)))
        };
        (0..self.cells() as u32).find(overflows).map(CellId)
    }

    /// The slots of some cells.
    fn slots(&self, cells: &[CellId]) -> Result<Vec<u32>, FieldError> {
        let slot = |&cell: &CellId| {
            let off = FieldError::OffGrid { cell, cells: self.cells() };
            self.states().layout.slot(cell.0).ok_or(off)
        };
        cells.iter().map(slot).collect()
    }

    /// Reads the ground around some cells; the cells that weigh otherwise or lead elsewhere than before.
    fn take_over(&mut self, ground: &impl FieldGrid, changed: &[u32]) -> Vec<u32> {
        let mut new = Vec::new();
        for &slot in changed {
            for [x, y] in self.states().layout.places_around(slot) {
                // What is read again has not changed since.
                new.extend(self.solution.network.update(ground, x, y));
            }
        }
        new
    }

    /// Some cells and those beside them, sorted.
    fn around(&self, slots: &[u32]) -> Vec<u32> {
        let mut all: Vec<u32> = slots.iter().flat_map(|&slot| self.states().layout.around(slot)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What is known about a cell.
    #[inline]
    pub fn cost(&self, cell: CellId) -> CostToGoal {
        match self.states().layout.slot(cell.0) {
            Some(slot) => self.solution.known(self.states().get(slot)),
            None => CostToGoal::Unreachable,
        }
    }

    /// The direction of the cheapest way from a cell, the first clockwise from north if there are several. `None` at a goal,
    /// and where no cost is known.
    ///
    /// It reads the cell and up to eight neighbours, which are seldom in the cache when agents are everywhere: 0.18 µs on a grid
    /// of 4096² cells. [`directions`](Self::directions) makes a table with lookups of 4 ns, at 20 ns a cell and thread: worth it
    /// where there are more lookups between two changes of the field than a tenth of its cells.
    #[inline]
    pub fn direction(&self, cell: CellId) -> Option<Direction> {
        let step = self.solution.step_from(self.states().layout.slot(cell.0)?)?;
        Some(Direction::numbered(step.direction))
    }

    /// The directions from all cells, for many lookups. The table does not follow the field: after a repair, make another one.
    pub fn directions(&self) -> Directions {
        Directions::of(self, self.solution.threads)
    }

    /// The cheapest way from a cell to a goal, both included; nothing where no cost is known.
    pub fn path(&self, from: CellId) -> impl Iterator<Item = CellId> + '_ {
        let layout = &self.states().layout;
        let first = layout.slot(from.0).filter(|_| matches!(self.cost(from), CostToGoal::Known(_)));
        let slots = std::iter::successors(first, |&slot| self.solution.step_from(slot).map(|step| step.slot));
        slots.map(|slot| CellId(layout.cell(slot)))
    }

    /// A cost in cells of weight 1.
    pub(crate) fn in_cells(cost: u32) -> f64 {
        f64::from(cost) / f64::from(STRAIGHT_COST)
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.states().layout.cells()
    }

    /// Columns and rows.
    pub(crate) fn size(&self) -> [u32; 2] {
        [self.states().layout.width, self.states().layout.height]
    }

    /// The goals, open or not.
    pub(crate) fn goals(&self) -> impl Iterator<Item = CellId> + '_ {
        self.solution.goals.iter().map(|&slot| CellId(self.states().layout.cell(slot)))
    }

    /// The cost below which all costs are final; `None` when all are.
    pub(crate) fn final_below(&self) -> Option<u64> {
        self.solution.bound
    }

    /// Weight of a cell, and in the upper byte its moves as in [`FieldGrid::moves`]; 0 where it is blocked and off the grid.
    pub(crate) fn packed(&self, cell: CellId) -> u16 {
        self.states().layout.slot(cell.0).map_or(0, |slot| self.states().get(slot).packed())
    }
}
