//! Planning above single searches: paths under constraints.
//!
//! | module | what |
//! |---|---|
//! | [`constraint`] | constraint-aware paths: annotations, wishes, multiplier fields, plans that follow them |
//! | `internals` | unstable: what the other crates of this workspace need beyond the public interface, and planning in domains |
//! | `domain` | unstable: domains Σ1–Σ4: static mesh, dynamic mesh, grid, space-time; AD* over their implicit graphs |
//! | `platform` | unstable: gaps in the floor and platforms over them |
//! | `published` | unstable: plans in space and time that agents and moving obstacles publish for others to read |
//! | `team` | unstable: agents that plan in all domains within a budget a frame: tasks, schedule, execution |
//! | `tunnel` | unstable: tunnels: a plan in one domain that focuses the search in the next |
//! | `world` | unstable: what the domains look at, kept up to date |
//!
//! Domains are unstable: `navigant run deadlock` and its like, `navigant experiment domains` and tests use them.

// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

pub mod constraint;
mod domain;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod platform;
mod published;
mod team;
mod tuning;
mod tunnel;
mod world;
