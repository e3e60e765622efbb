//! The crowd: adding, removing, asking.

use crate::agent::{Agent, AgentId, Aim, NoWay, Seen, Status};
use crate::avoidance::Avoidance;
use crate::cells::{Cells, Fine};
use crate::columns::{Columns, Cycles, Motion, Traits};
use crate::edit::EditLog;
use crate::error::{BadAgent, UnknownAgent};
use crate::per_thread::PerThread;
use crate::plan::{Planner, Planning, UsualCost};
use crate::planning_state::{Event, State};
use crate::route::{Routes, Travel};
use crate::vector::Vector;
use crate::walk::Scratch;
use navigant_mesh::{Lattice, Map, Point};
use rayon::prelude::*;
use std::sync::OnceLock;

/// A crowd of agents on a map.
///
/// A step costs about half a microsecond an agent in open space, twice that where walls are near and looked at for ten seconds
/// ahead. It uses the threads of rayon's current pool; the result is the same to the last bit for any number of them.
#[derive(Clone, Debug)]
pub struct Crowd {
    pub(crate) lattice: Lattice,
    pub(crate) columns: Columns,
    pub(crate) manners: Vec<Avoidance>,
    /// By the index of their ids: which agents there are.
    pub(crate) entries: Vec<Entry>,
    /// And where they are. A step moves them all and forgets this; who asks for an agent by its id finds it out again.
    pub(crate) slots: OnceLock<Vec<u32>>,
    pub(crate) unused: Vec<u32>,
    /// The number of the latest company.
    pub(crate) companies: u32,
    /// How many steps have been made.
    pub(crate) steps: u64,
    pub(crate) routes: Routes,
    pub(crate) planning: Planning,
    /// By how many expansions the last step has overdrawn its budget.
    pub(crate) overdrawn: u64,
    /// What plans cost of late.
    pub(crate) usual_cost: UsualCost,
    /// The edits of the map that somebody may still have to learn of.
    pub(crate) edits: EditLog,
    /// The version of the map up to which edits are known.
    pub(crate) version: u64,
    /// Whether anybody may want a plan: if not, nobody is asked.
    pub(crate) may_want: bool,
    pub(crate) cells: Cells,
    /// Scratch: the places and the order of a step.
    pub(crate) places: Vec<Fine>,
    pub(crate) cycles: Cycles,
    pub(crate) scratch: PerThread<Scratch>,
    pub(crate) planners: PerThread<Planner>,
}

/// An index of ids.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) generation: u32,
    /// Whether there is an agent; if not, it was removed.
    pub(crate) is_used: bool,
}

impl Crowd {
    /// The usual time of a step, in seconds.
    pub const DT: f64 = 0.1;

    /// An empty crowd for a map, or for any map with the same floors.
    pub fn new(map: &Map) -> Crowd {
        Crowd {
            lattice: *map.lattice(),
            columns: Columns::default(),
            manners: Vec::new(),
            entries: Vec::new(),
            slots: OnceLock::new(),
            unused: Vec::new(),
            companies: 0,
            steps: 0,
            routes: Routes::default(),
            planning: Planning::default(),
            overdrawn: 0,
            usual_cost: UsualCost::default(),
            edits: EditLog::default(),
            version: map.version(),
            may_want: true,
            cells: Cells::default(),
            places: Vec::new(),
            cycles: Cycles::default(),
            scratch: PerThread::default(),
            planners: PerThread::default(),
        }
    }

    /// The same crowd with other settings for planning.
    #[must_use]
    pub fn with_planning(self, planning: Planning) -> Crowd {
        Crowd { planning, ..self }
    }

    /// Changes the settings for planning, from the next step on.
    pub fn set_planning(&mut self, planning: Planning) {
        self.planning = planning;
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

    /// Adds an agent.
    ///
    /// # Errors
    /// [`BadAgent`] says what is wrong with it; nothing is added.
    pub fn add(&mut self, map: &Map, agent: &Agent) -> Result<AgentId, BadAgent> {
        if *map.lattice() != self.lattice {
            return Err(BadAgent::OtherMap);
        }
        let traits = self.checked(agent)?;
        let (clearance, face) = match (map.clearance_at(agent.position), map.locate(agent.position)) {
            (Some(clearance), Some(location)) => (clearance, map.faces_at(location).find(|&f| map.is_free(f))),
            _ => (0.0, None),
        };
        let step = self.lattice.step();
        let Some(face) = face.filter(|_| clearance >= f64::from(traits.radius) - crate::clip::LEEWAY * step) else {
            return Err(BadAgent::NoRoom { position: agent.position, largest: clearance });
        };
        let manner = self.manner_of(agent.avoidance)?;
        let index = self.new_index()?;
        let guess = agent.avoidance.sight(traits.radius, traits.max_speed).distance.max(traits.radius);
        let place = map.steps(agent.position);
        self.columns.motion.push(Motion { place, velocity: agent.velocity, face, room: 0.0, guess });
        self.columns.traits.push(Traits { id: index, manner, ..traits });
        self.columns.travel.push(Travel { target: place, ..Travel::default() });
        self.aimed(self.columns.len() - 1);
        Ok(AgentId { index, generation: self.entries[index as usize].generation })
    }

    /// Removes an agent.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn remove(&mut self, id: AgentId) -> Result<(), UnknownAgent> {
        let slot = self.slot(id)?;
        self.columns.swap_remove(slot);
        if let (Some(moved), Some(slots)) = (self.columns.traits.get(slot), self.slots.get_mut()) {
            slots[moved.id as usize] = slot as u32;
        }
        let entry = &mut self.entries[id.index as usize];
        entry.is_used = false;
        // An index whose generations are used up is never used again.
        if let Some(next) = entry.generation.checked_add(1) {
            entry.generation = next;
            self.unused.push(id.index);
        }
        Ok(())
    }

    /// Gives an agent another aim.
    ///
    /// # Errors
    /// [`UnknownAgent`]; an aim that is not a number is as good as none: the agent stands.
    pub fn set_aim(&mut self, id: AgentId, aim: Aim) -> Result<(), UnknownAgent> {
        let slot = self.slot(id)?;
        self.columns.traits[slot].aim = if is_finite(&aim) { aim } else { Aim::Stand };
        self.aimed(slot);
        Ok(())
    }

    /// An agent has another aim: what it had of a route is of no use any more.
    fn aimed(&mut self, slot: usize) {
        let has_goal = self.has_goal(slot);
        self.happens(slot, Event::Aimed { has_goal });
        self.columns.travel[slot].clear(self.columns.motion[slot].place);
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
    pub fn par_agents(&self) -> impl IndexedParallelIterator<Item = Seen> + '_ {
        (0..self.columns.len()).into_par_iter().with_min_len(1024).map(|slot| self.seen(slot))
    }

    /// Those who are where they want to be, in the same order.
    pub fn arrived(&self) -> impl Iterator<Item = Seen> + '_ {
        let travels = self.columns.travel.iter().enumerate();
        travels.filter(|(_, travel)| travel.plan.is_arrived()).map(|(slot, _)| self.seen(slot))
    }

    fn seen(&self, slot: usize) -> Seen {
        let (motion, traits) = (&self.columns.motion[slot], &self.columns.traits[slot]);
        let (origin, step) = (self.lattice.origin(), self.lattice.step());
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
            position: Point::new(origin.x + motion.place.x * step, origin.y + motion.place.y * step),
            velocity: motion.velocity,
            radius: f64::from(traits.radius),
            aim: traits.aim,
            status,
        }
    }

    pub(crate) fn id_at(&self, slot: usize) -> AgentId {
        let index = self.columns.traits[slot].id;
        AgentId { index, generation: self.entries[index as usize].generation }
    }

    pub(crate) fn slot(&self, id: AgentId) -> Result<usize, UnknownAgent> {
        let entry = self.entries.get(id.index as usize).filter(|entry| entry.generation == id.generation);
        entry.filter(|entry| entry.is_used).ok_or(UnknownAgent(id))?;
        Ok(self.slots.get_or_init(|| self.found_slots())[id.index as usize] as usize)
    }

    /// The slots of all agents by the index of their ids; anything for those removed.
    pub(crate) fn found_slots(&self) -> Vec<u32> {
        let mut slots = vec![0; self.entries.len()];
        for (traits, slot) in self.columns.traits.iter().zip(0..) {
            slots[traits.id as usize] = slot;
        }
        slots
    }

    /// What an agent is, if everything about it is as it should be.
    fn checked(&self, agent: &Agent) -> Result<Traits, BadAgent> {
        if !agent.position.is_finite() {
            return Err(BadAgent::NotFinite(agent.position));
        }
        if let Aim::Goal(goal) | Aim::Straight(goal) = agent.aim
            && !goal.is_finite()
        {
            return Err(BadAgent::NotFinite(goal));
        }
        let least = 16.0 * self.lattice.step();
        if !(least..=1e3).contains(&agent.radius) {
            return Err(BadAgent::Radius { radius: agent.radius, least });
        }
        let velocity = f64::from(agent.velocity.x).hypot(f64::from(agent.velocity.y));
        let aimed = if let Aim::Velocity(wish) = agent.aim { f64::from(wish.x.abs() + wish.y.abs()) } else { 0.0 };
        for speed in [agent.speed, agent.max_speed, velocity, aimed] {
            if !(0.0..=1e3).contains(&speed) {
                return Err(BadAgent::Speed(speed));
            }
        }
        if !agent.avoidance.is_sane() {
            return Err(BadAgent::Avoidance);
        }
        Ok(Traits {
            id: 0,
            radius: agent.radius as f32,
            speed: agent.speed.min(agent.max_speed) as f32,
            max_speed: agent.max_speed as f32,
            manner: 0,
            company: 0,
            aim: agent.aim,
        })
    }

    /// Agents share their parameters: there are few different ones.
    fn manner_of(&mut self, avoidance: Avoidance) -> Result<u16, BadAgent> {
        let known = self.manners.iter().position(|known| *known == avoidance);
        let at = known.unwrap_or(self.manners.len());
        let manner = u16::try_from(at).map_err(|_| BadAgent::TooMany)?;
        if known.is_none() {
            self.manners.push(avoidance);
        }
        Ok(manner)
    }

    fn new_index(&mut self) -> Result<u32, BadAgent> {
        let index = match self.unused.pop() {
            Some(index) => index,
            None => u32::try_from(self.entries.len()).map_err(|_| BadAgent::TooMany)?,
        };
        if index as usize == self.entries.len() {
            self.entries.push(Entry { generation: 0, is_used: true });
        }
        self.entries[index as usize].is_used = true;
        if let Some(slots) = self.slots.get_mut() {
            slots.resize(self.entries.len(), 0);
            slots[index as usize] = self.columns.len() as u32;
        }
        Ok(index)
    }
}

fn is_finite(aim: &Aim) -> bool {
    match aim {
        Aim::Stand => true,
        Aim::Velocity(Vector { x, y }) => x.abs() <= 1e3 && y.abs() <= 1e3,
        Aim::Straight(p) | Aim::Goal(p) => p.is_finite(),
    }
}
