//! Convex cells, merged from triangles.
//!
//! The cells of Hertel and Mehlhorn's rule depend on the order in which edges are removed. Here edges are taken by length, the
//! longest first, so whether an edge goes depends on longer ones only, and an edit is followed from edge to shorter edge.

use super::MapRoadmap;
use super::graph::Roadmap;
use super::portals::{Portals, is_passage};
use crate::ids::{EdgeId, FaceId, VertexId};
use crate::journal::{Revision, touched};
use crate::map::Map;
use navigant_geometry::internals::orient;
use std::collections::BTreeSet;

/// Triangles merged to convex cells; the middles of the edges between cells are joined across each cell.
///
/// Every free edge is looked at, the longest first, and taken out if what it separates stays convex at both of its ends
/// (Hertel, Mehlhorn, "Fast Triangulation of Simple Polygons", 1983, but in an order that the map gives). So whether an
/// edge stays depends only on longer edges at its ends. An edit looks again at the edges around what it touched, and
/// at shorter ones beside those that are decided otherwise than before; the cells are the same as after a rebuild.
///
/// Unlike NEOGEN's (Oliva, Pelechano, 2013), cells are exactly convex.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::roadmap::{MapRoadmap, ConvexCells};
/// let map = Map::build(
///     &[Outline::rectangle([0.0, 0.0], [10.0, 10.0])],
///     &[Outline::rectangle([4.0, 4.0], [6.0, 6.0])],
/// )?.0;
/// let cells = ConvexCells::of(&map);
/// assert_eq!(cells.roadmap().waypoints().count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConvexCells {
    portals: Portals,
    /// By edge, from either side: whether it is taken out.
    merged: Vec<bool>,
    revision: Revision,
}

/// Where an edge stands: the longest first, then by the waypoints of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    shortness: std::cmp::Reverse<i64>,
    ends: [(i32, i32); 2],
    edge: EdgeId,
}

impl Turn {
    fn of(map: &Map, e: EdgeId) -> Turn {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
        let (dx, dy) = (i64::from(a.x) - i64::from(b.x), i64::from(a.y) - i64::from(b.y));
        let mut ends = [(a.x, a.y), (b.x, b.y)];
        ends.sort_unstable();
        let edge = e.min(map.twin(e));
        Turn { shortness: std::cmp::Reverse(dx * dx + dy * dy), ends, edge }
    }

    /// Whether it comes before another.
    fn is_before(&self, other: &Turn) -> bool {
        (self.shortness, self.ends) < (other.shortness, other.ends)
    }
}

impl ConvexCells {
    /// The cells of a map as it is now.
    pub fn of(map: &Map) -> ConvexCells {
        let mut cells = ConvexCells { portals: Portals::default(), merged: Vec::new(), revision: map.revision() };
        let faces: Vec<FaceId> = map.faces().collect();
        cells.look_at(map, &faces);
        cells
    }

    /// Whether an edge lies inside a cell.
    pub(crate) fn is_inside(&self, e: EdgeId) -> bool {
        self.merged.get(e.index()).is_some_and(|&merged| merged)
    }

    /// How many cells there are in the map they were made for: a pass over its faces. Of another map it means nothing.
    pub(crate) fn count(&self, map: &Map) -> usize {
        // Cells are trees of triangles: a convex cell has no vertex inside.
        let free = map.faces().filter(|&f| map.is_free(f)).count();
        let inside = map.faces().flat_map(FaceId::edges).filter(|&e| self.is_inside(e)).count();
        free.saturating_sub(inside / 2)
    }

    /// Decides about the edges around some faces, sorted, and whatever depends on them.
    fn look_at(&mut self, map: &Map, touched: &[FaceId]) {
        self.merged.resize(map.face_slots() * 4, false);
        let mut waiting: BTreeSet<Turn> = BTreeSet::new();
        let mut changed: Vec<FaceId> = touched.to_vec();
        for &f in touched {
            f.edges().iter().for_each(|e| self.merged[e.index()] = false);
        }
        let there = || touched.iter().copied().filter(|&f| map.plane.tri.is_inner(f));
        for f in there() {
            for e in f.edges() {
                self.merged[map.twin(e).index()] = false;
            }
            for v in map.corners(f) {
                waiting.extend(map.edges_from(v).filter(|&e| is_passage(map, e)).map(|e| Turn::of(map, e)));
            }
        }
        while let Some(turn) = waiting.pop_first() {
            let (e, twin) = (turn.edge, map.twin(turn.edge));
            let merged = [map.origin(e), map.origin(twin)].into_iter().all(|v| self.is_convex_without(map, v, &turn));
            let is_new = [e, twin].iter().any(|e| touched.binary_search(&e.face()).is_ok());
            if merged == self.merged[e.index()] && !is_new {
                continue;
            }
            (self.merged[e.index()], self.merged[twin.index()]) = (merged, merged);
            changed.extend([e.face(), twin.face()]);
            for v in [map.origin(e), map.origin(twin)] {
                let shorter = map.edges_from(v).filter(|&e| is_passage(map, e)).map(|e| Turn::of(map, e));
                waiting.extend(shorter.filter(|other| turn.is_before(other)));
            }
        }
        changed.sort_unstable();
        changed.dedup();
        let merged = &self.merged;
        self.portals.follow(map, &changed, |e| !merged[e.index()]);
    }

    /// Whether the corner at one end of an edge stays convex without it, as far as longer edges are decided.
    fn is_convex_without(&self, map: &Map, v: VertexId, turn: &Turn) -> bool {
        let Some(start) = [turn.edge, map.twin(turn.edge)].into_iter().find(|&e| map.origin(e) == v) else {
            return false;
        };
        let is_there = |e: EdgeId| !self.merged[e.index()] || turn.is_before(&Turn::of(map, e));
        let around = |step: fn(&Map, EdgeId) -> EdgeId| {
            let mut e = step(map, start);
            while e != start && !is_there(e) {
                e = step(map, e);
            }
            e
        };
        let left = around(|map, e| map.twin(e.prev()));
        let right = around(|map, e| map.twin(e).next());
        if left == start || left == right {
            return false;
        }
        let [from, to, corner] = [map.target(right), map.target(left), v].map(|v| map.lattice_point(v));
        let turns = orient(corner, from, to);
        let is_straight = || {
            let [a, b] = [from, to].map(|p| [p.x - corner.x, p.y - corner.y].map(i64::from));
            a[0] * b[0] + a[1] * b[1] < 0
        };
        turns > 0 || turns == 0 && is_straight()
    }
}

impl MapRoadmap for ConvexCells {
    /// Catches up with the edits of its map, by [`Map::changes_since`]. If these are forgotten, or if it is another map, it is
    /// rebuilt.
    ///
    /// Cost: the faces around what the edits touched, and the cells beside them.
    fn follow(&mut self, map: &Map) {
        match map.changes_since(self.revision) {
            Ok(changes) => {
                self.look_at(map, &touched(changes));
                self.revision = map.revision();
            }
            Err(_) => *self = ConvexCells::of(map),
        }
    }

    fn roadmap(&self) -> &Roadmap {
        &self.portals.roadmap
    }
}
