//! Shortest paths in the plane, straight from the map's triangulation.
//!
//! | module | what |
//! |---|---|
//! | `query`, `path`, `no_path` | what is asked; the path; why there is none |
//! | `along` | walking along a path: the point at a distance, what is left |
//! | `finder` | the search, from both ends |
//! | `frontier`, `plain_search`, `ends` | the search from one end; what stays the same during it; where the ends are |
//! | `open_nodes`, `spending` | the open list; what a query has spent of its budget |
//! | `disc` | the search for discs |
//! | `guide`, `crossers` | what a search for points knows that is of use to discs |
//! | `windows` | through which wedges a search has seen which faces |
//! | `by_edge` | a number for each edge that a search has come to |
//! | `corridor` | corridors: shortest paths in a chain of faces, by string pulling |
//! | `layered` | paths through several layers |
//! | `landmarks` | how far everything is from a few places, for faster searches |
//! | `many` | distances to many targets, the nearest of many goals |
//! | `area` | paths through regions that cost, or are forbidden |
//! | `find_path` | the same as a method of the map |
//! | `wedge`, `turn` | what is seen from a root through an edge; turning around a corner |
//! | `reached` | how near the vertices are, as far as a search knows |
//! | `visibility` | what is seen from a point: the region, and the vertices |
//! | `replan` | shortest paths after edits: keep the old one where it is still the shortest |
//! | `witness` | who sees an event |
//! | `visibility_graph` | which vertices see each other: all, or those where shortest paths bend |
//! | `tangent_graph` | the tangents between circles around corners, for discs of one radius |
//! | `path_tree` | the shortest paths from a point to all vertices |
//! | `path_map` | the shortest path map of a point, isochrones |
//! | `places` | where one can be at a vertex: between the walls that end there |

mod along;
mod area;
mod by_edge;
pub(crate) mod corridor;
mod crossers;
mod disc;
mod ends;
mod find_path;
mod finder;
mod frontier;
mod guide;
mod landmarks;
mod layered;
mod many;
mod no_path;
mod open_nodes;
mod path;
pub(crate) mod path_map;
pub(crate) mod path_tree;
pub(crate) mod places;
mod plain_search;
mod query;
mod reached;
mod replan;
mod sides;
mod spending;
mod taken;
pub(crate) mod tangent_graph;
mod tuning;
mod turn;
mod visibility;
pub(crate) mod visibility_graph;
mod wedge;
mod windows;
pub(crate) mod witness;

pub use area::{AreaCosts, AreaFinder, AreaPath, BadFactor, NoAreaPath};
pub use corridor::AxisPath;
pub use find_path::FindPath;
pub use finder::PathFinder;
pub use landmarks::Landmarks;
pub use layered::{FindLayeredPath, LayeredPath, LayeredPoint, LayeredQuery, NoLayeredPath};
pub use many::ManyFinder;
pub use path::{Bend, Comfort, NoPath, Path, PathPiece, Proof, Query, Turn};
pub use path_map::{Followed, Isochrone, NoRoute, RimArc, ShortestPathMap};
pub use replan::{PathReplanner, Rung};
pub use visibility::{Corner, NoView, Side, VisibilityFinder, VisibilityRegion};
