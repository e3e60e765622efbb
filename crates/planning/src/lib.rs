//! Planning above single searches: several domains within a frame budget, and paths under constraints.
//!
//! | module | what |
//! |---|---|
//! | [`constraint`] | constraint-aware paths: annotations, wishes, multiplier fields, plans that follow them |

pub mod constraint;
