//! The open list: which state to expand next.

use super::StateId;

/// A key of the open list: the smaller first component is first, ties go to the smaller second one.
pub type Key = [f64; 2];

/// Whether one key comes before another.
#[inline]
pub fn before(a: Key, b: Key) -> bool {
    a[0] < b[0] || (a[0] == b[0] && a[1] < b[1])
}

/// A state that waits, and the key it waits under.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// Its key.
    pub key: Key,
    /// The state.
    pub state: StateId,
    /// Free for the search to tell this entry from earlier ones of the same state.
    pub ticket: u32,
}

/// A 4-ary heap of waiting states.
///
/// There is no decrease-key: a state whose key changes is pushed again, and the search drops the outdated entry when it
/// comes up.
#[derive(Clone, Debug, Default)]
pub struct OpenList {
    heap: Vec<Waiting>,
}

const ARITY: usize = 4;

impl OpenList {
    /// How many entries wait, outdated ones included.
    #[inline]
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether nothing waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Forgets all entries and keeps the memory.
    pub fn clear(&mut self) {
        self.heap.clear();
    }

    /// The entry with the smallest key.
    #[inline]
    pub fn first(&self) -> Option<Waiting> {
        self.heap.first().copied()
    }

    /// All entries, in no particular but a reproducible order.
    pub fn iter(&self) -> impl Iterator<Item = &Waiting> {
        self.heap.iter()
    }

    /// Adds an entry: O(log n), and O(1) on the average for keys in random order.
    #[inline]
    pub fn push(&mut self, entry: Waiting) {
        let mut hole = self.heap.len();
        self.heap.push(entry);
        let heap = &mut self.heap[..];
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if !before(entry.key, heap[parent].key) {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = entry;
    }

    /// Takes the entry with the smallest key: O(log n).
    #[inline]
    pub fn pop(&mut self) -> Option<Waiting> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else {
            return Some(last);
        };
        self.sift_down(0, last);
        Some(first)
    }

    /// Keeps the entries that `keep` wants, under the keys it gives them: O(n).
    pub fn rekey(&mut self, mut keep: impl FnMut(&mut Waiting) -> bool) {
        self.heap.retain_mut(|entry| keep(entry));
        if let Some(last_parent) = self.heap.len().checked_sub(2).map(|n| n / ARITY) {
            for hole in (0..=last_parent).rev() {
                self.sift_down(hole, self.heap[hole]);
            }
        }
    }

    /// Puts an entry where `hole` is, or below.
    #[inline]
    fn sift_down(&mut self, mut hole: usize, entry: Waiting) {
        let heap = &mut self.heap[..];
        loop {
            let child = hole * ARITY + 1;
            let Some(children) = heap.get(child..heap.len().min(child + ARITY)).filter(|c| !c.is_empty()) else {
                break;
            };
            let mut least = 0;
            for other in 1..children.len() {
                if before(children[other].key, children[least].key) {
                    least = other;
                }
            }
            if !before(children[least].key, entry.key) {
                break;
            }
            heap[hole] = heap[child + least];
            hole = child + least;
        }
        heap[hole] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(key: Key) -> Waiting {
        Waiting { key, state: StateId(0), ticket: 0 }
    }

    fn drained(mut open: OpenList) -> Vec<Key> {
        std::iter::from_fn(|| open.pop()).map(|e| e.key).collect()
    }

    fn scrambled(count: u64) -> impl Iterator<Item = Key> {
        (0..count).map(|i| [(i * 7919 % 31) as f64, (i * 104_729 % 17) as f64])
    }

    #[test]
    fn entries_leave_in_the_order_of_their_keys() {
        let mut open = OpenList::default();
        scrambled(200).for_each(|key| open.push(waiting(key)));
        let mut sorted: Vec<Key> = scrambled(200).collect();
        sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(drained(open), sorted);
    }

    #[test]
    fn rekeyed_entries_leave_in_the_order_of_their_new_keys() {
        for count in 0..40 {
            let mut open = OpenList::default();
            scrambled(count).for_each(|key| open.push(waiting(key)));
            open.rekey(|entry| {
                entry.key[0] = -entry.key[0];
                entry.key[1] != 3.0
            });
            let mut sorted: Vec<Key> = scrambled(count).filter(|k| k[1] != 3.0).map(|k| [-k[0], k[1]]).collect();
            sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
            assert_eq!(drained(open), sorted);
        }
    }
}
