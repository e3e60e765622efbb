//! The crate `dodgy_2d`, a port of RVO2, with a good neighbour search beside it: a plain grid, or Navigant's own.

use crate::crowd::{DT, MAX_SPEED, PARAMETERS, SPEED};
use crate::crowd_grid::PlainGrid;
use dodgy_2d::{Agent, AvoidanceOptions, Obstacle, Vec2};
use navigant_crowd::Vector;
use navigant_crowd::internals::VectorInternals as _;
use navigant_crowd::internals::{Body, CellList, Fine};
use navigant_crowd::internals::{NeighbourFinder, Reach};
use navigant_mesh::Point;
use navigant_testing::generate::crowd::CrowdScene;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::HashMap;

/// Metres to a fine step.
const FINE: f32 = 1.0 / 1024.0;
/// The size of the cells in which pillars are looked up, in metres.
const PILLAR_CELL: f32 = 20.0;

pub(crate) struct Dodgy {
    agents: Vec<Agent>,
    goals: Vec<Vec2>,
    guesses: Vec<f32>,
    obstacles: Vec<Obstacle>,
    /// The obstacles within reach of each cell.
    near: HashMap<[i32; 2], Vec<u32>>,
    options: AvoidanceOptions,
    cells: CellList,
}

impl Dodgy {
    pub(crate) fn new(scene: &CrowdScene) -> Dodgy {
        let vec = |p: Point| Vec2::new(p.x as f32, p.y as f32);
        let agents = scene.ways.iter().map(|&[from, _]| Agent {
            position: vec(from),
            velocity: Vec2::ZERO,
            radius: CrowdScene::RADIUS as f32,
            avoidance_responsibility: 1.0,
        });
        let obstacles: Vec<Obstacle> =
            scene.pillars.iter().map(|&(middle, half)| pillar(vec(middle), half as f32)).collect();
        let range = PARAMETERS.wall_horizon * MAX_SPEED + CrowdScene::RADIUS as f32;
        let mut near = HashMap::<[i32; 2], Vec<u32>>::new();
        for (index, &(middle, half)) in scene.pillars.iter().enumerate() {
            let reach = half as f32 + range;
            let [low, high] = [-reach, reach].map(|r| cell_of(vec(middle) + Vec2::splat(r)));
            for x in low[0]..=high[0] {
                for y in low[1]..=high[1] {
                    near.entry([x, y]).or_default().push(index as u32);
                }
            }
        }
        Dodgy {
            agents: agents.collect(),
            goals: scene.ways.iter().map(|&[_, to]| vec(to)).collect(),
            guesses: vec![PARAMETERS.neighbour_distance; scene.ways.len()],
            obstacles,
            near,
            options: AvoidanceOptions {
                obstacle_margin: CrowdScene::RADIUS as f32,
                time_horizon: PARAMETERS.horizon,
                obstacle_time_horizon: PARAMETERS.wall_horizon,
            },
            cells: CellList::default(),
        }
    }

    /// A step with the plain grid.
    pub(crate) fn step(&mut self) {
        let places: Vec<Vec2> = self.agents.iter().map(|agent| agent.position).collect();
        let grid = PlainGrid::new(&places, PARAMETERS.neighbour_distance / 2.0);
        let (this, distance, count) = (&*self, PARAMETERS.neighbour_distance, PARAMETERS.most_neighbours as usize);
        let moved: Vec<Vec<(u32, Vec2)>> = (grid.agents().par_chunks(512))
            .map(|slots| {
                let mut found = Vec::with_capacity(count + 1);
                let velocity = |&slot: &u32| {
                    grid.nearest(&places, slot as usize, distance, count, &mut found);
                    let others = found.iter().map(|&(_, other)| Cow::Borrowed(&this.agents[other as usize]));
                    (slot, this.velocity(slot as usize, &others.collect::<Vec<_>>()))
                };
                slots.iter().map(velocity).collect()
            })
            .collect();
        for (slot, velocity) in moved.into_iter().flatten() {
            self.agents[slot as usize].velocity = velocity;
            self.agents[slot as usize].position += velocity * DT;
        }
    }

    /// A step with Navigant's cells.
    pub(crate) fn step_with_our_search(&mut self) {
        let fine = |agent: &Agent| Fine { x: (agent.position.x / FINE) as i32, y: (agent.position.y / FINE) as i32 };
        let places: Vec<Fine> = self.agents.iter().map(fine).collect();
        let dense: f32 = self.guesses.iter().map(|guess| 1.0 / (guess * guess)).sum();
        // As large as Navigant makes them.
        let size = 1.1 * (self.agents.len() as f32 / dense).sqrt();
        let agents = &self.agents;
        let body = |slot: usize| Body {
            place: places[slot],
            velocity: Vector::new(agents[slot].velocity.x, agents[slot].velocity.y),
            radius: agents[slot].radius,
        };
        self.cells.sort(&places, body, (size / FINE) as u32);
        let this = &*self;
        let chunks: Vec<usize> = (0..this.cells.len()).step_by(128).collect();
        let moved: Vec<Vec<(u32, Vec2, f32)>> = chunks.into_par_iter().map(|first| this.velocities(first)).collect();
        for (slot, velocity, guess) in moved.into_iter().flatten() {
            let agent = &mut self.agents[slot as usize];
            agent.velocity = velocity;
            agent.position += velocity * DT;
            self.guesses[slot as usize] = guess;
        }
    }

    /// The new velocities of the agents in 128 cells.
    fn velocities(&self, first: usize) -> Vec<(u32, Vec2, f32)> {
        let mut finder = NeighbourFinder::default();
        let mut found = Vec::new();
        let slots = &self.cells.agents().slot;
        for cell in first..self.cells.len().min(first + 128) {
            let needed = |at: usize| self.cells.rings(cell, at, self.guesses[slots[at] as usize] / FINE);
            finder.enter(&self.cells, cell, self.cells.agents_in(cell).map(needed).max().unwrap_or(1));
            for at in self.cells.agents_in(cell) {
                let slot = slots[at] as usize;
                let (distance, count) = (PARAMETERS.neighbour_distance, PARAMETERS.most_neighbours as usize);
                let (guess, least_guess) = (self.guesses[slot], self.agents[slot].radius);
                let reach = Reach { distance, count, guess, least_guess };
                let guess = finder.find(&self.cells, (cell, at), reach, FINE, |other| (0, other as u32));
                let near = &finder.found.who[..finder.found.len()];
                let others: Vec<Cow<'_, Agent>> =
                    near.iter().map(|&who| Cow::Borrowed(&self.agents[slots[who as usize] as usize])).collect();
                found.push((slot as u32, self.velocity(slot, &others), guess));
            }
        }
        found
    }

    fn velocity(&self, slot: usize, others: &[Cow<'_, Agent>]) -> Vec2 {
        let agent = &self.agents[slot];
        let obstacles = self.near.get(&cell_of(agent.position)).map_or(&[][..], Vec::as_slice);
        let walls: Vec<Cow<'_, Obstacle>> =
            obstacles.iter().map(|&index| Cow::Borrowed(&self.obstacles[index as usize])).collect();
        let wish = ((self.goals[slot] - agent.position) / DT).clamp_length_max(SPEED);
        agent.compute_avoiding_velocity(others, &walls, wish, MAX_SPEED, DT, &self.options)
    }

    /// Where an agent is.
    #[cfg(test)]
    pub(crate) fn place(&self, slot: usize) -> Point {
        let position = self.agents[slot].position;
        Point::new(f64::from(position.x), f64::from(position.y))
    }
}

fn cell_of(p: Vec2) -> [i32; 2] {
    [p.x, p.y].map(|c| (c / PILLAR_CELL).floor() as i32)
}

/// A pillar that keeps agents out: clockwise or counter-clockwise is what tells that from a room.
fn pillar(middle: Vec2, half: f32) -> Obstacle {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    Obstacle::Closed { vertices: corners.map(|(x, y)| middle + Vec2::new(x, y) * half).to_vec() }
}
