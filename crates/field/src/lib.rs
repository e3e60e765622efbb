//! Cost-to-goal fields (integration fields, flow fields): one search for all agents with the same goal.
//!
//! A [`Field`] knows the cost of the cheapest way from every cell of a grid to the nearest of some goals. It is found by a
//! wave that starts at the goals, stops early once all agents are reached, goes on where it stopped, and is repaired
//! when cells change.
//!
//! ```text
//!   goal ──▶ wave (buckets of equal cost, all threads) ──▶ cost of every cell ──▶ direction of every agent
//!                 ▲                                              │
//!                 └── lower ◀── raise ◀── changed cells ─────────┘
//! ```
//!
//! Costs are integers ([`STRAIGHT_COST`], [`DIAGONAL_COST`]), so the field is the unique solution of g(v) = min over neighbours u of
//! g(u) + c(u, v): whatever the order of work and the number of threads, the bits are the same.
//!
//! | module | what |
//! |---|---|
//! | `field` | the field: compute, reach, repair, look up |
//! | `delta_stepping`, `buckets` | the wave: Δ-stepping over Dial's buckets |
//! | `lower`, `raise` | the two rules of a wave: relaxation, and removal of unsupported costs |
//! | `ground` | the trait of grids that fields are computed on |
//! | `solution` | the wave on any network: begun, stopped, gone on with, repaired |
//! | `network` | what waves run over: costs and steps |
//! | `states`, `layout` | a grid as a network, in blocks of 8 × 8 cells |
//! | `adaptive` | a field on the quad-tree cells of an adaptive grid, which follows a map |
//! | `directions` | a table of directions |
//! | `eikonal` | the eikonal equation, by fast marching |
//! | `march` | the same in slices of counted work, for crowds |
//! | `over_map` | a field that follows a map |
//! | [`weights`] | fixed-point weights from factors |
//! | `tuning` | tuning constants |
//! | `internals` | unstable: what the other crates of this workspace need beyond the public interface |

// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

mod adaptive;
mod buckets;
mod delta_stepping;
mod directions;
mod eikonal;
mod error;
mod field;
mod ground;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod layout;
mod lower;
mod march;
mod network;
mod over_map;
mod raise;
mod solution;
mod states;
mod tuning;
pub mod weights;

pub use adaptive::AdaptiveField;
pub use directions::Directions;
pub use eikonal::{EXACT, Eikonal};
pub use error::FieldError;
pub use field::{CostToGoal, Field, Work};
pub use ground::FieldGrid;
pub use over_map::{BadMapField, MapField};

/// The cost of a straight step between two cells of weight 1.
pub const STRAIGHT_COST: u32 = 140;
/// The cost of a diagonal step between two cells of weight 1. 99/70 is a convergent of √2 and exceeds it by 5.1·10⁻⁵ of it, so
/// the cost of a way exceeds its length by at most that part. Costs of up to 2³² − 2 make 30 million cells of weight 1.
pub const DIAGONAL_COST: u32 = 198;
