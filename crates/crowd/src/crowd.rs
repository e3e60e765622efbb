//! The crowd: adding, removing, asking.

use crate::agent::{Agent, AgentId, Aim, NoWay, Seen, Status};
use crate::avoidance::Avoidance;
use crate::cell_list::CellList;
use crate::columns::{Columns, Motion, Traits, room_for};
use crate::edit::EditLog;
use crate::error::{BadAgent, BadAim, UnknownAgent};
use crate::follow::Turn;
use crate::guess::UNKNOWN;
use crate::hash::origin_of;
use crate::knowledge::Knowledge;
use crate::per_thread::PerThread;
use crate::plan::{Planner, Planning};
use crate::planning_budget::District;
use crate::planning_state::{Event, State};
use crate::route::{Routes, Travel};
use crate::shared_goals::SharedGoals;
use crate::tuning::cells::GRAIN;
use crate::walk::Scratch;
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Lattice, LayerId, Map, Point, Revision};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A crowd of agents on a map.
///
/// A step costs about half a microsecond an agent in open space, twice that where walls are near and looked at for ten seconds
/// ahead. It uses the threads of rayon's current pool; the result is the same to the last bit for any number of them.
///
/// ```
/// use navigant_crowd::{Agent, Aim, Crowd, Status};
/// use navigant_mesh::{Map, Outline};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// let mut crowd = Crowd::new(&map);
/// let anna = crowd.add(&map, &Agent::new([2.0, 5.0]).with_goal([18.0, 5.0]))?;
/// for _ in 0..20 {
///     crowd.step(&map, Crowd::DT)?;
/// }
/// // She has walked for two seconds, and turns back.
/// let seen = crowd.agent(anna)?;
/// assert!(seen.status == Status::Walking && seen.position.x > 3.0);
/// crowd.set_aim(anna, Aim::Goal([2.0, 5.0].into()))?;
/// crowd.remove(anna)?;
/// assert!(crowd.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd {
    pub(crate) lattice: Lattice,
    pub(crate) columns: Columns,
    /// A hash of the map it was made for.
    pub(crate) origin: u64,
    pub(crate) profiles: Vec<Avoidance>,
    /// How many agents came from each source.
    pub(crate) sources: BTreeMap<u32, u32>,
    /// How many indices of ids were given, and which of them are not in use.
    pub(crate) indices: u32,
    pub(crate) unused: Vec<u32>,
    /// By the index of its id: where an agent is, if there is one. A step moves them all and forgets this; who asks for an agent
    /// by its id finds it out again.
    pub(crate) slots: OnceLock<Vec<u32>>,
    /// The number of the latest group.
    pub(crate) groups: u32,
    /// How many steps have been made.
    pub(crate) steps: u64,
    pub(crate) routes: Routes,
    /// The goals whose agents follow a field.
    pub(crate) shared: SharedGoals,
    pub(crate) planning: Planning,
    /// The budgets of planning, by district.
    pub(crate) districts: Vec<District>,
    /// The largest radius that is reckoned with, in metres.
    pub(crate) widest: f64,
    /// The edits of the map that agents may still have to notice.
    pub(crate) edits: EditLog,
    /// What agents know, if each plans on what it believes.
    pub(crate) knowledge: Option<Box<Knowledge>>,
    /// The revision of the map up to which edits are known.
    pub(crate) revision: Revision,
    /// Whether any agent may have a planning request: if not, they are not scanned.
    pub(crate) may_want: bool,
    pub(crate) cells: CellList,
    pub(crate) scratch: PerThread<Scratch>,
    pub(crate) planners: PerThread<Planner>,
}

/// Who an agent is, where it is, in lattice steps, and whether it has arrived or is stuck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glimpse {
    /// Who.
    pub id: AgentId,
    /// Where, in steps of the lattice.
    pub place: Offset,
    /// It is where it wants to be.
    pub is_arrived: bool,
    /// An obstacle stands on it.
    pub is_stuck: bool,
}

impl Crowd {
    /// The usual time of a step, in seconds.
    pub const DT: f64 = 0.1;

    /// The largest radius that is reckoned with unless told, in metres.
    pub const WIDEST: f64 = 0.5;

    /// An empty crowd for a map, or for any map with the same floors.
    pub fn new(map: &Map) -> Crowd {
        Crowd {
            lattice: *map.lattice(),
            columns: Columns::default(),
            origin: origin_of(map),
            profiles: Vec::new(),
            sources: BTreeMap::new(),
            indices: 0,
            unused: Vec::new(),
            slots: OnceLock::new(),
            groups: 0,
            steps: 0,
            routes: Routes::default(),
            shared: SharedGoals::default(),
            planning: Planning::default(),
            districts: Vec::new(),
            widest: Crowd::WIDEST,
            edits: EditLog::default(),
            knowledge: None,
            revision: map.revision(),
            may_want: true,
            cells: CellList::default(),
            scratch: PerThread::default(),
            planners: PerThread::default(),
        }
    }

    /// The same crowd with other settings for planning. A number that cannot be, such as a hysteresis of 2, changes nothing.
    #[must_use]
    pub fn with_planning(mut self, planning: Planning) -> Crowd {
        self.set_planning(planning);
        self
    }

    /// Changes the settings for planning, from the next step on. A number that cannot be changes nothing.
    pub(crate) fn set_planning(&mut self, planning: Planning) {
        self.planning = planning.or(self.planning);
        // They may see farther now.
        self.columns.travel.iter_mut().for_each(|travel| travel.calm = 0.0);
    }

    /// The same crowd that reckons with agents up to a radius, in metres: where one of them could walk around an obstacle, few search
    /// for a better route when it goes. Wider ones search more often. What is not a radius changes nothing.
    #[must_use]
    pub(crate) fn with_widest_radius(self, radius: f64) -> Crowd {
        let widest = if (0.0..=1e3).contains(&radius) { radius } else { self.widest };
        Crowd { widest, ..self }
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// There are no agents.
    pub fn is_empty(&self) -> bool {
        self.columns.len() == 0
    }

    /// How many steps have been made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Adds an agent, from source 0.
    ///
    /// # Errors
    /// [`BadAgent`] says what is wrong with it; nothing is added.
    pub fn add(&mut self, map: &Map, agent: &Agent) -> Result<AgentId, BadAgent> {
        self.add_from(map, 0, agent)
    }

    /// Adds an agent from a source. Its id is the source and a serial number there, so it behaves the same whatever other sources
    /// add, in any order.
    ///
    /// ```
    /// use navigant_crowd::internals::{AgentIdInternals as _, CrowdInternals as _};
    /// use navigant_crowd::{Agent, Crowd};
    /// use navigant_mesh::{Map, Outline};
    ///
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
    /// let mut crowd = Crowd::new(&map);
    /// let ids: Vec<_> = [7, 3, 7]
    ///     .iter()
    ///     .enumerate()
    ///     .map(|(i, &source)| crowd.add_from(&map, source, &Agent::new([2.0 + i as f64, 10.0])))
    ///     .collect::<Result<_, _>>()?;
    /// assert_eq!((ids[2].source(), ids[2].serial()), (7, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BadAgent`] says what is wrong with it; nothing is added.
    pub(crate) fn add_from(&mut self, map: &Map, source: u32, agent: &Agent) -> Result<AgentId, BadAgent> {
        if *map.lattice() != self.lattice {
            return Err(BadAgent::OtherMap);
        }
        let traits = self.checked(agent)?;
        let (face, room) = self.standing_room(map, agent.position, traits.radius)?;
        let (place, layer) = (map.steps(agent.position), LayerId::default());
        let motion = Motion { place, velocity: agent.velocity, face, room, guess: UNKNOWN, layer, turn: Turn::UNKNOWN };
        self.add_checked(source, agent, traits, motion)
    }

    /// Adds an agent about which everything is as it should be.
    pub(crate) fn add_checked(
        &mut self,
        source: u32,
        agent: &Agent,
        traits: Traits,
        motion: Motion,
    ) -> Result<AgentId, BadAgent> {
        let profile = self.profile_of(agent.avoidance)?;
        let id = self.new_id(source, agent)?;
        self.found_district(agent.district);
        self.columns.motion.push(motion);
        self.columns.traits.push(Traits { id, profile, ..traits });
        self.columns.travel.push(Travel { target: motion.place, ..Travel::default() });
        self.aimed(self.columns.len() - 1);
        Ok(id)
    }

    /// Removes an agent.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn remove(&mut self, id: AgentId) -> Result<(), UnknownAgent> {
        self.find_slots();
        let slot = self.slot(id)?;
        self.columns.swap_remove(slot);
        if let (Some(moved), Some(slots)) = (self.columns.traits.get(slot), self.slots.get_mut()) {
            slots[moved.id.index()] = slot as u32;
        }
        self.unused.push(id.index);
        Ok(())
    }

    /// Gives an agent another aim.
    ///
    /// # Errors
    /// [`BadAim`]; nothing is changed.
    pub fn set_aim(&mut self, id: AgentId, aim: Aim) -> Result<(), BadAim> {
        self.find_slots();
        let slot = self.slot(id)?;
        if !aim.is_possible() {
            return Err(BadAim::Impossible(aim));
        }
        self.columns.traits[slot].set_aim(aim);
        self.aimed(slot);
        Ok(())
    }

    /// An agent has a place again, or another aim: its planning starts over.
    pub(crate) fn freed(&mut self, slot: usize) {
        let has_goal = self.has_goal(slot);
        self.happens(slot, Event::Displaced { has_goal });
        self.columns.travel[slot].clear(self.columns.motion[slot].place);
        self.lead(slot);
    }

    /// An agent has another aim: what it had of a route is of no use any more.
    pub(crate) fn aimed(&mut self, slot: usize) {
        let has_goal = self.has_goal(slot);
        self.happens(slot, Event::Aimed { has_goal });
        self.columns.travel[slot].clear(self.columns.motion[slot].place);
        self.lead(slot);
    }

    /// What is to be seen of an agent.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn agent(&self, id: AgentId) -> Result<Seen, UnknownAgent> {
        Ok(self.seen(self.slot(id)?))
    }

    /// All agents, in the order in which they are stored: by place, after a step.
    pub fn agents(&self) -> impl Iterator<Item = Seen> + '_ {
        (0..self.columns.len()).map(|slot| self.seen(slot))
    }

    /// The same, by all threads at once.
    pub(crate) fn par_agents(&self) -> impl IndexedParallelIterator<Item = Seen> + '_ {
        (0..self.columns.len()).into_par_iter().with_min_len(1024).map(|slot| self.seen(slot))
    }

    /// Where all agents are, in the same order: little of each, for who looks at everyone in every step.
    pub(crate) fn par_glimpses(&self) -> impl IndexedParallelIterator<Item = Glimpse> + '_ {
        let columns = self.columns.motion.par_iter().zip(&self.columns.traits).zip(&self.columns.travel);
        columns.with_min_len(1024).map(|((motion, traits), travel)| Glimpse {
            id: traits.id,
            place: motion.place,
            is_arrived: travel.plan.is_arrived(),
            is_stuck: travel.plan.is_stuck(),
        })
    }

    /// The agents that have arrived, in the same order.
    pub fn arrived(&self) -> impl Iterator<Item = Seen> + '_ {
        let travels = self.columns.travel.par_iter().enumerate().with_min_len(4096);
        let arrived = travels.filter(|(_, travel)| travel.plan.is_arrived()).map(|(slot, _)| slot);
        arrived.collect::<Vec<_>>().into_iter().map(|slot| self.seen(slot))
    }

    pub(crate) fn seen(&self, slot: usize) -> Seen {
        let (motion, traits) = (&self.columns.motion[slot], &self.columns.traits[slot]);
        let status = match self.columns.travel[slot].plan.state() {
            State::Free => Status::Free,
            State::Waiting => Status::Waiting,
            State::Walking(_) => Status::Walking,
            State::Arrived(_) => Status::Arrived,
            State::NoWay(known) => {
                Status::NoWay(NoWay { reason: known.reason, place: self.lattice.world(known.place) })
            }
            State::Stuck => Status::Stuck,
        };
        Seen {
            id: self.id_at(slot),
            position: self.world(motion.place),
            velocity: motion.velocity,
            radius: f64::from(traits.radius),
            aim: traits.aim(),
            status,
        }
    }

    pub(crate) fn id_at(&self, slot: usize) -> AgentId {
        self.columns.traits[slot].id
    }

    pub(crate) fn slot(&self, id: AgentId) -> Result<usize, UnknownAgent> {
        let slot = self.slots.get_or_init(|| self.found_slots()).get(id.index()).map(|&slot| slot as usize);
        let is_its = |slot: &usize| self.columns.traits.get(*slot).is_some_and(|traits| traits.id == id);
        slot.filter(is_its).ok_or(UnknownAgent(id))
    }

    /// The slots of all agents by the index of their ids; anything for those removed.
    pub(crate) fn found_slots(&self) -> Vec<u32> {
        let mut slots = vec![0; self.indices as usize];
        for (traits, slot) in self.columns.traits.iter().zip(0..) {
            slots[traits.id.index()] = slot;
        }
        slots
    }

    /// The same by all threads, for who has the crowd for itself: a thread that waits for others in the middle of finding them
    /// might be given work that asks for an agent by its id.
    fn find_slots(&mut self) {
        if self.slots.get().is_some() {
            return;
        }
        // Everyone writes elsewhere: an array of atomic numbers says so without `unsafe`.
        let slots: Vec<AtomicU32> = (0..self.indices).into_par_iter().with_min_len(GRAIN).map(|_| 0.into()).collect();
        self.columns.traits.par_iter().with_min_len(GRAIN).enumerate().for_each(|(slot, traits)| {
            slots[traits.id.index()].store(slot as u32, Ordering::Relaxed);
        });
        self.slots = slots.into_par_iter().with_min_len(GRAIN).map(AtomicU32::into_inner).collect::<Vec<u32>>().into();
    }

    /// The free face a disc stands in, and how far walls are in steps, if it has room there.
    pub(crate) fn standing_room(&self, map: &Map, position: Point, radius: f32) -> Result<(FaceId, f32), BadAgent> {
        let (clearance, face) = match (map.clearance_at(position), map.locate(position)) {
            (Some(clearance), Some(location)) => (clearance, map.faces_at(location).find(|&f| map.is_free(f))),
            _ => (0.0, None),
        };
        let has_room = clearance >= f64::from(radius) - crate::tuning::clip::LEEWAY * self.lattice.step();
        let face = face.filter(|_| has_room).ok_or(BadAgent::NoRoom { position, largest: clearance })?;
        Ok((face, room_for(clearance / self.lattice.step())))
    }

    /// What an agent is, if everything about it is as it should be.
    pub(crate) fn checked(&self, agent: &Agent) -> Result<Traits, BadAgent> {
        if !agent.position.is_finite() {
            return Err(BadAgent::NotFinite(agent.position));
        }
        if let Aim::Goal(goal) | Aim::Straight(goal) = agent.aim
            && !agent.aim.is_possible()
        {
            return Err(BadAgent::NotFinite(goal));
        }
        let least = 16.0 * self.lattice.step();
        if !(least..=1e3).contains(&agent.radius) {
            return Err(BadAgent::Radius { radius: agent.radius, least });
        }
        let velocity = f64::from(agent.velocity.x).hypot(f64::from(agent.velocity.y));
        let aimed = if let Aim::Velocity(preferred) = agent.aim {
            f64::from(preferred.x.abs() + preferred.y.abs())
        } else {
            0.0
        };
        for speed in [agent.speed, agent.max_speed, velocity, aimed] {
            if !(0.0..=1e3).contains(&speed) {
                return Err(BadAgent::Speed(speed));
            }
        }
        if !(0.0..=1e3).contains(&agent.comfort) {
            return Err(BadAgent::Comfort(agent.comfort));
        }
        if !agent.avoidance.is_sane() {
            return Err(BadAgent::Avoidance);
        }
        let speeds = [agent.speed.min(agent.max_speed), agent.max_speed].map(|speed| speed as f32);
        let traits = Traits::of(agent.radius as f32, speeds, agent.district, agent.control, agent.aim);
        Ok(Traits { comfort: agent.comfort as f32, ..traits })
    }

    /// Agents share their parameters: there are few different ones.
    pub(crate) fn profile_of(&mut self, avoidance: Avoidance) -> Result<u16, BadAgent> {
        let known = self.profiles.iter().position(|known| *known == avoidance);
        let at = known.unwrap_or(self.profiles.len());
        let profile = u16::try_from(at).map_err(|_| BadAgent::TooMany)?;
        if known.is_none() {
            self.profiles.push(avoidance);
        }
        Ok(profile)
    }

    /// Makes sure that there is a district.
    pub(crate) fn found_district(&mut self, district: u8) {
        if self.districts.len() <= usize::from(district) {
            self.districts.resize(usize::from(district) + 1, District::default());
        }
    }

    /// A place in the world.
    pub(crate) fn world(&self, place: Offset) -> Point {
        let (origin, step) = (self.lattice.origin(), self.lattice.step());
        Point::new(origin.x + place.x * step, origin.y + place.y * step)
    }

    /// The id of the next agent, which will have the last slot.
    fn new_id(&mut self, source: u32, agent: &Agent) -> Result<AgentId, BadAgent> {
        let count = self.sources.get(&source).copied().unwrap_or(0);
        let next = count.checked_add(1).ok_or(BadAgent::TooMany)?;
        let index = match self.unused.pop() {
            Some(index) => index,
            None => {
                let index = self.indices;
                self.indices = index.checked_add(1).ok_or(BadAgent::TooMany)?;
                index
            }
        };
        self.sources.insert(source, next);
        if let Some(slots) = self.slots.get_mut() {
            slots.resize(self.indices as usize, 0);
            slots[index as usize] = self.columns.len() as u32;
        }
        Ok(AgentId { source, serial: count, index, stamp: self.stamp(agent) })
    }
}
