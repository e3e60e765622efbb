//! A stable radix sort by all threads, without `unsafe`.
//!
//! ```text
//!   keys ──chunks──▶ each partitioned by its leading digit ──▶ buckets, each gathered from all chunks ──▶ insertion sort or LSD radix sort
//! ```
//!
//! A chunk is written by one thread, and so is a bucket: neither needs to know who else writes. Chunks follow each other in a
//! bucket as they do in the keys, so the sort is stable, and the result does not depend on the number of threads.

use crate::tuning::radix::{CHUNKS, KEYS_IN_BUCKET, MAX_BITS, MAX_LEADING_BITS, MAX_SHIFTS, MIN_CHUNK};
use rayon::prelude::*;

/// The lowest bit that is sorted by; those below are carried along.
const LOWEST: u32 = 32;
/// Keys by their leading digits, chunk by chunk.
pub(crate) struct Partition<'k> {
    keys: &'k [u64],
    chunk: usize,
    /// By chunk: where the keys of each bucket start in it, and how many keys it has.
    starts: Vec<Vec<u32>>,
    buckets: usize,
    /// The bits that are left to sort by within a bucket.
    bits_left: u32,
}

impl<'k> Partition<'k> {
    /// Partitions `len` keys by the leading digit of their upper halves, of which `bits` bits are used. `keys` is where they are kept.
    pub(crate) fn new(
        keys: &'k mut Vec<u64>,
        len: usize,
        bits: u32,
        key: impl Fn(usize) -> u64 + Sync,
    ) -> Partition<'k> {
        keys.resize(len, 0);
        let [most, least] = KEYS_IN_BUCKET.map(|keys| (usize::BITS - len.leading_zeros()).saturating_sub(keys));
        // Such that one more digit is left, if possible.
        let leading = bits.saturating_sub(MAX_BITS).clamp(least, most).min(MAX_LEADING_BITS).min(bits);
        let bits_left = bits - leading;
        // Without a leading digit it does not matter which bits are looked at.
        let digit = Digit { shift: (LOWEST + bits_left).min(u64::BITS - 1), bits: leading };
        let chunk = len.div_ceil(CHUNKS).max(MIN_CHUNK);
        let chunks = keys.par_chunks_mut(chunk).enumerate();
        let partition = |unsorted: &mut Vec<u64>, (at, keys): (usize, &mut [u64])| {
            unsorted.clear();
            unsorted.extend((at * chunk..at * chunk + keys.len()).map(&key));
            digit.partition(unsorted, keys)
        };
        let starts = chunks.map_init(Vec::new, partition).collect();
        Partition { keys, chunk, starts, buckets: 1 << leading, bits_left }
    }

    /// The number of keys in each bucket.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = usize> {
        let size = |bucket: usize| self.starts.iter().map(|starts| starts[bucket + 1] - starts[bucket]).sum::<u32>();
        (0..self.buckets).map(move |bucket| size(bucket) as usize)
    }

    /// The keys of a bucket in order, those with equal upper halves as they came. O(n · ⌈bits / 8⌉) work.
    pub(crate) fn sorted<'s>(&self, bucket: usize, scratch: &'s mut [Vec<u64>; 2]) -> &'s [u64] {
        let [keys, spare] = scratch;
        keys.clear();
        for (chunk, starts) in self.keys.chunks(self.chunk).zip(&self.starts) {
            keys.extend_from_slice(&chunk[starts[bucket] as usize..starts[bucket + 1] as usize]);
        }
        let most_shifts = MAX_SHIFTS * keys.len();
        let is_sorted = insertion_sort(keys, most_shifts);
        let passes = if is_sorted { 0 } else { self.bits_left.div_ceil(MAX_BITS) };
        for pass in 0..passes {
            let (low, high) = (pass * self.bits_left / passes, (pass + 1) * self.bits_left / passes);
            spare.resize(keys.len(), 0);
            Digit { shift: LOWEST + low, bits: high - low }.sort(keys, spare);
            std::mem::swap(keys, spare);
        }
        keys
    }
}

/// Insertion sort, as long as no more than `shifts` keys have to be shifted; whether that was enough. It keeps the order of keys with
/// equal upper halves.
fn insertion_sort(keys: &mut [u64], mut shifts: usize) -> bool {
    for at in 1..keys.len() {
        let key = keys[at];
        let is_before = |other: u64| other >> LOWEST <= key >> LOWEST;
        if is_before(keys[at - 1]) {
            continue;
        }
        let mut to = at;
        while to > 0 && !is_before(keys[to - 1]) {
            keys[to] = keys[to - 1];
            to -= 1;
        }
        keys[to] = key;
        shifts = shifts.saturating_sub(at - to);
        if shifts == 0 {
            return false;
        }
    }
    true
}

/// Some bits of a key.
#[derive(Clone, Copy)]
struct Digit {
    shift: u32,
    bits: u32,
}

impl Digit {
    #[inline]
    fn of(self, key: u64) -> usize {
        (key >> self.shift) as usize & ((1 << self.bits) - 1)
    }

    /// Sorts by the digit. Returns where the keys of each value start, and the number of keys.
    fn partition(self, from: &[u64], to: &mut [u64]) -> Vec<u32> {
        let mut starts = vec![0; (1 << self.bits) + 1];
        from.iter().for_each(|&key| starts[self.of(key) + 1] += 1);
        (1..starts.len()).for_each(|value| starts[value] += starts[value - 1]);
        let mut next = starts.clone();
        for &key in from {
            let next = &mut next[self.of(key)];
            to[*next as usize] = key;
            *next += 1;
        }
        starts
    }

    /// Sorts by the digit, which has at most [`MAX_BITS`].
    fn sort(self, from: &[u64], to: &mut [u64]) {
        let mut next = [0u32; 1 << MAX_BITS];
        from.iter().for_each(|&key| next[self.of(key) % (1 << MAX_BITS)] += 1);
        let mut total = 0;
        for next in &mut next {
            total += std::mem::replace(next, total);
        }
        for &key in from {
            let next = &mut next[self.of(key) % (1 << MAX_BITS)];
            to[*next as usize] = key;
            *next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    #[test]
    fn keys_come_in_the_order_of_their_upper_halves_and_else_as_they_were() {
        let mut rng = Rng::new(20_261_117);
        let (mut memory, mut scratch) = (Vec::new(), [Vec::new(), Vec::new()]);
        for case in 0..120 {
            let (len, bits) = (rng.below(1 << (case % 17)), rng.below(33));
            let mask = (1u64 << bits) - 1;
            // Anywhere, nearly in order, or all at a few places.
            let place = |slot: u32, rng: &mut Rng| match case % 3 {
                0 => rng.below(u32::MAX).into(),
                1 => u64::from(slot / 3 + rng.below(200)),
                _ => u64::from(rng.below(3)) * 0x1234_5671,
            };
            let keys: Vec<u64> =
                (0..len).map(|slot| (place(slot, &mut rng) & mask) << 32 | u64::from(len - slot)).collect();
            let partition = Partition::new(&mut memory, keys.len(), bits, |at| keys[at]);
            let sorted: Vec<u64> =
                (0..partition.buckets).flat_map(|bucket| partition.sorted(bucket, &mut scratch).to_vec()).collect();
            assert_eq!(partition.sizes().sum::<usize>(), keys.len());
            let mut expected = keys;
            expected.sort_by_key(|key| key >> 32);
            assert!(sorted == expected, "case {case}: {len} keys of {bits} bits");
        }
    }
}
