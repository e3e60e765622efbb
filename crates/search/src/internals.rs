//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::graph::affected_waypoints::AffectedWaypoints;
pub use crate::graph::goal_set::{GoalSet, ToGoals};
pub use crate::graph::jump_points::{JumpPoints, JumpsToward};
pub use crate::graph::lpa_star::LpaStar;
pub use crate::graph::open_list::{Key, OpenList, Order, Rank, Waiting};
pub use crate::graph::roadmap_graph::RoadmapRegion;
pub use crate::graph::state_table::{Multiplying, StateTable};
pub use crate::plane::corridor::{BadCorridor, Corridor};
pub use crate::plane::path_map::{Border, Cells, Curve};
pub use crate::plane::path_tree::{Parent, PathTree};
pub use crate::plane::places::{Place, PlaceId, Places};
pub use crate::plane::tangent_graph::{BadRadius, Tangent, TangentGraph};
pub use crate::plane::visibility_graph::{Sightline, VisibilityGraph};
pub use crate::plane::witness::Witnesses;

use crate::graph::{
    AdStar, AraStar, Budget, DStarLite, Dijkstra, DpaStar, ExplicitGraph, Graph, Heuristic, HpaStar, Replanner,
    Reversible, RoadmapGraph, SearchError, StateId, StopReason,
};
use crate::plane::{
    Landmarks, LayeredPath, LayeredQuery, ManyFinder, NoLayeredPath, NoPath, Path, PathFinder, RimArc, ShortestPathMap,
    VisibilityRegion,
};
use navigant_geometry::internals::expose;
use navigant_mesh::{Grid, LayerId, LayeredMap, Map, Point, WaypointId};

/// A searcher that after a deletion on the path prunes from a length of `states` on, whether or not that pays.
pub fn dpa_star_pruning_from(states: usize) -> DpaStar {
    DpaStar::pruning_from(states)
}

expose! {
    /// What the other crates need of [`Budget`] beyond its public interface.
    BudgetInternals for Budget<'_> {
        /// The same budget, whose clock is asked at another interval: for expansions that take much longer than a look at it.
        fn asking_every(self, expansions: u64) -> Self;
        /// What is left of the budget after a number of expansions.
        fn less(self, expansions: u64) -> Self;
        /// The limit on expansions.
        fn most(&self) -> u64;
        /// Why a search that has made a number of expansions must stop, if it must.
        fn spent(&self, expansions: u64) -> Option<StopReason>;
    }
}

expose! {
    /// What the other crates need of [`DStarLite`] beyond its public interface.
    DStarLiteInternals for DStarLite {
        /// How many bytes it keeps for the next repair: something for every state of the graph.
        fn memory_bytes(&self) -> usize;
        /// Forgets the plan and keeps the memory.
        ///
        /// # Errors
        /// As `new`.
        fn restart<G: Reversible, H: Heuristic>(&mut self, graph: &G, heuristic: &H, start: StateId, goal: StateId) -> Result<(), SearchError>;
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
        /// The source, as it was given.
        fn source(&self) -> Point;
        /// The cells, and the arcs between them. `None` if the map has been edited since, or is another one.
        ///
        /// Cost: for each face about the square of the number of roots that see it.
        fn cells(&self, map: &Map) -> Option<Cells>;
    }
}

expose! {
    /// What the other crates need of [`AdStar`] beyond its public interface.
    AdStarInternals for AdStar {
        /// Whether answers prove lower bounds, as they do unless told otherwise.
        fn set_proving(&mut self, proves: bool);
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
        /// Forgets the plan and keeps the memory. The only way to a new goal.
        ///
        /// # Errors
        /// As `new`.
        fn restart<G: Reversible, H: Heuristic>(&mut self, graph: &G, heuristic: &H, start: StateId, goal: StateId, epsilon: f64) -> Result<(), SearchError>;
    }
}

expose! {
    /// What the other crates need of [`AraStar`] beyond its public interface.
    AraStarInternals for AraStar {
        /// The inflation the next search works with.
        fn epsilon(&self) -> f64;
        /// Forgets the plan and keeps the memory.
        ///
        /// # Errors
        /// As `new`.
        fn restart<G: Graph, H: Heuristic>(&mut self, graph: &G, heuristic: &H, start: StateId, goal: StateId, epsilon: f64) -> Result<(), SearchError>;
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
        /// Where a state is.
        fn point(&self, state: StateId) -> Option<Point>;
    }
}

expose! {
    /// What the other crates need of [`Dijkstra`] beyond its public interface.
    DijkstraInternals for Dijkstra {
        /// The state before one on the best path to it that the last search has found; `None` at the start and where the
        /// search has not been.
        fn parent(&self, state: StateId) -> Option<StateId>;
    }
}

expose! {
    /// What the other crates need of [`Landmarks`] beyond its public interface.
    LandmarksInternals for Landmarks {
        /// Where they are.
        fn places(&self) -> &[Point];
    }
}

expose! {
    /// What the other crates need of [`LayeredPath`] beyond its public interface.
    LayeredPathInternals for LayeredPath {
        /// An upper bound on how many times as much as the best path on the ground this one costs there, along slopes and with its tolls.
        fn ground_factor(&self) -> f64;
    }
}

expose! {
    /// What the other crates need of [`ManyFinder`] beyond its public interface.
    ManyFinderInternals for ManyFinder {
        /// How many nodes the last search expanded, its disc searches counted in.
        fn expansions(&self) -> u64;
    }
}

expose! {
    /// What the other crates need of [`Replanner`] beyond its public interface.
    ReplannerInternals for Replanner {
        /// The inflation that the last search worked with.
        fn epsilon(&self) -> f64;
    }
}

expose! {
    /// What the other crates need of [`StateId`] beyond its public interface.
    StateIdInternals for StateId {
        /// The id as an index.
        fn index(self) -> usize;
    }
}

expose! {
    /// What the other crates need of [`HpaStar`] beyond its public interface.
    HpaStarInternals for HpaStar {
        /// Straightens the path of the last answer where a straighter one is clear and cheaper; returns its cost.
        fn smooth(&mut self, grid: &Grid) -> Option<f64>;
    }
}

expose! {
    /// What the other crates need of [`PathFinder`] beyond its public interface.
    PathFinderInternals for PathFinder {
        /// How many things the last search for a disc had to keep: its nodes, tangents, roots and stretches, and those of its guide.
        fn kept(&self) -> usize;
        /// The shortest path through several layers in plan, exactly, for a point.
        ///
        /// # Errors
        /// [`NoLayeredPath`] says why there is none.
        fn find_on_layers(&mut self, map: &LayeredMap, query: &LayeredQuery<'_>) -> Result<LayeredPath, NoLayeredPath>;
        /// The path of least cost for a disc between points of two layers, in plan. As [`PathFinder::find`], but it names no place that is
        /// nearest or reachable, and no end is moved farther than by rounding.
        ///
        /// # Errors
        /// [`NoPath`] says why there is none.
        fn find_disc_on(&mut self, map: &Map, ends: [(LayerId, Point); 2], radius: f64, budget: Budget<'_>) -> Result<&Path, NoPath>;
    }
}

expose! {
    /// What the other crates need of [`RimArc`] beyond its public interface.
    RimArcInternals for RimArc {
        /// Its points, with a number of pieces.
        fn polyline(&self, pieces: usize) -> Vec<Point>;
    }
}
