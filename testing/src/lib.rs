//! Generators, oracles and soaks: how the rest of the project is doubted.
//!
//! | module | what |
//! |---|---|
//! | [`rng`] | seeded random numbers |
//! | [`graph`] | graphs that change, and the slow, obviously right answer on them |
//! | [`soak`] | long random runs against the oracles |

pub mod graph;
pub mod rng;
pub mod soak;
