//! A plan that is optimal whenever it is finished: what LPA* and D* Lite are, up to which end they begin at.

use super::{Repair, Work};
use crate::graph::{Answer, Budget, Heuristic, Reversible, SearchError, StateId};

#[derive(Clone, Debug)]
pub(in super::super) struct OptimalPlan {
    pub(in super::super) repair: Repair,
    /// From tip to root; empty if there is none.
    pub(in super::super) path: Vec<StateId>,
}

impl OptimalPlan {
    /// A plan from tip to root, not yet searched for.
    pub(in super::super) fn new<G: Reversible, H: Heuristic>(
        graph: &G,
        heuristic: &H,
        root: StateId,
        tip: StateId,
    ) -> Result<OptimalPlan, SearchError> {
        let mut plan = OptimalPlan { repair: Repair::new(false), path: Vec::new() };
        plan.restart(graph, heuristic, root, tip)?;
        Ok(plan)
    }

    /// Forgets the plan and keeps the memory.
    pub(in super::super) fn restart<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        root: StateId,
        tip: StateId,
    ) -> Result<(), SearchError> {
        self.path.clear();
        self.repair.begin(graph, heuristic, root, tip)
    }

    /// Finds, or repairs, a cheapest path.
    pub(in super::super) fn search<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        self.repair.work = Work::default();
        let stop = self.repair.solve(graph, heuristic, budget, &mut self.path)?;
        let Work { expansions, generated } = self.repair.work;
        if let Some(stop) = stop {
            self.path.clear();
            return Ok(Answer::stopped(stop, self.repair.lower_bound(heuristic), expansions, generated));
        }
        Ok(match self.repair.cost(graph, &self.path) {
            Some(cost) => Answer::optimal(cost, expansions, generated),
            None => Answer::no_path(expansions, generated),
        })
    }
}
