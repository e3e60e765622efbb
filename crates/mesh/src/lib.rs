//! Walkable maps.
