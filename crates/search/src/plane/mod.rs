//! Shortest paths in the plane, straight from the map's triangulation.
//!
//! | module | what |
//! |---|---|
//! | [`path`] | what is asked and what is answered |
//! | [`finder`] | the search |
//! | [`find_path`] | the same as a method of the map |
//! | `wedge` | what is seen from a root through an edge |

pub mod find_path;
pub mod finder;
pub mod path;
mod wedge;

pub use find_path::FindPath;
pub use finder::PathFinder;
pub use path::{Bend, NoPath, Path, Proof, Query, Turn};
