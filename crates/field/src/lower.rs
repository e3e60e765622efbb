//! The wave that lowers costs: relaxation of the edges of every cell taken.

use crate::buckets::Entry;
use crate::delta_stepping::Rule;
use crate::network::{INFINITE, Network};
use crate::tuning::BUCKET_BITS;
use std::sync::atomic::{AtomicU32, Ordering};

/// How far a wave goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Until<'a> {
    /// To everything that can be reached.
    End,
    /// Until all of these cells have their final cost.
    Reached(&'a [u32]),
    /// Until all costs below this one are final.
    Below(u64),
}

/// Lowers the costs of neighbours.
pub(crate) struct Lower<'a, N> {
    pub(crate) network: &'a N,
    pub(crate) until: Until<'a>,
    /// How many of the cells to be reached, from the first on, are known to have their final cost.
    pub(crate) reached: AtomicU32,
}

impl<N: Network> Rule for Lower<'_, N> {
    #[inline]
    fn take<const ALONE: bool>(&self, entry: Entry, mut push: impl FnMut(Entry), log: &mut Vec<u32>) -> bool {
        let state = self.network.words().get(entry.slot);
        if state.cost() != entry.cost {
            return false;
        }
        for step in self.network.steps(entry.slot, state) {
            let through = entry.cost.saturating_add(step.cost);
            if through < step.state.cost() {
                let better = step.state.with_cost(through);
                if ALONE {
                    self.network.words().set(step.slot, better);
                }
                if ALONE || self.network.words().lower(step.slot, better) {
                    push(Entry { cost: through, slot: step.slot });
                }
            } else if through == INFINITE {
                // Too far, unless another way is shorter.
                log.push(step.slot);
            }
        }
        true
    }

    fn is_done(&self, bucket: u32, _: u64) -> bool {
        let bound = u64::from(bucket) << BUCKET_BITS;
        match self.until {
            Until::End => false,
            Until::Below(cost) => bound >= cost,
            Until::Reached(slots) => {
                // Costs below the bound are final and others never fall below it, so all threads find the same.
                let mut reached = self.reached.load(Ordering::Relaxed) as usize;
                let is_final = |&slot: &u32| u64::from(self.network.words().get(slot).cost()) < bound;
                while slots.get(reached).is_some_and(is_final) {
                    reached += 1;
                }
                self.reached.fetch_max(reached as u32, Ordering::Relaxed);
                reached == slots.len()
            }
        }
    }
}
