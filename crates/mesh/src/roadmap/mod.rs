//! Roadmaps: places in the plane and the lengths of the ways between them, for searches on graphs.
//!
//! ```text
//!   Map ──Change──▶ DualGraph       places: middles of the free edges          ways: across a triangle
//!                   ConvexCells     middles of the edges between cells         across a convex cell
//!                   QuadTreeMesh    centres of free squares                    to the k nearest that are seen
//!                   AxisGraph       ends and forks of the medial axis          along the axis
//!                   Probabilistic…  random points with room                    to all within reach that are seen
//!                   HybridGraph     open cells of a grid                       its steps, and the dual graph's ways
//! ```
//!
//! Each of them follows the edits of one [`Map`](crate::Map): after an edit, [`follow`](DualGraph::follow) does what the edit
//! makes necessary and leaves a [`Roadmap`] that is the same, but for the numbers of its places, as one built anew. It
//! says which places are [affected](Roadmap::affected): those that came, went, or have other ways than before.
//!
//! | module | what |
//! |---|---|
//! | [`places`] | the roadmap itself |
//! | `portals` | places on edges, joined across what lies between: what the dual graph and the cells share |
//! | [`dual`] | the dual graph of the triangulation |
//! | [`convex`] | triangles merged to convex cells |
//! | [`quad_tree`], `squares`, `nearest_k` | the quad-tree mesh |
//! | [`axis_graph`] | the medial axis as a graph |
//! | [`probabilistic`] | the probabilistic roadmap |
//! | [`hybrid`] | a grid with the dual graph's ways as highways |
//! | `dirty` | where something has changed since a revision |

pub mod axis_graph;
pub mod convex;
mod dirty;
pub mod dual;
pub mod hybrid;
mod nearest_k;
pub mod places;
mod portals;
pub mod probabilistic;
pub mod quad_tree;
mod squares;

pub use axis_graph::{Attached, AxisGraph};
pub use convex::ConvexCells;
pub use dual::DualGraph;
pub use hybrid::HybridGraph;
pub use places::{Former, PlaceId, Roadmap};
pub use probabilistic::{BadSampling, ProbabilisticRoadmap, Sampling};
pub use quad_tree::{BadQuadTree, QuadTreeMesh};
