//! Crowd scenarios as TOML: agents, goals, and edits of the scene over time.
//!
//! ```toml
//! about = "Two hundred people leave a hall while a door is blocked"
//! scene = "hall.geojson"          # a file beside this one, or the name of an embedded scene
//! seed = 7                        # everything random follows from it
//! dt = 0.1                        # seconds a step
//! steps = 600                     # how long it runs unless told otherwise
//!
//! [planning]
//! notice = "when-seen"            # or "at-once"
//! sight = 40.0                    # from how far changes are seen, in metres
//! expansions_per_step = 200000    # also: expansions_per_search, hysteresis
//!
//! [knowledge]                     # agents plan on what they believe, and not on the whole map; notice means nothing then
//! sight = 15.0                    # from how far one sees what came and went, in metres
//! contact = 1.5                   # how near somebody has to be to tell; 0: nobody tells
//! turning = 6.0                   # from how far one infers why somebody turned back; 0: never
//!
//! [roadmap]                       # they walk along the edges of a roadmap instead, without avoidance, slowed down by density
//! strategy = "per_init"           # also: search, AgentSize, DensityTriggerTh, … (`density_settings` lists them). Groups have
//! n = 3                           # an area and a goal and nothing else then, and one of each enters in every step
//!
//! [[agents]]                      # any number of these
//! count = 200
//! area = [[0, 0], [20, 0], [20, 10], [0, 10]]    # where they start: a polygon; everywhere if it is left out
//! radius = [0.2, 0.3]             # metres; a number, or the least and the most
//! speed = 1.3                     # metres a second; the same
//! comfort = [0.0, 1.5]            # metres farther from corners than they must; 0 if it is left out
//! avoidance = "orca"              # "vision", "social-force", "collision-free-speed", "weidmann", "nothing"
//! per_second = 5.0                # they come one after the other; all at once if it is left out
//! together = 3                    # the size of social groups: those ahead wait for those behind; 1 if it is left out
//! district = 0                    # those of a district share a planning budget, and no others; 0 if it is left out
//! goal = { at = [40, 5] }         # or { area = […] }, or { away = [200, 400] }: anywhere so far away, for each its own
//!                                 # { at = [40, 5], field = true }: they follow one field instead of a route each; also cell = 0.5, the size of
//!                                 # its cells in metres, and density = 1.0, by which share a person a square metre who stands makes a way longer (0).
//!                                 # Exits (below) may have fields, too
//! arrival = "leave"               # or "stay", or "wander": on to the next goal
//! wishes = "avoid in grass weight 5; never in sight of guard"   # what they wish of their paths; see `navigant_planning::constraint`
//! wishes_until = 60.0             # seconds; for ever if it is left out
//!
//! [[things]]                      # what wishes name
//! name = "guard"
//! at = [20, 5]                    # or outline = [[x, y], …]; with at, radius = 0.25
//! facing = 90                     # degrees, counter-clockwise from the direction (1, 0)
//! reach = 6.0                     # how far "behind", "left of", … go; as far as the longer side if it is left out
//! view = [60, 15]                 # the whole angle in degrees, metres; all around if it is left out
//! patrol = [[20, 5], [20, 9]]     # goes to and fro between these, at speed = 1.0 m/s; it keeps its facing
//!
//! [[agents]]                      # with a journey
//! count = 120
//! schedule = [[0, 2.0], [60, 0.5]]    # agents a second, from these seconds on; instead of per_second
//! ages = { under_30 = 0.5, over_50 = 0.5 }    # shares; also from_30_to_50, impaired. Speeds by RiMEA's table, instead of speed
//! premovement = [5, 30]           # seconds before they set out
//! stops = [{ queue = "tickets" }, { area = [[12, 1], [18, 1], [18, 4], [12, 4]], wait = [20, 60] }, { at = [30, 8] }]
//! goal = { exits = ["north", "south"], choice = "quickest" }    # or "nearest", the default, or "random"
//!
//! [[exits]]
//! name = "north"
//! area = [[38, 18], [40, 18], [40, 20], [38, 20]]    # whose centre is inside has left
//! width = 2.0                     # metres, for the choice "quickest"; the longest side if it is left out
//!
//! [[queues]]
//! name = "tickets"
//! line = [[5, 2], [5, 9]]         # the first one's place first
//! service = [10, 20]              # seconds
//! spacing = 0.8                   # metres from one to the next
//! most = 9                        # places; as many as the line has room for if it is left out
//! when_full = "refuse"            # the run ends with an error; or "wait" nearby, or "skip"
//!
//! [[stairs]]                      # slow regions; routes do not avoid them
//! name = "to the platform"
//! area = [[20, 0], [25, 0], [25, 3], [20, 3]]
//! up = [1, 0]                     # the direction that leads up; without it all are alike
//! ascending = 0.5                 # shares of the speed on the level
//! descending = 0.6
//!
//! [[edits]]
//! at = 10.0                       # seconds
//! insert = [[18, 4], [19, 4], [19, 6], [18, 6]]
//! name = "cart"
//!
//! [[edits]]
//! at = 15.0
//! move = "cart"                   # at once
//! to = [25, 5]                    # the middle of the box around it
//!
//! [[edits]]
//! at = 20.0
//! move = "cart"                   # it goes along these points to the last one: people avoid it as they do each other, and
//! path = [[28, 5], [28, 9]]       # plan around it once it stands there
//! speed = 0.8                     # metres a second; 1 if it is left out
//!
//! [[edits]]
//! at = 35.0
//! remove = "cart"
//!
//! [random_edits]
//! per_second = 5.0                # insertions and removals together
//! size = [1.0, 3.0]               # metres
//! most = 50                       # how many stand at once
//! ```
//!
//! Whatever is unknown, missing or out of range is refused with its line and its key. What only the map can tell (an exit
//! outside, agents in walls) is for whoever puts the agents there; [`Scenario`] keeps the places of the keys for that.

mod check;
mod journey;
mod raw;
mod things;
mod write;

pub use things::{Form, NamedThing};

use std::path::Path;

use navigant_crowd::{Avoidance, News, Planning};
use navigant_geometry::{Outline, Point};

use crate::density_settings::DensitySettings;
use crate::error::{FileError, Reason, TextPosition};
use crate::scene::read_bytes;

pub use journey::{AGES, Choice, Exit, Journey, Places, Queue, Speeds, Stairs, Stop, StopPlace, WhenFull};

/// A scenario, checked as far as it can be without its map.
///
/// ```
/// use navigant_files::Scenario;
/// let text = "scene = \"hall.wkt\"\nsteps = 300\n\n[[agents]]\ncount = 20\ngoal = { area = [[8, 2], [10, 2], [10, 5]] }\n";
/// let scenario = Scenario::parse(text.as_bytes())?;
/// assert_eq!((scenario.steps, scenario.agents[0].count.value), (300, 20));
/// assert_eq!(Scenario::parse(scenario.to_text().as_bytes())?.agents[0].count.value, 20);
/// let refused = Scenario::parse(b"steps = -1").unwrap_err();
/// assert!(refused.to_string().starts_with("line 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it is about, in a sentence.
    pub about: String,
    /// The scene's file, or the name of an embedded one.
    pub scene: Keyed<String>,
    /// What everything random follows from.
    pub seed: u64,
    /// Seconds a step.
    pub dt: f64,
    /// How many steps it runs, unless told otherwise.
    pub steps: u64,
    /// How agents plan.
    pub planning: Planning,
    /// How news passes, if agents plan on what they believe.
    pub knowledge: Option<Keyed<News>>,
    /// The settings of a run along a roadmap, if it is one.
    pub roadmap: Option<Keyed<DensitySettings>>,
    /// Who walks.
    pub agents: Vec<Group>,
    /// Exits, queues and stairs.
    pub places: Places,
    /// What wishes name.
    pub things: Vec<NamedThing>,
    /// What changes at given times, in the order of time.
    pub edits: Vec<Edit>,
    /// What changes at random.
    pub random_edits: Option<RandomEdits>,
}

/// A value, the key it stands at and where that is.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyed<T> {
    /// The value.
    pub value: T,
    /// The key, such as `agents[0].goal`.
    pub key: String,
    /// Its line and column.
    pub place: TextPosition,
}

/// Agents of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// How many; at least one.
    pub count: Keyed<u32>,
    /// The polygon they start in; everywhere if there is none.
    pub area: Option<Keyed<Vec<Point>>>,
    /// The least and the largest radius, in metres.
    pub radius: [f64; 2],
    /// The least and the largest speed, in metres a second.
    pub speed: [f64; 2],
    /// How much farther than their radius they like to keep from corners, the least and the most, in metres; 0 unless told.
    pub comfort: [f64; 2],
    /// How they avoid each other.
    pub avoidance: Avoidance,
    /// How many come in a second; all at once if it is none.
    pub per_second: Option<f64>,
    /// The size of social groups, which start near each other, have goals near each other and keep together; 1 for none.
    pub together: u32,
    /// Whose planning budget they share: each district has one of its own.
    pub district: u8,
    /// Where they want to get to.
    pub goal: Keyed<Goal>,
    /// The field that they follow to it instead of a route each, if they do.
    pub field: Option<GoalField>,
    /// What they do there.
    pub arrival: OnArrival,
    /// What they do before.
    pub journey: Journey,
    /// What they wish of their paths, in the language of `navigant_planning::constraint::Wishes`.
    pub wishes: Option<Keyed<String>>,
    /// Until when they wish it, in seconds; for ever if it is none.
    pub wishes_until: Option<f64>,
}

/// Where agents want to get to.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// To one place.
    At(Point),
    /// Each to its own place in a polygon.
    In(Vec<Point>),
    /// Each to its own place, as far away in a straight line as these, in metres.
    Away([f64; 2]),
    /// Out, by one of some exits: their numbers among [`Places::exits`], and how it is chosen.
    Exits(Vec<usize>, Choice),
}

/// A field that all who have one goal follow: see `navigant_crowd::SharedGoal`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalField {
    /// The size of its cells, in metres.
    pub cell: f64,
    /// By which share a person a square metre who stands makes a way longer.
    pub density: f64,
}

/// What agents do who have arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnArrival {
    /// They leave.
    #[default]
    Leave,
    /// They stand there.
    Stay,
    /// They go on to another goal.
    Wander,
}

/// A change at a given time.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// When, in seconds.
    pub at: f64,
    /// What.
    pub change: Keyed<EditKind>,
}

/// What changes.
#[derive(Clone, Debug, PartialEq)]
pub enum EditKind {
    /// An obstacle comes; it may have a name.
    Insert(Outline, Option<String>),
    /// The obstacle of a name goes.
    Remove(String),
    /// The obstacle of a name stands elsewhere from then on: there is the middle of the box around it.
    Move(String, Point),
    /// The obstacle of a name goes along some points, with the middle of the box around it, at a speed in metres a second. On its way
    /// it is no part of the map, and avoided locally.
    MoveAlong(String, Vec<Point>, f64),
}

/// Boxes that come and go at random places, the oldest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomEdits {
    /// Insertions and removals in a second, together.
    pub per_second: f64,
    /// The least and the largest side, in metres.
    pub size: [f64; 2],
    /// How many stand at once.
    pub most: usize,
}

impl Scenario {
    /// Reads a scenario from a file.
    ///
    /// # Errors
    /// [`FileError`] names the file, the place, the key and the reason.
    pub fn read(path: impl AsRef<Path>) -> Result<Scenario, FileError> {
        let path = path.as_ref();
        read_bytes(path).and_then(|bytes| Scenario::parse(&bytes)).map_err(|error| error.in_file(path))
    }

    /// Reads a scenario from memory.
    ///
    /// ```
    /// use navigant_files::Scenario;
    /// let text = "scene = \"hall.wkt\"\n[[agents]]\ncount = 0\ngoal = { at = [3, 4] }\n";
    /// let refused = Scenario::parse(text.as_bytes()).unwrap_err();
    /// assert_eq!(refused.to_string(), "line 3, column 9: agents[0].count: must be 1 to 4294967295, not 0");
    /// ```
    ///
    /// # Errors
    /// [`FileError`] names the place, the key and the reason.
    pub fn parse(bytes: &[u8]) -> Result<Scenario, FileError> {
        let text = std::str::from_utf8(bytes).map_err(|e| FileError::at(bytes, e.valid_up_to(), Reason::NotText))?;
        let raw: raw::Scenario = toml::from_str(text).map_err(|error| {
            let reason = Reason::Toml(error.message().trim_end().replace('\n', "; "));
            match error.span() {
                Some(span) => FileError::at(bytes, span.start, reason),
                None => FileError::plain(reason),
            }
        })?;
        check::checked(bytes, raw)
    }

    /// The scenario as TOML. The parameters of ways of avoiding have no words there: a reader takes the usual ones.
    pub fn to_text(&self) -> String {
        write::text(self)
    }

    /// How many agents there are to be.
    pub(crate) fn agent_count(&self) -> u64 {
        self.agents.iter().map(|group| u64::from(group.count.value)).sum()
    }

    /// Scales the groups in proportion to a total number of agents, more or less; no group is left empty.
    ///
    /// ```
    /// use navigant_files::Scenario;
    /// use navigant_files::internals::ScenarioInternals as _;
    /// let text = "scene = \"hall.wkt\"\n[[agents]]\ncount = 30\ngoal = { at = [3, 4] }\n";
    /// let mut scenario = Scenario::parse(text.as_bytes())?;
    /// scenario.scale_agents(1_000_000);
    /// assert_eq!(scenario.agent_count(), 1_000_000);
    /// # Ok::<(), navigant_files::FileError>(())
    /// ```
    pub(crate) fn scale_agents(&mut self, agents: u32) {
        let all = self.agent_count().max(1);
        for group in &mut self.agents {
            let share = u64::from(group.count.value) * u64::from(agents) / all;
            group.count.value = u32::try_from(share).unwrap_or(u32::MAX).max(1);
        }
    }
}

impl<T> Keyed<T> {
    /// Why what stands here cannot be.
    pub(crate) fn refuse(&self, why: impl Into<String>) -> FileError {
        FileError {
            file: None,
            // Line 0: it was said in code.
            place: (self.place.line > 0).then_some(self.place),
            reason: Reason::BadValue { key: self.key.clone(), why: why.into() },
        }
    }
}
