//! Planning: a budget of expansions a step, the most urgent first, nobody waits for ever.

use crate::agent::{Aim, Status};
use crate::crowd::Crowd;
use crate::displaced::nearest_place;
use crate::per_thread::PerThread;
use crate::route::{Bend, Want, bends_of};
use navigant_geometry::Offset;
use navigant_mesh::{Map, Point};
use navigant_search::graph::Budget;
use navigant_search::plane::{NoPath, PathFinder, Query};
use rayon::prelude::*;

/// How much planning there is to a step, and when a route is changed for a better one.
///
/// Work is counted in expansions of the search and not in time, so that a run is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planning {
    /// So many expansions are made in a step, more or less: the last searches of a step are finished, and what they took too
    /// much is missing in the next step.
    pub expansions_per_step: u32,
    /// So many expansions are made for one search before it is put off; then it gets twice as many.
    pub expansions_per_search: u32,
    /// A route is changed for a better one if that is shorter by more than this share.
    pub hysteresis: f64,
    /// When agents learn of obstacles that come and go.
    pub notice: Notice,
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
    /// When they see the place, from no farther away than this, in metres.
    WhenSeen(f64),
}

/// A search that is to be made.
struct Job {
    slot: u32,
    from: Offset,
    goal: Point,
    radius: f32,
    budget: u64,
}

/// What came of it.
struct Outcome {
    expansions: u64,
    found: Found,
}

enum Found {
    /// A route to a place, so many metres long; whether it is the goal, or only as near to it as one gets.
    Route {
        bends: Vec<Bend>,
        target: Offset,
        length: f64,
        is_goal: bool,
    },
    /// More work is needed.
    PutOff,
    Nothing,
}

/// What a search is thought to cost before anything is known.
pub(crate) const USUAL_COST: u64 = 300;
/// One step up in urgency is worth waiting so many steps.
const STEP_UP: u64 = 30;

impl Crowd {
    /// Makes the most urgent plans, as far as the budget goes. Returns how many searches and expansions were made.
    pub(crate) fn plan(&mut self, map: &Map) -> (u64, u64) {
        let mut waiting = self.waiting();
        let budget = i64::from(self.planning.expansions_per_step) - self.overdrawn as i64;
        let most = (budget.max(0) as u64 / self.usual_cost.max(1)).max(u64::from(budget > 0)) as usize;
        if waiting.len() > most && most > 0 {
            waiting.select_nth_unstable(most);
        }
        waiting.truncate(most);
        waiting.sort_unstable();
        let jobs: Vec<Job> = waiting.into_iter().filter_map(|(_, _, slot)| self.job(slot)).collect();
        self.finders.reserve();
        let finders = &self.finders;
        let outcomes: Vec<Outcome> = jobs.par_iter().with_max_len(1).map(|job| search(map, job, finders)).collect();
        let searches = outcomes.len() as u64;
        let mut expansions = 0;
        for (job, outcome) in jobs.iter().zip(outcomes) {
            expansions += outcome.expansions;
            self.take_up(map, job, outcome.found);
        }
        self.overdrawn = (expansions as i64 - budget).max(0) as u64;
        // What searches cost of late.
        if let Some(cost) = expansions.checked_div(searches) {
            self.usual_cost = (7 * self.usual_cost + cost).div_ceil(8).max(1);
        }
        let in_use = self.columns.travel.iter().map(|travel| (travel.end - travel.next) as usize).sum();
        if self.routes.is_wasteful(in_use) {
            self.routes.pack(&mut self.columns.travel);
        }
        (searches, expansions)
    }

    /// Who waits for a plan: the smaller the first number, the sooner it is made. Everyone's turn comes, for waiting counts.
    fn waiting(&self) -> Vec<(u64, u32, u32)> {
        let travels = self.columns.travel.iter().enumerate();
        let waiting = travels.filter(|(_, travel)| travel.want != Want::Nothing);
        let urgency = |want: Want| match want {
            Want::Nothing | Want::Better => 3,
            Want::Onward => 2,
            Want::Detour => 1,
            Want::Route => 0,
        };
        waiting
            .map(|(slot, travel)| {
                let turn = u64::from(travel.since) + urgency(travel.want) * STEP_UP;
                (turn, self.columns.id[slot], slot as u32)
            })
            .collect()
    }

    fn job(&self, slot: u32) -> Option<Job> {
        let at = slot as usize;
        let Aim::Goal(goal) = self.columns.aim[at] else { return None };
        let budget = u64::from(self.planning.expansions_per_search) << self.columns.travel[at].retries.min(32);
        Some(Job { slot, from: self.columns.motion[at].place, goal, radius: self.columns.traits[at].radius, budget })
    }

    fn take_up(&mut self, map: &Map, job: &Job, found: Found) {
        let slot = job.slot as usize;
        let travel = &mut self.columns.travel[slot];
        let wanted = std::mem::take(&mut travel.want);
        match found {
            Found::PutOff => {
                (travel.want, travel.since) = (wanted, self.steps as u32);
                travel.retries = travel.retries.saturating_add(1);
            }
            Found::Nothing => {
                travel.next = travel.end;
                travel.target = self.columns.motion[slot].place;
                travel.status = Status::NoWay;
            }
            Found::Route { bends, target, length, is_goal } => {
                travel.retries = 0;
                let enough = 1.0 - self.planning.hysteresis;
                let old = remaining(&self.routes, travel, job.from) * map.lattice().step();
                if wanted == Want::Better && is_goal && length > enough * old {
                    return;
                }
                self.routes.replace(travel, &bends);
                travel.target = target;
                travel.status = if is_goal { Status::Walking } else { Status::NoWay };
            }
        }
    }
}

/// How long the rest of a route is, in steps, from corner to corner.
pub(crate) fn remaining(routes: &crate::route::Routes, travel: &crate::route::Travel, place: Offset) -> f64 {
    let corners = routes.ahead(travel).iter().map(|bend| bend.corner());
    let mut last = place;
    let mut length = 0.0;
    for next in corners.chain([travel.target]) {
        length += (next - last).length();
        last = next;
    }
    length
}

/// Finds a route to the goal or, where there is none, to the place nearest to it.
fn search(map: &Map, job: &Job, finders: &PerThread<PathFinder>) -> Outcome {
    let step = map.lattice().step();
    // Agents may stand nearer to walls than their radius, by a part of a step.
    let radius = f64::from(job.radius) - 2.0 * step;
    let from = map.at_steps(job.from);
    finders.with(|finder| {
        let (mut goal, mut is_goal, mut expansions) = (job.goal, true, 0);
        // The second time, to what the first time said can be reached.
        for _ in 0..2 {
            let query = Query { budget: Budget::expansions(job.budget), ..Query::new(from, goal).with_radius(radius) };
            let answer = finder.find(map, &query).map(|path| {
                let bends = bends_of(path, |p| map.lattice().snap(p).ok());
                Found::Route { bends, target: map.steps(goal), length: path.length, is_goal }
            });
            expansions += finder.expansions();
            let instead = match answer {
                Ok(found) => return Outcome { expansions, found },
                Err(NoPath::BudgetSpent { .. }) => return Outcome { expansions, found: Found::PutOff },
                Err(NoPath::GoalOutside { nearest }) => nearest,
                Err(NoPath::NoRoomAtGoal { .. }) => Some(goal),
                Err(NoPath::Disconnected { nearest_reachable }) => Some(nearest_reachable),
                Err(_) => None,
            };
            let place = instead.and_then(|p| nearest_place(map, map.steps(p), f64::from(job.radius) / step));
            let Some((place, _)) = place else { break };
            (goal, is_goal) = (map.at_steps(place), false);
        }
        Outcome { expansions, found: Found::Nothing }
    })
}
