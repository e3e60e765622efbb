//! Scenarios from code: everything that a file can say, without one.

mod journey;
mod thing;

use navigant_crowd::{Avoidance, Crowd, Planning};
use navigant_files::internals::KeyedInternals as _;
use navigant_files::scenario::{
    Edit, EditKind, Goal, GoalField, Group, Journey, Keyed, OnArrival, Places, RandomEdits, Scenario,
};
use navigant_files::{FileError, TextPosition};
use navigant_mesh::{Outline, Point};

/// A scenario that is being put together.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_simulation::{People, ScenarioBuilder, Simulation, Until};
///
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [50.0, 20.0]))?;
/// let scenario = ScenarioBuilder::new()
///     .people(People::new(40).starting_in([[1.0, 1.0], [15.0, 1.0], [15.0, 19.0], [1.0, 19.0]]).going_to([48.0, 10.0]))
///     .people(People::new(10).coming_per_second(2.0).radius(0.2..=0.3).going_to([2.0, 10.0]))
///     .insert_at(2.0, "cart", Outline::rectangle([24.0, 6.0], [26.0, 14.0]))
///     .remove_at(8.0, "cart")
///     .build()?;
/// let mut simulation = Simulation::spawn(map, &scenario, |_| {})?;
/// while !simulation.is_done(Until::Steps(100))? {
///     simulation.step()?;
/// }
/// assert_eq!(simulation.figures().edits, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScenarioBuilder {
    scenario: Scenario,
    /// By group: the queues and exits that it names.
    named: Vec<journey::Named>,
}

/// Some who start, walk and arrive alike: a source.
///
/// ```
/// use navigant_files::scenario::OnArrival;
/// use navigant_simulation::{People, ScenarioBuilder};
/// let commuters = People::new(50).starting_in([[0.0, 0.0], [4.0, 0.0], [4.0, 10.0], [0.0, 10.0]]).going_to([38.0, 5.0]);
/// let scenario = ScenarioBuilder::new()
///     .people(commuters.radius(0.2..=0.3).speed(1.0..=1.6).then(OnArrival::Leave))
///     .build()?;
/// assert_eq!(scenario.agent_count(), 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct People {
    group: Group,
    named: journey::Named,
}

/// A value that stands in no file.
fn said<T>(value: T) -> Keyed<T> {
    Keyed { value, key: String::new(), place: TextPosition { line: 0, column: 0 } }
}

fn polygon<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Vec<Point> {
    points.into_iter().map(Into::into).collect()
}

impl People {
    /// A number of pedestrians; they start anywhere, want to get 10 to 100 m away and leave when they are there.
    pub fn new(count: u32) -> People {
        let (radius, speed) = ([0.25; 2], [1.3; 2]);
        People {
            group: Group {
                count: said(count),
                area: None,
                radius,
                speed,
                comfort: [0.0; 2],
                avoidance: Avoidance::default(),
                per_second: None,
                together: 1,
                district: 0,
                goal: said(Goal::Away([10.0, 100.0])),
                field: None,
                arrival: OnArrival::Leave,
                journey: Journey::default(),
                wishes: None,
                wishes_until: None,
            },
            named: journey::Named::default(),
        }
    }

    /// They start in a polygon.
    #[must_use]
    pub fn starting_in<P: Into<Point>>(mut self, area: impl IntoIterator<Item = P>) -> People {
        self.group.area = Some(said(polygon(area)));
        self
    }

    /// They come one after the other, at a mean rate a second; all at once unless told.
    #[must_use]
    pub fn coming_per_second(mut self, per_second: f64) -> People {
        self.group.per_second = Some(per_second);
        self
    }

    /// All to one place.
    #[must_use]
    pub fn going_to(mut self, place: impl Into<Point>) -> People {
        self.group.goal = said(Goal::At(place.into()));
        self
    }

    /// They follow one field to their goal instead of a route each: for [one place](Self::going_to) that many go to. Cells have a size in
    /// metres; a person a square metre makes a way longer by a share of it, which may be 0.
    #[must_use]
    pub fn following_field(mut self, cell: f64, density: f64) -> People {
        self.group.field = Some(GoalField { cell, density });
        self
    }

    /// Each to a place of its own in a polygon.
    #[must_use]
    pub fn going_into<P: Into<Point>>(mut self, area: impl IntoIterator<Item = P>) -> People {
        self.group.goal = said(Goal::In(polygon(area)));
        self
    }

    /// Each to a place of its own, so far away in a straight line, in metres.
    #[must_use]
    pub fn going_away(mut self, distance: std::ops::RangeInclusive<f64>) -> People {
        self.group.goal = said(Goal::Away([*distance.start(), *distance.end()]));
        self
    }

    /// What they do when they have arrived.
    #[must_use]
    pub fn then(mut self, arrival: OnArrival) -> People {
        self.group.arrival = arrival;
        self
    }

    /// The least and the largest radius, in metres.
    #[must_use]
    pub fn radius(mut self, radius: std::ops::RangeInclusive<f64>) -> People {
        self.group.radius = [*radius.start(), *radius.end()];
        self
    }

    /// The least and the largest speed, in metres a second.
    #[must_use]
    pub fn speed(mut self, speed: std::ops::RangeInclusive<f64>) -> People {
        self.group.speed = [*speed.start(), *speed.end()];
        self
    }

    /// How much farther than their radius they like to keep from corners, the least and the most, in metres; each draws its own.
    #[must_use]
    pub fn comfort(mut self, comfort: std::ops::RangeInclusive<f64>) -> People {
        self.group.comfort = [*comfort.start(), *comfort.end()];
        self
    }

    /// How they avoid others.
    #[must_use]
    pub fn avoidance(mut self, avoidance: Avoidance) -> People {
        self.group.avoidance = avoidance;
        self
    }

    /// The size of the social groups in which they keep together.
    #[must_use]
    pub fn in_groups_of(mut self, count: u32) -> People {
        self.group.together = count;
        self
    }

    /// What they wish of their paths, such as `"avoid in grass weight 5; never in sight of guard"`.
    #[must_use]
    pub fn wishing(mut self, wishes: impl Into<String>) -> People {
        self.group.wishes = Some(said(wishes.into()));
        self
    }

    /// They wish so until a time, in seconds.
    #[must_use]
    pub fn until(mut self, seconds: f64) -> People {
        self.group.wishes_until = Some(seconds);
        self
    }

    /// Whose planning budget they share.
    #[must_use]
    pub fn district(mut self, district: u8) -> People {
        self.group.district = district;
        self
    }
}

impl Default for ScenarioBuilder {
    fn default() -> ScenarioBuilder {
        ScenarioBuilder::new()
    }
}

impl ScenarioBuilder {
    /// A scenario without people: seed 0, steps of 0.1 s, edits are noticed at once.
    pub fn new() -> ScenarioBuilder {
        let scenario = Scenario {
            about: String::new(),
            scene: said(String::new()),
            seed: 0,
            dt: Crowd::DT,
            steps: 600,
            planning: Planning::default(),
            agents: Vec::new(),
            places: Places::default(),
            things: Vec::new(),
            edits: Vec::new(),
            random_edits: None,
        };
        ScenarioBuilder { scenario, named: Vec::new() }
    }

    /// What it is about, in a sentence.
    #[must_use]
    pub fn about(mut self, about: impl Into<String>) -> ScenarioBuilder {
        self.scenario.about = about.into();
        self
    }

    /// What everything random follows from.
    #[must_use]
    pub fn seed(mut self, seed: u32) -> ScenarioBuilder {
        self.scenario.seed = u64::from(seed);
        self
    }

    /// Seconds a step.
    #[must_use]
    pub fn dt(mut self, dt: f64) -> ScenarioBuilder {
        self.scenario.dt = dt;
        self
    }

    /// How many steps it lasts unless told otherwise; 600 if it is not said.
    #[must_use]
    pub fn steps(mut self, steps: u64) -> ScenarioBuilder {
        self.scenario.steps = steps;
        self
    }

    /// How agents plan, and when they learn of edits.
    #[must_use]
    pub fn planning(mut self, planning: Planning) -> ScenarioBuilder {
        self.scenario.planning = planning;
        self
    }

    /// Some more people. The first are source 0 of the crowd, the next source 1, and so on.
    #[must_use]
    pub fn people(mut self, people: People) -> ScenarioBuilder {
        self.scenario.agents.push(people.group);
        self.named.push(people.named);
        self
    }

    /// An obstacle comes at a time, in seconds; it has a name, by which it can go again.
    #[must_use]
    pub fn insert_at(mut self, at: f64, name: impl Into<String>, outline: Outline) -> ScenarioBuilder {
        self.scenario.edits.push(Edit { at, change: said(EditKind::Insert(outline, Some(name.into()))) });
        self
    }

    /// The obstacle of a name goes at a time, in seconds.
    #[must_use]
    pub fn remove_at(mut self, at: f64, name: impl Into<String>) -> ScenarioBuilder {
        self.scenario.edits.push(Edit { at, change: said(EditKind::Remove(name.into())) });
        self
    }

    /// Boxes come and go at random places.
    #[must_use]
    pub fn random_edits(mut self, edits: RandomEdits) -> ScenarioBuilder {
        self.scenario.random_edits = Some(edits);
        self
    }

    /// The scenario, if a file could say the same: it is held to the same rules.
    ///
    /// # Errors
    /// [`FileError`] names what is wrong, by the key it would have in a file.
    pub fn build(mut self) -> Result<Scenario, FileError> {
        self.find_places()?;
        let scenario = &mut self.scenario;
        for (index, group) in scenario.agents.iter_mut().enumerate() {
            group.count.key = format!("agents[{index}].count");
            group.goal.key = format!("agents[{index}].goal");
            if let Some(area) = &mut group.area {
                area.key = format!("agents[{index}].area");
            }
        }
        for (index, thing) in scenario.things.iter_mut().enumerate() {
            thing.name.key = format!("things[{index}]");
        }
        scenario.edits.sort_by(|a, b| a.at.total_cmp(&b.at));
        for (index, edit) in scenario.edits.iter_mut().enumerate() {
            edit.change.key = format!("edits[{index}]");
        }
        if let Some(group) =
            scenario.agents.iter().find(|group| group.field.is_some() && !matches!(group.goal.value, Goal::At(_)))
        {
            return Err(group.goal.refuse("a field is shared by those with one goal: use going_to"));
        }
        Scenario::parse(scenario.to_text().as_bytes()).map_err(|error| FileError { place: None, ..error })?;
        Ok(self.scenario)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(people: People) -> String {
        ScenarioBuilder::new().people(people).build().unwrap_err().to_string()
    }

    #[test]
    fn what_a_file_may_not_say_code_may_not_either() {
        assert!(ScenarioBuilder::new().build().is_err(), "nobody is here");
        for bad in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
            let one = People::new(1);
            assert!(refused(one.clone().radius(bad..=bad)).contains("radius") || bad.is_nan());
            refused(one.clone().speed(bad..=bad));
            refused(one.clone().coming_per_second(bad));
            refused(one.clone().going_away(bad..=bad));
            assert!(ScenarioBuilder::new().people(one.clone()).dt(bad).build().is_err());
            assert!(ScenarioBuilder::new().people(one).remove_at(bad, "nothing").build().is_err());
        }
        assert!(refused(People::new(0)).contains("agents[0].count"));
        assert!(refused(People::new(1).starting_in([[0.0, 0.0], [1.0, 0.0]])).contains("agents[0].area"));
    }
}
