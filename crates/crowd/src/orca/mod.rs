//! ORCA: velocities that are free of collisions for a while if everyone chooses so.
//!
//! "Reciprocal n-body collision avoidance" (van den Berg, Guy, Lin, Manocha, 2011). Every neighbour and every wall forbids a
//! half-plane of velocities; of those left the one nearest to the wish is taken.
//!
//! | module | what |
//! |---|---|
//! | `agents` | the half-planes of neighbours |
//! | [`walls`] | the half-planes of walls |
//! | [`lines`], [`program`] | half-planes, and the linear programs over them |

pub(crate) mod agents;
pub mod lines;
pub mod program;
pub mod walls;

pub use lines::{Line, Lines};
pub use program::solve;
pub use walls::SeenWall;
