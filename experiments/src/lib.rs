//! The published tables, reproduced; each a module with one entry.
pub mod anytime;
