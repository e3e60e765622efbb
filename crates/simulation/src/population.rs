//! Who walks: agents are put on the map, sent somewhere, and taken out or sent on when they arrive.

use navigant_crowd::internals::CrowdInternals as _;
mod saved;

pub(crate) use saved::{Present, present, read_id, write_id};

use crate::draws::Draws;
use crate::ground::Ground;
use crate::journeys::{Clock, Journeys, Onward, speed_of};
use crate::tuning::population::GROUP_SPREAD;
use navigant_crowd::internals::{AgentIdInternals as _, AgentInternals as _};
use navigant_crowd::{Agent, AgentId, Aim, Crowd, Status};
use navigant_files::FileError;
use navigant_files::internals::{JourneyInternals as _, KeyedInternals as _};
use navigant_files::scenario::{Goal, Group, OnArrival, Scenario};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Point};
use std::collections::HashMap;

/// The groups of a scenario on their map.
pub(crate) struct Population {
    groups: Vec<Spawner>,
    seed: u64,
    pub(crate) added: u64,
    /// Those whose first route has not been seen yet.
    pub(crate) newcomers: Vec<AgentId>,
    pub(crate) arrived: u64,
    pub(crate) left: u64,
    pub(crate) journeys: Journeys,
}

struct Spawner {
    group: Group,
    start: Ground,
    goal: Ground,
    to_come: u32,
    /// How often it was tried without success to put the next one somewhere.
    tries: u32,
    /// How many of those who come one after the other are due.
    due: f64,
    /// By serial number: how often an agent of the group has been sent on. Empty where nobody is.
    sent_on: Vec<u32>,
    /// Whom the next one keeps together with.
    social_group: Option<SocialGroup>,
}

/// The last one who came of some who keep together.
#[derive(Clone, Copy)]
struct SocialGroup {
    last: AgentId,
    start: Point,
    goal: Point,
    to_come: u32,
}

/// Not everyone of a group had room.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortfall {
    /// Which group of the scenario.
    pub group: usize,
    /// How many had.
    pub placed: u32,
    /// Why the next one had not.
    pub why: FileError,
}

/// Tells the stream of random numbers that comfort is drawn from.
const COMFORT: u64 = 0x636F_6D66_6F72_7400;

impl Population {
    /// Puts those on the map who are there from the start. Where somebody has no room, that is an error, unless there is a list
    /// to put it on: then those of the group who are left do not come.
    pub(crate) fn spawn(
        map: &Map,
        crowd: &mut Crowd,
        scenario: &Scenario,
        mut progress: impl FnMut(u64),
        mut short: Option<&mut Vec<Shortfall>>,
    ) -> Result<Population, FileError> {
        let mut groups = Vec::new();
        let mut journeys = Journeys::new(map, scenario);
        for (index, group) in scenario.agents.iter().enumerate() {
            let spawner = Spawner::new(map, group)?;
            journeys.check(map, index, group, &spawner.start)?;
            groups.push(spawner);
        }
        let begin = Clock { now: 0.0, dt: scenario.dt };
        let (newcomers, added, arrived, left) = (Vec::new(), 0, 0, 0);
        let mut population = Population { groups, seed: scenario.seed, added, newcomers, arrived, left, journeys };
        let widest = scenario.agents.iter().map(|group| group.radius[1]).fold(0.0, f64::max);
        let mut taken = Taken { size: 2.0 * widest, cells: HashMap::new(), all: Vec::new() };
        for index in 0..population.groups.len() {
            while population.groups[index].come_at_once() && population.groups[index].to_come > 0 {
                match (population.add(map, crowd, index, begin, |p, radius| taken.is_free(p, radius)), &mut short) {
                    (Ok(agent), _) => taken.take(agent.position, agent.radius),
                    (Err(why), None) => return Err(why),
                    (Err(why), Some(short)) => {
                        let spawner = &mut population.groups[index];
                        let missing = std::mem::take(&mut spawner.to_come);
                        short.push(Shortfall { group: index, placed: spawner.group.count.value - missing, why });
                    }
                }
                progress(population.added);
            }
        }
        Ok(population)
    }

    /// Lets those come whose time it is, if there is room for them.
    pub(crate) fn enter(&mut self, map: &Map, crowd: &mut Crowd, clock: Clock) -> Result<(), FileError> {
        // Where everyone is, once somebody is to come.
        let mut others: Option<Vec<(Point, f64)>> = None;
        for index in 0..self.groups.len() {
            let spawner = &mut self.groups[index];
            let Some(per_second) = spawner.rate_at(clock.now).filter(|_| spawner.to_come > 0) else { continue };
            spawner.due += per_second * clock.dt;
            while self.groups[index].due >= 1.0 && self.groups[index].to_come > 0 {
                self.groups[index].due -= 1.0;
                // Who finds the entrance full comes later.
                let there = || crowd.agents().map(|agent| (agent.position, agent.radius)).collect();
                let others = others.get_or_insert_with(there);
                let is_free = |p: Point, radius| others.iter().all(|&(q, other)| p.distance(q) > radius + other);
                match self.add(map, crowd, index, clock, is_free) {
                    Ok(agent) => others.push((agent.position, agent.radius)),
                    Err(_) => break,
                }
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        map: &Map,
        crowd: &mut Crowd,
        index: usize,
        clock: Clock,
        is_free: impl Fn(Point, f64) -> bool,
    ) -> Result<Agent, FileError> {
        let (spawner, source) = (&mut self.groups[index], index as u32);
        let group = &spawner.group;
        let serial = group.count.value - spawner.to_come;
        let draws = &mut Draws::of_agent(self.seed, source, serial, spawner.tries);
        spawner.tries += 1;
        let (radius, speed) = (draws.number(group.radius), draws.number(group.speed));
        let speed = speed_of(group, self.seed, source, serial).unwrap_or(speed);
        let social_group = spawner.social_group.filter(|social_group| social_group.to_come > 0);
        // Beside those it keeps together with, if there is room.
        let beside = social_group.and_then(|social_group| {
            spawner.start.beside(map, draws, radius, (social_group.start, GROUP_SPREAD), &is_free)
        });
        let Some(position) = beside.or_else(|| spawner.start.place(map, draws, radius, |p| is_free(p, radius))) else {
            let placed = group.count.value - spawner.to_come;
            let why = format!("there is room for {placed} only; make them fewer or smaller, or their area larger");
            return Err(group.count.refuse(why));
        };
        let beside = social_group
            .and_then(|social_group| {
                spawner.goal.beside(map, draws, radius, (social_group.goal, GROUP_SPREAD), &|_, _| true)
            })
            .filter(|_| !matches!(spawner.group.goal.value, Goal::At(_)) && Journeys::is_direct(&spawner.group));
        let is_direct = Journeys::is_direct(group);
        let goal = match beside {
            Some(goal) => goal,
            None if is_direct => spawner.aim(map, draws, position, radius)?,
            None => position,
        };
        let agent = Agent::new(position).with_radius(radius).with_speed(speed).with_avoidance(group.avoidance);
        // Another stream, so that who asks for no comfort draws what it drew before there was any.
        let comfort = Draws::of_agent(self.seed ^ COMFORT, source, serial, 0).number(group.comfort);
        let agent = agent.with_comfort(comfort).with_district(group.district).with_aim(if is_direct {
            Aim::Goal(goal)
        } else {
            Aim::Stand
        });
        let id = crowd.add_from(map, source, &agent).map_err(|reason| group.count.refuse(reason.to_string()))?;
        self.newcomers.push(id);
        if let Some(social_group) = social_group {
            // The other one may have left.
            let _ = crowd.join(id, social_group.last);
        }
        let to_come = social_group.map_or(group.together, |social_group| social_group.to_come).saturating_sub(1);
        spawner.social_group = Some(SocialGroup { last: id, start: position, goal, to_come });
        spawner.to_come -= 1;
        spawner.tries = 0;
        self.added += 1;
        if self.journeys.concern(&spawner.group) {
            let onward = self.journeys.enter(map, crowd, &spawner.group, (id, &agent), clock)?;
            self.send_on(map, crowd, onward.map(|onward| (id, onward)).as_slice());
        }
        Ok(agent)
    }

    /// Looks after those who make a journey, at the end of a step.
    pub(crate) fn follow_journeys(&mut self, map: &Map, crowd: &mut Crowd, clock: Clock) -> Result<(), FileError> {
        let groups: Vec<&Group> = self.groups.iter().map(|spawner| &spawner.group).collect();
        let onward = self.journeys.follow(map, crowd, &groups, clock)?;
        self.send_on(map, crowd, &onward);
        Ok(())
    }

    fn send_on(&mut self, map: &Map, crowd: &mut Crowd, onward: &[(AgentId, Onward)]) {
        for (id, onward) in onward {
            let Ok(seen) = crowd.agent(*id) else { continue };
            match onward {
                Onward::Leave => {
                    self.arrived += 1;
                    self.left += u64::from(crowd.remove(*id).is_ok());
                    self.journeys.forget(*id);
                }
                Onward::Goal => self.send_to_goal(map, crowd, *id, (seen.position, seen.radius)),
            }
        }
    }

    /// Sends one to a goal of its own.
    fn send_to_goal(&mut self, map: &Map, crowd: &mut Crowd, id: AgentId, (from, radius): (Point, f64)) {
        let Some(spawner) = self.groups.get_mut(id.source() as usize) else { return };
        let count = spawner.count_sent_on(id);
        let draws = &mut Draws::of_agent(!self.seed, id.source(), id.serial(), count);
        if let Ok(goal) = spawner.aim(map, draws, from, radius) {
            // It was there a moment ago.
            let _ = crowd.set_aim(id, Aim::Goal(goal));
        }
    }

    /// Takes those out who have arrived, or sends them on.
    pub(crate) fn follow_arrivals(&mut self, map: &Map, crowd: &mut Crowd, arrived: &[(AgentId, Point, f64)]) {
        for &(id, position, radius) in arrived {
            if self.journeys.is_under_way(id) {
                continue;
            }
            let Some(spawner) = self.groups.get(id.source() as usize) else { continue };
            match spawner.group.arrival {
                OnArrival::Stay => {}
                OnArrival::Leave => {
                    self.arrived += 1;
                    self.left += u64::from(crowd.remove(id).is_ok());
                    self.journeys.forget(id);
                }
                OnArrival::Wander => {
                    self.arrived += 1;
                    self.send_to_goal(map, crowd, id, (position, radius));
                }
            }
        }
    }

    /// Which group an agent is of; none for an id of somebody else.
    pub(crate) fn group(&self, id: AgentId) -> Option<usize> {
        Some(id.source() as usize).filter(|&group| group < self.groups.len())
    }

    /// How many are still to come.
    pub(crate) fn to_come(&self) -> u64 {
        self.groups.iter().map(|spawner| u64::from(spawner.to_come)).sum()
    }

    /// Arrivals, with those who have arrived and stay.
    pub(crate) fn arrivals(&self, crowd: &Crowd) -> u64 {
        let stays = |agent: &navigant_crowd::Seen| {
            let spawner = self.group(agent.id).and_then(|group| self.groups.get(group));
            agent.status == Status::Arrived && spawner.is_some_and(|s| s.group.arrival == OnArrival::Stay)
        };
        self.arrived + crowd.agents().filter(stays).count() as u64
    }
}

impl Spawner {
    fn new(map: &Map, group: &Group) -> Result<Spawner, FileError> {
        let start = Ground::of(map, group.area.as_ref().map(|area| area.value.as_slice()));
        let least = group.radius[0];
        if let Some(area) = &group.area
            && start.place(map, &mut Draws::new(0), least, |_| true).is_none()
        {
            return Err(area.refuse(format!("all of it is outside or in walls: no room for a radius of {least} m")));
        }
        let goal = match &group.goal.value {
            Goal::In(polygon) => Ground::of(map, Some(polygon)),
            _ => Ground::of(map, None),
        };
        match &group.goal.value {
            Goal::At(p) if !map.is_walkable(*p) => {
                let nearest = map.nearest_walkable(*p).map_or(String::new(), |q| format!("; the nearest place is {q}"));
                return Err(group.goal.refuse(format!("{p} is outside or in a wall{nearest}")));
            }
            Goal::In(_) if goal.place(map, &mut Draws::new(0), least, |_| true).is_none() => {
                return Err(group.goal.refuse(format!("all of it is outside or in walls: no room for {least} m")));
            }
            _ => {}
        }
        Ok(Spawner {
            group: group.clone(),
            start,
            goal,
            to_come: group.count.value,
            tries: 0,
            due: 0.0,
            sent_on: Vec::new(),
            social_group: None,
        })
    }

    /// Whether all of them are there from the start.
    fn come_at_once(&self) -> bool {
        self.group.per_second.is_none() && self.group.journey.schedule.is_empty()
    }

    /// How many come in a second, at a time; none if they come at once.
    fn rate_at(&self, seconds: f64) -> Option<f64> {
        let scheduled = || self.group.journey.rate_at(seconds);
        self.group.per_second.or_else(|| (!self.group.journey.schedule.is_empty()).then(scheduled))
    }

    /// How often an agent was sent on before.
    fn count_sent_on(&mut self, id: AgentId) -> u32 {
        let serial = id.serial() as usize;
        if self.sent_on.len() <= serial {
            self.sent_on.resize(serial + 1, 0);
        }
        let count = self.sent_on[serial];
        self.sent_on[serial] = count.wrapping_add(1);
        count
    }

    fn aim(&self, map: &Map, draws: &mut Draws, from: Point, radius: f64) -> Result<Point, FileError> {
        let goal = match self.group.goal.value {
            Goal::At(p) => Some(p),
            Goal::In(_) => self.goal.place(map, draws, radius, |_| true),
            Goal::Away(distance) => self.goal.away(map, draws, radius, (from, distance)),
            // Journeys choose among exits.
            Goal::Exits(..) => None,
        };
        goal.ok_or_else(|| self.group.goal.refuse(format!("no such place with room was found from {from}")))
    }
}

/// Where agents stand already; cells as large as the widest of them, so that who overlaps is in a cell beside.
///
/// All in two arrays, for there may be millions: a list by cell would leave as many small holes in memory.
struct Taken {
    size: f64,
    /// By cell: who came to it last.
    cells: HashMap<(i64, i64), u32>,
    /// Everyone's place and radius, and who came to the same cell before.
    all: Vec<(Point, f64, Option<u32>)>,
}

impl Taken {
    fn cell(&self, p: Point) -> (i64, i64) {
        ((p.x / self.size).floor() as i64, (p.y / self.size).floor() as i64)
    }

    fn is_free(&self, p: Point, radius: f64) -> bool {
        let (x, y) = self.cell(p);
        let mut around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        around.all(|cell| {
            let mut next = self.cells.get(&cell).copied();
            let mut here = std::iter::from_fn(|| {
                let &(q, other, before) = self.all.get(next? as usize)?;
                next = before;
                Some((q, other))
            });
            here.all(|(q, other)| p.distance(q) > radius + other)
        })
    }

    fn take(&mut self, p: Point, radius: f64) {
        let before = self.cells.insert(self.cell(p), self.all.len() as u32);
        self.all.push((p, radius, before));
    }
}

#[cfg(test)]
mod tests {
    use crate::{People, ScenarioBuilder, Simulation};
    use navigant_crowd::internals::AgentIdInternals as _;
    use navigant_crowd::internals::CrowdInternals as _;
    use navigant_files::scenario::OnArrival;
    use navigant_mesh::{Map, Outline};
    use std::collections::BTreeMap;

    /// The states of the people of the first two sources in every step, with some more far away or not.
    fn states(more: u32) -> Vec<BTreeMap<(u32, u32), u64>> {
        let halls = [0.0, 500.0].map(|x| Outline::rectangle([x, 0.0], [x + 30.0, 20.0]));
        let area = |x: f64| [[x + 1.0, 1.0], [x + 29.0, 1.0], [x + 29.0, 19.0], [x + 1.0, 19.0]];
        let (map, _) = Map::build(&halls, &[Outline::rectangle([14.0, 5.0], [16.0, 15.0])]).unwrap();
        let people = |x: f64, count: u32| People::new(count).starting_in(area(x)).going_into(area(x));
        let wander = OnArrival::Wander;
        let mut scenario = ScenarioBuilder { seed: 7, ..ScenarioBuilder::new() }
            .people(People { arrival: wander, ..people(0.0, 15) })
            .people(People { per_second: Some(3.0), together: 3, ..people(0.0, 15) })
            .insert_at(2.0, "crate", Outline::rectangle([5.0, 5.0], [7.0, 9.0]));
        if more > 0 {
            scenario = scenario.people(People { arrival: wander, district: 1, ..people(500.0, more) });
        }
        let mut simulation = Simulation::spawn(map, &scenario.build().unwrap(), |_| ()).unwrap();
        let step = |_| {
            simulation.step().unwrap();
            let crowd = simulation.crowd();
            let near = crowd.agents().filter(|agent| agent.id.source() < 2);
            near.map(|agent| ((agent.id.source(), agent.id.serial()), crowd.agent_hash(agent.id).unwrap())).collect()
        };
        (0..150).map(step).collect()
    }

    #[test]
    fn people_far_away_change_nothing_here() {
        let alone = states(0);
        assert!(alone.iter().zip(states(40)).all(|(alone, with_others)| *alone == with_others));
        assert!(alone.last().unwrap().len() > 15);
    }
}
