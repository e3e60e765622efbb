//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::graph::open_list::{Key, OpenList, Order, Rank, Waiting};
pub use crate::graph::state_table::StateTable;
pub use crate::plane::places::{Place, PlaceId, Places};
pub use crate::plane::visibility_graph::Sightline;

use crate::graph::{AffectedWaypoints, DStarLite, DpaStar};
use crate::plane::{Border, ShortestPathMap, TangentGraph, VisibilityGraph};
use navigant_geometry::internals::expose;
use navigant_mesh::{Point, WaypointId};

/// A searcher that after a deletion on the path prunes from a length of `states` on, whether or not that pays.
pub fn dpa_star_pruning_from(states: usize) -> DpaStar {
    DpaStar::pruning_from(states)
}

expose! {
    /// What the tests need of [`AffectedWaypoints`] beyond its public interface.
    AffectedWaypointsInternals for AffectedWaypoints {
        /// Whether a waypoint is affected.
        fn contains(&self, place: WaypointId) -> bool;
        /// An upper bound on the distance between two affected waypoints before the edit; infinite if none is known.
        fn former_length(&self, from: WaypointId, to: WaypointId) -> f64;
        /// The longest of these bounds from a waypoint.
        fn former_reach(&self, from: WaypointId) -> f64;
        /// Calls `pair` with the waypoints that may have come nearer to each other, and how near.
        fn gains(&self, above: f64, pair: impl FnMut(WaypointId, WaypointId, f64));
    }
}

expose! {
    /// What the tests need of [`TangentGraph`] beyond its public interface.
    TangentGraphInternals for TangentGraph {
        /// The radius, in metres.
        fn radius(&self) -> f64;
    }
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
    }
}

expose! {
    /// What the other crates need of [`Border`] beyond its public interface.
    BorderInternals for Border {
        /// The point at a part of the way along it.
        fn point_at(&self, part: f64) -> Point;
    }
}
