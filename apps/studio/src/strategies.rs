//! Runs along a roadmap of the map that is open: agents slowed down by the density of the regions they are in, with a search and a strategy
//! to replan (`navigant_simulation`'s `roadmap_run`), run without the picture and measured, with frames to look at afterwards.

use crate::refusal::Refusal;
use navigant::files::FileError;
use navigant::mesh::internals::MapGridInternals as _;
use navigant::mesh::{Map, MapGrid, Point};
use navigant::simulation::internals::{
    BadRegionGraph, BadRoadmapRun, DensitySettings, RegionGraph, RoadmapRun, STEP_S, StepTimesInternals as _, Study,
    Trip,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A run that is asked for.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Strategies {
    /// Starts and goals.
    pub(crate) trips: Vec<[[f64; 2]; 2]>,
    /// How many agents enter in all.
    pub(crate) people: u32,
    /// Settings by the names of files; the usual ones where nothing is said.
    #[serde(default)]
    pub(crate) settings: serde_json::Map<String, Value>,
    #[serde(default)]
    pub(crate) mesh: Mesh,
    /// The size of a cell of the grid, in metres.
    pub(crate) cell: Option<f64>,
    /// How many threads search; one unless told.
    pub(crate) threads: Option<usize>,
    /// Whether frames are wanted.
    #[serde(default)]
    pub(crate) frames: bool,
}

/// What the regions are.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mesh {
    /// Squares of the quad-tree.
    #[default]
    Quadtree,
    /// Triangles of the map.
    Triangles,
    /// Cells of a grid.
    Grid,
}

/// The most trips, agents, threads and regions of a run.
const MOST_TRIPS: usize = 32;
const MOST_PEOPLE: u32 = 20_000;
const MOST_THREADS: usize = 16;
const MOST_REGIONS: usize = 100_000;
/// The size of a cell unless told, in metres.
const CELL: f64 = 3.0;
/// A run that takes longer is given up.
const LONGEST: Duration = Duration::from_secs(120);
/// No more frames are kept: every second one is dropped when there would be more.
const MOST_FRAMES: usize = 120;
/// No more numbers of agents and densities are kept in all frames together.
const MOST_NUMBERS: usize = 4_000_000;

/// Makes the run, and tells its figures, the regions and the frames.
pub(crate) fn run(map: &Map, asked: &Strategies) -> Result<Value, Refusal> {
    let settings = settings(&asked.settings)?;
    if asked.trips.is_empty() || asked.trips.len() > MOST_TRIPS {
        return Err(Refusal::new(format!("give 1 to {MOST_TRIPS} trips, not {}", asked.trips.len())));
    }
    if !(1..=MOST_PEOPLE).contains(&asked.people) {
        return Err(Refusal::new(format!("people must be 1 to {MOST_PEOPLE}, not {}", asked.people)));
    }
    let threads = asked.threads.unwrap_or(1);
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(Refusal::new(format!("threads must be 1 to {MOST_THREADS}, not {threads}")));
    }
    let cell = asked.cell.unwrap_or(CELL);
    if asked.mesh == Mesh::Grid && MapGrid::count(map, cell).is_ok_and(|cells| cells > 4 * MOST_REGIONS) {
        return Err(Refusal::new(format!("cells of {cell} m are too small for this map: choose larger ones")));
    }
    let graph = match asked.mesh {
        Mesh::Quadtree => RegionGraph::of_quad_tree(map, &settings),
        Mesh::Triangles => RegionGraph::of_faces(map),
        Mesh::Grid => RegionGraph::of_grid(map, cell, 0.0),
    };
    let graph = graph.map_err(|bad: BadRegionGraph| Refusal::new(bad.to_string()))?;
    if graph.region_count() > MOST_REGIONS {
        let why = format!("{} regions; at most {MOST_REGIONS} are run here: choose larger ones", graph.region_count());
        return Err(Refusal::new(why));
    }
    let (search, strategy) = (settings.search.name(), settings.strategy_name());
    let trips: Vec<Trip> =
        asked.trips.iter().map(|&[start, goal]| Trip { start: start.into(), goal: goal.into() }).collect();
    let mut run = RoadmapRun::new(graph, &trips, asked.people, settings)
        .map_err(|bad| Refusal { message: bad.to_string(), at: place_of(&bad) })?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Refusal::new(format!("no {threads} threads: {error}")))?;
    let (mut frames, start) = (Frames::default(), Instant::now());
    let study = pool.install(|| {
        Study::of(&mut run, asked.people, |run| {
            if asked.frames {
                frames.look(run);
            }
            start.elapsed() < LONGEST
        })
    });
    let regions = || run.graph().regions().map(|region| outline(&run.graph().shape(region).corners()));
    let figures = &study.figures;
    let travel: Vec<Option<f64>> = figures.travel_s().collect();
    Ok(json!({
        "search": search,
        "strategy": strategy,
        "avct_ms": figures.steps.mean().as_secs_f64() * 1e3,
        "searches": figures.searches,
        "most_searches": figures.most_searches,
        "max_agents": figures.max_agents,
        "avr_agents": figures.avr_agents(),
        "travel_s": travel,
        "clustering": study.clustering,
        "steps": study.steps,
        "seconds": study.steps as f64 * STEP_S,
        "unfinished": study.unfinished() + (asked.people - figures.entered),
        "region_count": run.graph().region_count(),
        "regions": if asked.frames { regions().collect() } else { Vec::new() },
        "frames": frames.told(),
    }))
}

/// The settings of a page, which names them as files do.
fn settings(given: &serde_json::Map<String, Value>) -> Result<DensitySettings, Refusal> {
    let is_word = |key: &str| key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && !key.is_empty();
    let mut toml = String::new();
    for (key, value) in given {
        if !is_word(key) || !(value.is_number() || value.is_string()) {
            return Err(Refusal::new(format!("{key}: a setting is a word with a number or a name")));
        }
        // Numbers and names read the same in both.
        toml += &format!("{key} = {value}\n");
    }
    DensitySettings::parse(toml.as_bytes()).map_err(|error| FileError { place: None, ..error }.into())
}

fn place_of(bad: &BadRoadmapRun) -> Option<Point> {
    match bad {
        BadRoadmapRun::NoWay { goal, .. } => Some(*goal),
        BadRoadmapRun::Setting(_) | BadRoadmapRun::NoTrips | BadRoadmapRun::NotAPoint { .. } => None,
    }
}

/// Corners, to a centimetre.
fn outline(corners: &[Point]) -> Vec<[f64; 2]> {
    let round = |x: f64| (100.0 * x).round() / 100.0;
    corners.iter().map(|p| [round(p.x), round(p.y)]).collect()
}

/// What the run looked like, now and then.
struct Frames {
    /// The interval between two, in steps.
    every: u64,
    /// The step, the densities in hundredths by region, and the agents: decimetres and the trip.
    all: Vec<(u64, Vec<u16>, Vec<[i64; 3]>)>,
    numbers: usize,
}

impl Default for Frames {
    fn default() -> Frames {
        Frames { every: 1, all: Vec::new(), numbers: 0 }
    }
}

impl Frames {
    fn look(&mut self, run: &RoadmapRun) {
        if !run.steps().is_multiple_of(self.every) {
            return;
        }
        let hundredths = |density: f64| (100.0 * density).round() as u16;
        let densities: Vec<u16> = run.graph().regions().map(|region| hundredths(run.density(region))).collect();
        let decimetres = |x: f64| (10.0 * x).round() as i64;
        let walkers: Vec<[i64; 3]> =
            run.walkers().map(|w| [decimetres(w.at.x), decimetres(w.at.y), i64::from(w.trip)]).collect();
        self.numbers += densities.len() + 3 * walkers.len();
        self.all.push((run.steps(), densities, walkers));
        while self.all.len() > MOST_FRAMES || self.numbers > MOST_NUMBERS && self.all.len() > 1 {
            self.every *= 2;
            let every = self.every;
            self.all.retain(|(step, ..)| step.is_multiple_of(every));
            self.numbers = self.all.iter().map(|(_, densities, walkers)| densities.len() + 3 * walkers.len()).sum();
        }
    }

    fn told(&self) -> Vec<Value> {
        let frames = self.all.iter();
        let frames =
            frames.map(|(step, density, walkers)| json!({ "step": step, "density": density, "agents": walkers }));
        frames.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    fn asked(json: Value) -> Strategies {
        serde_json::from_value(json).unwrap()
    }

    fn hall() -> Map {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [96.0, 54.0])).unwrap();
        map.insert(&Outline::rectangle([30.0, 10.0], [60.0, 40.0])).unwrap();
        map
    }

    #[test]
    fn runs_of_every_mesh_arrive_and_show_everyone_in_their_frames() {
        for (mesh, threads) in [("quadtree", 1), ("triangles", 2), ("grid", 1)] {
            let told = run(
                &hall(),
                &asked(json!({ "trips": [[[2, 27], [94, 27]]], "people": 90, "mesh": mesh,
                "threads": threads, "frames": true, "settings": { "strategy": "ours", "n": 2, "AgentSize": 0.2 } })),
            );
            let told = told.unwrap();
            assert_eq!((&told["unfinished"], &told["strategy"]), (&json!(0), &json!("ours")), "{mesh}");
            let (regions, frames) = (told["regions"].as_array().unwrap(), told["frames"].as_array().unwrap());
            assert!(frames.len() > 30 && frames.len() <= MOST_FRAMES);
            let most = frames.iter().map(|frame| frame["agents"].as_array().unwrap().len()).max();
            let at_most = told["max_agents"].as_u64().unwrap() as usize;
            assert!(most > Some(at_most / 2) && most <= Some(at_most), "{mesh}");
            assert!(frames.iter().all(|frame| frame["density"].as_array().unwrap().len() == regions.len()));
        }
    }

    #[test]
    fn what_cannot_be_run_is_refused_by_name() {
        let refused = |change: Value| {
            let mut given = json!({ "trips": [[[2, 27], [94, 27]]], "people": 10 });
            given.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            run(&hall(), &asked(given)).unwrap_err().message
        };
        assert!(
            refused(json!({ "settings": { "AgentSize": -1 } })).contains("AgentSize: must be 0.001 to 1000, not -1")
        );
        assert!(refused(json!({ "settings": { "strategy": "luck" } })).contains("luck"));
        assert!(refused(json!({ "settings": { "n\nk": 1 } })).contains("a setting is a word"));
        assert!(refused(json!({ "trips": [] })).contains("1 to 32 trips"));
        assert!(refused(json!({ "people": 0 })).contains("people must be"));
        assert!(refused(json!({ "threads": 0 })).contains("threads must be"));
        assert!(refused(json!({ "mesh": "grid", "cell": -1 })).contains("-1"), "a cell of -1 m");
        let mut walled = hall();
        walled.insert(&Outline::rectangle([80.0, 0.0], [81.0, 54.0])).unwrap();
        let asked = asked(json!({ "trips": [[[2, 27], [94, 27]]], "people": 10 }));
        let refusal = run(&walled, &asked).unwrap_err();
        assert!(refusal.message.contains("trip 0") && refusal.at.is_some(), "{}", refusal.message);
    }
}
