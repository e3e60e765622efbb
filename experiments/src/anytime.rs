//! Anytime.
pub mod example;
