//! One step of everyone.
//!
//! Agents are sorted by cell, and chunks of cells are worked on in parallel. Everyone looks at where the others were
//! before the step and writes only about itself, so the result does not depend on who works on which chunk.

use crate::agent::{Aim, Status};
use crate::avoidance::{Avoidance, Orca};
use crate::cells::{Cells, FINE};
use crate::clip::{clearance, clipped};
use crate::columns::{Motion, Traits};
use crate::crowd::Crowd;
use crate::error::BadStep;
use crate::neighbours::{NeighbourFinder, Reach};
use crate::orca::{self, Lines};
use crate::vector::Vector;
use crate::walls::{Square, WallFinder};
use navigant_geometry::Offset;
use navigant_mesh::Map;
use rayon::prelude::*;
use std::ops::Range;

/// So many agents, more or less, are worked on at a time.
const CHUNK: usize = 512;

/// What everyone needs to know in a step.
struct World<'w> {
    map: &'w Map,
    cells: &'w Cells,
    traits: &'w [Traits],
    aims: &'w [Aim],
    manners: &'w [Avoidance],
    dt: f32,
    /// Metres to a step of the lattice.
    step: f64,
    /// Metres to a fine step.
    fine: f32,
}

/// The scratch memory of a chunk.
#[derive(Default)]
struct Scratch {
    neighbours: NeighbourFinder,
    walls: WallFinder,
    lines: Lines,
    seen: Vec<(f32, orca::SeenWall)>,
}

impl Crowd {
    /// Lets everyone walk for `dt` seconds; [`Crowd::DT`] is usual.
    ///
    /// # Errors
    /// [`BadStep`]; nothing is changed.
    pub fn step(&mut self, map: &Map, dt: f64) -> Result<(), BadStep> {
        if !(dt > 0.0 && dt <= 10.0) {
            return Err(BadStep::Time(dt));
        }
        if *map.lattice() != self.lattice {
            return Err(BadStep::OtherMap);
        }
        self.sort();
        let fine = (self.lattice.step() / FINE) as f32;
        let world = World {
            map,
            cells: &self.cells,
            traits: &self.columns.traits,
            aims: &self.columns.aim,
            manners: &self.manners,
            dt: dt as f32,
            step: self.lattice.step(),
            fine,
        };
        let mut chunks = Vec::new();
        let mut rest = self.columns.motion.as_mut_slice();
        for cells in chunks_of_cells(&self.cells) {
            let count = self.cells.agents_in(cells.end - 1).end - self.cells.agents_in(cells.start).start;
            let (motions, others) = rest.split_at_mut(count);
            rest = others;
            chunks.push((cells, motions));
        }
        let walk = |scratch: &mut Scratch, (cells, motions)| world.walk(scratch, cells, motions);
        chunks.into_par_iter().for_each_init(Scratch::default, walk);
        self.steps += 1;
        Ok(())
    }

    /// Sorts all agents by cell.
    fn sort(&mut self) {
        let places: Vec<_> = self.columns.motion.par_iter().with_min_len(4096).map(Motion::fine).collect();
        let fine = self.lattice.step() / FINE;
        let size = (self.cell_size() / fine).clamp(1.0, f64::from(1 << 30)) as u32;
        let columns = &self.columns;
        self.cells.sort(&places, |slot| columns.body(slot), size);
        self.columns.reorder(&self.cells.agents.slot, &mut self.spare);
        for (slot, &index) in self.columns.id.iter().enumerate() {
            self.entries[index as usize].slot = Some(slot as u32);
        }
    }

    /// The size of cells in metres: such that the block around a cell holds all neighbours of most agents in it. Where it is
    /// dense there are many agents to suffer from large cells, so that counts more.
    fn cell_size(&self) -> f64 {
        let dense = |motion: &Motion| 1.0 / (f64::from(motion.guess) * f64::from(motion.guess)).max(1e-12);
        let sums = self.columns.motion.par_chunks(4096).map(|motions| motions.iter().map(dense).sum::<f64>());
        let sums: Vec<f64> = sums.collect();
        (self.columns.len() as f64 / sums.iter().sum::<f64>()).sqrt()
    }
}

/// Runs of cells with enough agents to be worth a turn.
fn chunks_of_cells(cells: &Cells) -> Vec<Range<usize>> {
    let (mut chunks, mut start) = (Vec::new(), 0);
    for cell in 0..cells.len() {
        if cells.agents_in(cell).end - cells.agents_in(start).start >= CHUNK {
            chunks.push(start..cell + 1);
            start = cell + 1;
        }
    }
    if start < cells.len() {
        chunks.push(start..cells.len());
    }
    chunks
}

impl World<'_> {
    /// Lets the agents of some cells walk.
    fn walk(&self, scratch: &mut Scratch, cells: Range<usize>, motions: &mut [Motion]) {
        let first = self.cells.agents_in(cells.start).start;
        for cell in cells {
            scratch.neighbours.enter(self.cells, cell);
            scratch.walls.clear();
            let (corner, size) = self.cells.square(cell);
            // Places are rounded to fine steps.
            let at = |c: i32, more: f64| (f64::from(c) + more) / FINE;
            let low = Offset::new(at(corner.x, -1.0), at(corner.y, -1.0));
            let more = f64::from(size) + 1.0;
            let square = Square { low, high: Offset::new(at(corner.x, more), at(corner.y, more)) };
            for agent in self.cells.agents_in(cell) {
                self.walk_one(scratch, cell, agent, &square, &mut motions[agent - first]);
            }
        }
    }

    fn walk_one(&self, scratch: &mut Scratch, cell: usize, agent: usize, square: &Square, motion: &mut Motion) {
        let traits = &self.traits[agent];
        if traits.status == Status::Stuck {
            motion.velocity = Vector::ZERO;
            return;
        }
        let wish = self.wish(agent, motion);
        let (velocity, walls_range) = match self.manners[usize::from(traits.manner)] {
            Avoidance::Nothing => (wish, 0.0),
            Avoidance::Orca(orca) => {
                let reach = Reach {
                    distance: orca.neighbour_distance,
                    count: orca.most_neighbours as usize,
                    guess: motion.guess,
                };
                motion.guess = scratch.neighbours.find(self.cells, cell, agent, reach, self.fine);
                let range = f64::from(traits.radius + traits.max_speed * orca.wall_horizon) / self.step;
                (self.avoid(scratch, &orca, traits, motion, square, range, wish), range)
            }
        };
        self.advance(scratch, traits, motion, square, walls_range, velocity);
    }

    /// The velocity an agent would take if it were alone.
    fn wish(&self, agent: usize, motion: &Motion) -> Vector {
        let speed = self.traits[agent].speed;
        match self.aims[agent] {
            Aim::Stand => Vector::ZERO,
            Aim::Velocity(velocity) => velocity,
            Aim::Straight(goal) | Aim::Goal(goal) => {
                let way = self.map.steps(goal) - motion.place;
                let way = Vector::new((way.x * self.step) as f32, (way.y * self.step) as f32);
                // Not past the goal.
                (way * (1.0 / self.dt)).at_most(speed)
            }
        }
    }

    /// What ORCA makes of a wish.
    #[allow(clippy::too_many_arguments)] // all of what one agent is and sees
    fn avoid(
        &self,
        scratch: &mut Scratch,
        orca: &Orca,
        traits: &Traits,
        motion: &mut Motion,
        square: &Square,
        range: f64,
        wish: Vector,
    ) -> Vector {
        let Scratch { neighbours, walls, lines, seen } = scratch;
        lines.clear();
        if f64::from(motion.room) < range {
            self.find_face(motion);
            let place = motion.place;
            let walls = walls.around(self.map, motion.face, square, range);
            let near = walls.iter().filter(|wall| wall.distance(place) < range);
            seen.clear();
            seen.extend(near.map(|wall| ((wall.distance(place) * self.step) as f32, wall.seen_from(place, self.step))));
            seen.sort_by(|a, b| a.0.total_cmp(&b.0));
            // Most of the lines are kept for neighbours.
            for (_, wall) in seen.iter().take(Lines::MOST / 2) {
                orca::walls::append(lines, wall, motion.velocity, traits.radius, orca.wall_horizon);
            }
        }
        let hard = lines.len();
        orca::agents::append(lines, &neighbours.found, motion.velocity, traits.radius, orca.horizon, self.dt);
        orca::solve(lines, hard, traits.max_speed, wish)
    }

    /// The face an agent is in, found from the one it was in before.
    fn find_face(&self, motion: &mut Motion) {
        let location = self.map.locate_near(self.map.at_steps(motion.place), motion.face);
        let free = location.and_then(|location| self.map.faces_at(location).find(|&f| self.map.is_free(f)));
        motion.face = free.unwrap_or(motion.face);
    }

    /// Moves an agent, as far as there is room.
    fn advance(
        &self,
        scratch: &mut Scratch,
        traits: &Traits,
        motion: &mut Motion,
        square: &Square,
        range: f64,
        velocity: Vector,
    ) {
        let seconds = f64::from(self.dt) / self.step;
        let by = Offset::new(f64::from(velocity.x) * seconds, f64::from(velocity.y) * seconds);
        let (length, radius) = (by.length(), f64::from(traits.radius) / self.step);
        if f64::from(motion.room) - length >= radius {
            motion.place = motion.place + by;
            motion.room -= length as f32;
            motion.velocity = velocity;
            return;
        }
        self.find_face(motion);
        let range = range.max(radius + length + 1.0);
        let walls = scratch.walls.around(self.map, motion.face, square, range);
        let place = clipped(walls, motion.place, by, radius);
        let moved = place - motion.place;
        let per_second = 1.0 / seconds;
        motion.velocity = if moved == by {
            velocity
        } else {
            Vector::new((moved.x * per_second) as f32, (moved.y * per_second) as f32)
        };
        motion.place = place;
        let near = clearance(walls, place);
        let room = if near < range - moved.length() {
            near
        } else {
            // Nothing is within the range: how far one may walk before looking again is worth knowing.
            self.find_face(motion);
            let features = self.map.features_near(motion.face);
            features.map(|feature| feature.distance(self.map, place)).fold(f64::INFINITY, f64::min)
        };
        // A little less, for an f32 is rounded.
        motion.room = (room * (1.0 - 1e-6)) as f32;
    }
}
