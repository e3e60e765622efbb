//! Groups of people from code.

use super::{polygon, said};
use navigant_crowd::Avoidance;
use navigant_files::FileError;
use navigant_files::internals::KeyedInternals as _;
use navigant_files::scenario::{
    AGES, Choice, Goal, GoalField, Group, Journey, Keyed, OnArrival, Places, Speeds, Stop, StopPlace,
};
use navigant_mesh::Point;

/// Some who start, walk and arrive alike: a source.
///
/// ```
/// use navigant_simulation::{People, ScenarioBuilder};
/// let commuters = People { radius: [0.2, 0.3], speed: [1.0, 1.6], ..People::new(50) };
/// let commuters = commuters.starting_in([[0.0, 0.0], [4.0, 0.0], [4.0, 10.0], [0.0, 10.0]]).going_to([38.0, 5.0]);
/// let scenario = ScenarioBuilder::new().people(commuters).build()?;
/// assert_eq!(scenario.agents[0].count.value, 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct People {
    /// How many; at least one.
    pub count: u32,
    /// The polygon they start in; anywhere if there is none.
    pub area: Option<Vec<Point>>,
    /// The least and the largest radius, in metres.
    pub radius: [f64; 2],
    /// The least and the largest speed, in metres a second; by their ages with [`Speeds::Ages`].
    pub speed: [f64; 2],
    /// How their speeds are distributed between the least and the largest; evenly if it is none.
    pub speeds: Option<Speeds>,
    /// How much farther than their radius they like to keep from corners, the least and the most, in metres; each draws its own.
    pub comfort: [f64; 2],
    /// How they avoid others.
    pub avoidance: Avoidance,
    /// How many come in a second, on average; all at once if it is none.
    pub per_second: Option<f64>,
    /// How many come in a second, from given times on: `[seconds, agents a second]`; instead of one rate.
    pub schedule: Vec<[f64; 2]>,
    /// How long they stand before they set out, in seconds: the least and the most.
    pub premovement: Option<[f64; 2]>,
    /// The size of the social groups in which they keep together; 1 for none.
    pub together: u32,
    /// Whose planning budget they share.
    pub district: u8,
    /// Where they go before their goal, in order.
    pub stops: Vec<Visit>,
    /// Where they want to get to.
    pub goal: Destination,
    /// The field that they follow to their goal instead of a route each, which must be [one place](Destination::At) or
    /// [exits](Destination::Exits) then; none unless told.
    pub field: Option<GoalField>,
    /// What they do there.
    pub arrival: OnArrival,
    /// What they wish of their paths, such as `"avoid in grass weight 5; never in sight of guard"`.
    pub wishes: Option<String>,
    /// Until when they wish it, in seconds; for ever if it is none.
    pub wishes_until: Option<f64>,
}

/// Where [`People`] want to get to.
#[derive(Clone, Debug, PartialEq)]
pub enum Destination {
    /// All to one place.
    At(Point),
    /// Each to a place of its own in a polygon.
    In(Vec<Point>),
    /// Each to a place of its own at a straight-line distance from the least to the most of these, in metres.
    Away([f64; 2]),
    /// Out, by one of the [exits](super::ScenarioBuilder::exits) of these names.
    Exits(Vec<String>, Choice),
}

/// A stop of [`People`] on the way to their goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Visit {
    /// At a place, where they wait: the least and the most seconds.
    At(Point, [f64; 2]),
    /// Each at a place of its own in a polygon, where they wait: the least and the most seconds.
    In(Vec<Point>, [f64; 2]),
    /// In the [queue](super::ScenarioBuilder::queues) of this name, until they have been served.
    Queue(String),
}

impl People {
    /// A number of pedestrians; they start anywhere, want to get 10 to 100 m away and leave when they are there.
    pub fn new(count: u32) -> People {
        People {
            count,
            area: None,
            radius: [0.25; 2],
            speed: [1.3; 2],
            speeds: None,
            comfort: [0.0; 2],
            avoidance: Avoidance::default(),
            per_second: None,
            schedule: Vec::new(),
            premovement: None,
            together: 1,
            district: 0,
            stops: Vec::new(),
            goal: Destination::Away([10.0, 100.0]),
            field: None,
            arrival: OnArrival::Leave,
            wishes: None,
            wishes_until: None,
        }
    }

    /// They start in a polygon.
    #[must_use]
    pub fn starting_in<P: Into<Point>>(self, area: impl IntoIterator<Item = P>) -> People {
        People { area: Some(polygon(area)), ..self }
    }

    /// All to one place.
    #[must_use]
    pub fn going_to(self, place: impl Into<Point>) -> People {
        People { goal: Destination::At(place.into()), ..self }
    }

    /// Each to a place of its own in a polygon.
    #[must_use]
    pub fn going_into<P: Into<Point>>(self, area: impl IntoIterator<Item = P>) -> People {
        People { goal: Destination::In(polygon(area)), ..self }
    }

    /// Out, by one of some [exits](super::ScenarioBuilder::exit).
    #[must_use]
    pub fn leaving_by<S: Into<String>>(self, exits: impl IntoIterator<Item = S>, choice: Choice) -> People {
        People { goal: Destination::Exits(exits.into_iter().map(Into::into).collect(), choice), ..self }
    }

    /// What a file would say of them, with the places that they name looked up.
    pub(super) fn group(self, index: usize, places: &Places) -> Result<Group, FileError> {
        let key = |name: &str| format!("agents[{index}].{name}");
        let stops = self.stops.into_iter().enumerate();
        let stops = stops.map(|(at, visit)| stop(visit, key(&format!("stops[{at}]")), places));
        let journey = Journey {
            premovement: self.premovement,
            speeds: self.speeds,
            schedule: self.schedule,
            stops: stops.collect::<Result<_, _>>()?,
        };
        let speed = match self.speeds {
            Some(Speeds::Ages(shares)) => range_of_ages(shares),
            _ => self.speed,
        };
        Ok(Group {
            count: said(self.count, key("count")),
            area: self.area.map(|area| said(area, key("area"))),
            radius: self.radius,
            speed,
            comfort: self.comfort,
            avoidance: self.avoidance,
            per_second: self.per_second,
            together: self.together,
            district: self.district,
            goal: goal(self.goal, key("goal"), places)?,
            field: self.field,
            arrival: self.arrival,
            journey,
            wishes: self.wishes.map(|wishes| said(wishes, String::new())),
            wishes_until: self.wishes_until,
        })
    }
}

/// The least and the largest speed of the ages that there are.
fn range_of_ages(shares: [f64; 4]) -> [f64; 2] {
    let there = AGES.iter().zip(shares).filter(|(_, share)| *share > 0.0).map(|((_, range), _)| range);
    let least = there.clone().map(|range| range[0]).fold(f64::INFINITY, f64::min);
    [least, there.map(|range| range[1]).fold(0.0, f64::max)]
}

fn stop(visit: Visit, key: String, places: &Places) -> Result<Keyed<Stop>, FileError> {
    let (place, wait) = match visit {
        Visit::At(place, wait) => (StopPlace::At(place), wait),
        Visit::In(area, wait) => (StopPlace::In(area), wait),
        Visit::Queue(name) => {
            let queue = places.queues.iter().position(|queue| queue.value.name == name);
            let queue = queue.ok_or_else(|| said((), key.clone()).refuse(format!("there is no queue {name:?}")))?;
            (StopPlace::Queue(queue), [0.0; 2])
        }
    };
    Ok(said(Stop { place, wait }, key))
}

fn goal(destination: Destination, key: String, places: &Places) -> Result<Keyed<Goal>, FileError> {
    let goal = match destination {
        Destination::At(place) => Goal::At(place),
        Destination::In(area) => Goal::In(area),
        Destination::Away(distance) => Goal::Away(distance),
        Destination::Exits(names, choice) => {
            let exit = |name: &String| {
                let exit = places.exits.iter().position(|exit| exit.value.name == *name);
                exit.ok_or_else(|| said((), key.clone()).refuse(format!("there is no exit {name:?}")))
            };
            Goal::Exits(names.iter().map(exit).collect::<Result<_, _>>()?, choice)
        }
    };
    Ok(said(goal, key))
}
