//! Planning within a budget of expansions a step: the most urgent first, without starvation.
//!
//! Planning is counted in expansions, not timed, so a run is the same on every machine. What is overdrawn is missing in the next
//! step. What a search and what a repaired route usually cost is learnt apart, so that a step makes about as many plans as it
//! can pay for.

mod search;

use self::search::search;
use crate::agent::{AgentId, Aim};
use crate::changes::short;
use crate::crowd::Crowd;
use crate::deadlock::LOOK_AROUND;
use crate::edit::EditLog;
use crate::follow::Turn;
use crate::knowledge::{Believed, Knowledge};
use crate::look::Look;
use crate::per_thread::PerThread;
use crate::planning_state::{Answer, Bound, Event, NoWay, Request, Unseen};
use crate::route::{Bend, Routes, Travel, length_by};
use crate::route_repair::{Mended, Old, is_free_on_floors, mend};
use crate::standing::{Standing, around};
use crate::tuning::notice::KNOWN_AHEAD;
use crate::tuning::planning::{PACK_INTERVAL, URGENCY_STEPS};
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{MapInternals as _, Room};
use navigant_mesh::{FaceId, LayerId, Map, Point};
use navigant_search::plane::PathFinder;
use rayon::prelude::*;

/// How much planning there is to a step, and when a route is changed for a better one.
///
/// Work is counted in expansions of the search and not in time, so that a run is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planning {
    /// The expansions that are made in a step for each district, more or less: the last searches of a step are finished, and what
    /// they took too much is missing in the next step.
    pub expansions_per_step: u32,
    /// The expansions that are made for one search before it is put off; then it gets twice as many.
    pub expansions_per_search: u32,
    /// A route is changed for a better one if that is shorter by more than this share, from 0 to 1.
    pub hysteresis: f64,
    /// When agents learn of obstacles that come and go.
    pub notice: Notice,
}

impl Planning {
    /// These settings; where a number is none that they can have, that of the settings before.
    pub(crate) fn or(self, before: Planning) -> Planning {
        let hysteresis = if (0.0..=1.0).contains(&self.hysteresis) { self.hysteresis } else { before.hysteresis };
        let notice = match self.notice {
            Notice::WhenSeen(range) if !(0.0..=f64::INFINITY).contains(&range) => before.notice,
            notice => notice,
        };
        Planning { hysteresis, notice, ..self }
    }

    /// The most steps that an agent waits for its plan, given how many agents share its district's budget and the most expansions that
    /// the plans of one step take: 90 + n + (n + 1) · c / `expansions_per_step`.
    ///
    /// Requests are served in the order in which they came, but that one level of urgency is worth 30 steps and there are three. So after 90 steps
    /// no new request comes before it; of the n that may, one at least is served in a step that has some budget, and steps without
    /// any only work off what others have overdrawn. A search that is put off, because it takes more than `expansions_per_search`, waits again.
    pub fn longest_wait(&self, people: u32, dearest: u64) -> u32 {
        let most = 3 * URGENCY_STEPS + u64::from(people);
        let overdrawn = (u64::from(people) + 1).saturating_mul(dearest) / u64::from(self.expansions_per_step.max(1));
        u32::try_from(most.saturating_add(overdrawn)).unwrap_or(u32::MAX)
    }

    /// From how far away an agent sees an edit, in metres.
    pub(crate) fn sight(&self) -> f64 {
        match self.notice {
            Notice::AtOnce => f64::INFINITY,
            Notice::WhenSeen(range) => range,
        }
    }

    /// How far ahead an agent knows what is on its route, in metres.
    pub(crate) fn reach(&self) -> f64 {
        KNOWN_AHEAD * self.sight()
    }
}

impl Default for Planning {
    fn default() -> Planning {
        Planning {
            expansions_per_step: 200_000,
            expansions_per_search: 20_000,
            hysteresis: 0.05,
            notice: Notice::AtOnce,
        }
    }
}

/// When agents learn that an obstacle has come or gone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Notice {
    /// At once, wherever they are.
    AtOnce,
    /// When they see the place, from no farther away than this, in metres; 0 or more.
    WhenSeen(f64),
}

/// A plan that is to be made, with all that is to be known about the agent: others may walk meanwhile.
pub(crate) struct Job {
    pub(crate) id: AgentId,
    slot: u32,
    pub(crate) travel: Travel,
    pub(crate) from: Offset,
    goal: Point,
    radius: f32,
    district: u8,
    budget: u64,
    /// Whether the route is to be mended if possible.
    mends: bool,
    /// Whether a detour around standing agents is searched for.
    looks_around: bool,
    /// On several floors: the face it is in, and the layers of that and of its goal.
    floors: Option<(FaceId, [LayerId; 2])>,
    /// There: whether it has come around its next corner by the wrong side.
    is_lost: bool,
}

/// An entry of the planning queue; ordered by turn, then by id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    turn: u64,
    id: AgentId,
    slot: u32,
    district: u8,
}

/// What came of it.
pub(crate) struct Outcome {
    pub(crate) expansions: u64,
    /// Whether there was a search: a route that is as good as before needs none.
    searched: bool,
    pub(crate) found: Found,
}

pub(crate) enum Found {
    /// A route to a place, and its length in metres; if that is not the goal, why not.
    Route {
        bends: Vec<Bend>,
        target: Offset,
        length: f64,
        instead: Option<NoWay>,
    },
    /// The old route has room, or is mended, as far along it as the agent knows it; what cuts it farther ahead.
    Old {
        mended: Mended,
        cuts: Unseen,
    },
    /// More work is needed.
    PutOff,
    Nothing(NoWay),
}

impl Found {
    /// The bends of a route that is another one than before, and where it ends; where the one before ended is given.
    pub(crate) fn way(&self, before: Offset) -> Option<(&[Bend], Offset)> {
        match self {
            Found::Route { bends, target, .. } => Some((bends, *target)),
            Found::Old { mended: Mended::By { bends, .. }, .. } => Some((bends, before)),
            Found::Old { .. } | Found::PutOff | Found::Nothing(_) => None,
        }
    }
}

/// The scratch memory of a thread.
#[derive(Debug, Default)]
pub(crate) struct Planner {
    finder: PathFinder,
    room: Room,
}

/// What planning did in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Planned {
    pub(crate) searches: u64,
    pub(crate) expansions: u64,
    pub(crate) kept: u64,
    pub(crate) mended: u64,
}

/// What is needed to make plans.
pub(crate) struct PlanningContext<'c> {
    pub(crate) map: &'c Map,
    pub(crate) routes: &'c Routes,
    pub(crate) edits: &'c EditLog,
    /// What agents know, if each plans on what it believes.
    pub(crate) knowledge: Option<&'c Knowledge>,
    pub(crate) planning: Planning,
    /// The step of the crowd.
    pub(crate) now: u32,
    pub(crate) planners: &'c PerThread<Planner>,
    pub(crate) standing: Standing,
}

impl PlanningContext<'_> {
    /// Makes plans, by all threads.
    pub(crate) fn make(&self, jobs: &[Job], believed: Option<&mut Believed>) -> Vec<Outcome> {
        if let (Some(knowledge), Some(believed)) = (self.knowledge, believed) {
            return self.make_believed(jobs, knowledge, believed);
        }
        let make = |job: &Job| self.planners.with(|planner| self.planned(self.map, job, planner));
        jobs.par_iter().with_max_len(1).map(make).collect()
    }

    /// Mends a route if that will do, else searches for a whole one.
    pub(crate) fn planned(&self, map: &Map, job: &Job, planner: &mut Planner) -> Outcome {
        if !job.mends {
            return search(map, job, &mut planner.finder);
        }
        let step = map.lattice().step();
        let radius = f64::from(job.radius) / step;
        let look = Look { map, edits: self.edits, planning: self.planning, routes: self.routes, step, now: self.now };
        // What it believes in it knows all along.
        let reach = match self.knowledge {
            Some(_) => f64::INFINITY,
            None => look.reach(&job.travel, job.from, radius),
        };
        let old = Old {
            place: job.from,
            bends: self.routes.ahead(&job.travel),
            target: job.travel.target,
            slack: job.travel.plan.bound().map_or(0.0, |bound| f64::from(bound.slack)),
            radius,
            reach,
        };
        let (mended, expansions, searched) = match job.floors {
            None => mend(map, &mut planner.room, &mut planner.finder, &old, self.planning.hysteresis),
            Some((face, [_, goal])) => {
                let (is_free, looked_at) = is_free_on_floors(map, &mut planner.room, &old, face, goal);
                let is_kept = is_free && !job.is_lost;
                (if is_kept { Mended::Kept } else { Mended::No }, looked_at, false)
            }
        };
        if mended == Mended::No {
            let whole = search(map, job, &mut planner.finder);
            return Outcome { expansions: expansions + whole.expansions, ..whole };
        }
        let (mended, cost) = match mended {
            Mended::Kept if job.looks_around => {
                let (by, cost) = around(map, &mut planner.room, &self.standing, &old);
                let by = by.map(|(bends, longer)| Mended::By { bends, slack: (old.slack + longer).max(0.0) });
                (by.unwrap_or(Mended::Kept), cost)
            }
            mended => (mended, 0),
        };
        let cuts = self.cuts_beyond(job, &old, &mended);
        Outcome { expansions: expansions + cost, searched, found: Found::Old { mended, cuts } }
    }

    /// The cuts of a route farther ahead than the agent knows it, if it had any.
    fn cuts_beyond(&self, job: &Job, old: &Old<'_>, mended: &Mended) -> Unseen {
        if !job.travel.plan.unseen().more {
            return Unseen::default();
        }
        let bends = match mended {
            Mended::By { bends, .. } => bends,
            Mended::Kept | Mended::No => old.bends,
        };
        self.edits.cuts_beyond(&Old { bends, ..*old }, self.now)
    }
}

impl Crowd {
    /// Makes the most urgent plans, as far as the budget goes.
    pub(crate) fn plan(&mut self, map: &Map) {
        let jobs = self.jobs();
        let mut believed = self.knowledge.as_mut().and_then(|knowledge| knowledge.believed.take());
        let outcomes = self.planning_context(map, &jobs).make(&jobs, believed.as_deref_mut());
        if let Some(knowledge) = &mut self.knowledge {
            knowledge.believed = believed;
        }
        self.take_up_all(map, &jobs, outcomes);
    }

    /// What is needed to make some plans.
    pub(crate) fn planning_context<'c>(&'c self, map: &'c Map, jobs: &[Job]) -> PlanningContext<'c> {
        PlanningContext {
            map,
            routes: &self.routes,
            edits: &self.edits,
            knowledge: self.knowledge.as_deref(),
            planning: self.planning,
            now: self.steps as u32,
            planners: &self.planners,
            standing: self.standing_for(jobs),
        }
    }

    /// The standing agents, if any plan is to lead around them.
    pub(crate) fn standing_for(&self, jobs: &[Job]) -> Standing {
        let looks_around = jobs.iter().any(|job| job.looks_around);
        if looks_around { Standing::among(&self.columns, self.lattice.step()) } else { Standing::default() }
    }

    /// Gives agents what came of their plans.
    pub(crate) fn take_up_all(&mut self, map: &Map, jobs: &[Job], outcomes: Vec<Outcome>) -> Planned {
        let mut planned = Planned::default();
        // By district: the expansions and the number of searches, and of routes that were to be mended.
        let mut costs = vec![[(0, 0); 2]; self.districts.len()];
        for (job, outcome) in jobs.iter().zip(outcomes) {
            let cost = &mut costs[usize::from(job.district)][usize::from(job.mends)];
            *cost = (cost.0 + outcome.expansions, cost.1 + 1);
            planned.expansions += outcome.expansions;
            planned.searches += u64::from(outcome.searched);
            planned.kept += u64::from(matches!(outcome.found, Found::Old { mended: Mended::Kept, .. }));
            planned.mended += u64::from(matches!(outcome.found, Found::Old { mended: Mended::By { .. }, .. }));
            self.take_up(map, job, outcome.found);
        }
        let planning = self.planning;
        for (district, costs) in self.districts.iter_mut().zip(costs) {
            let spent = costs[0].0 + costs[1].0;
            let due = district.overdrawn + spent;
            district.overdrawn = due.saturating_sub(u64::from(planning.expansions_per_step));
            for (mends, (expansions, plans)) in [false, true].into_iter().zip(costs) {
                district.usual_cost.learn(mends, expansions, plans);
            }
        }
        if self.steps.is_multiple_of(PACK_INTERVAL) {
            let travels = self.columns.travel.par_iter().with_min_len(4096);
            let in_use = travels.map(|travel| (travel.end - travel.next) as usize).sum();
            if self.routes.is_wasteful(in_use) {
                self.routes.pack(&mut self.columns.travel);
            }
        }
        planned
    }

    /// For how many steps somebody has waited for a plan.
    pub(crate) fn longest_wait(&self) -> u32 {
        if !self.may_want {
            return 0;
        }
        let now = self.steps as u32;
        let travels = self.columns.travel.par_iter().with_min_len(4096);
        let waiting = travels.filter(|travel| travel.plan.request() != Request::Nothing);
        waiting.map(|travel| now.wrapping_sub(travel.plan.since())).max().unwrap_or(0)
    }

    /// The most urgent plans that a budget is likely to suffice for, one at least if there is any.
    pub(crate) fn jobs(&mut self) -> Vec<Job> {
        self.planners.reserve();
        if !self.may_want {
            return Vec::new();
        }
        let mut waiting = self.waiting();
        self.may_want = !waiting.is_empty();
        if self.districts.len() > 1 {
            waiting.par_sort_unstable_by_key(|waiting| waiting.district);
        }
        let mut jobs = Vec::new();
        for waiting in waiting.chunk_by_mut(|a, b| a.district == b.district) {
            self.jobs_in_district(waiting, &mut jobs);
        }
        jobs
    }

    fn jobs_in_district(&self, mut waiting: &mut [Waiting], jobs: &mut Vec<Job>) {
        let Some(mut district) = waiting.first().map(|first| self.districts[usize::from(first.district)]) else {
            return;
        };
        let mut left = district.budget(&self.planning);
        if left == 0 {
            return;
        }
        let most = (left / district.usual_cost.search.min(district.usual_cost.mend).max(1)).max(1) as usize;
        if waiting.len() > most {
            waiting.select_nth_unstable(most);
            waiting = &mut waiting[..most];
        }
        waiting.sort_unstable();
        let before = jobs.len();
        for waiting in waiting {
            let Some(job) = self.job(waiting.slot) else { continue };
            let cost = *district.usual_cost.of(job.mends);
            if left < cost && jobs.len() > before {
                break;
            }
            left = left.saturating_sub(cost);
            jobs.push(job);
        }
    }

    /// The planning queue: requests by priority, with ageing, so that none starves.
    fn waiting(&self) -> Vec<Waiting> {
        let urgency = |request: Request| match request {
            Request::Nothing | Request::Better => 3,
            Request::Onward => 2,
            Request::Detour => 1,
            Request::Route => 0,
        };
        let travels = self.columns.travel.par_iter().enumerate().with_min_len(4096);
        let waiting = travels.filter(|(_, travel)| travel.plan.request() != Request::Nothing);
        waiting
            .map(|(slot, travel)| {
                let turn = u64::from(travel.plan.since()) + urgency(travel.plan.request()) * URGENCY_STEPS;
                let traits = &self.columns.traits[slot];
                Waiting { turn, id: traits.id, slot: slot as u32, district: traits.district }
            })
            .collect()
    }

    fn job(&self, slot: u32) -> Option<Job> {
        let at = slot as usize;
        let Aim::Goal(goal) = self.columns.traits[at].aim() else { return None };
        let travel = &self.columns.travel[at];
        let budget = u64::from(self.planning.expansions_per_search) << travel.plan.retries().min(32);
        let mends = travel.plan.may_mend();
        let (motion, traits) = (&self.columns.motion[at], &self.columns.traits[at]);
        let (from, radius, district) = (motion.place, traits.radius, traits.district);
        let floors = self.floors().map(|_| (motion.face, [motion.layer, traits.goal_layer]));
        // Who stands on which floor is not looked for.
        let looks_around = mends && travel.plan.stalled() >= LOOK_AROUND && floors.is_none();
        Some(Job {
            is_lost: motion.turn.is_lost(),
            id: traits.id,
            slot,
            travel: *travel,
            from,
            goal,
            radius,
            district,
            budget,
            mends,
            looks_around,
            floors,
        })
    }

    fn take_up(&mut self, map: &Map, job: &Job, found: Found) {
        let slot = job.slot as usize;
        if let Some((bends, target)) = found.way(job.travel.target) {
            self.note_turn(slot, job.from, bends, target);
        }
        let travel = &mut self.columns.travel[slot];
        travel.calm = 0.0;
        // It may have got there meanwhile: then the answer is dropped.
        let is_welcome = !travel.plan.is_arrived();
        let answer = match found {
            Found::PutOff => Answer::PutOff,
            Found::Nothing(no_way) => {
                if is_welcome {
                    travel.clear(self.columns.motion[slot].place);
                }
                Answer::NoWay(no_way)
            }
            Found::Route { bends, target, length, instead } => {
                let enough = 1.0 - self.planning.hysteresis;
                let old = self.routes.remaining(&job.travel, job.from);
                let new = length_by(job.from, &bends, target);
                let sought = short(map.version());
                let wants_better = travel.plan.request() == Request::Better && instead.is_none();
                if wants_better && length > enough * old * map.lattice().step() {
                    Answer::NotBetter(Bound { slack: (old - new).max(0.0) as f32, sought })
                } else {
                    if is_welcome {
                        self.routes.replace(travel, &bends);
                        self.columns.motion[slot].turn = Turn::UNKNOWN;
                        (travel.target, travel.length) = (target, new as f32);
                    }
                    instead.map_or(Answer::Found(Bound { slack: 0.0, sought }), Answer::NoWay)
                }
            }
            Found::Old { mended: Mended::By { bends, slack }, cuts } if is_welcome => {
                self.routes.replace(travel, &bends);
                travel.length = length_by(job.from, &bends, travel.target) as f32;
                Answer::Mended { slack: slack as f32, cuts }
            }
            Found::Old { cuts, .. } => Answer::Kept(cuts),
        };
        self.happens(slot, Event::Planned(answer));
    }
}

impl Job {
    /// In lattice steps.
    pub(crate) fn radius(&self, step: f64) -> f64 {
        f64::from(self.radius) / step
    }
}
