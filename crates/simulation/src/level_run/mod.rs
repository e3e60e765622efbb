//! People who leave a building of many storeys: `navigant run tower`, `navigant run car-park`.
//!
//! Another kind of run than [`Simulation`](crate::Simulation), whose crowd walks on one plane. People stand on all storeys and go to the
//! nearest of the exits of the ground floor by stairs or ramps; who is there has left. Before one way down a barrier is put up while
//! they walk, and taken away. Every move is traced through the building by the map's exact sight.

mod building;

use crate::draws::Draws;
use crate::step_times::StepTimes;
use building::Building;
use navigant_crowd::internals::{CrowdInternals as _, LayeredCrowdInternals as _};
use navigant_crowd::{Agent, AgentId, BadStep, Crowd, LayeredAgent, LayeredCrowd, LayeredSeen};
use navigant_mesh::internals::LayeredMapInternals as _;
use navigant_mesh::{LayerId, LayeredMap, ObstacleId, Point};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Instant;

/// A building that people leave.
pub struct LevelRun {
    building: Building,
    crowd: LayeredCrowd,
    /// Where everyone was after the last step.
    before: HashMap<AgentId, LayeredSeen>,
    /// Who is drawn, and the way it has walked.
    drawn: Option<AgentId>,
    way: Vec<(LayerId, Point)>,
    barrier: Option<ObstacleId>,
    figures: LevelFigures,
}

/// What a run through a building has shown; everything is measured.
#[derive(Clone, Debug, Default)]
pub struct LevelFigures {
    /// How many people there were.
    pub agents: u64,
    /// The layers of the building, flights and landings counted.
    pub layers: usize,
    /// How long each step took, without the check of moves.
    pub steps: StepTimes,
    /// The sum over all steps of the agents in them.
    pub agent_steps: u64,
    /// Searches for routes while they walked.
    pub searches: u64,
    /// Edits of the map.
    pub edits: u64,
    /// How many have left.
    pub left: u64,
    /// How many moves led through a wall; always 0 unless there is a bug.
    pub wall_crossings: u64,
    /// Microseconds an agent and step in the first steps, before anyone has left.
    pub first_us: f64,
    /// The same of as many people on the same halls side by side in one plane, who walk to where the stairs are.
    pub plane_us: f64,
    /// The hash of the crowd's state.
    pub hash: u64,
}

impl LevelFigures {
    /// As an object, with the names that `navigant run --json` writes.
    pub fn json(&self) -> Value {
        json!({
            "agents": self.agents,
            "layers": self.layers,
            "steps": self.steps.count,
            "simulated_s": self.simulated_s(),
            "us_per_agent": self.us_per_agent(),
            "first_us": self.first_us,
            "plane_us": self.plane_us,
            "searches": self.searches,
            "edits": self.edits,
            "left": self.left,
            "wall_crossings": self.wall_crossings,
            "hash": format!("{:016x}", self.hash),
        })
    }

    /// Seconds that passed for the people.
    pub fn simulated_s(&self) -> f64 {
        self.steps.count as f64 * Crowd::DT
    }

    /// Microseconds an agent and step, over all steps.
    pub fn us_per_agent(&self) -> f64 {
        self.steps.mean().as_secs_f64() * self.steps.count as f64 * 1e6 / self.agent_steps.max(1) as f64
    }
}

/// The names of the buildings, and what they are.
pub const BUILDINGS: [(&str, &str); 2] = [
    ("tower", "20 storeys with four stairs that turn back; everyone leaves by the ground floor"),
    ("car-park", "10 decks with two ramps; everyone leaves by the ground floor"),
];

/// Steps over which storeys above each other are compared with halls side by side.
const FIRST_STEPS: u64 = 100;
/// Steps after which a barrier is put up, and taken away.
const BARRIER: [u64; 2] = [200, 600];
/// How far apart people stand at first, in metres.
const APART: f64 = 0.7;
/// Expansions with which routes are looked for before the first step, at a time.
const AHEAD: u32 = 1_000_000;

impl LevelRun {
    /// How many people there are unless told.
    pub const PEOPLE: u32 = 20_000;

    /// The building of a name with some people in it; nothing if there is none of that name.
    pub fn named(name: &str, agents: Option<u32>, seed: u64) -> Option<LevelRun> {
        let building = match name {
            "tower" => Building::tower(),
            "car-park" => Building::car_park(),
            _ => return None,
        };
        Some(LevelRun::of(building.ok()?, agents.unwrap_or(LevelRun::PEOPLE), seed))
    }

    fn of(building: Building, agents: u32, seed: u64) -> LevelRun {
        let mut crowd = LayeredCrowd::new(&building.map);
        let everyone = people(&building, agents, seed);
        let mut drawn = None;
        for (storey, agent) in &everyone {
            // Who has no room beside a pillar is not there.
            let id = crowd.add_from(&building.map, u32::from(*storey), agent).ok();
            drawn = id.or(drawn);
        }
        let (agents, layers) = (crowd.len() as u64, building.map.layers().len());
        let plane_us = beside(&building, &everyone);
        let figures = LevelFigures { agents, layers, plane_us, ..LevelFigures::default() };
        LevelRun { building, crowd, before: HashMap::new(), drawn, way: Vec::new(), barrier: None, figures }
    }

    /// Looks for routes before the first step; returns how many still wait for theirs.
    pub fn plan_ahead(&mut self) -> usize {
        self.crowd.plan_ahead(&self.building.map, AHEAD)
    }

    /// Whether everyone has left.
    pub fn is_empty(&self) -> bool {
        self.crowd.is_empty()
    }

    /// How many people there are.
    pub fn len(&self) -> usize {
        self.crowd.len()
    }

    /// How many steps have been made.
    pub fn steps(&self) -> u64 {
        self.crowd.steps()
    }

    /// The building as it is now.
    pub fn map(&self) -> &LayeredMap {
        &self.building.map
    }

    /// The way that somebody from the highest storey has walked, with its layers.
    pub fn way(&self) -> &[(LayerId, Point)] {
        &self.way
    }

    /// What has been measured so far.
    pub fn figures(&self) -> LevelFigures {
        LevelFigures { hash: self.crowd.hash(), ..self.figures.clone() }
    }

    /// Makes a step: the barrier, the crowd, those who leave; and traces every move.
    ///
    /// # Errors
    /// [`BadStep`].
    pub fn step(&mut self) -> Result<(), BadStep> {
        let start = Instant::now();
        self.edit();
        let report = self.crowd.step(&self.building.map, Crowd::DT)?;
        let gone = self.crowd.arrived();
        let taken = start.elapsed();
        let figures = &mut self.figures;
        figures.steps.push(taken);
        figures.agent_steps += self.crowd.len() as u64;
        figures.searches += report.searches;
        if figures.steps.count == FIRST_STEPS {
            figures.first_us = figures.us_per_agent();
        }
        let map = &self.building.map;
        let now: Vec<LayeredSeen> = self.crowd.agents(map).collect();
        let crosses = |seen: &&LayeredSeen| {
            let then = self.before.get(&seen.agent.id).filter(|_| !report.moved.contains(&seen.agent.id));
            then.is_some_and(|then| !map.sees((then.layer, then.agent.position), (seen.layer, seen.agent.position)))
        };
        figures.wall_crossings += now.par_iter().filter(crosses).count() as u64;
        self.way.extend(
            self.drawn.and_then(|id| self.crowd.agent(map, id).ok()).map(|seen| (seen.layer, seen.agent.position)),
        );
        self.before = now.into_iter().map(|seen| (seen.agent.id, seen)).collect();
        for id in gone {
            figures.left += u64::from(self.crowd.remove(id).is_ok());
            self.before.remove(&id);
        }
        Ok(())
    }

    fn edit(&mut self) {
        let (layer, outline) = &self.building.barrier;
        if self.crowd.steps() == BARRIER[0] {
            self.barrier = self.building.map.insert_on(*layer, outline).ok();
            self.figures.edits += u64::from(self.barrier.is_some());
        } else if self.crowd.steps() == BARRIER[1]
            && let Some(id) = self.barrier.take()
        {
            self.figures.edits += u64::from(self.building.map.remove(id).is_ok());
        }
    }
}

/// People on all storeys, each on a place of a grid of its own, who go to the nearest exit in plan; with their storeys.
fn people(building: &Building, count: u32, seed: u64) -> Vec<(u16, LayeredAgent)> {
    let mut draws = Draws::new(seed);
    let [columns, rows] = building.hall.map(|side| ((side - 1.0) / APART).floor().max(1.0) as usize);
    let mut everyone = Vec::with_capacity(count as usize);
    for storey in 0..building.storeys {
        let (here, so_far) = (u64::from(count) * (u64::from(storey) + 1) / u64::from(building.storeys), everyone.len());
        let mut places: Vec<usize> = (0..columns * rows).collect();
        for at in 0..(here as usize).saturating_sub(so_far).min(places.len()) {
            let other = at + draws.below(places.len() - at);
            places.swap(at, other);
            let grid = |number: usize| 0.5 + (number as f64 + 0.5) * APART;
            let p = Point::new(grid(places[at] % columns), grid(places[at] / columns));
            // Any of the places of the door that is nearest.
            let nearest = (0..building.exits.len())
                .min_by(|&a, &b| building.exits[a].distance(p).total_cmp(&building.exits[b].distance(p)));
            let door = nearest.map_or(0, |nearest| nearest / 12 * 12);
            let exit = building.exits[door + draws.below(12)];
            let mut agent = LayeredAgent::new([p.x, p.y, building.height(storey)]).with_goal([exit.x, exit.y, 0.0]);
            agent.agent.radius = draws.number([0.2, 0.26]);
            agent.agent = agent.agent.with_speed(draws.number([1.0, 1.5]));
            everyone.push((storey, agent));
        }
    }
    everyone
}

/// Microseconds an agent and step of the same people in halls side by side, who walk to the nearest way down.
fn beside(building: &Building, everyone: &[(u16, LayeredAgent)]) -> f64 {
    let Some((map, apart)) = building.beside() else { return 0.0 };
    let mut crowd = Crowd::new(&map);
    for (storey, LayeredAgent { agent, .. }) in everyone {
        let at = |p: Point| [p.x + f64::from(storey % 5) * apart[0], p.y + f64::from(storey / 5) * apart[1]];
        let far = |a: &&Point, b: &&Point| a.distance(agent.position).total_cmp(&b.distance(agent.position));
        let inside =
            |p: Point| Point::new(p.x.clamp(1.0, building.hall[0] - 1.0), p.y.clamp(1.0, building.hall[1] - 1.0));
        let goal = building.ways.iter().min_by(far).copied().unwrap_or(agent.position);
        let there = Agent { position: at(agent.position).into(), ..*agent }.with_goal(at(inside(goal)));
        let _ = crowd.add_from(&map, u32::from(*storey), &there);
    }
    while crowd.plan_ahead(&map, AHEAD) > 0 {}
    let start = Instant::now();
    for _ in 0..FIRST_STEPS {
        if crowd.step(&map, Crowd::DT).is_err() {
            return 0.0;
        }
    }
    start.elapsed().as_secs_f64() * 1e6 / (FIRST_STEPS as f64 * crowd.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_leave_a_car_park_by_its_ramps_and_nobody_walks_through_a_wall() {
        let mut run = LevelRun::named("car-park", Some(60), 1).unwrap();
        while run.plan_ahead() > 0 {}
        for _ in 0..1200 {
            run.step().unwrap();
        }
        let figures = run.figures();
        assert!(figures.wall_crossings == 0 && figures.left > 12, "{figures:?}");
        assert_eq!(figures.edits, 2);
    }
}
