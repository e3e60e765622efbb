//! Well-known text (`.wkt`), as users of JuPedSim have their walkable areas.
//!
//! ```text
//! GEOMETRYCOLLECTION (POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (3 3, 4 3, 4 4, 3 3)), LINESTRING (6 0, 6 5))
//! ```
//!
//! | geometry | becomes |
//! |---|---|
//! | POLYGON, MULTIPOLYGON | floors, with their holes |
//! | LINESTRING, MULTILINESTRING, LINEARRING | walls (obstacles) |
//! | POINT, MULTIPOINT | posts (obstacles) |
//! | GEOMETRYCOLLECTION | all that is in it |
//!
//! A file may hold several geometries one after the other. Keywords may be in any case; `EMPTY` geometries are nothing;
//! `SRID=…;` and the third and fourth coordinates of Z, M and ZM geometries are skipped.
//!
//! What the format cannot say: a polygon here is a floor, so polygonal obstacles are written as holes of the floors they
//! may touch (the same free space; in strict WKT a hole should not leave its polygon, and an obstacle may) and come back
//! as such. Obstacles with holes of their own, or without any floor to cut them from, are refused; ids are lost.

mod read;
mod write;

pub(crate) use read::{begins, read};
pub(crate) use write::write;
