//! A team: agents that plan in space and time, in several domains, within a budget a frame.
//!
//! "Multi-Domain Real-time Planning in Dynamic Environments" (Kapadia, Beacco, Garcia, Reddy, Pelechano, Badler, 2013). Each agent plans from coarse
//! to fine: Σ1 past what stands for ever, Σ2 past crowds, Σ3 past those who stand, and Σ4 in space and time past everybody; each plan is the
//! tunnel in which the next one is looked for.
//!
//! Every agent has published a plan at all times, that meets nobody else's, and at whose end it stays: if nothing else happens, walking these
//! plans is safe for ever. A new plan takes the place of the old one only if it meets no other plan, that of those included who stay.
//! So an agent without a plan to its goal waits safely, and planning may take as many frames as it takes.
//!
//! | file | what |
//! |---|---|
//! | `task` | a planning task on AD*, and the five events |
//! | `chain` | the tasks of one agent, from Σ1 to Σ4 and back |
//! | `timing`, `way` | λ: when the points of a path can be passed; lines between domains |
//! | `member` | an agent: its plan, and T0 that walks along it |
//! | `schedule` | who plans in a frame |
//! | `frame` | a frame: events, tasks, plans taken up, in this order |
//! | `safety` | plans that somebody came in the way of are cut short |
//! | `event_log` | what changed, for tasks that look at it later |
//! | `company` | those whom the team does not move, and agents that were pushed off their plans |
//! | `lines` | the plan of an agent in every domain, for those who look at it |

pub(crate) mod chain;
pub(crate) mod company;
pub(crate) mod event_log;
mod frame;
pub(crate) mod lines;
mod member;
mod safety;
pub(crate) mod schedule;
pub(crate) mod task;
#[cfg(test)]
mod tests;
pub(crate) mod timing;
mod way;

pub use crate::domain::Gait;
pub use frame::{FrameBudget, FrameReport};

use crate::domain::SpaceTimeState;
use crate::platform::Footing;
use crate::published::{BodyId, PublishedBody};
use crate::tuning::timing::SLACK;
use crate::world::World;
use event_log::{EventLog, PlanEvent};
use member::Member;
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::{BadMapGrid, CellId, Map};
use std::ops::RangeInclusive;

/// An agent of a [`Team`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberId(pub u32);

/// Where an agent is to go, and when it is to arrive.
#[derive(Clone, Debug, PartialEq)]
pub struct SpaceTimeGoal {
    /// Where.
    pub at: Point,
    /// Not before and not after, in seconds; `None`: as soon as it can.
    pub arrival: Option<RangeInclusive<f64>>,
}

impl SpaceTimeGoal {
    /// A place to go to as soon as one can.
    pub fn place(at: impl Into<Point>) -> SpaceTimeGoal {
        SpaceTimeGoal { at: at.into(), arrival: None }
    }
}

/// Why an agent stands and has no plan to its goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WaitReason {
    /// Its turn to plan has not come, or its plan is not finished.
    Planning,
    /// No way leads to the goal, even with nobody about.
    NoWay,
    /// Every way is blocked for as long as is known: the place at which the first one is.
    Blocked(Point),
    /// Somebody else stays at the goal.
    GoalTaken,
    /// It cannot be at the goal within its interval.
    TooLate,
    /// It stands where an obstacle came.
    InObstacle,
}

/// How far an agent is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TeamStatus {
    /// On its way, by a plan.
    Walking,
    /// At its goal.
    Arrived,
    /// Standing.
    Waiting(WaitReason),
}

/// Why an agent or a goal is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadGoal {
    /// A coordinate or time is not a finite number.
    NotFinite,
    /// The agent's disc does not fit where it is to start.
    NoRoomAtStart(Point),
    /// Somebody stands, or will pass, where it is to start.
    StartTaken(Point),
    /// The agent's disc does not fit at the goal.
    NoRoomAtGoal(Point),
    /// The interval of arrival is over, or empty.
    IntervalPast,
    /// Even in a straight line and as fast as it can, the agent is not there in time.
    TooFar {
        /// When it could be there at the earliest, in seconds.
        earliest: f64,
    },
    /// There is no such agent.
    UnknownMember,
}

impl std::fmt::Display for BadGoal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadGoal::NotFinite => write!(f, "a coordinate or a time is not a finite number"),
            BadGoal::NoRoomAtStart(at) => write!(f, "the agent does not fit at its start {at}"),
            BadGoal::StartTaken(at) => write!(f, "somebody stands or will pass at the start {at}"),
            BadGoal::NoRoomAtGoal(at) => write!(f, "the agent does not fit at its goal {at}"),
            BadGoal::IntervalPast => write!(f, "the interval of arrival is over or empty"),
            BadGoal::TooFar { earliest } => write!(f, "the agent cannot be there before {earliest} s"),
            BadGoal::UnknownMember => write!(f, "there is no such agent"),
        }
    }
}

impl std::error::Error for BadGoal {}

/// How a team plans and walks.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamSettings {
    /// The agents' radius in metres.
    pub radius: f64,
    /// The cells of Σ3 in metres.
    pub cell: f64,
    /// The velocities of Σ4.
    pub gait: Gait,
    /// Frames a second.
    pub frames: u32,
    /// How far ahead Σ3 and Σ4 plan, in metres: infinite for plans to the goal (tunnels), finite for waypoints.
    pub horizon: f64,
}

impl Default for TeamSettings {
    /// Discs of 0.3 m that walk, cells of a quarter of a metre, 30 frames a second, plans to the goal.
    fn default() -> Self {
        TeamSettings { radius: 0.3, cell: 0.25, gait: Gait::walk(), frames: 30, horizon: f64::INFINITY }
    }
}

/// Agents that plan in all domains, and what they look at.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_planning::team::{FrameBudget, SpaceTimeGoal, Team, TeamSettings, TeamStatus};
/// // Two rooms and a passage that is too narrow for two.
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 6.0]))?;
/// map.insert(&Outline::rectangle([6.0, 0.0], [14.0, 2.5]))?;
/// map.insert(&Outline::rectangle([6.0, 3.5], [14.0, 6.0]))?;
/// let mut team = Team::new(&map, TeamSettings::default())?;
/// let west = team.add(&map, [2.0, 2.0].into(), SpaceTimeGoal::place([18.0, 4.0]))?;
/// let east = team.add(&map, [18.0, 2.0].into(), SpaceTimeGoal::place([2.0, 4.0]))?;
/// for _ in 0..60 * 30 {
///     team.frame(&map, FrameBudget::expansions(2000));
/// }
/// assert_eq!([west, east].map(|who| team.status(who)), [Some(TeamStatus::Arrived); 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Team {
    settings: TeamSettings,
    world: World,
    members: Vec<Member>,
    frames: u64,
    bodies: u32,
    cell_log: EventLog<CellId>,
    body_log: EventLog<PlanEvent>,
    /// Those whom the team does not move, in the order in which it is told of them.
    passersby: Vec<BodyId>,
    keeps_lines: bool,
}

impl Team {
    /// A team without members.
    ///
    /// # Errors
    /// [`BadMapGrid`] when the radius or the cells are none.
    pub fn new(map: &Map, settings: TeamSettings) -> Result<Team, BadMapGrid> {
        let world = World::of(map, settings.radius, settings.cell, settings.gait.clone())?;
        let mut team = Team {
            settings,
            world,
            members: Vec::new(),
            frames: 0,
            bodies: 0,
            cell_log: EventLog::default(),
            body_log: EventLog::default(),
            passersby: Vec::new(),
            keeps_lines: false,
        };
        team.world.density.count(map, &team.world.mesh, &team.world.published, 0.0);
        Ok(team)
    }

    /// Gaps in the floor and the platforms over them, which are known beforehand.
    pub(crate) fn set_footing(&mut self, footing: Footing) {
        self.world.footing = footing;
    }

    /// Seconds since the first frame.
    pub fn time(&self) -> f64 {
        self.frames as f64 / f64::from(self.settings.frames.max(1))
    }

    /// Adds an agent.
    ///
    /// # Errors
    /// [`BadGoal`]; then there is no such agent.
    pub fn add(&mut self, map: &Map, start: Point, goal: SpaceTimeGoal) -> Result<MemberId, BadGoal> {
        let radius = self.settings.radius;
        if !start.is_finite() {
            return Err(BadGoal::NotFinite);
        }
        if !map.has_room_at(start, radius) {
            return Err(BadGoal::NoRoomAtStart(start));
        }
        self.check_goal(map, start, &goal)?;
        if self.world.published.free_from(start, radius, None).is_none_or(|free| free > self.time()) {
            return Err(BadGoal::StartTaken(start));
        }
        let body = self.next_body();
        let step = (self.time() / self.settings.gait.step()).floor().min(f64::from(u16::MAX)) as u16;
        let member = Member {
            body,
            origin: start,
            goal: Some(goal),
            plan: vec![SpaceTimeState { step, x: 0, y: 0, speed: 0, heading: 0 }],
            is_whole: false,
            chain: None,
            waits: None,
            retry: 0,
            waited: 0,
            threat: None,
            stirred: self.time(),
            lines: None,
        };
        self.members.push(member);
        self.publish_member(map, self.members.len() - 1);
        Ok(MemberId(self.members.len() as u32 - 1))
    }

    /// Another goal for an agent (GOAL_CHANGED). It goes on by its old plan until it has a new one.
    ///
    /// # Errors
    /// [`BadGoal`]; then it keeps the old one.
    pub fn set_goal(&mut self, map: &Map, id: MemberId, goal: SpaceTimeGoal) -> Result<(), BadGoal> {
        let at = self.position(id).ok_or(BadGoal::UnknownMember)?;
        self.check_goal(map, at, &goal)?;
        let member = self.members.get_mut(id.0 as usize).ok_or(BadGoal::UnknownMember)?;
        (member.goal, member.is_whole, member.chain, member.waits, member.retry) = (Some(goal), false, None, None, 0);
        Ok(())
    }

    fn check_goal(&self, map: &Map, from: Point, goal: &SpaceTimeGoal) -> Result<(), BadGoal> {
        if !goal.at.is_finite() {
            return Err(BadGoal::NotFinite);
        }
        if !map.has_room_at(goal.at, self.settings.radius) {
            return Err(BadGoal::NoRoomAtGoal(goal.at));
        }
        let Some(interval) = &goal.arrival else { return Ok(()) };
        if !interval.start().is_finite() || !interval.end().is_finite() {
            return Err(BadGoal::NotFinite);
        }
        if interval.is_empty() || *interval.end() <= self.time() {
            return Err(BadGoal::IntervalPast);
        }
        let gait = &self.settings.gait;
        let earliest = self.time() + from.distance(goal.at) / gait.longest() * gait.step();
        if earliest > *interval.end() {
            return Err(BadGoal::TooFar { earliest });
        }
        Ok(())
    }

    /// Adds a body that publishes where it will be: a vehicle, a door, a cart on its round.
    pub(crate) fn add_body(&mut self, map: &Map, body: PublishedBody) -> BodyId {
        let id = self.next_body();
        self.publish(map, id, body);
        id
    }

    fn next_body(&mut self) -> BodyId {
        self.bodies += 1;
        BodyId(self.bodies - 1)
    }

    /// The agents' radius in metres, and frames a second.
    pub(crate) fn size_and_pace(&self) -> (f64, u32) {
        (self.settings.radius, self.settings.frames)
    }

    /// How many agents there are.
    pub(crate) fn members(&self) -> usize {
        self.members.len()
    }

    /// Where an agent is.
    pub fn position(&self, id: MemberId) -> Option<Point> {
        Some(self.members.get(id.0 as usize)?.at(&self.settings.gait, self.time()))
    }

    /// How far an agent is.
    pub fn status(&self, id: MemberId) -> Option<TeamStatus> {
        Some(self.members.get(id.0 as usize)?.status(&self.settings.gait, self.time()))
    }

    /// The plan of an agent from now on: when it will be where.
    pub fn plan(&self, id: MemberId) -> Option<Vec<(f64, Point)>> {
        let member = self.members.get(id.0 as usize)?;
        Some(member.published(&self.settings.gait, self.settings.radius, self.time()).knots)
    }

    /// The bytes that an agent's tasks and plan take now, about.
    pub(crate) fn memory(&self, id: MemberId) -> Option<usize> {
        let member = self.members.get(id.0 as usize)?;
        let chain = member.chain.as_ref().map_or(0, |chain| chain.memory_bytes());
        let published = self.world.published.body(member.body).map_or(0, |body| size_of_val(&body.knots[..]));
        Some(size_of::<Member>() + size_of_val(&member.plan[..]) + chain + published)
    }

    /// Publishes the plan of a member.
    fn publish_member(&mut self, map: &Map, index: usize) {
        let Some(member) = self.members.get(index) else { return };
        let body = member.published(&self.settings.gait, self.settings.radius, self.time());
        self.publish(map, member.body, body);
    }

    /// Publishes a plan, in place of the one before, and tells everyone (WORLD_CHANGED). In Σ3 a body is where its plan ends: while
    /// it moves, Σ4 knows more of it; and as large as a timed path keeps away from it.
    fn publish(&mut self, map: &Map, id: BodyId, body: PublishedBody) {
        let World { density, mesh, published, occupied, grid, .. } = &mut self.world;
        if let Some(old) = published.withdraw(id) {
            density.remove(map, mesh, &old);
            self.body_log.extend([PlanEvent::of(old)]);
        }
        let radius = body.radius;
        published.publish(id, body);
        let body = published.body(id);
        if let Some(body) = body {
            density.add(map, mesh, body);
            self.body_log.extend([PlanEvent::of(body.clone())]);
        }
        let stays = body.filter(|body| body.afterwards == crate::published::Afterwards::Stays);
        let end = stays.and_then(|body| body.knots.last()).map(|knot| (knot.1, radius + SLACK));
        self.cell_log.extend(occupied.put(map, grid, id, end));
    }
}
