//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::constraint::plan_view::PlanView;

use crate::constraint::ConstraintGraph;
use navigant_geometry::internals::expose;

expose! {
    /// What the other crates need of [`ConstraintGraph`] beyond its public interface.
    ConstraintGraphInternals for ConstraintGraph {
        /// The same graph with every cost computed again from all constraints, for tests.
        fn recomputed(&self) -> ConstraintGraph;
        /// Whether all transitions cost the same in another graph.
        fn has_costs_of(&self, other: &ConstraintGraph) -> bool;
    }
}
