//! Which travellers have to be looked after in a step: all others only walk on, or wait until their time has come.

use super::exits::Exits;
use super::{Clock, Phase, Traveller};
use navigant_crowd::internals::{AgentIdInternals as _, CrowdInternals as _, Glimpse};
use navigant_crowd::{AgentId, Crowd, Seen};
use navigant_files::scenario::{Choice, Goal, Group};
use navigant_mesh::Map;
use rayon::prelude::*;

/// When a traveller has to be looked after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum When {
    Never,
    InEachStep,
    /// When a time is over.
    At(f64),
    /// When it has arrived, or may be inside an exit.
    Out(u32),
}

/// When all travellers have to be looked after, by the index of the id.
#[derive(Default)]
pub(super) struct Due(Vec<Option<(AgentId, When)>>);

/// When a traveller of a group has to be looked after next.
pub(super) fn when(group: &Group, traveller: &Traveller, has_stairs: bool) -> When {
    let may_change = matches!(&group.goal.value, Goal::Exits(exits, Choice::Quickest) if exits.len() > 1);
    match (traveller.phase, traveller.exit) {
        _ if has_stairs => When::InEachStep,
        (Phase::Premovement { until } | Phase::Waiting { until } | Phase::Served { until }, _) => When::At(until),
        (Phase::Walking, Some(exit)) if !may_change => When::Out(exit),
        (Phase::Walking | Phase::InLine, _) => When::InEachStep,
        (Phase::Done, _) => When::Never,
    }
}

impl Due {
    /// Notes when one has to be looked after.
    pub(super) fn note(&mut self, id: AgentId, when: When) {
        if self.0.len() <= id.index() {
            self.0.resize(id.index() + 1, None);
        }
        self.0[id.index()] = Some((id, when));
    }

    /// Those who have to be looked after now, by source and serial number; and how many of the crowd are travellers.
    pub(super) fn find(&self, map: &Map, crowd: &Crowd, exits: &Exits, clock: Clock) -> (Vec<Seen>, usize) {
        let is_due = |agent: &Glimpse, when: When| match when {
            When::Never => false,
            When::InEachStep => true,
            When::At(until) => clock.is_over(until),
            When::Out(exit) => agent.is_arrived || exits.may_contain(exit, map, agent.place),
        };
        let look = |(mut due, count): (Vec<AgentId>, usize), agent: Glimpse| {
            let known = self.0.get(agent.id.index()).copied().flatten().filter(|(id, _)| *id == agent.id);
            let Some((_, when)) = known else { return (due, count) };
            if is_due(&agent, when) {
                due.push(agent.id);
            }
            (due, count + 1)
        };
        let join = |(mut due, count): (Vec<AgentId>, usize), (more, others)| {
            due.extend::<Vec<AgentId>>(more);
            (due, count + others)
        };
        let (mut due, count) = crowd.par_glimpses().fold(Default::default, look).reduce(Default::default, join);
        due.sort_unstable_by_key(|id| (id.source(), id.serial()));
        (due.into_iter().filter_map(|id| crowd.agent(id).ok()).collect(), count)
    }
}
