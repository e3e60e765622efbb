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
//! Each of them follows the edits of one [`Map`](crate::Map): after an edit, [`follow`](DualGraph::follow) does what the edit
//! makes necessary and leaves a [`Roadmap`] that is the same, but for the numbers of its waypoints, as a rebuilt one. It
//! says which waypoints are [affected](Roadmap::affected): those that came, went, or have other edges than before.
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
