//! Exact plane geometry on an integer lattice.
//!
//! ```text
//!   world (f64 metres)            lattice (i32 steps)             pixel of a lattice point
//!   Point, Outline   ── snap ──▶  LatticePoint, Segment   ──▶     [x−½, x+½) × [y−½, y+½)
//!                    ◀─ world ──  Loops
//! ```
//!
//! Everything that is *decided* (which side, inside a circle, do these cross, does this segment meet that pixel) is
//! decided in integers and is exact. Everything that is *constructed* rounds by one rule, the half-open pixel.
//!
//! | module | what |
//! |---|---|
//! | `point` | points of the world, and boxes |
//! | `lattice` | world ↔ integers |
//! | `outline`, `clip` | polygons and polylines as given, and their rings on the lattice |
//! | `predicates` | exact predicates: orientation, in-circle with symbolic ties, widths of gaps |
//! | `segment` | crossings, hot pixels, order along a segment: what snap rounding needs |
//! | `offset` | displacements in lattice steps |
//! | `measure` | distances |
//! | `conversions` | points of glam and mint, behind the features of these names |
//! | `internals` | unstable: what the other crates of this workspace need beyond the public interface |

// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

mod clip;
#[cfg(any(feature = "glam", feature = "mint"))]
mod conversions;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod lattice;
mod measure;
mod offset;
mod outline;
mod point;
mod predicates;
mod segment;

pub use lattice::{BadExtent, Lattice};
pub use outline::{BadOutline, Outline, Role};
pub use point::{Bounds, Point};
