//! What is open: a document, its settings, and the run that was made of them.

use crate::cast;
use crate::document::Document;
use crate::item::Key;
use crate::playback::Playback;
use crate::recording::Recording;
use crate::refusal::Refusal;
use crate::roll::Roll;
use crate::settings::Settings;
use crate::things::{self, Placed};
use navigant::files::internals::ScenarioInternals as _;
use navigant::files::scenario::Edit;
use navigant::files::{FileError, Scenario};
use navigant::mesh::{BadMap, BadOutline, Bounds, Map, ObstacleId, Point, RegionId};
use navigant::simulation::Simulation;
use navigant::simulation::internals::SimulationInternals as _;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// With more people than this, the first routes are found while they walk, not before: a page should not wait for them.
const PLANNED_AHEAD: u64 = 300;

/// What sort of thing was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opened {
    Scenario,
    Scene,
    Replay,
}

impl Opened {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Opened::Scenario => "scenario",
            Opened::Scene => "scene",
            Opened::Replay => "replay",
        }
    }
}

pub(crate) struct Stage {
    pub(crate) name: String,
    pub(crate) opened: Opened,
    pub(crate) document: Document,
    pub(crate) settings: Settings,
    script: Script,
    /// What a user should know.
    pub(crate) notes: Vec<String>,
    pub(crate) playback: Option<Playback>,
    /// The trajectory came without a map; the next scene that is opened becomes that.
    pub(crate) lacks_map: bool,
    pub(crate) run: Run,
    /// The document has changed in a way that counts from the next reset.
    pub(crate) is_outdated: bool,
}

/// What a scenario says besides its items and settings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    pub(crate) about: String,
    /// What it lets happen at given times.
    pub(crate) timed: Vec<Edit>,
    /// The team that walks, by its scenario's name.
    pub(crate) team: Option<&'static str>,
}

/// All that a run is made of.
pub(crate) struct Maker {
    document: Document,
    settings: Settings,
    script: Script,
}

impl Maker {
    pub(crate) fn make(&self, progress: &dyn Fn(&str)) -> Result<Run, Refusal> {
        Run::of(&self.document, &self.settings, &self.script, progress)
    }
}

/// A run of a document.
pub(crate) struct Run {
    pub(crate) simulation: Simulation,
    /// The obstacles of the map by the items they come from.
    pub(crate) obstacles: BTreeMap<Key, ObstacleId>,
    /// Its regions likewise.
    pub(crate) regions: BTreeMap<Key, RegionId>,
    pub(crate) bounds: Bounds,
    pub(crate) build_time: Duration,
    pub(crate) roll: Roll,
    pub(crate) recording: Recording,
    /// Whether there is anybody to walk.
    pub(crate) has_people: bool,
    /// Whether things that wishes name move by themselves.
    pub(crate) has_movers: bool,
    pub(crate) is_over: bool,
    /// What a user should know of this run.
    pub(crate) notes: Vec<String>,
    /// What all steps took together.
    pub(crate) step_time: Duration,
    /// Where each source leads: nowhere in particular if it has no goal.
    goals: Vec<Option<Key>>,
}

impl Stage {
    pub(crate) fn new(
        name: &str,
        opened: Opened,
        (document, notes): (Document, Vec<String>),
        settings: Settings,
        script: Script,
        progress: &dyn Fn(&str),
    ) -> Result<Stage, Refusal> {
        let (name, playback, is_outdated) = (name.to_owned(), None, false);
        let mut notes = notes;
        let run = match Run::of(&document, &settings, &script, progress) {
            Ok(run) => run,
            // What is wrong with the people should not keep anybody from the map.
            Err(refusal) => {
                notes.push(format!("Nobody walks: {refusal}."));
                Run::without_people(&document, &settings, progress)?
            }
        };
        Ok(Stage { name, opened, document, settings, script, notes, playback, lacks_map: false, run, is_outdated })
    }

    /// The same stage with a trajectory on it.
    pub(crate) fn with_playback(mut self, name: String, playback: Playback) -> Stage {
        let corners = [Some(self.run.bounds), playback.bounds()].into_iter().flatten().flat_map(|b| [b.min, b.max]);
        // Whoever walked beyond the floor is still to be seen.
        if let Some(bounds) = Bounds::of(corners) {
            self.run.bounds = bounds;
        }
        Stage { name, opened: Opened::Replay, playback: Some(playback), ..self }
    }

    /// What makes a new run of the document as it is now, on any thread.
    pub(crate) fn maker(&self) -> Maker {
        Maker {
            document: self.document.without_history(),
            settings: self.settings.clone(),
            script: self.script.clone(),
        }
    }

    /// A new run of the document as it is now.
    pub(crate) fn again(&self) -> Result<Run, Refusal> {
        Run::of(&self.document, &self.settings, &self.script, &|_| {})
    }

    /// Lets a run take the place of the one before.
    pub(crate) fn begin(&mut self, run: Run) {
        self.run = run;
        self.is_outdated = false;
    }

    pub(crate) fn has_people(&self) -> bool {
        self.run.has_people
    }

    /// The document as a scenario; its scene has no name yet.
    pub(crate) fn scenario(&self) -> Result<Scenario, Refusal> {
        cast::scenario(&self.document, &self.settings, (&self.script.about, &self.script.timed))
    }

    /// Whether obstacles come and go by themselves.
    pub(crate) fn has_visitors(&self) -> bool {
        !self.script.timed.is_empty() || self.settings.random_edits().is_some() || self.script.team.is_some()
    }

    /// The things that wishes name, where they are now.
    pub(crate) fn things(&self) -> Vec<Placed> {
        things::placed(&self.document, self.run.seconds())
    }

    pub(crate) fn map(&self) -> &Map {
        self.run.simulation.map()
    }
}

impl Run {
    /// A run; `progress` hears what is being done, now and then.
    fn of(document: &Document, settings: &Settings, script: &Script, progress: &dyn Fn(&str)) -> Result<Run, Refusal> {
        let scenario = cast::scenario(document, settings, (&script.about, &script.timed))?;
        Run::begin(document, &scenario, script.team, progress)
    }

    /// A run of nobody.
    fn without_people(document: &Document, settings: &Settings, progress: &dyn Fn(&str)) -> Result<Run, Refusal> {
        let nobody = cast::scenario(&Document::default(), settings, ("", &[]))?;
        Run::begin(document, &nobody, None, progress)
    }

    fn begin(
        document: &Document,
        scenario: &Scenario,
        team: Option<&str>,
        progress: &dyn Fn(&str),
    ) -> Result<Run, Refusal> {
        let (scene, keys) = document.scene();
        progress(&format!("building the map of {} obstacles", scene.obstacles.len()));
        let clock = Instant::now();
        let built = scene.build().map_err(|reason| bad_map(document, &reason))?;
        let build_time = clock.elapsed();
        let bounds = built.map.floor_bounds().ok_or_else(|| Refusal::new("there is no floor"))?;
        let people = scenario.agent_count();
        let placing = |placed| progress(&format!("placing people, {placed} of {people}"));
        let (mut simulation, short) = Simulation::spawn_who_fit(built.map, scenario, placing).map_err(without_place)?;
        let notes = short.iter().filter_map(|short| {
            let group = scenario.agents.get(short.group)?;
            let name = group.count.key.trim_start_matches("the count of ");
            Some(format!("There is room for {} of the {} people of {name}.", short.placed, group.count.value))
        });
        if people <= PLANNED_AHEAD {
            simulation.plan_ahead(|found| progress(&format!("first routes, {found} of {people}")));
        }
        if let Some(name) = team {
            progress("the first plans");
            simulation.show_team(name, scenario.seed).map_err(|reason| Refusal::new(reason.to_string()))?;
        }
        let mut roll = Roll::new();
        roll.follow(0, 0.0, simulation.agents(), |id| simulation.group_of(id));
        let mut recording = Recording::new(simulation.dt(), bounds.min.into(), simulation.map());
        recording.add(0, simulation.map(), simulation.agents(), &roll);
        Ok(Run {
            simulation,
            obstacles: keys.obstacles.into_iter().zip(built.ids).collect(),
            regions: keys.regions.into_iter().zip(built.regions).collect(),
            bounds,
            build_time,
            roll,
            recording,
            has_people: !scenario.agents.is_empty() || team.is_some(),
            has_movers: scenario.things.iter().any(|thing| thing.patrol.len() > 1 && thing.speed > 0.0),
            is_over: false,
            notes: notes.collect(),
            step_time: Duration::ZERO,
            goals: document.items().filter_map(|item| item.source.as_ref()).map(|source| source.goal).collect(),
        })
    }

    /// How many have arrived at each goal, by its key.
    pub(crate) fn left(&self) -> Vec<(Key, u64)> {
        let mut left = BTreeMap::new();
        for (goal, arrived) in self.goals.iter().zip(self.roll.arrived()) {
            if let Some(goal) = goal {
                *left.entry(*goal).or_insert(0) += arrived;
            }
        }
        left.into_iter().collect()
    }

    pub(crate) fn step(&self) -> u32 {
        self.simulation.steps() as u32
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.simulation.seconds()
    }
}

/// An error in what was drawn, not in a file: it is in no line of anything.
pub(crate) fn without_place(error: FileError) -> Refusal {
    FileError { place: None, ..error }.into()
}

/// Why no map could be built, with the place of the item at fault.
fn bad_map(document: &Document, reason: &BadMap) -> Refusal {
    let place = match *reason {
        BadMap::Floor { index, .. } => nth(document, index, false),
        BadMap::Obstacle { index, .. } => nth(document, index, true),
        _ => None,
    };
    Refusal { message: reason.to_string(), at: place }
}

fn nth(document: &Document, index: usize, in_the_way: bool) -> Option<Point> {
    let is_meant = |item: &&crate::item::Item| {
        if in_the_way { item.kind.is_in_the_way() } else { item.kind == crate::item::Kind::Floor }
    };
    let item = document.items().filter(is_meant).nth(index)?;
    item.rings.first()?.first().map(|&p| Point::from(p))
}

/// Why an outline is refused, with its place.
pub(crate) fn bad_outline(reason: &BadOutline) -> Refusal {
    match *reason {
        BadOutline::NotFinite { point, .. } | BadOutline::TooFar { point, .. } => {
            Refusal::at(reason.to_string(), point)
        }
        _ => Refusal::new(reason.to_string()),
    }
}
