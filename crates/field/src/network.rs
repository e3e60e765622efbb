//! What waves run over: slots with a cost each, in words that all threads share, and steps between them.

use std::sync::atomic::{AtomicU64, Ordering};

/// The cost of a slot without a way to a goal, or with none found yet.
pub(crate) const INFINITE: u32 = u32::MAX;

/// A slot at one moment: the cost in the upper half of a word, so that of two words of a slot the smaller has the smaller cost. In the
/// lowest byte is its weight, 0 where it is blocked; the rest belongs to the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State(pub(crate) u64);

impl State {
    /// Without a cost.
    pub(crate) fn unsolved(packed: u16) -> State {
        State(u64::from(packed)).with_cost(INFINITE)
    }

    #[inline]
    pub(crate) fn cost(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline]
    pub(crate) fn weight(self) -> u32 {
        (self.0 & 0xff) as u32
    }

    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.weight() != 0
    }

    /// All but the cost.
    pub(crate) fn packed(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub(crate) fn with_cost(self, cost: u32) -> State {
        State(u64::from(cost) << 32 | self.0 & 0xffff_ffff)
    }
}

/// A step to a neighbour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Its number among the steps of its slot.
    pub(crate) direction: u32,
    pub(crate) slot: u32,
    /// The neighbour when it was looked at.
    pub(crate) state: State,
    pub(crate) cost: u32,
}

/// Slots and the steps between them, which lead both ways and cost more than 0.
pub(crate) trait Network: Sync {
    fn words(&self) -> &Words;

    fn words_mut(&mut self) -> &mut Words;

    /// The steps from a slot.
    fn steps(&self, from: u32, state: State) -> impl Iterator<Item = Step> + '_;
}

/// The states of all slots.
#[derive(Debug, Default)]
pub(crate) struct Words(Vec<AtomicU64>);

impl Words {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// As many as this, the new ones blocked.
    pub(crate) fn resize(&mut self, slots: usize) {
        self.0.resize_with(slots, || AtomicU64::new(State::unsolved(0).0));
    }

    #[inline]
    pub(crate) fn get(&self, slot: u32) -> State {
        State(self.0[slot as usize].load(Ordering::Relaxed))
    }

    /// Takes a state, by the only thread.
    #[inline]
    pub(crate) fn set(&self, slot: u32, state: State) {
        self.0[slot as usize].store(state.0, Ordering::Relaxed);
    }

    /// Takes a lower cost unless another thread has found one as low; says whether it did.
    #[inline]
    pub(crate) fn lower(&self, slot: u32, state: State) -> bool {
        state.0 < self.0[slot as usize].fetch_min(state.0, Ordering::Relaxed)
    }

    /// Takes the cost from a slot unless another thread has changed it.
    #[inline]
    pub(crate) fn raise(&self, slot: u32, from: State) -> bool {
        let to = from.with_cost(INFINITE).0;
        self.0[slot as usize].compare_exchange(from.0, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    /// Takes all costs away.
    pub(crate) fn clear(&mut self) {
        for word in &mut self.0 {
            let word = word.get_mut();
            *word = State(*word).with_cost(INFINITE).0;
        }
    }
}
