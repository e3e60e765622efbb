//! The state of cells that waves read and write: cost, weight and moves of every cell, in one word.

use crate::ground::FieldGrid;
use crate::layout::Layout;
use crate::{DIAGONAL_COST, STRAIGHT_COST};
use navigant_mesh::CellId;
use std::sync::atomic::{AtomicU64, Ordering};

/// The cost of a cell without a way to a goal, or with none found yet.
pub(crate) const INFINITE: u32 = u32::MAX;

/// The cells: a word each, with the cost in the upper half, so that of two words of a cell the smaller has the smaller cost.
#[derive(Debug)]
pub(crate) struct States {
    pub(crate) layout: Layout,
    words: Vec<AtomicU64>,
}

/// A cell at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State(u64);

impl State {
    #[inline]
    pub(crate) fn cost(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline]
    fn weight(self) -> u32 {
        (self.0 & 0xff) as u32
    }

    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.weight() != 0
    }

    /// Weight and moves.
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
    pub(crate) direction: u32,
    pub(crate) slot: u32,
    /// The neighbour when it was looked at.
    pub(crate) state: State,
    pub(crate) cost: u32,
}

impl States {
    pub(crate) fn of(ground: &impl FieldGrid) -> States {
        let [width, height] = ground.size();
        let layout = Layout::new(width, height);
        let mut words: Vec<AtomicU64> = Vec::new();
        words.resize_with(layout.slots(), || AtomicU64::new(State(0).with_cost(INFINITE).0));
        for cell in 0..layout.cells() as u32 {
            if let Some(word) = layout.slot(cell).and_then(|slot| words.get_mut(slot as usize)) {
                *word.get_mut() = State(u64::from(pack(ground, CellId(cell)))).with_cost(INFINITE).0;
            }
        }
        States { layout, words }
    }

    #[inline]
    pub(crate) fn get(&self, slot: u32) -> State {
        State(self.words[slot as usize].load(Ordering::Relaxed))
    }

    /// Takes a lower cost, by the only thread.
    #[inline]
    pub(crate) fn set(&self, slot: u32, state: State) {
        self.words[slot as usize].store(state.0, Ordering::Relaxed);
    }

    /// Takes a lower cost unless another thread has found one as low; says whether it did.
    #[inline]
    pub(crate) fn lower(&self, slot: u32, state: State) -> bool {
        state.0 < self.words[slot as usize].fetch_min(state.0, Ordering::Relaxed)
    }

    /// Takes the cost from a cell unless another thread has changed it.
    #[inline]
    pub(crate) fn raise(&self, slot: u32, from: State) -> bool {
        let to = from.with_cost(INFINITE).0;
        self.words[slot as usize].compare_exchange(from.0, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    /// Takes all costs away.
    pub(crate) fn clear(&mut self) {
        for word in &mut self.words {
            let word = word.get_mut();
            *word = State(*word).with_cost(INFINITE).0;
        }
    }

    /// Takes over what the ground says of a cell; its slot if that is new.
    pub(crate) fn update(&mut self, ground: &impl FieldGrid, x: u32, y: u32) -> Option<u32> {
        let slot = self.layout.slot_at(x, y);
        let (old, new) = (self.get(slot), pack(ground, CellId(y * self.layout.width + x)));
        self.set(slot, State(u64::from(new)).with_cost(old.cost()));
        (new != old.packed()).then_some(slot)
    }

    /// The steps from a cell, clockwise from north.
    #[inline]
    pub(crate) fn steps(&self, from: u32, state: State) -> impl Iterator<Item = Step> + '_ {
        let strides = self.layout.strides(from);
        let (weight, mut moves) = (state.weight(), state.packed() >> 8);
        std::iter::from_fn(move || {
            if moves == 0 {
                return None;
            }
            let direction = moves.trailing_zeros();
            moves &= moves - 1;
            let slot = from.wrapping_add(strides[direction as usize & 7]);
            let state = self.get(slot);
            let length = if direction & 1 == 1 { DIAGONAL_COST / 2 } else { STRAIGHT_COST / 2 };
            Some(Step { direction, slot, state, cost: length * (weight + state.weight()) })
        })
    }
}

fn pack(ground: &impl FieldGrid, cell: CellId) -> u16 {
    let weight = ground.weight(cell);
    // A blocked cell leads nowhere.
    if weight == 0 { 0 } else { u16::from(weight) | u16::from(ground.moves(cell)) << 8 }
}
