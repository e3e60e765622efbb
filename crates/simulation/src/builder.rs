//! Scenarios from code: everything that a file can say, without one. Fields have the names of the file's keys.

mod people;

pub use people::{Destination, People, Visit};

use navigant_crowd::{Crowd, News, Planning};
use navigant_files::internals::KeyedInternals as _;
use navigant_files::scenario::{
    Edit, EditKind, Exit, Goal, Group, Keyed, NamedThing, Places, Queue, RandomEdits, Scenario, Stairs, WhenFull,
};
use navigant_files::{FileError, TextPosition};
use navigant_mesh::{Outline, Point};
use std::ops::RangeInclusive;

/// A scenario that is being put together: settings are fields, what there may be several of is added.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_simulation::{People, ScenarioBuilder, Simulation, Until};
///
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [50.0, 20.0]))?;
/// let start = [[1.0, 1.0], [15.0, 1.0], [15.0, 19.0], [1.0, 19.0]];
/// let later = People { per_second: Some(2.0), radius: [0.2, 0.3], ..People::new(10) };
/// let scenario = ScenarioBuilder { seed: 7, ..ScenarioBuilder::new() }
///     .people(People::new(40).starting_in(start).going_to([48.0, 10.0]))
///     .people(later.going_to([2.0, 10.0]))
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
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioBuilder {
    /// What it is about, in a sentence.
    pub about: String,
    /// What everything random follows from.
    pub seed: u32,
    /// Seconds a step; 0.1 unless told.
    pub dt: f64,
    /// How many steps it lasts unless told otherwise; 600 if it is not said.
    pub steps: u64,
    /// How agents plan, and when they learn of edits.
    pub planning: Planning,
    /// How news passes, if people plan on what they believe and not on the whole map.
    ///
    /// ```
    /// use navigant_crowd::News;
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_simulation::{People, ScenarioBuilder, Simulation};
    ///
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 20.0]))?;
    /// let start = [[1.0, 1.0], [55.0, 1.0], [55.0, 19.0], [1.0, 19.0]];
    /// let scenario = ScenarioBuilder { knowledge: Some(News::default()), ..ScenarioBuilder::new() }
    ///     .people(People::new(60).starting_in(start).going_to([58.0, 10.0]))
    ///     .insert_at(1.0, "cart", Outline::rectangle([50.0, 5.0], [52.0, 15.0]))
    ///     .build()?;
    /// let mut simulation = Simulation::spawn(map, &scenario, |_| {})?;
    /// (0..15).try_for_each(|_| simulation.step())?;
    /// let rumour = simulation.crowd().rumours()[0];
    /// assert!(rumour.is_there && rumour.believers > 5 && rumour.others > 5, "{rumour:?}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub knowledge: Option<News>,
    /// Who walks. The first are source 0 of the crowd, the next source 1, and so on.
    pub people: Vec<People>,
    /// Where people leave who [name](Destination::Exits) them.
    pub exits: Vec<Exit>,
    /// Where people stand in line who [name](Visit::Queue) them.
    pub queues: Vec<Queue>,
    /// Where everyone is slower.
    pub stairs: Vec<Stairs>,
    /// What [wishes](People::wishes) may name: where it is, where it faces, what it sees and where it walks.
    ///
    /// ```
    /// use navigant_files::scenario::{Form, NamedThing};
    /// use navigant_simulation::{People, ScenarioBuilder};
    ///
    /// let guard = NamedThing::new("guard", Form::Disc([20.0, 5.0].into(), 0.25));
    /// let patrol = vec![[20.0, 5.0].into(), [20.0, 9.0].into()];
    /// let guard = NamedThing { facing: 90.0, view: Some([60.0, 15.0]), patrol, speed: 1.2, ..guard };
    /// let people = People { wishes: Some("never in sight of guard".into()), ..People::new(20) };
    /// let scenario = ScenarioBuilder { things: vec![guard], ..ScenarioBuilder::new() }
    ///     .people(people.going_to([38.0, 10.0]))
    ///     .build()?;
    /// assert_eq!(scenario.things.len(), 1);
    /// # Ok::<(), navigant_files::FileError>(())
    /// ```
    pub things: Vec<NamedThing>,
    /// What changes, and when, in seconds.
    pub edits: Vec<(f64, EditKind)>,
    /// Boxes that come and go at random places.
    pub random_edits: Option<RandomEdits>,
}

/// A value that stands in no file, and the key it would have in one.
fn said<T>(value: T, key: String) -> Keyed<T> {
    Keyed { value, key, place: TextPosition { line: 0, column: 0 } }
}

/// What a list of the file would say, entry by entry.
fn listed<T>(list: Vec<T>, name: &str) -> Vec<Keyed<T>> {
    list.into_iter().enumerate().map(|(index, value)| said(value, format!("{name}[{index}]"))).collect()
}

fn polygon<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Vec<Point> {
    points.into_iter().map(Into::into).collect()
}

impl Default for ScenarioBuilder {
    fn default() -> ScenarioBuilder {
        ScenarioBuilder::new()
    }
}

impl ScenarioBuilder {
    /// A scenario without people: seed 0, steps of 0.1 s, edits are noticed at once.
    pub fn new() -> ScenarioBuilder {
        ScenarioBuilder {
            about: String::new(),
            seed: 0,
            dt: Crowd::DT,
            steps: 600,
            planning: Planning::default(),
            knowledge: None,
            people: Vec::new(),
            exits: Vec::new(),
            queues: Vec::new(),
            stairs: Vec::new(),
            things: Vec::new(),
            edits: Vec::new(),
            random_edits: None,
        }
    }

    /// Some more people.
    #[must_use]
    pub fn people(mut self, people: People) -> ScenarioBuilder {
        self.people.push(people);
        self
    }

    /// One more exit; `width`, in metres, is what those reckon with who take the quickest.
    #[must_use]
    pub fn exit<P: Into<Point>>(
        mut self,
        name: impl Into<String>,
        area: impl IntoIterator<Item = P>,
        width: f64,
    ) -> ScenarioBuilder {
        self.exits.push(Exit { name: name.into(), area: polygon(area), width });
        self
    }

    /// One more queue along a line, from the first one's place on, with as many places 0.8 m apart as the line has room for;
    /// one is served for some seconds.
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
        self.queues.push(Queue { name: name.into(), line, service, spacing, most, when_full });
        self
    }

    /// One more flight of stairs: `up` leads up, and these shares of the speed on the level are left upwards and downwards. Without
    /// `up` all directions are alike: the first share is left.
    #[must_use]
    pub fn stairs<P: Into<Point>>(
        mut self,
        name: impl Into<String>,
        area: impl IntoIterator<Item = P>,
        up: impl Into<Option<[f64; 2]>>,
        [ascending, descending]: [f64; 2],
    ) -> ScenarioBuilder {
        self.stairs.push(Stairs { name: name.into(), area: polygon(area), up: up.into(), ascending, descending });
        self
    }

    /// An obstacle comes at a time, in seconds; it has a name, by which it can go again.
    #[must_use]
    pub fn insert_at(mut self, at: f64, name: impl Into<String>, outline: Outline) -> ScenarioBuilder {
        self.edits.push((at, EditKind::Insert(outline, Some(name.into()))));
        self
    }

    /// The obstacle of a name goes at a time, in seconds.
    #[must_use]
    pub fn remove_at(mut self, at: f64, name: impl Into<String>) -> ScenarioBuilder {
        self.edits.push((at, EditKind::Remove(name.into())));
        self
    }

    /// The obstacle of a name stands elsewhere from a time on, in seconds: the middle of the box around it is there.
    #[must_use]
    pub fn move_at(mut self, at: f64, name: impl Into<String>, to: impl Into<Point>) -> ScenarioBuilder {
        self.edits.push((at, EditKind::Move(name.into(), to.into())));
        self
    }

    /// The obstacle of a name sets out at a time, in seconds, and goes along some points, with the middle of the box around it, at a speed in
    /// metres a second. On its way it is avoided locally; people plan around it once it stands at the last point.
    #[must_use]
    pub fn move_along<P: Into<Point>>(
        mut self,
        at: f64,
        name: impl Into<String>,
        path: impl IntoIterator<Item = P>,
        speed: f64,
    ) -> ScenarioBuilder {
        let path = path.into_iter().map(Into::into).collect();
        self.edits.push((at, EditKind::MoveAlong(name.into(), path, speed)));
        self
    }

    /// The scenario, if a file could say the same: it is held to the same rules.
    ///
    /// # Errors
    /// [`FileError`] names what is wrong, by the key it would have in a file.
    pub fn build(self) -> Result<Scenario, FileError> {
        let places = Places {
            exits: listed(self.exits, "exits"),
            queues: listed(self.queues, "queues"),
            stairs: listed(self.stairs, "stairs"),
        };
        let groups = self.people.into_iter().enumerate().map(|(index, people)| people.group(index, &places));
        let agents = groups.collect::<Result<Vec<_>, _>>()?;
        let mut things = self.things;
        for (index, thing) in things.iter_mut().enumerate() {
            thing.name.key = format!("things[{index}]");
        }
        let mut edits = self.edits;
        edits.sort_by(|a, b| a.0.total_cmp(&b.0));
        let edit = |(index, (at, kind))| Edit { at, change: said(kind, format!("edits[{index}]")) };
        let scenario = Scenario {
            about: self.about,
            scene: said(String::new(), String::new()),
            seed: u64::from(self.seed),
            dt: self.dt,
            steps: self.steps,
            planning: self.planning,
            knowledge: self.knowledge.map(|news| said(news, "knowledge".to_owned())),
            roadmap: None,
            agents,
            places,
            things,
            edits: edits.into_iter().enumerate().map(edit).collect(),
            random_edits: self.random_edits,
        };
        let has_many_goals =
            |group: &&Group| group.field.is_some() && matches!(group.goal.value, Goal::In(_) | Goal::Away(_));
        if let Some(group) = scenario.agents.iter().find(has_many_goals) {
            return Err(group.goal.refuse("a field is shared by those with one goal: use going_to or leaving_by"));
        }
        Scenario::parse(scenario.to_text().as_bytes()).map_err(|error| FileError { place: None, ..error })?;
        Ok(scenario)
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
            assert!(refused(People { radius: [bad; 2], ..one.clone() }).contains("radius") || bad.is_nan());
            refused(People { speed: [bad; 2], ..one.clone() });
            refused(People { per_second: Some(bad), ..one.clone() });
            refused(People { goal: Destination::Away([bad; 2]), ..one.clone() });
            assert!(ScenarioBuilder { dt: bad, ..ScenarioBuilder::new() }.people(one.clone()).build().is_err());
            assert!(ScenarioBuilder::new().people(one).remove_at(bad, "nothing").build().is_err());
        }
        assert!(refused(People::new(0)).contains("agents[0].count"));
        assert!(refused(People::new(1).starting_in([[0.0, 0.0], [1.0, 0.0]])).contains("agents[0].area"));
    }
}
