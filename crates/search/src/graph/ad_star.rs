//! AD*: anytime and incremental: a path soon, a better one with time, repaired when costs change.

use super::best_first::BestFirst;
use super::error::{check_ends, check_epsilon};
use super::repair::{Repair, Work};
use super::states::{cost_of, edge_cost};
use super::{Answer, Budget, Heuristic, Reversible, SearchError, StateId, StopReason};
use crate::graph::tuning::ad_star::{FORWARD_EXPANSIONS, FORWARD_FROM};

/// Anytime Dynamic A* (Likhachev, Ferguson, Gordon, Stentz, Thrun, "Anytime Dynamic A*: An Anytime, Replanning
/// Algorithm", 2005).
///
/// [D* Lite](super::DStarLite) with an inflated heuristic. [`search`](Self::search) finds a path of at most ε times the
/// optimum, expanding each state at most once with a falling cost and once with a rising one. Lower ε with
/// [`set_epsilon`](Self::set_epsilon) and search again: what was found is reused. Tell of changes with
/// [`update`](Self::update) and [`move_start`](Self::move_start). At ε = 1 the path is optimal. Costs must be > 0.
///
/// Whenever it is stopped, it has the best path that is still valid, its cost in the graph as it is, and a proven bound, which is
/// often better than ε: the open list gives a lower bound on the optimum.
///
/// The keys are those of the paper: the heuristic is inflated only for overconsistent states. A moved start is handled by
/// recomputing the keys of the open list, as any new round is.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{AdStar, Budget, Octile, StateId};
/// let mut grid = Grid::open(40, 40)?;
/// let near = Octile::on(&grid);
/// let mut plan = AdStar::new(&grid, &near, StateId(0), StateId(1599), 3.0)?;
/// let rough = plan.search(&grid, &near, Budget::UNLIMITED)?;
/// assert!(rough.bound().is_some_and(|bound| bound <= 3.0));
/// grid.block(Cell::new(20, 20))?;
/// plan.update(&grid, &near, grid.around(Cell::new(20, 20)).map(Into::into))?;
/// plan.set_epsilon(1.0)?;
/// assert!(plan.search(&grid, &near, Budget::UNLIMITED)?.is_optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AdStar {
    repair: Repair,
    path: Vec<StateId>,
    /// Scratch: a path that is being traced.
    draft: Vec<StateId>,
    /// Whether edges, start or ε changed since the keys were computed.
    stale: bool,
    /// A lower bound on the cost from the start, proved by earlier searches and not invalidated since.
    proved: f64,
    /// The last optimal search that was finished, if nothing came or became cheaper since.
    settled: Option<Settled>,
    /// Looks from the start where the goal's side is known: see [`Settled`].
    forward: BestFirst,
    /// Whether answers prove lower bounds, at the price of a look at the whole open list.
    proves: bool,
}

/// What a finished optimal search knows: with it, later costs of any state to the goal are bounded from below, as long as
/// edges only go or become dearer.
///
/// A state's cost `g` is exact, or its true cost plus the heuristic from `tip` is at least `cost`, for else it would have been
/// expanded. That is a far better heuristic than the given one, and a search from the start that is led by it sees little
/// but the old path and the way round the change (Koenig, Likhachev, "Adaptive A*", 2005, does so from plan to plan).
#[derive(Clone, Copy, Debug)]
struct Settled {
    tip: StateId,
    cost: f64,
}

impl AdStar {
    /// A plan from start to goal with inflation ε, not yet searched for.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown, ε is below 1, or the heuristic is not a number of at least 0.
    pub fn new<G: Reversible, H: Heuristic>(
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
        epsilon: f64,
    ) -> Result<AdStar, SearchError> {
        let mut plan = AdStar::idle();
        plan.restart(graph, heuristic, start, goal, epsilon)?;
        Ok(plan)
    }

    /// The memory of a plan; to be restarted before it is used.
    pub(super) fn idle() -> AdStar {
        AdStar {
            repair: Repair::new(true),
            path: Vec::new(),
            draft: Vec::new(),
            stale: false,
            proved: 0.0,
            settled: None,
            forward: BestFirst::default(),
            proves: true,
        }
    }

    /// Forgets the plan and keeps the memory. The only way to a new goal.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(crate) fn restart<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
        epsilon: f64,
    ) -> Result<(), SearchError> {
        check_epsilon(epsilon)?;
        (self.repair.epsilon, self.stale, self.proved, self.settled) = (epsilon, false, 0.0, None);
        self.path.clear();
        self.repair.begin(graph, heuristic, goal, start)
    }

    /// The inflation the next search works with.
    pub(crate) fn epsilon(&self) -> f64 {
        self.repair.epsilon
    }

    /// Changes the inflation: down to improve the path, up to have one sooner after a large change.
    ///
    /// # Errors
    /// [`SearchError::BadEpsilon`] when ε is below 1 or not finite.
    pub fn set_epsilon(&mut self, epsilon: f64) -> Result<(), SearchError> {
        check_epsilon(epsilon)?;
        self.stale |= epsilon != self.repair.epsilon;
        self.repair.epsilon = epsilon;
        Ok(())
    }

    /// Tells that the graph has changed: `touched` are the ends of every edge that came, went or changed its cost.
    ///
    /// # Errors
    /// [`SearchError`] as for [`search`](Self::search), or when a state is unknown.
    pub fn update<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        touched: impl IntoIterator<Item = StateId>,
    ) -> Result<(), SearchError> {
        (self.proved, self.settled) = (0.0, None);
        self.update_dearer(graph, heuristic, touched)
    }

    /// Like [`update`](Self::update), for changes that only removed edges or made them dearer. Then what was proved stays
    /// proved: if what is left of the plan, led round the change, is within ε of it, the next search need not expand
    /// anything. It is for the caller to know; bounds are wrong if an edge came or became cheaper.
    ///
    /// # Errors
    /// As [`update`](Self::update).
    pub(crate) fn update_dearer<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        touched: impl IntoIterator<Item = StateId>,
    ) -> Result<(), SearchError> {
        self.stale = true;
        self.repair.update(graph, heuristic, touched)
    }

    /// Moves the start, along the path or anywhere.
    ///
    /// # Errors
    /// [`SearchError::UnknownStart`].
    pub fn move_start<G: Reversible>(&mut self, graph: &G, start: StateId) -> Result<(), SearchError> {
        check_ends(graph.states(), start, start)?;
        if start != self.repair.tip {
            let walked = self.path.iter().position(|&state| state == start).map(|end| &self.path[..=end]);
            // No path from the new start is cheaper than one from the old less what was walked.
            let walked =
                walked.filter(|path| path.first() == Some(&self.repair.tip)).and_then(|path| cost_of(graph, path));
            self.proved = walked.map_or(0.0, |walked| (self.proved - walked).max(0.0));
            self.stale = true;
            self.repair.tip = start;
        }
        Ok(())
    }

    /// Whether answers prove lower bounds, as they do unless told otherwise. Without, each says 0 and a search takes no more than its expansions:
    /// for heuristics that are not consistent, by which nothing is proved.
    pub(crate) fn set_proving(&mut self, proves: bool) {
        self.proves = proves;
        if !proves {
            (self.proved, self.settled) = (0.0, None);
        }
    }

    /// Finds, improves or repairs a path until its cost is within ε of the optimum, or the budget is spent.
    ///
    /// # Errors
    /// [`SearchError`] when a bad cost, edge or estimate is met. The plan must then be restarted.
    pub fn search<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        self.repair.work = Work::default();
        self.repair.check()?;
        if self.stale {
            let reach = self.reach_forward(graph);
            if let Some(answer) = self.still_good(graph) {
                return Ok(answer);
            }
            if let Some(answer) = self.look_forward(graph, heuristic, budget.at_most(reach))? {
                return Ok(answer);
            }
            self.stale = false;
            self.repair.reopen(heuristic);
        }
        self.settled = None;
        let stop = self.repair.solve(graph, heuristic, budget, &mut self.draft)?;
        let cost = match stop {
            None => {
                std::mem::swap(&mut self.path, &mut self.draft);
                self.repair.cost(graph, &self.path)
            }
            Some(_) => self.best_so_far(graph),
        };
        let lower = match self.proves {
            true => self.lower_bound(heuristic, stop, cost).max(self.proved.min(cost.unwrap_or(f64::INFINITY))),
            false => 0.0,
        };
        self.proved = lower;
        if stop.is_none() && self.repair.epsilon == 1.0 && self.proves {
            self.settled = cost.map(|cost| Settled { tip: self.repair.tip, cost });
        }
        let stop = stop.unwrap_or(if cost.is_some() { StopReason::Solved } else { StopReason::NoPath });
        let Work { expansions, generated } = self.repair.work;
        Ok(Answer { stop, cost, lower, expansions, generated })
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }

    /// Whether what is left of the last path still leads from the start to the goal.
    pub(super) fn has_path<G: Reversible>(&self, graph: &G) -> bool {
        let left = self.path.iter().position(|&state| state == self.repair.tip).map(|tip| &self.path[tip..]);
        left.is_some_and(|path| cost_of(graph, path).is_some())
    }

    /// The answer without any search, where the best path at hand is within ε of what is proved already.
    fn still_good<G: Reversible>(&mut self, graph: &G) -> Option<Answer> {
        if self.proved == 0.0 {
            return None;
        }
        let cost = self.best_so_far(graph)?;
        let lower = self.proved.min(cost);
        let good = cost <= lower * self.repair.epsilon;
        good.then_some(Answer { stop: StopReason::Solved, cost: Some(cost), lower, expansions: 0, generated: 0 })
    }

    /// How many states to expand from the start: none unless the path was broken far ahead.
    fn reach_forward<G: Reversible>(&self, graph: &G) -> u64 {
        let left =
            self.path.iter().position(|&state| state == self.repair.tip).map_or(&[][..], |tip| &self.path[tip..]);
        let broken = left.windows(2).position(|pair| edge_cost(graph, pair[0], pair[1]).is_none());
        let far = broken.is_some_and(|ahead| ahead as f64 >= FORWARD_FROM * left.len() as f64);
        if far { FORWARD_EXPANSIONS * left.len() as u64 } else { 0 }
    }

    /// Looks for a way from the start, and leaves what is known of the goal's side as it is: see [`Settled`]. What that takes
    /// counts as work of the repair if it comes to nothing.
    fn look_forward<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Option<Answer>, SearchError> {
        let AdStar { repair, path, forward, .. } = self;
        let Some(settled) = self.settled.filter(|_| repair.epsilon == 1.0) else { return Ok(None) };
        if budget.spent(0).is_some() {
            return Ok(None);
        }
        let estimate = |state: StateId, goal: StateId| {
            let known = repair.known(state).min(settled.cost - heuristic.estimate(settled.tip, state));
            known.max(heuristic.estimate(state, goal))
        };
        let answer = forward.run(graph, &estimate, repair.tip, Some(repair.root), 1.0, budget)?;
        (repair.work.expansions, repair.work.generated) = (answer.expansions, answer.generated);
        if answer.stop != StopReason::Solved {
            return Ok(None);
        }
        path.clear();
        path.extend_from_slice(forward.path());
        self.proved = answer.lower;
        Ok(Some(answer))
    }

    /// In the middle of a repair: the path that the costs of now lead along, or what is left of the last one.
    fn best_so_far<G: Reversible>(&mut self, graph: &G) -> Option<f64> {
        let passed = self.path.iter().position(|&state| state == self.repair.tip).unwrap_or(self.path.len());
        self.path.drain(..passed);
        let old = if self.path.is_empty() { None } else { cost_of(graph, &self.path) };
        let new = if self.repair.trace_unsettled(&mut self.draft) { cost_of(graph, &self.draft) } else { None };
        if let Some(new) = new.filter(|&new| old.is_none_or(|old| new < old)) {
            std::mem::swap(&mut self.path, &mut self.draft);
            return Some(new);
        }
        if old.is_none() {
            self.path.clear();
        }
        old
    }

    fn lower_bound<H: Heuristic>(&self, heuristic: &H, stop: Option<StopReason>, cost: Option<f64>) -> f64 {
        match (stop, cost) {
            (None, None) => f64::INFINITY,
            (None, Some(cost)) if self.repair.epsilon == 1.0 => cost,
            (None, Some(cost)) => self.repair.lower_bound(heuristic).max(cost / self.repair.epsilon).min(cost),
            (Some(_), _) => self.repair.lower_bound(heuristic).min(cost.unwrap_or(f64::INFINITY)),
        }
    }
}
