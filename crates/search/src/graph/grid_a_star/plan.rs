//! Generalized Adaptive A* on an unweighted grid: a plan that is repaired when cells change.
//!
//! The replanner keeps the table of a search from the goal, four bytes a cell, as a lower bound that stays consistent: new edges
//! lower it, edges that go leave it too low. A* from the start, led by it, walks straight ahead except around what has come, and
//! ends where the old path goes on unchanged: places on the path are counted from the goal.

mod bounds;

use super::plan_path::PlanPath;
use super::{DIRECTION_BITS, GridAStar, LIMIT, SIDE, SLANT, SUM_BITS, cost, last_step};
use crate::graph::bucket_queue::BucketQueue;
use crate::graph::tuning::replanner::NOTED_PER_EXPANSION;
use crate::graph::{Answer, Budget, Octile, StateId, StopReason};
use navigant_mesh::grid::Direction;
use navigant_mesh::internals::{DirectionInternals as _, GridInternals as _};
use navigant_mesh::{Cell, Grid};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cheapest path, repaired by lower bounds (Sun, Koenig, Yeoh, "Generalized Adaptive A*", 2008).
///
/// The plan is made by [`GridAStar`] from the goal. That leaves a table of distances to the goal: exact for cells that are
/// *settled*, whose sum g + h is not above that of the start; for all others this sum is a bound. The table is a
/// heuristic for searches from the start, and it stays a consistent one:
/// - Where edges go, the true distances only rise above it.
/// - Where edges come, bounds that are now too high are lowered, and so are their neighbours' as far as need be. Cells whose
///   bounds have been low before, as where obstacles wander to and fro, need nothing.
///
/// A repair is A* from the start, led by the table. Where that is exact it walks straight ahead; it expands more only around
/// what has come. It ends at the first state from which the table's way leads to the goal, or to a place of the old path from
/// which on nothing has changed and which is as far from the goal as the table has it: the rest is there already. So what lies
/// beyond a change near the start costs nothing. Where the search comes to a cell that is not settled, the search from the goal
/// goes on until the bound of that cell has risen.
///
/// Every answer is optimal. What differs from the paper: the table comes from a search from the goal, which can go on, so
/// that a repair can end early, and bounds are not raised by repairs. They are renewed by planning from scratch when repairs take
/// too long.
#[derive(Clone, Debug, Default)]
pub(in crate::graph) struct GridPlan {
    /// The search from the goal.
    back: GridAStar,
    table: Option<Table>,
    /// The search from the start.
    forth: GridAStar,
    /// By cell, the last repair that has marked it.
    marks: Vec<u32>,
    mark: u32,
    lowered: BinaryHeap<Reverse<(u32, u32)>>,
    /// By cell: the steps from it that there have been since the plan was made or repaired last.
    moves: Vec<u8>,
    /// The ends of edges that have changed since.
    touched: Vec<StateId>,
    /// The cells that have.
    cells: Vec<Cell>,
    /// How many of `touched` and of `cells` the bounds have been lowered for.
    lowered_for: [usize; 2],
    /// Whether changes were forgotten that only repairs have to know: the bounds hold, and the plan cannot be repaired.
    is_stale: bool,
    path: PlanPath,
    /// Scratch: the table's way from a state.
    way: Vec<StateId>,
}

/// What the search from the goal has left.
#[derive(Clone, Copy, Debug)]
struct Table {
    near: Octile,
    width: u32,
    /// Where that search ended: the start of then.
    tip: Cell,
    goal: StateId,
    target: Cell,
    /// All cells with sums up to this one have been reached: at first, what that search found.
    settled: u32,
    /// Stands for a sum of 0.
    zero: u32,
}

impl GridPlan {
    /// Plans from scratch; `None` if the grid has weights, or a path may get too long for the numbers used here.
    pub(in crate::graph) fn make(&mut self, grid: &Grid, start: StateId, goal: StateId) -> Option<Answer> {
        self.table = None;
        self.is_stale = false;
        self.forget_noted();
        self.path.clear(grid.cells());
        if !grid.is_unweighted() || grid.width() < 2 {
            return None;
        }
        let near = Octile::on(grid);
        self.back.path.clear();
        self.forth.make_room(grid.cells());
        self.marks.resize(grid.cells(), 0);
        let answer = self.back.run(grid, near, goal, start, Budget::UNLIMITED)?;
        if answer.stop == StopReason::Solved {
            self.path.prepend(near, self.back.path.iter().rev().copied());
            self.moves.clear();
            self.moves.extend_from_slice(grid.move_sets());
            let zero = self.back.epoch << SUM_BITS;
            let sum = self.back.reached.get(start.index())? >> DIRECTION_BITS;
            let (tip, target) = (near.cell(start), near.cell(goal));
            self.table = Some(Table { near, width: grid.width(), tip, goal, target, settled: sum - zero, zero });
            // It was taken, and not expanded.
            self.back.open.push(sum, start.0);
        }
        Some(answer)
    }

    /// Whether there is a plan to repair: not where there was no path, or where too much was noted.
    pub(in crate::graph) fn is_made(&self) -> bool {
        self.table.is_some() && !self.is_stale
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub(in crate::graph) fn path(&self) -> &[StateId] {
        &self.path.states
    }

    /// Takes in the ends of edges that have changed, and cells that have, for the next repair.
    pub(in crate::graph) fn note(&mut self, touched: &[StateId], cells: &[Cell]) {
        if self.table.is_some() {
            self.touched.extend_from_slice(touched);
            self.cells.extend_from_slice(cells);
        }
        // What is noted for long, and never used, is not worth repairing any more.
        if self.noted() > 64 + self.moves.len() {
            let [touched, cells] = std::mem::take(&mut self.lowered_for);
            self.touched.drain(..touched);
            self.cells.drain(..cells);
            self.is_stale = true;
        }
        if self.noted() > 64 + self.moves.len() {
            self.table = None;
            self.forget_noted();
        }
    }

    fn forget_noted(&mut self) {
        self.touched.clear();
        self.cells.clear();
        self.lowered_for = [0; 2];
    }

    fn is_of(&self, grid: &Grid, table: &Table) -> bool {
        table.width == grid.width() && self.back.reached.len() == grid.cells() && grid.is_unweighted()
    }

    /// How many states are to be looked at.
    fn noted(&self) -> usize {
        self.touched.len() + 9 * self.cells.len()
    }

    /// Repairs the plan after all changes that were noted.
    ///
    /// # Errors
    /// Where there is no plan to repair, or the repair exceeds its limit: the expansions wasted.
    pub(in crate::graph) fn repair(&mut self, grid: &Grid, start: StateId, most: u64) -> Result<Answer, u64> {
        let Some(table) = self.table.filter(|table| !self.is_stale && self.is_of(grid, table)) else {
            return Err(0);
        };
        // To look at what was noted costs a part of an expansion each.
        if self.noted() as u64 / NOTED_PER_EXPANSION > most {
            return Err(0);
        }
        let mut left = most;
        self.lowered_for = [0; 2];
        let around = self.cells.drain(..).flat_map(|cell| grid.around(cell));
        self.touched.extend(around.map(StateId::from));
        self.path.forget_up_to(&self.touched);
        let answer = self.lower(grid, table, &mut left).and_then(|()| self.look_forward(grid, table, start, &mut left));
        answer.map(|answer| answer.after(most - left, 0)).ok_or(most - left)
    }

    /// A lower bound on the distance from a cell to the goal.
    #[inline]
    fn bound(&self, table: Table, state: StateId) -> u32 {
        let known = self.back.reached.get(state.index()).map_or(u32::MAX, |&known| known);
        let sum = (known >> DIRECTION_BITS).wrapping_sub(table.zero);
        let cell = table.near.cell(state);
        let aside = octile(cell, table.tip);
        if sum <= table.settled {
            sum.saturating_sub(aside)
        } else {
            table.settled.saturating_sub(aside).max(octile(cell, table.target))
        }
    }

    /// Marks nothing, in constant time mostly.
    fn unmark(&mut self) {
        if self.mark == u32::MAX {
            self.marks.fill(0);
            self.mark = 0;
        }
        self.mark += 1;
    }

    #[inline]
    fn mark(&mut self, state: StateId) {
        if let Some(mark) = self.marks.get_mut(state.index()) {
            *mark = self.mark;
        }
    }

    #[inline]
    fn is_marked(&self, state: StateId) -> bool {
        self.marks.get(state.index()) == Some(&self.mark)
    }

    /// Lowers bounds until they are consistent again; `None` if too many had to be.
    fn lower(&mut self, grid: &Grid, table: Table, left: &mut u64) -> Option<()> {
        self.lowered.clear();
        for i in 0..self.touched.len() {
            let state = self.touched[i];
            let now = grid.move_sets().get(state.index()).copied().unwrap_or(0);
            let Some(known) = self.moves.get_mut(state.index()) else { continue };
            // Also where edges only went: the search from the goal leaves out steps that are as short by way of others.
            if std::mem::replace(known, now) != now {
                self.offer(table, state, table.settled + 1);
            }
        }
        self.touched.clear();
        self.lower_waiting(table, left)
    }

    /// Lowers the bounds that wait to be, and those that follow.
    fn lower_waiting(&mut self, table: Table, left: &mut u64) -> Option<()> {
        while let Some(Reverse((sum, state))) = self.lowered.pop() {
            if self.sum(table, StateId(state)) == sum {
                if *left == 0 {
                    // The table is half lowered: its bounds hold no longer.
                    self.table = None;
                }
                *left = left.checked_sub(1)?;
                self.offer(table, StateId(state), table.settled + 1);
            }
        }
        Some(())
    }

    /// What the search from the goal knows of a cell: the distance to the goal and that to where the search ended.
    #[inline]
    fn sum(&self, table: Table, state: StateId) -> u32 {
        let known = self.back.reached.get(state.index()).map_or(u32::MAX, |&known| known);
        (known >> DIRECTION_BITS).wrapping_sub(table.zero)
    }

    /// Offers the distance of a settled cell to its neighbours. Those that come to have a sum below a number wait to be offered
    /// themselves; the others wait for the search from the goal to go on. That may be at its end: then its open list is empty, and
    /// every sum is settled.
    #[inline]
    fn offer(&mut self, table: Table, state: StateId, below: u32) {
        let sum = self.sum(table, state);
        if sum > table.settled {
            return;
        }
        let distance = sum.saturating_sub(octile(table.near.cell(state), table.tip));
        // All steps that there have been: so the bounds hold again without a look when one comes back.
        let mut moves = self.moves.get(state.index()).copied().unwrap_or(0);
        while moves != 0 {
            let direction = Direction::numbered(moves.trailing_zeros());
            moves &= moves - 1;
            let (dx, dy) = direction.offset();
            let to = StateId(state.0.wrapping_add_signed(dy * table.width as i32 + dx));
            let sum = distance + length(direction) + octile(table.near.cell(to), table.tip);
            let Some(known) = self.back.reached.get_mut(to.index()) else { continue };
            if table.zero + sum < *known >> DIRECTION_BITS {
                *known = (table.zero + sum) << DIRECTION_BITS | direction as u32;
                if sum < below {
                    self.lowered.push(Reverse((sum, to.0)));
                } else {
                    self.back.open.push(table.zero + sum, to.0);
                }
            }
        }
    }

    /// Goes on with the search from the goal until cells with sums up to a limit are settled.
    fn settle(&mut self, table: Table, limit: u32, left: &mut u64) -> Option<Table> {
        let table = Table { settled: limit, ..table };
        while let Some((sum, state)) = self.back.open.pop_until(table.zero + limit) {
            if table.zero + self.sum(table, StateId(state)) == sum {
                if *left == 0 {
                    // It can go on from here another time. What has this very sum counts as settled, whether or not it was expanded: the
                    // bound of a cell that is not reached yet is the same.
                    self.back.open.push(sum, state);
                    self.table = Some(Table { settled: sum - table.zero, ..table });
                }
                *left = left.checked_sub(1)?;
                self.offer(table, StateId(state), 0);
            }
        }
        // No cell has a sum between.
        let settled =
            if self.back.open.is_empty() { LIMIT } else { (self.back.open.least() - 1 - table.zero).min(LIMIT) };
        let table = Table { settled: settled.max(limit), ..table };
        self.table = Some(table);
        Some(table)
    }

    /// A* from the start, led by the bounds.
    fn look_forward(&mut self, grid: &Grid, mut table: Table, start: StateId, left: &mut u64) -> Option<Answer> {
        self.unmark();
        let zero = self.forth.begin(grid.cells());
        let first = self.bound(table, start);
        self.forth.open.begin(first);
        self.forth.open.push(first, start.0);
        *self.forth.reached.get_mut(start.index())? = zero << DIRECTION_BITS;
        let mut generated = 0;
        while let Some((key, state)) = self.forth.open.pop() {
            let state = StateId(state);
            let known = self.forth.reached.get(state.index()).map_or(u32::MAX, |&known| known);
            let g = (known >> DIRECTION_BITS) - zero;
            let mut sum = g + self.bound(table, state);
            if sum == key && self.sum(table, state) > table.settled {
                let enough = key - g + octile(table.near.cell(state), table.tip) + 1;
                if enough >= LIMIT {
                    return None;
                }
                table = self.settle(table, enough.max(table.settled + 1), left)?;
                sum = g + self.bound(table, state);
            }
            if sum != key {
                // Of a state that was reached at a lower cost since, only the later entry counts. One whose bound has risen
                // comes again, at the end of the ring at the latest.
                if sum > key {
                    self.forth.open.push(sum.min(key + BucketQueue::SPAN - 1), state.0);
                }
                continue;
            }
            if self.is_way_there(grid, table, state) {
                self.join(grid, table, start, state);
                return Some(Answer::optimal(cost(sum), 0, generated));
            }
            if sum >= LIMIT {
                return None;
            }
            *left = left.checked_sub(1)?;
            let came = if state == start { None } else { Some(last_step(known)) };
            for (direction, to) in grid.moves_onward(state.into(), came) {
                generated += 1;
                let g = g + length(direction);
                if let Some(known) = self.forth.reached.get_mut(to.0 as usize)
                    && zero + g < *known >> DIRECTION_BITS
                {
                    *known = (zero + g) << DIRECTION_BITS | direction as u32;
                    self.forth.open.push(g + self.bound(table, to.into()), to.0);
                }
            }
        }
        self.path.clear(grid.cells());
        Some(Answer::no_path(0, generated))
    }

    /// Whether the way from a state that the table tells is there and as short as its bound: to the goal, or to what is left of the
    /// old path. If so, it is kept as the way; else the cells on it are marked.
    fn is_way_there(&mut self, grid: &Grid, table: Table, from: StateId) -> bool {
        if self.is_marked(from) {
            return false;
        }
        let (mut at, mut bound) = (from, self.bound(table, from));
        let mut way = std::mem::take(&mut self.way);
        way.clear();
        way.push(at);
        while at != table.goal && self.path.rest_from(at) != Some(bound) {
            let next = self.back.reached.get(at.index()).and_then(|&known| {
                let (to, _) = grid.step(at.into(), last_step(known).opposite())?;
                let rest = self.bound(table, to.into());
                let tight = bound == rest + length(last_step(known));
                (tight && !self.is_marked(to.into())).then_some((to.into(), rest))
            });
            let Some((to, rest)) = next else {
                for &state in &way {
                    self.mark(state);
                }
                self.way = way;
                return false;
            };
            (at, bound) = (to, rest);
            way.push(at);
        }
        self.way = way;
        true
    }

    /// Joins the path from the start to a state, the way from there, and what is left of the old path where that ends.
    fn join(&mut self, grid: &Grid, table: Table, start: StateId, state: StateId) {
        self.forth.path.clear();
        self.forth.trace(grid, start, state);
        self.forth.path.pop();
        let last = self.way.last().map_or(0, |&last| self.path.place(last));
        if last > 0 {
            self.way.pop();
        }
        self.path.keep_last(last as usize);
        self.forth.path.append(&mut self.way);
        self.path.prepend(table.near, self.forth.path.drain(..));
    }
}

/// The length of a step.
#[inline]
fn length(direction: Direction) -> u32 {
    if direction.is_diagonal() { SLANT } else { SIDE }
}

/// The octile distance, or the limit if that is less: just as consistent.
#[inline]
pub(super) fn octile(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    let (short, long) = (dx.min(dy), dx.max(dy));
    if long > LIMIT / SIDE { LIMIT } else { (SIDE * (long - short) + SLANT * short).min(LIMIT) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::random_numbers::numbers;

    /// How far cells are from the goal, by looking at all edges until nothing changes.
    pub(super) fn distances(grid: &Grid, goal: StateId) -> Vec<u32> {
        let mut distances = vec![LIMIT; grid.cells()];
        distances[goal.index()] = 0;
        for _ in 0..grid.cells() {
            for from in 0..grid.cells() {
                for (direction, to) in grid.moves_onward(StateId(from as u32).into(), None) {
                    let by = distances[from] + length(direction);
                    distances[to.0 as usize] = distances[to.0 as usize].min(by);
                }
            }
        }
        distances
    }

    /// After every repair, no bound is above the distance to the goal, wherever the start was.
    #[test]
    fn bounds_stay_below_the_distances_while_cells_come_and_go() {
        for seed in 0..400 {
            let mut next = numbers(seed);
            let (width, height) = (2 + next(7), 1 + next(7));
            let weights = (0..width * height).map(|_| u8::from(next(4) > 0)).collect();
            let mut grid = Grid::from_weights(width, height, weights).unwrap();
            let [mut start, goal] = [0; 2].map(|_| StateId(next(width * height)));
            let mut plan = GridPlan::default();
            plan.make(&grid, start, goal).unwrap();
            for event in 0..40 {
                let mut touched = Vec::new();
                for _ in 0..next(4) {
                    let cell = Cell::new(next(width), next(height));
                    let walkable = grid.is_walkable(cell);
                    if walkable { grid.block(cell) } else { grid.set(cell, std::num::NonZeroU8::MIN) }.unwrap();
                    touched.extend(grid.around(cell).map(StateId::from));
                }
                start = if next(3) == 0 { StateId(next(width * height)) } else { start };
                plan.note(&touched, &[]);
                if !plan.is_made() || plan.repair(&grid, start, u64::MAX).is_err() {
                    plan.make(&grid, start, goal).unwrap();
                }
                let Some(table) = plan.table else { continue };
                let distances = distances(&grid, goal);
                for (state, distance) in (0..).map(StateId).zip(distances) {
                    let bound = plan.bound(table, state);
                    assert!(
                        bound <= distance,
                        "seed {seed}, event {event}, {state:?}: {bound} > {distance} in {grid:?}"
                    );
                }
            }
        }
    }

    /// What has come on the path, and a start where nothing is known yet, are repaired and not planned for from scratch.
    #[test]
    fn what_came_on_the_path_and_a_start_aside_are_repaired() {
        let mut grid = Grid::open(40, 40).unwrap();
        let id = |x: u32, y: u32| StateId(y * 40 + x);
        let (start, goal) = (id(4, 20), id(35, 20));
        let mut plan = GridPlan::default();
        let straight = plan.make(&grid, start, goal).unwrap();
        let wall: Vec<Cell> = (17..24).map(|y| Cell::new(20, y)).collect();
        wall.iter().for_each(|&cell| assert_eq!(grid.block(cell), Ok(true)));
        plan.note(&[], &wall);
        let around = plan.repair(&grid, start, u64::MAX).expect("the way round is looked for");
        let fresh = GridAStar::new().find(&grid, start, goal, Budget::UNLIMITED).unwrap();
        assert!(around.cost > straight.cost && around.cost == fresh.cost && around.expansions > 0);
        for start in [id(0, 0), id(39, 39), id(3, 36)] {
            let aside = plan.repair(&grid, start, u64::MAX).expect("the search from the goal goes on");
            assert_eq!(aside.cost, GridAStar::new().find(&grid, start, goal, Budget::UNLIMITED).unwrap().cost);
        }
    }

    #[test]
    fn a_cell_that_is_noted_counts_as_nine_states() {
        let grid = Grid::open(9, 9).unwrap();
        let mut plan = GridPlan::default();
        plan.make(&grid, StateId(0), StateId(80)).unwrap();
        plan.note(&[1, 2, 3, 4].map(StateId), &[2, 3].map(|x| Cell::new(x, 5)));
        assert_eq!(plan.noted(), 4 + 2 * 9);
    }
}
