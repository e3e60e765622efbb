//! Slow, obviously right answers. They share no code with what they check: other formulas, other number types.
//!
//! | oracle | what |
//! |---|---|
//! | [`rounding`] | snap rounding by looking at every pair of segments and every pair of segment and pixel |
//! | [`map`] | is this map the constrained Delaunay triangulation of those outlines, with the right covers? |
//! | [`sight`] | is the straight line free, asked of every face and wall |
//! | [`visibility`] | what is seen from a point, asked of every vertex and every direction |
//! | [`path_tree`] | how far it is to every vertex, by all lines of sight |

pub mod map;
pub mod path_tree;
pub mod rounding;
pub mod sight;
pub mod visibility;
