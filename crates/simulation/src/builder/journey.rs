//! Journeys from code.

use super::{People, ScenarioBuilder, polygon, said};
use navigant_files::FileError;
use navigant_files::internals::KeyedInternals as _;
use navigant_files::scenario::{AGES, Choice, Exit, Goal, Keyed, Queue, Speeds, Stairs, Stop, StopPlace, WhenFull};
use navigant_mesh::Point;
use std::ops::RangeInclusive;

/// The places that some people name; they are looked up when the scenario is built.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    /// By stop: the name of its queue.
    queues: Vec<Option<String>>,
    exits: Vec<String>,
}

impl People {
    /// They stand for some seconds, each its own number of them, before they set out.
    #[must_use]
    pub fn premovement(mut self, seconds: RangeInclusive<f64>) -> People {
        self.group.journey.premovement = Some([*seconds.start(), *seconds.end()]);
        self
    }

    /// Shares of the ages under 30, 30 to 50, over 50, and of the impaired: speeds by RiMEA's table.
    #[must_use]
    pub fn ages(mut self, shares: [f64; 4]) -> People {
        let there = AGES.iter().zip(shares).filter(|(_, share)| *share > 0.0).map(|((_, range), _)| range);
        let least = there.clone().map(|range| range[0]).fold(f64::INFINITY, f64::min);
        self.group.speed = [least, there.map(|range| range[1]).fold(0.0, f64::max)];
        self.group.journey.speeds = Some(Speeds::Ages(shares));
        self
    }

    /// Speeds of a normal distribution, cut at the [range](People::speed) given, in metres a second.
    #[must_use]
    pub fn normal_speed(mut self, mean: f64, deviation: f64) -> People {
        self.group.journey.speeds = Some(Speeds::Normal { mean, deviation });
        self
    }

    /// They arrive one by one, at a mean rate (agents per second) that changes at given times (seconds).
    #[must_use]
    pub fn coming_by(mut self, schedule: impl IntoIterator<Item = (f64, f64)>) -> People {
        self.group.journey.schedule = schedule.into_iter().map(|(from, rate)| [from, rate]).collect();
        self
    }

    /// First to a place, where they wait for some seconds, each its own number of them.
    #[must_use]
    pub fn stopping_at(self, place: impl Into<Point>, wait: RangeInclusive<f64>) -> People {
        self.stopping(StopPlace::At(place.into()), wait, None)
    }

    /// First into a polygon, each to a spot of its own, where they wait.
    #[must_use]
    pub fn stopping_in<P: Into<Point>>(self, area: impl IntoIterator<Item = P>, wait: RangeInclusive<f64>) -> People {
        self.stopping(StopPlace::In(polygon(area)), wait, None)
    }

    /// First to a [queue](ScenarioBuilder::queue), until they have been served.
    #[must_use]
    pub fn queueing_at(self, queue: impl Into<String>) -> People {
        self.stopping(StopPlace::Queue(0), 0.0..=0.0, Some(queue.into()))
    }

    fn stopping(mut self, place: StopPlace, wait: RangeInclusive<f64>, queue: Option<String>) -> People {
        self.group.journey.stops.push(said(Stop { place, wait: [*wait.start(), *wait.end()] }));
        self.named.queues.push(queue);
        self
    }

    /// Out, by one of some [exits](ScenarioBuilder::exit).
    #[must_use]
    pub fn leaving_by<S: Into<String>>(mut self, exits: impl IntoIterator<Item = S>, choice: Choice) -> People {
        self.named.exits = exits.into_iter().map(Into::into).collect();
        self.group.goal = said(Goal::Exits(Vec::new(), choice));
        self
    }
}

impl ScenarioBuilder {
    /// An exit; `width`, in metres, is what those reckon with who take the quickest.
    #[must_use]
    pub fn exit<P: Into<Point>>(
        mut self,
        name: impl Into<String>,
        area: impl IntoIterator<Item = P>,
        width: f64,
    ) -> ScenarioBuilder {
        self.scenario.places.exits.push(said(Exit { name: name.into(), area: polygon(area), width }));
        self
    }

    /// A queue along a line, the head first: how long one is served, in seconds, and what whoever finds it full does.
    #[must_use]
    pub fn queue<P: Into<Point>>(
        mut self,
        name: impl Into<String>,
        line: impl IntoIterator<Item = P>,
        service: RangeInclusive<f64>,
        when_full: WhenFull,
    ) -> ScenarioBuilder {
        let (line, spacing) = (polygon(line), 0.8);
        let length: f64 = line.iter().zip(line.iter().skip(1)).map(|(a, b)| a.distance(*b)).sum();
        // What is no length is refused when the scenario is built.
        let most = (length / spacing + 1e-9).floor().min(1e5) as u32 + 1;
        let service = [*service.start(), *service.end()];
        self.scenario.places.queues.push(said(Queue { name: name.into(), line, service, spacing, most, when_full }));
        self
    }

    /// A queue with everything about it, also how far apart its places are and how many there are.
    #[must_use]
    pub fn queue_of(mut self, queue: Queue) -> ScenarioBuilder {
        self.scenario.places.queues.push(said(queue));
        self
    }

    /// Stairs: `up` leads up, and these shares of the speed on the level are left upwards and downwards. Without `up` all
    /// directions are alike: the first share is left.
    #[must_use]
    pub fn stairs<P: Into<Point>>(
        mut self,
        name: impl Into<String>,
        area: impl IntoIterator<Item = P>,
        up: impl Into<Option<[f64; 2]>>,
        [ascending, descending]: [f64; 2],
    ) -> ScenarioBuilder {
        let stairs = Stairs { name: name.into(), area: polygon(area), up: up.into(), ascending, descending };
        self.scenario.places.stairs.push(said(stairs));
        self
    }

    /// Looks up the places that people name.
    pub(super) fn find_places(&mut self) -> Result<(), FileError> {
        let places = &mut self.scenario.places;
        for (index, exit) in places.exits.iter_mut().enumerate() {
            exit.key = format!("exits[{index}]");
        }
        for (index, queue) in places.queues.iter_mut().enumerate() {
            queue.key = format!("queues[{index}]");
        }
        for (index, stairs) in places.stairs.iter_mut().enumerate() {
            stairs.key = format!("stairs[{index}]");
        }
        for (index, (group, named)) in self.scenario.agents.iter_mut().zip(&self.named).enumerate() {
            let found = |keyed: &Keyed<()>, kind: &str, name: &str, at: Option<usize>| {
                at.ok_or_else(|| keyed.refuse(format!("there is no {kind} {name:?}")))
            };
            for (at, (stop, queue)) in group.journey.stops.iter_mut().zip(&named.queues).enumerate() {
                stop.key = format!("agents[{index}].stops[{at}]");
                let Some(name) = queue else { continue };
                let keyed = Keyed { value: (), key: stop.key.clone(), place: stop.place };
                let queue = places.queues.iter().position(|queue| queue.value.name == *name);
                stop.value.place = StopPlace::Queue(found(&keyed, "queue", name, queue)?);
            }
            if let Goal::Exits(exits, _) = &mut group.goal.value {
                let keyed = Keyed { value: (), key: format!("agents[{index}].goal"), place: group.goal.place };
                let all = named.exits.iter().map(|name| {
                    let exit = places.exits.iter().position(|exit| exit.value.name == *name);
                    found(&keyed, "exit", name, exit)
                });
                *exits = all.collect::<Result<_, _>>()?;
            }
        }
        Ok(())
    }
}
