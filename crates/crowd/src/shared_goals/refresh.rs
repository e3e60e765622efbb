//! Fronts that set out when a grid or the density has changed.

use super::density::density;
use super::{Shared, SharedGoals};
use crate::columns::Columns;
use crate::tuning::shared_goals::{CELLS_PER_STEP, DENSITY_INTERVAL, FRONTS};
use navigant_field::internals::{March, Terrain};
use navigant_mesh::Map;
use rayon::prelude::*;
use std::sync::Arc;

/// Fronts on their way, taken out for a step so that they go on while agents look at the flows from before.
pub(crate) struct Fronts(Vec<(usize, March)>);

impl Fronts {
    /// Lets all of them go on.
    pub(crate) fn go_on(&mut self) {
        self.0.par_iter_mut().with_max_len(1).for_each(|(_, march)| {
            march.go_on(CELLS_PER_STEP);
        });
    }
}

impl SharedGoals {
    /// Catches up with the map, and lets fronts set out where that changed a grid; `step` is the lattice step, in metres, `now` the crowd's
    /// step.
    pub(crate) fn fronts(&mut self, map: &Map, columns: &Columns, now: u64) -> Fronts {
        if self.goals.is_empty() {
            return Fronts(Vec::new());
        }
        for index in 0..self.grids.len() {
            let changed = self.grids[index].follow(map);
            self.mark_stale(index, changed);
        }
        if now.is_multiple_of(DENSITY_INTERVAL) {
            self.goals.iter_mut().for_each(|shared| shared.is_stale |= shared.goal.density > 0.0);
        }
        let mut under_way = self.goals.iter().filter(|shared| shared.march.is_some()).count();
        // Those who set out in the same step go over the same ground.
        let mut terrains: Vec<(usize, f64, Arc<Terrain>)> = Vec::new();
        for _ in 0..self.goals.len() {
            if under_way >= FRONTS {
                break;
            }
            let index = self.turn % self.goals.len();
            self.turn = (index + 1) % self.goals.len();
            let Shared { goal, ground, march, is_stale, .. } = &self.goals[index];
            if !is_stale || march.is_some() {
                continue;
            }
            let (goal, at) = (*goal, *ground);
            let ground = &self.grids[at];
            let known = terrains.iter().find(|known| (known.0, known.1) == (at, goal.density));
            let terrain = match known {
                Some((.., terrain)) => Arc::clone(terrain),
                None => {
                    let extra =
                        if goal.density > 0.0 { density(ground, columns, goal.density, goal.cell) } else { Vec::new() };
                    let terrain = Arc::new(Terrain::of(&ground.grid, extra));
                    terrains.push((at, goal.density, Arc::clone(&terrain)));
                    terrain
                }
            };
            let march = March::begin(terrain, ground.start(map, &goal));
            let shared = &mut self.goals[index];
            (shared.march, shared.is_stale) = (Some(march), false);
            under_way += 1;
        }
        let marches = self.goals.iter_mut().enumerate();
        Fronts(marches.filter_map(|(index, shared)| Some((index, shared.march.take()?))).collect())
    }

    /// Takes fronts back; what those have found that have been everywhere is followed from now on.
    pub(crate) fn take_back(&mut self, Fronts(fronts): Fronts) {
        for (index, march) in fronts {
            let shared = &mut self.goals[index];
            if march.is_done() {
                shared.flow = march.into_flow();
            } else {
                shared.march = Some(march);
            }
        }
    }
}
