//! The path of a plan, indexed from its end.

use super::plan::octile;
use crate::graph::{Octile, StateId};

/// A path of which parts are replaced at its beginning. Places on it are counted from its end, so that they stay as they are.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanPath {
    pub(super) states: Vec<StateId>,
    /// By cell: its place, 1 for the goal; 0 for none.
    pub(super) places: Vec<u32>,
    /// By place less one: the distance to the goal.
    pub(super) rest: Vec<u32>,
}

impl PlanPath {
    pub(super) fn clear(&mut self, cells: usize) {
        self.keep_last(0);
        if self.places.len() != cells {
            self.places.clear();
            self.places.resize(cells, 0);
        }
    }

    /// Forgets all but a number of states at the end.
    pub(super) fn keep_last(&mut self, count: usize) {
        let gone = self.states.len().saturating_sub(count);
        for state in self.states.drain(..gone) {
            if let Some(place) = self.places.get_mut(state.index()) {
                *place = 0;
            }
        }
        self.rest.truncate(count);
    }

    /// Puts states before the path, which lead to its first state; to the goal if it is empty.
    pub(super) fn prepend(
        &mut self,
        near: Octile,
        states: impl DoubleEndedIterator<Item = StateId> + ExactSizeIterator,
    ) {
        let (added, kept) = (states.len(), self.states.len());
        self.states.splice(0..0, states);
        for i in (0..added).rev() {
            let (state, next) = (self.states[i], self.states.get(i + 1));
            let step = next.map_or(0, |&next| octile(near.cell(state), near.cell(next)));
            self.rest.push(self.rest.last().map_or(0, |rest| rest + step));
            if let Some(place) = self.places.get_mut(state.index()) {
                *place = (kept + added - i) as u32;
            }
        }
    }

    pub(super) fn place(&self, state: StateId) -> u32 {
        self.places.get(state.index()).copied().unwrap_or(0)
    }

    /// Forgets the path up to the last of some states that are on it.
    pub(super) fn forget_up_to(&mut self, states: &[StateId]) {
        let last = states.iter().map(|&state| self.place(state)).filter(|&place| place > 0).min();
        if let Some(place) = last {
            self.keep_last(place as usize - 1);
        }
    }

    /// How far it is from a state to the goal along the path, if the state is on it.
    #[inline]
    pub(super) fn rest_from(&self, state: StateId) -> Option<u32> {
        self.rest.get((self.place(state) as usize).checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::grid_a_star::{SIDE, SLANT};
    use navigant_mesh::Grid;
    use navigant_mesh::internals::GridInternals as _;

    #[test]
    fn places_and_lengths_are_counted_from_the_goal() {
        let grid = Grid::open(9, 9).unwrap();
        let states = [0, 10, 20, 21, 22].map(StateId);
        let mut path = PlanPath::default();
        path.clear(grid.cells());
        path.prepend(Octile::on(&grid), states[2..].iter().copied());
        path.prepend(Octile::on(&grid), states[..2].iter().copied());
        assert_eq!(states.map(|state| path.place(state)), [5, 4, 3, 2, 1]);
        let rest = [2 * SLANT + 2 * SIDE, SLANT + 2 * SIDE, 2 * SIDE, SIDE, 0];
        assert_eq!(states.map(|state| path.rest_from(state)), rest.map(Some));
        path.forget_up_to(&[StateId(10), StateId(44)]);
        assert_eq!(states.map(|state| path.place(state)), [0, 0, 3, 2, 1]);
        assert_eq!((path.rest_from(StateId(10)), path.rest_from(StateId(20))), (None, Some(2 * SIDE)));
    }
}
