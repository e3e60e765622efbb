//! Crowds on several floors.

use crate::agent::{Agent, AgentId, Aim, Control, Seen};
use crate::columns::{Motion, Traits, room_for};
use crate::crowd::Crowd;
use crate::error::{BadAgent, BadStep, UnknownAgent};
use crate::floors::Floors;
use crate::follow::Turn;
use crate::guess::UNKNOWN;
use crate::plan::{Notice, Planning};
use crate::step::Report;
use crate::tuning::clip::LEEWAY;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::internals::{LayeredMapInternals as _, MapInternals as _};
use navigant_mesh::{LayerId, LayeredMap, NotOnFloor, Point};
use std::sync::Arc;

/// A crowd on the floors of a [`LayeredMap`].
///
/// Everyone is on one floor, walks through seams as if there were none, and avoids who is there and can be walked to in a straight line: nobody
/// above or below. Routes are those of least cost, with the tolls of seams; edits of any floor are known at once, and concern who
/// walks by in plan. The result is the same to the last bit for any number of threads.
///
/// Not offered here, beside what [`Crowd`] has: news and beliefs, shared goals, groups, snapshots, detours around those who stand, agents that
/// are moved from outside, and comfort.
///
/// ```
/// use navigant_crowd::{LayeredAgent, LayeredCrowd, Status};
/// use navigant_mesh::{Layer, LayeredMap, Outline, Seam};
/// let hall = Layer::level(0.0, [Outline::rectangle([0.0, 0.0], [10.0, 8.0])]);
/// let ramp = Layer::flight([10.0, 4.0, 0.0], [16.0, 4.0, 3.0], [Outline::rectangle([10.0, 3.0], [16.0, 5.0])]);
/// let map = LayeredMap::build(&[hall, ramp], &[Seam::new([0, 1], [10.0, 3.0], [10.0, 5.0])])?;
/// let mut crowd = LayeredCrowd::new(&map);
/// let anna = crowd.add(&map, &LayeredAgent::new([2.0, 4.0, 0.0]).with_goal([15.0, 4.0, 2.5]))?;
/// for _ in 0..120 {
///     crowd.step(&map, 0.1)?;
/// }
/// let seen = crowd.agent(&map, anna)?;
/// assert!(seen.agent.status == Status::Arrived && (seen.z - 2.5).abs() < 0.2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LayeredCrowd {
    crowd: Crowd,
}

/// An agent to be added to a crowd on several floors.
///
/// ```
/// use navigant_crowd::{Agent, LayeredAgent};
/// let anna = LayeredAgent::new([2.0, 4.0, 0.0]).with_goal([15.0, 4.0, 2.5]);
/// let child = LayeredAgent { agent: anna.agent.with_radius(0.15).with_speed(0.9), ..anna };
/// assert_eq!(child.agent.position.x, 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayeredAgent {
    /// What it is, and where in plan it is and wants to be.
    pub agent: Agent,
    /// How high it is: it is on the floor nearest to that.
    pub z: f64,
    /// How high its goal is.
    pub goal_z: f64,
}

impl LayeredAgent {
    /// A pedestrian who stands at a place `[x, y, z]`.
    pub fn new([x, y, z]: [f64; 3]) -> LayeredAgent {
        LayeredAgent { agent: Agent::new([x, y]), z, goal_z: z }
    }

    /// The same who wants to get somewhere.
    #[must_use]
    pub fn with_goal(self, [x, y, z]: [f64; 3]) -> LayeredAgent {
        LayeredAgent { agent: self.agent.with_goal([x, y]), goal_z: z, ..self }
    }
}

/// The visible state of an agent on several floors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayeredSeen {
    /// As in plan.
    pub agent: Seen,
    /// Which floor it is on.
    pub layer: LayerId,
    /// How high it is, in metres.
    pub z: f64,
}

/// Why an agent is refused on several floors.
#[derive(Clone, Debug, PartialEq)]
pub enum BadLayeredAgent {
    /// It would not do on one floor either.
    Agent(BadAgent),
    /// Nobody can stand where it is to be.
    NotOnFloor(NotOnFloor),
    /// Nobody can stand at its goal.
    GoalNotOnFloor(NotOnFloor),
    /// It is moved from outside or keeps more than its radius from corners, which crowds on several floors do not know.
    NotOffered,
}

impl From<BadAgent> for BadLayeredAgent {
    fn from(reason: BadAgent) -> BadLayeredAgent {
        BadLayeredAgent::Agent(reason)
    }
}

impl std::fmt::Display for BadLayeredAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadLayeredAgent::Agent(reason) => write!(f, "{reason}"),
            BadLayeredAgent::NotOnFloor(reason) => write!(f, "the position: {reason}"),
            BadLayeredAgent::GoalNotOnFloor(reason) => write!(f, "the goal: {reason}"),
            BadLayeredAgent::NotOffered => {
                write!(f, "on several floors agents have no comfort and are not moved from outside")
            }
        }
    }
}

impl std::error::Error for BadLayeredAgent {}

impl LayeredCrowd {
    /// An empty crowd for a map.
    pub fn new(map: &LayeredMap) -> LayeredCrowd {
        let mut crowd = Crowd::new(map.as_map());
        crowd.cells.floors = Some(Arc::new(Floors::of(map)));
        LayeredCrowd { crowd }
    }

    /// The same crowd with other settings for planning; a number that cannot be changes nothing. Edits are known at once, whatever is said
    /// about when they are noticed.
    #[must_use]
    pub(crate) fn with_planning(self, planning: Planning) -> LayeredCrowd {
        LayeredCrowd { crowd: self.crowd.with_planning(Planning { notice: Notice::AtOnce, ..planning }) }
    }

    /// The same crowd that walks at other speeds up and down a layer that slopes: parts of the usual speed, in plan; 1 unless told. What is not
    /// a number above 0 and up to 10, and a layer that is not there, change nothing.
    #[must_use]
    pub fn with_pace(mut self, layer: LayerId, up: f64, down: f64) -> LayeredCrowd {
        let is_pace = |pace: f64| pace > 0.0 && pace <= 10.0;
        if let Some(floors) = self.crowd.cells.floors.as_mut().filter(|_| is_pace(up) && is_pace(down)) {
            Arc::make_mut(floors).set_pace(layer, [up as f32, down as f32]);
        }
        self
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.crowd.len()
    }

    /// There are no agents.
    pub fn is_empty(&self) -> bool {
        self.crowd.is_empty()
    }

    /// How many steps have been made.
    pub(crate) fn steps(&self) -> u64 {
        self.crowd.steps()
    }

    /// Adds an agent.
    ///
    /// # Errors
    /// [`BadLayeredAgent`] says what is wrong with it; nothing is added.
    pub fn add(&mut self, map: &LayeredMap, agent: &LayeredAgent) -> Result<AgentId, BadLayeredAgent> {
        self.add_from(map, 0, agent)
    }

    /// Adds an agent from a source: it behaves the same whatever other sources add, in any order.
    ///
    /// # Errors
    /// [`BadLayeredAgent`] says what is wrong with it; nothing is added.
    pub(crate) fn add_from(
        &mut self,
        map: &LayeredMap,
        source: u32,
        agent: &LayeredAgent,
    ) -> Result<AgentId, BadLayeredAgent> {
        let (plane, LayeredAgent { agent, z, goal_z }) = (map.as_map(), agent);
        if *plane.lattice() != self.crowd.lattice || !self.is_of(map) {
            return Err(BadAgent::OtherMap.into());
        }
        if agent.control != Control::Crowd || agent.comfort != 0.0 {
            return Err(BadLayeredAgent::NotOffered);
        }
        let traits = self.crowd.checked(agent)?;
        let at = |p: Point, z: f64| map.layer_at([p.x, p.y, z]);
        let layer = at(agent.position, *z).map_err(BadLayeredAgent::NotOnFloor)?;
        let goal_layer = match agent.aim {
            Aim::Goal(goal) => at(goal, *goal_z).map_err(BadLayeredAgent::GoalNotOnFloor)?,
            Aim::Stand | Aim::Velocity(_) | Aim::Straight(_) => LayerId::default(),
        };
        let place = plane.steps(agent.position);
        let clearance = plane.clearance_on(layer, agent.position).unwrap_or(0.0);
        let has_room = clearance >= f64::from(traits.radius) - LEEWAY * plane.lattice().step();
        let face = plane.face_on(layer, place).filter(|_| has_room);
        let face = face.ok_or(BadAgent::NoRoom { position: agent.position, largest: clearance })?;
        let traits = Traits { goal_layer, ..traits };
        let room = room_for(clearance / plane.lattice().step());
        let (velocity, layer) = (agent.velocity, plane.layer_of(face));
        let motion = Motion { place, velocity, face, room, guess: UNKNOWN, layer, turn: Turn::UNKNOWN };
        Ok(self.crowd.add_checked(source, agent, traits, motion)?)
    }

    /// Removes an agent.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn remove(&mut self, id: AgentId) -> Result<(), UnknownAgent> {
        self.crowd.remove(id)
    }

    /// Gives an agent another goal, `[x, y, z]`.
    ///
    /// # Errors
    /// [`BadLayeredAgent`]; nothing is changed.
    pub fn set_goal(&mut self, map: &LayeredMap, id: AgentId, goal: [f64; 3]) -> Result<(), BadLayeredAgent> {
        let slot = self.crowd.slot(id).map_err(BadAgent::from)?;
        if !self.is_of(map) {
            return Err(BadAgent::OtherMap.into());
        }
        let p = Point::new(goal[0], goal[1]);
        if !p.is_finite() || !goal[2].is_finite() {
            return Err(BadAgent::NotFinite(p).into());
        }
        let layer = map.layer_at(goal).map_err(BadLayeredAgent::GoalNotOnFloor)?;
        let traits = &mut self.crowd.columns.traits[slot];
        traits.goal_layer = layer;
        traits.set_aim(Aim::Goal(p));
        self.crowd.aimed(slot);
        Ok(())
    }

    /// Makes plans without a step; see [`Crowd::plan_ahead`].
    pub fn plan_ahead(&mut self, map: &LayeredMap, expansions: u32) -> usize {
        if !self.is_of(map) {
            return 0;
        }
        self.crowd.find_faces(map.as_map());
        self.crowd.plan_ahead(map.as_map(), expansions)
    }

    /// Advances all agents by `dt` seconds; see [`Crowd::step`].
    ///
    /// # Errors
    /// [`BadStep`]; nothing is changed.
    pub fn step(&mut self, map: &LayeredMap, dt: f64) -> Result<Report, BadStep> {
        if self.is_of(map) { self.crowd.step(map.as_map(), dt) } else { Err(BadStep::OtherMap) }
    }

    /// What is to be seen of an agent.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn agent(&self, map: &LayeredMap, id: AgentId) -> Result<LayeredSeen, UnknownAgent> {
        Ok(self.seen(map, self.crowd.slot(id)?))
    }

    /// All agents, in the order in which they are stored: by layer and place, after a step.
    pub fn agents<'c>(&'c self, map: &'c LayeredMap) -> impl Iterator<Item = LayeredSeen> + 'c {
        (0..self.crowd.len()).map(|slot| self.seen(map, slot))
    }

    /// The ids of the agents that have arrived, in the same order.
    pub fn arrived(&self) -> Vec<AgentId> {
        self.crowd.arrived().map(|seen| seen.id).collect()
    }

    /// The rest of an agent's route in plan; see [`Crowd::way`].
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub(crate) fn way(&self, id: AgentId) -> Result<Vec<Point>, UnknownAgent> {
        self.crowd.way(id)
    }

    /// A number that follows from the state of all agents; see [`Crowd::hash`].
    pub(crate) fn hash(&self) -> u64 {
        self.crowd.hash()
    }

    /// Whether a map has as many layers as the one the crowd was made for.
    fn is_of(&self, map: &LayeredMap) -> bool {
        self.crowd.floors().is_some_and(|floors| floors.len() == map.layers().len())
    }

    fn seen(&self, map: &LayeredMap, slot: usize) -> LayeredSeen {
        let (agent, layer) = (self.crowd.seen(slot), self.crowd.columns.motion[slot].layer);
        LayeredSeen { agent, layer, z: map.height_at(layer, agent.position).unwrap_or(0.0) }
    }
}
