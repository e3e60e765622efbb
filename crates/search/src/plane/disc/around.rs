//! Going on from the circle around a corner.

use super::super::path::{Bend, Turn};
use super::frontier::{DiscFrontier, Entry, Root, are_apart};
use super::lines::Border;
use super::search::DiscSearch;
use super::sweep::Sweep;
use super::tangent::unit;
use navigant_geometry::Offset;
use navigant_mesh::EdgeId;

impl DiscFrontier {
    /// Looks into the faces around a root, from the edge it was reached by to the wall it bends around; and leaves them by the
    /// edges opposite to it.
    #[inline(never)]
    pub(super) fn look_around(
        &mut self,
        search: &DiscSearch,
        Entry { edge: mut entry, mut is_crossed, within }: Entry,
        root: u32,
    ) {
        let Root { at, heading, bend: Some((before, Bend { turn, .. })), .. } = self.roots[root as usize] else {
            return;
        };
        let way = Offset::between(self.roots[before as usize].at, at);
        let length = self.length_by(before, heading, way);
        self.roots[root as usize].length = length;
        if self.is_outdone(entry, turn, length, heading) || !self.has_wall(search, at, heading, entry, turn) {
            return;
        }
        self.expansions += 1;
        let map = search.plain.map;
        let lines = search.lines_from(&self.roots[root as usize]);
        let passage = search.profiles.passage(turn.rim(turn.first_spoke(entry)));
        // Who does not go through a whole passage may still come to where it is too narrow.
        if (within.is_some() || passage < search.width) && !self.has_room_at(search, root) {
            return;
        }
        let here = Offset::default();
        let outer = turn.reversed();
        let (first, mut sweep) = (entry, Sweep::new(heading, turn));
        let mut near = search.way(at, outer.corner(map, entry));
        // How it comes into the face.
        let mut comes = heading;
        if let Some(e) = within {
            let Some((rim, heading)) = self.go_along(search, root, e, false, heading) else { return };
            if rim.face() != entry.face() {
                self.is_in_doubt = true;
                return;
            }
            comes = heading;
        }
        let mut border = Border::along(comes);
        loop {
            let spoke = turn.first_spoke(entry);
            let (rim, far) = (turn.rim(spoke), search.way(at, turn.far_vertex(map, spoke)));
            // What is behind, no line passes that leaves the circle here.
            if sweep.is_to_pass(near) {
                border = lines.at_new_end(border.heading, near, here, outer).0;
            }
            let (borders, ends) = (turn.ordered(border, Border::none()), turn.ordered(near, here));
            let is_behind = sweep.is_behind(far);
            if !is_behind {
                self.look_into(search, root, entry, borders, ends, far);
                let came = Entry { edge: entry, is_crossed, within: None };
                let leaving = match turn {
                    Turn::Left => self.leave_on_the_right(search, root, came, borders, ends, far),
                    Turn::Right => self.leave_on_the_left(search, root, came, borders, ends, far),
                };
                let ends = turn.ordered(near, far);
                let beyond =
                    lines.exit_between(ends).filter(|exit| entry != first || comes.cross(*exit) * turn.side() >= 0.0);
                if let Some(borders) = leaving.map(|borders| lines.before(borders, beyond, turn)).filter(are_apart) {
                    self.push_crossing(search, rim, root, borders, ends);
                }
                if let Some(exit) = beyond {
                    if !search.may_cross(rim) {
                        return;
                    }
                    let Some((back, _)) = self.go_along(search, root, map.twin(rim), true, exit) else { return };
                    if back != rim {
                        self.is_in_doubt = true;
                        return;
                    }
                }
            }
            self.edges.at(entry).turned[turn as usize] = Some(root);
            let passage = if is_crossed { search.profiles.passage(rim) } else { f32::INFINITY };
            if map.is_wall(spoke) || !search.is_wide(passage, far) {
                return;
            }
            is_crossed = true;
            border = Border::along(lines.left_behind(border, near, turn.ordered(far, here), outer));
            // The circle crosses the spoke at a right angle.
            let along_circle = unit(far).left() * turn.side();
            if !is_behind && search.is_open(spoke) && self.is_spoke_in_vain(root, spoke, far.length(), along_circle) {
                let (border, _) = lines.at_new_end(border.heading, far, here, outer);
                let borders = turn.ordered(border, Border::along(along_circle));
                if are_apart(&borders) {
                    self.push_crossing(search, spoke, root, borders, turn.ordered(far, here));
                }
                return;
            }
            near = far;
            entry = map.twin(spoke);
            if sweep.is_half_around(near) || entry == first {
                self.is_in_doubt = true;
                return;
            }
        }
    }

    /// Whether there is a better way to where the circle around a root crosses a spoke, so long, with this heading. If not, this
    /// one is remembered.
    fn is_spoke_in_vain(&mut self, root: u32, spoke: EdgeId, length: f64, heading: Offset) -> bool {
        let from = &self.roots[root as usize];
        let radius = from.side.abs();
        let at = if from.side > 0.0 { length - radius } else { radius };
        let way = from.length + from.turned(heading) * radius;
        let crossed = &mut self.edges.at(spoke).crossed;
        if crossed.is_place_in_vain(at, way, length) {
            return true;
        }
        crossed.note_place(at, way, length);
        false
    }

    /// Whether the disc has room where it comes to the circle around a root.
    #[cold]
    fn has_room_at(&mut self, search: &DiscSearch, root: u32) -> bool {
        let Root { at, side, heading, .. } = self.roots[root as usize];
        let place = Offset::to(at) - heading.left() * side;
        self.room.along_line(search.plain.map, place, place, search.radius - search.leeway)
    }
}
