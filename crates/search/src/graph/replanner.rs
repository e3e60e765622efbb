//! When to repair a plan, and when to begin anew.

use super::error::{check_ends, check_epsilon};
use super::{AdStar, Answer, Budget, Heuristic, Reversible, SearchError, StateId, Stop};

/// When a plan is repaired and when it is made anew.
///
/// The shares are of the states that planning anew expanded the last time. A repair costs about as much a state as
/// planning does several, since it looks both ways along edges. `navigant experiment anytime` measures what the default
/// saves, and what it costs where it guesses wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// The inflation ε₀ to begin with, and to return to when the plan is lost: a path soon, a good one later.
    pub epsilon: f64,
    /// By how much each search after a successful one lowers the inflation, until it is 1.
    pub step: f64,
    /// A change is large, and the plan made anew, if it touches more than this share of states.
    pub large: f64,
    /// A repair that has expanded more than this share of states is given up, and the plan made anew: whatever happens, a
    /// search costs at most that much more than planning anew did.
    pub patience: f64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { epsilon: 2.5, step: 0.5, large: 0.1, patience: 0.25 }
    }
}

/// What the last search of a [`Replanner`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Replanned {
    /// Nothing had changed: it went on, or improved the path.
    Improved,
    /// It repaired the plan. `reset`: the path was no longer one, so that ε began at ε₀ again.
    Repaired {
        /// Whether the path was lost.
        reset: bool,
    },
    /// It made the plan anew.
    Anew(Reason),
}

/// Why a plan was made anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// There was none.
    First,
    /// The goal is another one.
    Goal,
    /// The change was large.
    LargeChange,
    /// The repair took too long.
    SlowRepair,
}

/// A plan that is kept up by a [`Policy`]: [AD*](AdStar) that knows when repairing does not pay.
///
/// Tell it what happens, then [`search`](Self::search): each search repairs, improves or replaces the plan. Changes are
/// only noted until then, so that many of them cost as little as one. Costs must be > 0.
///
/// - A new goal always begins anew: all costs were to the old one.
/// - A large change begins anew; so does a repair that has taken too long.
/// - Where the path is no longer one, ε returns to ε₀, so that there is one again soon.
/// - Otherwise the plan is repaired within the ε reached; once it is, each search lowers ε.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{Budget, Octile, Policy, Replanned, Replanner, StateId};
/// let mut grid = Grid::open(40, 40)?;
/// (0..39).try_for_each(|y| grid.block(Cell::new(20, y)).map(drop))?;
/// let near = Octile::on(&grid);
/// let mut plan = Replanner::new(&grid, StateId(0), StateId(1599), Policy::default())?;
/// while !plan.search(&grid, &near, Budget::UNLIMITED)?.is_optimal() {}
/// let ahead = grid.cell(plan.path()[3].into()).ok_or("off the grid")?;
/// grid.block(ahead)?;
/// plan.update(grid.around(ahead).map(Into::into));
/// plan.search(&grid, &near, Budget::UNLIMITED)?;
/// assert_eq!(plan.replanned(), Replanned::Repaired { reset: true });
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
    /// Why the next search must begin anew.
    pending: Option<Reason>,
    /// How many states the plan took when it was last made anew.
    anew: u64,
    /// How many states the repair under way has taken.
    repair: u64,
    phase: Phase,
    replanned: Replanned,
}

/// What the plan is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Being made: what it takes counts as the price of planning anew.
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
            pending: Some(Reason::First),
            anew: 0,
            repair: 0,
            phase: Phase::Making,
            replanned: Replanned::Anew(Reason::First),
        })
    }

    /// Notes that the graph has changed: `touched` are the ends of every edge that came, went or changed its cost.
    pub fn update(&mut self, touched: impl IntoIterator<Item = StateId>) {
        self.touched.extend(touched);
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
            (self.goal, self.pending) = (goal, Some(Reason::Goal));
        }
        Ok(())
    }

    /// Repairs, improves or replaces the plan until the path is within ε of the optimum, or the budget is spent.
    ///
    /// # Errors
    /// [`SearchError`] when a bad cost, edge or estimate is met. The next search begins anew.
    pub fn search<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        let answer = self.prepare(graph, heuristic).and_then(|()| self.run(graph, heuristic, budget));
        if answer.is_err() {
            self.pending = Some(Reason::First);
        }
        answer
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        self.plan.path()
    }

    /// The inflation that the last search worked with.
    pub fn epsilon(&self) -> f64 {
        self.plan.epsilon()
    }

    /// What the last search did.
    pub fn replanned(&self) -> Replanned {
        self.replanned
    }

    /// Tells the plan what has happened since the last search.
    fn prepare<G: Reversible, H: Heuristic>(&mut self, graph: &G, heuristic: &H) -> Result<(), SearchError> {
        if self.touched.len() as f64 > self.policy.large * self.anew as f64 && !self.touched.is_empty() {
            self.pending = self.pending.or(Some(Reason::LargeChange));
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
        reason: Reason,
    ) -> Result<(), SearchError> {
        self.touched.clear();
        self.plan.restart(graph, heuristic, self.start, self.goal, self.policy.epsilon)?;
        (self.pending, self.phase, self.anew) = (None, Phase::Making, 0);
        self.replanned = Replanned::Anew(reason);
        Ok(())
    }

    fn run<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        let answer = if self.phase == Phase::Repairing {
            let most = ((self.policy.patience * self.anew as f64) as u64).saturating_sub(self.repair);
            let attempt = self.plan.search(graph, heuristic, budget.at_most(most))?;
            self.repair += attempt.expansions;
            if attempt.stop != Stop::OutOfExpansions || budget.spent(attempt.expansions).is_some() {
                attempt
            } else {
                self.begin(graph, heuristic, Reason::SlowRepair)?;
                let rest = self.plan.search(graph, heuristic, budget.less(attempt.expansions))?;
                self.anew += rest.expansions;
                Answer {
                    expansions: attempt.expansions + rest.expansions,
                    generated: attempt.generated + rest.generated,
                    ..rest
                }
            }
        } else {
            let answer = self.plan.search(graph, heuristic, budget)?;
            self.anew += answer.expansions;
            answer
        };
        if matches!(answer.stop, Stop::Solved | Stop::NoPath) {
            self.phase = Phase::Good;
        }
        Ok(answer)
    }
}
