//! Bending around corners: which ones a leg leads to, and which of them a path can bend around.

use super::super::path::{Bend, Turn};
use super::frontier::{DiscFrontier, Entry, Node, Root};
use super::lines::{Border, is_here};
use super::search::DiscSearch;
use super::sweep::Sweep;
use super::tangent::{ROUNDING, turned};
use navigant_geometry::Offset;
use navigant_mesh::clearance::Feature;
use navigant_mesh::{EdgeId, LatticePoint, Map, VertexId};
use std::f64::consts::PI;

/// What is beside a face by so many steps may be in it.
const NEARLY: f64 = 1e-4;

impl DiscFrontier {
    /// Bends around a corner, if a leg leads to its circle that ends within a face; all but the last are ways from the root:
    /// to the corners of the face, counter-clockwise, and to the corner to bend around. The root may be among them.
    #[inline]
    pub(super) fn bend_within(
        &mut self,
        search: &DiscSearch,
        root: u32,
        corners: [Offset; 3],
        borders: [Border; 2],
        entry: Entry,
        (corner, turn): (Offset, Turn),
    ) {
        if let Some(heading) = self.heading_within(search, root, corners, borders, (corner, turn)) {
            self.bend(search, root, entry, turn, heading);
        }
    }

    /// The direction of a leg from a root to the circle around a corner, if it ends within a face.
    #[inline]
    pub(super) fn heading_within(
        &self,
        search: &DiscSearch,
        root: u32,
        corners: [Offset; 3],
        borders: [Border; 2],
        (corner, turn): (Offset, Turn),
    ) -> Option<Offset> {
        let heading = search.lines_from(&self.roots[root as usize]).touching(corner, turn)?;
        self.leads_into(search, root, corners, borders, (corner, heading)).then_some(heading)
    }

    /// Whether a leg with a direction to the circle around a corner ends within a face, and keeps away from its corners.
    #[inline]
    pub(super) fn leads_into(
        &self,
        search: &DiscSearch,
        root: u32,
        corners: [Offset; 3],
        [right, left]: [Border; 2],
        (corner, heading): (Offset, Offset),
    ) -> bool {
        if !right.allows(heading, Turn::Right) || !left.allows(heading, Turn::Left) {
            return false;
        }
        let lines = search.lines_from(&self.roots[root as usize]);
        let leg = heading.dot(corner);
        let end = lines.end(heading, corner);
        let is_inside = (0..3).all(|i| {
            let along = corners[(i + 1) % 3] - corners[i];
            along.cross(end - corners[i]) >= -NEARLY * (along.x.abs() + along.y.abs())
        });
        let is_clear = |c: Offset| is_here(c) || lines.is_clear(heading, leg, c);
        is_inside && corners.into_iter().all(is_clear)
    }

    /// Bends around corners beyond an edge of a face, if their circles reach into the face, and a leg leads to one that ends
    /// within the face.
    ///
    /// Where it ends, the corner is nearest. So it is nearest too where the way to it crosses the edge, and listed there.
    #[inline]
    pub(super) fn bend_beyond(
        &mut self,
        search: &DiscSearch,
        root: u32,
        e: EdgeId,
        corners: [Offset; 3],
        borders: [Border; 2],
    ) {
        if f64::from(search.profiles.corner_beyond(e)) < search.radius {
            self.bend_around_listed(search, root, e, corners, borders);
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn bend_around_listed(
        &mut self,
        search: &DiscSearch,
        root: u32,
        e: EdgeId,
        corners: [Offset; 3],
        borders: [Border; 2],
    ) {
        let map = search.plain.map;
        let at = self.roots[root as usize].at;
        let lines = search.lines_from(&self.roots[root as usize]);
        for feature in search.profiles.left_of(map.twin(e)) {
            let Feature::Corner(v) = feature else { continue };
            let way = search.way(at, v);
            for turn in [Turn::Left, Turn::Right] {
                let Some(heading) = self.heading_within(search, root, corners, borders, (way, turn)) else { continue };
                if let Some(edge) = facing_edge(search, at, lines.end(heading, way), e, v, turn) {
                    self.bend(search, root, Entry { within: Some(e), ..Entry::beside(edge) }, turn, heading);
                }
            }
        }
    }

    /// Makes a corner a root: an end of an edge that leads into its face. Whether a path with this heading can bend around it,
    /// how long it is, and what is seen from there, is found when it is its turn.
    pub(super) fn bend(&mut self, search: &DiscSearch, root: u32, entry: Entry, turn: Turn, heading: Offset) {
        let map = search.plain.map;
        let edge = entry.edge;
        let bend = Bend { vertex: turn.corner(map, edge), turn };
        let at = map.lattice_point(bend.vertex);
        if self.arrived[bend.vertex.index()][turn as usize] == (self.epoch, root) {
            return;
        }
        let from = &self.roots[root as usize];
        let leg = heading.dot(Offset::between(from.at, at)).max(0.0);
        let length = from.length + from.least_turned(heading) * from.side.abs() + leg;
        if self.is_outdone(edge, turn, length, heading) {
            return;
        }
        self.arrived[bend.vertex.index()][turn as usize] = (self.epoch, root);
        let side = turn.side() * search.radius;
        let touch = heading.left() * -side;
        let mut left = (Offset::between(at, search.plain.goal) - touch).length();
        if search.plain.is_looked_into(edge.face()) {
            // Where it comes to the circle, it sees the corner.
            left = left.max(search.guide.least(bend.vertex, length + search.radius) - search.radius);
        }
        let estimate = length + left;
        let unseen = length + search.guide.unseen(Offset::to(at) + touch, length);
        self.agenda.push(Node::LookAround { entry, root: self.roots.len() as u32 }, estimate);
        self.roots.push(Root { at, side, length, unseen, heading, bend: Some((root, bend)) });
    }

    /// Whether another way has come to a corner before, and turned around it by this edge, that is no longer.
    pub(super) fn is_outdone(&self, entry: EdgeId, turn: Turn, length: f64, heading: Offset) -> bool {
        self.edges.get(entry).and_then(|edge| edge.turned[turn as usize]).is_some_and(|other| {
            let other = &self.roots[other as usize];
            let turned = turned(other.heading, heading, turn);
            turned <= PI && other.length + turned * other.side.abs() <= length * (1.0 + ROUNDING)
        })
    }

    /// Whether there is a wall to bend around at a corner, for a path with this heading that enters the face of `entry`:
    /// when turning to this side, it is met within half a turn.
    pub(super) fn has_wall(
        &self,
        search: &DiscSearch,
        at: LatticePoint,
        heading: Offset,
        entry: EdgeId,
        turn: Turn,
    ) -> bool {
        let map = search.plain.map;
        let mut sweep = Sweep::new(heading, turn);
        let first = turn.first_spoke(entry);
        let mut spoke = first;
        loop {
            if sweep.is_half_around(search.way(at, turn.far_vertex(map, spoke))) {
                return is_post(map, turn.corner(map, entry));
            }
            if map.is_wall(spoke) {
                return true;
            }
            spoke = turn.next_spoke(map, spoke);
            if spoke == first {
                return true;
            }
        }
    }
}

/// The first edge at a corner, in the face in which one comes to it straight from a place, through this edge; `None` if one
/// does not: then there is no room at the place, or the corner is beyond another edge. Ways are from `at`.
fn facing_edge(
    search: &DiscSearch,
    at: LatticePoint,
    from: Offset,
    e: EdgeId,
    corner: VertexId,
    turn: Turn,
) -> Option<EdgeId> {
    let map = search.plain.map;
    let ahead = search.way(at, corner) - from;
    let is_left = |v: VertexId| ahead.cross(search.way(at, v) - from) > 0.0;
    if is_left(map.origin(e)) || !is_left(map.target(e)) {
        return None;
    }
    let mut entry = map.twin(e);
    // On a straight line no face is crossed twice.
    for _ in 0..map.face_slots() {
        let apex = map.origin(entry.prev());
        if apex == corner {
            return Some(if turn == Turn::Left { entry.prev() } else { entry.next() });
        }
        let exit = if is_left(apex) { entry.next() } else { entry.prev() };
        if map.is_wall(exit) {
            return None;
        }
        entry = map.twin(exit);
    }
    None
}

/// Whether no wall ends at a vertex.
fn is_post(map: &Map, v: VertexId) -> bool {
    !map.edges_from(v).any(|e| map.is_wall(e))
}
