//! One step of the crowd.
//!
//! Agents are sorted by cell, and chunks of cells are worked on in parallel. Each reads the state of the others before the step
//! and writes only its own, so the result does not depend on the threads. Plans are made at the same time, from the state before
//! the step, and taken up at its end.

use crate::agent::AgentId;
use crate::cell_list::{FINE, Fine};
use crate::columns::Motion;
use crate::crowd::Crowd;
use crate::error::BadStep;
use crate::plan::{Planned, PlanningContext};
use crate::tuning::cells::GRAIN;
use crate::tuning::cells::{CELL_SIZE, CHUNK};
use crate::walk::World;
use navigant_mesh::Map;
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// A step lasts no shorter and no longer, in seconds.
pub(crate) const SHORTEST: f64 = 1e-4;
pub(crate) const LONGEST: f64 = 10.0;

/// What happened in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many routes were looked for.
    pub searches: u64,
    /// How many expansions that took.
    pub expansions: u64,
    /// How many routes were marked as affected by an edit and turned out to be free.
    pub kept: u64,
    /// How many routes were repaired around what cut them, each by a local search.
    pub repaired: u64,
    /// The most steps that an agent has waited for its plan, of those that waited when the step began: since it asked for one, or
    /// since a search for it was put off because it took too long.
    pub longest_wait: u32,
    /// Agents that an obstacle was inserted on and that were moved to the nearest place with room.
    pub moved: Vec<AgentId>,
    /// Agents that an obstacle was inserted on and that have no room anywhere near.
    pub stuck: Vec<AgentId>,
}

impl Crowd {
    /// Advances all agents by `dt` seconds, 0.0001 to 10; [`Crowd::DT`] is usual.
    ///
    /// # Errors
    /// [`BadStep`]; nothing is changed.
    pub fn step(&mut self, map: &Map, dt: f64) -> Result<Report, BadStep> {
        if !(SHORTEST..=LONGEST).contains(&dt) {
            return Err(BadStep::Time(dt));
        }
        if *map.lattice() != self.lattice {
            return Err(BadStep::OtherMap);
        }
        self.find_faces(map);
        let (moved, stuck) = self.follow_edits(map);
        self.notice_edits(map);
        self.learn(map);
        self.sort();
        let longest_wait = self.longest_wait();
        let jobs = self.jobs();
        let mut believed = self.knowledge.as_mut().and_then(|knowledge| knowledge.believed.take());
        let mut fronts = self.shared.fronts(map, &self.columns, self.steps);
        let fine = (self.lattice.step() / FINE) as f32;
        let behind = self.who_is_behind();
        let standing = self.standing_for(&jobs);
        let context = PlanningContext {
            map,
            routes: &self.routes,
            edits: &self.edits,
            knowledge: self.knowledge.as_deref(),
            planning: self.planning,
            now: self.steps as u32,
            planners: &self.planners,
            standing,
        };
        let (widest, layers) = (self.widest_that_matters(), self.layers_by_cell());
        let world = World {
            map,
            cells: &self.cells,
            traits: &self.columns.traits,
            profiles: &self.profiles,
            routes: &self.routes,
            shared: &self.shared,
            behind: &behind,
            knowledge: self.knowledge.as_deref(),
            dt: dt as f32,
            step: self.lattice.step(),
            fine,
            seconds: f64::from(dt as f32) / self.lattice.step(),
            per_second: self.lattice.step() / f64::from(dt as f32),
            widest,
            now: self.steps as u32,
            asked: AtomicBool::new(false),
            floors: self.cells.floors.as_deref(),
            layers: &layers,
        };
        let mut travel = self.columns.travel.as_mut_slice();
        let motions = self.cells.parts(&mut self.columns.motion, CHUNK);
        let chunks: Vec<_> = motions
            .into_iter()
            .map(|(cells, motions)| {
                let (travels, others) = std::mem::take(&mut travel).split_at_mut(motions.len());
                travel = others;
                (cells, motions, travels)
            })
            .collect();
        self.scratch.reserve();
        let scratch = &self.scratch;
        let walk = || {
            chunks.into_par_iter().for_each(|(cells, motions, travels)| {
                scratch.with(|own| world.walk(own, cells, motions, travels));
            });
        };
        // A long search delays no agent: threads without a plan to make let others walk.
        let plan = || rayon::join(|| fronts.go_on(map), || context.make(&jobs, believed.as_deref_mut())).1;
        let (outcomes, ()) = rayon::join(plan, walk);
        self.may_want |= world.asked.into_inner();
        self.shared.take_back(fronts);
        if let Some(knowledge) = &mut self.knowledge {
            knowledge.believed = believed;
        }
        let Planned { searches, expansions, kept, mended } = self.take_up_all(map, &jobs, outcomes);
        self.steps += 1;
        Ok(Report { searches, expansions, kept, repaired: mended, longest_wait, moved, stuck })
    }

    /// Sorts all agents by cell.
    fn sort(&mut self) {
        let mut all = Part::of_all(&self.columns.motion);
        if all.unguessed > 0 {
            self.make_first_guesses(all.bounds, all.unguessed);
            all = Part::of_all(&self.columns.motion);
        }
        let columns = &self.columns;
        // Such that the block around a cell holds all neighbours of most agents in it.
        let size = CELL_SIZE * (columns.len() as f64 / all.density).sqrt() * FINE / self.lattice.step();
        let size = size.clamp(1.0, f64::from(1 << 30)) as u32;
        let (place, body) = (|slot: usize| columns.cell_place(slot), |slot: usize| columns.body(slot));
        self.cells.sort_within(all.bounds, columns.len(), place, body, size);
        self.columns.reorder(&self.cells.agents().slot);
        self.slots.take();
    }
}

/// What some agents contribute to how all are sorted.
struct Part {
    bounds: [Fine; 2],
    /// How dense it is around each, all together. Where it is dense there are many agents to suffer from large cells, so that
    /// counts more.
    density: f64,
    /// How many have no guess yet.
    unguessed: usize,
}

impl Part {
    fn of_all(motions: &[Motion]) -> Part {
        let parts: Vec<Part> = motions.par_chunks(GRAIN).map(Part::of).collect();
        let together = |a: Part, b: Part| Part {
            bounds: [a.bounds[0].least(b.bounds[0]), a.bounds[1].most(b.bounds[1])],
            density: a.density + b.density,
            unguessed: a.unguessed + b.unguessed,
        };
        parts.into_iter().reduce(together).unwrap_or(Part { bounds: [Fine::default(); 2], density: 0.0, unguessed: 0 })
    }

    fn of(motions: &[Motion]) -> Part {
        let first = motions.first().map(Motion::fine).unwrap_or_default();
        let (mut bounds, mut density, mut unguessed) = ([first; 2], 0.0, 0);
        for motion in motions {
            let place = motion.fine();
            bounds = [bounds[0].least(place), bounds[1].most(place)];
            density += 1.0 / (f64::from(motion.guess) * f64::from(motion.guess)).max(1e-12);
            unguessed += usize::from(motion.is_unguessed());
        }
        Part { bounds, density, unguessed }
    }
}
