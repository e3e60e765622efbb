//! The lower bounds of a plan as a heuristic of another search, kept up without repairing the plan.

use super::{GridPlan, Table};
use crate::graph::{Heuristic, StateId};
use navigant_mesh::Grid;
use navigant_mesh::internals::GridInternals as _;

/// The lower bounds of a plan as a heuristic: lengths to its goal in whole numbers, [`SIDE`](super::SIDE) and [`SLANT`](super::SLANT) for a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct Bounds<'a> {
    plan: &'a GridPlan,
    table: Table,
}

impl Heuristic for Bounds<'_> {
    #[inline]
    fn estimate(&self, from: StateId, _: StateId) -> f64 {
        f64::from(self.plan.bound(self.table, from))
    }
}

impl GridPlan {
    /// The bounds, lowered where edges have come; `None` if there are none, or if more of them than a number had to be lowered.
    ///
    /// Cells that are blocked, and edges that were there before, leave them as they are: obstacles that move about in what was free
    /// when the plan was made cost a look at each cell.
    pub(in crate::graph) fn bounds(&mut self, grid: &Grid, goal: StateId, most: u64) -> Option<Bounds<'_>> {
        let table = self.table.filter(|table| table.goal == goal && self.is_of(grid, table))?;
        let [touched, cells] = std::mem::replace(&mut self.lowered_for, [self.touched.len(), self.cells.len()]);
        self.lowered.clear();
        for i in touched..self.touched.len() {
            self.offer_if_new(grid, table, self.touched[i]);
        }
        for i in cells..self.cells.len() {
            let cell = self.cells[i];
            if grid.is_walkable(cell) {
                grid.around(cell).for_each(|id| self.offer_if_new(grid, table, id.into()));
            }
        }
        let mut left = most;
        self.lower_waiting(table, &mut left)?;
        if self.is_stale {
            self.forget_noted();
        }
        Some(Bounds { plan: self, table })
    }

    /// Offers the distance of a cell from which there is a step that there never was.
    #[inline]
    fn offer_if_new(&mut self, grid: &Grid, table: Table, state: StateId) {
        let now = grid.move_sets().get(state.index()).copied().unwrap_or(0);
        if let Some(known) = self.moves.get_mut(state.index())
            && now & !*known != 0
        {
            *known |= now;
            self.offer(table, state, table.settled + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::distances;
    use super::*;
    use crate::graph::random_numbers::numbers;
    use crate::graph::{Budget, GridAStar};
    use navigant_mesh::Cell;

    /// Bounds hold as well where repairs are given up, or not tried at all, and repairs that follow are still right.
    #[test]
    fn bounds_hold_where_plans_are_set_aside() {
        let (mut given_up, mut repaired, mut stale) = (0, 0, 0);
        for seed in 0..600 {
            let mut next = numbers(seed);
            let (width, height) = (2 + next(9), 2 + next(9));
            let weights = (0..width * height).map(|_| u8::from(next(4) > 0)).collect();
            let mut grid = Grid::from_weights(width, height, weights).unwrap();
            let [mut start, goal] = [0; 2].map(|_| StateId(next(width * height)));
            let mut plan = GridPlan::default();
            plan.make(&grid, start, goal).unwrap();
            for event in 0..40 {
                let cells: Vec<Cell> = (0..next(4)).map(|_| Cell::new(next(width), next(height))).collect();
                for &cell in &cells {
                    let walkable = grid.is_walkable(cell);
                    if walkable { grid.block(cell) } else { grid.set(cell, std::num::NonZeroU8::MIN) }.unwrap();
                }
                start = if next(3) == 0 { StateId(next(width * height)) } else { start };
                plan.note(&[], &cells);
                stale += u32::from(plan.is_stale);
                let at = format!("seed {seed}, event {event}");
                let most = if next(2) == 0 { u64::MAX } else { u64::from(next(12)) };
                if plan.is_made() && next(3) == 0 {
                    match plan.repair(&grid, start, most) {
                        Ok(answer) => {
                            let best = GridAStar::new().find(&grid, start, goal, Budget::UNLIMITED).unwrap();
                            assert_eq!(answer.cost, best.cost, "{at}");
                            repaired += 1;
                        }
                        Err(_) => given_up += 1,
                    }
                }
                match plan.bounds(&grid, goal, u64::MAX) {
                    Some(bounds) => {
                        for (state, distance) in (0..).map(StateId).zip(distances(&grid, goal)) {
                            let bound = bounds.estimate(state, goal);
                            assert!(bound <= f64::from(distance), "{at}, {state:?}: {bound} > {distance} in {grid:?}");
                        }
                    }
                    None => drop(plan.make(&grid, start, goal).unwrap()),
                }
            }
        }
        assert!(given_up > 300 && repaired > 300 && stale > 300, "{given_up} {repaired} {stale}");
    }

    #[test]
    fn a_plan_made_again_has_nothing_noted() {
        let grid = Grid::open(9, 9).unwrap();
        let mut plan = GridPlan::default();
        plan.make(&grid, StateId(0), StateId(80)).unwrap();
        plan.note(&[StateId(4)], &[Cell::new(2, 2)]);
        assert!(plan.bounds(&grid, StateId(80), u64::MAX).is_some());
        assert_eq!((plan.noted(), plan.lowered_for), (10, [1, 1]));
        plan.make(&grid, StateId(0), StateId(80)).unwrap();
        assert_eq!((plan.noted(), plan.lowered_for), (0, [0, 0]));
    }
}
