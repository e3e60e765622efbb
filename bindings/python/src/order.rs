//! Agents in the order of their ids. A crowd stores them by place, after every step in another order.

use navigant::crowd::internals::AgentIdInternals as _;
use navigant::crowd::{AgentId, Crowd, Seen};

/// The order of the agents of a crowd by their ids, kept as long as they are the same ones.
#[derive(Default)]
pub(crate) struct Order {
    /// Everyone, in order.
    ids: Vec<AgentId>,
    /// By the index of its id: who the agent is, and its place in this order. Both in one, since agents are asked in another order than
    /// that of their ids, and each look waits for memory.
    places: Vec<Place>,
}

/// An agent's place in the order. Within a crowd, source and serial number are never those of another agent.
#[derive(Clone, Copy, Default)]
struct Place {
    source: u32,
    serial: u32,
    /// From 1; 0 is nobody's.
    place: u32,
}

impl Order {
    /// Follows a crowd: agents may have come or gone since. Returns everyone, in order.
    pub(crate) fn follow(&mut self, crowd: &Crowd) -> &[AgentId] {
        let is_kept = self.ids.len() == crowd.len() && crowd.agents().all(|agent| self.place(agent.id).is_some());
        if !is_kept {
            self.ids = crowd.agents().map(|agent| agent.id).collect();
            self.ids.sort_unstable();
            let most = self.ids.iter().map(|id| id.index() + 1).max().unwrap_or(0);
            self.places = vec![Place::default(); most];
            for (id, place) in self.ids.iter().zip(1..) {
                self.places[id.index()] = Place { source: id.source(), serial: id.serial(), place };
            }
        }
        &self.ids
    }

    /// Where an agent stands in the order, if it is one of them.
    fn place(&self, id: AgentId) -> Option<usize> {
        let Place { source, serial, place } = *self.places.get(id.index())?;
        let is_it = source == id.source() && serial == id.serial();
        (place as usize).checked_sub(1).filter(|_| is_it)
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
