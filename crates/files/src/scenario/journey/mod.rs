//! Journeys: when people set out, how fast they walk by age, where they stop, wait and queue, and which exit they take.

pub(super) mod check;
pub(super) mod raw;
pub(super) mod write;

use navigant_geometry::Point;

use super::Keyed;

/// Places that agents of any group go to or walk over, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// Where agents leave.
    pub exits: Vec<Keyed<Exit>>,
    /// Where agents stand in line.
    pub queues: Vec<Keyed<Queue>>,
    /// Where everyone is slower.
    pub stairs: Vec<Keyed<Stairs>>,
}

/// An exit: whose centre is inside has left.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit {
    /// Its name.
    pub name: String,
    /// Its polygon.
    pub area: Vec<Point>,
    /// How wide it is, in metres, for those who take the quickest; the longest side of the polygon unless told.
    pub width: f64,
}

/// A line of people who wait to be served one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    /// Its name.
    pub name: String,
    /// Where they stand: from the first one's place on.
    pub line: Vec<Point>,
    /// How long one is served, in seconds: the least and the most.
    pub service: [f64; 2],
    /// From one to the next, in metres.
    pub spacing: f64,
    /// How many have a place.
    pub most: u32,
    /// What one does who finds no place.
    pub when_full: WhenFull,
}

/// What an agent does that finds a queue full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhenFull {
    /// The run ends with an error that names group, queue and time.
    #[default]
    Refuse,
    /// It waits where it is until there is a place.
    Wait,
    /// It goes on without having been served.
    Skip,
}

/// A slow region: stairs in plan, or rough ground. Routes do not avoid it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stairs {
    /// Their name.
    pub name: String,
    /// Their polygon.
    pub area: Vec<Point>,
    /// The direction that leads up; none where all directions are alike.
    pub up: Option<[f64; 2]>,
    /// The share of its speed at which an agent walks up, or in any direction where none leads up.
    pub ascending: f64,
    /// The share of its speed at which an agent walks down.
    pub descending: f64,
}

/// What the agents of a group do besides walking to a goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journey {
    /// How long they stand before they set out, in seconds: the least and the most.
    pub premovement: Option<[f64; 2]>,
    /// How their speeds are distributed within the group's least and largest; evenly if it is none.
    pub speeds: Option<Speeds>,
    /// How many come in a second, from given times on, in seconds; instead of one rate.
    pub schedule: Vec<[f64; 2]>,
    /// Where they go before their goal, in order.
    pub stops: Vec<Keyed<Stop>>,
}

impl Journey {
    /// Whether they set out at once, for their goal.
    pub(crate) fn is_direct(&self) -> bool {
        self.premovement.is_none() && self.stops.is_empty()
    }

    /// The rate of the schedule at a time, in agents a second.
    pub(crate) fn rate_at(&self, seconds: f64) -> f64 {
        self.schedule.iter().rev().find(|[from, _]| *from <= seconds).map_or(0.0, |[_, rate]| *rate)
    }
}

/// A distribution of walking speeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speeds {
    /// Normal, cut at the group's least and largest speed.
    Normal {
        /// The mean, in metres a second.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
    },
    /// By age, with these shares of the [groups of ages](AGES); evenly within each.
    Ages([f64; 4]),
}

/// Groups of ages as RiMEA's guideline has them (version 3.0, after Weidmann 1993): the name in a scenario, the least and the
/// largest speed on the level, in metres a second.
pub const AGES: [(&str, [f64; 2]); 4] = [
    ("under_30", [0.58, 1.61]),
    ("from_30_to_50", [1.41, 1.54]),
    ("over_50", [0.68, 1.41]),
    ("impaired", [0.46, 0.76]),
];

/// A place on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Where.
    pub place: StopPlace,
    /// How long they wait there, in seconds: the least and the most.
    pub wait: [f64; 2],
}

/// Where a stop is.
#[derive(Clone, Debug, PartialEq)]
pub enum StopPlace {
    /// At a point.
    At(Point),
    /// Each at its own place in a polygon.
    In(Vec<Point>),
    /// In a queue: its number among [`Places::queues`].
    Queue(usize),
}

/// How agents choose one of several exits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The nearest, by the length of the way.
    #[default]
    Nearest,
    /// The one they expect to leave by first, those counted who are ahead of them; they think again on the way.
    Quickest,
    /// Any, with equal probability.
    Random,
}
