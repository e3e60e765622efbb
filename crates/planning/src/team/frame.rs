//! A frame: events, then tasks within the budget, then T0.

use super::chain::{Chain, Outcome, View};
use super::member::{Member, departure};
use super::schedule::{Claim, Queue};
use super::{Team, WaitReason};
use crate::domain::SpaceTimeState;
use crate::published::Motion;
use crate::tuning::team as tuning;
use navigant_mesh::Map;
use navigant_search::graph::SearchError;
use rayon::prelude::*;

/// What a frame may take, for all agents together.
#[derive(Clone, Copy)]
pub struct FrameBudget<'c> {
    /// The most expansions. With this limit alone, the same frames follow for any number of threads.
    pub expansions: u64,
    /// Says when the time is over, from any thread.
    pub over: Option<&'c (dyn Fn() -> bool + Sync)>,
}

impl std::fmt::Debug for FrameBudget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FrameBudget")
            .field("expansions", &self.expansions)
            .field("clock", &self.over.is_some())
            .finish()
    }
}

impl FrameBudget<'static> {
    /// A number of expansions.
    pub const fn expansions(most: u64) -> FrameBudget<'static> {
        FrameBudget { expansions: most, over: None }
    }
}

/// What a frame did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameReport {
    /// Expansions of Σ1, Σ2, Σ3, λ and Σ4.
    pub expansions: [u64; 5],
    /// Tasks that were run.
    pub tasks: u32,
    /// Plans that were taken up.
    pub taken_up: u32,
    /// Plans that met one that was taken up before in the same frame.
    pub rejected: u32,
    /// Plans that were cut short because something came in their way.
    pub cut: u32,
    /// Agents that wanted to plan and had no turn.
    pub waiting: u32,
}

impl Team {
    /// Makes a frame: takes in the edits of the map, plans within the budget, and walks. T0 is last.
    pub fn frame(&mut self, map: &Map, budget: FrameBudget) -> FrameReport {
        let mut report = FrameReport::default();
        self.follow(map, &mut report);
        let mut claims = Queue::of(self.claims(map));
        let mut served = vec![false; self.members.len()];
        let (mut left, mut first_round) = (budget.expansions, true);
        let is_over = || budget.over.is_some_and(|over| over());
        while claims.len() > 0 && left > 0 && (first_round || !is_over()) {
            let places = usize::try_from(left.div_ceil(tuning::SLICE)).unwrap_or(usize::MAX).min(claims.len());
            // With a clock, one at a time: who comes later may have no time left.
            let places = if budget.over.is_some() { places.min(rayon::current_num_threads()) } else { places };
            let slice = tuning::SLICE.min(left.div_ceil(places as u64));
            let chosen = claims.take(places);
            let outcomes = self.run_tasks(map, &chosen, slice, budget);
            for (claim, (spent, outcome)) in chosen.into_iter().zip(outcomes) {
                served[claim.member] = true;
                self.members[claim.member].waited = 0;
                report.tasks += 1;
                left = left.saturating_sub(spent.max(1));
                if let Some(chain) = &self.members[claim.member].chain {
                    report.expansions.iter_mut().zip(chain.work).for_each(|(sum, work)| *sum += work);
                }
                if self.settle(map, claim.member, outcome, &mut report) {
                    claims.push(Claim { waited: 0, ..claim });
                }
            }
            first_round = false;
        }
        for claim in claims.rest().filter(|claim| !served[claim.member]) {
            report.waiting += 1;
            self.members[claim.member].waited = self.members[claim.member].waited.saturating_add(1);
        }
        self.reconsider(map);
        self.frames += 1;
        let time = self.time();
        for member in &mut self.members {
            member.forget(&self.settings.gait, time);
        }
        report
    }

    /// Takes in what happened since the last frame.
    fn follow(&mut self, map: &Map, report: &mut FrameReport) {
        let is_new = self.world.follow(map);
        let (time, world) = (self.time(), &mut self.world);
        if is_new {
            world.density.count(map, &world.mesh, &world.published, time);
        } else {
            world.density.advance(map, &world.mesh, &world.published, time);
        }
        if is_new {
            report.cut += self.map_changed(map);
        }
    }

    /// Who wants to plan. The longer the plan at hand lasts, the less urgent.
    fn claims(&mut self, map: &Map) -> Vec<Claim> {
        let (time, frames) = (self.time(), self.frames);
        let (gait, radius) = (&self.settings.gait, self.settings.radius);
        let mut claims = Vec::new();
        for (index, member) in self.members.iter_mut().enumerate() {
            if member.goal.is_none() || member.is_whole || member.retry > frames {
                continue;
            }
            if member.waits == Some(WaitReason::InObstacle) {
                if !map.has_room_at(member.at(gait, time), radius) {
                    continue;
                }
                member.waits = None;
            }
            let left = member.plan.last().map_or(0.0, |last| (f64::from(last.step) * gait.step() - time).max(0.0));
            if left > tuning::LEG_AHEAD {
                continue;
            }
            let priority = member.chain.as_ref().map_or(4.0, |chain| chain.priority()) * (1.0 + left);
            // Of a group, those who lead: the others cannot go before them.
            let far = member.goal.as_ref().map_or(0.0, |goal| goal.at.distance(member.at(gait, time)));
            let priority = priority + tuning::PRIORITY_A_METRE * far;
            claims.push(Claim { member: index, priority, waited: member.waited });
        }
        claims
    }

    /// Runs the tasks of some agents, each for a slice, on all threads of the pool.
    fn run_tasks(&mut self, map: &Map, claims: &[Claim], slice: u64, budget: FrameBudget) -> Vec<(u64, Outcome)> {
        let time = self.time();
        let Team { world, settings, members, cell_log, body_log, keeps_lines, .. } = self;
        let view = View {
            map,
            world,
            cells: cell_log,
            bodies: body_log,
            over: budget.over,
            horizon: settings.horizon,
            keeps_lines: *keeps_lines,
        };
        let run = |member: &mut Member| advance(member, &view, time, slice);
        if let [one] = claims {
            return vec![run(&mut members[one.member])];
        }
        let mut turns: Vec<(usize, &mut Member)> = Vec::with_capacity(claims.len());
        let mut order: Vec<usize> = (0..claims.len()).collect();
        order.sort_unstable_by_key(|&place| claims[place].member);
        let (mut rest, mut passed) = (&mut members[..], 0);
        for place in order {
            let Some((one, after)) = rest.split_at_mut(claims[place].member - passed).1.split_first_mut() else {
                break;
            };
            (rest, passed) = (after, claims[place].member + 1);
            turns.push((place, one));
        }
        let mut outcomes: Vec<(usize, (u64, Outcome))> =
            turns.into_par_iter().map(|(place, member)| (place, run(member))).collect();
        outcomes.sort_unstable_by_key(|outcome| outcome.0);
        outcomes.into_iter().map(|outcome| outcome.1).collect()
    }

    /// Takes up what came of planning; whether there is more to plan in this frame.
    fn settle(&mut self, map: &Map, index: usize, outcome: Outcome, report: &mut FrameReport) -> bool {
        match outcome {
            Outcome::Unfinished => true,
            Outcome::Planned(states, is_whole) => {
                if !self.is_clear(index, &states) {
                    report.rejected += 1;
                    return true;
                }
                let member = &mut self.members[index];
                member.take_up(&states);
                (member.is_whole, member.waits, member.chain) = (is_whole, None, None);
                report.taken_up += 1;
                self.publish_member(map, index);
                false
            }
            Outcome::Failed(reason) => {
                let member = &mut self.members[index];
                (member.waits, member.chain) = (Some(reason), None);
                // Agents that fail in one frame try again in different ones.
                let pause = tuning::RETRY * f64::from(self.settings.frames) * (1.0 + 0.1 * (index % 7) as f64);
                member.retry = self.frames + pause.max(1.0) as u64;
                false
            }
        }
    }

    /// Whether a plan can be taken up: it begins in time, meets nobody, and where it ends nobody passes later.
    fn is_clear(&self, index: usize, states: &[SpaceTimeState]) -> bool {
        let (gait, radius, member) = (&self.settings.gait, self.settings.radius, &self.members[index]);
        let time_of = |state: SpaceTimeState| f64::from(state.step) * gait.step();
        let (Some(&first), Some(&last)) = (states.first(), states.last()) else { return false };
        let me = Some(member.body);
        let free = self.world.published.free_from(member.point(gait, last), radius, me);
        time_of(first) >= self.time()
            && free.is_some_and(|free| free <= time_of(last))
            && states.windows(2).all(|pair| {
                let [from, to] = [pair[0], pair[1]].map(|state| member.point(gait, state));
                let motion = Motion { from, to, begin: time_of(pair[0]), end: time_of(pair[1]) };
                !self.world.published.is_met(&motion, radius, me, |_, _| true)
            })
    }
}

/// A slice of planning for one agent.
fn advance(member: &mut Member, view: &View, time: f64, slice: u64) -> (u64, Outcome) {
    let gait = &view.world.gait;
    let Some(goal) = member.goal.clone() else { return (0, Outcome::Failed(WaitReason::NoWay)) };
    let soonest = time + tuning::LEAD;
    let chain = match &mut member.chain {
        Some(chain) => chain,
        None => {
            // The next leg leaves the plan before the agent would stop at the waypoint.
            let end = member.plan.last().map_or(0.0, |last| f64::from(last.step) * gait.step());
            let leaves = soonest.max(end - f64::from(gait.fastest() + 1) * gait.step());
            let Some(first) = departure(&member.plan, gait, leaves) else {
                return (0, Outcome::Failed(WaitReason::NoWay));
            };
            member.chain.insert(Box::new(Chain::new(view, member.body, member.origin, first, goal)))
        }
    };
    // START_CHANGED: too late for the departure that was planned for.
    let is_late = f64::from(chain.departure().step) * gait.step() < soonest;
    let run = |chain: &mut Chain, later: Option<SpaceTimeState>| -> Result<(u64, Outcome), SearchError> {
        if let Some(departure) = later {
            chain.start_changed(view, departure);
        }
        chain.advance(view, slice)
    };
    let later = if is_late { departure(&member.plan, gait, soonest) } else { None };
    // A domain with bad costs is a bug of the domain, and no reason to stop everyone.
    let outcome = run(chain, later).unwrap_or((slice, Outcome::Failed(WaitReason::NoWay)));
    if view.keeps_lines && matches!(outcome.1, Outcome::Planned(..)) {
        member.lines = Some(Box::new(chain.lines(view)));
    }
    outcome
}
