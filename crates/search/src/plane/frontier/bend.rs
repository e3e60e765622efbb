//! Roots at corners that a path bends around, and what is seen from them.

use super::super::path::{Bend, Turn};
use super::super::plain_search::Search;
use super::super::wedge::{Way, Wedge};
use super::{Frontier, Node, Root};
use navigant_mesh::EdgeId;
use navigant_mesh::internals::MapInternals as _;

impl Frontier {
    /// Makes an end of the edge that was crossed a root, if a path can bend around it. The root is remembered by the wall
    /// it bends around, and counts only if it is the first there or has come by a shorter way. What is seen from it is found when it is its turn.
    #[inline(always)]
    pub(super) fn bend(&mut self, search: &Search, root: u32, entry: EdgeId, turn: Turn) {
        let map = search.map;
        let vertex = turn.corner(map, entry);
        let at = map.lattice_point(vertex);
        let from = &self.roots[root as usize];
        let ahead = Way::between(from.at, at);
        let (length, tolls) = (from.length + ahead.length(), from.tolls);
        let bend = Bend { vertex, turn };
        let is_pinch = search.has_places(vertex);
        if !is_pinch && !self.reached.is_worth_bending(bend, length) {
            return;
        }
        let Some(spoke) = turn.wall_at_bend(map, at, ahead, entry) else { return };
        // Where turning costs something, a place ends at the first toll.
        let wall =
            is_pinch.then(|| if search.pays() { first_toll(search, entry, turn).unwrap_or(spoke) } else { spoke });
        let new = self.roots.len() as u32;
        match wall {
            None => self.reached.bend(bend, length, new),
            Some(wall) => {
                if !self.reached.bend_at_pinch(map, wall, (!search.pays()).then_some(entry), turn, length) {
                    return;
                }
            }
        }
        let least = search.ahead.map_or(0.0, |ahead| length + ahead.least(map, vertex));
        self.roots.push(Root { at, length, at_bend: length, tolls, bend: Some((root, bend)), wall, least });
        let ahead = if search.is_map() { 0.0 } else { Way::between(at, search.goal).length() };
        self.open.push(Node::LookAround { entry, root: new }, (length + ahead).max(least));
    }

    /// Pushes what is seen from a root: the edges opposite to it, from the line of sight it was reached by to the wall it
    /// bends around; and the goal, if it lies in between.
    #[inline(never)]
    pub(super) fn look_around(&mut self, search: &Search, entry: EdgeId, root: u32) {
        self.expansions += 1;
        // Two copies of the loop, each of which knows to which side it turns.
        match self.roots[root as usize].bend {
            Some((before, Bend { turn: Turn::Left, .. })) => self.look_to(search, entry, root, before, Turn::Left),
            Some((before, Bend { turn: Turn::Right, .. })) => self.look_to(search, entry, root, before, Turn::Right),
            None => {}
        }
    }

    #[inline(always)]
    fn look_to(&mut self, search: &Search, entry: EdgeId, mut root: u32, before: u32, turn: Turn) {
        let map = search.map;
        let at = self.roots[root as usize].at;
        let mut ahead = Way::between(self.roots[before as usize].at, at);
        let mut spoke = turn.first_spoke(entry);
        let mut near = Way::between(at, turn.far_end(map, turn.rim(spoke)));
        loop {
            let far = Way::between(at, turn.far_end(map, spoke));
            let [right, left] = turn.ordered(ahead, far);
            if search.takes_notes() {
                self.note(search, spoke, spoke, root, Wedge { right, left });
            }
            let has_goal = search.has_goal(spoke.face());
            if has_goal {
                let length = self.roots[root as usize].length;
                self.open.push(Node::Arrive { root }, length + Way::between(at, search.goal).length());
            }
            if (!has_goal || search.is_guide()) && right.cross(left) > 0 {
                self.see(search, turn.far_vertex(map, spoke), root, far);
                let rim = turn.rim(spoke);
                if search.may_cross(rim) {
                    self.push_crossing(search, rim, root, Wedge { right, left }, turn.ordered(near, far));
                }
            }
            if map.is_wall(spoke) {
                return;
            }
            match self.beyond(search, spoke, root) {
                Some(beyond) => root = beyond,
                None => return,
            }
            (ahead, near) = (far, far);
            spoke = turn.next_spoke(map, spoke);
        }
    }
}

/// The first spoke with a toll that one comes to when turning around a corner; `None` if a wall comes first.
fn first_toll(search: &Search, entry: EdgeId, turn: Turn) -> Option<EdgeId> {
    let mut spoke = turn.first_spoke(entry);
    while !search.map.is_wall(spoke) {
        if search.toll(spoke) > 0.0 {
            return Some(spoke);
        }
        spoke = turn.next_spoke(search.map, spoke);
    }
    None
}
