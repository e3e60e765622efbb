//! What the tests, soaks and benchmarks share.

pub mod generate;
pub mod oracle;
pub mod rng;
pub mod soak;
