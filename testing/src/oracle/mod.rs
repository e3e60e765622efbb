//! Slow, obviously right answers. They share no code with what they check: other formulas, other number types.
//!
//! | oracle | what |
//! |---|---|
//! | [`rounding`] | snap rounding by looking at every pair of segments and every pair of segment and pixel |
//! | `tolled_paths` | paths of least cost through layers with tolls, over all corners of free faces |
//! | `layered_paths` | shortest paths through layers, over all vertices that see each other |
//! | [`ground`] | what one can stand on in a column, asked of every triangle; whether one can walk straight on |
//! | `floors` | the border of the union of floors, asked of every edge |
//! | [`map`] | is this map the constrained Delaunay triangulation of those outlines, with the right covers? |
//! | [`sight`] | is the straight line free, asked of every face and wall |
//! | [`visibility`] | what is seen from a point, asked of every vertex and every direction |
//! | [`paths`] | shortest paths by looking from every vertex to every other |
//! | [`reachability`] | components and dead ends by flooding and stripping the whole map |
//! | [`roadmap`] | are two roadmaps the same, but for the numbers of their places? |
//! | [`verify`] | can this path be walked, and is it what it says it is? |
//! | [`walls`] | what bounds the free space, without a triangulation |
//! | [`eikonal`] | times of arrival by sweeping over all cells until nothing changes |
//! | [`exact`] | is this gap narrower than that number, in integers of any size |
//! | [`clearance`] | how far the nearest wall is, asked of every wall |
//! | [`constraints`] | multiplier fields of convex regions, and integrals of them by brute force |
//! | [`density`] | density by region, counted from scratch; fastest paths on a roadmap by relaxing every edge |
//! | [`domains`] | the cheapest plan in a domain by Dijkstra from the start; are transitions the same from both ends? |
//! | [`disc_reach`] | can a disc get from here to there, asked of every pair of walls |
//! | [`disc_paths`] | shortest paths of a disc by trying every tangent between every two corners |
//! | [`corridor`] | shortest paths in a corridor of faces by trying every line, or tangent, between its vertices |
//! | [`axis`], with its [`axis_sites`], discs and curves | the medial axis by solving for every three sites |
//! | [`axis_widest`] | the largest disc that gets from here to there, along the axis |
//! | [`orca`] | velocities of agents that avoid each other, by trying every place where the best one can be |
//! | [`double_double`] | numbers of 31 digits |
//! | `segment_grid` | which segments may be near to a leg or an arc |
//! | `tangents` | tangents and arcs of circles, and their distances from segments |
//! | [`tangent_search`] | shortest paths of discs among many walls, by trying the most promising tangents |
//! | [`verify_disc`] | can a disc follow this path of legs and arcs, and is it what it says it is? |

pub mod areas;
pub mod axis;
mod axis_curves;
mod axis_discs;
pub mod axis_sites;
pub mod axis_widest;
pub mod clearance;
pub mod constraints;
pub mod corridor;
#[cfg(feature = "crowds")]
pub mod density;
pub mod disc_paths;
pub mod disc_reach;
#[cfg(feature = "crowds")]
pub mod domains;
pub mod double_double;
#[cfg(feature = "crowds")]
pub mod eikonal;
pub mod exact;
#[cfg(feature = "crowds")]
pub mod field;
mod floors;
pub mod ground;
pub mod layered_paths;
pub mod map;
#[cfg(feature = "crowds")]
pub mod orca;
pub mod paths;
pub mod reachability;
pub mod roadmap;
pub mod rounding;
mod segment_grid;
pub mod sight;
pub mod tangent_search;
mod tangents;
pub mod tolled_paths;
pub mod verify;
pub mod verify_disc;
pub mod visibility;
pub mod walls;
