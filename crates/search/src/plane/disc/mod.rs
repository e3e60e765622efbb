//! The shortest path for a disc, straight from the map: no mesh is made for a radius.
//!
//! The centre of a disc of radius r walks along straight *legs* and along arcs of radius r around corners; a leg touches
//! the circles around the corners it lies between.
//!
//! **First as if only corners were in the way** (`frontier.rs`). The search for points goes from edge to edge with the
//! lines that lead there from a corner; this one does the same with lines that touch the circle around it. What it asks
//! of a path is less than the disc needs: to keep r away from the corners of the faces it crosses, and not to go through
//! edges and passages that are narrower than the disc. So the shortest path is among those it looks at, and what it finds
//! is not longer. Then it is looked whether the disc has room everywhere on that path (`layout.rs`). If it has, **there is
//! no shorter one**.
//!
//! **It is guided by a point** (`plane/guide.rs`). A step of this search takes three or four times as long as one of a
//! point's. So a point is searched for first, from the one end, and then the disc from the other: how far it is at least
//! to the goal is then not only known as the crow flies, but as a point walks. That is nearly what the disc walks too, and
//! so it hardly looks at anything that does not lead there.
//!
//! **If not, with care** (`careful.rs`): legs wait on the heap with the length they would have, and only when one is
//! taken it is looked whether the disc has room on it and on the arc before. This is A* on the tangent graph, of which no
//! more is made than is needed.
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
//! So the corners that a leg can lead to are among those that are *seen* from the corner it comes from, and this search
//! looks around as the search for points does: an edge, a root, and the wedge through which it is seen. It is optimal: a
//! shortest path of the disc is made of such legs and arcs, each leg is found from the root before it, and no estimate is
//! longer than the way that remains. It is also what decides where the first search is in doubt: ties (a gap as wide as
//! the disc, but for rounding), discs of a few lattice steps, ends that touch a corner, and turns of more than half around a
//! post.
//! [`PathFinder::was_careful`](super::PathFinder::was_careful) says when it was needed: `examples/radius_cost.rs` in
//! `testing` prints how often that is on the public maps.

mod around;
mod bends;
mod careful;
mod crossing;
mod edges;
mod excursion;
mod finder;
mod frontier;
mod layout;
mod lines;
mod search;
mod sweep;
mod tangent;

pub(super) use finder::{Answer, DiscFinder};
pub(super) use tangent::turned;
