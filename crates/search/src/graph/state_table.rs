//! The states of an implicit graph and their ids, stored compactly.

use super::StateId;
use std::hash::{Hash, Hasher};

/// States in the order in which they were first met; the place of a state is its id.
///
/// A state takes its own size and four to eight bytes more: a table with open addressing holds ids only. Hashes are the same
/// on every machine and in every run.
///
/// ```
/// use navigant_search::graph::StateId;
/// use navigant_search::internals::StateTable;
/// let mut table = StateTable::default();
/// assert_eq!((table.id(&"a"), table.id(&"b"), table.id(&"a")), (StateId(0), StateId(1), StateId(0)));
/// assert_eq!((table.find(&"b"), table.find(&"c")), (Some(StateId(1)), None));
/// ```
#[derive(Clone, Debug)]
pub struct StateTable<S> {
    states: Vec<S>,
    /// An id and one, or 0 where nothing is; a power of two of them.
    slots: Vec<u32>,
}

impl<S> Default for StateTable<S> {
    fn default() -> Self {
        StateTable { states: Vec::new(), slots: Vec::new() }
    }
}

/// The least number of slots.
const LEAST_SLOTS: usize = 16;

impl<S: Clone + Eq + Hash> StateTable<S> {
    /// The id of a state, which becomes known if it was not.
    ///
    /// Beyond 2³² states the ids run out; what is handed out then is the id of no state, which a search reports.
    pub fn id(&mut self, state: &S) -> StateId {
        // At least a third of the slots stay empty, so that looking for one ends soon.
        if (self.states.len() + 1) * 3 > self.slots.len() * 2 {
            self.grow();
        }
        let slot = self.slot(state);
        match self.slots[slot] {
            0 => match u32::try_from(self.states.len() + 1) {
                Ok(number) if number < u32::MAX => {
                    self.slots[slot] = number;
                    self.states.push(state.clone());
                    StateId(number - 1)
                }
                _ => StateId(u32::MAX),
            },
            number => StateId(number - 1),
        }
    }

    /// The id of a state that is known.
    pub fn find(&self, state: &S) -> Option<StateId> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.slot(state)].checked_sub(1).map(StateId)
    }

    /// The state with this id.
    pub fn state(&self, id: StateId) -> Option<&S> {
        self.states.get(id.index())
    }

    /// All states, by their ids.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// Forgets all states and keeps the memory.
    pub fn clear(&mut self) {
        self.states.clear();
        self.slots.fill(0);
    }

    /// How many bytes it holds.
    pub fn memory_bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>() + self.slots.capacity() * size_of::<u32>()
    }

    /// Where a state is, or the empty slot where it belongs.
    fn slot(&self, state: &S) -> usize {
        let mask = self.slots.len() - 1;
        let mut hasher = Multiplying(0);
        state.hash(&mut hasher);
        let mut slot = hasher.finish() as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return slot,
                number if self.states.get(number as usize - 1) == Some(state) => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(LEAST_SLOTS);
        self.slots.clear();
        self.slots.resize(size, 0);
        for number in 0..self.states.len() {
            let slot = self.slot(&self.states[number]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}

/// A hash by multiplication, as of `FxHash`; the upper bits are folded into the lower at the end. It is the same on every machine and in every
/// run, and not for keys that somebody hostile chooses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Multiplying(u64);

impl Multiplying {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Multiplying {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.add(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.add(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    fn write_i32(&mut self, number: i32) {
        self.add(u64::from(number as u32));
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_an_ordinary_map() {
        let (mut table, mut known) = (StateTable::default(), std::collections::HashMap::new());
        let mut seed = 3u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let state = (seed >> 52, (seed >> 40) as u8 & 3);
            let next = known.len() as u32;
            assert_eq!(table.find(&state).map(|id| id.0), known.get(&state).copied());
            assert_eq!(table.id(&state).0, *known.entry(state).or_insert(next));
        }
        assert_eq!(table.states().len(), known.len());
        table.clear();
        assert_eq!((table.find(&(0, 0)), table.id(&(7, 1))), (None, StateId(0)));
    }
}
