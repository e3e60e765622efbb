//! Dial's bucket queue: the open list for monotone keys that are small integers.

/// A circular array of stacks, one for each key from the least up to [`SPAN`](Self::SPAN) above it, with a bit set of those not
/// empty (Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", 1969). Among equal keys, last in, first out.
///
/// Push and pop take a few instructions without a branch that is hard to foresee, apart from the search for the next bit.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue {
    /// The least key.
    key: u32,
    /// The topmost entry of every stack.
    tops: Box<[u32; BucketQueue::SPAN as usize]>,
    /// Which stacks may hold something; all others are empty.
    used: [u64; WORDS as usize],
    entries: Vec<Entry>,
    /// The first of the entries that are not in use.
    free: u32,
    /// The latest state with the least key waits here: mostly it is taken at once.
    latest: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    state: u32,
    /// The entry below it in its stack, or the next one that is not in use.
    below: u32,
}

const WORDS: u32 = BucketQueue::SPAN / 64;
/// The number of no entry.
const NONE: u32 = u32::MAX;

impl Default for BucketQueue {
    fn default() -> Self {
        let tops = Box::new([NONE; BucketQueue::SPAN as usize]);
        BucketQueue { key: 0, tops, used: [0; WORDS as usize], entries: Vec::new(), free: NONE, latest: None }
    }
}

impl BucketQueue {
    /// Keys must be less than this above the least one that waits.
    pub(super) const SPAN: u32 = 1 << 13;

    /// Forgets all entries and keeps the memory. No key below this one will follow.
    pub(super) fn begin(&mut self, key: u32) {
        for (stacks, used) in self.tops.chunks_exact_mut(64).zip(&mut self.used) {
            if *used != 0 {
                stacks.fill(NONE);
                *used = 0;
            }
        }
        self.entries.clear();
        (self.key, self.free, self.latest) = (key, NONE, None);
    }

    /// The least key that may be pushed.
    #[inline]
    pub(super) fn least(&self) -> u32 {
        self.key
    }

    /// Adds a state.
    #[inline]
    pub(super) fn push(&mut self, key: u32, mut state: u32) {
        if key == self.key {
            match self.latest.replace(state) {
                Some(earlier) => state = earlier,
                None => return,
            }
        }
        let slot = key % BucketQueue::SPAN;
        let top = &mut self.tops[slot as usize];
        let entry = Entry { state, below: *top };
        match self.entries.get_mut(self.free as usize) {
            Some(slot) => {
                *top = std::mem::replace(&mut self.free, slot.below);
                *slot = entry;
            }
            None => {
                *top = self.entries.len() as u32;
                self.entries.push(entry);
            }
        }
        self.used[(slot / 64) as usize] |= 1 << (slot % 64);
    }

    /// Takes a state with the least key, the latest of them.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        if let Some(state) = self.latest.take() {
            return Some((self.key, state));
        }
        let mut top = self.tops[(self.key % BucketQueue::SPAN) as usize];
        if top == NONE {
            self.next_key()?;
            top = self.tops[(self.key % BucketQueue::SPAN) as usize];
        }
        let entry = self.entries.get_mut(top as usize)?;
        let Entry { state, below } = *entry;
        entry.below = std::mem::replace(&mut self.free, top);
        self.tops[(self.key % BucketQueue::SPAN) as usize] = below;
        Some((self.key, state))
    }

    /// Like [`pop`](Self::pop), if the least key is not above a limit. If it is, no key below it may follow.
    #[inline]
    pub(super) fn pop_until(&mut self, limit: u32) -> Option<(u32, u32)> {
        if self.latest.is_none() && self.tops[(self.key % BucketQueue::SPAN) as usize] == NONE {
            self.next_key()?;
        }
        if self.key > limit { None } else { self.pop() }
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&mut self) -> bool {
        self.latest.is_none() && self.tops[(self.key % BucketQueue::SPAN) as usize] == NONE && self.next_key().is_none()
    }

    /// Goes on to the next key whose stack is not empty.
    #[inline(never)]
    fn next_key(&mut self) -> Option<()> {
        let slot = self.key % BucketQueue::SPAN;
        let word = slot / 64;
        self.used[word as usize] &= !(1 << (slot % 64));
        let first = self.used[word as usize] & (u64::MAX << (slot % 64));
        if first != 0 {
            self.key += first.trailing_zeros() - slot % 64;
            return Some(());
        }
        for further in 1..WORDS + 1 {
            let used = self.used[((word + further) % WORDS) as usize];
            if used != 0 {
                self.key += further * 64 + used.trailing_zeros() - slot % 64;
                return Some(());
            }
        }
        None
    }
}
