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
//! - edges shorter than a diameter, and passages around a corner that are narrower ([`Profiles::passage`]), are not crossed;
//! - a line is bound by a corner only as far as it comes nearest to it: until then it may end and bend (see [`Border`]);
//! - a way to an edge is given up for another ([`Crossed`]) only where a disc can go along the edge between the two.

use super::super::agenda::Agenda;
use super::super::frontier::{Search, Stopped};
use super::super::path::{Bend, Turn};
use super::crossing::{Crossed, Crossing};
use super::lines::{Border, Lines};
use super::tangent::{ROUNDING, tangent, turned};
use crate::graph::Budget;
use navigant_geometry::Offset;
use navigant_mesh::clearance::Feature;
use navigant_mesh::{EdgeId, LatticePoint, Location, Map, Profiles, VertexId};
use std::cell::Cell;
use std::f64::consts::PI;

/// What is wider than the disc by less than this factor may be as wide.
const TIE: f64 = 1.0 + 1e-6;

/// What is beside a face by so many steps may be in it.
const NEARLY: f64 = 1e-4;

/// What a search for a disc has reached from one end, and what it goes on with. Holds its memory for the next search.
#[derive(Debug, Default)]
pub(in super::super) struct DiscFrontier {
    epoch: u32,
    /// By edge: the best ways that were found to cross it, out of its face.
    crossed: Vec<Crossed>,
    /// By vertex and turn: the search that has come here, and the root it came from last.
    arrived: Vec<[(u32, u32); 2]>,
    /// By edge and turn: the search that has turned there around the corner behind it, and the root at that corner.
    turned: Vec<[(u32, u32); 2]>,
    roots: Vec<Root>,
    agenda: Agenda<Node>,
    expansions: u64,
    /// Whether it has come to a post around which there may be a way of more than half a turn, which it does not follow.
    is_in_doubt: bool,
}

/// What stays the same during one search; lengths are in steps.
pub(in super::super) struct DiscSearch<'m> {
    plain: Search<'m>,
    profiles: &'m Profiles,
    radius: f64,
    /// By how much a line may pass nearer to a corner than the radius: what rounding does.
    leeway: f64,
    /// What passages are compared with.
    width: f32,
    /// What squares of edges are compared with.
    width_squared: f64,
    /// Whether something was found as wide as the disc, but for rounding.
    has_ties: Cell<bool>,
}

/// The start, or an arrival at the circle around a corner.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Root {
    /// The start or the corner.
    at: LatticePoint,
    /// How far to the left of paths it lies that come from here: the radius, or less than nothing to the right; 0 for the
    /// start.
    pub(super) side: f64,
    /// How long the way is to where it comes to the circle.
    pub(super) length: f64,
    /// In which direction it comes there, of length 1; of length 0 for the start.
    pub(super) heading: Offset,
    /// The root before it, and the bend here; none where the search starts.
    pub(in super::super) bend: Option<(u32, Bend)>,
}

/// What to do next with a root.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// Cross this edge, out of its face, by lines from the root between two borders.
    Cross { edge: EdgeId, root: u32, borders: [Border; 2] },
    /// Bend around the root, a corner of the face of this edge.
    LookAround { entry: Entry, root: u32 },
    /// Go straight to the goal.
    Arrive { root: u32 },
}

/// The first edge at a corner that a path bends around.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The corner is an end of it: its origin when turning left.
    edge: EdgeId,
    /// Whether the path crosses it. If not, it comes to the circle around the corner from elsewhere.
    is_crossed: bool,
    /// If it comes there in a face that the corner is not part of: the edge of that face beyond which the corner is.
    within: Option<EdgeId>,
}

impl Entry {
    fn crossed(edge: EdgeId) -> Self {
        Entry { edge, is_crossed: true, within: None }
    }

    fn beside(edge: EdgeId) -> Self {
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

impl<'m> DiscSearch<'m> {
    pub(in super::super) fn new(plain: Search<'m>, radius: f64) -> Self {
        let leeway = (radius * 1e-3).min(1e-6);
        let width = 2.0 * (radius - leeway);
        let profiles = plain.map.profiles();
        DiscSearch {
            plain,
            profiles,
            radius,
            leeway,
            width: width as f32,
            width_squared: width * width,
            has_ties: Cell::new(false),
        }
    }

    /// Whether the disc gets through an edge, and past the corner that it shares with the edge through which its face was
    /// entered, if it was: `across` is the third edge of the face, and `along` the way from one end of the first to the other.
    #[inline]
    fn may_pass(&self, edge: EdgeId, across: Option<EdgeId>, along: Offset) -> bool {
        let passage = across.map_or(f32::INFINITY, |across| self.profiles.passage(across));
        self.may_cross(edge) && self.is_wide(passage, along)
    }

    /// Whether one may cross an edge out of its face: a dead end is entered too, if the circle around a corner before it
    /// reaches into it.
    #[inline]
    fn may_cross(&self, edge: EdgeId) -> bool {
        let map = self.plain.map;
        let reaches_in = || f64::from(self.profiles.corner_beyond(map.twin(edge))) < self.radius;
        self.plain.may_cross(edge) || !map.is_wall(edge) && reaches_in()
    }

    /// Whether the disc gets through a passage and an edge.
    #[inline]
    fn is_wide(&self, passage: f32, along: Offset) -> bool {
        let squared = along.squared();
        let is_wide = passage >= self.width && squared >= self.width_squared;
        if is_wide && (passage <= self.width * TIE as f32 || squared <= self.width_squared * TIE) {
            self.has_ties.set(true);
        }
        is_wide
    }

    /// Whether no corner but its ends is nearer to an edge than the radius: a disc can go along it.
    #[inline]
    fn is_open(&self, edge: EdgeId) -> bool {
        [edge, self.plain.map.twin(edge)].into_iter().all(|e| f64::from(self.profiles.corner_beyond(e)) >= self.radius)
    }

    /// Whether the circle around a root reaches beyond the face that is entered through an edge out of its own. What leaves the
    /// circle there is not followed.
    #[cold]
    fn reaches_beyond(&self, edge: EdgeId, root: &Root) -> bool {
        let map = self.plain.map;
        let entry = map.twin(edge);
        let lines = self.lines_from(root);
        [entry.next(), entry.prev()]
            .into_iter()
            .any(|e| lines.reach_beyond([map.origin(e), map.target(e)].map(|v| self.way(root.at, v))))
    }

    #[inline]
    fn lines_from(&self, root: &Root) -> Lines {
        Lines { side: root.side, radius: self.radius, leeway: self.leeway }
    }

    #[inline]
    fn way(&self, from: LatticePoint, to: VertexId) -> Offset {
        Offset::between(from, self.plain.map.lattice_point(to))
    }
}

impl DiscFrontier {
    /// Forgets the last search, and stands at the start of the next.
    pub(in super::super) fn begin(&mut self, map: &Map, start: LatticePoint) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.crossed.fill(Crossed::new(0));
            self.arrived.fill([(0, 0); 2]);
            self.turned.fill([(0, 0); 2]);
            self.epoch = 1;
        }
        if self.arrived.len() < map.vertex_slots() {
            self.arrived.resize(map.vertex_slots(), [(0, 0); 2]);
        }
        if self.crossed.len() < 4 * map.face_slots() {
            self.crossed.resize(4 * map.face_slots(), Crossed::new(0));
            self.turned.resize(4 * map.face_slots(), [(0, 0); 2]);
        }
        self.roots.clear();
        self.agenda.clear();
        self.expansions = 0;
        self.is_in_doubt = false;
        self.roots.push(Root { at: start, side: 0.0, length: 0.0, heading: Offset::default(), bend: None });
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

    /// What no path can fall below, in steps.
    pub(in super::super) fn proved(&self) -> f64 {
        self.agenda.first().map_or(0.0, |(_, estimate)| estimate)
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
                return Some(Stopped::Arrived { root });
            }
            let is_spent = budget.spent(before + self.expansions).is_some();
            if is_spent || self.expansions >= most {
                self.agenda.put_back(waiting);
                return Some(if is_spent { Stopped::OutOfBudget } else { Stopped::Paused });
            }
            match node {
                Node::Cross { edge, borders, .. } => {
                    let ends = [search.plain.map.origin(edge), search.plain.map.target(edge)];
                    let from = &self.roots[root as usize];
                    let ends = ends.map(|v| search.way(from.at, v));
                    let crossing = Crossing::new(from, borders.map(|border| border.heading), ends);
                    // Better ways may have been found since it was pushed.
                    if !self.crossed[edge.index()].is_in_vain(&crossing) {
                        self.is_in_doubt |= crossing.is_on_arc() && search.reaches_beyond(edge, from);
                        self.advance(search, edge, root, borders);
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
    fn advance(&mut self, search: &DiscSearch, mut edge: EdgeId, root: u32, mut borders: [Border; 2]) {
        let map = search.plain.map;
        let at = self.roots[root as usize].at;
        let mut ends = [map.origin(edge), map.target(edge)].map(|v| search.way(at, v));
        loop {
            self.expansions += 1;
            // In the face beyond, the edge runs from the left of the lines to their right.
            let entry = map.twin(edge);
            let (right_exit, left_exit) = (entry.next(), entry.prev());
            let apex = search.way(at, map.origin(left_exit));
            self.look_into(search, root, entry, borders, ends, apex);
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
    fn leave_on_the_right(
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
        let remains = lines.left_behind(left, on_left, [on_right, apex], Turn::Left);
        let (new, touching) = lines.at_new_end(remains, apex, on_right, Turn::Left);
        if touching.is_some() || remains != left.heading {
            self.bend_within(
                search,
                root,
                [on_right, apex, on_left],
                [right, left],
                Entry::beside(entry.prev()),
                (apex, Turn::Left),
            );
        }
        let right = lines.at_same_end(right, on_right, apex, Turn::Right);
        Some([right, new])
    }

    /// The same, to the left of the apex.
    #[inline(always)]
    fn leave_on_the_left(
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
        let remains = lines.left_behind(right, on_right, [apex, on_left], Turn::Right);
        let (new, touching) = lines.at_new_end(remains, apex, on_left, Turn::Right);
        if touching.is_some() || remains != right.heading {
            self.bend_within(
                search,
                root,
                [on_right, apex, on_left],
                [right, left],
                Entry::beside(entry.next()),
                (apex, Turn::Right),
            );
        }
        let left = lines.at_same_end(left, on_left, apex, Turn::Left);
        Some([new, left])
    }

    /// What there is in the face that was entered through an edge: the goal, and corners to bend around, if the lines come
    /// nearest to them there.
    #[inline(always)]
    fn look_into(
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

    /// Bends around a corner, if a leg leads to its circle that ends within a face; all but the last are ways from the root:
    /// to the corners of the face, counter-clockwise, and to the corner to bend around. The root may be among them.
    #[inline]
    fn bend_within(
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
    fn heading_within(
        &self,
        search: &DiscSearch,
        root: u32,
        corners: [Offset; 3],
        borders: [Border; 2],
        (corner, turn): (Offset, Turn),
    ) -> Option<Offset> {
        let lines = search.lines_from(&self.roots[root as usize]);
        if !lines.can_pass(corner, turn) {
            return None;
        }
        let heading = lines.past(corner, turn);
        self.leads_into(search, root, corners, borders, (corner, heading)).then_some(heading)
    }

    /// Whether a leg with a direction to the circle around a corner ends within a face, and keeps away from its corners.
    #[inline]
    fn leads_into(
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
        let end = heading.left() * -lines.side + heading * leg;
        let is_inside = (0..3).all(|i| {
            let along = corners[(i + 1) % 3] - corners[i];
            along.cross(end - corners[i]) >= -NEARLY * (along.x.abs() + along.y.abs())
        });
        let is_clear = |c: Offset| c == Offset::default() || lines.is_clear(heading, leg, c);
        is_inside && corners.into_iter().all(is_clear)
    }

    /// Bends around corners beyond an edge of a face, if their circles reach into the face, and a leg leads to one that ends
    /// within the face.
    ///
    /// Where it ends, the corner is nearest. So it is nearest too where the way to it crosses the edge, and listed there.
    #[inline]
    fn bend_beyond(&mut self, search: &DiscSearch, root: u32, e: EdgeId, corners: [Offset; 3], borders: [Border; 2]) {
        if f64::from(search.profiles.corner_beyond(e)) < search.radius {
            self.bend_around_listed(search, root, e, corners, borders);
        }
    }

    #[cold]
    #[inline(never)]
    fn bend_around_listed(
        &mut self,
        search: &DiscSearch,
        root: u32,
        e: EdgeId,
        corners: [Offset; 3],
        borders: [Border; 2],
    ) {
        let map = search.plain.map;
        let at = self.roots[root as usize].at;
        let facing = map.twin(e);
        let opposite = map.origin(facing.prev());
        for feature in search.profiles.left_of(facing) {
            let Feature::Corner(v) = feature else { continue };
            let way = search.way(at, v);
            if way == Offset::default() {
                continue;
            }
            for (turn, edge) in [(Turn::Left, facing.prev()), (Turn::Right, facing.next())] {
                let Some(heading) = self.heading_within(search, root, corners, borders, (way, turn)) else { continue };
                let entry = if v == opposite { Some(edge) } else { facing_edge(map, e, v, turn) };
                match entry {
                    Some(edge) => {
                        self.bend(search, root, Entry { within: Some(e), ..Entry::beside(edge) }, turn, heading);
                    }
                    None => self.is_in_doubt = true,
                }
            }
        }
    }

    /// Pushes an edge that may be crossed, unless that is in vain; `ends` are the ways from the root to its ends.
    #[inline]
    fn push_crossing(&mut self, search: &DiscSearch, edge: EdgeId, root: u32, borders: [Border; 2], ends: [Offset; 2]) {
        let from = &self.roots[root as usize];
        let crossing = Crossing::new(from, borders.map(|border| border.heading), ends);
        let crossed = &mut self.crossed[edge.index()];
        if crossed.epoch != self.epoch {
            *crossed = Crossed::new(self.epoch);
        }
        // Where a disc cannot go along the edge, no place on it is known.
        if search.is_open(edge) {
            if crossed.is_in_vain(&crossing) {
                return;
            }
            crossed.note(&crossing);
        }
        let goal = Offset::between(from.at, search.plain.goal);
        let estimate = crossing.estimate(goal);
        self.agenda.push(Node::Cross { edge, root, borders }, estimate);
    }

    /// How long the way is by a root in a direction to where it passes a place.
    #[inline]
    fn length_by(&self, root: u32, heading: Offset, way: Offset) -> f64 {
        let from = &self.roots[root as usize];
        from.length + from.turned(heading) * from.side.abs() + heading.dot(way).max(0.0)
    }

    /// The goal lies in a face that lines lead into: straight ahead, if none of its corners is in the way.
    fn arrive(&mut self, search: &DiscSearch, root: u32, [right, left]: [Border; 2], corners: [Offset; 3]) {
        let from = self.roots[root as usize];
        let lines = search.lines_from(&from);
        let goal = Offset::between(from.at, search.plain.goal);
        let ahead = tangent(goal, -from.side);
        let leg = ahead.dot(goal);
        let is_clear = |c: Offset| c == Offset::default() || lines.is_clear(ahead, leg, c);
        if right.allows(ahead, Turn::Right) && left.allows(ahead, Turn::Left) && corners.into_iter().all(is_clear) {
            self.agenda.push(Node::Arrive { root }, self.length_by(root, ahead, goal));
        }
    }

    /// Makes a corner a root, if a path with this heading can bend around it: an end of an edge that leads into its face. What
    /// is seen from it is found when it is its turn.
    fn bend(&mut self, search: &DiscSearch, root: u32, entry: Entry, turn: Turn, heading: Offset) {
        let map = search.plain.map;
        let edge = entry.edge;
        let bend = Bend { vertex: turn.corner(map, edge), turn };
        let at = map.lattice_point(bend.vertex);
        if self.arrived[bend.vertex.index()][turn as usize] == (self.epoch, root) {
            return;
        }
        let length = self.length_by(root, heading, Offset::between(self.roots[root as usize].at, at));
        if self.is_outdone(edge, turn, length, heading) || !self.has_wall(search, at, heading, edge, turn) {
            return;
        }
        self.arrived[bend.vertex.index()][turn as usize] = (self.epoch, root);
        let side = turn.side() * search.radius;
        let touch = heading.left() * -side;
        let estimate = length + (Offset::between(at, search.plain.goal) - touch).length();
        self.agenda.push(Node::LookAround { entry, root: self.roots.len() as u32 }, estimate);
        self.roots.push(Root { at, side, length, heading, bend: Some((root, bend)) });
    }

    /// Whether another way has come to a corner before, and turned around it by this edge, that is no longer.
    fn is_outdone(&self, entry: EdgeId, turn: Turn, length: f64, heading: Offset) -> bool {
        let (epoch, other) = self.turned[entry.index()][turn as usize];
        epoch == self.epoch && {
            let other = &self.roots[other as usize];
            let turned = turned(other.heading, heading, turn);
            turned <= PI && other.length + turned * other.side.abs() <= length * (1.0 + ROUNDING)
        }
    }

    /// Whether there is a wall to bend around at a corner, for a path with this heading that enters the face of `entry`:
    /// when turning to this side, it is met within half a turn.
    fn has_wall(&self, search: &DiscSearch, at: LatticePoint, heading: Offset, entry: EdgeId, turn: Turn) -> bool {
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

    /// Goes on from a root in a face that its corner is not part of, but its circle reaches into: beyond this edge of the face.
    #[cold]
    fn leave_from_within(&mut self, search: &DiscSearch, root: u32, e: EdgeId) {
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
    fn look_around(
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

impl Root {
    /// How far a path turns here that goes on in a direction.
    #[inline]
    fn turned(&self, heading: Offset) -> f64 {
        let turned = self.bend.map_or(0.0, |(_, bend)| turned(self.heading, heading, bend.turn));
        // Back but for rounding.
        if turned > 1.75 * PI { 0.0 } else { turned }
    }
}

/// The spokes around a corner, one after the other when turning to a side, for a path that comes there with a heading.
struct Sweep {
    heading: Offset,
    turn: Turn,
    /// Whether the direction of the heading was passed.
    is_beyond: bool,
}

impl Sweep {
    fn new(heading: Offset, turn: Turn) -> Self {
        Sweep { heading, turn, is_beyond: false }
    }

    /// Whether paths that go on from the corner pass a spoke, or have passed it.
    fn is_to_pass(&self, spoke: Offset) -> bool {
        let is_outer = self.heading.cross(spoke) * self.turn.side() < 0.0;
        self.is_beyond || is_outer && self.heading.dot(spoke) > 0.0
    }

    /// Whether a spoke is yet to be passed, but behind.
    fn is_behind(&self, spoke: Offset) -> bool {
        let is_outer = self.heading.cross(spoke) * self.turn.side() < 0.0;
        !self.is_beyond && is_outer && self.heading.dot(spoke) < 0.0
    }

    /// Whether a spoke is more than half a turn from the heading. First there may be some that are yet to be passed, on the
    /// outer side.
    fn is_half_around(&mut self, spoke: Offset) -> bool {
        let is_inner = self.heading.cross(spoke) * self.turn.side() >= -ROUNDING * spoke.length();
        self.is_beyond |= is_inner;
        self.is_beyond && !is_inner
    }
}

/// The first edge at a corner, in the face by which it faces an edge from farther beyond it.
fn facing_edge(map: &Map, e: EdgeId, corner: VertexId, turn: Turn) -> Option<EdgeId> {
    let [right, left, to] = [map.origin(e), map.target(e), corner].map(|v| Offset::to(map.lattice_point(v)));
    let along = left - right;
    let from = right + along * ((to - right).dot(along) / along.squared()).clamp(0.0, 1.0);
    let mut entry = map.twin(e);
    // It is near; so many faces are never crossed.
    for _ in 0..64 {
        let apex = map.origin(entry.prev());
        if apex == corner {
            return Some(if turn == Turn::Left { entry.prev() } else { entry.next() });
        }
        let is_left = (to - from).cross(Offset::to(map.lattice_point(apex)) - from) > 0.0;
        let exit = if is_left { entry.next() } else { entry.prev() };
        if map.is_wall(exit) {
            return None;
        }
        entry = map.twin(exit);
    }
    None
}

/// Whether there are lines between two borders.
#[inline]
fn are_apart([right, left]: &[Border; 2]) -> bool {
    right.allows(left.heading, Turn::Right)
}

/// Whether no wall ends at a vertex.
fn is_post(map: &Map, v: VertexId) -> bool {
    !map.edges_from(v).any(|e| map.is_wall(e))
}
