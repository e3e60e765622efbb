//! The shortest path for a disc, straight from the map: no mesh is made for a radius.

mod arc;
mod finder;
mod layout;
mod leg;
mod lines;
mod tangent;
mod walked;
mod window;

pub(super) use finder::{Answer, DiscFinder, DiscSearch};
pub(super) use tangent::turned;
