//! Readers and writers of every format: the only code that sees untrusted bytes.
//!
//! | module | what |
//! |---|---|
//! | [`moving_ai`] | grid maps and queries of the Moving AI benchmarks |
//! | [`gppc`] | maps that change: patches and commands of the Grid-Based Path Planning Competition |

pub mod gppc;
pub mod moving_ai;
