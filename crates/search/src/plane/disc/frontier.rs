//! The search for a disc from one end of a query to the other, as if only corners were in its way.
//!
//! It is the search for points (`plane/frontier.rs`) with circles for corners. A *root* is the start, or an arrival at the
//! circle around a corner; from there lines go on that touch the circle. A node is an edge, a root, and the lines between
//! two *borders* by which a disc gets through all edges so far: those that keep a radius away from the corners of the faces they
//! cross, as long as they are in them. Where a line touches the circle around a corner, the path may bend there, and the corner
//! becomes a root.
//!
//! All this asks less than the disc needs: walls between corners, and corners of faces beside the way, may still be too
//! near. So what it finds is never longer than the shortest path, and if a disc has room on it, it is the shortest path.
//! What is asked must be needed, though, or the shortest path is lost:
//! - edges shorter than a diameter, and passages around a corner that are narrower ([`passage`](navigant_mesh::Profiles::passage)), are not crossed;
//! - a line is bound by a corner only as far as it comes nearest to it: until then it may end and bend (see [`Border`]);
//! - a way to an edge is given up for another (`crossing.rs`) only where a disc can go along the edge between the two.

use super::super::agenda::Agenda;
use super::super::frontier::Stopped;
use super::super::path::{Bend, Turn};
use super::crossing::Crossing;
use super::edges::{Edge, Edges};
use super::lines::{Border, is_here};
use super::search::DiscSearch;
use super::tangent::{tangent, turned};
use crate::graph::Budget;
use navigant_geometry::Offset;
use navigant_mesh::clearance::Room;
use navigant_mesh::{EdgeId, LatticePoint, Location, Map};
use std::f64::consts::PI;

/// What a search for a disc has reached from one end, and what it goes on with. Holds its memory for the next search.
#[derive(Debug, Default)]
pub(in super::super) struct DiscFrontier {
    pub(super) epoch: u32,
    pub(super) edges: Edges,
    /// By vertex and turn: the search that has come here, and the root it came from last.
    pub(super) arrived: Vec<[(u32, u32); 2]>,
    pub(super) roots: Vec<Root>,
    pub(super) agenda: Agenda<Node>,
    pub(super) expansions: u64,
    /// Whether it has come to a post around which there may be a way of more than half a turn, which it does not follow.
    pub(super) is_in_doubt: bool,
    pub(super) room: Room,
}

/// The start, or an arrival at the circle around a corner.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Root {
    /// The start or the corner.
    pub(super) at: LatticePoint,
    /// How far to the left of paths it lies that come from here: the radius, or less than nothing to the right; 0 for the
    /// start.
    pub(super) side: f64,
    /// How long the way is to where it comes to the circle; until it is looked around here, no more than that.
    pub(super) length: f64,
    /// How long a path is at least that leads on from there to where the guide has not been.
    pub(super) unseen: f64,
    /// In which direction it comes there, of length 1; of length 0 for the start.
    pub(super) heading: Offset,
    /// The root before it, and the bend here; none where the search starts.
    pub(in super::super) bend: Option<(u32, Bend)>,
}

/// What to do next with a root.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    /// Cross this edge, out of its face, by lines from the root between two borders.
    Cross { edge: EdgeId, root: u32, borders: [Border; 2], noted: u32 },
    /// Bend around the root, a corner of the face of this edge.
    LookAround { entry: Entry, root: u32 },
    /// Go straight to the goal.
    Arrive { root: u32 },
}

/// The first edge at a corner that a path bends around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The corner is an end of it: its origin when turning left.
    pub(super) edge: EdgeId,
    /// Whether the path crosses it. If not, it comes to the circle around the corner from elsewhere.
    pub(super) is_crossed: bool,
    /// If it comes there in a face that the corner is not part of: the edge of that face beyond which the corner is.
    pub(super) within: Option<EdgeId>,
}

impl Entry {
    pub(super) fn crossed(edge: EdgeId) -> Self {
        Entry { edge, is_crossed: true, within: None }
    }

    pub(super) fn beside(edge: EdgeId) -> Self {
        Entry { edge, is_crossed: false, within: None }
    }
}

impl Node {
    #[inline]
    fn root(self) -> u32 {
        let (Node::Cross { root, .. } | Node::LookAround { root, .. } | Node::Arrive { root }) = self;
        root
    }
}

impl DiscFrontier {
    /// Forgets the last search, and stands at the start of the next.
    pub(in super::super) fn begin(&mut self, map: &Map, start: LatticePoint, unseen: f64) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.arrived.fill([(0, 0); 2]);
            self.epoch = 1;
        }
        if self.arrived.len() < map.vertex_slots() {
            self.arrived.resize(map.vertex_slots(), [(0, 0); 2]);
        }
        self.edges.begin(map);
        self.roots.clear();
        self.agenda.clear();
        self.expansions = 0;
        self.is_in_doubt = false;
        self.roots.push(Root { at: start, side: 0.0, length: 0.0, unseen, heading: Offset::default(), bend: None });
    }

    /// How many nodes it has expanded.
    #[inline]
    pub(in super::super) fn expansions(&self) -> u64 {
        self.expansions
    }

    pub(in super::super) fn root(&self, root: u32) -> Root {
        self.roots[root as usize]
    }

    /// Whether there may be a shorter way than it finds.
    pub(in super::super) fn is_in_doubt(&self) -> bool {
        self.is_in_doubt
    }

    /// The edges of the faces that the start lies in, and the corners that a path may bend around before it crosses them.
    pub(in super::super) fn set_out(&mut self, search: &DiscSearch, from: Location) {
        let map = search.plain.map;
        let start = self.roots[0].at;
        let lines = search.lines_from(&self.roots[0]);
        for f in map.faces_at(from).filter(|&f| map.is_free(f)) {
            for e in f.edges() {
                let corners = [map.origin(e), map.target(e), map.origin(e.prev())].map(|v| search.way(start, v));
                let [right, left, _] = corners;
                for (corner, turn) in [(right, Turn::Left), (left, Turn::Right)] {
                    self.bend_within(search, 0, corners, [Border::none(); 2], Entry::beside(e), (corner, turn));
                }
                self.bend_beyond(search, 0, e, corners, [Border::none(); 2]);
                // Edges that the start lies on show nothing.
                let is_wide = search.is_wide(f32::INFINITY, left - right);
                if right.cross(left) > 0.0 && is_wide && search.may_cross(e) {
                    let (on_right, _) = lines.at_new_end(Offset::default(), right, left, Turn::Right);
                    let (on_left, _) = lines.at_new_end(Offset::default(), left, right, Turn::Left);
                    let borders = [on_right, on_left];
                    if are_apart(&borders) {
                        self.push_crossing(search, e, 0, borders, [right, left]);
                    }
                }
            }
        }
    }

    /// Goes on until it arrives, has made so many expansions, or has spent a budget of which others have spent some before;
    /// `None` if there is nothing left to go on with.
    pub(in super::super) fn run(
        &mut self,
        search: &DiscSearch,
        most: u64,
        budget: &Budget<'_>,
        before: u64,
    ) -> Option<Stopped> {
        while let Some(waiting) = self.agenda.take() {
            self.is_in_doubt |= search.has_ties.get();
            let node = self.agenda.node(waiting);
            let root = node.root();
            if let Node::Arrive { .. } = node {
                return Some(Stopped::Arrived { root, length: waiting.estimate() });
            }
            let is_spent = budget.spent(before + self.expansions).is_some();
            if is_spent || self.expansions >= most {
                self.agenda.put_back(waiting);
                return Some(if is_spent { Stopped::OutOfBudget } else { Stopped::Paused });
            }
            match node {
                Node::Cross { edge, borders, noted, .. } => {
                    let ends = [search.plain.map.origin(edge), search.plain.map.target(edge)];
                    let from = &self.roots[root as usize];
                    let ends = ends.map(|v| search.way(from.at, v));
                    let crossing = || Crossing::new(from, borders.map(|border| border.heading), ends);
                    // Better ways may have been found since it was pushed.
                    let is_worth_it =
                        |Edge { crossed, .. }: &Edge| crossed.noted == noted || !crossed.is_in_vain(&crossing());
                    if self.edges.get(edge).is_none_or(is_worth_it) {
                        self.advance(search, edge, root, borders, ends);
                    }
                }
                Node::LookAround { entry, .. } => self.look_around(search, entry, root),
                Node::Arrive { .. } => {}
            }
        }
        None
    }

    /// Crosses an edge, and on as long as the lines fall on one edge only.
    #[inline(never)]
    fn advance(
        &mut self,
        search: &DiscSearch,
        mut edge: EdgeId,
        root: u32,
        mut borders: [Border; 2],
        mut ends: [Offset; 2],
    ) {
        let map = search.plain.map;
        let at = self.roots[root as usize].at;
        let lines = search.lines_from(&self.roots[root as usize]);
        loop {
            self.expansions += 1;
            // In the face beyond, the edge runs from the left of the lines to their right.
            let entry = map.twin(edge);
            let (right_exit, left_exit) = (entry.next(), entry.prev());
            let apex = search.way(at, map.origin(left_exit));
            self.look_into(search, root, entry, borders, ends, apex);
            // Where all lines pass an apex on one side, far enough from it, they leave by one edge, as they are.
            if lines.is_behind(borders[1], apex, Turn::Left) {
                if !search.may_pass(right_exit, Some(left_exit), apex - ends[0]) {
                    return;
                }
                borders[0] = lines.at_same_end(borders[0], ends[0], apex, Turn::Right);
                (edge, ends[1]) = (right_exit, apex);
                continue;
            }
            if lines.is_behind(borders[0], apex, Turn::Right) {
                if !search.may_pass(left_exit, Some(right_exit), apex - ends[1]) {
                    return;
                }
                borders[1] = lines.at_same_end(borders[1], ends[1], apex, Turn::Left);
                (edge, ends[0]) = (left_exit, apex);
                continue;
            }
            let on_the_right = self.leave_on_the_right(search, root, Entry::crossed(entry), borders, ends, apex);
            let on_the_left = self.leave_on_the_left(search, root, Entry::crossed(entry), borders, ends, apex);
            match (on_the_right.filter(are_apart), on_the_left.filter(are_apart)) {
                (Some(to_the_right), Some(to_the_left)) => {
                    self.push_crossing(search, right_exit, root, to_the_right, [ends[0], apex]);
                    self.push_crossing(search, left_exit, root, to_the_left, [apex, ends[1]]);
                    return;
                }
                (Some(on_the_right), None) => (borders, edge, ends[1]) = (on_the_right, right_exit, apex),
                (None, Some(on_the_left)) => (borders, edge, ends[0]) = (on_the_left, left_exit, apex),
                (None, None) => return,
            }
        }
    }

    /// The lines that leave a face to the right of its apex, by the edge between that and the right end of the edge by which
    /// it was entered.
    #[inline(always)]
    pub(super) fn leave_on_the_right(
        &mut self,
        search: &DiscSearch,
        root: u32,
        Entry { edge: entry, is_crossed, .. }: Entry,
        [right, left]: [Border; 2],
        [on_right, on_left]: [Offset; 2],
        apex: Offset,
    ) -> Option<[Border; 2]> {
        if !search.may_pass(entry.next(), is_crossed.then_some(entry.prev()), apex - on_right) {
            return None;
        }
        let lines = search.lines_from(&self.roots[root as usize]);
        if is_here(apex) && lines.side < 0.0 {
            return None;
        }
        let remains = lines.left_behind(left, on_left, [on_right, apex], Turn::Left);
        let (new, touching) = lines.at_new_end(remains, apex, on_right, Turn::Left);
        if touching.is_some() || remains != left.heading {
            let corners = [on_right, apex, on_left];
            let heading = touching.or_else(|| lines.touching(apex, Turn::Left));
            let leads_there = |h: &Offset| self.leads_into(search, root, corners, [right, left], (apex, *h));
            if let Some(heading) = heading.filter(leads_there) {
                self.bend(search, root, Entry::beside(entry.prev()), Turn::Left, heading);
            }
        }
        let right = lines.at_same_end(right, on_right, apex, Turn::Right);
        Some([right, new])
    }

    /// The same, to the left of the apex.
    #[inline(always)]
    pub(super) fn leave_on_the_left(
        &mut self,
        search: &DiscSearch,
        root: u32,
        Entry { edge: entry, is_crossed, .. }: Entry,
        [right, left]: [Border; 2],
        [on_right, on_left]: [Offset; 2],
        apex: Offset,
    ) -> Option<[Border; 2]> {
        if !search.may_pass(entry.prev(), is_crossed.then_some(entry.next()), apex - on_left) {
            return None;
        }
        let lines = search.lines_from(&self.roots[root as usize]);
        if is_here(apex) && lines.side > 0.0 {
            return None;
        }
        let remains = lines.left_behind(right, on_right, [apex, on_left], Turn::Right);
        let (new, touching) = lines.at_new_end(remains, apex, on_left, Turn::Right);
        if touching.is_some() || remains != right.heading {
            let corners = [on_right, apex, on_left];
            let heading = touching.or_else(|| lines.touching(apex, Turn::Right));
            let leads_there = |h: &Offset| self.leads_into(search, root, corners, [right, left], (apex, *h));
            if let Some(heading) = heading.filter(leads_there) {
                self.bend(search, root, Entry::beside(entry.next()), Turn::Right, heading);
            }
        }
        let left = lines.at_same_end(left, on_left, apex, Turn::Left);
        Some([new, left])
    }

    /// What there is in the face that was entered through an edge: the goal, and corners to bend around, if the lines come
    /// nearest to them there.
    #[inline(always)]
    pub(super) fn look_into(
        &mut self,
        search: &DiscSearch,
        root: u32,
        entry: EdgeId,
        borders: [Border; 2],
        ends: [Offset; 2],
        apex: Offset,
    ) {
        let corners = [ends[0], apex, ends[1]];
        for (i, turn) in [(0, Turn::Right), (1, Turn::Left)] {
            if borders[i].is_ahead() && self.leads_into(search, root, corners, borders, (ends[i], borders[i].exact)) {
                self.bend(search, root, Entry::crossed(entry), turn, borders[i].exact);
            }
        }
        for e in [entry, entry.next(), entry.prev()] {
            self.bend_beyond(search, root, e, corners, borders);
        }
        if search.plain.has_goal(entry.face()) {
            self.arrive(search, root, borders, corners);
        }
    }

    /// Pushes an edge that may be crossed, unless that is in vain; `ends` are the ways from the root to its ends.
    #[inline]
    pub(super) fn push_crossing(
        &mut self,
        search: &DiscSearch,
        edge: EdgeId,
        root: u32,
        borders: [Border; 2],
        ends: [Offset; 2],
    ) {
        let from = &self.roots[root as usize];
        let crossing = Crossing::new(from, borders.map(|border| border.heading), ends);
        let crossed = &mut self.edges.at(edge).crossed;
        // Where a disc cannot go along the edge, no place on it is known.
        if search.is_open(edge) {
            if crossed.is_in_vain(&crossing) {
                return;
            }
            crossed.note(&crossing);
        }
        let towards = |place: LatticePoint| crossing.estimate(Offset::between(from.at, place));
        let seen = search.guide.corners(edge).map(|(at, left)| towards(at) + left).fold(f64::INFINITY, f64::min);
        let estimate = if seen <= from.unseen {
            seen
        } else {
            let faces = [edge, search.plain.map.twin(edge)].map(EdgeId::face);
            let is_looked_into = faces.into_iter().all(|f| search.plain.is_looked_into(f));
            let unseen = if is_looked_into { from.unseen.min(seen) } else { 0.0 };
            towards(search.plain.goal).max(unseen)
        };
        self.agenda.push(Node::Cross { edge, root, borders, noted: crossed.noted }, estimate);
    }

    /// How long the way is by a root in a direction to where it passes a place.
    #[inline]
    pub(super) fn length_by(&self, root: u32, heading: Offset, way: Offset) -> f64 {
        let from = &self.roots[root as usize];
        from.length + from.turned(heading) * from.side.abs() + heading.dot(way).max(0.0)
    }

    /// The goal lies in a face that lines lead into: straight ahead, if none of its corners is in the way.
    pub(super) fn arrive(&mut self, search: &DiscSearch, root: u32, [right, left]: [Border; 2], corners: [Offset; 3]) {
        let from = self.roots[root as usize];
        let lines = search.lines_from(&from);
        let goal = Offset::between(from.at, search.plain.goal);
        let ahead = tangent(goal, -from.side);
        let leg = ahead.dot(goal);
        let is_clear = |c: Offset| is_here(c) || lines.is_clear(ahead, leg, c);
        if right.allows(ahead, Turn::Right) && left.allows(ahead, Turn::Left) && corners.into_iter().all(is_clear) {
            self.agenda.push(Node::Arrive { root }, self.length_by(root, ahead, goal));
        }
    }
}

impl Root {
    /// No more than how far a path turns here that goes on in a direction: chords are shorter than arcs.
    #[inline]
    pub(super) fn least_turned(&self, heading: Offset) -> f64 {
        if self.bend.is_some() { (heading - self.heading).length() } else { 0.0 }
    }

    /// How far a path turns here that goes on in a direction.
    #[inline]
    pub(super) fn turned(&self, heading: Offset) -> f64 {
        let turned = self.bend.map_or(0.0, |(_, bend)| turned(self.heading, heading, bend.turn));
        // Back but for rounding.
        if turned > 1.75 * PI { 0.0 } else { turned }
    }
}

/// Whether there are lines between two borders.
#[inline]
pub(super) fn are_apart([right, left]: &[Border; 2]) -> bool {
    right.allows(left.heading, Turn::Right)
}
