//! Social groups: agents that keep together, for those ahead slow down for those behind.
//!
//! The lead of an agent is the difference of the lengths of the remaining routes, so members may be on different sides of an
//! obstacle. An agent that has fallen far behind is lost, and not waited for.

use crate::agent::AgentId;
use crate::crowd::Crowd;
use crate::error::UnknownAgent;
use crate::tuning::groups::{FREE_LEAD, LOST, STOPPING_LEAD};
use rayon::prelude::*;

impl Crowd {
    /// Lets an agent keep together with another, and with those who already do. They should have goals near each other. It
    /// leaves whom it kept together with before.
    ///
    /// ```
    /// use navigant_crowd::{Agent, Crowd};
    /// use navigant_mesh::{Map, Outline};
    ///
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 20.0]))?;
    /// let mut crowd = Crowd::new(&map);
    /// let slow = crowd.add(&map, &Agent::new([2.0, 9.0]).with_goal([50.0, 9.0]).with_speed(0.8))?;
    /// let fast = crowd.add(&map, &Agent::new([2.0, 11.0]).with_goal([50.0, 11.0]).with_speed(1.6))?;
    /// crowd.join(fast, slow)?;
    /// (0..200).try_for_each(|_| crowd.step(&map, Crowd::DT).map(drop))?;
    /// assert!(crowd.agent(fast)?.position.x < crowd.agent(slow)?.position.x + 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn join(&mut self, id: AgentId, other: AgentId) -> Result<(), UnknownAgent> {
        let (slot, other) = (self.slot(id)?, self.slot(other)?);
        if self.columns.traits[other].group == 0 {
            self.groups = self.groups.wrapping_add(1).max(1);
            self.columns.traits[other].group = self.groups;
        }
        self.columns.traits[slot].group = self.columns.traits[other].group;
        Ok(())
    }

    /// By slot: by how many lattice steps the last of an agent's group is behind it; empty without groups.
    pub(crate) fn who_is_behind(&self) -> Vec<f32> {
        if self.groups == 0 {
            return Vec::new();
        }
        let (columns, routes) = (&self.columns, &self.routes);
        let walkers = columns.travel.par_iter().enumerate().with_min_len(1024);
        let mut walkers: Vec<(u32, f64, usize)> = walkers
            .filter(|&(slot, travel)| columns.traits[slot].group != 0 && travel.plan.is_walking())
            .map(|(slot, travel)| {
                (columns.traits[slot].group, routes.remaining(travel, columns.motion[slot].place), slot)
            })
            .collect();
        let id = |slot: usize| columns.traits[slot].id;
        walkers.par_sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(id(a.2).cmp(&id(b.2))));
        let lost = LOST / self.lattice.step();
        let mut behind = vec![0.0; columns.len()];
        for group in walkers.chunk_by(|a, b| a.0 == b.0) {
            // Those with the shortest ways left come first.
            for (at, &(_, left, slot)) in group.iter().enumerate() {
                let waited_for = group[at..].iter().take_while(|other| other.1 - left <= lost);
                behind[slot] = waited_for.last().map_or(0.0, |last| last.1 - left) as f32;
            }
        }
        behind
    }
}

/// The share of its speed at which an agent walks whose group is behind by `behind` metres.
pub(crate) fn share_of_speed(behind: f32) -> f32 {
    1.0 - ((behind - FREE_LEAD) / STOPPING_LEAD).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agent, Status};
    use navigant_mesh::{Map, Outline};

    /// How far three of different speeds come to be from each other on a walk around a wall, and whether all arrive.
    fn spread(keeps_together: bool) -> (f64, bool) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [80.0, 30.0])).unwrap();
        map.insert(&Outline::rectangle([40.0, 0.0], [41.0, 25.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        let ids = [0.9, 1.2, 1.7].map(|speed| {
            let y = 5.0 + speed;
            crowd.add(&map, &Agent::new([3.0, y]).with_goal([75.0, y]).with_speed(speed)).unwrap()
        });
        if keeps_together {
            crowd.join(ids[1], ids[0]).unwrap();
            crowd.join(ids[2], ids[1]).unwrap();
        }
        let mut most = 0.0f64;
        for step in 0..1500 {
            crowd.step(&map, Crowd::DT).unwrap();
            let places = ids.map(|id| crowd.agent(id).unwrap().position);
            if step < 600 {
                most = most.max(places[0].distance(places[2])).max(places[0].distance(places[1]));
            }
        }
        (most, crowd.arrived().count() == 3)
    }

    #[test]
    fn those_ahead_wait_for_those_behind() {
        let ((together, arrived), (alone, _)) = (spread(true), spread(false));
        assert!(together < 4.0 && alone > 20.0, "{together} m apart in a group, {alone} m without");
        assert!(arrived);
    }

    #[test]
    fn who_is_far_behind_is_not_waited_for() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [80.0, 30.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        let ids = [60.0, 1.0].map(|x| crowd.add(&map, &Agent::new([x, 9.0]).with_goal([75.0, 9.0])).unwrap());
        crowd.join(ids[0], ids[1]).unwrap();
        (0..150).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
        assert_eq!(crowd.agent(ids[0]).unwrap().status, Status::Arrived);
    }
}
