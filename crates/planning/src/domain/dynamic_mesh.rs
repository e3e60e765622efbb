//! Σ2: the dynamic navigation mesh, with time-varying density.

use super::{Domain, DomainPlace, MILLIMETRES, MeshGraph, MeshState};
use crate::published::{Published, PublishedBody};
use crate::tuning::density::{AVOIDED, DENSITY_SLOT, SLOTS, WEIGHT};
use navigant_geometry::Point;
use navigant_mesh::Map;

/// The units of a share of 1.
const UNITS: f64 = 65_536.0;

/// φ(t): the share of each triangle that bodies cover, by time slots.
///
/// Where bodies will be is read from their published plans; a body counts for the triangle that its centre is in. The slots are a ring: as
/// time goes on, the slot that is over becomes the one farthest ahead, so that no frame has to count everybody in every slot.
#[derive(Clone, Debug)]
pub struct DensityField {
    /// The number of the earliest slot that is kept; slot 0 begins at time 0.
    first: i64,
    states: usize,
    /// By slot modulo their number, then by state; in units of 1 / 65,536, so that what was added can be taken away exactly.
    shares: Vec<u32>,
}

impl DensityField {
    /// A field without anybody.
    pub fn new(mesh: &MeshGraph) -> DensityField {
        DensityField { first: 0, states: mesh.states(), shares: Vec::new() }
    }

    /// Counts all bodies from a time on. Cost: a point location for every body and slot.
    pub fn count(&mut self, map: &Map, mesh: &MeshGraph, published: &Published, now: f64) {
        (self.first, self.states) = (slot_at(now), mesh.states());
        self.shares.clear();
        self.shares.resize(self.states * SLOTS, 0);
        for (_, body) in published.bodies() {
            self.add(map, mesh, body);
        }
    }

    /// Forgets the slots that are over and counts all bodies in those that come instead. Cost: a point location for every body, once a
    /// slot.
    pub(crate) fn advance(&mut self, map: &Map, mesh: &MeshGraph, published: &Published, now: f64) {
        let now_first = slot_at(now);
        if self.shares.is_empty() || now_first - self.first >= SLOTS as i64 {
            return self.count(map, mesh, published, now);
        }
        while self.first < now_first {
            let row = self.row(self.first);
            self.shares[row..row + self.states].fill(0);
            let slot = self.first + SLOTS as i64;
            for (_, body) in published.bodies() {
                let state = body.at(middle(slot)).and_then(|at| mesh.state_at(map, at));
                self.change_share(mesh, slot, state, body, u32::saturating_add);
            }
            self.first += 1;
        }
    }

    /// Counts one body more.
    pub(crate) fn add(&mut self, map: &Map, mesh: &MeshGraph, body: &PublishedBody) {
        self.change(map, mesh, body, u32::saturating_add);
    }

    /// Counts a body no more that was counted.
    pub(crate) fn remove(&mut self, map: &Map, mesh: &MeshGraph, body: &PublishedBody) {
        self.change(map, mesh, body, u32::saturating_sub);
    }

    fn change(&mut self, map: &Map, mesh: &MeshGraph, body: &PublishedBody, change: fn(u32, u32) -> u32) {
        if self.shares.is_empty() {
            return;
        }
        let mut last: Option<(Point, Option<MeshState>)> = None;
        for slot in self.first..self.first + SLOTS as i64 {
            let Some(at) = body.at(middle(slot)) else { continue };
            let state = match last {
                Some((same, state)) if same == at => state,
                _ => mesh.state_at(map, at),
            };
            last = Some((at, state));
            self.change_share(mesh, slot, state, body, change);
        }
    }

    fn change_share(
        &mut self,
        mesh: &MeshGraph,
        slot: i64,
        state: Option<MeshState>,
        body: &PublishedBody,
        change: fn(u32, u32) -> u32,
    ) {
        let Some(state) = state else { return };
        let covered = std::f64::consts::PI * body.radius * body.radius / mesh.area(state).max(1e-9);
        let row = self.row(slot);
        if let Some(share) = self.shares.get_mut(row + state.0 as usize) {
            *share = change(*share, (covered.min(1.0) * UNITS) as u32);
        }
    }

    /// Where a slot begins in `shares`.
    fn row(&self, slot: i64) -> usize {
        slot.rem_euclid(SLOTS as i64) as usize * self.states
    }

    /// φ of a triangle at a time, at most 1.
    pub(crate) fn share(&self, state: MeshState, time: f64) -> f64 {
        let slot = slot_at(time).clamp(self.first, self.first + SLOTS as i64 - 1);
        let share = self.shares.get(self.row(slot) + state.0 as usize).copied().unwrap_or(0);
        (f64::from(share) / UNITS).min(1.0)
    }
}

/// The slot that a time lies in.
fn slot_at(time: f64) -> i64 {
    (time / DENSITY_SLOT).floor().clamp(-1e12, 1e12) as i64
}

/// The middle of a slot, in seconds: when bodies are counted.
fn middle(slot: i64) -> f64 {
    (slot as f64 + 0.5) * DENSITY_SLOT
}

/// The dynamic navigation mesh domain Σ2: the mesh of Σ1, where a triangle costs more the more of it is covered when the agent
/// gets there.
///
/// The time of arrival is estimated by the straight line at constant speed, so that the search, which runs backward, knows it.
pub struct DynamicMesh<'w> {
    /// The map.
    pub map: &'w Map,
    /// The mesh over it.
    pub mesh: &'w MeshGraph,
    /// φ(t).
    pub density: &'w DensityField,
    /// Where the agent leaves, and when.
    pub departure: (Point, f64),
    /// Its speed in metres a second.
    pub speed: f64,
    /// Triangles that the agent wants to go around, if there is any other way.
    pub avoided: &'w [MeshState],
}

impl DynamicMesh<'_> {
    /// A transition costs its length in the two triangles, each weighted with its own density.
    fn weighted(&self, from: MeshState, to: MeshState, length: f64) -> f64 {
        let share = |state: MeshState| {
            if self.avoided.contains(&state) {
                return AVOIDED;
            }
            let centre = self.mesh.centre(state).unwrap_or(self.departure.0);
            let time = self.departure.1 + self.departure.0.distance(centre) / self.speed;
            self.density.share(state, time)
        };
        (length * (1.0 + WEIGHT * 0.5 * (share(from) + share(to)))).ceil()
    }
}

impl Domain for DynamicMesh<'_> {
    type State = MeshState;

    fn successors(&self, state: MeshState, visit: &mut impl FnMut(MeshState, f64)) {
        self.mesh.transitions(state).for_each(|(to, length)| visit(to, self.weighted(state, to, length)));
    }

    fn predecessors(&self, state: MeshState, visit: &mut impl FnMut(MeshState, f64)) {
        self.mesh.transitions_to(state).for_each(|(from, length)| visit(from, self.weighted(from, state, length)));
    }

    fn heuristic(&self, from: MeshState, to: MeshState) -> f64 {
        self.mesh.distance(from, to).floor()
    }

    fn map_to(&self, state: MeshState) -> DomainPlace {
        self.mesh.centre(state).unwrap_or(Point::new(0.0, 0.0)).into()
    }

    fn map_from(&self, place: DomainPlace) -> Option<MeshState> {
        self.mesh.state_at(self.map, place.point)
    }

    fn cost_of_metre(&self) -> f64 {
        MILLIMETRES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Gait;
    use crate::published::{Afterwards, BodyId};
    use crate::world::World;
    use navigant_mesh::Outline;

    #[test]
    fn a_field_that_goes_on_is_the_one_that_is_counted_again() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
        for x in [8.0, 16.0, 30.0] {
            map.insert(&Outline::rectangle([x, x / 2.0], [x + 1.0, x / 2.0 + 3.0])).unwrap();
        }
        let mut world = World::of(&map, 0.3, 0.5, Gait::walk()).unwrap();
        let mut field = DensityField::new(&world.mesh);
        let mut now = 0.0;
        for i in 0..60 {
            // Somebody publishes another plan, somebody leaves, and time goes on: by little, by much, and by more than all slots.
            let id = BodyId(i % 7);
            if let Some(old) = world.published.withdraw(id) {
                field.remove(&map, &world.mesh, &old);
            }
            if i % 5 != 0 {
                let place = |k: u32| Point::new(f64::from(k * 13 % 39) + 0.5, f64::from(k * 7 % 19) + 0.5);
                let knots = vec![(now, place(i)), (now + 40.0 + 17.0 * f64::from(i % 9), place(i + 3))];
                let afterwards = if i % 2 == 0 { Afterwards::Stays } else { Afterwards::Unknown };
                let body = PublishedBody { radius: 0.4, is_obstacle: false, knots, afterwards };
                field.add(&map, &world.mesh, &body);
                world.published.publish(id, body);
            }
            now += [0.0, 0.7, 9.0, 150.0][i as usize % 4];
            field.advance(&map, &world.mesh, &world.published, now);
            let mut again = DensityField::new(&world.mesh);
            again.count(&map, &world.mesh, &world.published, now);
            assert_eq!((field.first, &field.shares), (again.first, &again.shares), "event {i}");
        }
        assert!(field.shares.iter().any(|&share| share > 0));
    }
}
