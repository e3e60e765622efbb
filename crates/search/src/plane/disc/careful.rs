//! The search for discs that looks whether there is room before it goes on.

use super::super::agenda::Agenda;
use super::super::path::{Bend, NoPath, Path, Proof, Query, Turn};
use super::super::wedge::{Way, Wedge};
use super::layout::lay_out;
use super::tangent::{ROUNDING, passing, turned, unit};
use navigant_geometry::Offset;
use navigant_mesh::clearance::{Arc, Room};
use navigant_mesh::{EdgeId, FaceId, LatticePoint, Location, Map};
use std::f64::consts::{PI, TAU};

/// Finds shortest paths for discs; all lengths in steps of the lattice.
#[derive(Debug, Default)]
pub(super) struct CarefulFinder {
    epoch: u32,
    /// By face: the search whose goal lies in it.
    goals: Vec<u32>,
    /// By vertex and turn: the search that has come here, and its last root here.
    arrived: Vec<[(u32, u32); 2]>,
    roots: Vec<Root>,
    agenda: Agenda<Node>,
    room: Room,
    expansions: u64,
}

/// The start, or an arrival at a corner.
#[derive(Clone, Copy, Debug)]
struct Root {
    /// The start or the corner.
    at: LatticePoint,
    /// How long the way is to where it comes to the circle around the corner.
    length: f64,
    /// What it bends around; none for the start.
    bend: Option<Arrival>,
}

#[derive(Clone, Copy, Debug)]
struct Arrival {
    /// The root before.
    before: u32,
    bend: Bend,
    /// The direction of the leg, of length 1.
    heading: Offset,
    /// How far it may turn there: half around a corner, all around a post.
    most: f64,
    /// Another arrival to bend here to the same side.
    other: Option<u32>,
}

/// A corner that legs from a root have to pass on one side, if they lead so far.
#[derive(Clone, Copy, Debug, Default)]
struct Limit {
    /// The direction of the leg that touches it; none where nothing has to be passed.
    direction: Offset,
    /// The way from the root to it.
    way: Offset,
}

/// What legs through an edge have to pass: on their right, and on their left.
#[derive(Clone, Copy, Debug, Default)]
struct Limits {
    right: Limit,
    left: Limit,
}

impl Limits {
    /// With a corner that is passed on this side, if that says more than was known.
    #[inline]
    fn passing(mut self, way: Offset, more: f64, turn: Turn) -> Limits {
        if let Some(direction) = passing(way, more) {
            let limit = Limit { direction, way };
            match turn {
                Turn::Left if is_none(self.left.direction) || direction.cross(self.left.direction) > 0.0 => {
                    self.left = limit;
                }
                Turn::Right if is_none(self.right.direction) || direction.cross(self.right.direction) < 0.0 => {
                    self.right = limit;
                }
                _ => {}
            }
        }
        self
    }
}

fn is_none(direction: Offset) -> bool {
    direction == Offset::default()
}

/// What to do next with a root.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// Look through this edge, out of its face, where it is seen from the root.
    Cross { edge: EdgeId, root: u32, wedge: Wedge, limits: Limits },
    /// Go along a leg to the circle around a corner, and bend; or to the goal.
    Go { root: u32, heading: Offset, length: f64, to: Option<(Bend, EdgeId)> },
}

/// What stays the same during one search.
struct Search<'m> {
    map: &'m Map,
    radius: f64,
    start: LatticePoint,
    goal: LatticePoint,
}

impl CarefulFinder {
    /// How many nodes the last search took from the heap.
    pub(super) fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The shortest path; the start and the goal have room, and are given with where they are on the lattice. `Ok(false)` if
    /// there is none.
    pub(super) fn find(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        [(start, from), (goal, to)]: [(LatticePoint, Location); 2],
        path: &mut Path,
    ) -> Result<bool, NoPath> {
        let radius = query.radius / map.lattice().step();
        let search = &Search { map, radius, start, goal };
        self.begin(map);
        map.faces_at(to).filter(|&f| map.is_free(f)).for_each(|f| self.goals[f.index()] = self.epoch);
        self.roots.push(Root { at: search.start, length: 0.0, bend: None });
        self.set_out(search, from);
        while let Some(waiting) = self.agenda.take() {
            let node = self.agenda.node(waiting);
            if query.budget.spent(self.expansions).is_some() {
                let bound = Proof::AtLeast(waiting.estimate() * map.lattice().step());
                return Err(NoPath::BudgetSpent { best: self.beginning(search, query, node, bound) });
            }
            self.expansions += 1;
            match node {
                Node::Cross { edge, root, wedge, limits } => self.cross(search, edge, root, wedge, limits),
                Node::Go { root, heading, length, to } => {
                    if !self.has_room(search, root, heading, length) {
                        continue;
                    }
                    match to {
                        None => {
                            self.trace(search, query, root, path);
                            return Ok(true);
                        }
                        Some((bend, spoke)) => self.arrive(search, root, heading, length, bend, spoke),
                    }
                }
            }
        }
        Ok(false)
    }

    /// Forgets the last search.
    fn begin(&mut self, map: &Map) {
        self.expansions = 0;
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.goals.fill(0);
            self.arrived.fill([(0, 0); 2]);
            self.epoch = 1;
        }
        if self.goals.len() < map.face_slots() {
            self.goals.resize(map.face_slots(), 0);
        }
        if self.arrived.len() < map.vertex_slots() {
            self.arrived.resize(map.vertex_slots(), [(0, 0); 2]);
        }
        self.roots.clear();
        self.agenda.clear();
    }

    /// What is seen from the start.
    fn set_out(&mut self, search: &Search, from: Location) {
        let map = search.map;
        for f in map.faces_at(from).filter(|&f| map.is_free(f)) {
            for e in f.edges() {
                self.see(search, 0, e, Limits::default());
            }
            self.see_goal(search, 0, f, Limits::default());
            for e in f.edges() {
                self.look_through(search, 0, e, Limits::default());
            }
        }
    }

    /// Looks through the whole of an edge that is seen from a root in its face.
    fn look_through(&mut self, search: &Search, root: u32, e: EdgeId, limits: Limits) {
        let map = search.map;
        let at = self.roots[root as usize].at;
        let [right, left] = [map.origin(e), map.target(e)].map(|v| Way::between(at, map.lattice_point(v)));
        if right.cross(left) > 0 {
            let (side, radius) = (self.side_of(root, search), search.radius);
            let limits = limits.passing(right.offset(), -radius - side, Turn::Right);
            let limits = limits.passing(left.offset(), radius - side, Turn::Left);
            self.push_cross(search, root, e, Wedge { right, left }, limits, [right, left]);
        }
    }

    /// Looks on through an edge.
    fn cross(&mut self, search: &Search, mut edge: EdgeId, root: u32, mut wedge: Wedge, mut limits: Limits) {
        let map = search.map;
        let at = self.roots[root as usize].at;
        let (side, radius) = (self.side_of(root, search), search.radius);
        let [mut on_right, mut on_left] =
            [map.origin(edge), map.target(edge)].map(|v| Way::between(at, map.lattice_point(v)));
        loop {
            let entry = map.twin(edge);
            let (right_exit, left_exit) = (entry.next(), entry.prev());
            let apex = Way::between(at, map.lattice_point(map.origin(left_exit)));
            let (from_left, from_right) = (wedge.left.cross(apex), wedge.right.cross(apex));
            self.see_goal(search, root, entry.face(), limits);
            if from_left <= 0 && from_right >= 0 {
                self.see(search, root, left_exit, limits);
            }
            let way = apex.offset();
            let pass_right = |limits: Limits| limits.passing(way, radius - side, Turn::Left);
            let pass_left = |limits: Limits| limits.passing(way, -radius - side, Turn::Right);
            if from_left >= 0 {
                (edge, on_left, limits) = (right_exit, apex, pass_right(limits));
            } else if from_right <= 0 {
                (edge, on_right, limits) = (left_exit, apex, pass_left(limits));
            } else {
                let on_the_right = Wedge { right: wedge.right, left: apex };
                self.push_cross(search, root, right_exit, on_the_right, pass_right(limits), [on_right, apex]);
                wedge.right = apex;
                self.push_cross(search, root, left_exit, wedge, pass_left(limits), [apex, on_left]);
                return;
            }
            if map.is_wall(edge) || self.leads_nowhere(search, root, edge, limits, [on_right, on_left]) {
                return;
            }
        }
    }

    /// Pushes an edge that is seen from a root, if something may come of it.
    fn push_cross(&mut self, search: &Search, root: u32, edge: EdgeId, wedge: Wedge, limits: Limits, ends: [Way; 2]) {
        if search.map.is_wall(edge) || self.leads_nowhere(search, root, edge, limits, ends) {
            return;
        }
        let Root { at, length, bend } = self.roots[root as usize];
        let goal = Way::between(at, search.goal);
        // For the way from the corner to the circle around it.
        let slack = if bend.is_some() { search.radius } else { 0.0 };
        let estimate = length + (wedge.estimate(ends[0], ends[1], goal) - slack).max(0.0);
        self.agenda.push(Node::Cross { edge, root, wedge, limits }, estimate);
    }

    /// Whether no leg leads to anything beyond an edge: it is left behind, or there is no way between two corners that are
    /// nearer by so much that every leg to something beyond it passes them.
    fn leads_nowhere(&self, search: &Search, root: u32, edge: EdgeId, limits: Limits, ends: [Way; 2]) -> bool {
        let Limits { right, left } = limits;
        let is_shut =
            !is_none(right.direction) && !is_none(left.direction) && right.direction.cross(left.direction) < 0.0 && {
                let [a, b] = ends.map(Way::offset);
                let along = b - a;
                let t = (-a.dot(along) / along.squared()).clamp(0.0, 1.0);
                let nearest = (a + along * t).length();
                nearest > right.way.length().max(left.way.length()) + 2.0 * search.radius
            };
        is_shut || self.is_left_behind(search, root, edge)
    }

    /// Whether all of an edge is so far on the outer side of the leg by which a root was reached that no leg from it leads
    /// to anything beyond: legs from a root turn to its side, and pass corners at a diameter from its corner at most.
    fn is_left_behind(&self, search: &Search, root: u32, edge: EdgeId) -> bool {
        let Root { at, bend: Some(Arrival { bend, heading, most, .. }), .. } = self.roots[root as usize] else {
            return false;
        };
        if most == TAU {
            return false;
        }
        let limit = -2.0 * search.radius * (1.0 + ROUNDING);
        [search.map.origin(edge), search.map.target(edge)].into_iter().all(|v| {
            let way = Way::between(at, search.map.lattice_point(v)).offset();
            heading.cross(way) * bend.turn.side() < limit
        })
    }

    /// A corner is seen from a root: the vertex that an edge starts at, from inside the edge's face. A leg leads to each
    /// side of it that the corner stands out to.
    fn see(&mut self, search: &Search, root: u32, spoke: EdgeId, limits: Limits) {
        let map = search.map;
        let vertex = map.origin(spoke);
        let Root { at, bend, .. } = self.roots[root as usize];
        if bend.is_some_and(|arrival| arrival.bend.vertex == vertex) {
            return;
        }
        let corner = map.lattice_point(vertex);
        let way = Way::between(at, corner).offset();
        let mut walls = None;
        for turn in [Turn::Left, Turn::Right] {
            let Some(heading) = passing(way, turn.side() * search.radius - self.side_of(root, search)) else {
                continue;
            };
            let walls = *walls.get_or_insert_with(|| walls_around(map, spoke));
            if walls.is_some_and(|walls| !stands_out(walls, heading, turn)) {
                continue;
            }
            let heading = unit(heading);
            let leg = heading.dot(way).max(0.0);
            if self.is_clear(search, root, heading, leg, limits) {
                self.push_leg(search, root, heading, leg, Some((Bend { vertex, turn }, spoke)));
            }
        }
    }

    /// The goal is seen from a root if it lies in this face.
    fn see_goal(&mut self, search: &Search, root: u32, f: FaceId, limits: Limits) {
        if self.goals[f.index()] != self.epoch {
            return;
        }
        let way = Way::between(self.roots[root as usize].at, search.goal).offset();
        if let Some(heading) = passing(way, -self.side_of(root, search)) {
            let heading = unit(heading);
            let leg = heading.dot(way).max(0.0);
            if self.is_clear(search, root, heading, leg, limits) {
                self.push_leg(search, root, heading, leg, None);
            }
        }
    }

    /// Whether a leg passes the corners by which it is limited, as far as it comes to them.
    fn is_clear(&self, search: &Search, root: u32, heading: Offset, leg: f64, limits: Limits) -> bool {
        let from = heading.left() * -self.side_of(root, search);
        // Where the leg ends is rounded, however small the disc.
        let enough = search.radius - (search.radius * 1e-3).min(1e-6);
        [(limits.right, 1.0), (limits.left, -1.0)].into_iter().all(|(limit, side)| {
            if limit.direction.cross(heading) * side >= 0.0 {
                return true;
            }
            let way = limit.way - from;
            let along = heading.dot(way).clamp(0.0, leg);
            (way - heading * along).squared() >= enough * enough
        })
    }

    /// How far to the left of a leg the corner of a root lies that it comes from.
    fn side_of(&self, root: u32, search: &Search) -> f64 {
        self.roots[root as usize].bend.map_or(0.0, |arrival| arrival.bend.turn.side() * search.radius)
    }

    /// Pushes a leg from a root, if the root does not have to turn back for it.
    fn push_leg(&mut self, search: &Search, root: u32, heading: Offset, leg: f64, to: Option<(Bend, EdgeId)>) {
        let Root { at, length, bend } = self.roots[root as usize];
        let mut length = length;
        let mut from = Offset::to(at);
        if let Some(Arrival { bend, heading: arrived, most, .. }) = bend {
            let turned = turned(arrived, heading, bend.turn);
            if turned > most {
                return;
            }
            length += turned * search.radius;
            from = from - heading.left() * (bend.turn.side() * search.radius);
        }
        let end = from + heading * leg;
        length += leg;
        let estimate = length + (Offset::to(search.goal) - end).length();
        self.agenda.push(Node::Go { root, heading, length, to }, estimate);
    }

    /// Whether the disc has room on an arc around a root and on the leg that follows.
    fn has_room(&mut self, search: &Search, root: u32, heading: Offset, length: f64) -> bool {
        let Root { at, length: before, bend } = self.roots[root as usize];
        let mut from = Offset::to(at);
        let mut leg = length - before;
        if let Some(Arrival { bend, heading: arrived, .. }) = bend {
            let turned = turned(arrived, heading, bend.turn);
            let out = |heading: Offset| heading.left() * (-bend.turn.side() * search.radius);
            if turned > 0.0 && !self.has_room_on_arc(search, at, bend.turn, arrived, heading) {
                return false;
            }
            from = from + out(heading);
            leg -= turned * search.radius;
        }
        self.room.along_line(search.map, from, from + heading * leg, search.radius)
    }

    fn has_room_on_arc(&mut self, search: &Search, at: LatticePoint, turn: Turn, from: Offset, to: Offset) -> bool {
        let [from, to] = [from, to].map(|heading| heading.left() * (-turn.side() * search.radius));
        let arc = Arc { centre: Offset::to(at), from, to, is_left: turn == Turn::Left };
        self.room.along_arc(search.map, &arc, search.radius)
    }

    /// Makes the end of a leg a root, unless another has come there that is as near on the same arc; and looks around.
    fn arrive(&mut self, search: &Search, before: u32, heading: Offset, length: f64, bend: Bend, spoke: EdgeId) {
        let at = search.map.lattice_point(bend.vertex);
        let (epoch, last) = self.arrived[bend.vertex.index()][bend.turn as usize];
        let other = (epoch == self.epoch).then_some(last);
        let mut next = other;
        while let Some(root) = next {
            let Root { length: reached, bend: Some(arrival), .. } = self.roots[root as usize] else { break };
            let turned = turned(arrival.heading, heading, bend.turn);
            let is_nearer = turned <= arrival.most && reached + turned * search.radius <= length * (1.0 + ROUNDING);
            if is_nearer && (turned == 0.0 || self.has_room_on_arc(search, at, bend.turn, arrival.heading, heading)) {
                return;
            }
            next = arrival.other;
        }
        let is_post = walls_around(search.map, spoke).is_none();
        let most = if is_post { TAU } else { PI * (1.0 + ROUNDING) };
        let root = self.roots.len() as u32;
        self.roots.push(Root { at, length, bend: Some(Arrival { before, bend, heading, most, other }) });
        self.arrived[bend.vertex.index()][bend.turn as usize] = (self.epoch, root);
        self.look_around(search, root, spoke);
    }

    /// Looks through the edges opposite to a root, in all faces around it that hang together there.
    fn look_around(&mut self, search: &Search, root: u32, spoke: EdgeId) {
        let map = search.map;
        let mut first = spoke;
        while !map.is_wall(first) {
            first = map.twin(first).next();
            if first == spoke {
                break;
            }
        }
        let mut current = first;
        let limits = Limits::default();
        loop {
            self.see(search, root, current.next(), limits);
            self.see_goal(search, root, current.face(), limits);
            self.look_through(search, root, current.next(), limits);
            let ahead = current.prev();
            if map.is_wall(ahead) {
                self.see(search, root, ahead, limits);
                return;
            }
            current = map.twin(ahead);
            if current == first {
                return;
            }
        }
    }

    /// Writes down the path whose last leg leads from a root to the goal.
    fn trace(&self, search: &Search, query: &Query<'_>, last: u32, path: &mut Path) {
        path.bends.clear();
        let mut root = last;
        while let Some(Arrival { before, bend, .. }) = self.roots[root as usize].bend {
            path.bends.push(bend);
            root = before;
        }
        path.bends.reverse();
        lay_out(search.map, query, path);
    }

    /// The beginning of the path that a node continues, as far as its root.
    fn beginning(&self, search: &Search, query: &Query<'_>, node: Node, bound: Proof) -> Option<Path> {
        let (Node::Cross { root, .. } | Node::Go { root, .. }) = node;
        let Arrival { before, heading, bend, .. } = self.roots[root as usize].bend?;
        let at = Offset::to(self.roots[root as usize].at);
        let end = search.map.at_steps(at - heading.left() * (bend.turn.side() * search.radius));
        let mut path = Path::default();
        self.trace(search, &Query { to: end, ..*query }, before, &mut path);
        path.proof = bound;
        Some(path)
    }
}

/// The ways from a vertex along the first and the last wall, counter-clockwise, of the free space around it that the face
/// of a spoke belongs to; `None` if no wall ends there.
fn walls_around(map: &Map, spoke: EdgeId) -> Option<[Way; 2]> {
    let mut first = spoke;
    while !map.is_wall(first) {
        first = map.twin(first).next();
        if first == spoke {
            return None;
        }
    }
    let mut last = map.twin(spoke.prev());
    while !map.is_wall(last) {
        last = map.twin(last.prev());
    }
    let at = map.lattice_point(map.origin(spoke));
    Some([first, last].map(|e| Way::between(at, map.lattice_point(map.target(e)))))
}

/// Whether a path with this heading can bend around a corner between two walls: both are on the side it turns to, and the
/// other side is free.
fn stands_out([first, last]: [Way; 2], heading: Offset, turn: Turn) -> bool {
    let leeway = -ROUNDING * heading.length();
    let are_beside = [first, last].into_iter().all(|wall| {
        let wall = wall.offset();
        heading.cross(wall) * turn.side() >= leeway * wall.length()
    });
    let turned = first.cross(last);
    let is_free_beyond = match turned.signum() {
        -1 => true,
        1 => false,
        _ => {
            first == last
                || (first.offset().dot(last.offset()) > 0.0)
                || heading.dot(first.offset()) * turn.side() < 0.0
        }
    };
    are_beside && is_free_beyond
}
