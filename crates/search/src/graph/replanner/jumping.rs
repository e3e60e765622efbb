//! Planning from scratch on a grid without weights, and for how long that is preferred to repairs.

use crate::graph::tuning::replanner::{JUMP_COST, MAX_PAUSE, PAUSE_WITHOUT_TABLE};
use crate::graph::{AStar, Answer, Budget, JumpPoints, Octile, StateId};
use navigant_mesh::Grid;

/// A* over the jump points of a grid, for when repairs cost more.
///
/// Where repairs are slow once, they mostly are again, and one that is given up is lost time. So after every one of them twice as many
/// searches pass before the next is tried, and none is allowed more than the last search over jump points cost.
#[derive(Clone, Debug, Default)]
pub(super) struct Jumping {
    points: Option<JumpPoints>,
    /// By cell: its weight, as the points know it.
    weights: Vec<u8>,
    a_star: AStar,
    path: Vec<StateId>,
    /// What the last search cost, in expansions of a repair.
    price: Option<u64>,
    /// How many searches are still made without trying a repair.
    pause: u32,
    next_pause: u32,
}

impl Jumping {
    /// Takes in that cells may have been blocked or freed.
    pub(super) fn update(&mut self, grid: &Grid, touched: &[StateId]) {
        let Some(points) = self.points.as_mut().filter(|points| points.is_of(grid)) else {
            self.points = None;
            return;
        };
        for &state in touched {
            // Of the ends of all edges that changed, one in nine is a cell that has changed itself.
            if let (Some(known), Some(&now)) = (self.weights.get_mut(state.index()), grid.weights().get(state.index()))
                && std::mem::replace(known, now) != now
                && let Some(cell) = grid.cell(state.into())
            {
                points.update(grid, cell);
            }
        }
    }

    /// Forgets the grid: not all of its changes were told.
    pub(super) fn forget(&mut self) {
        (self.points, self.price, self.pause, self.next_pause) = (None, None, 0, 0);
    }

    /// How many expansions a repair may take, of a number.
    pub(super) fn limit(&self, most: u64) -> u64 {
        self.price.map_or(most, |price| most.min(price))
    }

    /// Whether a search costs more than making the table of a plan, given how many expansions that took.
    pub(super) fn is_dearer_than(&self, table: u64) -> bool {
        self.price.is_some_and(|price| price > table)
    }

    /// Whether the next search is made without trying a repair, or without making the table again that one would need.
    pub(super) fn takes_turn(&mut self, has_table: bool) -> bool {
        let waits_for_table = !has_table && self.price.is_some() && self.next_pause < PAUSE_WITHOUT_TABLE;
        if self.pause == 0 && waits_for_table {
            self.gave_up(false);
        }
        let is_pausing = self.pause > 0;
        self.pause = self.pause.saturating_sub(1);
        is_pausing
    }

    /// A repair was fast.
    pub(super) fn repaired(&mut self) {
        self.next_pause = 0;
    }

    /// A repair was given up, with or without its table.
    pub(super) fn gave_up(&mut self, has_table: bool) {
        self.next_pause = (2 * self.next_pause).clamp(1, MAX_PAUSE);
        if !has_table {
            self.next_pause = self.next_pause.max(PAUSE_WITHOUT_TABLE);
        }
        self.pause = self.next_pause;
    }

    /// A cheapest path; `None` if the grid has weights or an end is not on it.
    pub(super) fn find(&mut self, grid: &Grid, start: StateId, goal: StateId) -> Option<Answer> {
        if self.points.is_none() {
            self.points = JumpPoints::new(grid);
            self.weights.clear();
            self.weights.extend_from_slice(grid.weights());
        }
        let points = self.points.as_ref()?;
        let near = Octile::on(grid);
        let answer = self.a_star.find(&points.toward(grid, goal), &near, start, goal, Budget::UNLIMITED).ok()?;
        points.fill(self.a_star.path(), &mut self.path);
        self.price = Some(JUMP_COST * answer.expansions.max(JUMP_COST));
        Some(answer)
    }

    /// The path of the last search, cell by cell.
    pub(super) fn path(&self) -> &[StateId] {
        &self.path
    }
}
