//! Agents in the order of their ids. A crowd stores them by place, after every step in another order.

use navigant::crowd::internals::AgentIdInternals as _;
use navigant::crowd::{AgentId, Crowd, Seen};

/// The order of the agents of a crowd by their ids, kept as long as they are the same ones.
#[derive(Default)]
pub(crate) struct Order {
    /// Everyone, in order.
    ids: Vec<AgentId>,
    /// By the index of its id: the place of an agent in this order.
    places: Vec<u32>,
}

impl Order {
    /// Follows a crowd: agents may have come or gone since. Returns everyone, in order.
    pub(crate) fn follow(&mut self, crowd: &Crowd) -> &[AgentId] {
        let is_kept = self.ids.len() == crowd.len() && crowd.agents().all(|agent| self.place(agent.id).is_some());
        if !is_kept {
            self.ids = crowd.agents().map(|agent| agent.id).collect();
            self.ids.sort_unstable();
            let most = self.ids.iter().map(|id| id.index() + 1).max().unwrap_or(0);
            self.places = vec![0; most];
            for (id, place) in self.ids.iter().zip(0..) {
                self.places[id.index()] = place;
            }
        }
        &self.ids
    }

    /// Where an agent stands in the order, if it is one of them.
    fn place(&self, id: AgentId) -> Option<usize> {
        let place = *self.places.get(id.index())? as usize;
        (self.ids.get(place) == Some(&id)).then_some(place)
    }

    /// Numbers of all agents, N each, in order; looks at the agents once if they are the same as before.
    pub(crate) fn column<T: Copy + Default, const N: usize>(
        &mut self,
        crowd: &Crowd,
        of: impl Fn(&Seen) -> [T; N],
    ) -> Vec<T> {
        if let Some(column) = self.filled(crowd, &of) {
            return column;
        }
        self.follow(crowd);
        self.filled(crowd, &of).unwrap_or_default()
    }

    fn filled<T: Copy + Default, const N: usize>(&self, crowd: &Crowd, of: impl Fn(&Seen) -> [T; N]) -> Option<Vec<T>> {
        if self.ids.len() != crowd.len() {
            return None;
        }
        let mut column = vec![T::default(); N * self.ids.len()];
        for agent in crowd.agents() {
            let place = self.place(agent.id)?;
            column.get_mut(N * place..N * (place + 1))?.copy_from_slice(&of(&agent));
        }
        Some(column)
    }
}
