//! Planning above single searches: paths under constraints, and teams that plan in space and time.
//!
//! | module | what |
//! |---|---|
//! | [`constraint`] | constraint-aware paths: annotations, wishes, multiplier fields, plans that follow them |
//! | [`team`] | agents that plan in space and time within a budget a frame |
//! | `internals` | unstable: what the other crates of this workspace need beyond the public interface, and planning in domains |
//! | `domain` | unstable: domains Σ1–Σ6: static mesh, dynamic mesh, grid, space-time, footsteps, motion graph; AD* over their implicit graphs |
//! | `platform` | unstable: gaps in the floor and platforms over them |
//! | `published` | unstable: plans in space and time that agents and moving obstacles publish for others to read |
//! | `tunnel` | unstable: tunnels: a plan in one domain that focuses the search in the next |
//! | `world` | unstable: what the domains look at, kept up to date |
//!
//! Domains by themselves are unstable: `navigant experiment domains` and tests use them.

// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

pub mod constraint;
mod domain;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod platform;
mod published;
pub mod team;
mod tuning;
mod tunnel;
mod world;
