//! Going on from the circle around a corner.

use super::super::path::{Bend, Turn};
use super::frontier::{DiscFrontier, Entry, Root, are_apart};
use super::lines::Border;
use super::search::DiscSearch;
use super::sweep::Sweep;
use navigant_geometry::Offset;
use navigant_mesh::EdgeId;

impl DiscFrontier {
    /// Goes on from a root in a face that its corner is not part of, but its circle reaches into: beyond this edge of the face.
    #[cold]
    pub(super) fn leave_from_within(&mut self, search: &DiscSearch, root: u32, e: EdgeId) {
        let Root { at, heading, bend: Some((_, Bend { turn, .. })), .. } = self.roots[root as usize] else { return };
        let map = search.plain.map;
        let lines = search.lines_from(&self.roots[root as usize]);
        let corners = [map.origin(e), map.target(e), map.origin(e.prev())].map(|v| search.way(at, v));
        let borders = turn.ordered(Border::along(heading), Border::none());
        for (i, edge) in [e, e.next(), e.prev()].into_iter().enumerate() {
            let [right, left] = [corners[i], corners[(i + 1) % 3]];
            for (corner, turn) in [(right, Turn::Left), (left, Turn::Right)] {
                self.bend_within(search, root, corners, borders, Entry::beside(edge), (corner, turn));
            }
            self.bend_beyond(search, root, edge, corners, borders);
            if search.may_pass(edge, None, left - right) {
                let (on_right, _) = lines.at_new_end(borders[0].heading, right, left, Turn::Right);
                let (on_left, _) = lines.at_new_end(borders[1].heading, left, right, Turn::Left);
                let borders = [on_right, on_left];
                if are_apart(&borders) {
                    self.push_crossing(search, edge, root, borders, [right, left]);
                }
            }
        }
        self.is_in_doubt |= search.reaches_beyond(map.twin(e), &self.roots[root as usize]);
        if search.plain.has_goal(e.face()) {
            self.arrive(search, root, borders, corners);
        }
    }

    /// Looks into the faces around a root, from the edge it was reached by to the wall it bends around; and leaves them by the
    /// edges opposite to it.
    #[inline(never)]
    pub(super) fn look_around(
        &mut self,
        search: &DiscSearch,
        Entry { edge: mut entry, mut is_crossed, within }: Entry,
        root: u32,
    ) {
        let Root { at, length, heading, bend: Some((_, Bend { turn, .. })), .. } = self.roots[root as usize] else {
            return;
        };
        if self.is_outdone(entry, turn, length, heading) {
            return;
        }
        self.expansions += 1;
        let map = search.plain.map;
        let lines = search.lines_from(&self.roots[root as usize]);
        let here = Offset::default();
        let outer = turn.reversed();
        if let Some(e) = within {
            self.leave_from_within(search, root, e);
        }
        let (first, mut sweep) = (entry, Sweep::new(heading, turn));
        let mut near = search.way(at, outer.corner(map, entry));
        let mut border = Border::along(heading);
        loop {
            let turned = &mut self.turned[entry.index()][turn as usize];
            *turned = (self.epoch, root);
            let spoke = turn.first_spoke(entry);
            let (rim, far) = (turn.rim(spoke), search.way(at, turn.far_vertex(map, spoke)));
            // What is behind, no line passes that leaves the circle here.
            if sweep.is_to_pass(near) {
                border = lines.at_new_end(border.heading, near, here, outer).0;
            }
            let (borders, ends) = (turn.ordered(border, Border::none()), turn.ordered(near, here));
            if !sweep.is_behind(far) {
                self.look_into(search, root, entry, borders, ends, far);
                let came = Entry { edge: entry, is_crossed, within: None };
                let leaving = match turn {
                    Turn::Left => self.leave_on_the_right(search, root, came, borders, ends, far),
                    Turn::Right => self.leave_on_the_left(search, root, came, borders, ends, far),
                };
                let ends = turn.ordered(near, far);
                if let Some(borders) = leaving.map(|borders| lines.on_arc(borders, ends)).filter(are_apart) {
                    self.push_crossing(search, rim, root, borders, ends);
                }
            }
            let passage = if is_crossed { search.profiles.passage(rim) } else { f32::INFINITY };
            if map.is_wall(spoke) || !search.is_wide(passage, far) {
                return;
            }
            is_crossed = true;
            border = Border::along(lines.left_behind(border, near, turn.ordered(far, here), outer));
            near = far;
            entry = map.twin(spoke);
            if sweep.is_half_around(near) || entry == first {
                self.is_in_doubt = true;
                return;
            }
        }
    }
}
