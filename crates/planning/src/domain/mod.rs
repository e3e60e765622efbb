//! Domains Σ = ⟨S, A, c, h⟩ and AD* over them.
//!
//! | file | what |
//! |---|---|
//! | `static_mesh` | Σ1: the triangles of the static map, jumps as long transitions |
//! | `dynamic_mesh` | Σ2: the same with time-varying density |
//! | `grid` | Σ3: cells, with the obstacles and agents of now |
//! | `space_time`, `gait` | Σ4: position, time, speed and heading; the discretized velocities |
//! | `footsteps`, `untimed_footsteps` | Σ5: where feet come down; the same where nothing moves |
//! | `motion_graph` | Σ6: clips of motion capture, joined; a further domain is a file like it |
//! | `search` | AD* over the implicit graph of a domain |
//!
//! Costs are whole numbers, so that plans that were repaired compare with brute force to the last bit.

mod dynamic_mesh;
mod footsteps;
mod gait;
mod grid;
mod motion_graph;
mod search;
mod space_time;
mod static_mesh;
mod untimed_footsteps;

pub use dynamic_mesh::{DensityField, DynamicMesh};
pub use footsteps::{Foot, FootstepState, Footsteps};
pub use gait::Gait;
pub(crate) use gait::HEADINGS;
pub use grid::{GridDomain, OccupiedCells};
pub use motion_graph::{MotionClip, MotionGraph, MotionGraphDomain, MotionState};
pub use search::{DomainGraph, DomainSearch, GOAL_COST};
pub use space_time::{ArrivalWindow, Fovea, SpaceTime, SpaceTimeState};
pub use static_mesh::{Jump, MeshGraph, MeshState, StaticMesh};
pub use untimed_footsteps::UntimedFootsteps;

use navigant_geometry::Point;
use std::fmt::Debug;
use std::hash::Hash;

/// A problem domain: states, transitions with their costs, and a heuristic.
///
/// A transition is told of only if it is possible (Φ(s, s') of the text). `successors` and `predecessors` must tell of the same
/// transitions. Costs are whole numbers of at least 1.
pub trait Domain {
    /// A state; small, because a search stores thousands.
    type State: Copy + Ord + Hash + Debug;

    /// Calls `visit` with every successor of a state and what the transition costs, in a fixed order.
    fn successors(&self, state: Self::State, visit: &mut impl FnMut(Self::State, f64));

    /// Calls `visit` with every predecessor of a state and what the transition costs, in a fixed order.
    fn predecessors(&self, state: Self::State, visit: &mut impl FnMut(Self::State, f64));

    /// The successors for which `keep` holds; asked before a transition is looked at, which may cost more.
    fn successors_if(
        &self,
        state: Self::State,
        keep: &impl Fn(Self::State) -> bool,
        visit: &mut impl FnMut(Self::State, f64),
    ) {
        self.successors(state, &mut |to, cost| {
            if keep(to) {
                visit(to, cost);
            }
        });
    }

    /// The predecessors for which `keep` holds; asked before a transition is looked at, which may cost more.
    fn predecessors_if(
        &self,
        state: Self::State,
        keep: &impl Fn(Self::State) -> bool,
        visit: &mut impl FnMut(Self::State, f64),
    ) {
        self.predecessors(state, &mut |from, cost| {
            if keep(from) {
                visit(from, cost);
            }
        });
    }

    /// Whether one state may be reached from another: whether the heuristic is finite.
    fn reaches(&self, from: Self::State, to: Self::State) -> bool {
        self.heuristic(from, to) < f64::INFINITY
    }

    /// A lower bound on the cost between two states. It must be consistent; infinity means that one cannot get there.
    fn heuristic(&self, from: Self::State, to: Self::State) -> f64;

    /// Whether the heuristic is a bound from which bounds on plans follow; not within tunnels.
    fn is_bounded(&self) -> bool {
        true
    }

    /// λ from here: the place of a state, with its time and heading as far as the domain knows them.
    fn map_to(&self, state: Self::State) -> DomainPlace;

    /// λ to here: the state that a place of another domain is mapped to, where one stands; `None` where there is none.
    fn map_from(&self, place: DomainPlace) -> Option<Self::State>;

    /// What a metre costs at least: the unit of the tunnel distance in the heuristic.
    fn cost_of_metre(&self) -> f64;
}

/// What domains tell each other of their states: a place, with a time and a heading in domains that know them. λ(s, Σ, Σ′) of the text is
/// [`map_to`](Domain::map_to) of the one, and of that [`map_from`](Domain::map_from) of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DomainPlace {
    /// Where.
    pub point: Point,
    /// When, in seconds.
    pub time: Option<f64>,
    /// Where it heads: radians, counter-clockwise from the x axis.
    pub heading: Option<f64>,
}

impl From<Point> for DomainPlace {
    /// A place of a domain without times.
    fn from(point: Point) -> DomainPlace {
        DomainPlace { point, time: None, heading: None }
    }
}

/// The heading, in multiples of π/8, that is nearest to an angle in radians.
fn heading_near(angle: f64) -> u8 {
    let eighths = libm::round(angle / std::f64::consts::FRAC_PI_8);
    if eighths.is_finite() { eighths.rem_euclid(f64::from(HEADINGS)) as u8 } else { 0 }
}

/// The unit of costs in the domains that measure metres: a millimetre.
pub(crate) const MILLIMETRES: f64 = 1000.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use navigant_mesh::internals::MapGridInternals as _;
    use navigant_mesh::{Map, Outline};

    /// λ there and back: a state, where one stands, is mapped to a place that is mapped to it.
    fn maps_back<D: Domain>(domain: &D, state: D::State) {
        assert_eq!(domain.map_from(domain.map_to(state)), Some(state));
    }

    #[test]
    fn places_are_mapped_back_to_their_states() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        map.insert(&Outline::rectangle([8.0, 2.0], [11.0, 6.0])).unwrap();
        let world = World::of(&map, 0.25, 0.5, Gait::walk()).unwrap();
        let (ground, origin) = (world.ground(&map), Point::new(3.1, 4.7));
        let (footing, published) = (&world.footing, &world.published);
        let grid = GridDomain { map: &map, grid: &world.grid, occupied: &world.occupied, me: None };
        maps_back(&grid, world.grid.cell_at(origin).unwrap());
        let mesh = StaticMesh { map: &map, mesh: &world.mesh };
        maps_back(&mesh, mesh.map_from(origin.into()).unwrap());
        let (gait, fovea, time) = (&world.gait, Fovea::ALL, 2.5);
        let space_time = SpaceTime { ground: &ground, published, me: None, gait, origin, time, fovea, departure: None };
        let feet = Footsteps { ground: &ground, footing, published, me: None, origin, time };
        let clips = MotionGraphDomain { graph: &MotionGraph::walk(), ground: &ground, origin };
        for heading in 0..HEADINGS {
            maps_back(&space_time, SpaceTimeState { step: 7, x: -3, y: 9, speed: 0, heading });
            maps_back(&feet, FootstepState { tick: 31, ..feet.standing(Point::new(4.0, 4.0), heading).unwrap() });
            maps_back(&clips, MotionState { x: 12, y: -8, pose: 0, heading });
        }
        // From Σ4 to Σ3 and to Σ1; and what is nowhere is mapped to nothing.
        let at = space_time.map_to(SpaceTimeState { step: 7, x: -3, y: 9, speed: 2, heading: 1 });
        assert_eq!(grid.map_from(at), world.grid.cell_at(at.point));
        assert_eq!(mesh.map_from(at), world.mesh.state_at(&map, at.point));
        let nowhere = DomainPlace::from(Point::new(f64::NAN, 1.0));
        assert_eq!((grid.map_from(nowhere), mesh.map_from(nowhere)), (None, None));
        assert_eq!((space_time.map_from(nowhere), feet.map_from(nowhere), clips.map_from(nowhere)), (None, None, None));
        assert_eq!(space_time.map_from(DomainPlace { time: Some(1.0), ..at }), None, "before its time 0");
    }
}
