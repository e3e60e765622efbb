//! The replanner: a policy of when to repair a plan and when to plan from scratch.

mod jumping;
mod policy;

pub use policy::{Policy, ReplanReason, Replanned};

use super::error::{check_ends, check_epsilon};
use super::grid_a_star::GridPlan;
use super::{AdStar, Answer, Budget, Heuristic, Reversible, SearchError, StateId, StopReason};
use crate::graph::tuning::replanner::{GRID_LARGE, GRID_MIN_EXPANSIONS, GRID_REPAIR_COST, NOTED_PER_EXPANSION};
use jumping::Jumping;
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{Cell, Grid};

/// A plan that is repaired or replaced by a [`Policy`]: [AD*](AdStar) that knows when repairing does not pay.
///
/// A [`Grid`] without weights, searched without a limit, has a plan of its own: GridAStar from the goal, repaired by lower
/// bounds on the distance to the goal (Sun, Koenig, Yeoh, "Generalized Adaptive A*", 2008). It is optimal after every
/// search, so that ε stays 1, and the given heuristic is not asked. A repair there costs what lies between the start and the
/// change; where repairs turn out to cost more than A* over jump points (`jump_points`), led by the same bounds, or from cell to
/// cell, that takes turns with them.
/// `navigant experiment anytime` measures it against the fastest A*.
///
/// Tell it what happens, then [`search`](Self::search): each search repairs, improves or replaces the plan. Changes are
/// only noted until then, so that many of them cost as little as one. Costs must be > 0.
///
/// - A new goal is always planned for from scratch: all costs were to the old one.
/// - A large change is planned from scratch; so is a repair that has taken too long.
/// - Where the path is no longer one, ε returns to ε₀, so that there is one again soon.
/// - Otherwise the plan is repaired within the ε reached; once it is, each search lowers ε.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{Budget, Octile, Policy, Replanned, Replanner, StateId};
/// let mut grid = Grid::open(40, 40)?;
/// (0..39).try_for_each(|y| grid.block(Cell::new(20, y)).map(drop))?;
/// let near = Octile::on(&grid);
/// let policy = Policy { patience: 5.0, ..Policy::default() };
/// let mut plan = Replanner::new(&grid, StateId(0), StateId(1599), policy)?;
/// while !plan.search(&grid, &near, Budget::UNLIMITED)?.is_optimal() {}
/// let ahead = grid.cell(plan.path()[3].into()).ok_or("off the grid")?;
/// grid.block(ahead)?;
/// plan.update(grid.around(ahead).map(Into::into));
/// plan.search(&grid, &near, Budget::UNLIMITED)?;
/// assert_eq!(plan.replanned(), Replanned::Repaired { reset: false });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replanner {
    plan: AdStar,
    policy: Policy,
    start: StateId,
    goal: StateId,
    /// States whose edges changed since the last search.
    touched: Vec<StateId>,
    /// Cells that did, where the plan is one of a grid.
    cells: Vec<Cell>,
    /// Why the next search must plan from scratch.
    pending: Option<ReplanReason>,
    /// How many states planning from scratch last expanded.
    scratch_expansions: u64,
    /// How many states the repair under way has taken.
    repair: u64,
    phase: Phase,
    replanned: Replanned,
    grid: GridPlan,
    jumping: Jumping,
    engine: Engine,
}

/// Which of the plans is kept up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    General,
    Grid,
    /// That of the grid is set aside: the last path was found by A* from scratch.
    Jumps,
    /// The general one, because paths to this goal are too long for the other.
    Long,
}

/// What the plan is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Being made: its expansions count as the cost of planning from scratch.
    Making,
    /// Being repaired.
    Repairing,
    /// Within its ε.
    Good,
}

impl Replanner {
    /// A plan from start to goal, not yet searched for.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown or ε₀ is below 1.
    pub fn new<G: Reversible>(
        graph: &G,
        start: StateId,
        goal: StateId,
        policy: Policy,
    ) -> Result<Replanner, SearchError> {
        check_epsilon(policy.epsilon)?;
        check_ends(graph.states(), start, goal)?;
        Ok(Replanner {
            plan: AdStar::idle(),
            policy,
            start,
            goal,
            touched: Vec::new(),
            cells: Vec::new(),
            pending: Some(ReplanReason::First),
            scratch_expansions: 0,
            repair: 0,
            phase: Phase::Making,
            replanned: Replanned::FromScratch(ReplanReason::First),
            grid: GridPlan::default(),
            jumping: Jumping::default(),
            engine: Engine::General,
        })
    }

    /// Notes that the graph has changed: `touched` are the ends of every edge that came, went or changed its cost.
    pub fn update(&mut self, touched: impl IntoIterator<Item = StateId>) {
        self.touched.extend(touched);
    }

    /// Notes that cells of a grid have been blocked, freed or given another weight: what [`update`](Self::update) does for the cells
    /// around each, in less time.
    pub fn update_cells(&mut self, grid: &Grid, cells: impl IntoIterator<Item = Cell>) {
        if matches!(self.engine, Engine::Grid | Engine::Jumps) {
            self.cells.extend(cells);
        } else {
            self.touched.extend(cells.into_iter().flat_map(|cell| grid.around(cell)).map(StateId::from));
        }
    }

    /// Notes that the start has moved, along the path or anywhere.
    ///
    /// # Errors
    /// [`SearchError::UnknownStart`].
    pub fn move_start<G: Reversible>(&mut self, graph: &G, start: StateId) -> Result<(), SearchError> {
        check_ends(graph.states(), start, start)?;
        self.start = start;
        Ok(())
    }

    /// Notes that the goal is another one.
    ///
    /// # Errors
    /// [`SearchError::UnknownGoal`].
    pub fn set_goal<G: Reversible>(&mut self, graph: &G, goal: StateId) -> Result<(), SearchError> {
        check_ends(graph.states(), self.start, goal)?;
        if goal != self.goal {
            (self.goal, self.pending) = (goal, Some(ReplanReason::Goal));
            if self.engine == Engine::Long {
                self.engine = Engine::General;
            }
        }
        Ok(())
    }

    /// Repairs, improves or replaces the plan until the path is within ε of the optimum, or the budget is spent.
    ///
    /// # Errors
    /// [`SearchError`] when a bad cost, edge or estimate is met. The next search plans from scratch.
    pub fn search<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        if let Some(grid) = graph.as_grid().filter(|_| budget.is_unlimited())
            && let Some(answer) = self.search_grid(grid)
        {
            return Ok(answer);
        }
        if matches!(self.engine, Engine::Grid | Engine::Jumps) {
            (self.engine, self.pending) = (Engine::General, self.pending.or(Some(ReplanReason::First)));
        }
        let answer = self.prepare(graph, heuristic).and_then(|()| self.run(graph, heuristic, budget));
        if answer.is_err() {
            self.pending = Some(ReplanReason::First);
        }
        answer
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        match self.engine {
            Engine::Grid => self.grid.path(),
            Engine::Jumps => self.jumping.path(),
            Engine::General | Engine::Long => self.plan.path(),
        }
    }

    /// The inflation that the last search worked with.
    pub(crate) fn epsilon(&self) -> f64 {
        if matches!(self.engine, Engine::Grid | Engine::Jumps) { 1.0 } else { self.plan.epsilon() }
    }

    /// What the last search did.
    pub fn replanned(&self) -> Replanned {
        self.replanned
    }

    /// Repairs or replaces the plan of a grid; `None` if the grid is none for it.
    fn search_grid(&mut self, grid: &Grid) -> Option<Answer> {
        if self.engine == Engine::Long || !grid.is_unweighted() {
            return None;
        }
        let is_kept = matches!(self.engine, Engine::Grid | Engine::Jumps);
        if !is_kept {
            self.jumping.forget();
        }
        let touched = self.touched.len() + 9 * self.cells.len();
        let (changed, scratch) = (touched > 0, self.scratch_expansions);
        let is_large = touched as f64 > GRID_LARGE * self.policy.large * scratch as f64;
        self.jumping.update(grid, &self.touched, &self.cells);
        self.grid.note(&self.touched, &self.cells);
        let mut reason = self.pending.or((!is_kept).then_some(ReplanReason::First));
        let mut spent = 0;
        let has_table = self.grid.is_made();
        let is_dear = reason.is_none() && self.jumping.is_dear(touched as u64 / NOTED_PER_EXPANSION, self.path().len());
        if reason.is_none() && (is_large && changed || is_dear || self.jumping.takes_turn(has_table)) {
            reason = Some(if is_large { ReplanReason::LargeChange } else { ReplanReason::SlowRepair });
        } else if reason.is_none() && !has_table {
            reason = Some(ReplanReason::First);
        }
        if reason.is_none() {
            let most = (self.policy.patience / GRID_REPAIR_COST * scratch as f64) as u64;
            let most = most.max(GRID_MIN_EXPANSIONS);
            match self.grid.repair(grid, self.start, self.jumping.limit(most)) {
                Ok(answer) => {
                    self.jumping.repaired(answer.expansions, self.grid.path().len());
                    self.forget_changes();
                    self.engine = Engine::Grid;
                    self.replanned = if changed { Replanned::Repaired { reset: false } } else { Replanned::Improved };
                    return Some(answer);
                }
                Err(wasted) => {
                    self.jumping.gave_up(self.grid.is_made());
                    (spent, reason) = (wasted, Some(ReplanReason::SlowRepair));
                }
            }
        }
        let reason = reason.unwrap_or(ReplanReason::First);
        let answer = match reason {
            ReplanReason::LargeChange | ReplanReason::SlowRepair => {
                self.engine = Engine::Jumps;
                self.jumping.find((grid, &mut self.grid), [self.start, self.goal], scratch)?
            }
            ReplanReason::First | ReplanReason::Goal => {
                self.jumping.prepare(grid, self.start);
                self.make_on_grid(grid)?
            }
        };
        self.forget_changes();
        (self.pending, self.replanned) = (None, Replanned::FromScratch(reason));
        Some(answer.after(spent, 0))
    }

    fn forget_changes(&mut self) {
        self.touched.clear();
        self.cells.clear();
    }

    /// Plans on a grid from scratch, with what repairs need; `None` if paths are too long for it.
    fn make_on_grid(&mut self, grid: &Grid) -> Option<Answer> {
        let Some(answer) = self.grid.make(grid, self.start, self.goal) else {
            self.engine = Engine::Long;
            self.pending = self.pending.or(Some(ReplanReason::First));
            return None;
        };
        (self.engine, self.scratch_expansions) = (Engine::Grid, answer.expansions);
        Some(answer)
    }

    /// Tells the plan what has happened since the last search.
    fn prepare<G: Reversible, H: Heuristic>(&mut self, graph: &G, heuristic: &H) -> Result<(), SearchError> {
        if self.touched.len() as f64 > self.policy.large * self.scratch_expansions as f64 && !self.touched.is_empty() {
            self.pending = self.pending.or(Some(ReplanReason::LargeChange));
        }
        if let Some(reason) = self.pending {
            return self.begin(graph, heuristic, reason);
        }
        let changed = !self.touched.is_empty();
        if self.phase == Phase::Good && !changed && self.plan.epsilon() > 1.0 {
            self.plan.set_epsilon((self.plan.epsilon() - self.policy.step).max(1.0))?;
        }
        self.plan.move_start(graph, self.start)?;
        self.replanned = Replanned::Improved;
        if changed {
            self.plan.update(graph, heuristic, self.touched.drain(..))?;
            let reset = !self.plan.has_path(graph);
            if reset {
                self.plan.set_epsilon(self.policy.epsilon)?;
            }
            self.replanned = Replanned::Repaired { reset };
            if self.phase == Phase::Good {
                (self.phase, self.repair) = (Phase::Repairing, 0);
            }
        }
        Ok(())
    }

    /// Forgets the plan.
    fn begin<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        reason: ReplanReason,
    ) -> Result<(), SearchError> {
        self.forget_changes();
        self.plan.restart(graph, heuristic, self.start, self.goal, self.policy.epsilon)?;
        (self.pending, self.phase, self.scratch_expansions) = (None, Phase::Making, 0);
        self.replanned = Replanned::FromScratch(reason);
        Ok(())
    }

    fn run<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        let answer = if self.phase == Phase::Repairing {
            let most = ((self.policy.patience * self.scratch_expansions as f64) as u64).saturating_sub(self.repair);
            let attempt = self.plan.search(graph, heuristic, budget.at_most(most))?;
            self.repair += attempt.expansions;
            if attempt.stop != StopReason::OutOfExpansions || budget.spent(attempt.expansions).is_some() {
                attempt
            } else {
                self.begin(graph, heuristic, ReplanReason::SlowRepair)?;
                let rest = self.plan.search(graph, heuristic, budget.less(attempt.expansions))?;
                self.scratch_expansions += rest.expansions;
                rest.after(attempt.expansions, attempt.generated)
            }
        } else {
            let answer = self.plan.search(graph, heuristic, budget)?;
            self.scratch_expansions += answer.expansions;
            answer
        };
        if matches!(answer.stop, StopReason::Solved | StopReason::NoPath) {
            self.phase = Phase::Good;
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::random_numbers::numbers;
    use crate::graph::{AStar, Octile};
    use std::num::NonZeroU8;

    /// How many searches repaired and how many planned from scratch.
    fn live(seed: u64, worlds: u32) -> [u32; 2] {
        let (mut next, mut a_star, mut seen) = (numbers(seed), AStar::new(), [0, 0]);
        for world in 0..worlds {
            let (width, height, blocked) = (2 + next(30), 1 + next(30), next(40));
            let weights = (0..width * height).map(|_| u8::from(next(100) >= blocked)).collect();
            let mut grid = Grid::from_weights(width, height, weights).unwrap();
            let near = Octile::on(&grid);
            let [mut start, mut goal] = [0; 2].map(|_| StateId(next(width * height)));
            let patience = [0.5, 5.0, 500.0][next(3) as usize];
            let policy = Policy { patience, large: 10.0, ..Policy::default() };
            let mut plan = Replanner::new(&grid, start, goal, policy).unwrap();
            for event in 0..30 {
                for _ in 0..next(6) {
                    let cell = Cell::new(next(width), next(height));
                    let walkable = grid.is_walkable(cell);
                    if walkable {
                        grid.block(cell).unwrap()
                    } else {
                        grid.set(cell, NonZeroU8::MIN).unwrap()
                    };
                    if world % 2 == 0 {
                        plan.update_cells(&grid, [cell]);
                    } else {
                        plan.update(grid.around(cell).map(StateId::from));
                    }
                }
                match next(8) {
                    0 => start = StateId(next(width * height)),
                    1..4 => start = plan.path().get(1).copied().unwrap_or(start),
                    4 if next(4) == 0 => goal = StateId(next(width * height)),
                    _ => {}
                }
                plan.move_start(&grid, start).unwrap();
                plan.set_goal(&grid, goal).unwrap();
                let answer = plan.search(&grid, &near, Budget::UNLIMITED).unwrap();
                let best = a_star.find(&grid, &near, start, goal, Budget::UNLIMITED).unwrap();
                let at = format!("seed {seed}, world {world}, event {event}: {:?}", plan.replanned());
                assert_eq!((answer.stop, answer.cost, plan.epsilon()), (best.stop, best.cost, 1.0), "{at}");
                let ends = answer.cost.map(|_| (start, goal));
                assert_eq!(plan.path().first().copied().zip(plan.path().last().copied()), ends, "{at}");
                assert_eq!(crate::graph::states::cost_of(&grid, plan.path()), Some(answer.cost.unwrap_or(0.0)), "{at}");
                seen[usize::from(matches!(plan.replanned(), Replanned::FromScratch(_)))] += 1;
            }
        }
        seen
    }

    #[test]
    fn plans_on_grids_are_optimal_after_every_change() {
        let [repaired, rebuilt] = live(1, 300);
        assert!(repaired > 1000 && rebuilt > 1000, "{repaired} {rebuilt}");
    }

    #[test]
    fn a_path_too_long_for_small_numbers_is_left_to_the_general_search() {
        let mut grid = Grid::open(4000, 3).unwrap();
        let near = Octile::on(&grid);
        let mut plan = Replanner::new(&grid, StateId(0), StateId(3999), Policy::default()).unwrap();
        for blocked in [None, Some(2000)] {
            if let Some(x) = blocked {
                grid.block(Cell::new(x, 0)).unwrap();
                plan.update(grid.around(Cell::new(x, 0)).map(StateId::from));
            }
            let best = AStar::new().find(&grid, &near, StateId(0), StateId(3999), Budget::UNLIMITED).unwrap();
            let mut answer = plan.search(&grid, &near, Budget::UNLIMITED).unwrap();
            while !answer.is_optimal() {
                answer = plan.search(&grid, &near, Budget::UNLIMITED).unwrap();
            }
            assert_eq!(answer.cost, best.cost);
        }
    }

    #[test]
    fn a_limited_search_goes_on_where_it_was_stopped() {
        let grid = Grid::open(60, 60).unwrap();
        let mut plan = Replanner::new(&grid, StateId(0), StateId(3599), Policy::default()).unwrap();
        plan.search(&grid, &Octile::on(&grid), Budget::UNLIMITED).unwrap();
        plan.set_goal(&grid, StateId(59)).unwrap();
        let mut calls = 0;
        while plan.search(&grid, &Octile::on(&grid), Budget::expansions(7)).unwrap().cost.is_none() {
            calls += 1;
        }
        assert!((1..1000).contains(&calls), "{calls}");
    }

    #[test]
    fn a_large_change_is_planned_from_scratch_and_a_small_one_is_repaired() {
        let mut grid = Grid::open(60, 60).unwrap();
        let near = Octile::on(&grid);
        let policy = Policy { patience: 500.0, ..Policy::default() };
        let mut plan = Replanner::new(&grid, StateId(0), StateId(59), policy).unwrap();
        plan.search(&grid, &near, Budget::UNLIMITED).unwrap();
        for (rows, replanned) in [
            (59..60, Replanned::Repaired { reset: false }),
            (40..58, Replanned::FromScratch(ReplanReason::LargeChange)),
        ] {
            let columns = if rows.len() == 1 { 0..1 } else { 0..40 };
            let cells: Vec<Cell> = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y))).collect();
            cells.iter().for_each(|&cell| assert_eq!(grid.block(cell), Ok(true)));
            plan.update_cells(&grid, cells);
            plan.search(&grid, &near, Budget::UNLIMITED).unwrap();
            assert_eq!(plan.replanned(), replanned);
        }
    }
}
