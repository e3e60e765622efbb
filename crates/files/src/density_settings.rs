//! Settings of runs along a roadmap, as TOML with the names of "Multi-agent pathfinding in crowded environments".
//!
//! ```toml
//! search = "a_star"         # or "dijkstra", "hierarchy"
//! strategy = "per_init"     # or "none", "per", "event", "sight", "at_once", "ours"
//! also = "none"             # a second one: those replan whom either strategy chooses
//! AgentSize = 0.3           # m² that an agent takes of its region
//! DensityDistEvent = 40.0   # m; who is farther from a dense region does not replan for it
//! DensityMod = "linear"     # or "weidmann": how density slows down
//! DensityTriggerTh = 0.5    # from this density on a region is dense
//! SecToTime = 2.0           # seconds walked in one second of the run's clock: higher is faster
//! MinimumWidth = 3.0        # m, the smallest mesh element
//! MinimumHeight = 2.0
//! k = 8                     # nearest neighbours that a region is joined to
//! P = 1                     # steps between two replanning runs
//! n = 3                     # agents that replan in each
//! overcrowded = 1.0         # from this density on a region counts as an obstacle; ours, as all below
//! speed = 1.4               # m/s of an agent alone
//! speed_floor = 0.1         # the share of it that is left in any crowd
//! randomness = 1.0          # strategy "ours": how far own costs may be above the common ones
//! seed = 7
//! ```
//! They stand in a file of their own, or in the section `[roadmap]` of a scenario. Every key may be left out; [`DensitySettings::default`] says what holds then.

use crate::error::{FileError, Reason, TextPosition};
use crate::scenario::Keyed;
use crate::scene::read_bytes;
use serde::Deserialize;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use toml::Spanned;

/// How density slows agents down, as a share of their speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DensityMod {
    /// 1 − density.
    #[default]
    Linear,
    /// Weidmann's fundamental diagram, 1 − exp(−1.913 · (1/ρ − 1/5.4)), of ρ persons a square metre.
    Weidmann,
}

/// The search for paths on the roadmap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoadmapSearch {
    /// Dijkstra's algorithm.
    Dijkstra,
    /// A* with the straight line at full speed.
    #[default]
    AStar,
    /// A* over clusters of regions, then inside the corridor of clusters that it found.
    Hierarchy,
}

/// When agents replan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// Never.
    None,
    /// Every P steps the next n in turn.
    Per,
    /// The same, and everyone on entering.
    #[default]
    PerInit,
    /// Those near a region whose density has risen through a threshold, if their path leads through it.
    Event,
    /// Those who come to see the centre of a dense region that is near, if their path leads through it and was found before it was
    /// dense: visibility-triggered, as in "Dynamically Pruned A* for Re-planning in Navigation Meshes".
    Sight,
    /// Those whose path leads through a region whose density has risen through a threshold, however far away.
    AtOnce,
    /// Everyone on entering; every P steps n at random of those in clusters or with one ahead; each with costs of its own.
    Ours,
}

impl RoadmapSearch {
    /// All of them.
    pub const ALL: [RoadmapSearch; 3] = [RoadmapSearch::Dijkstra, RoadmapSearch::AStar, RoadmapSearch::Hierarchy];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            RoadmapSearch::Dijkstra => "dijkstra",
            RoadmapSearch::AStar => "a_star",
            RoadmapSearch::Hierarchy => "hierarchy",
        }
    }
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 7] = [
        Strategy::None,
        Strategy::Per,
        Strategy::PerInit,
        Strategy::Event,
        Strategy::Sight,
        Strategy::AtOnce,
        Strategy::Ours,
    ];

    /// Those of "Multi-agent pathfinding in crowded environments", and ours.
    pub const COMPARED: [Strategy; 5] =
        [Strategy::None, Strategy::Per, Strategy::PerInit, Strategy::Event, Strategy::Ours];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::None => "none",
            Strategy::Per => "per",
            Strategy::PerInit => "per_init",
            Strategy::Event => "event",
            Strategy::Sight => "sight",
            Strategy::AtOnce => "at_once",
            Strategy::Ours => "ours",
        }
    }
}

/// Settings of a run along a roadmap; the module says what each means.
#[derive(Clone, Debug, PartialEq)]
pub struct DensitySettings {
    /// The search for paths.
    pub search: RoadmapSearch,
    /// When agents replan.
    pub strategy: Strategy,
    /// `also`: a second strategy; those replan whom either chooses.
    pub also: Strategy,
    /// `AgentSize`, in square metres.
    pub agent_size: f64,
    /// `DensityDistEvent`, in metres.
    pub density_dist_event: f64,
    /// `DensityMod`.
    pub density_mod: DensityMod,
    /// `DensityTriggerTh`.
    pub density_trigger_th: f64,
    /// `SecToTime`.
    pub sec_to_time: f64,
    /// `MinimumWidth`, in metres.
    pub minimum_width: f64,
    /// `MinimumHeight`, in metres.
    pub minimum_height: f64,
    /// `k`: neighbours that a region is joined to.
    pub k: u32,
    /// `P`: steps between two replanning runs.
    pub p: u32,
    /// `n`: agents that replan in each.
    pub n: u32,
    /// The density from which on a region counts as an obstacle.
    pub overcrowded: f64,
    /// The speed of an agent alone, in metres a second.
    pub speed: f64,
    /// The share of the speed that is left in any crowd.
    pub speed_floor: f64,
    /// How far an agent's own costs may be above the common ones, as a share of these.
    pub randomness: f64,
    /// What everything random follows from.
    pub seed: u64,
}

impl Default for DensitySettings {
    fn default() -> DensitySettings {
        DensitySettings {
            search: RoadmapSearch::default(),
            strategy: Strategy::default(),
            also: Strategy::None,
            agent_size: 0.3,
            density_dist_event: 40.0,
            density_mod: DensityMod::default(),
            density_trigger_th: 0.5,
            sec_to_time: 2.0,
            minimum_width: 3.0,
            minimum_height: 2.0,
            k: 8,
            p: 1,
            n: 3,
            overcrowded: 1.0,
            speed: 1.4,
            speed_floor: 0.1,
            randomness: 1.0,
            seed: 7,
        }
    }
}

/// A setting that cannot be.
#[derive(Clone, Debug, PartialEq)]
pub struct BadSetting {
    /// Its key in files.
    pub key: &'static str,
    /// What it is.
    pub value: f64,
    /// What it may be.
    pub range: RangeInclusive<f64>,
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must be {} to {}, not {}", self.key, self.range.start(), self.range.end(), self.value)
    }
}

impl std::error::Error for BadSetting {}

/// Lengths beyond this, in metres, are mistakes.
const FAR: f64 = 1e7;

impl DensitySettings {
    /// Whether a strategy is one of the two.
    pub fn has(&self, strategy: Strategy) -> bool {
        self.strategy == strategy || self.also == strategy
    }

    /// The names of the strategies, with a plus between two.
    pub fn strategy_name(&self) -> String {
        let names = [self.strategy, self.also].map(Strategy::name);
        if self.also == Strategy::None { names[0].to_owned() } else { names.join("+") }
    }

    /// Whether every number is in its range.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check(&self) -> Result<(), BadSetting> {
        let whole = 0.0..=f64::from(u32::MAX);
        let all = [
            ("AgentSize", self.agent_size, 1e-3..=1e3),
            ("DensityDistEvent", self.density_dist_event, 0.0..=FAR),
            ("DensityTriggerTh", self.density_trigger_th, 0.0..=1e6),
            ("SecToTime", self.sec_to_time, 1e-3..=1e3),
            ("MinimumWidth", self.minimum_width, 1e-3..=FAR),
            ("MinimumHeight", self.minimum_height, 1e-3..=FAR),
            ("k", f64::from(self.k), 1.0..=64.0),
            ("P", f64::from(self.p), 1.0..=f64::from(u32::MAX)),
            ("n", f64::from(self.n), whole),
            ("overcrowded", self.overcrowded, 1e-3..=1e9),
            ("speed", self.speed, 1e-3..=100.0),
            ("speed_floor", self.speed_floor, 1e-3..=1.0),
            ("randomness", self.randomness, 0.0..=100.0),
        ];
        let bad = all.into_iter().find(|(_, value, range)| !range.contains(value));
        bad.map_or(Ok(()), |(key, value, range)| Err(BadSetting { key, value, range }))
    }

    /// Reads settings from a file.
    ///
    /// # Errors
    /// [`FileError`] names the file, the place, the key and the reason.
    pub fn read(path: impl AsRef<Path>) -> Result<DensitySettings, FileError> {
        let path = path.as_ref();
        read_bytes(path).and_then(|bytes| DensitySettings::parse(&bytes)).map_err(|error| error.in_file(path))
    }

    /// Reads settings from memory.
    ///
    /// ```
    /// use navigant_files::internals::{DensitySettings, Strategy};
    /// let settings = DensitySettings::parse(b"strategy = \"event\"\nDensityTriggerTh = 0.7\n")?;
    /// assert_eq!((settings.strategy, settings.density_trigger_th), (Strategy::Event, 0.7));
    /// let refused = DensitySettings::parse(b"n = 2\nAgentSize = -1\n").unwrap_err();
    /// assert_eq!(refused.to_string(), "line 2, column 13: AgentSize: must be 0.001 to 1000, not -1");
    /// # Ok::<(), navigant_files::FileError>(())
    /// ```
    ///
    /// # Errors
    /// [`FileError`] names the place, the key and the reason.
    pub fn parse(bytes: &[u8]) -> Result<DensitySettings, FileError> {
        let text = std::str::from_utf8(bytes).map_err(|e| FileError::at(bytes, e.valid_up_to(), Reason::NotText))?;
        let raw: Raw = toml::from_str(text).map_err(|error| {
            let reason = Reason::Toml(error.message().trim_end().replace('\n', "; "));
            error.span().map_or(FileError::plain(reason.clone()), |span| FileError::at(bytes, span.start, reason))
        })?;
        raw.checked(bytes, "")
    }

    /// As keys of TOML, for [`parse`](Self::parse) to read again; a seed as far as files have one.
    pub(crate) fn to_text(&self) -> String {
        let DensitySettings { agent_size, density_dist_event, density_trigger_th, sec_to_time, .. } = self;
        let DensitySettings { minimum_width, minimum_height, k, p, n, .. } = self;
        let DensitySettings { overcrowded, speed, speed_floor, randomness, .. } = self;
        let density_mod = match self.density_mod {
            DensityMod::Linear => "linear",
            DensityMod::Weidmann => "weidmann",
        };
        let names = [self.search.name(), self.strategy.name(), self.also.name()];
        format!(
            "search = \"{}\"\nstrategy = \"{}\"\nalso = \"{}\"\nAgentSize = {agent_size:?}\n\
             DensityDistEvent = {density_dist_event:?}\nDensityMod = \"{density_mod}\"\n\
             DensityTriggerTh = {density_trigger_th:?}\nSecToTime = {sec_to_time:?}\nMinimumWidth = {minimum_width:?}\n\
             MinimumHeight = {minimum_height:?}\nk = {k}\nP = {p}\nn = {n}\novercrowded = {overcrowded:?}\n\
             speed = {speed:?}\nspeed_floor = {speed_floor:?}\nrandomness = {randomness:?}\nseed = {}\n",
            names[0], names[1], names[2], self.seed as u32
        )
    }
}

/// Settings as TOML has them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Raw {
    search: Option<RoadmapSearch>,
    strategy: Option<Strategy>,
    also: Option<Strategy>,
    #[serde(rename = "AgentSize")]
    agent_size: Option<Spanned<f64>>,
    #[serde(rename = "DensityDistEvent")]
    density_dist_event: Option<Spanned<f64>>,
    #[serde(rename = "DensityMod")]
    density_mod: Option<DensityMod>,
    #[serde(rename = "DensityTriggerTh")]
    density_trigger_th: Option<Spanned<f64>>,
    #[serde(rename = "SecToTime")]
    sec_to_time: Option<Spanned<f64>>,
    #[serde(rename = "MinimumWidth")]
    minimum_width: Option<Spanned<f64>>,
    #[serde(rename = "MinimumHeight")]
    minimum_height: Option<Spanned<f64>>,
    k: Option<Spanned<u32>>,
    #[serde(rename = "P")]
    p: Option<Spanned<u32>>,
    n: Option<Spanned<u32>>,
    overcrowded: Option<Spanned<f64>>,
    speed: Option<Spanned<f64>>,
    speed_floor: Option<Spanned<f64>>,
    randomness: Option<Spanned<f64>>,
    seed: Option<u32>,
}

impl Raw {
    /// The settings, if every number is in its range; `section` stands before the key of one that is not.
    pub(crate) fn checked(self, text: &[u8], section: &str) -> Result<DensitySettings, FileError> {
        let mut places = Vec::new();
        let settings = self.settings(&mut places);
        settings.check().map_err(|bad| {
            let offset = places.iter().find(|(key, _)| *key == bad.key).map_or(0, |&(_, offset)| offset);
            let keyed =
                Keyed { value: (), key: format!("{section}{}", bad.key), place: TextPosition::of(text, offset) };
            keyed.refuse(format!("must be {} to {}, not {}", bad.range.start(), bad.range.end(), bad.value))
        })?;
        Ok(settings)
    }

    /// The settings, the usual ones where nothing is said, and where each number stands.
    fn settings(self, places: &mut Vec<(&'static str, usize)>) -> DensitySettings {
        let usual = DensitySettings::default();
        fn take<T>(
            key: &'static str,
            said: Option<Spanned<T>>,
            usual: T,
            places: &mut Vec<(&'static str, usize)>,
        ) -> T {
            said.map_or(usual, |said| {
                places.push((key, said.span().start));
                said.into_inner()
            })
        }
        DensitySettings {
            search: self.search.unwrap_or(usual.search),
            strategy: self.strategy.unwrap_or(usual.strategy),
            also: self.also.unwrap_or(usual.also),
            agent_size: take("AgentSize", self.agent_size, usual.agent_size, places),
            density_dist_event: take("DensityDistEvent", self.density_dist_event, usual.density_dist_event, places),
            density_mod: self.density_mod.unwrap_or(usual.density_mod),
            density_trigger_th: take("DensityTriggerTh", self.density_trigger_th, usual.density_trigger_th, places),
            sec_to_time: take("SecToTime", self.sec_to_time, usual.sec_to_time, places),
            minimum_width: take("MinimumWidth", self.minimum_width, usual.minimum_width, places),
            minimum_height: take("MinimumHeight", self.minimum_height, usual.minimum_height, places),
            k: take("k", self.k, usual.k, places),
            p: take("P", self.p, usual.p, places),
            n: take("n", self.n, usual.n, places),
            overcrowded: take("overcrowded", self.overcrowded, usual.overcrowded, places),
            speed: take("speed", self.speed, usual.speed, places),
            speed_floor: take("speed_floor", self.speed_floor, usual.speed_floor, places),
            randomness: take("randomness", self.randomness, usual.randomness, places),
            seed: self.seed.map_or(usual.seed, u64::from),
        }
    }
}
