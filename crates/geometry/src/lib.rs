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
//! | [`point`] | a point of the world and boxes of them |
//! | [`lattice`] | world ↔ integers |
//! | [`outline`] | polygons and polylines as given, and what they become on the lattice |
//! | [`predicates`] | orientation, in-circle with symbolic ties, widths of gaps |
//! | [`segment`] | crossings, pixels met, order along a segment: all that snap rounding needs |
//! | [`measure`] | distances and areas |
//! | `conversions` | points of glam and mint, behind the features of these names |

pub mod clip;
#[cfg(any(feature = "glam", feature = "mint"))]
mod conversions;
pub mod lattice;
pub mod measure;
pub mod outline;
pub mod point;
pub mod predicates;
pub mod segment;

pub use lattice::{BadExtent, Lattice, LatticePoint, OffLattice};
pub use outline::{BadOutline, Loops, Outline, Role};
pub use point::{Bounds, Point};
pub use predicates::{Offset, in_circle, in_circle_around, is_root_below, orient};
pub use segment::{Band, Segment};
