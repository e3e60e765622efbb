//! Planning above single searches: several domains within a frame budget, and paths under constraints.
//!
//! | module | what |
//! |---|---|
//! | [`constraint`] | constraint-aware paths: annotations, wishes, multiplier fields, plans that follow them |
//! | [`domain`] | domains Σ1–Σ4: static mesh, dynamic mesh, grid, space-time; AD* over their implicit graphs |
//! | [`published`] | plans in space and time that agents and moving obstacles publish for others to read |
//! | [`tunnel`] | tunnels: a plan in one domain that focuses the search in the next |
//! | [`world`] | what the domains look at, kept up to date |
//! | `internals` | unstable: what the other crates of this workspace need beyond the public interface |

// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

pub mod constraint;
pub mod domain;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
pub mod published;
mod tuning;
pub mod tunnel;
pub mod world;
