//! What a search knows of the vertices: how near they are.
//!
//! Every vertex that is seen is a corner whose distance is known at once. If all that a root sees of an edge is nearer by way of
//! one of the edge's ends, no shortest path comes that way and the node is dominated: the filter of Xin and Wang, "Improving Chen
//! and Han's algorithm on the discrete geodesic problem" (2009).

use super::path::{Bend, Turn};
use crate::tolerance::ABOVE;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, Map, VertexId};
use std::hint::select_unpredictable;

/// The least lengths at which one search has come to the vertices it has seen; what earlier searches knew is forgotten
/// at no cost.
///
/// At a vertex that is a pinch, lengths are told apart by the wall a path bends around: between its places there is no way.
#[derive(Debug, Default)]
pub(super) struct Reached {
    epoch: u32,
    /// By vertex.
    known: Vec<Known>,
    /// By edge and turn, for walls that end in a pinch: the search, and the length.
    at_pinches: Vec<[(u32, f64); 2]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    length: f64,
    /// The search that knows it.
    epoch: u32,
    /// The root that it is seen from, above two bits: whether a path that is as long has bent here, by turn.
    root_and_turns: u32,
}

/// Whether a way is longer than another by more than rounding can make it. Ways that are equally long in truth must not
/// be told apart: straight on past a corner and by way of the corner are the same way, and only one of them is gone on.
#[inline]
pub(super) fn is_longer(length: f64, than: f64) -> bool {
    length > than * ABOVE
}

impl Reached {
    /// Forgets the last search.
    pub(super) fn begin(&mut self, map: &Map) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.known.fill(Known::default());
            self.at_pinches.fill([(0, 0.0); 2]);
            self.epoch = 1;
        }
        if self.known.len() < map.vertex_slots() {
            self.known.resize(map.vertex_slots(), Known::default());
        }
    }

    /// Whether a vertex has not been seen yet, or from farther away.
    #[inline]
    pub(super) fn is_news(&self, v: VertexId, length: f64) -> bool {
        let known = &self.known[v.index()];
        known.epoch != self.epoch || length < known.length
    }

    /// A vertex is seen from a root, and nearer than before.
    #[inline]
    pub(super) fn see(&mut self, v: VertexId, length: f64, root: u32) {
        let known = &mut self.known[v.index()];
        // Who bent here on a way that is as long but for rounding need not come again.
        let is_equal = known.epoch == self.epoch && !is_longer(known.length, length);
        let turns = if is_equal { known.root_and_turns & 3 } else { 0 };
        *known = Known { length, epoch: self.epoch, root_and_turns: root << 2 | turns };
    }

    /// The least length at which a vertex has been seen; `None` if it has not.
    #[inline]
    pub(super) fn length(&self, v: VertexId) -> Option<f64> {
        let known = &self.known[v.index()];
        (known.epoch == self.epoch).then_some(known.length)
    }

    /// How far a vertex is, if it is seen best from another root; else infinitely far.
    #[inline]
    pub(super) fn by_another(&self, v: VertexId, root: u32) -> f64 {
        let known = &self.known[v.index()];
        let is_known = (known.epoch == self.epoch) & (known.root_and_turns >> 2 != root);
        select_unpredictable(is_known, known.length, f64::INFINITY)
    }

    /// Whether a path of this length may be the shortest to bend here.
    #[inline]
    pub(super) fn is_worth_bending(&self, bend: Bend, length: f64) -> bool {
        let known = &self.known[bend.vertex.index()];
        if known.epoch != self.epoch || is_longer(known.length, length) {
            return true;
        }
        let bent = known.root_and_turns >> (bend.turn as u32) & 1 == 1;
        !bent && !is_longer(length, known.length)
    }

    /// A path that is worth it bends here.
    #[inline]
    pub(super) fn bend(&mut self, bend: Bend, length: f64, root: u32) {
        if self.is_news(bend.vertex, length) {
            self.see(bend.vertex, length, root);
        }
        self.known[bend.vertex.index()].root_and_turns |= 1 << (bend.turn as u32);
    }

    /// A path comes through `entry` to bend around a wall at a pinch: whether it is the shortest to do so. Where tolls part the place that
    /// it comes to from the rest, `entry` is `None`.
    pub(super) fn bend_at_pinch(
        &mut self,
        map: &Map,
        wall: EdgeId,
        entry: Option<EdgeId>,
        turn: Turn,
        length: f64,
    ) -> bool {
        if self.at_pinches.len() < 4 * map.face_slots() {
            self.at_pinches.resize(4 * map.face_slots(), [(0, 0.0); 2]);
        }
        let best = &mut self.at_pinches[wall.index()][turn as usize];
        if best.0 == self.epoch && best.1 <= length {
            return false;
        }
        *best = (self.epoch, length);
        let Some(entry) = entry else { return true };
        // A longer path to the same place that bends the other way is dominated.
        let other = &mut self.at_pinches[turn.wall_behind(map, entry).index()][1 - turn as usize];
        // By a way that is exactly as long it may still come: hence the next larger number.
        if other.0 != self.epoch || length < other.1 {
            *other = (self.epoch, length.next_up());
        }
        true
    }

    /// Whether a path that bends here, around this wall at a pinch, is longer than another that does.
    #[inline]
    pub(super) fn is_dominated(&self, bend: Bend, wall: Option<EdgeId>, length: f64) -> bool {
        match wall {
            None => {
                let known = &self.known[bend.vertex.index()];
                known.epoch == self.epoch && is_longer(length, known.length)
            }
            Some(wall) => {
                let (epoch, best) = self.at_pinches[wall.index()][bend.turn as usize];
                epoch == self.epoch && best < length
            }
        }
    }
}
