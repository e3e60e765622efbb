//! Errors of the crowd.

use crate::agent::{AgentId, Aim};
use navigant_mesh::Point;

/// Why an agent is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadAgent {
    /// Its position or its goal is NaN, infinite or absurdly far away.
    NotFinite(Point),
    /// Its radius is too small for the map's lattice, too large or not a number.
    Radius {
        /// The radius.
        radius: f64,
        /// The smallest that the lattice can carry, in metres.
        least: f64,
    },
    /// Its speed, its largest speed or its velocity is negative or not a number, or beyond 1,000 m/s.
    Speed(f64),
    /// Its comfort is negative, not a number or beyond 1,000 m.
    Comfort(f64),
    /// A parameter of its avoidance is out of range.
    Avoidance,
    /// It cannot stand there: a wall is nearer than its radius, or it is outside.
    NoRoom {
        /// Where it was to stand.
        position: Point,
        /// The largest radius that has room there, in metres; 0 where one cannot stand at all.
        largest: f64,
    },
    /// The map is not the one the crowd was made for.
    OtherMap,
    /// There are four billion agents already.
    TooMany,
    /// No agent of the crowd has this id.
    Unknown(AgentId),
}

impl From<UnknownAgent> for BadAgent {
    fn from(UnknownAgent(id): UnknownAgent) -> BadAgent {
        BadAgent::Unknown(id)
    }
}

impl std::fmt::Display for BadAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadAgent::NotFinite(p) => write!(f, "not a point: {p}"),
            BadAgent::Radius { radius, least } => write!(f, "a radius of {radius} m: it must be {least} to 1000 m"),
            BadAgent::Speed(speed) => write!(f, "not a speed from 0 to 1000 m/s: {speed}"),
            BadAgent::Comfort(comfort) => write!(f, "not a comfort from 0 to 1000 m: {comfort}"),
            BadAgent::Avoidance => write!(f, "a parameter of the avoidance is not a number or out of range"),
            BadAgent::NoRoom { position, largest } => {
                write!(f, "no room at {position}: the largest radius that has room there is {largest} m")
            }
            BadAgent::OtherMap => write!(f, "{OTHER_MAP}"),
            BadAgent::TooMany => write!(f, "there are four billion agents already"),
            BadAgent::Unknown(id) => write!(f, "{}", UnknownAgent(*id)),
        }
    }
}

impl std::error::Error for BadAgent {}

/// No agent of the crowd has this id: it was removed, or belongs to another crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAgent(pub AgentId);

impl std::fmt::Display for UnknownAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is not in the crowd (removed, or of another crowd)", self.0)
    }
}

impl std::error::Error for UnknownAgent {}

/// Why an agent was not given an aim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadAim {
    /// No agent of the crowd has this id.
    Unknown(AgentId),
    /// The aim has a number that is NaN, infinite or absurd.
    Impossible(Aim),
}

impl From<UnknownAgent> for BadAim {
    fn from(UnknownAgent(id): UnknownAgent) -> BadAim {
        BadAim::Unknown(id)
    }
}

impl std::fmt::Display for BadAim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadAim::Unknown(id) => write!(f, "{}", UnknownAgent(*id)),
            BadAim::Impossible(aim) => write!(f, "not an aim: {aim:?}"),
        }
    }
}

impl std::error::Error for BadAim {}

/// Why a step was not made; the crowd is as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadStep {
    /// The time is not a number, less than a tenth of a millisecond or more than ten seconds.
    Time(f64),
    /// The map is not the one the crowd was made for.
    OtherMap,
}

impl std::fmt::Display for BadStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadStep::Time(dt) => write!(f, "not a step of 0.0001 to 10 s: {dt}"),
            BadStep::OtherMap => write!(f, "{OTHER_MAP}"),
        }
    }
}

impl std::error::Error for BadStep {}

const OTHER_MAP: &str = "the map has another lattice than the one the crowd was made for";
