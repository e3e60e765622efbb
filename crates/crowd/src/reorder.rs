//! Agents put into another order, by all threads and in place.
//!
//! A second copy of all agents would be as large as everything else that is known about them, so it is done block by block.
//! First each block gets copies of the agents that come to it from other blocks; then it is permuted in place. From step to step
//! few agents move far, and many keep their place: neither costs a copy.

use crate::columns::Columns;
use crate::tuning::cells::{MOVED_SHARE, REORDER_BLOCK};
use rayon::prelude::*;

impl Columns {
    /// Puts the agents into another order: what was at `order[i]` comes to `i`.
    pub(crate) fn reorder(&mut self, order: &[u32]) {
        let coming = order.par_chunks(REORDER_BLOCK).enumerate().map(|(block, order)| others(block, order).count());
        if coming.sum::<usize>() > order.len() / MOVED_SHARE {
            // As before the first step: one column after the other takes longer, and less memory.
            reorder_column(&mut self.motion, order);
            reorder_column(&mut self.traits, order);
            reorder_column(&mut self.travel, order);
            return;
        }
        let this = &*self;
        let blocks = order.par_chunks(REORDER_BLOCK).enumerate();
        let from_others: Vec<Columns> = blocks.map(|(block, order)| this.coming_from_others(block, order)).collect();
        let Columns { motion, traits, travel } = self;
        let columns = motion
            .par_chunks_mut(REORDER_BLOCK)
            .zip(traits.par_chunks_mut(REORDER_BLOCK))
            .zip(travel.par_chunks_mut(REORDER_BLOCK));
        let blocks = columns.zip(order.par_chunks(REORDER_BLOCK)).zip(from_others).enumerate();
        blocks.for_each_init(Default::default, |(moves, before): &mut (Moves, Columns), (block, (columns, others))| {
            let (((motion, traits), travel), order) = columns;
            moves.find(block, order);
            moves.make(motion, &mut before.motion, &others.motion);
            moves.make(traits, &mut before.traits, &others.traits);
            moves.make(travel, &mut before.travel, &others.travel);
        });
    }

    /// Copies of those who come to a block from others, in the order in which they come.
    fn coming_from_others(&self, block: usize, order: &[u32]) -> Columns {
        let count = others(block, order).count();
        let mut coming = Columns::default();
        if count > 0 {
            coming.motion.reserve_exact(count);
            coming.motion.extend(others(block, order).map(|slot| self.motion[slot]));
            coming.traits.reserve_exact(count);
            coming.traits.extend(others(block, order).map(|slot| self.traits[slot]));
            coming.travel.reserve_exact(count);
            coming.travel.extend(others(block, order).map(|slot| self.travel[slot]));
        }
        coming
    }
}

/// The slots in other blocks from which agents come to a block.
fn others(block: usize, order: &[u32]) -> impl Iterator<Item = usize> + '_ {
    order.iter().map(|&slot| slot as usize).filter(move |slot| slot / REORDER_BLOCK != block)
}

/// Puts one column into another order.
fn reorder_column<T: Copy + Send + Sync>(column: &mut [T], order: &[u32]) {
    let this = &*column;
    let coming = |(block, order): (usize, &[u32])| {
        let mut coming = Vec::with_capacity(others(block, order).count());
        coming.extend(others(block, order).map(|slot| this[slot]));
        coming
    };
    let from_others: Vec<Vec<T>> = order.par_chunks(REORDER_BLOCK).enumerate().map(coming).collect();
    let blocks = column.par_chunks_mut(REORDER_BLOCK).zip(order.par_chunks(REORDER_BLOCK)).zip(from_others).enumerate();
    blocks.for_each_init(
        Default::default,
        |(moves, before): &mut (Moves, Vec<T>), (block, ((column, order), others))| {
            moves.find(block, order);
            moves.make(column, before, &others);
        },
    );
}

/// What changes in a block, the same for all columns.
#[derive(Default)]
struct Moves {
    /// The places in the block to which something comes.
    places: Vec<u32>,
    /// By such a place: what comes, by its index among what was at these places, followed by what comes from other blocks.
    sources: Vec<u32>,
    /// By place: its index among the places.
    rank: Vec<u32>,
}

impl Moves {
    fn find(&mut self, block: usize, order: &[u32]) {
        let first = (block * REORDER_BLOCK) as u32;
        self.places.clear();
        self.rank.clear();
        for (&from, place) in order.iter().zip(0..) {
            self.rank.push(self.places.len() as u32);
            if from != first + place {
                self.places.push(place);
            }
        }
        let mut others = self.places.len() as u32..;
        self.sources.clear();
        for &place in &self.places {
            let own = self.rank.get(order[place as usize].wrapping_sub(first) as usize).copied();
            self.sources.extend(own.or_else(|| others.next()));
        }
    }

    /// Puts a block of a column into order; `before` is scratch.
    fn make<T: Copy>(&self, block: &mut [T], before: &mut Vec<T>, from_others: &[T]) {
        before.clear();
        before.extend(self.places.iter().map(|&place| block[place as usize]));
        before.extend_from_slice(from_others);
        for (&place, &source) in self.places.iter().zip(&self.sources) {
            block[place as usize] = before[source as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agent, Crowd};
    use navigant_mesh::{Map, Outline};

    #[test]
    fn what_was_at_a_place_of_the_order_comes_to_its_index() {
        let mut rng = crate::random::Rng::new(7);
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 50.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        for serial in 0..3 * REORDER_BLOCK {
            crowd.add(&map, &Agent::new([1.0 + (serial % 90) as f64, 1.0 + (serial / 90) as f64])).unwrap();
            crowd.columns.travel[serial].next = serial as u32;
        }
        let lengths =
            [3 * REORDER_BLOCK, 2 * REORDER_BLOCK + 1, REORDER_BLOCK + 1, REORDER_BLOCK, REORDER_BLOCK - 1, 3, 2, 1, 0];
        // Some keep their places, or nearly all: then few come from other blocks.
        for (len, kept) in lengths.into_iter().flat_map(|len| [(len, len / 3), (len, len - len / 20)]) {
            let mut columns = crowd.columns.clone();
            while columns.len() > len {
                columns.swap_remove(columns.len() - 1);
            }
            let mut order: Vec<u32> = (0..len as u32).collect();
            order.rotate_left((len - kept) / 2);
            rng.shuffle(&mut order[kept..]);
            order.rotate_right((len - kept) / 2);
            columns.reorder(&order);
            let places = order.iter().map(|&from| crowd.columns.motion[from as usize].place);
            assert!(columns.motion.iter().map(|motion| motion.place).eq(places));
            assert!(columns.traits.iter().map(|traits| traits.id.serial).eq(order.iter().copied()));
            assert!(columns.travel.iter().map(|travel| travel.next).eq(order.iter().copied()));
        }
    }
}
