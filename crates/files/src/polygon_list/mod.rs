//! Polygon lists (`.txt`): `[BORDER]` and `[OBSTACLE]` rings, a point a line.
//!
//! ```text
//! [SCALE]
//! 1.0
//!
//! [BORDER]
//! 0 0
//! 8 0
//! 8 6
//!
//! [OBSTACLE]
//! 3 2
//! 4 2
//! 4 3
//! ```
//!
//! A border is a floor. `[SCALE]`, which is optional and comes before any ring, is a factor on all coordinates;
//! `[NAME]` is skipped with its line. Sections may be in any case. The maps of the Iron Harvest set are written so.
//!
//! What the format cannot say: obstacles with holes are refused; ids are lost; a floor's holes and walls come back as
//! obstacles (a wall as a ring that runs there and back), which leaves the same free space. Where floors overlap, a
//! hole of one that reaches into another is refused, for as an obstacle it would block both.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
