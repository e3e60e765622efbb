//! What the tests, soaks and benchmarks share.

pub mod generate;
pub mod rng;
