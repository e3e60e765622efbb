//! Walkable maps.

pub mod grid;

pub use grid::{Cell, CellId, Grid, GridError};
