//! Walkable maps that change locally.
//!
//! ```text
//!   Outline ──snap──▶ segments ──snap rounding──▶ walls ──CDT──▶ faces ──winding──▶ covers: free or not
//!                     (kept as given)            arrangement   triangulation       cover
//! ```
//!
//! [`Map`] is the whole of it: floors and obstacles go in, triangles come out, and every edit says what it changed.
//!
//! | module | what |
//! |---|---|
//! | [`map`] | building, inserting, moving, removing |
//! | [`change`], [`journal`] | what an edit did, and what all did since a revision |
//! | [`walk`] | faces, edges and vertices for those who walk over the map |
//! | [`query`] | what is here: location, walkability, obstacles, faces in a box |
//! | [`regions`] | what marks a place and is in nobody's way |
//! | [`areas`] | obstacles and regions in one triangulation, for searches in which regions cost |
//! | [`sight`] | rays and lines of sight |
//! | [`nearest`] | the nearest walkable point |
//! | [`components`] | which places hang together |
//! | [`dead_ends`] | which places one enters only to turn back |
//! | [`pinches`] | where free space touches itself without a way through |
//! | [`clearance`] | how far the walls are: along edges, at points, along lines |
//! | [`axis`] | the medial axis: the middle of the free space, and how wide it is there |
//! | [`roadmap`] | graphs that follow the map: dual graph, convex cells, quad-tree mesh, medial axis, probabilistic roadmap, hybrid graph |
//! | [`grid`] | the uniform grid, 8-connected without corner cutting, with costs; the grid over a map for one radius |
//! | [`saved`] | a map as bytes, and back |
//! | `shapes` | floors and obstacles as lists of segments |
//! | `arrangement`, `walls` | dynamic snap rounding: segments, hot pixels, chains, owners of walls |
//! | `triangulation`, `pyramid` | the constrained Delaunay triangulation and its index for cold starts |
//! | `face_set` | sets of faces, for searches that see few |
//! | `kept` | what follows from a map and is kept up through its edits |
//! | `cover` | which shapes wind around a face |
//! | `floors`, `box_pairs` | the union of floors |
//! | `tolerance` | what rounding may do |

pub mod areas;
mod arrangement;
pub mod axis;
mod box_pairs;
mod bulk;
pub mod change;
pub mod clearance;
pub mod components;
mod cover;
pub mod dead_ends;
mod errors;
mod face_set;
mod floors;
pub mod grid;
mod ids;
pub mod journal;
mod kept;
mod lifetimes;
pub mod map;
pub mod nearest;
pub mod pinches;
mod pyramid;
pub mod query;
pub mod regions;
pub mod roadmap;
pub mod saved;
mod shapes;
pub mod sight;
mod tolerance;
mod triangulation;
pub mod walk;
mod walls;
mod work;

pub use areas::AreaMesh;
pub use axis::Axis;
pub use change::{Change, Effect, Nudged};
pub use clearance::{Feature, Profiles, Reach, Widest};
pub use components::{ComponentId, Components};
pub use dead_ends::DeadEnds;
pub use grid::{BadMapGrid, Cell, CellId, Grid, GridError, MapGrid};
pub use ids::{EdgeId, FaceId, ObstacleId, RegionId, VertexId};
pub use journal::{NotFollowed, Revision};
pub use map::{BadMap, Map, NotMoved, UnknownObstacle};
pub use navigant_geometry::{BadOutline, Bounds, Lattice, LatticePoint, Outline, Point, Role};
pub use nearest::Nearest;
pub use pinches::Pinches;
pub use regions::{BadRegion, Regions};
pub use roadmap::{PlaceId, Roadmap};
pub use saved::BadSave;
pub use sight::{Hit, Passing, RayEnd, Sight};
pub use triangulation::Location;
