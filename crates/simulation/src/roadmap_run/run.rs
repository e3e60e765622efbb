//! The step.

use super::STEP_S;
use super::agents::{Agent, Position, Walker};
use super::clustering::Quadrats;
use super::densities::Densities;
use super::figures::RoadmapFigures;
use super::hierarchy::Hierarchy;
use super::planner::{Costs, Found, Planner, Query};
use super::region_graph::{RegionGraph, RegionId};
use super::replanning::{Replanning, Situation};
use navigant_files::internals::{BadSetting, DensitySettings, Strategy};
use navigant_mesh::Point;
use rayon::prelude::*;
use std::fmt;
use std::time::Instant;

/// From where to where agents walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trip {
    /// Where they enter: at the nearest vertex.
    pub start: Point,
    /// Where they leave: at the nearest vertex.
    pub goal: Point,
}

/// Why there is no run.
#[derive(Clone, Debug, PartialEq)]
pub enum BadRoadmapRun {
    /// A setting is out of its range.
    Setting(BadSetting),
    /// There are no trips: name at least one.
    NoTrips,
    /// A trip's start or goal is not a finite point.
    NotAPoint {
        /// Which trip.
        trip: usize,
        /// Its start or goal.
        point: Point,
    },
    /// A trip's goal cannot be reached from its start along the edges: a smaller mesh element or a larger k may help.
    NoWay {
        /// Which trip.
        trip: usize,
        /// The vertex nearest to its start.
        start: Point,
        /// The vertex nearest to its goal.
        goal: Point,
    },
}

impl fmt::Display for BadRoadmapRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRoadmapRun::Setting(bad) => bad.fmt(f),
            BadRoadmapRun::NoTrips => write!(f, "nobody has anywhere to go; name at least one trip"),
            BadRoadmapRun::NotAPoint { trip, point } => write!(f, "trip {trip}: {point} is not a point"),
            BadRoadmapRun::NoWay { trip, start, goal } => write!(
                f,
                "trip {trip}: no edges lead from {start} to {goal}; a smaller MinimumWidth or a larger k may help"
            ),
        }
    }
}

impl std::error::Error for BadRoadmapRun {}

/// A search that an agent waits for.
#[derive(Clone, Debug)]
struct Job {
    slot: u32,
    query: Query,
    path: Vec<RegionId>,
    found: Found,
}

/// A trip on the graph, with the path that all who do not replan share.
#[derive(Clone, Debug)]
struct Route {
    start: RegionId,
    goal: RegionId,
    path: Vec<RegionId>,
    /// How many are still to enter.
    to_enter: u32,
}

/// Agents that walk along a roadmap: one enters each trip in every step until all have entered.
#[derive(Clone, Debug)]
pub struct RoadmapRun {
    graph: RegionGraph,
    settings: DensitySettings,
    routes: Vec<Route>,
    /// How many are to enter in all.
    people: u32,
    agents: Vec<Agent>,
    /// Slots of those who left.
    free: Vec<u32>,
    present: u32,
    step: u64,
    densities: Densities,
    hierarchy: Hierarchy,
    replanning: Replanning,
    planners: Vec<Planner>,
    chosen: Vec<u32>,
    jobs: Vec<Job>,
    figures: RoadmapFigures,
}

impl RoadmapRun {
    /// A run of a number of agents, with nobody there yet. The path of each trip is searched for without density, once.
    ///
    /// # Errors
    /// [`BadRoadmapRun`] when a setting is out of range, or a trip has no way.
    pub fn new(
        graph: RegionGraph,
        trips: &[Trip],
        people: u32,
        settings: DensitySettings,
    ) -> Result<RoadmapRun, BadRoadmapRun> {
        settings.check().map_err(BadRoadmapRun::Setting)?;
        if trips.is_empty() {
            return Err(BadRoadmapRun::NoTrips);
        }
        let densities = Densities::none(&graph, &settings);
        let hierarchy = Hierarchy::of(&graph, &densities);
        let mut run = RoadmapRun {
            replanning: Replanning::new(&graph, &settings),
            graph,
            settings,
            routes: Vec::with_capacity(trips.len()),
            people,
            agents: Vec::new(),
            free: Vec::new(),
            present: 0,
            step: 0,
            densities,
            hierarchy,
            planners: vec![Planner::default()],
            chosen: Vec::new(),
            jobs: Vec::new(),
            figures: RoadmapFigures::of_trips(trips.len()),
        };
        for (i, trip) in trips.iter().enumerate() {
            let route = run.route(i, trip)?;
            run.routes.push(route);
        }
        run.figures.searches = trips.len() as u64;
        let (each, more) = (people / trips.len() as u32, people as usize % trips.len());
        let by_trip: Vec<u32> = (0..trips.len()).map(|trip| each + u32::from(trip < more)).collect();
        Ok(run.with_people(&by_trip))
    }

    /// Says how many enter on each trip, before the first step; nobody on trips that are not named.
    #[must_use]
    pub fn with_people(mut self, by_trip: &[u32]) -> RoadmapRun {
        for (i, route) in self.routes.iter_mut().enumerate() {
            route.to_enter = by_trip.get(i).copied().unwrap_or(0);
        }
        self.people = self.routes.iter().fold(0, |sum, route| sum.saturating_add(route.to_enter));
        self
    }

    fn route(&mut self, trip: usize, &Trip { start, goal }: &Trip) -> Result<Route, BadRoadmapRun> {
        if let Some(&point) = [start, goal].iter().find(|p| !(p.x.is_finite() && p.y.is_finite())) {
            return Err(BadRoadmapRun::NotAPoint { trip, point });
        }
        // A graph has regions.
        let [start, goal] = [start, goal].map(|p| self.graph.nearest(p).unwrap_or(RegionId(0)));
        let mut path = Vec::new();
        let query = Query { from: start, goal, own: None };
        let costs = Costs {
            graph: &self.graph,
            hierarchy: &self.hierarchy,
            densities: &self.densities,
            settings: &self.settings,
        };
        let found = self.planners[0].find_empty(costs, query, &mut path);
        if found.cost.is_finite() {
            return Ok(Route { start, goal, path, to_enter: 0 });
        }
        let [start, goal] = [start, goal].map(|region| self.graph.centre(region));
        Err(BadRoadmapRun::NoWay { trip, start, goal })
    }

    /// One step: who enters, who replans, the searches, the moves, the densities.
    pub fn step(&mut self) {
        let began = Instant::now();
        self.chosen.clear();
        self.enter();
        let now = Situation {
            graph: &self.graph,
            densities: &self.densities,
            settings: &self.settings,
            agents: &self.agents,
            step: self.step,
        };
        self.replanning.choose(now, &mut self.chosen);
        self.figures.groups_seen += u64::from(self.replanning.groups());
        self.replan();
        self.walk();
        self.densities.refresh(&self.graph, &self.settings, |region| self.hierarchy.note(region));
        self.hierarchy.refresh(&self.graph, &self.densities);
        self.step += 1;
        self.figures.count(self.present);
        self.figures.steps.push(began.elapsed());
    }

    /// One more agent on each trip.
    fn enter(&mut self) {
        let replans_first = self.settings.has(Strategy::PerInit) || self.settings.has(Strategy::Ours);
        for trip in 0..self.routes.len() {
            if self.routes[trip].to_enter == 0 {
                continue;
            }
            self.routes[trip].to_enter -= 1;
            let slot = self.free.pop().unwrap_or(self.agents.len() as u32);
            let Route { start, path, .. } = &self.routes[trip];
            if slot as usize == self.agents.len() {
                self.agents.push(Agent {
                    serial: 0,
                    trip: 0,
                    entered: 0,
                    position: Position::At(*start),
                    region: *start,
                    path: Vec::new(),
                    planned: 0,
                    searches: 0,
                    is_here: false,
                });
            }
            let agent = &mut self.agents[slot as usize];
            (agent.serial, agent.trip, agent.entered) = (self.figures.entered, trip as u32, self.step);
            (agent.position, agent.region, agent.is_here) = (Position::At(*start), *start, true);
            (agent.planned, agent.searches) = (0, 0);
            agent.path.clear();
            agent.path.extend_from_slice(path);
            self.densities.enter(*start);
            self.figures.entered += 1;
            self.present += 1;
            if replans_first {
                self.chosen.push(slot);
            }
        }
    }

    /// Those who were chosen search, on all threads, and take their new paths.
    fn replan(&mut self) {
        let count = self.chosen.len();
        for (i, &slot) in self.chosen.iter().enumerate() {
            let agent = &self.agents[slot as usize];
            let own = self.settings.has(Strategy::Ours).then(|| own_seed(&self.settings, agent));
            let query =
                Query { from: agent.next_vertex(&self.graph), goal: self.routes[agent.trip as usize].goal, own };
            match self.jobs.get_mut(i) {
                Some(job) => (job.slot, job.query) = (slot, query),
                None => self.jobs.push(Job { slot, query, path: Vec::new(), found: Found::default() }),
            }
        }
        let jobs = &mut self.jobs[..count];
        let costs = Costs {
            graph: &self.graph,
            hierarchy: &self.hierarchy,
            densities: &self.densities,
            settings: &self.settings,
        };
        let threads = rayon::current_num_threads().min(count.div_ceil(2)).max(1);
        if self.planners.len() < threads {
            self.planners.resize_with(threads, Planner::default);
        }
        if threads == 1 {
            jobs.iter_mut().for_each(|job| job.run(costs, &mut self.planners[0]));
        } else {
            let shares = jobs.par_chunks_mut(count.div_ceil(threads));
            self.planners[..threads].par_iter_mut().zip(shares).for_each(|(planner, jobs)| {
                jobs.iter_mut().for_each(|job| job.run(costs, planner));
            });
        }
        let mut searches = 0;
        for job in jobs {
            let agent = &mut self.agents[job.slot as usize];
            (agent.planned, agent.searches) = (self.step, agent.searches + 1);
            // Every trip has a way; who finds none goes on with the old one.
            if job.found.cost.is_finite() {
                std::mem::swap(&mut agent.path, &mut job.path);
            }
            searches += u64::from(job.found.searches);
        }
        self.figures.searches += searches;
        self.figures.most_searches = self.figures.most_searches.max(searches);
    }

    /// Everyone walks at the speeds that the step began with.
    fn walk(&mut self) {
        for (slot, agent) in self.agents.iter_mut().enumerate().filter(|(_, agent)| agent.is_here) {
            let before = agent.region;
            if agent.walk(&self.graph, &self.densities, STEP_S) {
                agent.is_here = false;
                self.densities.leave(before);
                self.free.push(slot as u32);
                self.present -= 1;
                self.figures.arrive(agent.trip, self.step + 1 - agent.entered);
            } else if agent.region != before {
                self.densities.leave(before);
                self.densities.enter(agent.region);
            }
        }
    }

    /// How many enter in all.
    pub fn people_to_enter(&self) -> u32 {
        self.people
    }

    /// Whether all have entered and left again.
    pub fn is_done(&self) -> bool {
        self.figures.entered == self.people && self.present == 0
    }

    /// Whether there are agents still to enter.
    pub fn is_filling(&self) -> bool {
        self.figures.entered < self.people
    }

    /// What was measured so far.
    pub fn figures(&self) -> &RoadmapFigures {
        &self.figures
    }

    /// The regions and edges.
    pub fn graph(&self) -> &RegionGraph {
        &self.graph
    }

    /// The settings.
    pub fn settings(&self) -> &DensitySettings {
        &self.settings
    }

    /// How many steps were made.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// Those who are there.
    pub fn walkers(&self) -> impl Iterator<Item = Walker> + '_ {
        let here = self.agents.iter().filter(|agent| agent.is_here);
        here.map(|a| Walker { serial: a.serial, trip: a.trip, at: a.at(&self.graph), region: a.region })
    }

    /// How many agents are in a region.
    pub fn people(&self, region: RegionId) -> u32 {
        self.densities.people(region)
    }

    /// The density of a region: the size of the agents in it over its area.
    pub fn density(&self, region: RegionId) -> f64 {
        self.densities.density(region)
    }

    /// The speed of whoever is in a region, in metres a second of the run's clock.
    pub fn speed(&self, region: RegionId) -> f64 {
        self.densities.speed(region)
    }

    /// Morisita's index of where agents are now; see [`Quadrats`].
    pub fn clustering(&self, quadrats: &mut Quadrats) -> Option<f64> {
        quadrats.index(self.walkers().map(|walker| walker.at))
    }

    /// The fastest path from a region to another at the speeds of now, by the run's search: its cost in seconds and the
    /// regions after the first, or `None` if there is none. Overcrowded regions in between are obstacles where that is possible.
    pub fn fastest(&mut self, from: RegionId, goal: RegionId) -> Option<(f64, Vec<RegionId>)> {
        let costs = Costs {
            graph: &self.graph,
            hierarchy: &self.hierarchy,
            densities: &self.densities,
            settings: &self.settings,
        };
        let mut path = Vec::new();
        let query = Query { from, goal, own: None };
        let found = self.planners[0].find(costs, query, &mut path);
        path.reverse();
        found.cost.is_finite().then_some((found.cost, path))
    }

    /// A hash of everyone's state: equal for equal runs.
    pub fn hash(&self) -> u64 {
        let mut hash = 0xCBF2_9CE4_8422_2325u64;
        let mut mix = |word: u64| hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        for walker in self.walkers() {
            [u64::from(walker.serial), walker.at.x.to_bits(), walker.at.y.to_bits(), u64::from(walker.region.0)]
                .into_iter()
                .for_each(&mut mix);
        }
        [self.step, self.figures.searches, u64::from(self.figures.arrived)].into_iter().for_each(&mut mix);
        hash
    }
}

impl Job {
    fn run(&mut self, costs: Costs<'_>, planner: &mut Planner) {
        self.found = planner.find(costs, self.query, &mut self.path);
    }
}

/// What an agent's own costs follow from: it draws others for every search.
fn own_seed(settings: &DensitySettings, agent: &Agent) -> u64 {
    let words = (u64::from(agent.serial) << 32) | u64::from(agent.searches);
    settings.seed.wrapping_add(words.wrapping_mul(0xBF58_476D_1CE4_E5B9))
}
