//! Planning from scratch on a grid without weights, and for how long that is preferred to repairs.

use crate::graph::grid_a_star::{GridPlan, LIMIT, SIDE, SLANT, cost};
use crate::graph::tuning::replanner::{
    CELLS_PER_JUMP, FIRST_PAUSE, GOOD_REPAIRS, GRID_REPAIR_COST, JUMP_COST, JUMP_OVERHEAD, MAX_PAUSE,
    PAUSE_WITHOUT_TABLE, REPAIR_SHARE,
};
use crate::graph::{AStar, Answer, Budget, GridAStar, JumpPoints, Octile, StateId};
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{Cell, CellId, Grid};

/// A* from scratch, for when repairs cost more: over the jump points of a grid, or from cell to cell where those are many.
///
/// Over jump points it is led by the bounds of the plan that is set aside, where there are some: these know the walls that were there
/// when the plan was made, which the octile distance does not.
///
/// Where repairs are slow once, they mostly are again, and one that is given up is lost time. So after every one of them four times as many
/// searches pass before the next is tried, and none is allowed more than half of what the last search from scratch cost.
#[derive(Clone, Debug, Default)]
pub(super) struct Jumping {
    points: Option<JumpPoints>,
    /// Whether there are enough jump points that stepping is tried before them.
    steps_first: bool,
    /// By cell: its weight, as the points know it.
    weights: Vec<u8>,
    a_star: AStar,
    stepping: GridAStar,
    path: Vec<StateId>,
    /// What the last search over jump points cost, in expansions of a repair.
    jump_price: Option<u64>,
    /// And the last one from cell to cell.
    step_price: Option<u64>,
    /// How many searches are still made without trying a repair.
    pause: u32,
    next_pause: u32,
    /// Repairs since the last one that failed.
    repairs: u32,
}

impl Jumping {
    /// Takes in that cells may have been blocked or freed.
    pub(super) fn update(&mut self, grid: &Grid, touched: &[StateId], cells: &[Cell]) {
        if self.points.as_ref().is_none_or(|points| !points.is_of(grid)) {
            self.points = None;
            return;
        }
        // Of the ends of all edges that changed, one in nine is a cell that has changed itself.
        touched.iter().for_each(|&state| self.update_cell(grid, state.into()));
        cells.iter().filter_map(|&cell| grid.id(cell)).for_each(|id| self.update_cell(grid, id));
    }

    #[inline]
    fn update_cell(&mut self, grid: &Grid, id: CellId) {
        let at = id.0 as usize;
        if let (Some(known), Some(&now)) = (self.weights.get_mut(at), grid.weights().get(at))
            && std::mem::replace(known, now) != now
            && let (Some(cell), Some(points)) = (grid.cell(id), &mut self.points)
        {
            points.update(grid, cell);
        }
    }

    /// Prepares the jump points of a grid, unless they are, and the memory of the search over them: that takes as long as many
    /// searches, so it is done with the first plan.
    pub(super) fn prepare(&mut self, grid: &Grid, start: StateId) {
        if self.points.is_none() {
            self.points = JumpPoints::new(grid);
            self.steps_first = self.points.as_ref().is_some_and(JumpPoints::are_dense);
            self.weights.clear();
            self.weights.extend_from_slice(grid.weights());
            if let Some(points) = &self.points {
                // Nothing is expanded, and an error would be told by a search.
                let _ =
                    self.a_star.find(&points.toward(grid, start), &Octile::on(grid), start, start, Budget::UNLIMITED);
            }
        }
    }

    /// Forgets the grid: not all of its changes were told.
    pub(super) fn forget(&mut self) {
        (self.points, self.jump_price, self.step_price) = (None, None, None);
        (self.pause, self.next_pause, self.repairs) = (0, 0, 0);
    }

    /// How many expansions a repair may take, of a number.
    pub(super) fn limit(&self, most: u64) -> u64 {
        let prices = [self.jump_price, self.step_price].into_iter().flatten();
        prices.map(|price| price / REPAIR_SHARE).fold(most, u64::min)
    }

    /// Whether the next search is made without trying a repair, or without making the table again that one would need.
    pub(super) fn takes_turn(&mut self, has_table: bool) -> bool {
        let has_price = self.jump_price.or(self.step_price).is_some();
        let waits_for_table = !has_table && has_price && self.next_pause < PAUSE_WITHOUT_TABLE;
        if self.pause == 0 && waits_for_table {
            self.gave_up(false);
        }
        let is_pausing = self.pause > 0;
        self.pause = self.pause.saturating_sub(1);
        is_pausing
    }

    /// A repair of a path with a number of cells was made. If it took longer than A* from scratch is expected to, of which nothing else
    /// is known yet, that is tried next.
    pub(super) fn repaired(&mut self, expansions: u64, path: usize) {
        if self.is_dear(expansions, path) {
            self.pause = 1;
        }
        self.repairs = self.repairs.saturating_add(1);
        if self.repairs == GOOD_REPAIRS {
            self.next_pause = 0;
        }
    }

    /// A repair was given up, with or without its table.
    pub(super) fn gave_up(&mut self, has_table: bool) {
        self.next_pause = (4 * self.next_pause).clamp(FIRST_PAUSE, MAX_PAUSE);
        if !has_table {
            self.next_pause = self.next_pause.max(PAUSE_WITHOUT_TABLE);
        }
        (self.pause, self.repairs) = (self.next_pause, 0);
    }

    /// Whether a number of expansions is more than A* from scratch is expected to cost, of which nothing is known but the length of
    /// the path. Where jump points are dense, it is expected to cost more than that.
    pub(super) fn is_dear(&self, expansions: u64, path: usize) -> bool {
        let guess = JUMP_COST * (path as u64 / CELLS_PER_JUMP + JUMP_OVERHEAD);
        self.jump_price.or(self.step_price).is_none() && !self.steps_first && expansions > guess
    }

    /// A cheapest path; `None` if the grid has weights or an end is not on it. `table` is what making the table of a plan took, in
    /// expansions: a guess of what stepping costs.
    pub(super) fn find(
        &mut self,
        (grid, plan): (&Grid, &mut GridPlan),
        [start, goal]: [StateId; 2],
        table: u64,
    ) -> Option<Answer> {
        let price_of = |steps: u64| (steps as f64 / GRID_REPAIR_COST) as u64;
        let step_price = self.step_price.unwrap_or_else(|| price_of(table));
        self.prepare(grid, start);
        if self.jump_price.map_or(self.steps_first, |price| price > step_price) {
            let answer = self.stepping.find(grid, start, goal, Budget::UNLIMITED).ok()?;
            self.path.clear();
            self.path.extend_from_slice(self.stepping.path());
            self.step_price = Some(price_of(answer.expansions));
            return Some(answer);
        }
        let points = self.points.as_ref()?;
        let graph = points.toward(grid, goal);
        let guided = plan.bounds(grid, goal, self.jump_price.unwrap_or(step_price)).and_then(|bounds| {
            let whole = graph.with_lengths([SIDE, SLANT].map(f64::from));
            let answer = self.a_star.find(&whole, &bounds, start, goal, Budget::UNLIMITED).ok()?;
            // Beyond the limit the whole numbers do not compare as lengths do.
            match answer.cost.map(|sum| sum as u32) {
                Some(sum) if sum >= LIMIT => None,
                Some(sum) => Some(Answer::optimal(cost(sum), answer.expansions, answer.generated)),
                None => Some(answer),
            }
        });
        let answer = match guided {
            Some(answer) => answer,
            None => self.a_star.find(&graph, &Octile::on(grid), start, goal, Budget::UNLIMITED).ok()?,
        };
        points.fill(self.a_star.path(), &mut self.path);
        self.jump_price = Some(JUMP_COST * (answer.expansions + JUMP_OVERHEAD));
        Some(answer)
    }

    /// The path of the last search, cell by cell.
    pub(super) fn path(&self) -> &[StateId] {
        &self.path
    }
}
