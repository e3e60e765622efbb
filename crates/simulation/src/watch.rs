//! What is checked after every step, for every agent: that nobody walked through a wall, and nobody got lost.

use navigant_crowd::internals::{AgentIdInternals as _, CrowdInternals as _};
use navigant_crowd::{AgentId, Crowd, Report, Seen, Status};
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::Map;
use navigant_mesh::internals::LatticePoint;
use rayon::prelude::*;

/// Watches the agents of a run.
#[derive(Default)]
pub(crate) struct Watch {
    /// Where everyone was before, by the index of the id; none for who was not there.
    before: Vec<Option<(AgentId, LatticePoint)>>,
    /// The number of moves that led through a wall.
    pub(crate) crossings: u64,
}

impl Watch {
    /// Compares where everyone is with where they were a step ago. The way of a disc's middle, rounded to the lattice, is
    /// tested against the walls exactly. Whom an obstacle has displaced need only stand where one can.
    pub(crate) fn look(&mut self, map: &Map, crowd: &Crowd, report: &Report) {
        for id in &report.moved {
            if let Some(before) = self.before.get_mut(id.index()) {
                *before = None;
            }
        }
        let (before, lattice) = (&self.before, map.lattice());
        let crosses = |agent: &Seen| match before.get(agent.id.index()).copied().flatten() {
            Some((id, from)) if id == agent.id => {
                lattice.snap(agent.position) != Ok(from) && !map.sees(lattice.world(from), agent.position)
            }
            _ => agent.status != Status::Stuck && !map.is_walkable(agent.position),
        };
        self.crossings += crowd.par_agents().filter(crosses).count() as u64;
        self.before.fill(None);
        for agent in crowd.agents() {
            let index = agent.id.index();
            if self.before.len() <= index {
                self.before.reserve_exact(crowd.len().max(index + 1) - self.before.len());
                self.before.resize(index + 1, None);
            }
            self.before[index] = lattice.snap(agent.position).ok().map(|place| (agent.id, place));
        }
    }
}

/// How many cannot be found: neither in the crowd nor gone after arriving, or where nobody can stand.
pub(crate) fn lost(map: &Map, crowd: &Crowd, added: u64, left: u64) -> u64 {
    let well = |agent: &Seen| agent.status != Status::Stuck && map.is_walkable(agent.position);
    let well = crowd.agents().filter(well).count() as u64;
    added.saturating_sub(left + well)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_crowd::{Agent, Vector};
    use navigant_mesh::Outline;

    #[test]
    fn a_walk_through_a_wall_is_counted_and_one_around_it_is_not() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        map.insert(&Outline::polyline([[10.0, 0.0], [10.0, 5.0]])).unwrap();
        let mut crowd = Crowd::new(&map);
        let id = crowd.add(&map, &Agent::new([9.0, 2.0])).unwrap();
        let (mut watch, nothing) = (Watch::default(), Report::default());
        for (p, crossings) in [([9.0, 2.0], 0), ([9.0, 6.0], 0), ([11.0, 6.0], 0), ([11.0, 2.0], 0), ([9.0, 2.0], 1)] {
            crowd.place(&map, id, p, Vector::ZERO).unwrap();
            watch.look(&map, &crowd, &nothing);
            assert_eq!(watch.crossings, crossings, "{p:?}");
        }
        assert_eq!((lost(&map, &crowd, 1, 0), lost(&map, &crowd, 3, 1)), (0, 1));
    }
}
