//! Crowds: agents, steps, arrays of positions.

use crate::map::{NavMap, SharedMap, map_of};
use crate::memory::{out, rows};
use crate::outline::NavPoint;
use crate::registry::Registry;
use crate::status::{Failure, NavStatus, answer};
use crate::work::{Shared, by_all, call};
use navigant::crowd::internals::VectorInternals as _;
use navigant::crowd::{self, Agent, Aim, Seen, Status};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A crowd. Free it with `nav_crowd_free`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavCrowd {
    /// Opaque; 0 is no crowd.
    pub handle: u64,
}

/// An agent of a crowd. Ids are not used again, and none is that of an agent in another crowd.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NavAgent {
    /// Opaque; 0 is no agent.
    pub id: u64,
}

/// An agent to be added: ask `nav_agent_description` for a pedestrian and change what differs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NavAgentDescription {
    /// Where it is.
    pub position: NavPoint,
    /// Where it wants to get to, if `has_goal` is not 0.
    pub goal: NavPoint,
    /// Whether it has a goal.
    pub has_goal: i32,
    /// How large it is, in metres.
    pub radius: f64,
    /// How fast it likes to walk, in metres a second.
    pub speed: f64,
    /// How fast it can walk, in metres a second.
    pub max_speed: f64,
}

/// How an agent is doing: it stands or walks as it is told to.
pub const NAV_AGENT_FREE: i32 = 0;
/// How an agent is doing: it waits for its route.
pub const NAV_AGENT_WAITING: i32 = 1;
/// How an agent is doing: it follows its route.
pub const NAV_AGENT_WALKING: i32 = 2;
/// How an agent is doing: it is where it wants to be.
pub const NAV_AGENT_ARRIVED: i32 = 3;
/// How an agent is doing: there is no way to its goal.
pub const NAV_AGENT_NO_WAY: i32 = 4;
/// How an agent is doing: an obstacle is on top of it.
pub const NAV_AGENT_STUCK: i32 = 5;

/// An agent as it is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NavAgentState {
    /// Where it is.
    pub position: NavPoint,
    /// How fast, in metres a second.
    pub velocity: NavPoint,
    /// How large, in metres.
    pub radius: f64,
    /// One of NAV_AGENT_….
    pub status: i32,
    /// Where its way ends if it has none: the narrow place, or as near to the goal as it can get.
    pub no_way_place: NavPoint,
}

/// A crowd with its map, and its agents by the ids that C has of them, in the order in which they came.
struct CrowdEntry {
    map: SharedMap,
    crowd: crowd::Crowd,
    agents: BTreeMap<u64, crowd::AgentId>,
}

static CROWDS: Registry<Shared<CrowdEntry>> = Registry::new(3);

/// Ids are one sequence for all crowds.
static NEXT_AGENT: AtomicU64 = AtomicU64::new(1);

impl CrowdEntry {
    fn id_of(&self, agent: NavAgent) -> Result<crowd::AgentId, Failure> {
        self.agents.get(&agent.id).copied().ok_or_else(|| {
            let message = format!("agent {} is not in the crowd (removed, or of another crowd)", agent.id);
            Failure::new(NavStatus::UnknownAgent, message)
        })
    }

    /// Everyone, in the order in which they came.
    fn seen(&self) -> Result<Vec<Seen>, Failure> {
        self.agents.values().map(|&id| Ok(self.crowd.agent(id)?)).collect()
    }
}

/// Looks at a crowd.
fn ask<T>(crowd: NavCrowd, ask: impl FnOnce(&CrowdEntry) -> Result<T, Failure>) -> Result<T, Failure> {
    let shared = CROWDS.get(crowd.handle)?;
    let entry = shared.read()?;
    ask(&entry)
}

/// Changes a crowd.
fn change<T>(crowd: NavCrowd, change: impl FnOnce(&mut CrowdEntry) -> Result<T, Failure>) -> Result<T, Failure> {
    let shared = CROWDS.get(crowd.handle)?;
    let mut entry = shared.write()?;
    change(&mut entry)
}

pub(crate) fn status_of(status: Status) -> i32 {
    match status {
        Status::Free => NAV_AGENT_FREE,
        Status::Waiting => NAV_AGENT_WAITING,
        Status::Walking => NAV_AGENT_WALKING,
        Status::Arrived => NAV_AGENT_ARRIVED,
        Status::NoWay(_) => NAV_AGENT_NO_WAY,
        Status::Stuck => NAV_AGENT_STUCK,
    }
}

fn velocity_of(seen: &Seen) -> NavPoint {
    NavPoint { x: seen.velocity.x.into(), y: seen.velocity.y.into() }
}

/// Makes an empty crowd on a map. It learns of the map's edits in its next step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_crowd_new(map: NavMap, crowd: *mut NavCrowd) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for a crowd.
        let place = unsafe { out(crowd) }?;
        let map = map_of(map)?;
        let crowd = crowd::Crowd::new(&map.read()?.map);
        let entry = CrowdEntry { map, crowd, agents: BTreeMap::new() };
        answer(&place, NavCrowd { handle: CROWDS.insert(Shared::new(entry))? })
    })
}

/// Frees a crowd.
#[unsafe(no_mangle)]
pub extern "C" fn nav_crowd_free(crowd: NavCrowd) -> NavStatus {
    call(|| CROWDS.remove(crowd.handle))
}

/// Describes a pedestrian who stands at (0, 0).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_agent_description(description: *mut NavAgentDescription) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for a description.
        let place = unsafe { out(description) }?;
        let usual = Agent::new([0.0, 0.0]);
        let zero = NavPoint::default();
        let (radius, speed, max_speed) = (usual.radius, usual.speed, usual.max_speed);
        answer(&place, NavAgentDescription { position: zero, goal: zero, has_goal: 0, radius, speed, max_speed })
    })
}

/// Adds an agent; its id is written to `id`, which may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_crowd_add(
    crowd: NavCrowd,
    description: *const NavAgentDescription,
    id: *mut NavAgent,
) -> NavStatus {
    call(|| {
        if description.is_null() {
            return Err(Failure::new(NavStatus::Null, "the description is null"));
        }
        // SAFETY: it is not null, so the caller passes a description; it need not be aligned.
        let described = unsafe { description.read_unaligned() };
        let agent = Agent { speed: described.speed, max_speed: described.max_speed, ..Agent::new(described.position) };
        let agent = agent.with_radius(described.radius);
        let agent = if described.has_goal == 0 { agent } else { agent.with_goal(described.goal) };
        let name = change(crowd, |entry| {
            let map = Arc::clone(&entry.map);
            let known = entry.crowd.add(&map.read()?.map, &agent)?;
            let name = NEXT_AGENT.fetch_add(1, Ordering::Relaxed);
            entry.agents.insert(name, known);
            Ok(NavAgent { id: name })
        })?;
        if !id.is_null() {
            // SAFETY: the caller passes null or a place for an id.
            unsafe { out(id) }?.set(name);
        }
        Ok(())
    })
}

/// Removes an agent.
#[unsafe(no_mangle)]
pub extern "C" fn nav_crowd_remove(crowd: NavCrowd, agent: NavAgent) -> NavStatus {
    call(|| {
        change(crowd, |entry| {
            let known = entry.id_of(agent)?;
            entry.crowd.remove(known)?;
            entry.agents.remove(&agent.id);
            Ok(())
        })
    })
}

/// Gives an agent a goal, to which it finds the shortest way.
#[unsafe(no_mangle)]
pub extern "C" fn nav_crowd_set_goal(crowd: NavCrowd, agent: NavAgent, goal: NavPoint) -> NavStatus {
    call(|| change(crowd, |entry| Ok(entry.crowd.set_aim(entry.id_of(agent)?, Aim::Goal(goal.into()))?)))
}

/// Makes an agent walk with a velocity, in metres a second; stand for 0.
#[unsafe(no_mangle)]
pub extern "C" fn nav_crowd_set_velocity(crowd: NavCrowd, agent: NavAgent, velocity: NavPoint) -> NavStatus {
    let aim = Aim::Velocity(crowd::Vector::new(velocity.x as f32, velocity.y as f32));
    call(|| change(crowd, |entry| Ok(entry.crowd.set_aim(entry.id_of(agent)?, aim)?)))
}

/// Makes steps of `dt` seconds each, by all threads.
#[unsafe(no_mangle)]
pub extern "C" fn nav_crowd_step(crowd: NavCrowd, steps: u32, dt: f64) -> NavStatus {
    call(|| {
        change(crowd, |entry| {
            let map = Arc::clone(&entry.map);
            let map = map.read()?;
            let crowd = &mut entry.crowd;
            by_all(|| (0..steps).try_for_each(|_| crowd.step(&map.map, dt).map(|_| ())))??;
            Ok(())
        })
    })
}

/// How many agents there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_crowd_len(crowd: NavCrowd, count: *mut usize) -> NavStatus {
    // SAFETY: the caller passes null or a place for a number.
    call(|| answer(&unsafe { out(count) }?, ask(crowd, |entry| Ok(entry.crowd.len()))?))
}

/// A number for the state of a crowd: the same for the same run, on every machine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_crowd_hash(crowd: NavCrowd, hash: *mut u64) -> NavStatus {
    // SAFETY: the caller passes null or a place for a number.
    call(|| answer(&unsafe { out(hash) }?, ask(crowd, |entry| by_all(|| entry.crowd.hash()))?))
}

/// Everyone's id, in the order in which they came, which is that of all arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_crowd_ids(
    crowd: NavCrowd,
    ids: *mut NavAgent,
    capacity: usize,
    stride: usize,
    count: *mut usize,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for as many ids, a stride apart, and null or a place for their number.
        let place = unsafe { rows(ids, capacity, stride, count) }?;
        ask(crowd, |entry| place.fill(entry.agents.keys().map(|&id| NavAgent { id })))
    })
}

/// Where everyone is, a stride apart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_crowd_positions(
    crowd: NavCrowd,
    positions: *mut NavPoint,
    capacity: usize,
    stride: usize,
    count: *mut usize,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for as many points, a stride apart, and null or a place for their number.
        let place = unsafe { rows(positions, capacity, stride, count) }?;
        ask(crowd, |entry| place.fill(entry.seen()?.iter().map(|seen| seen.position.into())))
    })
}

/// How fast everyone is, in metres a second, a stride apart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_crowd_velocities(
    crowd: NavCrowd,
    velocities: *mut NavPoint,
    capacity: usize,
    stride: usize,
    count: *mut usize,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for as many points, a stride apart, and null or a place for their number.
        let place = unsafe { rows(velocities, capacity, stride, count) }?;
        ask(crowd, |entry| place.fill(entry.seen()?.iter().map(velocity_of)))
    })
}

/// How everyone is doing, one of NAV_AGENT_… each, a stride apart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_crowd_statuses(
    crowd: NavCrowd,
    statuses: *mut i32,
    capacity: usize,
    stride: usize,
    count: *mut usize,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for as many numbers, a stride apart, and null or a place for their number.
        let place = unsafe { rows(statuses, capacity, stride, count) }?;
        ask(crowd, |entry| place.fill(entry.seen()?.iter().map(|seen| status_of(seen.status))))
    })
}

/// What is to be seen of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_crowd_agent(crowd: NavCrowd, agent: NavAgent, state: *mut NavAgentState) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for a state.
        let place = unsafe { out(state) }?;
        let seen = ask(crowd, |entry| Ok(entry.crowd.agent(entry.id_of(agent)?)?))?;
        let no_way_place = match seen.status {
            Status::NoWay(no_way) => no_way.place.into(),
            _ => NavPoint::default(),
        };
        let (position, velocity) = (seen.position.into(), velocity_of(&seen));
        let status = status_of(seen.status);
        answer(&place, NavAgentState { position, velocity, radius: seen.radius, status, no_way_place })
    })
}
