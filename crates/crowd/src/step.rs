//! One step of everyone.
//!
//! Agents are sorted by cell, and chunks of cells are worked on in parallel. Everyone looks at where the others were
//! before the step and writes only about itself, so the result does not depend on who works on which chunk. Plans are made at
//! the same time, from where agents were before the step, and taken up at its end.

use crate::agent::AgentId;
use crate::cells::{Cells, FINE, Fine};
use crate::columns::Motion;
use crate::crowd::Crowd;
use crate::error::BadStep;
use crate::plan::{Desk, Planned};
use crate::walk::World;
use navigant_mesh::Map;
use rayon::prelude::*;
use std::ops::Range;

/// So many agents, more or less, are worked on at a time.
const CHUNK: usize = 512;

/// What happened in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many routes were looked for.
    pub searches: u64,
    /// How many expansions that took.
    pub expansions: u64,
    /// How many routes were doubted and turned out to have room.
    pub kept: u64,
    /// How many routes were mended around what was in their way; each with a search.
    pub mended: u64,
    /// Who stood where an obstacle came, and was moved to the nearest place with room.
    pub moved: Vec<AgentId>,
    /// Who has no place any more: an obstacle came, and there is no room anywhere near.
    pub stuck: Vec<AgentId>,
}

impl Crowd {
    /// Lets everyone walk for `dt` seconds; [`Crowd::DT`] is usual.
    ///
    /// # Errors
    /// [`BadStep`]; nothing is changed.
    pub fn step(&mut self, map: &Map, dt: f64) -> Result<Report, BadStep> {
        if !(dt > 0.0 && dt <= 10.0) {
            return Err(BadStep::Time(dt));
        }
        if *map.lattice() != self.lattice {
            return Err(BadStep::OtherMap);
        }
        let (moved, stuck) = self.follow_edits(map);
        self.notice_edits(map);
        self.sort();
        let jobs = self.jobs();
        let fine = (self.lattice.step() / FINE) as f32;
        let behind = self.who_is_behind();
        let standing = self.standing_for(&jobs);
        let desk = Desk { map, routes: &self.routes, planning: self.planning, planners: &self.planners, standing };
        let world = World {
            map,
            cells: &self.cells,
            ids: &self.columns.id,
            traits: &self.columns.traits,
            aims: &self.columns.aim,
            manners: &self.manners,
            routes: &self.routes,
            behind: &behind,
            dt: dt as f32,
            step: self.lattice.step(),
            fine,
            seconds: f64::from(dt as f32) / self.lattice.step(),
            per_second: self.lattice.step() / f64::from(dt as f32),
            now: self.steps as u32,
        };
        let mut chunks = Vec::new();
        let mut rest = (self.columns.motion.as_mut_slice(), self.columns.travel.as_mut_slice());
        for cells in chunks_of_cells(&self.cells) {
            let count = self.cells.agents_in(cells.end - 1).end - self.cells.agents_in(cells.start).start;
            let (motions, other_motions) = rest.0.split_at_mut(count);
            let (travels, other_travels) = rest.1.split_at_mut(count);
            rest = (other_motions, other_travels);
            chunks.push((cells, motions, travels));
        }
        self.scratch.reserve();
        let scratch = &self.scratch;
        let walk = || {
            chunks.into_par_iter().for_each(|(cells, motions, travels)| {
                scratch.with(|own| world.walk(own, cells, motions, travels));
            });
        };
        // A long search holds nobody up: whoever has nothing to plan lets others walk.
        let (outcomes, ()) = rayon::join(|| desk.make(&jobs), walk);
        let Planned { searches, expansions, kept, mended } = self.take_up_all(map, &jobs, outcomes);
        self.steps += 1;
        Ok(Report { searches, expansions, kept, mended, moved, stuck })
    }

    /// Sorts all agents by cell.
    fn sort(&mut self) {
        let fine = self.lattice.step() / FINE;
        let size = (self.cell_size() / fine).clamp(1.0, f64::from(1 << 30)) as u32;
        let (columns, places) = (&self.columns, &mut self.places);
        places.resize(columns.len(), Fine::default());
        places.par_chunks_mut(4096).zip(columns.motion.par_chunks(4096)).for_each(|(places, motions)| {
            places.iter_mut().zip(motions).for_each(|(place, motion)| *place = motion.fine());
        });
        self.cells.sort(places, |slot| columns.body(slot), size);
        self.columns.reorder(&self.cells.agents().slot);
        self.slots.take();
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
