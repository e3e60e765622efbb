//! The shortest path for a disc, straight from the map.
//!
//! The centre of a disc of radius r walks along straight *legs* and along arcs of radius r around corners; a leg touches
//! the circles around the corners it lies between.
//!
//! ```text
//!          ╭───╮
//!         ╱  ●  ╲          A leg between the circles around two corners. If it is clear, everything in
//!        │  ░░░  │         between it and the line from corner to corner is within r of the leg, and so
//!     ───┴╌╌╌╌╌╌╌╌╌╌╌      there is nothing in between: the corners see each other.
//!                  ╭─┴──
//!                 │  ●
//! ```
//!
//! So the corners that a leg can lead to are among those that are *seen* from the corner it comes from, and the search
//! looks around as the search for points does: an edge, a root, and the wedge through which it is seen. Each corner that
//! is seen and stands out to the right side gives a leg; legs wait on the heap with the length they would have, and
//! only when one is taken it is looked whether the disc has room on it and on the arc before. This is A* on the tangent
//! graph, of which no more is made than is needed.
//!
//! **It is optimal.** A shortest path of the disc is made of such legs and arcs. Each leg of it is found from the root
//! before it: its corners see each other, and the wedges of a root are those of sight. No estimate is longer than the way
//! that remains: the part of a path after a root, and the radius before it, make a way for a point from the corner on
//! which crosses the same edges. Who arrives at a corner later, on the same arc, and is not nearer, goes on in vain.

mod careful;
mod crossing;
mod finder;
mod frontier;
mod layout;
mod lines;
mod tangent;

pub(super) use finder::{Answer, DiscFinder};
pub(super) use tangent::turned;
