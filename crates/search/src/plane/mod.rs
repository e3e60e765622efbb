//! Shortest paths in the plane, straight from the map's triangulation.
//!
//! | module | what |
//! |---|---|
//! | [`path`] | what is asked and what is answered |

pub mod path;

pub use path::{Bend, NoPath, Path, Proof, Query, Turn};
