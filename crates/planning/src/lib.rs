//! Planning above single searches: several domains within a frame budget, and paths under constraints.
//!
//! | module | what |
//! |---|---|
