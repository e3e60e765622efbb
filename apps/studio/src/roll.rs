//! The roll of agents: a place in the frames that each keeps, a number that no other gets, and how long ways took.
//!
//! A crowd sorts its agents by cell in every step. A page wants the i-th agent to stay the i-th.

use navigant::crowd::internals::AgentIdInternals as _;
use navigant::crowd::{AgentId, Seen, Status};

/// A place in the frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) id: AgentId,
    /// Agents are numbered as they come.
    pub(crate) number: u32,
    /// Its group's number.
    pub(crate) group: u8,
    /// The same, where there are more groups than colours.
    source: u32,
    /// Where it looked when it last walked; 256 is a full turn.
    pub(crate) heading: u8,
    pub(crate) is_gone: bool,
    /// The step in which it was last seen.
    seen: u64,
    /// When it set out for its goal, in simulated seconds.
    since: f64,
    arrived: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Roll {
    slots: Vec<Slot>,
    /// By the index of an agent's id.
    by_index: Vec<u32>,
    present: usize,
    next: u32,
    /// Whether slots were reassigned since the last frame.
    pub(crate) is_new: bool,
    /// How many ways were walked to their end, and the seconds they took together.
    ways: u64,
    way_seconds: f64,
    /// The same by group.
    arrived: Vec<u64>,
}

/// Slots of agents that have left are given up when there are this many, and as many as agents.
const MANY_GONE: usize = 64;

impl Roll {
    /// A roll nobody is on yet.
    pub(crate) fn new() -> Roll {
        Roll { is_new: true, ..Roll::default() }
    }

    pub(crate) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The place of an agent that is there.
    #[inline]
    pub(crate) fn place(&self, id: AgentId) -> Option<usize> {
        let at = *self.by_index.get(id.index())? as usize;
        self.slots.get(at).filter(|slot| slot.id == id).map(|_| at)
    }

    /// The agent at a place, if it is still there.
    pub(crate) fn agent(&self, place: u32) -> Option<AgentId> {
        self.slots.get(place as usize).filter(|slot| !slot.is_gone).map(|slot| slot.id)
    }

    /// The mean time of the ways that have come to their end, in seconds.
    pub(crate) fn mean_seconds(&self) -> Option<f64> {
        (self.ways > 0).then(|| self.way_seconds / self.ways as f64)
    }

    /// How many ways were walked to their end by those of each group, then none for groups that are not named.
    pub(crate) fn arrived(&self) -> impl Iterator<Item = u64> + '_ {
        self.arrived.iter().copied().chain(std::iter::repeat(0))
    }

    /// Takes in all agents after a step, which ended at a simulated time in seconds.
    pub(crate) fn follow(&mut self, step: u64, now: f64, agents: &[Seen], group_of: impl Fn(AgentId) -> usize) {
        let mut known = 0;
        for agent in agents {
            let at = match self.place(agent.id) {
                Some(at) => {
                    known += 1;
                    at
                }
                None => self.enlist(step, now, agent.id, group_of(agent.id)),
            };
            let Some(slot) = self.slots.get_mut(at) else { continue };
            slot.seen = step;
            let arrived = agent.status == Status::Arrived;
            if arrived && !slot.arrived {
                self.ways += 1;
                self.way_seconds += now - slot.since;
                let source = slot.source as usize;
                if self.arrived.len() <= source {
                    self.arrived.resize(source + 1, 0);
                }
                if let Some(arrived) = self.arrived.get_mut(source) {
                    *arrived += 1;
                }
            }
            if slot.arrived && !arrived {
                slot.since = now;
            }
            slot.arrived = arrived;
        }
        if known < self.present {
            self.strike_out(step);
        }
        self.present = agents.len();
        let gone = self.slots.len() - self.present;
        if gone >= MANY_GONE && gone >= self.present || self.present == 0 && gone > 0 {
            self.close_up();
        }
    }

    fn enlist(&mut self, step: u64, now: f64, id: AgentId, group: usize) -> usize {
        if self.by_index.len() <= id.index() {
            self.by_index.resize(id.index() + 1, u32::MAX);
        }
        let at = self.slots.len();
        if let Some(place) = self.by_index.get_mut(id.index()) {
            *place = at as u32;
        }
        let (number, source, group) = (self.next, group as u32, group.min(15) as u8);
        self.next = self.next.wrapping_add(1);
        self.slots.push(Slot {
            id,
            number,
            group,
            source,
            heading: 0,
            is_gone: false,
            seen: step,
            since: now,
            arrived: false,
        });
        at
    }

    fn strike_out(&mut self, step: u64) {
        for slot in &mut self.slots {
            slot.is_gone |= slot.seen != step;
        }
    }

    /// Reassigns slots: the agents that are there move up.
    fn close_up(&mut self) {
        self.slots.retain(|slot| !slot.is_gone);
        self.by_index.fill(u32::MAX);
        for (at, slot) in self.slots.iter().enumerate() {
            if let Some(place) = self.by_index.get_mut(slot.id.index()) {
                *place = at as u32;
            }
        }
        self.is_new = true;
    }

    /// Keeps where an agent looks.
    pub(crate) fn turn(&mut self, at: usize, heading: u8) {
        if let Some(slot) = self.slots.get_mut(at) {
            slot.heading = heading;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::prelude::*;

    #[test]
    fn everyone_keeps_a_place_while_others_come_and_go() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        let mut roll = Roll::new();
        let add = |crowd: &mut Crowd, i: u32| {
            let at = [f64::from(i % 90) + 5.0, f64::from(i / 90) + 5.0];
            crowd.add(&map, &Agent::new(at).with_goal([99.0, 99.0])).unwrap()
        };
        let mut there: Vec<AgentId> = (0..300).map(|i| add(&mut crowd, i)).collect();
        for step in 0..120 {
            crowd.step(&map, 0.1).unwrap();
            roll.follow(2 * step, 0.0, &crowd.agents().collect::<Vec<_>>(), |_| 0);
            let before: Vec<_> = there.iter().map(|&id| roll.place(id).unwrap()).collect();
            roll.is_new = false;
            crowd.remove(there.remove(3)).unwrap();
            if step % 3 == 0 {
                there.push(add(&mut crowd, 400 + step as u32));
            }
            roll.follow(2 * step + 1, 0.0, &crowd.agents().collect::<Vec<_>>(), |_| 0);
            let kept = before.iter().enumerate().filter(|(i, _)| *i != 3).map(|(_, place)| *place);
            let after: Vec<_> = there.iter().map(|&id| roll.place(id).unwrap()).collect();
            assert!(roll.is_new || kept.zip(&after).all(|(a, b)| a == *b), "step {step}");
            let mut numbers: Vec<_> = roll.slots().iter().map(|slot| slot.number).collect();
            numbers.dedup();
            assert_eq!(numbers.len(), roll.slots().len());
            for (at, slot) in roll.slots().iter().enumerate() {
                assert_eq!(there.contains(&slot.id), !slot.is_gone);
                assert_eq!(roll.agent(at as u32).is_some(), !slot.is_gone);
            }
        }
    }
}
