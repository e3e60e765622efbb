//! Agents: their ids, and what is to be seen of them.

use crate::errors;
use navigant::crowd::internals::AgentIdInternals as _;
use navigant::crowd::{self, Aim, Avoidance, NoWayReason, Seen, Status};
use navigant::mesh;
use pyo3::prelude::*;
use pyo3::types::PyDict;

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

/// An avoidance profile: its name, or a dict with `"model"` and any of its parameters.
pub(crate) fn avoidance_of(value: Option<&Bound<'_, PyAny>>) -> PyResult<Avoidance> {
    let Some(value) = value else { return Ok(Avoidance::default()) };
    let py = value.py();
    let refuse = |said: String| errors::Raise::new(py, "BadAgent", said).with("reason", "avoidance").error();
    if let Ok(name) = value.extract::<String>() {
        return named(&name).ok_or_else(|| refuse(format!("avoidance: {MODELS} is wanted, not '{name}'")));
    }
    let Ok(settings) = value.cast::<PyDict>() else {
        return Err(refuse(format!("avoidance: {MODELS} is wanted, or a dict with a \"model\"")));
    };
    let name: String = match settings.get_item("model")? {
        Some(name) => name.extract()?,
        None => return Err(refuse(format!("avoidance: a \"model\" is wanted: {MODELS}"))),
    };
    let mut avoidance = named(&name).ok_or_else(|| refuse(format!("avoidance: no model is '{name}', but {MODELS}")))?;
    for (key, number) in settings {
        let key: String = key.extract()?;
        if key == "model" {
            continue;
        }
        let number: f32 = number.extract()?;
        let place =
            parameter(&mut avoidance, &key).ok_or_else(|| refuse(format!("avoidance: '{name}' has no '{key}'")))?;
        *place = number;
    }
    Ok(avoidance)
}

const MODELS: &str = "'orca', 'vision', 'social force', 'collision-free speed', 'weidmann' or 'nothing'";

fn named(name: &str) -> Option<Avoidance> {
    Some(match name {
        "orca" => Avoidance::default(),
        "vision" => Avoidance::Vision(crowd::Vision::default()),
        "social force" => Avoidance::SocialForce(crowd::SocialForce::default()),
        "collision-free speed" => Avoidance::CollisionFreeSpeed(crowd::CollisionFreeSpeed::default()),
        "weidmann" => Avoidance::Weidmann(crowd::Weidmann::default()),
        "nothing" => Avoidance::Nothing,
        _ => return None,
    })
}

/// A parameter of an avoidance profile, by its name; the crowd checks its number.
fn parameter<'a>(avoidance: &'a mut Avoidance, key: &str) -> Option<&'a mut f32> {
    Some(match avoidance {
        Avoidance::Orca(orca) => match key {
            "neighbour_distance" => &mut orca.neighbour_distance,
            "horizon" => &mut orca.horizon,
            "wall_horizon" => &mut orca.wall_horizon,
            _ => return None,
        },
        Avoidance::Vision(vision) => match key {
            "horizon" => &mut vision.horizon,
            "field" => &mut vision.field,
            "relaxation" => &mut vision.relaxation,
            "stiffness" => &mut vision.stiffness,
            _ => return None,
        },
        Avoidance::SocialForce(force) => match key {
            "relaxation" => &mut force.relaxation,
            "strength" => &mut force.strength,
            "range" => &mut force.range,
            "stiffness" => &mut force.stiffness,
            _ => return None,
        },
        Avoidance::CollisionFreeSpeed(model) => match key {
            "time_gap" => &mut model.time_gap,
            "strength" => &mut model.strength,
            "range" => &mut model.range,
            "wall_strength" => &mut model.wall_strength,
            "wall_range" => &mut model.wall_range,
            _ => return None,
        },
        Avoidance::Weidmann(model) => match key {
            "gamma" => &mut model.gamma,
            "jam_density" => &mut model.jam_density,
            "time_gap" => &mut model.time_gap,
            "strength" => &mut model.strength,
            "range" => &mut model.range,
            "wall_strength" => &mut model.wall_strength,
            "wall_range" => &mut model.wall_range,
            _ => return None,
        },
        Avoidance::Nothing => return None,
    })
}
