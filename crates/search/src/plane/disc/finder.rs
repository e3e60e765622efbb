//! A* over exposed arcs: the shortest path of a disc.

use super::super::agenda::Agenda;
use super::super::ends::End;
use super::super::path::{Bend, Path, Query, Turn};
use super::super::spending::Spending;
use super::arc::Circle;
use super::layout::lay_out;
use super::leg::{Leg, has_room_beside};
use super::lines::{Border, Lines, narrower};
use super::search::DiscSearch;
use super::tangent::{ROUNDING, ahead, turned, unit};
use super::walked::Walked;
use super::window::{Origin, View, Window};
use navigant_geometry::Offset;
use navigant_mesh::clearance::{Feature, Room};
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};

/// After as many expansions as the map has faces, but so many at least, it is asked whether there is a path at all: that
/// takes about as long.
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
struct Root {
    /// The start or the corner.
    at: Offset,
    /// The cost of getting to where it touches the circle.
    length: f64,
    /// A lower bound on the cost of paths by it that lead to where the guide has not been.
    unseen: f64,
    /// The heading on arrival, a unit vector; zero for the start.
    heading: Offset,
    /// The root before it, and the bend here; none for the start.
    bend: Option<(u32, Bend)>,
}

/// A tangent that waits in the open list.
#[derive(Clone, Copy, Debug)]
struct Tangent {
    root: u32,
    /// The face in which it leaves the circle of the root.
    start: FaceId,
    heading: Offset,
    /// The cost of getting to its end.
    length: f64,
    /// What it touches there; the goal if nothing.
    to: Option<Bend>,
}

/// An entry of the open list.
#[derive(Clone, Copy, Debug)]
enum Node {
    Window(Window),
    Tangent(Tangent),
}

/// Finds shortest paths for discs. Holds the scratch memory of its searches.
#[derive(Debug, Default)]
pub(in super::super) struct DiscFinder {
    walked: Walked,
    roots: Vec<Root>,
    agenda: Agenda<Node>,
    /// By vertex and turn: the search, and the last root from which a tangent there was noted.
    noted: Vec<[(u32, u32); 2]>,
    epoch: u32,
    goals: Vec<FaceId>,
    room: Room,
    expansions: u64,
    /// How many expansions may have been made when the budget is looked at next.
    limit: u64,
}

impl DiscFinder {
    /// How long a disc's path would be, in steps, with the bends of a point's.
    pub(in super::super) fn expect(map: &Map, query: &Query<'_>, path: &mut Path) -> f64 {
        lay_out(map, query, path);
        path.length / map.lattice().step()
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
        self.begin(map);
        self.set_out(search);
        let mut patience = PATIENCE.max(8 * map.face_count() as u64);
        while let Some(waiting) = self.agenda.take() {
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
            match self.agenda.node(waiting) {
                Node::Window(window) => self.advance(search, window),
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
    fn begin(&mut self, map: &Map) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.noted.fill([(0, 0); 2]);
            self.epoch = 1;
        }
        if self.noted.len() < map.vertex_slots() {
            self.noted.resize(map.vertex_slots(), [(0, 0); 2]);
        }
        self.walked.begin(map);
        self.roots.clear();
        self.agenda.clear();
        self.goals.clear();
        self.expansions = 0;
    }

    fn set_out(&mut self, search: &DiscSearch) {
        let unseen = search.guide.map_or(f64::INFINITY, |guide| guide.length);
        self.roots.push(Root { at: search.from, length: 0.0, unseen, heading: Offset::default(), bend: None });
        self.goals.extend(search.faces_at(search.to).into_iter().flatten());
        for f in search.faces_at(search.from).into_iter().flatten() {
            self.leave(search, 0, f, None);
        }
    }

    /// The lines that leave a root inside a face, all or those between two headings, right and left: the tangents they lead
    /// to, and the edges they cross.
    fn leave(&mut self, search: &DiscSearch, root: u32, f: FaceId, between: Option<[Offset; 2]>) {
        let map = search.map;
        let lines = self.lines(search, root);
        for e in f.edges() {
            self.see(search, root, f, map.origin(e), between);
            self.see_beyond(search, root, f, e, between);
        }
        self.see_goal(search, root, f, f, between);
        for e in f.edges() {
            let ends = [map.origin(e), map.target(e)].map(|v| self.way(search, root, v));
            let own = ends.map(|end| end == Offset::default());
            // A corner is passed on the side it is bent around.
            if own[0] && lines.side > 0.0 || own[1] && lines.side < 0.0 {
                continue;
            }
            let along = ends[1] - ends[0];
            if between.is_some_and(|between| between.into_iter().all(|heading| heading.cross(along) <= 0.0))
                || !search.may_cross(e)
            {
                continue;
            }
            let past = |i: usize, turn: Turn| if own[i] { None } else { lines.past(ends[i], ends[1 - i], turn) };
            let border = |past: Option<Border>, i: usize, turn: Turn| match (past, between) {
                (Some(past), Some(between)) if narrower(past.heading, between[i], turn) => Some(past),
                (Some(past), None) => Some(past),
                (None, None) => None,
                (past, Some(between)) => {
                    let is_past = past.is_none_or(|past| past.is_past);
                    Some(Border { heading: between[i], is_past })
                }
            };
            let (right, left) = (past(0, Turn::Right), past(1, Turn::Left));
            let is_shut = |past: Option<Border>, i: usize, turn: Turn| {
                past.is_some_and(|past| past.is_past) && lines.is_shut_by(ends[i], turn)
            };
            if is_shut(right, 0, Turn::Right) || is_shut(left, 1, Turn::Left) {
                continue;
            }
            if let (Some(right), Some(left)) = (border(right, 0, Turn::Right), border(left, 1, Turn::Left)) {
                // An edge that the start lies on is crossed by no line.
                let is_ahead = between.is_some() || ends[0].cross(ends[1]) > 0.0;
                let window = Window { edge: e, root, start: f, right, left };
                if let Some(window) = window.crossing(along).filter(|_| is_ahead) {
                    self.push_window(search, window, ends);
                }
            }
        }
    }

    /// Crosses an edge, and on as long as the lines of a window fall on one edge only.
    fn advance(&mut self, search: &DiscSearch, mut window: Window) {
        let map = search.map;
        let Window { root, start, .. } = window;
        let lines = self.lines(search, root);
        let mut ends = [map.origin(window.edge), map.target(window.edge)].map(|v| self.way(search, root, v));
        loop {
            if self.expansions >= self.limit {
                return self.push_window(search, window, ends);
            }
            self.expansions += 1;
            // In the face beyond, the edge runs from the left of the lines to their right.
            let entry = map.twin(window.edge);
            let (right_exit, left_exit) = (entry.next(), entry.prev());
            let between = Some([window.right.heading, window.left.heading]);
            let tip = map.origin(left_exit);
            self.see_beyond(search, root, start, right_exit, between);
            self.see_beyond(search, root, start, left_exit, between);
            self.see_goal(search, root, start, entry.face(), between);
            let apex = self.way(search, root, tip);
            // Where all lines pass the corners on both sides, and the apex on one, nothing changes.
            if let Some(turn) = window.passes(&lines, apex, search.tolerance()) {
                let (exit, third) = if turn == Turn::Right { (right_exit, left_exit) } else { (left_exit, right_exit) };
                if !search.leads_on(exit) || search.profiles().passage(third) < search.width() {
                    return;
                }
                window.edge = exit;
                ends[if turn == Turn::Right { 1 } else { 0 }] = apex;
                continue;
            }
            self.see(search, root, start, tip, between);
            let on_right = Self::turn_off(search, &lines, window, ends, apex, [right_exit, left_exit], Turn::Right);
            let on_left = Self::turn_off(search, &lines, window, ends, apex, [left_exit, right_exit], Turn::Left);
            match (on_right, on_left) {
                (Some(on_right), Some(on_left)) => {
                    self.push_window(search, on_right, [ends[0], apex]);
                    self.push_window(search, on_left, [apex, ends[1]]);
                    return;
                }
                (Some(on_right), None) => (window, ends[1]) = (on_right, apex),
                (None, Some(on_left)) => (window, ends[0]) = (on_left, apex),
                (None, None) => return,
            }
        }
    }

    /// The lines of a window that leave the face beyond its edge to one side of the apex.
    #[inline]
    fn turn_off(
        search: &DiscSearch,
        lines: &Lines,
        window: Window,
        ends: [Offset; 2],
        apex: Offset,
        [exit, third]: [EdgeId; 2],
        turn: Turn,
    ) -> Option<Window> {
        // Around the corner on this side, past what is opposite.
        if !search.may_cross(exit) || search.profiles().passage(third) < search.width() {
            return None;
        }
        let (same, other) = match turn {
            Turn::Right => ([window.right, window.left], [ends[0], ends[1]]),
            Turn::Left => ([window.left, window.right], [ends[1], ends[0]]),
        };
        let ([mut inner, mut outer], [kept, lost]) = (same, other);
        let other_turn = turn.reversed();
        let is_here = |way: Offset| way == Offset::default();
        if is_here(apex) && lines.side * other_turn.side() <= 0.0 {
            return None;
        }
        // The corner that stays beside the edge, on the side that the lines turn off to.
        if !inner.is_past {
            match if is_here(kept) { None } else { lines.past(kept, apex, turn) } {
                Some(past) if past.is_past && lines.is_shut_by(kept, turn) => return None,
                Some(past) if narrower(past.heading, inner.heading, turn) => inner = past,
                Some(past) => inner.is_past = past.is_past,
                None => inner.is_past = is_here(kept),
            }
        }
        // The corner that is left behind.
        let exit_line = match turn {
            Turn::Right => [kept, apex],
            Turn::Left => [apex, kept],
        };
        if !outer.is_past
            && !is_here(lost)
            && let Some(past) = lines.past_before(lost, exit_line, other_turn)
            && narrower(past, outer.heading, other_turn)
        {
            outer.heading = past;
        }
        // The apex, which the lines pass on the other side.
        let off = lines.offset(outer.heading, apex) * other_turn.side();
        outer.is_past = off >= lines.near || is_here(apex);
        if !outer.is_past
            && let Some(past) = lines.past(apex, kept, other_turn)
        {
            if past.is_past && lines.is_shut_by(apex, other_turn) {
                return None;
            }
            if narrower(past.heading, outer.heading, other_turn) {
                outer = past;
            } else {
                outer.is_past = past.is_past;
            }
        }
        let [right, left] = match turn {
            Turn::Right => [inner, outer],
            Turn::Left => [outer, inner],
        };
        Window { edge: exit, right, left, ..window }.crossing(exit_line[1] - exit_line[0])
    }

    fn push_window(&mut self, search: &DiscSearch, window: Window, ends: [Offset; 2]) {
        let Root { at, length, heading, unseen, .. } = self.roots[window.root as usize];
        let origin = Origin { lines: self.lines(search, window.root), length, heading };
        let view = View::new(origin, [window.right.heading, window.left.heading], ends);
        let estimate = search.estimate(window.edge, unseen, |place| view.estimate(place - at));
        self.agenda.push(Node::Window(window), estimate.max(length));
    }

    /// The tangents to a corner, on either side, of the lines that leave a root in the face `start` between two headings.
    #[inline]
    fn see(&mut self, search: &DiscSearch, root: u32, start: FaceId, v: VertexId, between: Option<[Offset; 2]>) {
        let lines = self.lines(search, root);
        let way = self.way(search, root, v);
        if way == Offset::default() {
            return;
        }
        for turn in [Turn::Left, Turn::Right] {
            if lines.may_touch(way, turn.side() * lines.radius, between, search.tolerance()) {
                self.see_side(search, root, start, Bend { vertex: v, turn }, way, between);
            }
        }
    }

    /// The tangents to the corners beyond an edge whose circles reach over it.
    #[inline]
    fn see_beyond(&mut self, search: &DiscSearch, root: u32, start: FaceId, e: EdgeId, between: Option<[Offset; 2]>) {
        if f64::from(search.profiles().corner_beyond(e)) > search.radius || search.map.is_wall(e) {
            return;
        }
        for feature in search.profiles().left_of(search.map.twin(e)) {
            if let Feature::Corner(v) = feature {
                self.see(search, root, start, v, between);
            }
        }
    }

    /// Notes the tangent to one side of a corner, if a path may bend there.
    fn see_side(
        &mut self,
        search: &DiscSearch,
        root: u32,
        start: FaceId,
        bend: Bend,
        way: Offset,
        between: Option<[Offset; 2]>,
    ) {
        let noted = &mut self.noted[bend.vertex.index()][bend.turn as usize];
        if *noted == (self.epoch, root) {
            return;
        }
        let lines = self.lines(search, root);
        let touching = lines.touching(way, bend.turn).or_else(|| {
            // From where the start touches the circle, but for rounding.
            let is_start = lines.side == 0.0 && way.squared() > 0.0;
            is_start.then(|| unit(way).left() * -bend.turn.side())
        });
        let Some(heading) = touching else { return };
        if !is_between(heading, between, way, search.tolerance()) || self.is_straight_on(root, heading) {
            return;
        }
        let map = search.map;
        let direction = Circle::direction(bend.turn, heading);
        // Beside a wall of the corner, the wall is nearer than the corner.
        let is_exposed = map.edges_from(bend.vertex).all(|e| {
            !map.is_wall(e) || {
                let wall = Offset::between(map.lattice_point(bend.vertex), map.lattice_point(map.target(e)));
                wall.dot(direction) <= ROUNDING * (wall.x.abs() + wall.y.abs())
            }
        });
        if !is_exposed {
            return;
        }
        self.noted[bend.vertex.index()][bend.turn as usize] = (self.epoch, root);
        let length = self.cost(search, root, heading, heading.dot(way).max(0.0));
        if self.walked.dominates(bend, direction, length, search.radius) {
            return;
        }
        let left = search.left(bend.vertex, length, self.roots[root as usize].at + way + direction * search.radius);
        let tangent = Tangent { root, start, heading, length, to: Some(bend) };
        self.agenda.push(Node::Tangent(tangent), length + left);
    }

    /// Whether a heading leads straight on past the corner of a root: then the root before sees whatever lies there. So each
    /// of many corners in a row is one tangent, and not one from every corner before it.
    fn is_straight_on(&self, root: u32, heading: Offset) -> bool {
        let Root { heading: arrived, bend, .. } = self.roots[root as usize];
        bend.is_some() && arrived.dot(heading) > 0.0 && arrived.cross(heading).abs() <= ROUNDING
    }

    /// The line to the goal, if it is in a face that the lines of a root lead into.
    fn see_goal(&mut self, search: &DiscSearch, root: u32, start: FaceId, f: FaceId, between: Option<[Offset; 2]>) {
        if !self.goals.contains(&f) {
            return;
        }
        let lines = self.lines(search, root);
        let way = search.to - self.roots[root as usize].at;
        // A goal on the circle, but for rounding, is where the disc touches it.
        let on_circle = || unit(way).left() * self.roots[root as usize].bend.map_or(0.0, |(_, bend)| bend.turn.side());
        let heading = lines.through(way).map_or_else(on_circle, unit);
        if is_between(heading, between, way, search.tolerance()) {
            let length = self.cost(search, root, heading, heading.dot(way).max(0.0));
            let tangent = Tangent { root, start, heading, length, to: None };
            self.agenda.push(Node::Tangent(tangent), length);
        }
    }

    /// Follows a tangent to its end, if the disc has room on it: bends around the corner there. Whether that is the goal.
    fn arrive(&mut self, search: &DiscSearch, tangent: Tangent) -> bool {
        let Tangent { root, start, heading, length, to } = tangent;
        let map = search.map;
        let direction = to.map(|bend| Circle::direction(bend.turn, heading));
        if let (Some(bend), Some(direction)) = (to, direction)
            && self.walked.dominates(bend, direction, length, search.radius)
        {
            return false;
        }
        let Root { at, bend: before, .. } = self.roots[root as usize];
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
        if before.is_some_and(|(_, bend)| !sets_out(bend)) {
            return false;
        }
        let Some(face) = leg.follow(map, start, search.radius, &mut self.room) else { return false };
        let (Some(bend), Some(direction)) = (to, direction) else { return true };
        if has_room_beside(map, face, bend.vertex, end, search.radius, |middle| leg.passes_over(-heading.dot(middle))) {
            let at = Offset::to(map.lattice_point(bend.vertex));
            let unseen = length + search.guide.map_or(f64::INFINITY, |guide| guide.unseen(end, length));
            self.roots.push(Root { at, length, unseen, heading, bend: Some((root, bend)) });
            self.bend(search, self.roots.len() as u32 - 1, bend, direction, face);
        }
        false
    }

    /// Walks along the circle around a corner as far as the disc has room and nobody has walked there at a lower cost.
    fn bend(&mut self, search: &DiscSearch, root: u32, bend: Bend, start: Offset, mut f: FaceId) {
        let (map, turn) = (search.map, bend.turn);
        let circle = Circle { map, bend, at: map.lattice_point(bend.vertex), radius: search.radius };
        let length = self.roots[root as usize].length;
        let stop = self.walked.next(bend, start, length, search.radius);
        let (mut from, mut entered) = (start, None);
        // Around a post at most once; every face is left at most a few times.
        for _ in 0..4 * map.face_slots() {
            let mut stretch = circle.walk(f, entered, from);
            let mut is_last = stretch.exit.is_none();
            // In quarters, so that the lines of a window are less than half a turn apart.
            let quarter = Circle::heading(turn, from);
            let is_long = ahead(from, stretch.to, turn) > 1.0;
            if is_long {
                (stretch.to, is_last) = (quarter, false);
            }
            let reach = ahead(from, stretch.to, turn);
            for end in [stop, (from != start).then_some(start)].into_iter().flatten() {
                if ahead(from, end, turn) <= ahead(from, stretch.to, turn) {
                    (stretch.to, is_last) = (end, true);
                }
            }
            if reach > 0.0 {
                let headings = [from, stretch.to].map(|direction| Circle::heading(turn, direction));
                self.leave(search, root, f, Some(turn.ordered(headings[0], headings[1])));
            }
            from = stretch.to;
            if is_last {
                break;
            }
            if let Some(exit) = stretch.exit.filter(|_| !is_long) {
                (f, entered) = (map.twin(exit).face(), Some(map.twin(exit)));
            }
        }
        self.walked.note(bend, start, from, length);
    }

    fn lines(&self, search: &DiscSearch, root: u32) -> Lines {
        let Root { bend, heading, .. } = self.roots[root as usize];
        let side = bend.map_or(0.0, |(_, bend)| bend.turn.side() * search.radius);
        Lines { side, radius: search.radius, near: search.radius - search.tolerance(), straight: heading }
    }

    fn way(&self, search: &DiscSearch, root: u32, v: VertexId) -> Offset {
        Offset::to(search.map.lattice_point(v)) - self.roots[root as usize].at
    }

    /// The cost of leaving a root with a heading, and going on for a distance.
    fn cost(&self, search: &DiscSearch, root: u32, heading: Offset, distance: f64) -> f64 {
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

/// Whether a heading towards something is between two others, right and left, but for rounding.
#[inline]
fn is_between(heading: Offset, between: Option<[Offset; 2]>, way: Offset, tolerance: f64) -> bool {
    between.is_none_or(|[right, left]| {
        let scale = way.x.abs() + way.y.abs();
        // Not the other way around: they are less than half a turn apart.
        let is_ahead = (right + left).dot(heading) >= -ROUNDING;
        is_ahead && right.cross(heading) * scale >= -tolerance && heading.cross(left) * scale >= -tolerance
    })
}
