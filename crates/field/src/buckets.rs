//! The open list of one thread: a ring of buckets by cost (Dial, "Algorithm 360", 1969).

use crate::tuning::BUCKET_BITS;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cell that waits, with its cost at the time: stale once the cell has another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) cost: u32,
    pub(crate) slot: u32,
}

impl Entry {
    /// The number of the bucket that it belongs to.
    #[inline]
    pub(crate) fn bucket(self) -> u32 {
        self.cost >> BUCKET_BITS
    }
}

/// More buckets than the longest step spans (2 · 255 · 99 = 50,490).
const RING: u32 = 128;

/// The open list of one thread.
#[derive(Debug)]
pub(crate) struct Buckets {
    ring: Vec<Vec<Entry>>,
    /// The bucket that is emptied now; none before it has anything.
    base: u32,
    /// Entries too far ahead for the ring.
    far: BinaryHeap<Reverse<Entry>>,
}

impl Buckets {
    pub(crate) fn new() -> Buckets {
        Buckets { ring: vec![Vec::new(); RING as usize], base: 0, far: BinaryHeap::new() }
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: Entry) {
        let bucket = entry.bucket();
        if bucket.wrapping_sub(self.base) < RING {
            self.ring[(bucket % RING) as usize].push(entry);
        } else {
            self.far.push(Reverse(entry));
        }
    }

    /// The first bucket that has something.
    pub(crate) fn first(&self) -> Option<u32> {
        let far = self.far.peek().map(|Reverse(entry)| entry.bucket());
        let near =
            (self.base..=self.base.saturating_add(RING - 1)).find(|b| !self.ring[(b % RING) as usize].is_empty());
        match (near, far) {
            (Some(near), Some(far)) => Some(near.min(far)),
            (near, far) => near.or(far),
        }
    }

    /// Goes on to a bucket, before which there must be none, and takes all that is in it.
    pub(crate) fn take(&mut self, bucket: u32, into: &mut Vec<Entry>) {
        self.base = bucket;
        while let Some(&Reverse(entry)) = self.far.peek().filter(|far| far.0.bucket().wrapping_sub(bucket) < RING) {
            self.far.pop();
            self.ring[(entry.bucket() % RING) as usize].push(entry);
        }
        into.append(&mut self.ring[(bucket % RING) as usize]);
    }

    /// Takes everything, in whatever order.
    pub(crate) fn drain(&mut self, into: &mut Vec<Entry>) {
        for bucket in &mut self.ring {
            into.append(bucket);
        }
        into.extend(self.far.drain().map(|Reverse(entry)| entry));
    }
}
