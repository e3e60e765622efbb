//! Agents: their ids, and what is to be seen of them.

use crate::errors;
use navigant::crowd::internals::AgentIdInternals as _;
use navigant::crowd::{self, Aim, Avoidance, NoWayReason, Seen, Status};
use navigant::mesh;
use pyo3::prelude::*;

/// An agent of a crowd: its source, and its serial number within that.
#[pyclass(frozen, eq, hash, ord, module = "navigant")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct AgentId(pub(crate) crowd::AgentId);

#[pymethods]
impl AgentId {
    /// The source it was added from.
    #[getter]
    fn source(&self) -> u32 {
        self.0.source()
    }

    /// Its serial number within its source, from 0.
    #[getter]
    fn serial(&self) -> u32 {
        self.0.serial()
    }

    fn __repr__(&self) -> String {
        format!("<{}>", self.0)
    }
}

/// An agent as it was when it was asked for.
#[pyclass(frozen, get_all, module = "navigant")]
pub(crate) struct AgentView {
    /// Which one.
    id: AgentId,
    /// Where it is.
    position: (f64, f64),
    /// How fast, in metres a second.
    velocity: (f64, f64),
    /// How large, in metres.
    radius: f64,
    /// Where it wants to get to; None if it does not.
    goal: Option<(f64, f64)>,
    /// How it is doing: one of `Status`.
    status: u8,
    /// Why it has no way to its goal.
    no_way: Option<String>,
    /// Where: the narrow place, or as near to the goal as it can get.
    no_way_place: Option<(f64, f64)>,
}

#[pymethods]
impl AgentView {
    fn __repr__(&self) -> String {
        format!("<AgentView of {}: at {:?}>", self.id.0, self.position)
    }
}

impl AgentView {
    pub(crate) fn of(seen: &Seen) -> AgentView {
        let no_way = match seen.status {
            Status::NoWay(no_way) => Some(no_way),
            _ => None,
        };
        AgentView {
            id: AgentId(seen.id),
            position: (seen.position.x, seen.position.y),
            velocity: (seen.velocity.x.into(), seen.velocity.y.into()),
            radius: seen.radius,
            goal: goal_of(seen).map(|p| (p.x, p.y)),
            status: status_of(seen.status),
            no_way: no_way.map(|no_way| reason_of(no_way.reason).to_owned()),
            no_way_place: no_way.map(|no_way| (no_way.place.x, no_way.place.y)),
        }
    }
}

pub(crate) fn status_of(status: Status) -> u8 {
    match status {
        Status::Free => 0,
        Status::Waiting => 1,
        Status::Walking => 2,
        Status::Arrived => 3,
        Status::NoWay(_) => 4,
        Status::Stuck => 5,
    }
}

fn reason_of(reason: NoWayReason) -> &'static str {
    match reason {
        NoWayReason::GoalOutside => "goal outside",
        NoWayReason::NoRoomAtGoal => "no room at goal",
        NoWayReason::Disconnected => "disconnected",
        NoWayReason::TooNarrow => "too narrow",
        NoWayReason::NoRoomAtStart => "no room at start",
        NoWayReason::Inconsistent => "inconsistent",
    }
}

pub(crate) fn goal_of(seen: &Seen) -> Option<mesh::Point> {
    match seen.aim {
        Aim::Goal(goal) | Aim::Straight(goal) => Some(goal),
        Aim::Stand | Aim::Velocity(_) => None,
    }
}

pub(crate) fn avoidance_of(py: Python<'_>, name: &str) -> PyResult<Avoidance> {
    Ok(match name {
        "orca" => Avoidance::default(),
        "vision" => Avoidance::Vision(crowd::Vision::default()),
        "social force" => Avoidance::SocialForce(crowd::SocialForce::default()),
        "collision-free speed" => Avoidance::CollisionFreeSpeed(crowd::CollisionFreeSpeed::default()),
        "weidmann" => Avoidance::Weidmann(crowd::Weidmann::default()),
        "nothing" => Avoidance::Nothing,
        other => {
            let names = "'orca', 'vision', 'social force', 'collision-free speed', 'weidmann' or 'nothing'";
            return Err(errors::Raise::new(py, "BadAgent", format!("avoidance: {names} is wanted, not '{other}'"))
                .with("reason", "avoidance")
                .error());
        }
    })
}
