//! First guesses of the neighbour distance, by the density of a coarse grid. From the second step on the step before gives it;
//! without a guess every agent would search as far as it may, and a first step would take twice as long as those after it.

use crate::avoidance::{Avoidance, Others};
use crate::cell_list::{FINE, Fine};
use crate::columns::Motion;
use crate::crowd::Crowd;
use crate::tuning::cells::{GRAIN, UNGUESSED_SHARE};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// No guess has been made.
pub(crate) const UNKNOWN: f32 = f32::INFINITY;

impl Motion {
    /// Whether there is no guess yet.
    pub(crate) fn is_unguessed(&self) -> bool {
        self.guess == UNKNOWN
    }
}

impl Crowd {
    /// The largest radius of an agent, if avoidance models ask for it. It says how far away somebody may be whose body is within a gap, and
    /// so how far is looked; no result depends on it.
    pub(crate) fn widest_that_matters(&self) -> f32 {
        if !self.profiles.iter().any(Avoidance::looks_at_all) {
            return 0.0;
        }
        let radii = self.columns.traits.par_iter().with_min_len(4096).map(|traits| traits.radius);
        radii.reduce(|| 0.0, f32::max)
    }

    /// Makes guesses for the `unguessed` agents without one, who are within bounds with all others: from how many are in a large cell, if
    /// many have none. They save time and change nothing.
    pub(crate) fn make_first_guesses(&mut self, bounds: [Fine; 2], unguessed: usize) {
        let widest = self.widest_that_matters();
        let (columns, profiles) = (&mut self.columns, &self.profiles);
        let sights = columns.traits.par_iter().with_min_len(4096).map(|traits| {
            let sight = profiles[usize::from(traits.profile)].sight(traits.radius, [traits.max_speed; 2], widest);
            sight.distance.max(traits.radius)
        });
        if unguessed * UNGUESSED_SHARE < columns.len() {
            let alone = columns.motion.par_iter_mut().zip(sights).filter(|(motion, _)| motion.is_unguessed());
            alone.for_each(|(motion, distance)| motion.guess = distance);
            return;
        }
        // Half as large as the farthest look: small enough to tell dense from empty, large enough to count.
        let farthest = sights.reduce(|| 0.0, f32::max);
        let size = 0.5 * f64::from(farthest) / self.lattice.step();
        let fine = (size * FINE).clamp(1.0, f64::from(1 << 30)) as u32;
        let (place, body) = (|slot: usize| columns.cell_place(slot), |slot: usize| columns.body(slot));
        self.cells.sort_within(bounds, columns.len(), place, body, fine);
        // The agents stay where they are in memory, for they are sorted again by these guesses. Everyone's is written elsewhere.
        let (cells, traits) = (&self.cells, &columns.traits);
        let guesses: Vec<AtomicU32> =
            columns.motion.par_iter().with_min_len(GRAIN).map(|motion| motion.guess.to_bits().into()).collect();
        cells.chunks(GRAIN).into_par_iter().for_each(|range| {
            for agents in range.map(|cell| cells.agents_in(cell)) {
                let per_agent = 0.25 * farthest * farthest / agents.len() as f32;
                for slot in cells.agents().slot[agents].iter().map(|&slot| slot as usize) {
                    let traits = &traits[slot];
                    let sight =
                        profiles[usize::from(traits.profile)].sight(traits.radius, [traits.max_speed; 2], widest);
                    // The disc that holds the k nearest, at the density of the cell.
                    let guess = match sight.others {
                        Others::Nearest(count) => ((1 + count) as f32 * per_agent / std::f32::consts::PI).sqrt(),
                        Others::All { .. } => f32::INFINITY,
                    };
                    let guess = guess.min(sight.distance).max(traits.radius);
                    guesses[slot].store(guess.to_bits(), Ordering::Relaxed);
                }
            }
        });
        let unguessed = columns.motion.par_iter_mut().with_min_len(GRAIN).zip(guesses);
        unguessed
            .filter(|(motion, _)| motion.is_unguessed())
            .for_each(|(motion, guess)| motion.guess = f32::from_bits(guess.into_inner()));
    }
}
