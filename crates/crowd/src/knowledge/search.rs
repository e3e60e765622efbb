//! Searches on beliefs: the fewest contested obstacles are assumed that decide a route.
//!
//! A route is searched for, or repaired, with only some of the contested obstacles that its agent believes in: those that cut its old route, at
//! first. If it comes near none of the others that the agent believes in, it has room among all of them; and it is the shortest,
//! for more obstacles make no route shorter. Otherwise those are assumed too, and it is searched for again. So an agent that
//! believes in a thousand obstacles plans with the two or three that matter, and most agents of a step share a map.

use super::{Believed, Knowledge};
use crate::plan::{Job, Outcome, PlanningContext};
use navigant_mesh::Map;
use rayon::prelude::*;

/// A plan under way.
struct Draft {
    /// Which of the jobs.
    at: usize,
    /// The contested obstacles that are assumed, ascending.
    assumed: Vec<usize>,
    /// The expansions made for it before.
    expansions: u64,
}

impl PlanningContext<'_> {
    /// Makes plans on what each agent believes: one assumption after the other, those of one by all threads.
    pub(crate) fn make_believed(&self, jobs: &[Job], knowledge: &Knowledge, believed: &mut Believed) -> Vec<Outcome> {
        let first = |(at, job): (usize, &Job)| {
            let (bends, target) = (self.routes.ahead(&job.travel), job.travel.target);
            Draft {
                at,
                assumed: knowledge.believed_cuts(
                    job.id,
                    job.from,
                    bends,
                    target,
                    job.radius(self.map.lattice().step()),
                ),
                expansions: 0,
            }
        };
        let mut drafts: Vec<Draft> = jobs.par_iter().enumerate().map(first).collect();
        let mut outcomes = Vec::with_capacity(jobs.len());
        while !drafts.is_empty() {
            drafts.sort_unstable_by(|a, b| a.assumed.cmp(&b.assumed).then(a.at.cmp(&b.at)));
            let mut again = Vec::new();
            for alike in drafts.chunk_by(|a, b| a.assumed == b.assumed) {
                let Some(first) = alike.first() else { continue };
                let map = believed.under(&first.assumed);
                let try_one = |draft: &Draft| self.try_one(map, &jobs[draft.at], draft, knowledge);
                let tried: Vec<_> = alike.par_iter().with_max_len(1).map(try_one).collect();
                for one in tried {
                    match one {
                        Ok(outcome) => outcomes.push(outcome),
                        Err(draft) => again.push(draft),
                    }
                }
            }
            drafts = again;
        }
        outcomes.sort_unstable_by_key(|(at, _)| *at);
        outcomes.into_iter().map(|(_, outcome)| outcome).collect()
    }

    /// A plan, or a draft that assumes more.
    fn try_one(&self, map: &Map, job: &Job, draft: &Draft, knowledge: &Knowledge) -> Result<(usize, Outcome), Draft> {
        let mut outcome = self.planners.with(|planner| self.planned(map, job, planner));
        outcome.expansions += draft.expansions;
        if let Some((bends, target)) = outcome.found.way(job.travel.target) {
            let mut assumed =
                knowledge.believed_cuts(job.id, job.from, bends, target, job.radius(self.map.lattice().step()));
            assumed.retain(|bit| draft.assumed.binary_search(bit).is_err());
            if !assumed.is_empty() {
                assumed.extend(&draft.assumed);
                assumed.sort_unstable();
                return Err(Draft { at: draft.at, assumed, expansions: outcome.expansions });
            }
        }
        Ok((draft.at, outcome))
    }
}
