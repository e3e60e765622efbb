//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::constraint::field::MultiplierField;
pub use crate::constraint::plan_view::PlanView;
pub use crate::domain::{
    ArrivalWindow, DensityField, Domain, DomainGraph, DomainPlace, DomainSearch, DynamicMesh, Fovea, GOAL_COST, Gait,
    GridDomain, Jump, MeshGraph, MeshState, OccupiedCells, SpaceTime, SpaceTimeState, StaticMesh,
};
pub use crate::platform::{Footing, Platform};
pub use crate::published::{Afterwards, BodyId, Motion, Published, PublishedBody};
pub use crate::team::{
    BadGoal, FrameBudget, FrameReport, MemberId, SpaceTimeGoal, Team, TeamSettings, TeamStatus, WaitReason,
};
pub use crate::tunnel::{Distance, Tunnel, Tunnelled};
pub use crate::world::{Clearances, Ground, World};

use crate::constraint::{ConstraintGraph, ConstraintPlan, Thing};
use navigant_geometry::internals::expose;
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

/// A graph as a plan sees it.
pub fn plan_view<'g>(plan: &'g ConstraintPlan, graph: &'g ConstraintGraph) -> PlanView<'g> {
    plan.view(graph)
}
