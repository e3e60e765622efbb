//! Of the k nearest neighbours, those whose half-planes may bind: the others are not ranked.

use super::{FEW, Near, NeighbourFinder, Neighbours, Reach, ranked};
use crate::cell_list::{Block, Body, CellList};
use crate::lanes::{LANES, Lanes};
use crate::orca::Permitting;

impl NeighbourFinder {
    /// Ranks those of the neighbours that may bind, and leaves out the others. Returns a guess for the next time; nothing where only
    /// [`NeighbourFinder::rank`] can tell.
    #[inline]
    pub(crate) fn rank_binding(
        &mut self,
        cells: &CellList,
        agent: usize,
        reach: Reach,
        metres: f32,
        name: impl Fn(usize) -> (u32, u32),
        permitting: &Permitting,
    ) -> Option<f32> {
        let (count, within) = (reach.count.min(Neighbours::MOST), self.near.len);
        if within > FEW {
            return None;
        }
        let block = if self.is_wide { &self.wide } else { &self.block };
        self.near.list_binding(&cells.agents().body, block, agent, permitting);
        let mut len = self.near.binding.len();
        if len == 0 {
            self.found.clear();
        } else {
            let ranked = ranked(&self.near.squared, &self.near.binding, block.tie(&name));
            // The farthest may be none of the k nearest.
            while within > count && len > 0 {
                let (nearer, not_farther) = self.near.nearer(block, agent, self.near.squared[ranked[len - 1] as usize]);
                if not_farther <= count {
                    break;
                }
                if nearer < count {
                    return None;
                }
                len -= 1;
            }
            self.found.take(cells, agent, &block.who, &ranked[..len], metres);
            self.found.part(cells, agent, name);
        }
        if within < count {
            return Some(reach.distance);
        }
        // More than k, but not many more.
        let guess = self.near.radius * metres / 1.1;
        let guess = match within - count {
            0 => 1.05 * guess,
            1..=3 => guess,
            _ => guess * ((count + 2) as f32 / within as f32).sqrt(),
        };
        Some(guess.max(reach.least_guess).min(reach.distance))
    }
}

impl Near {
    /// Lists the candidates that may bind, of at most [`FEW`].
    #[inline(never)]
    fn list_binding(&mut self, bodies: &[Body], block: &Block, agent: usize, permitting: &Permitting) {
        let (own, who) = (bodies[agent].place, block.who.as_slice());
        let len = self.len.min(FEW);
        let last = len.checked_sub(1).map_or(0, |last| self.which[last]);
        self.which[len..len + LANES].fill(last);
        let mut binding = 0;
        for at in (0..len).step_by(LANES) {
            let which = &self.which[at..at + LANES];
            let four = [which[0], which[1], which[2], which[3]].map(|at| &bodies[who[at as usize] as usize]);
            let x = Lanes::from(&four.map(|body| body.place.x), own.x);
            let y = Lanes::from(&four.map(|body| body.place.y), own.y);
            let (vx, vy) = (Lanes(four.map(|body| body.velocity.x)), Lanes(four.map(|body| body.velocity.y)));
            let radius = Lanes(four.map(|body| body.radius));
            binding |= permitting.may_bind([x, y], [vx, vy, radius]) << at;
        }
        binding &= ((1u64 << len) - 1) as u32;
        self.binding.clear();
        while binding != 0 {
            self.binding.push(self.which[binding.trailing_zeros() as usize]);
            binding &= binding - 1;
        }
    }

    /// How many agents within the search radius are nearer than a squared distance, and how many are not farther.
    fn nearer(&self, block: &Block, agent: usize, own: f32) -> (usize, usize) {
        let mut counts = [[0u32; LANES]; 2];
        let all = &self.squared[..block.who.len()];
        let (fours, rest) = all.as_chunks::<LANES>();
        let mut count = |four: &[f32; LANES]| {
            for lane in 0..LANES {
                counts[0][lane] += u32::from(four[lane] < own);
                counts[1][lane] += u32::from(four[lane] <= own);
            }
        };
        fours.iter().for_each(&mut count);
        let mut last = [f32::INFINITY; LANES];
        last.iter_mut().zip(rest).for_each(|(last, &rest)| *last = rest);
        count(&last);
        let [nearer, not_farther] = counts.map(|lanes| lanes.iter().sum::<u32>() as usize);
        let own_counts = self.squared[block.place_of(agent)];
        (nearer - usize::from(own_counts < own), not_farther - usize::from(own_counts <= own))
    }
}
