//! Agents with wishes: they follow constraint-aware plans, and the things that these name move.
//!
//! A group's wishes make one constrained graph, which its members share; each has its own plan on it. The crowd is not told of any of this:
//! who follows a plan is sent straight to a point a little ahead on it, step by step, and to its goal when it is nearly there.

mod mover;

use crate::tuning::wishing::{EVERY, GOAL_REACHED, PLAN_CELL, SENT_AHEAD};
use mover::Mover;
use navigant_crowd::{AgentId, Aim, Crowd, Seen, Status};
use navigant_files::FileError;
use navigant_files::internals::{KeyedInternals as _, NamedThingInternals as _};
use navigant_files::scenario::{Group, Keyed, Scenario};
use navigant_mesh::grid::BadMapGrid;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::roadmap::HybridGraph;
use navigant_mesh::{Map, Point};
use navigant_planning::constraint::{ConstraintGraph, Errand, Things, WishedGraph, Wishes};
use navigant_planning::internals::ConstraintGraphInternals as _;
use navigant_search::graph::{Budget, StateId};
use std::collections::BTreeMap;

/// All who have wishes, and what they wish of.
pub(crate) struct Wishing {
    things: Things,
    movers: Vec<Mover>,
    /// By group.
    parties: Vec<Option<Party>>,
    followers: BTreeMap<AgentId, Follower>,
    version: u64,
    steps: u64,
}

/// A group with wishes.
struct Party {
    wishes: Keyed<String>,
    until: f64,
    radius: f64,
    graph: WishedGraph,
}

/// Somebody who follows a plan.
struct Follower {
    goal: Point,
    errand: Errand,
    path: Vec<Point>,
    /// The point of the path that it is at.
    at: usize,
}

impl Wishing {
    /// The wishes of a scenario on its map; `None` if nobody has any.
    ///
    /// # Errors
    /// [`FileError`] names the key, the wish and what is wrong with it.
    pub(crate) fn of(map: &Map, scenario: &Scenario) -> Result<Option<Wishing>, FileError> {
        if scenario.agents.iter().all(|group| group.wishes.is_none()) {
            return Ok(None);
        }
        let (mut things, mut movers) = (Things::new(), Vec::new());
        for named in &scenario.things {
            let thing = named.thing().map_err(|reason| named.name.refuse(reason.to_string()))?;
            movers.extend(Mover::of(named, &thing));
            things.insert(&named.name.value, thing);
        }
        let party =
            |group: &Group| group.wishes.as_ref().map(|wishes| Party::new(map, &things, group, wishes)).transpose();
        let parties = scenario.agents.iter().map(party).collect::<Result<Vec<_>, _>>()?;
        let (followers, version) = (BTreeMap::new(), map.version());
        Ok(Some(Wishing { things, movers, parties, followers, version, steps: 0 }))
    }

    /// Before the crowd's step: things move, plans follow them, and everyone is sent on along its plan.
    pub(crate) fn step(&mut self, map: &Map, crowd: &mut Crowd, now: f64, dt: f64) -> Result<(), FileError> {
        let changed = map.version() != self.version;
        if changed {
            self.version = map.version();
            self.followers.clear();
            for party in self.parties.iter_mut().flatten() {
                party.rebuild(map, &self.things)?;
            }
        }
        for mover in &mut self.movers {
            mover.step(dt, &mut self.things);
        }
        let follow = self.steps.is_multiple_of(EVERY);
        self.steps += 1;
        if follow {
            for party in self.parties.iter_mut().flatten() {
                for mover in &self.movers {
                    // A thing that sees nothing for the moment keeps what it saw.
                    let _ = party.graph.moved(mover.name(), &self.things, map);
                }
            }
        }
        let agents: Vec<Seen> = crowd.agents().collect();
        self.followers.retain(|id, _| agents.iter().any(|agent| agent.id == *id) || agents.len() > 4096);
        for agent in agents {
            let Some(Some(party)) = self.parties.get_mut(agent.id.source() as usize) else { continue };
            if let Some(aim) = send(party, &mut self.followers, &self.things, map, &agent, now, follow) {
                // It is there: the crowd has just named it.
                let _ = crowd.set_aim(agent.id, aim);
            }
        }
        Ok(())
    }
}

impl Party {
    fn new(map: &Map, things: &Things, group: &Group, wishes: &Keyed<String>) -> Result<Party, FileError> {
        let radius = group.radius[1];
        let graph = graph(map, things, wishes, radius)?;
        Ok(Party { wishes: wishes.clone(), until: group.wishes_until.unwrap_or(f64::INFINITY), radius, graph })
    }

    /// The map has changed.
    fn rebuild(&mut self, map: &Map, things: &Things) -> Result<(), FileError> {
        self.graph = graph(map, things, &self.wishes, self.radius)?;
        Ok(())
    }

    /// The state that an agent is at: the nearest that it sees and may be in.
    fn state(&self, map: &Map, at: Point) -> Option<StateId> {
        let field = self.graph.graph().field();
        self.graph.graph().nearest_state(at, |p| field.forbids(p).is_none() && map.sees(at, p))
    }
}

fn graph(map: &Map, things: &Things, wishes: &Keyed<String>, radius: f64) -> Result<WishedGraph, FileError> {
    let refuse = |reason: String| wishes.refuse(reason);
    let hybrid = match HybridGraph::of(map, PLAN_CELL, radius) {
        Err(BadMapGrid::TooFine { least, .. }) => HybridGraph::of(map, least, radius),
        other => other,
    };
    let graph = ConstraintGraph::hybrid(map, &hybrid.map_err(|reason| refuse(reason.to_string()))?);
    let parsed = Wishes::parse(&wishes.value).map_err(|reason| refuse(reason.to_string()))?;
    WishedGraph::new(graph, parsed, things, map).map_err(|reason| refuse(reason.to_string()))
}

/// Where an agent goes next; `None` if nothing changes about that.
fn send(
    party: &mut Party,
    followers: &mut BTreeMap<AgentId, Follower>,
    things: &Things,
    map: &Map,
    agent: &Seen,
    now: f64,
    follow: bool,
) -> Option<Aim> {
    let at = agent.position;
    if now >= party.until {
        return followers.remove(&agent.id).map(|follower| Aim::Goal(follower.goal));
    }
    if let (Aim::Goal(goal), false) = (agent.aim, followers.contains_key(&agent.id)) {
        if agent.status == Status::Arrived || at.distance(goal) <= 2.0 * GOAL_REACHED {
            return None;
        }
        followers.insert(agent.id, begin(party, things, map, at, goal)?);
    }
    let follower = followers.get_mut(&agent.id)?;
    if follow && let Some(state) = party.state(map, at) {
        let graph = party.graph.graph();
        let found = follower
            .errand
            .plan()
            .move_start(graph, state)
            .and_then(|()| follower.errand.plan().search_to_optimum(graph, Budget::UNLIMITED));
        match found {
            Ok(answer) if answer.cost.is_some() => {
                (follower.path, follower.at) = (follower.errand.plan().points(graph), 0);
            }
            // Every way is forbidden for the moment: it waits.
            _ => return Some(Aim::Stand),
        }
    }
    let Follower { path, at: place, .. } = follower;
    // The nearest point of the next few, and from there on a little ahead.
    let near =
        (*place..path.len().min(*place + 8)).min_by(|&a, &b| at.distance(path[a]).total_cmp(&at.distance(path[b])));
    *place = near.unwrap_or(*place);
    let (mut target, mut left) = (*place, SENT_AHEAD);
    while target + 1 < path.len() && left > 0.0 {
        left -= path[target].distance(path[target + 1]);
        target += 1;
    }
    let Some(&ahead) = path.get(target) else { return Some(Aim::Stand) };
    if target + 1 == path.len() && at.distance(ahead) < GOAL_REACHED {
        return match follower.errand.arrive(party.graph.graph()) {
            Ok(true) => None,
            _ => followers.remove(&agent.id).map(|follower| Aim::Goal(follower.goal)),
        };
    }
    Some(Aim::Straight(ahead))
}

/// A plan from where an agent is to its goal, by the places that it wishes to pass; `None` where there is none now.
fn begin(party: &mut Party, things: &Things, map: &Map, at: Point, goal: Point) -> Option<Follower> {
    let (start, end) = (party.state(map, at)?, party.state(map, goal)?);
    let goals = party.graph.goals(start, end, things, map).ok()?;
    let graph = party.graph.graph();
    let mut errand = Errand::new(graph, start, goals).ok()?;
    errand.plan().search_to_optimum(graph, Budget::UNLIMITED).ok()?.cost?;
    let path = errand.plan().points(graph);
    Some(Follower { goal, errand, path, at: 0 })
}
