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

    /// Where, and in domains with time when, a state is: λ of the text begins here.
    fn place(&self, state: Self::State) -> DomainPlace;

    /// What a metre costs at least: the unit of the tunnel distance in the heuristic.
    fn cost_of_metre(&self) -> f64;
}

/// A place, with a time in domains that know it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DomainPlace {
    /// Where.
    pub point: Point,
    /// When, in seconds.
    pub time: Option<f64>,
}

/// The unit of costs in the domains that measure metres: a millimetre.
pub(crate) const MILLIMETRES: f64 = 1000.0;
