//! A* over exposed arcs: the shortest path of a disc.

use super::super::ends::End;
use super::super::open_nodes::OpenNodes;
use super::super::path::{Bend, Path, Query, Turn};
use super::super::spending::Spending;
use super::arc::Circle;
use super::bending::Spoke;
use super::crossed::{self, Crossing};
use super::layout::lay_out;
use super::leg::{Leg, has_room_beside};
use super::lines::Lines;
use super::noted::Noted;
use super::search::DiscSearch;
use super::tangent::{ahead, angle, turned, unit};
use super::walked::Walked;
use super::window::Window;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{Feature, MapInternals as _, Room};
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};

/// Expansions per face of the map after which it is asked whether there is a path at all: on public maps that takes up to a few
/// milliseconds, as long as a search of this size.
const PATIENCE_PER_FACE: u64 = 8;

/// Expansions after which it is asked at the earliest: less is not worth asking.
const PATIENCE: u64 = 4096;

/// What a search for a disc comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Answer {
    Found,
    /// There is no path.
    Unreachable,
    /// The budget is spent; a lower bound on the length, in steps.
    Spent(f64),
}

/// The start, or an arrival at the circle around a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    /// The start or the corner.
    pub(super) at: Offset,
    /// The cost of getting to where it touches the circle.
    pub(super) length: f64,
    /// A lower bound on the cost of paths by it that lead to where the guide has not been.
    pub(super) unseen: f64,
    /// The heading on arrival, a unit vector; zero for the start.
    pub(super) heading: Offset,
    /// How far lines lead that turn here: something is in the way of all of them.
    pub(super) reach: f64,
    /// What was paid on the way, in steps.
    tolls: f64,
    /// The root before it, and the bend here; none for the start.
    pub(super) bend: Option<(u32, Bend)>,
    /// Whether nothing but its walls is near enough to the corner to be in the way of a disc that touches it.
    is_alone: bool,
    /// Where its stretches are.
    stretches: (u32, u32),
}

/// A part of a walk along a circle that lies in one face.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    face: FaceId,
    /// Headings.
    from: Offset,
    to: Offset,
    /// The edge by which the walk goes on.
    exit: Option<EdgeId>,
}

/// A tangent that waits in the open list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tangent {
    pub(super) root: u32,
    /// The face in which it leaves the circle of the root.
    pub(super) start: FaceId,
    pub(super) heading: Offset,
    /// The cost of getting to its end.
    pub(super) length: f64,
    /// What it touches there; the goal if nothing.
    pub(super) to: Option<Bend>,
    /// What of its cost is paid on it, in steps: nothing until it has been followed.
    pub(super) paid: f64,
}

/// A walk along a circle that has come to a seam with a toll, and waits in the open list to go on beyond.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossed {
    root: u32,
    bend: Bend,
    direction: Offset,
    /// The edge that it comes in by.
    entry: EdgeId,
    /// The cost of getting there, with the toll.
    length: f64,
    toll: f64,
}

/// An entry of the open list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Window(Window),
    Tangent(Tangent),
    Crossed(Crossed),
}

/// Finds shortest paths for discs. Holds the scratch memory of its searches.
#[derive(Debug, Default)]
pub(in super::super) struct DiscFinder {
    pub(super) walked: Walked,
    pub(super) crossed: crossed::Crossed,
    /// The edges that the leg looked at last crosses.
    crossings: Vec<EdgeId>,
    pub(super) roots: Vec<Root>,
    /// The walks of all roots.
    stretches: Vec<Stretch>,
    pub(super) open: OpenNodes<Node>,
    pub(super) noted: Noted,
    pub(super) goals: Vec<FaceId>,
    /// The corners beside the face in which lines leave a root.
    pub(super) beside: Vec<VertexId>,
    /// The edges around the corner that was looked at last.
    pub(super) star: Vec<Spoke>,
    /// The directions of the walls of the corner that was arrived at last.
    walls: Vec<Offset>,
    pub(super) room: Room,
    pub(super) expansions: u64,
    /// What the path that was found pays at seams, in steps.
    pub(in super::super) tolls: f64,
    /// How many expansions may have been made when the budget is looked at next.
    pub(super) limit: u64,
}

impl DiscFinder {
    /// How long a disc's path would be, in steps, with the bends of a point's.
    pub(in super::super) fn expect(map: &Map, query: &Query<'_>, path: &mut Path) -> f64 {
        lay_out(map, query, path);
        path.length / map.lattice().step()
    }

    /// How many roots, stretches, nodes and tangents it keeps.
    pub(in super::super) fn kept(&self) -> usize {
        self.roots.len() + self.stretches.len() + self.open.kept() + self.noted.held()
    }

    /// The shortest path; start and goal have room. `reaches` says whether there is one; it is asked only when the search
    /// takes long.
    pub(in super::super) fn find(
        &mut self,
        search: &DiscSearch,
        query: &Query<'_>,
        spending: &mut Spending<'_>,
        path: &mut Path,
        mut reaches: impl FnMut() -> bool,
    ) -> Answer {
        let map = search.map;
        self.begin(map, search.radius);
        self.set_out(search);
        let mut patience = PATIENCE.max(PATIENCE_PER_FACE * map.face_count() as u64);
        while let Some(waiting) = self.open.take() {
            let node = self.open.node(waiting);
            // What has become dominated is no expansion.
            let is_dominated = match node {
                Node::Window(window) => self.is_dominated(search, window, self.ends(search, window)),
                Node::Tangent(Tangent { heading, length, to, .. }) => to.is_some_and(|bend| {
                    self.walked.dominates(bend, Circle::direction(bend.turn, heading), length, search.radius)
                }),
                // The walk that led here ends here, and has not paid; whether another has gone on from here the next one asks.
                Node::Crossed(_) => false,
            };
            if is_dominated {
                continue;
            }
            if spending.is_spent() {
                return Answer::Spent(waiting.estimate());
            }
            if self.expansions >= patience {
                if !reaches() {
                    return Answer::Unreachable;
                }
                patience = u64::MAX;
            }
            let before = self.expansions;
            self.limit = before.saturating_add(spending.allowance());
            let mut is_found = false;
            match node {
                Node::Window(window) => self.advance(search, window),
                Node::Crossed(crossed) => {
                    self.expansions += 1;
                    self.go_on(search, crossed);
                }
                Node::Tangent(tangent) => {
                    self.expansions += 1;
                    if self.arrive(search, tangent) {
                        let end = search.guide.map_or(End::Goal, |guide| guide.end);
                        self.trace(map, query, end.other(), tangent.root, path);
                        is_found = true;
                    }
                }
            }
            spending.spend(self.expansions - before);
            if is_found {
                return Answer::Found;
            }
        }
        Answer::Unreachable
    }

    /// Forgets the last search.
    fn begin(&mut self, map: &Map, radius: f64) {
        self.noted.begin(map);
        self.walked.begin(map);
        self.crossed.begin(map, radius);
        self.roots.clear();
        self.stretches.clear();
        self.open.clear();
        self.goals.clear();
        self.expansions = 0;
    }

    fn set_out(&mut self, search: &DiscSearch) {
        let unseen = search.guide.map_or(f64::INFINITY, |guide| guide.length);
        self.roots.push(Root {
            at: search.from,
            length: 0.0,
            unseen,
            heading: Offset::default(),
            reach: f64::INFINITY,
            tolls: 0.0,
            bend: None,
            is_alone: false,
            stretches: (0, 0),
        });
        let [from, to] = search.faces;
        self.goals.extend(search.faces_at((search.to, to)).into_iter().flatten());
        for f in search.faces_at((search.from, from)).into_iter().flatten() {
            self.leave(search, 0, f, None, None);
        }
    }

    /// Follows a tangent to its end, if the disc has room on it: bends around the corner there. Whether that is the goal.
    fn arrive(&mut self, search: &DiscSearch, tangent: Tangent) -> bool {
        let Tangent { root, heading, length, to, paid, .. } = tangent;
        let start = self.face_of(root, heading).unwrap_or(tangent.start);
        let map = search.map;
        let direction = to.map(|bend| Circle::direction(bend.turn, heading));
        let Root { at, bend: before, is_alone, tolls: before_leg, .. } = self.roots[root as usize];
        let end = match (to, direction) {
            (Some(bend), Some(direction)) => Offset::to(map.lattice_point(bend.vertex)) + direction * search.radius,
            _ => search.to,
        };
        let from = before.map_or(at, |(_, bend)| at + Circle::direction(bend.turn, heading) * search.radius);
        let leg = Leg { from, to: end, own: [before.map(|(_, bend)| bend.vertex), to.map(|bend| bend.vertex)] };
        // Where the arc ends in a gap, the leg may set out from the middle of the gap.
        let sets_out = |bend: Bend| {
            let [arrived, left] = [self.roots[root as usize].heading, heading].map(|h| Circle::direction(bend.turn, h));
            has_room_beside(map, start, bend.vertex, from, search.radius, |middle| {
                let is_on_arc = ahead(arrived, unit(middle), bend.turn) <= ahead(arrived, left, bend.turn);
                is_on_arc || leg.passes_over(heading.dot(middle))
            })
        };
        if !is_alone && before.is_some_and(|(_, bend)| !sets_out(bend)) {
            return false;
        }
        self.crossings.clear();
        let distance = (end - from).length();
        let (cost, mut tolls) = (length - paid - distance, 0.0);
        let Some(face) = leg.follow(map, start, search.radius, &mut self.room, |e| {
            self.crossings.push(e);
            let before = tolls;
            tolls += search.plain.toll(e);
            let crossing = || [leg.crossing(map, e, cost + before, distance).0; 2];
            tolls == f64::INFINITY || self.crossed.dominates(map, e, search.radius, crossing)
        }) else {
            return false;
        };
        if tolls > paid {
            // It waits until nothing that costs less is left.
            let length = length - paid + tolls;
            let left = to.map_or(0.0, |bend| search.left(bend.vertex, length, end));
            self.open.push(Node::Tangent(Tangent { length, paid: tolls, ..tangent }), length + left);
            return false;
        }
        let tolls = before_leg + tolls;
        let (Some(bend), Some(direction)) = (to, direction) else {
            self.tolls = tolls;
            return true;
        };
        // On layers the corner may be above or below.
        if !map.is_seen(face, end, Feature::Corner(bend.vertex)) {
            return false;
        }
        let is_alone = search.is_alone(bend.vertex, &mut self.walls);
        let passes_over = |middle: Offset| leg.passes_over(-heading.dot(middle));
        if is_alone || has_room_beside(map, face, bend.vertex, end, search.radius, passes_over) {
            // Not before: a leg whose end has no room may have none where it crosses edges.
            let mut cost = cost;
            for &e in &self.crossings {
                let (crossing, edge) = leg.crossing(map, e, cost, distance);
                self.crossed.note(map, e, crossing, edge);
                cost += search.plain.toll(e);
            }
            let at = Offset::to(map.lattice_point(bend.vertex));
            let unseen = length + search.guide.map_or(f64::INFINITY, |guide| guide.unseen(end, length));
            let (bend_here, reach, stretches) = (Some((root, bend)), f64::INFINITY, (0, 0));
            let root = Root { at, length, unseen, heading, reach, tolls, bend: bend_here, is_alone, stretches };
            self.roots.push(root);
            self.bend(search, self.roots.len() as u32 - 1, bend, direction, (face, None));
        }
        false
    }

    /// Goes on around a corner beyond a seam.
    fn go_on(&mut self, search: &DiscSearch, crossed: Crossed) {
        let Crossed { root, bend, direction, entry, length, toll } = crossed;
        let before = self.roots[root as usize];
        let is_alone = search.is_alone(bend.vertex, &mut self.walls);
        let place = before.at + direction * search.radius;
        let unseen = length + search.guide.map_or(f64::INFINITY, |guide| guide.unseen(place, length));
        let heading = Circle::heading(bend.turn, direction);
        let tolls = before.tolls + toll;
        self.roots.push(Root { length, unseen, heading, tolls, is_alone, reach: f64::INFINITY, ..before });
        self.bend(search, self.roots.len() as u32 - 1, bend, direction, (entry.face(), Some(entry)));
    }

    /// Bends around a corner: walks along the circle, and sets out on all lines that leave it there. It begins in a face, maybe by an edge.
    fn bend(&mut self, search: &DiscSearch, root: u32, bend: Bend, start: Offset, begin: (FaceId, Option<EdgeId>)) {
        let first = self.stretches.len();
        let blocked_by = self.walk(search, root, bend, start, begin);
        let stretches = (first as u32, self.stretches.len() as u32);
        self.roots[root as usize].stretches = stretches;
        if let Some(v) = blocked_by {
            let way = self.way(search, root, v);
            // Circles that overlap: no line leads between them.
            if way.squared() < 4.0 * search.radius * search.radius && self.lines(search, root).is_in_row(way, bend.turn)
            {
                self.roots[root as usize].reach = way.length();
            }
        }
        // The lines that cross the edge by which the walk leaves a face go on together with those that leave the circle beyond it.
        let mut coming: Option<(Window, [Offset; 2])> = None;
        for i in first..self.stretches.len() {
            let Stretch { face, mut from, to, exit } = self.stretches[i];
            if let Some((window, ends)) = coming.take() {
                let earliest = if bend.turn == Turn::Left { window.right } else { window.left }.heading;
                // The lines of a window are less than half a turn apart.
                if ahead(earliest, to, bend.turn) <= 1.0 {
                    from = earliest;
                } else {
                    self.push_window(search, window, ends);
                }
            }
            if from != to {
                coming = self.leave(search, root, face, Some(bend.turn.ordered(from, to)), exit);
            }
        }
        if let Some((window, ends)) = coming {
            self.push_window(search, window, ends);
        }
    }

    /// Walks along the circle around a corner as far as the disc has room and nobody has walked there at a lower cost. The corner that
    /// is in the way in the end.
    fn walk(
        &mut self,
        search: &DiscSearch,
        root: u32,
        bend: Bend,
        start: Offset,
        (mut f, mut entered): (FaceId, Option<EdgeId>),
    ) -> Option<VertexId> {
        let (map, turn) = (search.map, bend.turn);
        let Root { length, is_alone, .. } = self.roots[root as usize];
        let only_walls = is_alone.then_some(self.walls.as_slice());
        let circle = Circle { map, bend, at: map.lattice_point(bend.vertex), radius: search.radius, only_walls };
        let stop = self.walked.next(bend, start, length, search.radius);
        let mut from = start;
        let (mut blocked_by, mut beyond) = (None, None);
        // Around a post at most once; every face is left at most a few times.
        for _ in 0..4 * map.face_slots() {
            let mut stretch = circle.walk(f, entered, from);
            let mut is_last = stretch.exit.is_none();
            // In quarters, so that the lines of a window are less than half a turn apart.
            let is_long = ahead(from, stretch.to, turn) > 1.0;
            if is_long {
                (stretch.to, is_last) = (Circle::heading(turn, from), false);
            }
            let reach = ahead(from, stretch.to, turn);
            for end in [stop, (from != start).then_some(start)].into_iter().flatten() {
                if ahead(from, end, turn) <= ahead(from, stretch.to, turn) {
                    (stretch.to, is_last, stretch.blocked_by) = (end, true, None);
                }
            }
            let exit = stretch.exit.filter(|_| !is_long && !is_last);
            if let Some(e) = exit {
                let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::between(circle.at, map.lattice_point(v)));
                let at = (stretch.to * search.radius - a).length();
                let cost = length + angle(start, stretch.to, turn) * search.radius;
                self.crossed.note(map, e, Crossing { at, cost }, (b - a).length());
                let toll = search.plain.toll(e);
                if toll > 0.0 {
                    is_last = true;
                    let (direction, entry) = (stretch.to, map.twin(e));
                    beyond = Some(Crossed { root, bend, direction, entry, length: cost + toll, toll });
                }
            }
            debug_assert!(ahead(from, stretch.to, turn) <= 1.0, "lines of a window more than half a turn apart");
            if reach > 0.0 || exit.is_some() {
                let [from, to] = [from, stretch.to].map(|direction| Circle::heading(turn, direction));
                self.stretches.push(Stretch { face: f, from, to, exit });
            }
            from = stretch.to;
            if is_last {
                blocked_by = stretch.blocked_by;
                break;
            }
            if let Some(exit) = exit {
                (f, entered) = (map.twin(exit).face(), Some(map.twin(exit)));
            }
        }
        if let Some(crossed) = beyond {
            self.wait_beyond(search, crossed);
        }
        // On layers directions do not tell floors apart that are above each other around one corner.
        // What begins on a seam with a toll and has not paid says nothing about what goes on from there.
        let is_unpaid = beyond.is_some() && from == start;
        if !is_unpaid && (map.layer_count() == 1 || !map.pinches().contains(bend.vertex)) {
            self.walked.note(bend, start, from, length);
        }
        blocked_by
    }

    /// A walk along a circle waits to go on beyond a seam with a toll, until nothing that costs less is left.
    fn wait_beyond(&mut self, search: &DiscSearch, crossed: Crossed) {
        let Crossed { root, bend, direction, length, .. } = crossed;
        if length < f64::INFINITY {
            let place = self.roots[root as usize].at + direction * search.radius;
            self.open.push(Node::Crossed(crossed), length + search.left(bend.vertex, length, place));
        }
    }

    /// The face in which a line leaves the circle of a root.
    fn face_of(&self, root: u32, heading: Offset) -> Option<FaceId> {
        let Root { heading: arrived, bend, stretches, .. } = self.roots[root as usize];
        let (_, Bend { turn, .. }) = bend?;
        let stretches = &self.stretches[stretches.0 as usize..stretches.1 as usize];
        let far = ahead(arrived, heading, turn);
        stretches.iter().find(|stretch| far <= ahead(arrived, stretch.to, turn)).map(|stretch| stretch.face)
    }

    pub(super) fn lines(&self, search: &DiscSearch, root: u32) -> Lines {
        let Root { bend, heading, .. } = self.roots[root as usize];
        let side = bend.map_or(0.0, |(_, bend)| bend.turn.side() * search.radius);
        Lines { side, radius: search.radius, near: search.radius - search.tolerance(), straight: heading }
    }

    pub(super) fn way(&self, search: &DiscSearch, root: u32, v: VertexId) -> Offset {
        Offset::to(search.map.lattice_point(v)) - self.roots[root as usize].at
    }

    /// The cost of leaving a root with a heading, and going on for a distance.
    pub(super) fn cost(&self, search: &DiscSearch, root: u32, heading: Offset, distance: f64) -> f64 {
        let Root { length, heading: arrived, bend, .. } = self.roots[root as usize];
        let arc = bend.map_or(0.0, |(_, bend)| turned(arrived, heading, bend.turn) * search.radius);
        length + arc + distance
    }

    /// Writes down the path that leads from one end to a root and straight on to the other.
    fn trace(&mut self, map: &Map, query: &Query<'_>, end: End, last: u32, path: &mut Path) {
        let mut root = self.roots[last as usize];
        path.bends.clear();
        while let Some((before, bend)) = root.bend {
            path.bends.push(bend);
            root = self.roots[before as usize];
        }
        match end {
            End::Start => path.bends.reverse(),
            End::Goal => path.bends.iter_mut().for_each(|Bend { turn, .. }| *turn = turn.reversed()),
        }
        lay_out(map, query, path);
    }
}
