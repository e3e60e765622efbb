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
//! | `map` | building, inserting, moving, removing |
//! | `change`, `journal`, `edited` | what an edit did; the change log since a revision; where edits were made |
//! | `walk` | half-edge traversal: faces, edges (half-edges) and vertices |
//! | `query` | point location, walkability, obstacles at a point, faces in a box |
//! | `layers` | maps of several layers joined by seams: storeys, stairs, bridges |
//! | `regions` | regions: outlines that mark an area and do not block |
//! | `areas` | obstacles and regions in one triangulation, for weighted-region searches |
//! | `sight` | ray casts and lines of sight |
//! | `nearest` | the nearest walkable point, the nearest point with clearance |
//! | `components` | connected components of the free space |
//! | `dead_ends` | dead ends: trees of the dual graph, which no shortest path passes through |
//! | `pinches` | pinches: vertices where free space touches itself without a passage |
//! | `clearance` | clearance, the distance to the nearest wall: along edges, at points, along lines |
//! | [`axis`] | the medial axis of the free space (generalized Voronoi diagram), with clearance |
//! | [`roadmap`] | graphs that follow the map: dual graph, convex cells, quad-tree mesh, medial axis, probabilistic roadmap, hybrid graph |
//! | [`grid`] | the uniform grid, 8-connected without corner cutting, with costs; the grid over a map for one radius, and the adaptive one |
//! | `saved` | a map as bytes, and back |
//! | `shapes` | floors and obstacles as lists of segments |
//! | `arrangement`, `walls` | dynamic snap rounding: segments, hot pixels, chains, owners of walls |
//! | `triangulation` | the constrained Delaunay triangulation: a half-edge structure, edge flips, vertex removal |
//! | `hierarchical_grid` | the hierarchical grid for point location |
//! | `bulk` | insertion of many points along a Hilbert curve (BRIO) |
//! | `face_set` | sparse sets of faces |
//! | `lazy_cache` | lazy, incrementally maintained caches of what follows from a map |
//! | `cover` | winding numbers of shapes around a face |
//! | `floors`, `box_pairs` | the union of floors |
//! | `tolerance`, `tuning` | tolerances of constructions; tuning constants |
//! | `internals` | unstable: what the other crates of this workspace need beyond the public interface |

// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

mod areas;
mod arrangement;
pub mod axis;
mod box_pairs;
mod bulk;
mod change;
mod clearance;
mod components;
mod cover;
mod dead_ends;
mod edited;
mod errors;
mod face_set;
mod floors;
pub mod grid;
mod hierarchical_grid;
mod ids;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod journal;
mod layers;
mod lazy_cache;
mod lifetimes;
mod map;
mod nearest;
mod pinches;
mod query;
mod regions;
pub mod roadmap;
mod saved;
mod shapes;
mod sight;
mod tolerance;
mod triangulation;
mod tuning;
mod walk;
mod walls;
mod work;

pub use areas::AreaMesh;
pub use axis::Axis;
pub use change::{Change, Effect, Nudged};
pub use clearance::Widest;
pub use components::ComponentId;
pub use grid::{BadMapGrid, Cell, CellId, Grid, GridError, MapGrid};
pub use ids::{EdgeId, FaceId, LayerId, ObstacleId, RegionId, SeamId, VertexId};
pub use journal::{NotFollowed, Revision};
pub use layers::{BadLayers, BadSeam, Height, Layer, LayeredMap, NotInserted, NotOnFloor, Seam};
pub use map::{BadMap, Map, NotMoved, UnknownObstacle};
pub use navigant_geometry::{BadOutline, Bounds, Lattice, Outline, Point, Role};
pub use regions::{BadRegion, Regions};
pub use roadmap::{Roadmap, WaypointId};
pub use saved::BadSave;
pub use sight::{Hit, Sight};
pub use triangulation::Location;
