//! Replanning on the graphs of maps that change: medial axis, dual graph, convex cells, quad-tree mesh.
//!
//! After every edit each graph must be the one rebuilt, but for the numbers of its places. Agents on it replan:
//! after deletions alone exactly as A* does. An insertion may shorten a path on such graphs, for a rebuilt part may happen to
//! have places nearer to the straight line: DPA* does not look for that, and the share of paths that A* finds shorter,
//! and by how much, is reported. In no case may it miss a path. On the dual graph it can be much, see
//! [`DualGraph`]: there a place stands for a whole edge, however long.

use super::Report;
use super::scene::Scene;
use crate::oracle::roadmap::difference;
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_mesh::internals::{MapInternals as _, RoadmapInternals as _};
use navigant_mesh::roadmap::{AxisGraph, ConvexCells, DualGraph, MapRoadmap, QuadTreeMesh};
use navigant_mesh::{Effect, Map, Roadmap, WaypointId};
use navigant_search::graph::{AStar, Budget, DpaStar, Events, OldPath, RoadmapEnd, RoadmapGraph, StateId};
use navigant_search::internals::RoadmapGraphInternals as _;
use navigant_search::internals::{AffectedWaypoints, RoadmapRegion};
use std::fmt;

/// Edits in one case.
const EDITS: u32 = 10;
/// Agents on each graph.
const AGENTS: u32 = 8;

/// What was seen on one kind of map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MapTally {
    /// Which kind.
    pub name: &'static str,
    /// Edits followed.
    pub edits: u64,
    /// Places affected by them.
    pub affected: u64,
    /// Places there were, over all edits.
    pub places: u64,
    /// Replans after deletions alone, all exact.
    pub deletions: u64,
    /// Replans after insertions.
    pub insertions: u64,
    /// Those of them that cost more than A*'s.
    pub unequal: u64,
    /// By how much at most, as a part of A*'s.
    pub gap: f64,
    /// The two lengths with this gap, in metres: A*'s and ours.
    pub widest: [f64; 2],
}

impl MapTally {
    pub(super) fn add(&mut self, other: &MapTally) {
        if other.edits > 0 {
            self.name = other.name;
        }
        self.edits += other.edits;
        self.affected += other.affected;
        self.places += other.places;
        self.deletions += other.deletions;
        self.insertions += other.insertions;
        self.unequal += other.unequal;
        self.see(other.gap, other.widest);
    }

    fn see(&mut self, gap: f64, lengths: [f64; 2]) {
        if gap > self.gap {
            (self.gap, self.widest) = (gap, lengths);
        }
    }
}

impl fmt::Display for MapTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        write!(
            f,
            "{}: {} edits, each as rebuilt, {:.1} % of places affected; {} replans after deletions, all exact; {} after \
             insertions, {:.3} % longer than A*'s, by {:.2} % at most ({:.2} m instead of {:.2} m)",
            self.name,
            self.edits,
            share(self.affected, self.places),
            self.deletions,
            self.insertions,
            share(self.unequal, self.insertions),
            100.0 * self.gap,
            self.widest[1],
            self.widest[0]
        )
    }
}

/// A roadmap that follows a map, as it is tested.
trait Follower: MapRoadmap {
    const NAME: &'static str;
    fn of(map: &Map) -> Result<Self, String>
    where
        Self: Sized;
}

macro_rules! follower {
    ($graph:ty, $name:literal, $of:expr) => {
        impl Follower for $graph {
            const NAME: &'static str = $name;
            fn of(map: &Map) -> Result<Self, String> {
                $of(map)
            }
        }
    };
}

follower!(AxisGraph, "axis", |map| Ok(AxisGraph::of(map, 0.25)));
follower!(DualGraph, "dual graph", |map| Ok(DualGraph::of(map)));
follower!(ConvexCells, "convex cells", |map| Ok(ConvexCells::of(map)));
follower!(QuadTreeMesh, "quad-tree mesh", |map| QuadTreeMesh::of(map, 2.0, 8).map_err(|e| e.to_string()));

/// A map, one kind of graph on it, and agents, through some edits.
pub(super) fn live(rng: &mut Rng, report: &mut Report) -> Result<(), String> {
    let mut scene = Scene::random(rng)?;
    match rng.below(4) {
        0 => follow::<AxisGraph>(rng, &mut scene, &mut report.maps[0]),
        1 => follow::<DualGraph>(rng, &mut scene, &mut report.maps[1]),
        2 => follow::<ConvexCells>(rng, &mut scene, &mut report.maps[2]),
        _ => follow::<QuadTreeMesh>(rng, &mut scene, &mut report.maps[3]),
    }?;
    report.events += u64::from(EDITS);
    Ok(())
}

/// An agent's path from place to place.
#[derive(Clone)]
struct Agent {
    ends: [(WaypointId, Point); 2],
    states: Vec<StateId>,
    cost: f64,
    version: u64,
}

fn follow<F: Follower>(rng: &mut Rng, scene: &mut Scene, tally: &mut MapTally) -> Result<(), String> {
    tally.name = F::NAME;
    let mut graph = F::of(&scene.map)?;
    let mut agents: Vec<Agent> = Vec::new();
    // What has happened since the agents planned.
    let (mut longer, mut shorter): (Vec<AffectedWaypoints>, Vec<AffectedWaypoints>) = (Vec::new(), Vec::new());
    let mut dpa = navigant_search::internals::dpa_star_pruning_from(0);
    for edit in 0..EDITS {
        let wrong = |what: String| format!("{}, edit {edit}: {what}", F::NAME);
        if longer.is_empty() && shorter.is_empty() {
            agents = (0..AGENTS).filter_map(|_| set_out(rng, &graph, &scene.map, &mut dpa)).collect();
        }
        let effect = scene.edit(rng)?;
        graph.follow(&scene.map);
        if let Some(what) = difference(graph.roadmap(), F::of(&scene.map)?.roadmap()) {
            return Err(wrong(what));
        }
        tally.edits += 1;
        tally.affected += graph.roadmap().affected().len() as u64;
        tally.places += graph.roadmap().waypoint_count() as u64;
        let affected = AffectedWaypoints::of(graph.roadmap(), effect);
        match effect {
            Effect::Lengthens => longer.push(affected),
            Effect::Shortens => shorter.push(affected),
            Effect::Either => {
                longer.push(affected.clone());
                shorter.push(affected);
            }
        }
        // Now and then agents replan once for several edits.
        if rng.one_in(3) {
            continue;
        }
        for agent in &agents {
            replan(agent, &graph, &scene.map, [&longer, &shorter], &mut dpa, tally).map_err(wrong)?;
        }
        longer.clear();
        shorter.clear();
    }
    Ok(())
}

/// An agent finds its first path.
fn set_out<F: Follower>(rng: &mut Rng, graph: &F, map: &Map, dpa: &mut DpaStar) -> Option<Agent> {
    let roadmap = graph.roadmap();
    let places: Vec<WaypointId> = roadmap.waypoints().collect();
    let mut end = || {
        let place = *places.get(rng.below(places.len() as u32) as usize)?;
        Some((place, roadmap.point(place)?))
    };
    let ends = [end()?, end()?];
    let journey = between_places(roadmap);
    let [start, goal] = ends.map(|(place, _)| RoadmapGraph::state(place));
    let cost = dpa.find(&journey, &journey, start, goal, Budget::UNLIMITED).ok()?.cost?;
    Some(Agent { ends, states: dpa.path().to_vec(), cost, version: map.version() })
}

/// Agents here go from place to place, so a journey's own ends are nowhere.
fn between_places(roadmap: &Roadmap) -> RoadmapGraph<'_> {
    let nowhere = RoadmapEnd { at: Point::new(0.0, 0.0), edges: &[] };
    RoadmapGraph::new(roadmap, nowhere, nowhere)
}

fn replan<F: Follower>(
    agent: &Agent,
    graph: &F,
    map: &Map,
    [longer, shorter]: [&[AffectedWaypoints]; 2],
    dpa: &mut DpaStar,
    tally: &mut MapTally,
) -> Result<(), String> {
    let roadmap = graph.roadmap();
    if agent.ends.iter().any(|&(place, at)| roadmap.point(place) != Some(at)) {
        return Ok(());
    }
    let journey = between_places(roadmap);
    let longer: Vec<RoadmapRegion> = longer.iter().map(|affected| RoadmapRegion::of(&journey, affected)).collect();
    let shorter: Vec<RoadmapRegion> = shorter.iter().map(|affected| RoadmapRegion::of(&journey, affected)).collect();
    let events = Events { since: agent.version, until: map.version(), longer: &longer, shorter: &shorter };
    let old = OldPath { states: &agent.states, cost: agent.cost, version: agent.version };
    let [start, goal] = agent.ends.map(|(place, _)| RoadmapGraph::state(place));
    let answer = dpa.replan(&journey, &journey, &old, &events, Budget::UNLIMITED).map_err(|e| e.to_string())?;
    let fresh = AStar::new().find(&journey, &journey, start, goal, Budget::UNLIMITED).map_err(|e| e.to_string())?;
    let said = || format!("{:?}: {:?}, A* {:?}", dpa.case(), answer.cost, fresh.cost);
    let (cost, least) = match (answer.cost, fresh.cost) {
        (Some(cost), Some(least)) => (cost, least),
        (None, None) => return Ok(()),
        _ => return Err(said()),
    };
    let gap = (cost - least) / least.max(f64::MIN_POSITIVE);
    if gap < -1e-9 || longer.is_empty() && gap > 1e-9 {
        return Err(said());
    }
    if longer.is_empty() {
        tally.deletions += 1;
    } else {
        tally.insertions += 1;
        tally.unequal += u64::from(gap > 1e-9);
        tally.see(gap, [least, cost]);
    }
    Ok(())
}
