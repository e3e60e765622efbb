//! Test support: generators, oracles and soaks.
//!
//! | module | what |
//! |---|---|
//! | [`rng`] | seeded random numbers |
//! | [`generate`] | seeded scenes, tame and hostile |
//! | [`oracle`] | slow, obviously right answers about maps |
//! | [`graph`] | graphs that change, and the slow, obviously right answer on them |
//! | [`soak`] | long random runs against the oracles |

pub mod generate;
pub mod graph;
pub mod oracle;
pub mod rng;
pub mod soak;
