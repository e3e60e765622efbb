//! Agents as they are described and as they are seen from outside.

use crate::avoidance::Avoidance;
use crate::vector::Vector;
use navigant_mesh::Point;

/// The id of an agent: its source, and its serial number there. Ids are not reused, and do not depend on which other agents are in
/// the crowd. Another crowd does not know them: an id carries 32 bits of a hash of the map for which its crowd was made and of the
/// agent's description when it was added. Only crowds that were made for the same map and began with the same agents share ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId {
    pub(crate) source: u32,
    pub(crate) serial: u32,
    pub(crate) index: u32,
    pub(crate) stamp: u32,
}

impl AgentId {
    /// The source it was added from: 0 unless told.
    pub fn source(self) -> u32 {
        self.source
    }

    /// Its serial number in its source, from 0.
    pub(crate) fn serial(self) -> u32 {
        self.serial
    }

    /// Its place in arrays by agent: agents that are there at the same time have different ones, small and in the order
    /// in which they were added. It is no part of who the agent is, and is used again.
    pub(crate) fn index(self) -> usize {
        self.index as usize
    }

    /// Source and serial number: the seed of everything that is to differ from agent to agent.
    #[inline]
    pub(crate) fn name(self) -> (u32, u32) {
        (self.source, self.serial)
    }

    /// A number that differs from agent to agent: consecutive for those of one source.
    #[inline]
    pub(crate) fn turn(self) -> u32 {
        self.serial.wrapping_add(self.source.wrapping_mul(0x9E37_79B9))
    }
}

impl std::fmt::Display for AgentId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "agent {}.{}", self.source, self.serial)
    }
}

/// What an agent wants.
///
/// ```
/// use navigant_crowd::{Agent, Aim, Crowd, Status, Vector};
/// use navigant_mesh::{Map, Outline};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0]))?;
/// let mut crowd = Crowd::new(&map);
/// let aim = Aim::Velocity(Vector { x: 1.0, y: 0.0 });
/// let id = crowd.add(&map, &Agent { aim, ..Agent::new([2.0, 5.0]) })?;
/// for _ in 0..20 {
///     crowd.step(&map, Crowd::DT)?;
/// }
/// assert!(crowd.agent(id)?.position.x > 3.0);
/// crowd.set_aim(id, Aim::Goal([2.0, 5.0].into()))?; // and back again
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// To stay where it is, and to give way to others.
    Stand,
    /// This velocity, in metres a second.
    Velocity(Vector),
    /// To get to a place in a straight line, whatever is in between.
    Straight(Point),
    /// To get to a place by the shortest way that has room for it.
    Goal(Point),
}

/// An aim without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AimKind {
    Stand,
    Velocity,
    Straight,
    Goal,
}

impl Aim {
    /// Its kind and its numbers, apart: an agent keeps the kind where there is room for a byte.
    pub(crate) fn parts(self) -> (AimKind, Point) {
        match self {
            Aim::Stand => (AimKind::Stand, Point::ORIGIN),
            Aim::Velocity(v) => (AimKind::Velocity, Point::new(f64::from(v.x), f64::from(v.y))),
            Aim::Straight(p) => (AimKind::Straight, p),
            Aim::Goal(p) => (AimKind::Goal, p),
        }
    }

    #[inline]
    pub(crate) fn of(kind: AimKind, at: Point) -> Aim {
        match kind {
            AimKind::Stand => Aim::Stand,
            AimKind::Velocity => Aim::Velocity(Vector::new(at.x as f32, at.y as f32)),
            AimKind::Straight => Aim::Straight(at),
            AimKind::Goal => Aim::Goal(at),
        }
    }

    /// Whether it can be worked with: no number is NaN, infinite or absurd.
    pub(crate) fn is_possible(&self) -> bool {
        match self {
            Aim::Stand => true,
            Aim::Velocity(Vector { x, y }) => x.abs() <= FASTEST && y.abs() <= FASTEST,
            Aim::Straight(p) | Aim::Goal(p) => p.x.abs() <= FARTHEST && p.y.abs() <= FARTHEST,
        }
    }
}

/// No preferred velocity is faster, in metres a second.
const FASTEST: f32 = 1e3;
/// No goal has larger coordinates, in metres.
pub(crate) const FARTHEST: f64 = 1e12;

/// An agent to be added to a crowd: a disc that walks.
///
/// ```
/// use navigant_crowd::{Agent, Avoidance};
/// let child = Agent::new([3.0, 4.0]).with_goal([30.0, 4.0]).with_radius(0.15).with_speed(0.9);
/// assert!(matches!(child.avoidance, Avoidance::Orca(_)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent {
    /// Where it is: the middle of its disc.
    pub position: Point,
    /// How large it is, in metres; 0.25 unless told. It is kept as an f32.
    pub radius: f64,
    /// How fast it likes to walk, in metres a second; 1.3 unless told.
    pub speed: f64,
    /// How fast it can walk, in metres a second; 1.8 unless told.
    pub max_speed: f64,
    /// How fast it is, in metres a second.
    pub velocity: Vector,
    /// What it wants.
    pub aim: Aim,
    /// How it avoids others.
    pub avoidance: Avoidance,
    /// How much farther than its radius it likes to keep from the corners it walks around, in metres, where there is room; 0 unless
    /// told.
    pub comfort: f64,
    /// Whose planning budget its routes are found with: each district has one of its own. 0 unless told.
    pub district: u8,
    /// What moves it.
    pub control: Control,
}

/// What moves an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Control {
    /// The crowd: a step takes it along.
    #[default]
    Crowd,
    /// The caller: a step computes the velocity that it should take ([`Seen::velocity`]) and leaves it where it is;
    /// [`Crowd::place`](crate::Crowd::place) says where it has got to.
    Outside,
    /// A player: it has the place and the velocity that [`Crowd::place`](crate::Crowd::place) says, others avoid it, and a step
    /// changes nothing about it.
    Player,
}

impl Agent {
    /// A pedestrian who stands at a place.
    pub fn new(position: impl Into<Point>) -> Agent {
        Agent {
            position: position.into(),
            radius: 0.25,
            speed: 1.3,
            max_speed: 1.8,
            velocity: Vector::ZERO,
            aim: Aim::Stand,
            avoidance: Avoidance::default(),
            comfort: 0.0,
            district: 0,
            control: Control::Crowd,
        }
    }

    /// The same who wants to get somewhere.
    #[must_use]
    pub fn with_goal(self, goal: impl Into<Point>) -> Agent {
        Agent { aim: Aim::Goal(goal.into()), ..self }
    }

    /// The same with another aim.
    #[must_use]
    pub(crate) fn with_aim(self, aim: Aim) -> Agent {
        Agent { aim, ..self }
    }

    /// The same with a radius in metres.
    #[must_use]
    pub fn with_radius(self, radius: f64) -> Agent {
        Agent { radius, ..self }
    }

    /// The same with another speed that it likes, in metres a second; it can walk faster by two fifths.
    #[must_use]
    pub fn with_speed(self, speed: f64) -> Agent {
        Agent { speed, max_speed: 1.4 * speed, ..self }
    }

    /// The same who keeps up to this much farther than its radius from the corners it walks around, in metres: at most half of what
    /// a passage leaves. Where routes lead does not change, only how they are followed.
    #[must_use]
    pub(crate) fn with_comfort(self, comfort: f64) -> Agent {
        Agent { comfort, ..self }
    }

    /// The same in another district.
    #[must_use]
    pub(crate) fn with_district(self, district: u8) -> Agent {
        Agent { district, ..self }
    }

    /// The same with another control: moved by the crowd, by the caller, or a player.
    #[must_use]
    pub(crate) fn with_control(self, control: Control) -> Agent {
        Agent { control, ..self }
    }

    /// The same with another way of avoiding others.
    #[must_use]
    pub(crate) fn with_avoidance(self, avoidance: Avoidance) -> Agent {
        Agent { avoidance, ..self }
    }
}

/// How an agent is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Status {
    /// It has no goal: it stands, or follows a given velocity or straight line.
    #[default]
    Free,
    /// It has a goal and waits for its route.
    Waiting,
    /// It follows its route.
    Walking,
    /// It is at its goal.
    Arrived,
    /// There is no way to its goal, for the present, and why; it stands as near to it as it can get.
    NoWay(NoWay),
    /// An obstacle is on top of it and there is no place for it anywhere near: it stands still until there is.
    Stuck,
}

/// Why an agent has no way to its goal, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoWay {
    /// Why.
    pub reason: NoWayReason,
    /// Where; each reason says what is there.
    pub place: Point,
}

impl std::fmt::Display for NoWay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = self.place;
        match self.reason {
            NoWayReason::GoalOutside => write!(f, "the goal is not walkable; the nearest walkable point is {place}"),
            NoWayReason::NoRoomAtGoal => write!(f, "the goal at {place} is too near to a wall"),
            NoWayReason::Disconnected => write!(f, "the goal is walled off; the nearest point within reach is {place}"),
            NoWayReason::TooNarrow => write!(f, "too narrow at {place}"),
            NoWayReason::NoRoomAtStart => write!(f, "no room to start from at {place}"),
            NoWayReason::Inconsistent => {
                write!(
                    f,
                    "the map and the search do not agree whether there is a way from {place}: a bug, please report it"
                )
            }
        }
    }
}

/// The reason why an agent has no way: that of the search for its route
/// ([`NoPath`](navigant_search::plane::NoPath)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWayReason {
    /// One cannot stand at the goal; the place is the nearest where one can.
    GoalOutside,
    /// The goal, which is the place, is nearer to a wall than the radius.
    NoRoomAtGoal,
    /// Start and goal are walled off from each other; the place is the nearest to the goal that can be reached.
    Disconnected,
    /// A passage is too narrow for the agent; the place is the passage.
    TooNarrow,
    /// The agent stands nearer to a wall than its radius, at the place.
    NoRoomAtStart,
    /// The map says that there is a way from the place, and the search finds none: a bug of this library.
    Inconsistent,
}

/// The visible state of an agent: what is drawn, recorded or measured.
///
/// ```
/// use navigant_crowd::{Agent, Crowd, Status};
/// use navigant_mesh::{Map, Outline};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0]))?;
/// let mut crowd = Crowd::new(&map);
/// crowd.add(&map, &Agent::new([2.0, 5.0]).with_radius(0.25).with_goal([8.0, 5.0]))?;
/// crowd.step(&map, Crowd::DT)?;
/// for seen in crowd.agents() {
///     assert!(seen.radius == 0.25 && seen.status != Status::Arrived);
///     println!("{} at {}, {:.1} m/s", seen.id, seen.position, seen.velocity.length());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Which one.
    pub id: AgentId,
    /// Where it is.
    pub position: Point,
    /// How fast, in metres a second.
    pub velocity: Vector,
    /// How large, in metres.
    pub radius: f64,
    /// What it wants.
    pub aim: Aim,
    /// How it is doing.
    pub status: Status,
}
