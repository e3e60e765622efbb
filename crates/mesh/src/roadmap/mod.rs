//! Roadmaps: waypoint graphs over a map, for searches on graphs.
//!
//! ```text
//!   Map ──Change──▶ DualGraph       waypoints: middles of the free edges       edges: across a triangle
//!                   ConvexCells     middles of the edges between cells         across a convex cell
//!                   QuadTreeMesh    centres of free squares                    to the k nearest that are seen
//!                   AxisGraph       ends and forks of the medial axis          along the axis
//!                   Probabilistic…  random points with room                    to all within reach that are seen
//!                   HybridGraph     open cells of a grid                       its steps, and the dual graph's edges
//! ```
//!
//! Each of them follows the edits of one [`Map`]: after an edit, [`follow`](MapRoadmap::follow) does what the edit
//! makes necessary and leaves a [`Roadmap`] that is the same, but for the numbers of its waypoints, as a rebuilt one. It
//! says which waypoints are affected: those that came, went, or have other edges than before.
//!
//! | module | what |
//! |---|---|
//! | `graph` | the roadmap itself |
//! | `portals` | waypoints on edges, joined across what lies between: what the dual graph and the cells share |
//! | `dual` | the dual graph of the triangulation |
//! | `convex` | triangles merged to convex cells |
//! | `quad_tree`, `squares`, `nearest_k` | the quad-tree mesh |
//! | `axis_graph` | the medial axis as a graph |
//! | `probabilistic` | the probabilistic roadmap |
//! | `hybrid` | a grid with the dual graph's edges as highways |
//! | `dirty` | where something has changed since a revision |

mod axis_graph;
mod convex;
mod dirty;
mod dual;
pub(crate) mod graph;
mod hybrid;
mod nearest_k;
mod portals;
mod probabilistic;
mod quad_tree;
mod squares;

pub use axis_graph::{Attached, AxisGraph};
pub use convex::ConvexCells;
pub use dual::DualGraph;
pub use graph::{Roadmap, WaypointId};
pub use hybrid::HybridGraph;
pub use probabilistic::{BadSampling, ProbabilisticRoadmap, Sampling};
pub use quad_tree::{BadQuadTree, QuadTreeMesh};

use crate::map::Map;

/// A roadmap that was made of a map and follows its edits.
///
/// ```
/// use navigant_mesh::roadmap::{ConvexCells, DualGraph, MapRoadmap};
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [8.0, 6.0]))?;
/// let mut roadmaps: [Box<dyn MapRoadmap>; 2] = [Box::new(DualGraph::of(&map)), Box::new(ConvexCells::of(&map))];
/// map.insert(&Outline::rectangle([3.0, 2.0], [4.0, 4.0]))?;
/// for roadmap in &mut roadmaps {
///     roadmap.follow(&map);
///     assert!(roadmap.roadmap().waypoints().count() > 3);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MapRoadmap {
    /// Catches up with the edits of its map, by [`Map::changes_since`]. If these are forgotten, or if it is another map, it is
    /// rebuilt.
    fn follow(&mut self, map: &Map);

    /// The graph.
    fn roadmap(&self) -> &Roadmap;
}
