//! A planning task: keeps one plan in one domain valid, by AD*, through the five events of the text (Appendices A and B).
//!
//! | event | handler | what it does |
//! |---|---|---|
//! | START_CHANGED | [`Task::start_changed`] | moves the start; far from the plan it begins from scratch |
//! | GOAL_CHANGED | [`Task::goal_changed`] | begins from scratch |
//! | WORLD_CHANGED | [`Task::world_changed`] | repairs; where the plan is broken, with the first ε |
//! | TUNNEL_CHANGED | [`Task::tunnel_changed`] | repairs in a wider tunnel around the same plan, begins from scratch around another |
//! | PLAN_STATUS_CHANGED | returned by [`Task::execute`] | read by the task itself (its priority) and by those that depend on it |

use crate::domain::{Domain, DomainSearch};
use navigant_geometry::Point;
use navigant_search::graph::{Budget, SearchError, StopReason};
use std::fmt::Debug;
use std::hash::Hash;

/// What is known about a task's plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PlanStatus {
    /// There is no plan yet, or it is broken.
    Invalid,
    /// The plan is valid, and was found with this inflation ε > 1.
    Within(f64),
    /// The plan is optimal: found with ε = 1. In a tunnel: among the plans of the tunnel that were looked at.
    Optimal,
    /// There is no plan.
    Impossible,
}

impl PlanStatus {
    /// Ω of the text: 1 if invalid, ε if that is more than 1, infinite if nothing is to be done.
    pub(crate) fn omega(self) -> f64 {
        match self {
            PlanStatus::Invalid => 1.0,
            PlanStatus::Within(epsilon) => epsilon,
            PlanStatus::Optimal | PlanStatus::Impossible => f64::INFINITY,
        }
    }

    /// Whether there is a valid plan.
    pub(crate) fn has_plan(self) -> bool {
        matches!(self, PlanStatus::Within(_) | PlanStatus::Optimal)
    }
}

/// What a call of [`Task::execute`] did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Executed {
    /// States expanded.
    pub expansions: u64,
    /// PLAN_STATUS_CHANGED: whether the status or the plan is another one.
    pub changed: bool,
}

/// A planning task T(P) in a domain.
#[derive(Clone, Debug)]
pub(crate) struct Task<S> {
    search: DomainSearch<S>,
    first_epsilon: f64,
    epsilon: f64,
    status: PlanStatus,
}

/// How much ε is lowered when a plan is improved: three rounds from 1.6 to 1.
const EPSILON_STEP: f64 = 0.3;

impl<S: Copy + Ord + Hash + Debug> Task<S> {
    /// A plan from a start to the cheapest of some goals, to be found with inflation ε at first.
    pub(crate) fn new(start: S, goals: impl IntoIterator<Item = S>, epsilon: f64) -> Task<S> {
        let search = DomainSearch::new(start, goals, epsilon);
        Task { search, first_epsilon: epsilon, epsilon, status: PlanStatus::Invalid }
    }

    /// What is known about the plan.
    pub(crate) fn status(&self) -> PlanStatus {
        self.status
    }

    /// The plan; empty if there is none.
    pub(crate) fn path(&self) -> &[S] {
        self.search.path()
    }

    /// The bytes it takes, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.search.memory_bytes()
    }

    /// Where the plan may end.
    pub(crate) fn goals(&self) -> &[S] {
        self.search.goals()
    }

    /// Priority p = μ · Ω; the smallest first. μ is the number of edges to execution T0 in the chain of dependencies.
    pub(crate) fn priority(&self, edges: u32) -> f64 {
        f64::from(edges) * self.status.omega()
    }

    /// START_CHANGED: the agent is elsewhere. Farther than `far` metres from the plan, the search begins from scratch.
    pub(crate) fn start_changed<D: Domain<State = S>>(&mut self, domain: &D, start: S, far: f64) {
        if start == self.search.start() {
            return;
        }
        let at = domain.map_to(start).point;
        let apart =
            self.search.path().iter().map(|&s| at.distance(domain.map_to(s).point)).fold(f64::INFINITY, f64::min);
        self.search.move_start(domain, start);
        if apart > far {
            self.search.restart();
            self.epsilon = self.first_epsilon;
        }
        self.status = PlanStatus::Invalid;
    }

    /// GOAL_CHANGED: other goals. The search begins from scratch.
    pub(crate) fn goal_changed(&mut self, goals: impl IntoIterator<Item = S>) {
        self.search.set_goals(goals);
        (self.epsilon, self.status) = (self.first_epsilon, PlanStatus::Invalid);
    }

    /// How many states it knows.
    pub(crate) fn states(&self) -> usize {
        self.search.states()
    }

    /// WORLD_CHANGED: the transitions of states for which `affected` says so may have changed. A plan that is broken is looked for
    /// with the first ε.
    pub(crate) fn world_changed<D: Domain<State = S>>(&mut self, domain: &D, affected: impl FnMut(S) -> bool) {
        if self.search.update(affected) == 0 && self.status != PlanStatus::Impossible {
            return;
        }
        let is_whole = self.search.path().windows(2).all(|pair| {
            let mut leads = false;
            domain.successors_if(pair[0], &|to| to == pair[1], &mut |_, _| leads = true);
            leads
        });
        if self.status.has_plan() && is_whole {
            self.status = PlanStatus::Within(self.first_epsilon.max(self.epsilon));
        } else {
            (self.epsilon, self.status) = (self.first_epsilon, PlanStatus::Invalid);
        }
    }

    /// TUNNEL_CHANGED: the domain is in another tunnel. One around the same plan (`same_line`) is repaired: states that came into it
    /// or went are updated. Around another plan the search begins from scratch, for hardly a state is in both.
    pub(crate) fn tunnel_changed(&mut self, same_line: bool) {
        if same_line {
            self.search.update(|_| true);
        } else {
            self.search.restart();
        }
        (self.epsilon, self.status) = (self.first_epsilon, PlanStatus::Invalid);
    }

    /// `ExecutePlanTask`: finds, repairs or, where the plan is valid, improves it, within a budget.
    ///
    /// # Errors
    /// [`SearchError`] when the domain is not what it must be.
    pub(crate) fn execute<D: Domain<State = S>>(
        &mut self,
        domain: &D,
        budget: Budget,
    ) -> Result<Executed, SearchError> {
        if self.status.omega() == f64::INFINITY {
            return Ok(Executed { expansions: 0, changed: false });
        }
        let before = self.status;
        if before == PlanStatus::Within(self.epsilon) {
            self.epsilon = (self.epsilon - EPSILON_STEP).max(1.0);
        }
        self.search.set_epsilon(self.epsilon);
        let answer = self.search.search(domain, budget)?;
        self.status = match answer.stop {
            StopReason::Solved if self.epsilon == 1.0 => PlanStatus::Optimal,
            StopReason::Solved => PlanStatus::Within(self.epsilon),
            StopReason::NoPath => PlanStatus::Impossible,
            // The plan at hand stays valid; a better one was not found yet.
            StopReason::OutOfExpansions | StopReason::OutOfTime => match before {
                PlanStatus::Within(epsilon) if !self.search.path().is_empty() => PlanStatus::Within(epsilon),
                _ => PlanStatus::Invalid,
            },
        };
        Ok(Executed { expansions: answer.expansions, changed: self.status != before })
    }

    /// The plan as places.
    pub(crate) fn places<D: Domain<State = S>>(&self, domain: &D) -> Vec<Point> {
        self.search.path().iter().map(|&state| domain.map_to(state).point).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Gait, GridDomain};
    use crate::published::BodyId;
    use crate::tunnel::{Tunnel, Tunnelled};
    use crate::world::World;
    use navigant_mesh::internals::MapGridInternals as _;
    use navigant_mesh::{CellId, Map, Outline};

    /// A task in Σ3 from one side of a hall to the other, with one event after the other; each plan is as long as a new one.
    #[test]
    fn every_event_leaves_a_plan_as_good_as_a_new_one() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        let mut world = World::of(&map, 0.25, 0.5, Gait::walk()).unwrap();
        let cell = |world: &World, x: f64, y: f64| world.grid.cell_at(Point::new(x, y)).unwrap();
        let (start, goal) = (cell(&world, 1.0, 5.0), cell(&world, 19.0, 5.0));
        let mut task = Task::new(start, [goal], 2.5);
        let good_as_new = |task: &mut Task<CellId>, world: &World, start: CellId, goal: CellId| {
            let domain = GridDomain { map: &map, grid: &world.grid, occupied: &world.occupied, me: None };
            while task.status().omega() < f64::INFINITY {
                task.execute(&domain, Budget::expansions(20)).unwrap();
            }
            let mut new = DomainSearch::new(start, [goal], 1.0);
            new.search(&domain, Budget::UNLIMITED).unwrap();
            let length = |path: &[CellId]| {
                let places = path.iter().map(|&c| domain.map_to(c).point).collect::<Vec<_>>();
                places.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>()
            };
            assert_eq!(task.status(), PlanStatus::Optimal);
            assert!((length(task.path()) - length(new.path())).abs() < 0.02);
        };
        good_as_new(&mut task, &world, start, goal);
        // WORLD_CHANGED: somebody stands on the plan.
        let changed = world.occupied.put(&map, &world.grid, BodyId(1), Some((Point::new(10.0, 5.0), 0.5)));
        {
            let domain = GridDomain { map: &map, grid: &world.grid, occupied: &world.occupied, me: None };
            let affected = domain.affected(&changed);
            task.world_changed(&domain, |c| affected.binary_search(&c).is_ok());
        }
        assert_eq!((task.status(), task.priority(2)), (PlanStatus::Invalid, 2.0));
        good_as_new(&mut task, &world, start, goal);
        // START_CHANGED, along the plan and far from it.
        for (x, y) in [(3.0, 5.0), (3.0, 9.0)] {
            let start = cell(&world, x, y);
            let domain = GridDomain { map: &map, grid: &world.grid, occupied: &world.occupied, me: None };
            task.start_changed(&domain, start, 2.0);
            good_as_new(&mut task, &world, start, goal);
        }
        // GOAL_CHANGED.
        let (start, goal) = (cell(&world, 3.0, 9.0), cell(&world, 15.0, 1.0));
        task.goal_changed([goal]);
        good_as_new(&mut task, &world, start, goal);
        // TUNNEL_CHANGED: too narrow, then wide enough.
        let domain = GridDomain { map: &map, grid: &world.grid, occupied: &world.occupied, me: None };
        let line = [(3.0, 9.0), (10.0, 9.0), (10.0, 1.0), (15.0, 1.0)].map(|(x, y)| Point::new(x, y));
        let narrow = Tunnel::new(&line, 0.0, 1.0, 0.6, 0.0).unwrap();
        task.tunnel_changed(false);
        while task.status() == PlanStatus::Invalid {
            task.execute(&Tunnelled::new(&domain, &narrow), Budget::expansions(50)).unwrap();
        }
        assert_eq!(task.status(), PlanStatus::Impossible, "somebody stands in the tunnel");
        task.tunnel_changed(true);
        good_as_new(&mut task, &world, start, goal);
    }
}
