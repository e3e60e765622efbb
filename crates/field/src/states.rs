//! A grid as waves see it: cost, weight and moves of every cell, in one word.

use crate::ground::FieldGrid;
use crate::layout::Layout;
use crate::network::{Network, State, Step, Words};
use crate::{DIAGONAL_COST, STRAIGHT_COST};
use navigant_mesh::CellId;

/// The cells of a grid. In the second byte of a word are its moves.
#[derive(Debug)]
pub(crate) struct States {
    pub(crate) layout: Layout,
    words: Words,
}

impl States {
    pub(crate) fn of(ground: &impl FieldGrid) -> States {
        let [width, height] = ground.size();
        let layout = Layout::new(width, height);
        let mut words = Words::default();
        words.resize(layout.slots());
        for cell in 0..layout.cells() as u32 {
            if let Some(slot) = layout.slot(cell) {
                words.set(slot, State::unsolved(pack(ground, CellId(cell))));
            }
        }
        States { layout, words }
    }

    #[inline]
    pub(crate) fn get(&self, slot: u32) -> State {
        self.words.get(slot)
    }

    /// Takes over what the ground says of a cell; its slot if that is new.
    pub(crate) fn update(&mut self, ground: &impl FieldGrid, x: u32, y: u32) -> Option<u32> {
        let slot = self.layout.slot_at(x, y);
        let (old, new) = (self.get(slot), pack(ground, CellId(y * self.layout.width + x)));
        self.words.set(slot, State::unsolved(new).with_cost(old.cost()));
        (new != old.packed()).then_some(slot)
    }
}

impl Network for States {
    #[inline]
    fn words(&self) -> &Words {
        &self.words
    }

    fn words_mut(&mut self) -> &mut Words {
        &mut self.words
    }

    /// The steps from a cell, clockwise from north.
    #[inline]
    fn steps(&self, from: u32, state: State) -> impl Iterator<Item = Step> + '_ {
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
