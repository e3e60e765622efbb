//! Obstacles come and go, one at a time, and agents replan: by A*, by DPA*, and by DPA* as its paper prints it.

use super::maps::Environment;
use super::printed::PrintedDpaStar;
use super::starts::{Starts, free_point};
use indicatif::ProgressBar;
use navigant_mesh::internals::{AxisGraphInternals as _, MapInternals as _};
use navigant_mesh::roadmap::AxisGraph;
use navigant_mesh::roadmap::{Attached, MapRoadmap as _};
use navigant_mesh::{Map, Outline, Point};
use navigant_search::graph::{
    Answer, Budget, DStarLite, DpaStar, Events, OldPath, ReplanCase, RoadmapEnd, RoadmapGraph, SearchError, StateId,
    StopReason,
};
use navigant_search::internals::DStarLiteInternals as _;
use navigant_search::internals::{AffectedWaypoints, RoadmapRegion};
use navigant_testing::rng::Rng;
use serde::Serialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

/// The radius of the agents in metres.
const RADIUS: f64 = 0.7;
/// Half the width of an obstacle.
const HALF: f64 = 1.0;
/// Each search is timed so often, in turns, and the least time counts: others use the machine, too.
const REPETITIONS: usize = 3;

/// How much is done.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The most obstacles.
    most_obstacles: u64,
    /// Agents for each.
    agents: usize,
}

impl Work {
    /// As in the paper.
    pub const FULL: Work = Work { most_obstacles: u64::MAX, agents: 500 };
    /// For a first look.
    pub const QUICK: Work = Work { most_obstacles: 12, agents: 60 };

    /// How many obstacles come and go on a map.
    pub fn obstacles(&self, environment: &Environment) -> u64 {
        environment.dynamic.min(self.most_obstacles)
    }
}

/// How many searches are compared: A*, DPA*, DPA* as printed.
pub const SEARCHERS: usize = 3;

/// What the searches cost in all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// How many trials.
    pub trials: u64,
    /// Time of each.
    pub times: [Duration; SEARCHERS],
    /// Expansions of each.
    pub expansions: [u64; SEARCHERS],
}

/// What DPA* saves, in per cent.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Saving {
    /// In time.
    pub time: f64,
    /// In time, with what is prepared once for all agents after an edit, if one agent replans.
    pub time_prepared_1: f64,
    /// The same if 500 agents replan.
    pub time_prepared_500: f64,
    /// In expansions.
    pub expansions: f64,
    /// In time, by the algorithm as printed.
    pub printed_time: f64,
    /// In expansions, by the algorithm as printed.
    pub printed_expansions: f64,
}

impl Sums {
    fn add(&mut self, trial: &Trial) {
        self.trials += 1;
        for i in 0..SEARCHERS {
            self.times[i] += trial.times[i];
            self.expansions[i] += trial.answers[i].expansions;
        }
    }

    /// (A − D) / A, given the seconds that preparing for an edit takes.
    pub fn saving(&self, preparing: f64) -> Saving {
        let saved = |a: f64, d: f64| if a > 0.0 { 100.0 * (a - d) / a } else { 0.0 };
        let [a, d, printed] = self.times.map(|time| time.as_secs_f64());
        let [of_a, of_d, of_printed] = self.expansions.map(|count| count as f64);
        let with = |agents: f64| saved(a, d + preparing * self.trials as f64 / agents);
        Saving {
            time: saved(a, d),
            time_prepared_1: with(1.0),
            time_prepared_500: with(500.0),
            expansions: saved(of_a, of_d),
            printed_time: saved(a, printed),
            printed_expansions: saved(of_a, of_printed),
        }
    }
}

/// The figures of one half of the table, as they are written to `--json`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct HalfFigures {
    /// The obstacle came, on the path.
    pub insert_affected: Saving,
    /// It went, elsewhere.
    pub delete_unaffected: Saving,
    /// It went, on the path.
    pub delete_affected: Saving,
}

/// The figures of a map, as they are written to `--json`.
#[derive(Clone, Debug, Serialize)]
pub struct MapFigures {
    /// The map.
    pub name: &'static str,
    /// Vertices of its medial axis.
    pub vertices: usize,
    /// Edges of its medial axis.
    pub edges: usize,
    /// Starts anywhere.
    pub standard: HalfFigures,
    /// Starts that see the obstacle.
    pub visible: HalfFigures,
    /// Milliseconds until the axis has followed an insertion.
    pub axis_insert_ms: f64,
    /// Milliseconds until it has followed a deletion.
    pub axis_delete_ms: f64,
    /// Replans that cost more than A*'s path, of all.
    pub unequal_costs: u64,
    /// The same of the algorithm as printed.
    pub printed_unequal_costs: u64,
    /// Bytes that an agent keeps for DPA*.
    pub agent_bytes: f64,
    /// Bytes that it would keep for D* Lite.
    pub d_star_lite_bytes: f64,
}

/// What was seen on a map.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The map.
    pub name: &'static str,
    /// Vertices and edges of its medial axis.
    pub size: [usize; 2],
    /// For starts anywhere and for those that see the obstacle: insertion affected, deletion unaffected, deletion affected.
    pub cells: [[Sums; 3]; 2],
    /// The same by the number of states of the new path.
    pub by_length: [[BTreeMap<usize, Sums>; 3]; 2],
    /// How many edits, and the time they took: insertions and deletions.
    pub edits: [(u64, Duration); 2],
    /// Once for all agents after each insertion and each deletion, the time it took to find out what it changed.
    pub preparing: [Duration; 2],
    /// Replans in all.
    pub replans: u64,
    /// Replans after an insertion that cost more than A*'s path.
    pub unequal: u64,
    /// By how much at most, in parts.
    pub gap: f64,
    /// Replans after a deletion that cost more, or that found no path where A* did: there must be none.
    pub wrong: u64,
    /// Replans of the algorithm as printed that cost more than A*'s path: after insertions and after deletions.
    pub printed_unequal: [u64; 2],
    /// States of all old paths.
    pub path_states: u64,
    /// How many D* Lites were asked how many bytes they keep, and the sum of these.
    pub d_star_bytes: (u64, u64),
}

impl Outcome {
    /// What is done once after a deletion, for all agents: the time it takes, and how that compares with the searches that
    /// the agents would do otherwise.
    pub fn preparing(&self) -> Preparing {
        let cells = self.cells.iter().flat_map(|half| &half[1..]);
        let (searches, time) =
            cells.fold((0, 0.0), |(count, sum), cell| (count + cell.trials, sum + cell.times[0].as_secs_f64()));
        let (deletions, preparing) = (self.edits[1].0.max(1) as f64, self.preparing[1].as_secs_f64());
        Preparing {
            micros: 1e6 * preparing / deletions,
            searches: preparing / deletions * searches as f64 / time,
            agents: searches as f64 / deletions,
            share: 100.0 * preparing / time,
        }
    }

    /// What a cell of the table saves.
    pub fn saving(&self, half: usize, cell: usize) -> Saving {
        let edit = usize::from(cell > 0);
        let seconds = self.preparing[edit].as_secs_f64() / self.edits[edit].0.max(1) as f64;
        self.cells[half][cell].saving(seconds)
    }

    /// Bytes an agent keeps for DPA*, and for D* Lite.
    pub fn bytes(&self) -> [f64; 2] {
        // A path of states, its cost and its version.
        let path = 4.0 * self.path_states as f64 / self.replans.max(1) as f64 + 40.0;
        [path, self.d_star_bytes.1 as f64 / self.d_star_bytes.0.max(1) as f64]
    }

    /// The figures.
    pub fn figures(&self) -> MapFigures {
        let half = |half: usize| HalfFigures {
            insert_affected: self.saving(half, 0),
            delete_unaffected: self.saving(half, 1),
            delete_affected: self.saving(half, 2),
        };
        let [agent_bytes, d_star_lite_bytes] = self.bytes();
        let mean = |(count, time): (u64, Duration)| time.as_secs_f64() * 1e3 / count.max(1) as f64;
        MapFigures {
            name: self.name,
            vertices: self.size[0],
            edges: self.size[1],
            standard: half(0),
            visible: half(1),
            axis_insert_ms: mean(self.edits[0]),
            axis_delete_ms: mean(self.edits[1]),
            unequal_costs: self.unequal + self.wrong,
            printed_unequal_costs: self.printed_unequal.iter().sum(),
            agent_bytes,
            d_star_lite_bytes,
        }
    }
}

/// What finding out what a deletion gained costs.
#[derive(Clone, Copy, Debug)]
pub struct Preparing {
    /// The mean time in µs.
    pub micros: f64,
    /// How many searches of A* take as long.
    pub searches: f64,
    /// How many agents replan after a deletion.
    pub agents: f64,
    /// Its share, in per cent, of the time A* takes for all of them.
    pub share: f64,
}

/// An agent: where it goes, and its path.
struct Agent {
    ends: [Point; 2],
    states: Vec<StateId>,
    cost: f64,
    version: u64,
}

/// One replan, by each searcher.
struct Trial {
    scenario: ReplanCase,
    times: [Duration; SEARCHERS],
    answers: [Answer; SEARCHERS],
}

/// The searchers.
#[derive(Default)]
struct Searchers {
    a_star: DpaStar,
    dpa_star: DpaStar,
    printed: PrintedDpaStar,
}

/// Runs a map.
///
/// # Errors
/// When the map cannot be built or a search meets an error.
pub fn run(environment: &Environment, work: Work, seed: u64, bar: &ProgressBar) -> Result<Outcome, Box<dyn Error>> {
    let mut map = environment.build()?;
    let mut graph = AxisGraph::of(&map, RADIUS);
    let size = [graph.vertex_count(), graph.edge_count()];
    let mut outcome = Outcome { name: environment.name, size, ..Outcome::default() };
    let mut searchers = Searchers::default();
    let mut rng = Rng::new(seed);
    for visible in [false, true] {
        for _ in 0..work.obstacles(environment) {
            let centre = free_point(&mut rng, &map, environment.size, HALF * 1.5);
            let starts = if visible { Starts::seeing(&map, centre)? } else { Starts::anywhere(environment.size) };
            let mut agents = Vec::new();
            // On a map that is full there might be no room for agents.
            for _ in 0..work.agents * 100 {
                if agents.len() == work.agents {
                    break;
                }
                let ends = [starts.any(&mut rng), Starts::anywhere(environment.size).any(&mut rng)];
                agents.extend(set_out(&map, &graph, ends, centre, &mut searchers)?);
            }
            let (low, high) =
                (Point::new(centre.x - HALF, centre.y - HALF), Point::new(centre.x + HALF, centre.y + HALF));
            let square = Outline::rectangle(low, high);
            let begin = Instant::now();
            let id = map.insert(&square)?;
            graph.follow(&map);
            outcome.edits[0] = (outcome.edits[0].0 + 1, outcome.edits[0].1 + begin.elapsed());
            outcome.replan_all(&map, &graph, &mut agents, visible, true, &mut searchers)?;
            let begin = Instant::now();
            map.remove(id)?;
            graph.follow(&map);
            outcome.edits[1] = (outcome.edits[1].0 + 1, outcome.edits[1].1 + begin.elapsed());
            outcome.replan_all(&map, &graph, &mut agents, visible, false, &mut searchers)?;
            bar.inc(1);
        }
    }
    Ok(outcome)
}

/// An agent that is clear of the obstacle finds its first path; `None` if its ends are not clear or are on one way.
fn set_out(
    map: &Map,
    graph: &AxisGraph,
    ends: [Point; 2],
    obstacle: Point,
    searchers: &mut Searchers,
) -> Result<Option<Agent>, SearchError> {
    let beyond = |p: Point| {
        let (dx, dy) = (((p.x - obstacle.x).abs() - HALF).max(0.0), ((p.y - obstacle.y).abs() - HALF).max(0.0));
        dx.hypot(dy)
    };
    if ends.iter().any(|&p| beyond(p) < RADIUS) {
        return Ok(None);
    }
    let Some(attached) = attach(map, graph, ends) else { return Ok(None) };
    let places = |end: &Attached| end.edges.iter().map(|&(place, _)| place).collect::<Vec<_>>();
    let [from, to] = attached.each_ref().map(places);
    if from.iter().all(|place| to.contains(place)) {
        return Ok(None);
    }
    let journey = journey(graph, &attached);
    let search = &mut searchers.a_star;
    let answer = search.find(&journey, &journey, RoadmapGraph::START, RoadmapGraph::GOAL, Budget::UNLIMITED)?;
    let agent = |cost| Agent { ends, states: search.path().to_vec(), cost, version: map.version() };
    Ok(answer.cost.map(agent))
}

fn attach(map: &Map, graph: &AxisGraph, ends: [Point; 2]) -> Option<[Attached; 2]> {
    let [from, to] = ends.map(|p| graph.attach(map, p));
    Some([from?, to?])
}

fn journey<'a>(graph: &'a AxisGraph, [from, to]: &'a [Attached; 2]) -> RoadmapGraph<'a> {
    let end = |attached: &'a Attached| RoadmapEnd { at: attached.at, edges: &attached.edges };
    RoadmapGraph::new(graph.roadmap(), end(from), end(to))
}

impl Outcome {
    /// All agents replan after an edit, and take A*'s path from then on.
    fn replan_all(
        &mut self,
        map: &Map,
        graph: &AxisGraph,
        agents: &mut Vec<Agent>,
        visible: bool,
        inserted: bool,
        searchers: &mut Searchers,
    ) -> Result<(), SearchError> {
        let begin = Instant::now();
        let affected = AffectedWaypoints::of(graph.roadmap(), map.change().effect);
        self.preparing[usize::from(!inserted)] += begin.elapsed();
        let mut left = Vec::with_capacity(agents.len());
        for (number, mut agent) in agents.drain(..).enumerate() {
            self.path_states += agent.states.len() as u64;
            let Some(attached) = attach(map, graph, agent.ends) else { continue };
            let journey = journey(graph, &attached);
            if number == 0 {
                let mut plan = DStarLite::new(&journey, &journey, RoadmapGraph::START, RoadmapGraph::GOAL)?;
                plan.search(&journey, &journey, Budget::UNLIMITED)?;
                self.d_star_bytes.0 += 1;
                self.d_star_bytes.1 += plan.memory_bytes() as u64;
            }
            let trial = replan(&journey, &affected, &agent, inserted, searchers, self.replans)?;
            self.take(&trial, visible, inserted, searchers.a_star.path().len());
            if let Some(cost) = trial.answers[0].cost {
                agent.states.clear();
                agent.states.extend_from_slice(searchers.a_star.path());
                (agent.cost, agent.version) = (cost, map.version());
                left.push(agent);
            }
        }
        *agents = left;
        Ok(())
    }

    fn take(&mut self, trial: &Trial, visible: bool, inserted: bool, length: usize) {
        self.replans += 1;
        let [fresh, replanned, printed] = trial.answers.map(|answer| answer.cost.unwrap_or(f64::INFINITY));
        self.printed_unequal[usize::from(!inserted)] += u64::from(printed > fresh * (1.0 + 1e-9));
        let gap = (replanned - fresh) / fresh;
        if gap > 1e-9 {
            if inserted && replanned.is_finite() {
                self.unequal += 1;
            } else {
                self.wrong += 1;
            }
            self.gap = self.gap.max(gap);
        }
        let cell = match (trial.scenario, inserted) {
            (ReplanCase::InsertionUnaffected, _) => return,
            (ReplanCase::InsertionAffected | ReplanCase::FromScratch(_), true) => 0,
            (ReplanCase::DeletionUnaffected, _) => 1,
            _ => 2,
        };
        self.cells[usize::from(visible)][cell].add(trial);
        self.by_length[usize::from(visible)][cell].entry(length).or_default().add(trial);
    }
}

/// Replans by each searcher, in turns, another one first each time.
fn replan(
    journey: &RoadmapGraph,
    affected: &AffectedWaypoints,
    agent: &Agent,
    inserted: bool,
    searchers: &mut Searchers,
    number: u64,
) -> Result<Trial, SearchError> {
    let Searchers { a_star, dpa_star, printed } = searchers;
    let region = RoadmapRegion::of(journey, affected);
    let old = OldPath { states: &agent.states, cost: agent.cost, version: agent.version };
    let events =
        if inserted { Events::insertion(agent.version, &region) } else { Events::deletion(agent.version, &region) };
    let mut times = [Duration::MAX; SEARCHERS];
    let mut answers = [None; SEARCHERS];
    for turn in 0..(SEARCHERS * REPETITIONS) as u64 {
        let who = ((turn + number) % SEARCHERS as u64) as usize;
        let begin = Instant::now();
        let answer = match who {
            0 => Some(a_star.find(journey, journey, RoadmapGraph::START, RoadmapGraph::GOAL, Budget::UNLIMITED)?),
            1 => Some(dpa_star.replan(journey, journey, &old, &events, Budget::UNLIMITED)?),
            _ => printed.replan(journey, journey, old, &region, inserted),
        };
        times[who] = times[who].min(begin.elapsed());
        answers[who] = answer;
    }
    let none = Answer { stop: StopReason::NoPath, cost: None, lower: 0.0, expansions: 0, generated: 0 };
    Ok(Trial { scenario: dpa_star.case(), times, answers: answers.map(|answer| answer.unwrap_or(none)) })
}
