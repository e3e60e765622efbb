//! The shortest path for a disc, straight from the map: no mesh is made for a radius.
//!
//! The centre of a disc of radius r keeps r from every wall. Its shortest path is made of straight *legs* and of arcs of radius r
//! around corners; a leg touches the circles around the corners it lies between.
//!
//! ```text
//!          ╭───╮               An *exposed arc* is a part of the circle around a corner whose points have clearance ≥ r.
//!         ╱  ●  ╲              A path bends on exposed arcs only. They are the arcs of the boundary of the inflated
//!        │  ░░░  │             obstacles, so there are O(n) of them, whatever the furniture.
//!     ───┴───────────────
//! ```
//!
//! **States.** A state is an exposed arc with a direction of travel; an arrival there has a heading and a cost. Walking along
//! the arc costs r times the angle, so two arrivals compare at a common angle: where a walk comes to a stretch that was walked
//! at no higher cost, it is dominated from there on (`walked.rs`). The open list is ordered by cost plus a consistent lower bound, so
//! whoever comes later to a stretch does not come at a lower cost: each stretch is walked about once, and its tangents are
//! found once. The work is polynomial in the exposed arcs and what is seen from them.
//!
//! **Successors.** The lines that leave a walked stretch are swept through the triangulation (`window.rs`, `sweep.rs`), as the
//! search for points sweeps its wedges. A window holds *all* lines along which the disc has room, and maybe more:
//! - every point of a leg has clearance ≥ r, so an edge shorter than 2r is not crossed, nor an edge within r of its ends;
//! - a line is bounded by a corner, one at an end of the edge or listed beside it, only where it comes nearest to the corner before
//!   the edge ([`Lines::past`](lines::Lines::past), [`Lines::past_before`](lines::Lines::past_before));
//! - a corner that a leg touches is nearest to the touching point, so it is a corner of a face that the line crosses, or listed in
//!   the profile of an edge of such a face.
//!
//! So every tangent that can be followed is found. Whether one can is decided when it is taken from the open list (`leg.rs`): the
//! distance between two segments that do not cross is attained at an end of one of them, the ends of the leg have room, so
//! only corners matter, and of these the ones listed in the faces that the leg crosses. The arc after it is followed from face to
//! face until another feature comes nearer than r (`arc.rs`).
//!
//! **Bends that lead nowhere.** Along staircases and jagged walls most corners that a leg touches are such that whatever turns there
//! comes too near to the next corner or into a dead end. They are recognised before they are put into the open list (`bending.rs`).
//!
//! **Dominated windows.** Each edge keeps where verified paths have crossed it, and at what cost; lines that come there at a higher
//! cost than from such a place along the edge are dropped (`crossed.rs`). Each tangent is noted once (`noted.rs`).
//!
//! **Ties.** Whether a gap is at least 2r wide is decided in integers: for edges when they are crossed, for corners and walls where
//! an arc or a leg passes between both. Beside a gap that is too narrow by a rounding there is room but for rounding; so neither
//! a leg nor the arc before it may lead through its middle (`leg.rs`). Everything else is tolerant by a millionth of a lattice step
//! in the direction that keeps lines.
//!
//! **Bounds.** A point is searched for first, from the other end (`plane/guide.rs`): its distances are lower bounds for every radius.
//! The guide does not look into dead ends, which arcs may reach into; there only the straight line counts.

mod arc;
mod bending;
mod crossed;
mod finder;
mod layout;
mod leg;
mod lines;
mod noted;
mod search;
mod sweep;
mod tangent;
mod walked;
mod window;

pub(super) use finder::{Answer, DiscFinder};
pub(super) use search::DiscSearch;
pub(super) use tangent::{turned, turned_on_path};
