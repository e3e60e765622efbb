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
/// Where bodies will be is read from their published plans; a body counts for the triangle that its centre is in.
#[derive(Clone, Debug)]
pub struct DensityField {
    /// When slot 0 begins.
    begin: f64,
    states: usize,
    /// By slot, then by state; in units of 1 / 65,536, so that what was added can be taken away exactly.
    shares: Vec<u32>,
}

impl DensityField {
    /// A field without anybody.
    pub fn new(mesh: &MeshGraph) -> DensityField {
        DensityField { begin: 0.0, states: mesh.states(), shares: Vec::new() }
    }

    /// Counts all bodies from a time on. Cost: a point location for every body and slot.
    pub fn count(&mut self, map: &Map, mesh: &MeshGraph, published: &Published, now: f64) {
        (self.begin, self.states) = (now, mesh.states());
        self.shares.clear();
        self.shares.resize(self.states * SLOTS, 0);
        for (_, body) in published.bodies() {
            self.add(map, mesh, body);
        }
    }

    /// When slot 0 begins.
    pub(crate) fn begin(&self) -> f64 {
        self.begin
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
        let mut last: Option<(Point, Option<MeshState>)> = None;
        for slot in 0..SLOTS.min(self.shares.len() / self.states.max(1)) {
            let Some(at) = body.at(self.begin + (slot as f64 + 0.5) * DENSITY_SLOT) else { continue };
            let state = match last {
                Some((same, state)) if same == at => state,
                _ => mesh.state_at(map, at),
            };
            last = Some((at, state));
            if let Some(state) = state {
                let covered = std::f64::consts::PI * body.radius * body.radius / mesh.area(state).max(1e-9);
                let share = &mut self.shares[slot * self.states + state.0 as usize];
                *share = change(*share, (covered.min(1.0) * UNITS) as u32);
            }
        }
    }

    /// φ of a triangle at a time, at most 1.
    pub(crate) fn share(&self, state: MeshState, time: f64) -> f64 {
        let slot = ((time - self.begin) / DENSITY_SLOT).clamp(0.0, (SLOTS - 1) as f64) as usize;
        let share = self.shares.get(slot * self.states + state.0 as usize).copied().unwrap_or(0);
        (f64::from(share) / UNITS).min(1.0)
    }
}

/// The dynamic navigation mesh domain Σ2: the mesh of Σ1, where a triangle costs more the more of it is covered when the agent
/// gets there.
///
/// The time of arrival is estimated by the straight line at constant speed, so that the search, which runs backward, knows it.
pub struct DynamicMesh<'w> {
    /// The mesh.
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

    fn place(&self, state: MeshState) -> DomainPlace {
        DomainPlace { point: self.mesh.centre(state).unwrap_or(Point::new(0.0, 0.0)), time: None }
    }

    fn cost_of_metre(&self) -> f64 {
        MILLIMETRES
    }
}
