//! Journeys: agents set out after a while, walk from stop to stop, wait, stand in line, climb stairs and choose an exit.
//!
//! ```text
//!   premovement ──▶ walking ──▶ waiting ─┐       the next stop, or the goal
//!                   ▲   │                ├──▶ ─┬─▶ an exit: leaves as soon as its centre is inside
//!                   │   └─▶ in line ─▶ served  └─▶ any other goal: the population takes over
//!                   └──────────────────────┘
//! ```
//!
//! An agent's journey follows from the scenario's seed, its source and its serial number, and from what others do at the same
//! places: they take spots, stand in line before it, or crowd an exit.

mod checks;
mod companions;
mod due;
mod exits;
mod queues;
mod saved;
mod speeds;
mod stairs;

use crate::draws::Draws;
use crate::ground::Ground;
use crate::tuning::journeys::{SPOT_REACHED, STALLED_S, STALLED_SPEED};
use due::Due;
use exits::{Exits, Load};
use navigant_crowd::internals::{AgentIdInternals as _, CrowdInternals as _};
use navigant_crowd::{Agent, AgentId, Aim, Crowd, Seen, Status};
use navigant_files::FileError;
use navigant_files::internals::{JourneyInternals as _, KeyedInternals as _};
use navigant_files::scenario::{Choice, Goal, Group, Scenario, StopPlace, WhenFull};
use navigant_mesh::{Map, Point};
use queues::Line;
use stairs::Slopes;
use std::collections::BTreeMap;

pub(crate) use speeds::speed_of;

/// Journeys draw from another stream than starts and goals.
const JOURNEY_STREAM: u64 = 0x6A6F_7572_6E65_7973;

/// The journeys of all who make one.
pub(crate) struct Journeys {
    seed: u64,
    exits: Exits,
    lines: Vec<Line>,
    slopes: Slopes,
    /// By group and stop: where spots are drawn from.
    grounds: Vec<Vec<Option<Ground>>>,
    /// By source and serial number.
    travellers: BTreeMap<(u32, u32), Traveller>,
    /// When they have to be looked after.
    due: Due,
}

/// One who makes a journey.
#[derive(Clone, Copy, Debug)]
struct Traveller {
    id: AgentId,
    phase: Phase,
    /// The stop it is at or walks to; after the last one, its goal.
    leg: u32,
    exit: Option<u32>,
    /// The exit that it chose first, and when it set out for it.
    first: Option<u32>,
    since: f64,
    /// Where it walks to.
    spot: Point,
    /// How fast it likes to walk on the level and how fast it can, in metres a second.
    speed: [f64; 2],
    /// The share of it that the stairs leave it.
    share: f64,
    /// How often it drew random numbers.
    draws: u32,
    /// For how long it has made no progress near its spot, in seconds.
    still: f64,
}

/// What a traveller does; times are seconds of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Premovement {
        until: f64,
    },
    Walking,
    Waiting {
        until: f64,
    },
    InLine,
    Served {
        until: f64,
    },
    /// Its stops are behind it, and its goal is no exit.
    Done,
}

/// What the population has to do for a traveller.
pub(crate) enum Onward {
    /// Send it to its goal.
    Goal,
    /// Take it out.
    Leave,
}

/// When a step ends and how long it lasted, in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    pub(crate) now: f64,
    pub(crate) dt: f64,
}

impl Clock {
    /// Whether somebody's time is over. An aim that is given now is planned for in the next step, and walked for after it.
    fn is_over(self, until: f64) -> bool {
        self.now + 0.5 * self.dt >= until - self.dt
    }
}

impl Journeys {
    /// The places of a scenario, without anyone.
    pub(crate) fn new(map: &Map, scenario: &Scenario) -> Journeys {
        let ground = |stop: &StopPlace| match stop {
            StopPlace::In(polygon) => Some(Ground::of(map, Some(polygon))),
            _ => None,
        };
        let of_group = |group: &Group| group.journey.stops.iter().map(|stop| ground(&stop.value.place)).collect();
        Journeys {
            seed: scenario.seed,
            exits: Exits::of(map, &scenario.places.exits),
            lines: scenario.places.queues.iter().map(|queue| Line::of(&queue.value)).collect(),
            slopes: Slopes::of(&scenario.places.stairs),
            grounds: scenario.agents.iter().map(of_group).collect(),
            travellers: BTreeMap::new(),
            due: Due::default(),
        }
    }

    /// Keeps what a traveller has come to.
    fn keep(&mut self, group: &Group, traveller: Traveller) {
        self.due.note(traveller.id, due::when(group, &traveller, !self.slopes.is_empty()));
        self.travellers.insert((traveller.id.source(), traveller.id.serial()), traveller);
    }

    /// Whether the agents of a group have anything to do with it.
    pub(crate) fn concern(&self, group: &Group) -> bool {
        !self.slopes.is_empty() || !group.journey.is_direct() || matches!(group.goal.value, Goal::Exits(..))
    }

    /// Whether an agent of a group sets out for its goal as soon as it has come.
    pub(crate) fn is_direct(group: &Group) -> bool {
        group.journey.is_direct() && !matches!(group.goal.value, Goal::Exits(..))
    }

    /// An agent has come: it stands, unless it goes straight to its goal.
    pub(crate) fn enter(
        &mut self,
        map: &Map,
        crowd: &mut Crowd,
        group: &Group,
        (id, agent): (AgentId, &Agent),
        clock: Clock,
    ) -> Result<Option<Onward>, FileError> {
        let mut traveller = Traveller {
            id,
            phase: Phase::Done,
            leg: 0,
            exit: None,
            first: None,
            since: clock.now,
            spot: agent.position,
            speed: [agent.speed, agent.max_speed],
            share: 1.0,
            draws: 0,
            still: 0.0,
        };
        let mut onward = None;
        if !Journeys::is_direct(group) {
            let premovement = group.journey.premovement.map(|range| self.draws(&mut traveller).number(range));
            match premovement {
                Some(seconds) => traveller.phase = Phase::Premovement { until: clock.now + seconds },
                None => onward = self.walk_on(map, crowd, group, &mut traveller, clock)?,
            }
        }
        self.keep(group, traveller);
        Ok(onward)
    }

    /// Whether an agent that has arrived somewhere is only at a stop.
    pub(crate) fn is_under_way(&self, id: AgentId) -> bool {
        let traveller = self.travellers.get(&(id.source(), id.serial()));
        traveller.is_some_and(|traveller| traveller.phase != Phase::Done)
    }

    /// Whether somebody stands because its time has not come yet.
    pub(crate) fn has_timers(&self) -> bool {
        let waits = |phase| matches!(phase, Phase::Premovement { .. } | Phase::Waiting { .. } | Phase::Served { .. });
        self.travellers.values().any(|traveller| waits(traveller.phase))
    }

    /// Forgets an agent that has left.
    pub(crate) fn forget(&mut self, id: AgentId) {
        self.travellers.remove(&(id.source(), id.serial()));
    }

    /// Looks after everyone at the end of a step; the population does what is returned, in this order.
    pub(crate) fn follow(
        &mut self,
        map: &Map,
        crowd: &mut Crowd,
        groups: &[&Group],
        clock: Clock,
    ) -> Result<Vec<(AgentId, Onward)>, FileError> {
        let mut onward = Vec::new();
        let (due, present) = self.due.find(map, crowd, &self.exits, clock);
        if present < self.travellers.len() {
            self.travellers.retain(|_, traveller| crowd.agent(traveller.id).is_ok());
        }
        let mut load = None;
        for seen in due {
            let name = (seen.id.source(), seen.id.serial());
            let Some(mut traveller) = self.travellers.get(&name).copied() else { continue };
            let Some(group) = groups.get(name.0 as usize) else { continue };
            self.slopes.slow_down(crowd, &mut traveller, &seen);
            let next = self.look_after(map, crowd, group, &mut traveller, (&seen, clock), &mut load)?;
            onward.extend(next.map(|next| (traveller.id, next)));
            self.keep(group, traveller);
        }
        for line in &mut self.lines {
            line.move_up(crowd, &self.travellers);
        }
        Ok(onward)
    }

    fn look_after(
        &mut self,
        map: &Map,
        crowd: &mut Crowd,
        group: &Group,
        traveller: &mut Traveller,
        (seen, clock): (&Seen, Clock),
        load: &mut Option<Load>,
    ) -> Result<Option<Onward>, FileError> {
        let is_over = |until| clock.is_over(until);
        match traveller.phase {
            Phase::Premovement { until } if is_over(until) => self.walk_on(map, crowd, group, traveller, clock),
            Phase::Waiting { until } if is_over(until) && self.is_complete(group, traveller, clock) => {
                traveller.leg += 1;
                self.walk_on(map, crowd, group, traveller, clock)
            }
            Phase::Served { until } if is_over(until) => {
                if let Some(line) = self.line_of(group, traveller) {
                    self.lines[line].waiting.pop_front_if(|first| *first == traveller.id);
                }
                traveller.leg += 1;
                self.walk_on(map, crowd, group, traveller, clock)
            }
            Phase::InLine => {
                let line = self.line_of(group, traveller).map(|line| &self.lines[line]);
                if line.is_some_and(|line| line.is_first(traveller.id, seen)) {
                    let service = line.map_or([0.0; 2], |line| line.service);
                    let until = clock.now + self.draws(traveller).number(service);
                    traveller.phase = Phase::Served { until };
                }
                Ok(None)
            }
            Phase::Walking => self.look_where(map, crowd, group, traveller, (seen, clock), load),
            _ => Ok(None),
        }
    }

    /// Looks where one has got to that walks to a stop or an exit.
    fn look_where(
        &mut self,
        map: &Map,
        crowd: &mut Crowd,
        group: &Group,
        traveller: &mut Traveller,
        (seen, clock): (&Seen, Clock),
        load: &mut Option<Load>,
    ) -> Result<Option<Onward>, FileError> {
        if let Some(exit) = traveller.exit {
            if seen.status == Status::Arrived || self.exits.contains(exit, seen.position) {
                return Ok(Some(Onward::Leave));
            }
            if let Goal::Exits(exits, Choice::Quickest) = &group.goal.value
                && exits.len() > 1
            {
                let load = load.get_or_insert_with(|| Load::of(crowd, &self.travellers));
                // Who has no route yet has no reason to change it.
                let own_way = crowd.way_left(traveller.id).unwrap_or(0.0);
                let waited = (clock.now - traveller.since).max(0.0);
                if own_way > 0.0
                    && load.is_turn(exit, own_way, clock)
                    && let Some((exit, spot)) =
                        self.exits.better((map, crowd), exits, traveller, (seen, own_way, waited), load)
                {
                    (traveller.exit, traveller.spot) = (Some(exit), spot);
                    aim(crowd, traveller);
                }
            }
            return Ok(None);
        }
        let is_slow = seen.velocity.length() < STALLED_SPEED && seen.position.distance(traveller.spot) < SPOT_REACHED;
        traveller.still = if is_slow { traveller.still + clock.dt } else { 0.0 };
        let is_there = seen.status == Status::Arrived || traveller.still >= STALLED_S;
        if let Some(line) = self.line_of(group, traveller) {
            if is_there || self.lines[line].is_near(seen.position) {
                return self.join(map, crowd, group, traveller, (line, clock));
            }
        } else if is_there {
            traveller.still = 0.0;
            let wait = group.journey.stops.get(traveller.leg as usize).map_or([0.0; 2], |stop| stop.value.wait);
            let seconds = match group.together {
                0 | 1 => self.draws(traveller).number(wait),
                _ => self.draws_of_companions(group, traveller).number(wait),
            };
            traveller.phase = Phase::Waiting { until: clock.now + seconds };
        }
        Ok(None)
    }

    /// Stands in line, if there is a place.
    fn join(
        &mut self,
        map: &Map,
        crowd: &mut Crowd,
        group: &Group,
        traveller: &mut Traveller,
        (line, clock): (usize, Clock),
    ) -> Result<Option<Onward>, FileError> {
        let line = &mut self.lines[line];
        traveller.still = 0.0;
        if line.is_full() {
            match line.when_full {
                WhenFull::Wait => {}
                WhenFull::Skip => {
                    traveller.leg += 1;
                    return self.walk_on(map, crowd, group, traveller, clock);
                }
                WhenFull::Refuse => {
                    let why = format!(
                        "the queue {:?} is longer than its place: it has {} places, and at {:.1} s one more has come; make its \
                         line longer, its service shorter, or set when_full = \"wait\" or \"skip\"",
                        line.name,
                        line.places.len(),
                        clock.now
                    );
                    let stop = group.journey.stops.get(traveller.leg as usize);
                    return Err(stop.map_or_else(|| group.goal.refuse(why.clone()), |stop| stop.refuse(why.clone())));
                }
            }
        }
        line.waiting.push_back(traveller.id);
        traveller.phase = Phase::InLine;
        line.place(crowd, line.waiting.len() - 1);
        Ok(None)
    }

    /// The queue that a traveller is in or walks to.
    fn line_of(&self, group: &Group, traveller: &Traveller) -> Option<usize> {
        match group.journey.stops.get(traveller.leg as usize)?.value.place {
            StopPlace::Queue(line) => Some(line).filter(|&line| line < self.lines.len()),
            _ => None,
        }
    }

    /// Sends one to its next stop, or to its goal.
    fn walk_on(
        &mut self,
        map: &Map,
        crowd: &mut Crowd,
        group: &Group,
        traveller: &mut Traveller,
        clock: Clock,
    ) -> Result<Option<Onward>, FileError> {
        let Ok(seen) = crowd.agent(traveller.id) else { return Ok(None) };
        traveller.phase = Phase::Walking;
        traveller.still = 0.0;
        let Some(stop) = group.journey.stops.get(traveller.leg as usize) else {
            let Goal::Exits(exits, choice) = &group.goal.value else {
                traveller.phase = Phase::Done;
                return Ok(Some(Onward::Goal));
            };
            let mut draws = self.draws(traveller);
            let chosen = self.exit_of_companions(group, traveller).map(|exit| [exit as usize]);
            let exits = chosen.as_ref().map_or(exits.as_slice(), |exit| exit);
            let (exit, spot) = self
                .exits
                .choose((map, crowd), (exits, *choice), &mut draws, (seen.position, seen.radius))
                .ok_or_else(|| group.goal.refuse(format!("no exit has room for a radius of {} m", seen.radius)))?;
            (traveller.exit, traveller.spot) = (Some(exit), spot);
            (traveller.first, traveller.since) = (Some(exit), clock.now);
            aim(crowd, traveller);
            return Ok(None);
        };
        traveller.spot = match &stop.value.place {
            StopPlace::At(p) => *p,
            StopPlace::Queue(line) => self.lines[*line].tail(),
            StopPlace::In(_) => {
                let mut draws = self.draws(traveller);
                self.free_spot(map, &mut draws, traveller, seen.radius).ok_or_else(|| {
                    stop.refuse(format!("no place with room for a radius of {} m was found", seen.radius))
                })?
            }
        };
        aim(crowd, traveller);
        Ok(None)
    }

    /// A spot in the polygon of a stop, apart from those that others have there, if there is one.
    fn free_spot(&self, map: &Map, draws: &mut Draws, traveller: &Traveller, radius: f64) -> Option<Point> {
        let (source, leg) = (traveller.id.source(), traveller.leg);
        let ground = self.grounds.get(source as usize)?.get(leg as usize)?.as_ref()?;
        let taken: Vec<Point> = self
            .travellers
            .range((source, 0)..=(source, u32::MAX))
            .filter(|(_, other)| other.leg == leg && matches!(other.phase, Phase::Walking | Phase::Waiting { .. }))
            .map(|(_, other)| other.spot)
            .collect();
        let is_free = |p: Point| taken.iter().all(|q| p.distance(*q) > 2.2 * radius);
        ground.place(map, draws, radius, is_free).or_else(|| ground.place(map, draws, radius, |_| true))
    }

    /// The next random numbers of a traveller.
    fn draws(&self, traveller: &mut Traveller) -> Draws {
        let count = traveller.draws;
        traveller.draws = count.wrapping_add(1);
        Draws::of_agent(self.seed ^ JOURNEY_STREAM, traveller.id.source(), traveller.id.serial(), count)
    }
}

/// Sends a traveller to its spot.
fn aim(crowd: &mut Crowd, traveller: &Traveller) {
    // It was there a moment ago, and spots are finite.
    let _ = crowd.set_aim(traveller.id, Aim::Goal(traveller.spot));
}
