//! Planning above single searches: several domains within a frame budget, and paths under constraints.
//!
//! | module | what |
//! |---|---|
//! | [`constraint`] | constraint-aware paths: annotations, wishes, multiplier fields, plans that follow them |
//! | [`domain`] | domains Σ1–Σ4: static mesh, dynamic mesh, grid, space-time; AD* over their implicit graphs |
//! | [`published`] | plans in space and time that agents and moving obstacles publish for others to read |
//! | [`tunnel`] | tunnels: a plan in one domain that focuses the search in the next |
//! | [`world`] | what the domains look at, kept up to date |

pub mod constraint;
pub mod domain;
pub mod published;
mod tuning;
pub mod tunnel;
pub mod world;
