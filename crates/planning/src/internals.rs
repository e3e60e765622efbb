//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::constraint::field::MultiplierField;
pub use crate::constraint::plan_view::PlanView;
pub use crate::domain::{
    ArrivalWindow, DensityField, Domain, DomainGraph, DomainPlace, DomainSearch, DynamicMesh, Foot, FootstepState,
    Footsteps, Fovea, GOAL_COST, Gait, GridDomain, Jump, MeshGraph, MeshState, MotionClip, MotionGraph,
    MotionGraphDomain, MotionState, OccupiedCells, SpaceTime, SpaceTimeState, StaticMesh, UntimedFootsteps,
};
pub use crate::platform::{Footing, Platform};
pub use crate::published::{Afterwards, BodyId, Motion, Published, PublishedBody};
pub use crate::team::company::Passerby;
pub use crate::team::lines::DomainLines;
pub use crate::tunnel::{Distance, Tunnel, Tunnelled};
pub use crate::world::{Clearances, Ground, World};

use crate::constraint::{ConstraintGraph, ConstraintPlan, Thing};
use crate::team::{BadGoal, MemberId, Team};
use navigant_geometry::Point;
use navigant_geometry::internals::expose;
use navigant_mesh::Map;
use navigant_search::graph::{SearchError, StateId};

expose! {
    /// What the other crates need of [`ConstraintGraph`] beyond its public interface.
    ConstraintGraphInternals for ConstraintGraph {
        /// The same graph with every cost computed again from all constraints, for tests.
        fn recomputed(&self) -> ConstraintGraph;
        /// Whether all transitions cost the same in another graph.
        fn has_costs_of(&self, other: &ConstraintGraph) -> bool;
        /// The constraints.
        fn field(&self) -> &MultiplierField;
        /// How many transitions there are, each counted once, whether or not they are forbidden now.
        fn transition_count(&self) -> usize;
    }
}

expose! {
    /// What the other crates need of [`ConstraintPlan`] beyond its public interface.
    ConstraintPlanInternals for ConstraintPlan {
        /// The same with another inflation to begin with; 1 for an optimal plan at once.
        ///
        /// # Errors
        /// [`SearchError`] when an end is unknown or ε is below 1.
        fn with_epsilon(
            graph: &ConstraintGraph,
            start: StateId,
            goal: StateId,
            epsilon: f64
        ) -> Result<ConstraintPlan, SearchError>;
        /// The inflation of the last search.
        fn epsilon(&self) -> f64;
    }
}

expose! {
    /// What the other crates need of [`Thing`] beyond its public interface.
    ThingInternals for Thing {
        /// Where it faces: radians, counter-clockwise from the direction (1, 0).
        fn angle(&self) -> f64;
    }
}

expose! {
    /// What the other crates need of [`Team`] beyond its public interface.
    TeamInternals for Team {
        /// Gaps in the floor and the platforms over them, which are known beforehand.
        fn set_footing(&mut self, footing: Footing);
        /// Adds a body that publishes where it will be: a vehicle, a door, a cart on its round.
        fn add_body(&mut self, map: &Map, body: PublishedBody) -> BodyId;
        /// Adds a body that publishes nothing; tell where it is, and how fast, with `observe`.
        fn add_observed(&mut self, map: &Map, at: Point, radius: f64) -> BodyId;
        /// Tells where a body is that publishes nothing, its velocity in metres a second, and its radius.
        fn observe(&mut self, map: &Map, id: BodyId, at: Point, velocity: [f64; 2], radius: f64);
        /// How many agents there are.
        fn members(&self) -> usize;
        /// The bytes that an agent's tasks and plan take now, about.
        fn memory(&self, id: MemberId) -> Option<usize>;
        /// Tells where others are, whom the team does not move; each keeps its place in the list from call to call, and who is at a place that is
        /// not finite, or beyond the end, has left.
        fn pass_by(&mut self, map: &Map, others: &[Passerby]);
        /// Tells where an agent really is; farther than a metre from its plan, it plans again from there. Says whether it does.
        ///
        /// # Errors
        /// [`BadGoal::UnknownMember`], and [`BadGoal::NotFinite`] for a place that is none.
        fn displace(&mut self, map: &Map, id: MemberId, at: Point) -> Result<bool, BadGoal>;
        /// The agents' radius in metres, and frames a second.
        fn size_and_pace(&self) -> (f64, u32);
        /// From now on the plan of every agent in every domain is kept, which takes some kilobytes for each.
        fn keep_lines(&mut self);
        /// The last plan of an agent in every domain; `None` without one, or if they are not kept.
        fn lines(&self, id: MemberId) -> Option<&DomainLines>;
    }
}

/// A graph as a plan sees it.
pub fn plan_view<'g>(plan: &'g ConstraintPlan, graph: &'g ConstraintGraph) -> PlanView<'g> {
    plan.view(graph)
}
