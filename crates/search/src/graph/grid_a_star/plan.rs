//! A plan on a grid without weights that is kept up while cells change.

use super::{DIRECTION_BITS, GridAStar, LIMIT, SIDE, SLANT, SUM_BITS, cost, last_step};
use crate::graph::key_ring::KeyRing;
use crate::graph::{Answer, Budget, Octile, StateId, Stop};
use navigant_mesh::grid::Direction;
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
/// what has come. It ends at the first state whose way to the goal, as the table has it, is still there. Where it comes to a
/// cell that is not settled, the search from the goal goes on until the bound of that cell has risen.
///
/// Every answer is optimal. What differs from the paper: the table comes from a search from the goal, which can go on, so
/// that a repair can end early, and bounds are not raised by repairs. They are renewed by planning anew when repairs take too
/// long.
#[derive(Clone, Debug, Default)]
pub(in crate::graph) struct GridPlan {
    /// The search from the goal.
    back: GridAStar,
    table: Option<Table>,
    /// The search from the start.
    forth: GridAStar,
    /// By cell, the last repair or lowering that has marked it.
    marks: Vec<u32>,
    mark: u32,
    lowered: BinaryHeap<Reverse<(u32, u32)>>,
    path: Vec<StateId>,
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
    /// Makes the plan anew; `None` if the grid has weights, or a path may get too long for the numbers used here.
    pub(in crate::graph) fn make(&mut self, grid: &Grid, start: StateId, goal: StateId) -> Option<Answer> {
        self.table = None;
        self.path.clear();
        if !grid.is_unweighted() || grid.width() < 2 {
            return None;
        }
        let near = Octile::on(grid);
        self.back.path.clear();
        self.forth.make_room(grid.cells());
        self.marks.resize(grid.cells(), 0);
        let answer = self.back.run(grid, near, goal, start, Budget::UNLIMITED)?;
        if answer.stop == Stop::Solved {
            self.path.extend(self.back.path.iter().rev());
            let zero = self.back.epoch << SUM_BITS;
            let sum = self.back.reached.get(start.index())? >> DIRECTION_BITS;
            let (tip, target) = (near.cell(start), near.cell(goal));
            self.table = Some(Table { near, width: grid.width(), tip, goal, target, settled: sum - zero, zero });
            // It was taken, and not expanded.
            self.back.open.push(sum, start.0);
        }
        Some(answer)
    }

    /// Whether there is a plan to repair: not where there was no path.
    pub(in crate::graph) fn is_made(&self) -> bool {
        self.table.is_some()
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub(in crate::graph) fn path(&self) -> &[StateId] {
        &self.path
    }

    /// Repairs the plan, given the ends of all edges that changed since it was made or repaired.
    ///
    /// # Errors
    /// Where there is no plan to repair, or that would take more than so many expansions: the expansions made in vain.
    pub(in crate::graph) fn repair(
        &mut self,
        grid: &Grid,
        start: StateId,
        touched: &[StateId],
        most: u64,
    ) -> Result<Answer, u64> {
        let same = |table: &Table| table.width == grid.width() && self.back.reached.len() == grid.cells();
        let Some(table) = self.table.filter(|table| grid.is_unweighted() && same(table)) else {
            return Err(0);
        };
        let mut left = most;
        let answer =
            self.lower(grid, table, touched, &mut left).and_then(|()| self.look_forward(grid, table, start, &mut left));
        answer.map(|answer| Answer { expansions: most - left, ..answer }).ok_or(most - left)
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

    /// Marks a cell; says whether it was not.
    #[inline]
    fn mark(&mut self, state: StateId) -> bool {
        self.marks.get_mut(state.index()).is_some_and(|mark| std::mem::replace(mark, self.mark) != self.mark)
    }

    #[inline]
    fn is_marked(&self, state: StateId) -> bool {
        self.marks.get(state.index()) == Some(&self.mark)
    }

    /// Lowers bounds until they are consistent again; `None` if too many had to be.
    fn lower(&mut self, grid: &Grid, table: Table, touched: &[StateId], left: &mut u64) -> Option<()> {
        self.unmark();
        self.lowered.clear();
        for &state in touched {
            if self.mark(state) {
                self.offer(grid, table, state);
            }
        }
        while let Some(Reverse((sum, state))) = self.lowered.pop() {
            if self.sum(table, StateId(state)) == sum {
                self.spend(left)?;
                self.offer(grid, table, StateId(state));
            }
        }
        Some(())
    }

    /// Counts an expansion; without any left, the table is half lowered and given up.
    #[inline]
    fn spend(&mut self, left: &mut u64) -> Option<()> {
        if *left == 0 {
            self.table = None;
        }
        *left = left.checked_sub(1)?;
        Some(())
    }

    /// What the search from the goal knows of a cell: the distance to the goal and that to where the search ended.
    #[inline]
    fn sum(&self, table: Table, state: StateId) -> u32 {
        let known = self.back.reached.get(state.index()).map_or(u32::MAX, |&known| known);
        (known >> DIRECTION_BITS).wrapping_sub(table.zero)
    }

    /// Offers the distance of a settled cell to its neighbours. What is settled by that waits to be offered itself, what is
    /// not waits for the search from the goal to go on.
    #[inline]
    fn offer(&mut self, grid: &Grid, table: Table, state: StateId) {
        let sum = self.sum(table, state);
        if sum > table.settled {
            return;
        }
        let distance = sum.saturating_sub(octile(table.near.cell(state), table.tip));
        for (direction, to) in grid.moves_onward(state.into(), None) {
            let sum = distance + length(direction) + octile(table.near.cell(to.into()), table.tip);
            let Some(known) = self.back.reached.get_mut(to.0 as usize) else { continue };
            if table.zero + sum < *known >> DIRECTION_BITS {
                *known = (table.zero + sum) << DIRECTION_BITS | direction as u32;
                if table.zero + sum < self.back.open.least() {
                    self.lowered.push(Reverse((sum, to.0)));
                } else {
                    self.back.open.push(table.zero + sum, to.0);
                }
            }
        }
    }

    /// Goes on with the search from the goal until cells with sums up to a limit are settled.
    fn settle(&mut self, grid: &Grid, table: Table, limit: u32, left: &mut u64) -> Option<Table> {
        let table = Table { settled: limit, ..table };
        while let Some((sum, state)) = self.back.open.pop_until(table.zero + limit) {
            if table.zero + self.sum(table, StateId(state)) == sum {
                self.spend(left)?;
                self.offer(grid, table, StateId(state));
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
        self.path.clear();
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
                table = self.settle(grid, table, enough.max(table.settled + 1), left)?;
                sum = g + self.bound(table, state);
            }
            if sum != key {
                // Of a state that was reached at a lower cost since, only the later entry counts. One whose bound has risen
                // comes again, at the end of the ring at the latest.
                if sum > key {
                    self.forth.open.push(sum.min(key + KeyRing::SPAN - 1), state.0);
                }
                continue;
            }
            if self.is_way_there(grid, table, state) {
                self.join(grid, start, state);
                let cost = cost(sum);
                return Some(Answer { stop: Stop::Solved, cost: Some(cost), lower: cost, expansions: 0, generated });
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
        self.path.clear();
        Some(Answer { stop: Stop::NoPath, cost: None, lower: f64::INFINITY, expansions: 0, generated })
    }

    /// Whether the way from a state to the goal that the table tells is there and as short as its bound; if so, it is the
    /// path, but for its beginning. Cells from which it is not are marked.
    fn is_way_there(&mut self, grid: &Grid, table: Table, from: StateId) -> bool {
        if self.is_marked(from) {
            return false;
        }
        let (mut at, mut bound) = (from, self.bound(table, from));
        let mut way = std::mem::take(&mut self.path);
        way.clear();
        way.push(at);
        while at != table.goal {
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
                self.path = way;
                return false;
            };
            (at, bound) = (to, rest);
            way.push(at);
        }
        self.path = way;
        true
    }

    /// Puts the way from the start to a state before the path, which begins there.
    fn join(&mut self, grid: &Grid, start: StateId, state: StateId) {
        self.forth.path.clear();
        self.forth.trace(grid, start, state);
        self.forth.path.pop();
        self.path.splice(0..0, self.forth.path.iter().copied());
    }
}

/// The length of a step.
#[inline]
fn length(direction: Direction) -> u32 {
    if direction.is_diagonal() { SLANT } else { SIDE }
}

/// The octile distance, or the limit if that is less: just as consistent.
#[inline]
fn octile(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    let (short, long) = (dx.min(dy), dx.max(dy));
    if long > LIMIT / SIDE { LIMIT } else { (SIDE * (long - short) + SLANT * short).min(LIMIT) }
}
