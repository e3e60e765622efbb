//! Fronts that set out when a grid or the density has changed.

use super::density::density;
use super::{Shared, SharedGoals};
use crate::columns::Columns;
use crate::tuning::shared_goals::{CELLS_PER_STEP, DENSITY_INTERVAL, FRONTS};
use navigant_field::internals::{March, Terrain};
use navigant_mesh::{Map, MapGrid};
use rayon::prelude::*;

/// Grids and fronts on their way, taken out for a step so that they go on while agents look at what was before.
pub(crate) struct Fronts {
    grids: Vec<MapGrid>,
    marches: Vec<(usize, March)>,
}

impl Fronts {
    /// Lets the grids catch up with the map, and all fronts go on.
    pub(crate) fn go_on(&mut self, map: &Map) {
        let Fronts { grids, marches } = self;
        let follow = || grids.par_iter_mut().with_max_len(1).for_each(|grid| grid.follow(map));
        let march = || {
            marches.par_iter_mut().with_max_len(1).for_each(|(_, march)| {
                march.go_on(CELLS_PER_STEP);
            });
        };
        rayon::join(follow, march);
    }
}

impl SharedGoals {
    /// Lets fronts set out to goals that are stale, in the crowd's step `now`.
    pub(crate) fn fronts(&mut self, map: &Map, columns: &Columns, now: u64) -> Fronts {
        if now.is_multiple_of(DENSITY_INTERVAL) {
            self.goals.iter_mut().for_each(|shared| shared.is_stale |= shared.goal.density > 0.0);
        }
        let mut under_way = self.goals.iter().filter(|shared| shared.march.is_some()).count();
        // One a step, so that no step has to copy several grounds.
        let mut is_sent = false;
        for _ in 0..self.goals.len() {
            if under_way >= FRONTS || is_sent {
                break;
            }
            let index = self.turn % self.goals.len();
            self.turn = (index + 1) % self.goals.len();
            let Shared { goal, area, ground: at, march, is_stale, .. } = &self.goals[index];
            if !is_stale || march.is_some() {
                continue;
            }
            let (goal, at) = (*goal, *at);
            let ground = &self.grounds[at];
            let extra = if goal.density > 0.0 { density(ground, columns, goal.density) } else { Vec::new() };
            // A ground has as many cells as its grid.
            let Some(terrain) = Terrain::from_parts(&self.grids[at], ground.moves.clone(), extra) else { continue };
            let march = ground.front(map, (&goal, area.as_ref()), terrain, self.spare.pop().unwrap_or_default());
            is_sent = true;
            let shared = &mut self.goals[index];
            (shared.march, shared.is_stale) = (Some(march), false);
            under_way += 1;
        }
        let marches = self.goals.iter_mut().enumerate();
        let marches = marches.filter_map(|(index, shared)| Some((index, shared.march.take()?))).collect();
        Fronts { grids: std::mem::take(&mut self.grids), marches }
    }

    /// Takes grids and fronts back; what those have found that have been everywhere is followed from now on.
    pub(crate) fn take_back(&mut self, Fronts { grids, marches }: Fronts) {
        self.grids = grids;
        for (index, march) in marches {
            let shared = &mut self.goals[index];
            if march.is_done() {
                self.spare.push(std::mem::replace(&mut shared.flow, march.into_flow()).into_spare());
            } else {
                shared.march = Some(march);
            }
        }
        for (at, (ground, grid)) in self.grounds.iter_mut().zip(&self.grids).enumerate() {
            if ground.read(grid) {
                let on_it = self.goals.iter_mut().filter(|shared| shared.ground == at);
                on_it.for_each(|shared| shared.is_stale = true);
            }
        }
    }
}
