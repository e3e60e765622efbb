//! Shortest paths in the plane, straight from the map's triangulation.
//!
//! | module | what |
//! |---|---|
//! | [`path`] | what is asked and what is answered |
//! | [`visibility`] | what is seen from a point: the region, and the vertices |
//! | [`places`] | where one can be at a vertex: between the walls that end there |

pub mod path;
pub mod places;
pub mod visibility;

pub use path::{Bend, NoPath, Path, Proof, Query, Turn};
pub use places::{Place, PlaceId, Places};
pub use visibility::{Corner, NoView, Region, Side, VisibilityFinder};
