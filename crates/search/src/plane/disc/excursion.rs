//! Going along the circle around a corner where it reaches into faces that are not the corner's own.

use super::super::path::{Bend, Turn};
use super::frontier::{DiscFrontier, Entry, Root, are_apart};
use super::lines::{Border, Lines};
use super::search::DiscSearch;
use navigant_geometry::Offset;
use navigant_mesh::EdgeId;

/// A circle never goes through so many faces without coming near to one of their corners.
const MOST_FACES: usize = 256;

/// Headings may be off by so much for rounding before they are told apart.
const SLACK: f64 = 1e-7;

impl DiscFrontier {
    /// Goes along the circle around a root from a place in the face of `edge`, where it has this heading; `is_crossed` says
    /// whether it came in through that edge. In each face it looks at the lines that leave the circle there.
    ///
    /// The edge by which it comes back into a face of the root's corner, seen from there, and its heading there; `None` if it
    /// comes too near to another corner before.
    #[cold]
    pub(super) fn go_along(
        &mut self,
        search: &DiscSearch,
        root: u32,
        mut edge: EdgeId,
        mut is_crossed: bool,
        mut heading: Offset,
    ) -> Option<(EdgeId, Offset)> {
        let Root { at, bend: Some((_, Bend { turn, vertex })), .. } = self.roots[root as usize] else { return None };
        let map = search.plain.map;
        let lines = search.lines_from(&self.roots[root as usize]);
        for _ in 0..MOST_FACES {
            if map.origin(edge.prev()) == vertex {
                return Some((edge, heading));
            }
            self.expansions += 1;
            let edges = [edge, edge.next(), edge.prev()];
            let corners = edges.map(|e| search.way(at, map.origin(e)));
            let Some((exit, until)) = lines.first_exit(heading, corners, turn) else {
                self.is_in_doubt = true;
                return None;
            };
            let free = lines.free_until([heading, until], corners, turn)?;
            self.leave_between(search, root, edges, corners, is_crossed, turn.ordered(heading, free));
            let across = (is_crossed && exit != 0).then(|| edges[3 - exit]);
            let along = corners[(exit + 1) % 3] - corners[exit];
            if free != until || !search.may_pass(edges[exit], across, along) {
                return None;
            }
            (edge, is_crossed, heading) = (map.twin(edges[exit]), true, until);
        }
        self.is_in_doubt = true;
        None
    }

    /// Looks at the lines that leave the circle around a root within a face, between two headings.
    fn leave_between(
        &mut self,
        search: &DiscSearch,
        root: u32,
        edges: [EdgeId; 3],
        corners: [Offset; 3],
        is_crossed: bool,
        headings: [Offset; 2],
    ) {
        let lines = search.lines_from(&self.roots[root as usize]);
        let borders = headings.map(Border::along);
        for (i, edge) in edges.into_iter().enumerate() {
            let [right, left] = [corners[i], corners[(i + 1) % 3]];
            for (corner, turn) in [(right, Turn::Left), (left, Turn::Right)] {
                self.bend_within(search, root, corners, borders, Entry::beside(edge), (corner, turn));
            }
            self.bend_beyond(search, root, edge, corners, borders);
            let across = (is_crossed && i != 0).then(|| edges[3 - i]);
            if !search.may_pass(edge, across, left - right) {
                continue;
            }
            let Some(outward) = outward(headings, left - right) else { continue };
            let border = |i: usize, end: Offset, other: Offset, turn: Turn| {
                let old = outward[i];
                if old.dot(end) > 0.0 {
                    return Some(lines.at_new_end(old, end, other, turn).0);
                }
                // It is behind where they leave the circle; if on the wrong side, they do not come through the edge.
                (lines.room(old, end, turn) >= 0.0).then_some(Border::along(old))
            };
            let borders = (border(0, right, left, Turn::Right), border(1, left, right, Turn::Left));
            if let (Some(right_border), Some(left_border)) = borders
                && are_apart(&[right_border, left_border])
            {
                self.push_crossing(search, edge, root, [right_border, left_border], [right, left]);
            }
        }
        if search.plain.has_goal(edges[0].face()) {
            self.arrive(search, root, borders, corners);
        }
    }
}

impl Lines {
    /// Where the circle around the root leaves a face: by which edge, and with which heading. It is in it with this heading;
    /// the corners are counter-clockwise.
    fn first_exit(self, heading: Offset, corners: [Offset; 3], turn: Turn) -> Option<(usize, Offset)> {
        let mut first: Option<(usize, Offset)> = None;
        for i in 0..3 {
            let Some(mut exit) = self.exit(corners[i], corners[(i + 1) % 3]) else { continue };
            let ahead = heading.cross(exit) * turn.side();
            if ahead < -SLACK {
                continue;
            }
            if ahead < 0.0 && heading.dot(exit) > 0.0 {
                exit = heading;
            }
            if first.is_none_or(|(_, other)| exit.cross(other) * turn.side() > 0.0) {
                first = Some((i, exit));
            }
        }
        first
    }

    /// The heading with which the circle around the root crosses the line from one place to another, from its left to its right.
    #[inline]
    pub(super) fn exit(self, from: Offset, to: Offset) -> Option<Offset> {
        let along = to - from;
        let (squared, off) = (along.squared(), from.cross(along));
        if off * off >= self.radius * self.radius * squared {
            return None;
        }
        let length = squared.sqrt();
        let ahead = along * (1.0 / length);
        let cosine = off / (self.side * length);
        Some(ahead * cosine - ahead.left() * (1.0 - cosine * cosine).sqrt())
    }

    /// How far the circle around the root goes on from one heading to another without coming nearer to one of these corners than
    /// the radius; `None` if it does not.
    fn free_until(self, [from, mut until]: [Offset; 2], corners: [Offset; 3], turn: Turn) -> Option<Offset> {
        let side = turn.side();
        for corner in corners {
            let squared = corner.squared();
            let reach = squared + 2.0 * self.radius * self.leeway;
            let distance = squared.sqrt();
            let cosine = reach / (2.0 * self.radius * distance);
            if cosine >= 1.0 {
                continue;
            }
            let enough = self.radius - self.leeway;
            if (from.left() * -self.side - corner).squared() < enough * enough {
                return None;
            }
            let ahead = corner * (1.0 / distance);
            let place = ahead * cosine - ahead.left() * (side * (1.0 - cosine * cosine).sqrt());
            let enters = place.left() * side;
            if from.cross(enters) * side >= 0.0 && enters.cross(until) * side > 0.0 {
                until = enters;
            }
        }
        Some(until)
    }
}

/// Those of the headings from right to left, less than half a turn, that lead out of a face by an edge along which the face lies
/// to the left.
fn outward([right, left]: [Offset; 2], along: Offset) -> Option<[Offset; 2]> {
    let is_outward = |heading: Offset| along.cross(heading) < 0.0;
    let unit = || along * (1.0 / along.length());
    match (is_outward(right), is_outward(left)) {
        (true, true) => Some([right, left]),
        (true, false) => Some([right, unit()]),
        (false, true) => Some([unit() * -1.0, left]),
        (false, false) => None,
    }
}
