//! An exception for each error of the library: the class stands in `navigant/errors.py`, the place is in its attributes.

use crate::agent::AgentId;
use crate::map::ObstacleId;
use navigant::crowd::{BadAgent, BadAim, BadSnapshot, BadStep, UnknownAgent};
use navigant::files::FileError;
use navigant::mesh::{BadMap, BadOutline, BadSave, NotMoved, Point, UnknownObstacle};
use navigant::search::plane::NoPath;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An exception under way: its class, what it says, its attributes.
pub(crate) struct Raise<'py> {
    py: Python<'py>,
    class: &'static str,
    message: String,
    place: Bound<'py, PyDict>,
}

impl<'py> Raise<'py> {
    pub(crate) fn new(py: Python<'py>, class: &'static str, message: impl Into<String>) -> Raise<'py> {
        Raise { py, class, message: message.into(), place: PyDict::new(py) }
    }

    /// The same with an attribute.
    pub(crate) fn with(self, name: &str, value: impl IntoPyObject<'py>) -> Raise<'py> {
        // A dictionary takes any string as a key; without memory the attribute is missing.
        let _ = self.place.set_item(name, value);
        self
    }

    fn at(self, name: &str, point: Point) -> Raise<'py> {
        self.with(name, (point.x, point.y))
    }

    pub(crate) fn error(self) -> PyErr {
        let class = self.py.import("navigant.errors").and_then(|module| module.getattr(self.class));
        match class.and_then(|class| class.call((self.message,), Some(&self.place))) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }
}

/// A bug of the library, not of the call.
pub(crate) fn internal(message: &str) -> PyErr {
    Python::attach(|py| Raise::new(py, "InternalError", message).error())
}

/// An error of the library that becomes an exception.
pub(crate) trait Raised {
    fn raised(&self, py: Python<'_>) -> PyErr;
}

/// The place of what is wrong with an outline.
fn outline<'py>(raise: Raise<'py>, reason: &BadOutline) -> Raise<'py> {
    match *reason {
        BadOutline::Empty { ring } => raise.with("reason", "empty").with("ring", ring),
        BadOutline::NotFinite { ring, index, point } => {
            raise.with("reason", "not finite").with("ring", ring).with("vertex", index).at("point", point)
        }
        BadOutline::TooFar { ring, index, point } => {
            raise.with("reason", "too far").with("ring", ring).with("vertex", index).at("point", point)
        }
        BadOutline::NoArea => raise.with("reason", "no area"),
    }
}

impl Raised for BadOutline {
    fn raised(&self, py: Python<'_>) -> PyErr {
        outline(Raise::new(py, "BadOutline", self.to_string()), self).error()
    }
}

impl Raised for BadMap {
    fn raised(&self, py: Python<'_>) -> PyErr {
        let raise = Raise::new(py, "BadMap", self.to_string());
        let of = |raise: Raise<'_>, kind: &str, index: usize, reason: &BadOutline| {
            outline(raise.with("kind", kind).with("index", index), reason).error()
        };
        match self {
            BadMap::NoFloor => raise.with("reason", "no floor").error(),
            BadMap::Extent(_) => raise.with("reason", "extent").error(),
            BadMap::Floor { index, reason } => of(raise, "floor", *index, reason),
            BadMap::Obstacle { index, reason } => of(raise, "obstacle", *index, reason),
            BadMap::Region { index, reason } => of(raise, "region", *index, reason),
        }
    }
}

impl Raised for UnknownObstacle {
    fn raised(&self, py: Python<'_>) -> PyErr {
        Raise::new(py, "UnknownObstacle", self.to_string()).with("id", ObstacleId(self.0)).error()
    }
}

impl Raised for NotMoved {
    fn raised(&self, py: Python<'_>) -> PyErr {
        match self {
            NotMoved::Unknown(unknown) => unknown.raised(py),
            NotMoved::Outline(reason) => reason.raised(py),
        }
    }
}

impl Raised for NoPath {
    fn raised(&self, py: Python<'_>) -> PyErr {
        let raise = Raise::new(py, "NoPath", self.to_string());
        let near = |raise: Raise<'_>, point: &Option<Point>| match point {
            Some(point) => raise.at("place", *point).error(),
            None => raise.error(),
        };
        match self {
            NoPath::NotFinite(point) => raise.with("reason", "not finite").at("place", *point).error(),
            NoPath::BadRadius(radius) => raise.with("reason", "bad radius").with("radius", *radius).error(),
            NoPath::BadComfort(_) => raise.with("reason", "bad comfort").error(),
            NoPath::NoRoomAtStart { largest, nearest } => {
                near(raise.with("reason", "no room at start").with("radius", *largest), nearest)
            }
            NoPath::NoRoomAtGoal { largest, nearest } => {
                near(raise.with("reason", "no room at goal").with("radius", *largest), nearest)
            }
            NoPath::TooNarrow { widest, place, .. } => {
                raise.with("reason", "too narrow").with("radius", *widest).at("place", *place).error()
            }
            NoPath::StartOutside { nearest } => near(raise.with("reason", "start outside"), nearest),
            NoPath::GoalOutside { nearest } => near(raise.with("reason", "goal outside"), nearest),
            NoPath::Disconnected { nearest_reachable } => {
                raise.with("reason", "disconnected").at("place", *nearest_reachable).error()
            }
            NoPath::BudgetSpent { best: _, lower } => {
                raise.with("reason", "budget spent").with("lower_bound", *lower).error()
            }
            NoPath::Inconsistent { .. } => internal(&self.to_string()),
        }
    }
}

impl Raised for BadAgent {
    fn raised(&self, py: Python<'_>) -> PyErr {
        bad_agent(py, self, None)
    }
}

/// Why an agent is refused; of many, which one.
pub(crate) fn bad_agent(py: Python<'_>, error: &BadAgent, index: Option<usize>) -> PyErr {
    if let BadAgent::Unknown(id) = error {
        return UnknownAgent(*id).raised(py);
    }
    let message = index.map_or_else(|| error.to_string(), |index| format!("agent {index}: {error}"));
    let raise = Raise::new(py, "BadAgent", message).with("index", index);
    match *error {
        BadAgent::NotFinite(point) => raise.with("reason", "not finite").at("place", point).error(),
        BadAgent::Radius { radius, .. } => raise.with("reason", "radius").with("radius", radius).error(),
        BadAgent::Speed(speed) => raise.with("reason", "speed").with("speed", speed).error(),
        BadAgent::Comfort(_) => raise.with("reason", "comfort").error(),
        BadAgent::Avoidance => raise.with("reason", "avoidance").error(),
        BadAgent::NoRoom { position, largest } => {
            raise.with("reason", "no room").at("place", position).with("radius", largest).error()
        }
        BadAgent::OtherMap => raise.with("reason", "other map").error(),
        BadAgent::TooMany | BadAgent::Unknown(_) => raise.with("reason", "too many").error(),
    }
}

impl Raised for UnknownAgent {
    fn raised(&self, py: Python<'_>) -> PyErr {
        Raise::new(py, "UnknownAgent", self.to_string()).with("id", AgentId(self.0)).error()
    }
}

impl Raised for BadAim {
    fn raised(&self, py: Python<'_>) -> PyErr {
        match self {
            BadAim::Unknown(id) => UnknownAgent(*id).raised(py),
            BadAim::Impossible(_) => Raise::new(py, "BadAim", self.to_string()).error(),
        }
    }
}

impl Raised for BadStep {
    fn raised(&self, py: Python<'_>) -> PyErr {
        let raise = Raise::new(py, "BadStep", self.to_string());
        match self {
            BadStep::Time(dt) => raise.with("dt", *dt).error(),
            BadStep::OtherMap => raise.error(),
        }
    }
}

impl Raised for FileError {
    fn raised(&self, py: Python<'_>) -> PyErr {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        let place = self.place.map(|place| (place.line, place.column)).unzip();
        Raise::new(py, "BadFile", self.to_string())
            .with("file", file)
            .with("line", place.0)
            .with("column", place.1)
            .error()
    }
}

impl Raised for BadSave {
    fn raised(&self, py: Python<'_>) -> PyErr {
        Raise::new(py, "BadSave", self.to_string()).error()
    }
}

impl Raised for BadSnapshot {
    fn raised(&self, py: Python<'_>) -> PyErr {
        Raise::new(py, "BadSave", self.to_string()).error()
    }
}
