//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::graph::jump_points::{JumpPoints, JumpsToward};
pub use crate::graph::open_list::{Key, OpenList, Order, Rank, Waiting};
pub use crate::graph::state_table::StateTable;
pub use crate::plane::places::{Place, PlaceId, Places};
pub use crate::plane::visibility_graph::Sightline;
pub use crate::plane::witness::Witnesses;

use crate::graph::{
    AdStar, AraStar, DStarLite, DpaStar, ExplicitGraph, Heuristic, Reversible, RoadmapGraph, SearchError, StateId,
};
use crate::plane::{Border, ShortestPathMap, VisibilityGraph, VisibilityRegion};
use navigant_geometry::internals::expose;
use navigant_mesh::{Point, WaypointId};

/// A searcher that after a deletion on the path prunes from a length of `states` on, whether or not that pays.
pub fn dpa_star_pruning_from(states: usize) -> DpaStar {
    DpaStar::pruning_from(states)
}

expose! {
    /// What the other crates need of [`DStarLite`] beyond its public interface.
    DStarLiteInternals for DStarLite {
        /// How many bytes it keeps for the next repair: something for every state of the graph.
        fn memory_bytes(&self) -> usize;
    }
}

expose! {
    /// What the other crates need of [`VisibilityGraph`] beyond its public interface.
    VisibilityGraphInternals for VisibilityGraph {
        /// The places between which the edges run.
        fn places(&self) -> &Places;
        /// The edges at a place, counter-clockwise; none at a place that takes no part or is not of this graph.
        fn edges(&self, from: PlaceId) -> &[Sightline];
    }
}

expose! {
    /// What the other crates need of [`ShortestPathMap`] beyond its public interface.
    ShortestPathMapInternals for ShortestPathMap {
        /// How far it knows the way, in metres.
        fn limit(&self) -> f64;
        /// The memory it takes, in bytes.
        fn memory_bytes(&self) -> usize;
        /// How many pieces of faces it lists, each seen from a root.
        fn window_count(&self) -> usize;
    }
}

expose! {
    /// What the other crates need of [`Border`] beyond its public interface.
    BorderInternals for Border {
        /// The point at a part of the way along it.
        fn point_at(&self, part: f64) -> Point;
    }
}

expose! {
    /// What the other crates need of [`AdStar`] beyond its public interface.
    AdStarInternals for AdStar {
        /// The inflation the next search works with.
        fn epsilon(&self) -> f64;
        /// Like [`AdStar::update`], for changes that only removed edges or made them dearer. Then what was proved stays
        /// proved: if what is left of the plan, led round the change, is within ε of it, the next search need not expand
        /// anything. It is for the caller to know; bounds are wrong if an edge came or became cheaper.
        ///
        /// # Errors
        /// As [`AdStar::update`].
        fn update_dearer<G: Reversible, H: Heuristic>(
            &mut self,
            graph: &G,
            heuristic: &H,
            touched: impl IntoIterator<Item = StateId>
        ) -> Result<(), SearchError>;
    }
}

expose! {
    /// What the other crates need of [`AraStar`] beyond its public interface.
    AraStarInternals for AraStar {
        /// The inflation the next search works with.
        fn epsilon(&self) -> f64;
    }
}

expose! {
    /// What the other crates need of [`ExplicitGraph`] beyond its public interface.
    ExplicitGraphInternals for ExplicitGraph {
        /// Adds a state without edges.
        fn add_state(&mut self) -> StateId;
        /// The edges that leave a state.
        fn edges(&self, from: StateId) -> &[(StateId, f64)];
    }
}

expose! {
    /// What the other crates need of [`VisibilityRegion`] beyond its public interface.
    VisibilityRegionInternals for VisibilityRegion {
        /// The point that is looked from, on the lattice.
        fn viewpoint(&self) -> Point;
    }
}

expose! {
    /// What the other crates need of [`RoadmapGraph`] beyond its public interface.
    RoadmapGraphInternals for RoadmapGraph<'_> {
        /// The state of a waypoint.
        fn state(place: WaypointId) -> StateId;
        /// The waypoint of a state; `None` for start and goal.
        fn waypoint(state: StateId) -> Option<WaypointId>;
    }
}
