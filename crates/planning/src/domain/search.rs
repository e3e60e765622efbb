//! AD* over the implicit graph of a domain.

use super::Domain;
use navigant_search::graph::{AdStar, Answer, Budget, Graph, Heuristic, Reversible, SearchError, StateId, StopReason};
use navigant_search::internals::{AdStarInternals as _, BudgetInternals as _, StateTable};
use std::cell::RefCell;

/// What the step from a goal state to the common goal costs.
pub const GOAL_COST: f64 = 1.0;

/// What AD* keeps of a state: its node, and its entry in the open list.
const AD_STAR_BYTES: usize = 64;

/// The common goal, to which a transition leads from each goal state.
const GOAL: StateId = StateId(0);

/// A domain as a graph: states get ids when they are met, and all goal states lead to one common goal.
///
/// States that cannot be reached from the start, by the heuristic, are not made.
pub struct DomainGraph<'a, D: Domain> {
    domain: &'a D,
    /// Ids are given while states are visited.
    known: RefCell<StateTable<D::State>>,
    goals: Vec<D::State>,
    start: D::State,
}

impl<D: Domain> DomainGraph<'_, D> {
    fn state(&self, id: StateId) -> Option<D::State> {
        self.known.borrow().state(StateId(id.0.checked_sub(1)?)).copied()
    }

    fn id(&self, state: D::State) -> StateId {
        StateId(self.known.borrow_mut().id(&state).0.saturating_add(1))
    }

    fn is_goal(&self, state: D::State) -> bool {
        self.goals.binary_search(&state).is_ok()
    }
}

impl<D: Domain> Graph for DomainGraph<'_, D> {
    fn states(&self) -> usize {
        self.known.borrow().states().len() + 1
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let Some(state) = self.state(from) else { return };
        self.domain.successors(state, &mut |to, cost| visit(self.id(to), cost));
        if self.is_goal(state) {
            visit(GOAL, GOAL_COST);
        }
    }

    fn known_successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let Some(state) = self.state(from) else { return };
        let is_known = |to| self.known.borrow().find(&to).is_some();
        self.domain.successors_if(state, &is_known, &mut |to, cost| visit(self.id(to), cost));
        if self.is_goal(state) {
            visit(GOAL, GOAL_COST);
        }
    }
}

impl<D: Domain> Reversible for DomainGraph<'_, D> {
    fn predecessors(&self, to: StateId, mut visit: impl FnMut(StateId, f64)) {
        let Some(state) = self.state(to) else {
            for &goal in &self.goals {
                if self.domain.reaches(self.start, goal) {
                    visit(self.id(goal), GOAL_COST);
                }
            }
            return;
        };
        let is_reached = |from| self.domain.reaches(self.start, from);
        self.domain.predecessors_if(state, &is_reached, &mut |from, cost| visit(self.id(from), cost));
    }
}

impl<D: Domain> Heuristic for DomainGraph<'_, D> {
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        match (self.state(from), self.state(to)) {
            (Some(from), Some(to)) => self.domain.heuristic(from, to),
            _ => 0.0,
        }
    }
}

/// A plan in a domain that is found, improved and repaired by [AD*](AdStar): the memory of a planning task.
///
/// It holds states and costs, and nothing of the domain, which is passed in and may be another one each time as long as
/// [`update`](Self::update) is told what has changed.
///
/// ```
/// use navigant_mesh::internals::MapGridInternals as _;
/// use navigant_mesh::{Map, Outline, Point};
/// use navigant_planning::internals::{DomainSearch, Gait, GridDomain};
/// use navigant_planning::internals::World;
/// use navigant_search::graph::Budget;
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// let world = World::of(&map, 0.25, 0.5, Gait::walk())?;
/// // Σ3: cells, with those who stand there now.
/// let domain = GridDomain { map: &map, grid: &world.grid, occupied: &world.occupied, me: None };
/// let cell = |x, y| world.grid.cell_at(Point::new(x, y)).ok_or("off the grid");
/// let mut search = DomainSearch::new(cell(1.0, 5.0)?, [cell(19.0, 5.0)?], 1.0);
/// // Too few expansions for a plan; the next call goes on.
/// let answer = search.search(&domain, Budget::expansions(3))?;
/// assert!(!answer.is_optimal());
/// let answer = search.search(&domain, Budget::UNLIMITED)?;
/// assert!(answer.is_optimal() && search.path().len() == 37);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DomainSearch<S> {
    known: StateTable<S>,
    goals: Vec<S>,
    start: S,
    /// Where the search began: states that cannot be reached from there are not made.
    origin: S,
    plan: Option<AdStar>,
    path: Vec<S>,
    epsilon: f64,
    /// States whose transitions have changed and that AD* was not told of yet.
    pending: Vec<StateId>,
}

/// How many changed states AD* is told of between two looks at the clock: each takes as long as some expansions.
const TOLD_AT_ONCE: usize = 4;

impl<S: Copy + Ord + std::hash::Hash + std::fmt::Debug> DomainSearch<S> {
    /// A plan from a start to the cheapest of some goals with inflation ε, not yet searched for.
    pub fn new(start: S, goals: impl IntoIterator<Item = S>, epsilon: f64) -> Self {
        let mut goals: Vec<S> = goals.into_iter().collect();
        goals.sort_unstable();
        goals.dedup();
        let known = StateTable::default();
        DomainSearch { known, goals, start, origin: start, plan: None, path: Vec::new(), epsilon, pending: Vec::new() }
    }

    /// Finds, improves or repairs the plan until it is within ε of the optimum, or the budget is spent. What [`update`](Self::update) was told
    /// of comes first, and each state of it counts as an expansion.
    ///
    /// # Errors
    /// [`SearchError`] when ε is below 1 or a domain has bad costs. The plan is then forgotten.
    pub fn search<D: Domain<State = S>>(&mut self, domain: &D, budget: Budget) -> Result<Answer, SearchError> {
        let (known, goals) = (std::mem::take(&mut self.known), std::mem::take(&mut self.goals));
        let graph = DomainGraph { domain, known: RefCell::new(known), goals, start: self.origin };
        let answer = self.run(&graph, budget);
        (self.known, self.goals) = (graph.known.into_inner(), graph.goals);
        if answer.is_err() {
            (self.plan, self.path, self.pending) = (None, Vec::new(), Vec::new());
        }
        answer
    }

    /// Tells AD* of the states that have changed, within a budget; says how many, and whether that was all.
    fn tell<D: Domain<State = S>>(
        &mut self,
        graph: &DomainGraph<'_, D>,
        budget: Budget,
    ) -> Result<(u64, Option<StopReason>), SearchError> {
        let Some(plan) = &mut self.plan else { return Ok((0, None)) };
        let mut told = 0;
        while !self.pending.is_empty() {
            if let Some(stop) = budget.asking_every(1).spent(told) {
                return Ok((told, Some(stop)));
            }
            let most = TOLD_AT_ONCE.min(usize::try_from(budget.most() - told).unwrap_or(usize::MAX));
            let mut touched = self.pending.split_off(self.pending.len().saturating_sub(most));
            told += touched.len() as u64;
            // A transition that came may begin at a state never met.
            for i in 0..touched.len() {
                graph.predecessors(touched[i], |from, _| touched.push(from));
            }
            touched.sort_unstable();
            touched.dedup();
            plan.update(graph, graph, touched)?;
        }
        Ok((told, None))
    }

    fn run<D: Domain<State = S>>(&mut self, graph: &DomainGraph<'_, D>, budget: Budget) -> Result<Answer, SearchError> {
        let (told, stop) = self.tell(graph, budget)?;
        if let Some(stop) = stop {
            self.path.clear();
            return Ok(Answer { stop, cost: None, lower: 0.0, expansions: told, generated: 0 });
        }
        let start = graph.id(self.start);
        let plan = match &mut self.plan {
            Some(plan) => {
                plan.set_epsilon(self.epsilon)?;
                plan.move_start(graph, start)?;
                plan
            }
            None => self.plan.insert(AdStar::new(graph, graph, start, GOAL, self.epsilon)?),
        };
        plan.set_proving(graph.domain.is_bounded());
        let mut answer = plan.search(graph, graph, budget.less(told))?;
        answer.expansions += told;
        self.path.clear();
        if matches!(answer.stop, StopReason::Solved | StopReason::OutOfExpansions | StopReason::OutOfTime) {
            self.path.extend(plan.path().iter().filter_map(|&id| graph.state(id)));
        }
        Ok(answer)
    }

    /// The states of the last answer from start to goal; empty if it has none.
    pub fn path(&self) -> &[S] {
        &self.path
    }

    /// The bytes it takes, about: the states, and what AD* knows of each.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.known.memory_bytes()
            + self.known.states().len() * AD_STAR_BYTES
            + size_of_val(&self.path[..])
            + size_of_val(&self.goals[..])
    }

    /// How many states are known: what a change that may concern them all takes is a multiple of it.
    pub(crate) fn states(&self) -> usize {
        self.known.states().len()
    }

    /// Where the plan begins.
    pub fn start(&self) -> S {
        self.start
    }

    /// The goal states, sorted.
    pub fn goals(&self) -> &[S] {
        &self.goals
    }

    /// Sets the inflation of the next search.
    pub fn set_epsilon(&mut self, epsilon: f64) {
        self.epsilon = epsilon;
    }

    /// Moves the start (START_CHANGED). Away from what can be reached from the old one, the plan begins from scratch.
    pub fn move_start<D: Domain<State = S>>(&mut self, domain: &D, start: S) {
        self.start = start;
        if !domain.reaches(self.origin, start) {
            self.restart();
        }
    }

    /// Forgets what was found and keeps start and goals.
    pub fn restart(&mut self) {
        self.known = StateTable::default();
        (self.plan, self.origin) = (None, self.start);
        self.path.clear();
        self.pending.clear();
    }

    /// Other goals (GOAL_CHANGED): the plan begins from scratch.
    pub fn set_goals(&mut self, goals: impl IntoIterator<Item = S>) {
        self.goals = goals.into_iter().collect();
        self.goals.sort_unstable();
        self.goals.dedup();
        self.restart();
    }

    /// The domain has changed (WORLD_CHANGED, TUNNEL_CHANGED): the transitions of known states for which `affected` says so may
    /// have come, gone or got another cost. Says how many states that are.
    ///
    /// Only notes them; the next search tells AD*, within its budget.
    pub fn update(&mut self, mut affected: impl FnMut(S) -> bool) -> usize {
        if self.plan.is_none() {
            return 0;
        }
        let before = self.pending.len();
        let touched = self.known.states().iter().enumerate().filter(|&(_, &state)| affected(state));
        self.pending.extend(touched.map(|(number, _)| StateId(number as u32 + 1)));
        let count = self.pending.len() - before;
        if before > 0 {
            self.pending.sort_unstable();
            self.pending.dedup();
        }
        count
    }
}
