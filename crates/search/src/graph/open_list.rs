//! The open list: a priority queue of the states to expand, a heap of stacks.

mod key;

pub use key::{Key, Order, Rank};

use super::StateId;

/// An entry of the open list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting<K = Key, T = u32> {
    /// Its key.
    pub key: K,
    /// The state.
    pub state: StateId,
    /// The search's own mark, to tell this entry from outdated ones of the same state.
    pub ticket: T,
}

/// The open list: a heap of stacks. Entries of the same key share one stack, and only the stacks are heap-ordered.
///
/// On grids, hundreds of entries have the same key. Among them the last in is the first out, which is also the best
/// tie-break: it tends to be the deepest. An entry then costs a few instructions, and the heap is touched only when a key is
/// pushed for the first time, or popped for the last.
///
/// There is no decrease-key: a state whose key changes is pushed again, and the search drops the outdated entry when it
/// is popped.
///
/// Chosen by measurement (`testing/examples/open_lists.rs`: the same A* on seven Moving AI maps, time of an expansion, all included,
/// in units of this one): a binary heap on integer keys 2.0; on pairs of floats 3.0; buckets of 1/64 cell, the lowest kept
/// as a heap, 2.7; this one, ordered by g as well, so that fewer entries share a key, 2.2. Keys may fall at any time, which
/// repairs need and buckets do not like.
#[derive(Clone, Debug)]
pub struct OpenList<K = Key, T = u32> {
    /// The stack with the least key; it may be empty.
    front: Stack<K>,
    /// The other stacks, none of them empty, as a 4-ary heap. A key may have more than one.
    heap: Vec<(K, u32)>,
    stacks: Vec<Stack<K>>,
    /// Stacks that are not in use.
    spare: Vec<u32>,
    entries: Vec<Entry<T>>,
    /// The first of the entries that are not in use.
    free: u32,
    /// The last stack begun for a key, by the key's hash. Keys may collide; then one begins another stack.
    recent: Vec<u32>,
    len: usize,
    /// Scratch: entries while they are rekeyed.
    moved: Vec<Waiting<K, T>>,
}

#[derive(Clone, Copy, Debug)]
struct Stack<K> {
    key: K,
    top: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    ticket: T,
    state: StateId,
    /// The entry below it in its stack, or the next one that is not in use.
    below: u32,
}

const ARITY: usize = 4;
const RECENT_BITS: u32 = 12;
/// The number of no entry and no stack.
const NONE: u32 = u32::MAX;

impl<K: Order, T> Default for OpenList<K, T> {
    fn default() -> Self {
        OpenList {
            front: Stack { key: K::LEAST, top: NONE },
            heap: Vec::new(),
            stacks: Vec::new(),
            spare: Vec::new(),
            entries: Vec::new(),
            free: NONE,
            recent: Vec::new(),
            len: 0,
            moved: Vec::new(),
        }
    }
}

impl<K: Order, T: Copy> OpenList<K, T> {
    /// The number of entries in the open list, outdated ones included.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the open list is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Empties the open list and keeps its memory.
    pub fn clear(&mut self) {
        self.front = Stack { key: K::LEAST, top: NONE };
        self.heap.clear();
        self.stacks.clear();
        self.spare.clear();
        self.entries.clear();
        (self.free, self.len) = (NONE, 0);
    }

    /// The entry with the smallest key; the latest of them.
    #[inline]
    pub fn first(&mut self) -> Option<Waiting<K, T>> {
        let Stack { key, top } = self.settled_front()?;
        self.entries.get(top as usize).map(|entry| Waiting { key, state: entry.state, ticket: entry.ticket })
    }

    /// Pops the entry of the open list with the smallest key, the latest of them: O(1), and O(log n) when it is the last with its key.
    #[inline]
    pub fn pop(&mut self) -> Option<Waiting<K, T>> {
        let Stack { key, top } = self.settled_front()?;
        let entry = self.entries.get_mut(top as usize)?;
        let Entry { ticket, state, below } = *entry;
        entry.below = self.free;
        self.free = top;
        self.front.top = below;
        self.len -= 1;
        Some(Waiting { key, state, ticket })
    }

    /// Adds an entry to the open list: O(1), and O(log n) when it is the first with its key.
    #[inline]
    pub fn push(&mut self, entry: Waiting<K, T>) {
        let Waiting { key, state, ticket } = entry;
        self.len += 1;
        let recent = self.recent.get(place(key)).map_or(NONE, |&id| id) as usize;
        let stack = if key == self.front.key {
            &mut self.front
        } else {
            match self.stacks.get_mut(recent) {
                Some(stack) if stack.key == key => stack,
                _ => return self.push_first(key, state, ticket),
            }
        };
        stack.top = hold(&mut self.entries, &mut self.free, state, ticket, stack.top);
    }

    /// Adds the first entry of its key.
    #[inline(never)]
    fn push_first(&mut self, key: K, state: StateId, ticket: T) {
        let top = hold(&mut self.entries, &mut self.free, state, ticket, NONE);
        let mut stack = Stack { key, top };
        if key < self.front.key {
            std::mem::swap(&mut stack, &mut self.front);
        }
        if stack.top != NONE {
            self.begin(stack);
        }
    }

    /// All entries of the open list, in no particular but a reproducible order.
    pub fn iter(&self) -> impl Iterator<Item = Waiting<K, T>> {
        let stacks = self.heap.iter().filter_map(|&(_, id)| self.stacks.get(id as usize));
        std::iter::once(&self.front).chain(stacks).flat_map(|&Stack { key, top }| {
            let at = |index: u32| self.entries.get(index as usize);
            std::iter::successors(at(top), move |entry| at(entry.below)).map(move |entry| Waiting {
                key,
                state: entry.state,
                ticket: entry.ticket,
            })
        })
    }

    /// Keeps the entries that `keep` wants, under the keys it gives them: pushes all of them again.
    pub fn rekey(&mut self, mut keep: impl FnMut(&mut Waiting<K, T>) -> bool) {
        let mut moved = std::mem::take(&mut self.moved);
        moved.extend(self.iter());
        self.clear();
        for mut entry in moved.drain(..) {
            if keep(&mut entry) {
                self.push(entry);
            }
        }
        self.moved = moved;
    }

    /// The stack with the least key, which is not empty; `None` if the open list is empty.
    #[inline]
    fn settled_front(&mut self) -> Option<Stack<K>> {
        if self.front.top == NONE {
            self.next_front()?;
        }
        Some(self.front)
    }

    /// Takes the first stack from the heap.
    #[inline(never)]
    fn next_front(&mut self) -> Option<()> {
        let &(_, id) = self.heap.first()?;
        let front = *self.stacks.get(id as usize)?;
        self.front = front;
        self.spare.push(id);
        if let Some(recent) = self.recent.get_mut(place(front.key)).filter(|recent| **recent == id) {
            *recent = NONE;
        }
        if let Some(last) = self.heap.pop().filter(|_| !self.heap.is_empty()) {
            self.sift_down(last);
        }
        Some(())
    }

    /// Pushes a stack onto the heap.
    #[inline]
    fn begin(&mut self, stack: Stack<K>) {
        let id = self.spare.pop().unwrap_or(self.stacks.len() as u32);
        match self.stacks.get_mut(id as usize) {
            Some(slot) => *slot = stack,
            None => self.stacks.push(stack),
        }
        self.recent.resize(1 << RECENT_BITS, NONE);
        self.recent[place(stack.key)] = id;
        let mut hole = self.heap.len();
        self.heap.push((stack.key, id));
        let heap = &mut self.heap[..];
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if stack.key >= heap[parent].0 {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = (stack.key, id);
    }

    /// Puts a stack at the root of the heap, or below.
    #[inline]
    fn sift_down(&mut self, stack: (K, u32)) {
        let heap = &mut self.heap[..];
        let mut hole = 0;
        loop {
            let child = hole * ARITY + 1;
            let least = match heap.get(child..child + ARITY) {
                // The usual case, spelled out so that it compiles to conditional moves.
                Some([a, b, c, d]) => {
                    let (first, left) = if b.0 < a.0 { (b, 1) } else { (a, 0) };
                    let (second, right) = if d.0 < c.0 { (d, 3) } else { (c, 2) };
                    if second.0 < first.0 { right } else { left }
                }
                _ => match heap.get(child..).map(|rest| rest.iter().enumerate().min_by_key(|(_, e)| e.0)) {
                    Some(Some((least, _))) => least,
                    _ => break,
                },
            };
            if heap[child + least].0 >= stack.0 {
                break;
            }
            heap[hole] = heap[child + least];
            hole = child + least;
        }
        heap[hole] = stack;
    }
}

/// Stores an entry on top of another one; returns its number.
#[inline]
fn hold<T>(entries: &mut Vec<Entry<T>>, free: &mut u32, state: StateId, ticket: T, below: u32) -> u32 {
    let entry = Entry { ticket, state, below };
    match entries.get_mut(*free as usize) {
        Some(slot) => {
            let number = std::mem::replace(free, slot.below);
            *slot = entry;
            number
        }
        None => {
            entries.push(entry);
            entries.len() as u32 - 1
        }
    }
}

/// Where the last stack begun for a key is remembered.
#[inline]
fn place<K: Order>(key: K) -> usize {
    (key.scattered() >> (64 - RECENT_BITS)) as usize
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

    #[test]
    fn its_length_counts_the_entries() {
        let mut open = OpenList::default();
        for (count, key) in scrambled(50).enumerate() {
            assert_eq!((open.len(), open.is_empty()), (count, count == 0));
            open.push(waiting(key));
        }
        open.rekey(|entry| entry.key.second() < 9.0);
        let kept = scrambled(50).filter(|key| key.1 < 9.0).count();
        for left in (0..kept).rev() {
            assert!(open.pop().is_some() && open.len() == left);
        }
    }
}
