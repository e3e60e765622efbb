//! The open list: which state to expand next.

use super::StateId;

/// Where a state stands in the open list: the smaller first number is first, ties go to the smaller second one.
///
/// The two numbers are kept as integers in the same order, so that keys are compared as one integer, without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u64, u64);

impl PartialOrd for Key {
    #[inline]
    fn partial_cmp(&self, other: &Key) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Key) -> bool {
        self.whole() < other.whole()
    }

    #[inline]
    fn ge(&self, other: &Key) -> bool {
        self.whole() >= other.whole()
    }
}

impl Ord for Key {
    #[inline]
    fn cmp(&self, other: &Key) -> std::cmp::Ordering {
        self.whole().cmp(&other.whole())
    }
}

impl Key {
    /// The key of two numbers. NaN comes after everything.
    #[inline]
    pub fn new(first: f64, second: f64) -> Key {
        Key(ascending(first), ascending(second))
    }

    /// The first number.
    #[inline]
    pub fn first(self) -> f64 {
        number(self.0)
    }

    #[inline]
    fn whole(self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }

    /// The second number.
    #[inline]
    pub fn second(self) -> f64 {
        number(self.1)
    }
}

const SIGN: u64 = 1 << 63;

/// The bits of a number, changed so that they order as numbers do. −0 counts as 0.
#[inline]
fn ascending(number: f64) -> u64 {
    let bits = (number + 0.0).to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

#[inline]
fn number(ascending: u64) -> f64 {
    f64::from_bits(if ascending & SIGN == 0 { !ascending } else { ascending & !SIGN })
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
///
/// Chosen by measurement (`examples/open_lists.rs`: the same A* on seven Moving AI maps, nanoseconds an expansion, all
/// included, on a busy two-core machine): this one 147; a binary heap on the same integer keys 169; a binary heap on pairs
/// of floats 264; buckets of 1/64 cell, the lowest kept as a heap, 223. The integer keys gain most, since which child is
/// least is as unpredictable a branch as there is. Buckets also suppose that keys seldom fall, which repairs do not keep to.
#[derive(Clone, Debug, Default)]
pub struct OpenList {
    /// An entry before all of the heap. A search often takes next what it has just pushed; that never enters the heap.
    front: Option<Waiting>,
    heap: Vec<Waiting>,
}

const ARITY: usize = 4;

impl OpenList {
    /// How many entries wait, outdated ones included.
    #[inline]
    pub fn len(&self) -> usize {
        self.heap.len() + usize::from(self.front.is_some())
    }

    /// Whether nothing waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all entries and keeps the memory.
    pub fn clear(&mut self) {
        self.front = None;
        self.heap.clear();
    }

    /// The entry with the smallest key.
    #[inline]
    pub fn first(&self) -> Option<Waiting> {
        self.front.or_else(|| self.heap.first().copied())
    }

    /// All entries, in no particular but a reproducible order.
    pub fn iter(&self) -> impl Iterator<Item = &Waiting> {
        self.front.iter().chain(&self.heap)
    }

    /// Adds an entry: O(log n), and O(1) on the average for keys in random order.
    #[inline]
    pub fn push(&mut self, entry: Waiting) {
        match self.front {
            None if self.heap.first().is_none_or(|first| entry.key < first.key) => self.front = Some(entry),
            Some(front) if entry.key < front.key => {
                self.front = Some(entry);
                self.sift_up(front);
            }
            _ => self.sift_up(entry),
        }
    }

    #[inline]
    fn sift_up(&mut self, entry: Waiting) {
        let mut hole = self.heap.len();
        self.heap.push(entry);
        let heap = &mut self.heap[..];
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if entry.key >= heap[parent].key {
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
        if self.front.is_some() {
            return self.front.take();
        }
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else {
            return Some(last);
        };
        self.sift_down(0, last);
        Some(first)
    }

    /// Keeps the entries that `keep` wants, under the keys it gives them: O(n).
    pub fn rekey(&mut self, mut keep: impl FnMut(&mut Waiting) -> bool) {
        self.heap.extend(self.front.take());
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
            let least = match heap.get(child..child + ARITY) {
                // The usual case, spelled out so that it compiles to conditional moves.
                Some([a, b, c, d]) => {
                    let (first, left) = if b.key < a.key { (b, 1) } else { (a, 0) };
                    let (second, right) = if d.key < c.key { (d, 3) } else { (c, 2) };
                    if second.key < first.key { right } else { left }
                }
                _ => match heap.get(child..).map(|rest| rest.iter().enumerate().min_by_key(|(_, e)| e.key)) {
                    Some(Some((least, _))) => least,
                    _ => break,
                },
            };
            if heap[child + least].key >= entry.key {
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

    fn waiting((first, second): (f64, f64)) -> Waiting {
        Waiting { key: Key::new(first, second), state: StateId(0), ticket: 0 }
    }

    fn drained(mut open: OpenList) -> Vec<(f64, f64)> {
        std::iter::from_fn(|| open.pop()).map(|e| (e.key.first(), e.key.second())).collect()
    }

    #[test]
    fn keys_order_as_pairs_of_numbers() {
        let numbers = [f64::NEG_INFINITY, -2.5, -1e-300, 0.0, 1e-300, 1.0, 1.0 + f64::EPSILON, f64::INFINITY];
        let pairs: Vec<(f64, f64)> = numbers.iter().flat_map(|&a| numbers.map(|b| (a, b))).collect();
        for a in &pairs {
            let key = Key::new(a.0, a.1);
            assert_eq!((key.first(), key.second()), *a);
            for b in &pairs {
                assert_eq!(Some(key.cmp(&Key::new(b.0, b.1))), a.partial_cmp(b), "{a:?} {b:?}");
            }
        }
        assert_eq!(Key::new(-0.0, 0.0), Key::new(0.0, -0.0));
    }

    fn scrambled(count: u64) -> impl Iterator<Item = (f64, f64)> {
        (0..count).map(|i| ((i * 7919 % 31) as f64, (i * 104_729 % 17) as f64))
    }

    #[test]
    fn entries_leave_in_the_order_of_their_keys() {
        let mut open = OpenList::default();
        scrambled(200).for_each(|key| open.push(waiting(key)));
        let mut sorted: Vec<_> = scrambled(200).collect();
        sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(drained(open), sorted);
    }

    #[test]
    fn rekeyed_entries_leave_in_the_order_of_their_new_keys() {
        for count in 0..40 {
            let mut open = OpenList::default();
            scrambled(count).for_each(|key| open.push(waiting(key)));
            open.rekey(|entry| {
                entry.key = Key::new(-entry.key.first(), entry.key.second());
                entry.key.second() != 3.0
            });
            let mut sorted: Vec<_> = scrambled(count).filter(|k| k.1 != 3.0).map(|k| (-k.0, k.1)).collect();
            sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
            assert_eq!(drained(open), sorted);
        }
    }
}
