//! Sweeping the lines that leave a root through the triangulation: the windows they go on in, and the tangents they lead to.

use super::super::path::{Bend, Turn};
use super::arc::Circle;
use super::finder::{DiscFinder, Node, Root, Tangent};
use super::lines::{Border, Lines, narrower};
use super::search::DiscSearch;
use super::tangent::{ROUNDING, passing_or_touching, unit};
use super::window::{Origin, View, Window};
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{EdgeIdInternals as _, Feature, MapInternals as _};
use navigant_mesh::{EdgeId, FaceId, VertexId};

/// Faces that a window crosses before it is estimated again: its lines may lead away from the goal. On public maps most windows are
/// split or shut after fewer.
const MOST_AT_ONCE: u64 = 8;

impl DiscFinder {
    /// The lines that leave a root inside a face, all or those between two headings, right and left: the tangents they lead
    /// to, and the edges they cross. Those that cross `exit` are returned, with the ends of that edge; they are not in the open list.
    pub(super) fn leave(
        &mut self,
        search: &DiscSearch,
        root: u32,
        f: FaceId,
        between: Option<[Offset; 2]>,
        exit: Option<EdgeId>,
    ) -> Option<(Window, [Offset; 2])> {
        let map = search.map;
        let mut leaving = None;
        let lines = self.lines(search, root);
        self.beside.clear();
        for e in f.edges() {
            self.beside.push(map.origin(e));
            self.beside.extend(search.corners_beyond(e));
        }
        for i in 0..self.beside.len() {
            self.see(search, root, f, self.beside[i], between);
        }
        self.see_goal(search, root, f, f, between);
        self.beside.clear();
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
                (Some(past), Some(between)) if narrower(past.heading, between[i], between[1 - i], turn) => Some(past),
                (Some(past), None) => Some(past),
                (None, None) => None,
                (past, Some(between)) => {
                    let is_past = past.is_none_or(|past| past.is_past);
                    Some(Border { heading: between[i], is_past })
                }
            };
            let (right, left) = (past(0, Turn::Right), past(1, Turn::Left));
            let is_shut = |past: Option<Border>, i: usize, turn: Turn| {
                past.is_some_and(|past| past.is_past)
                    && between.is_some_and(|between| lines.is_shut_by(ends[i], turn, between))
            };
            if is_shut(right, 0, Turn::Right) || is_shut(left, 1, Turn::Left) {
                continue;
            }
            if let (Some(right), Some(left)) = (border(right, 0, Turn::Right), border(left, 1, Turn::Left)) {
                // An edge that the start lies on is crossed by no line.
                let is_ahead = between.is_some() || ends[0].cross(ends[1]) > 0.0;
                let window = Window { edge: e, root, start: f, right, left };
                let crosses = |window: &Window| is_ahead && !window.misses(&lines, ends, search.tolerance());
                let window = window.crossing(along).filter(crosses);
                match window.and_then(|window| self.narrowed(search, &lines, window, ends)) {
                    Some(window) if Some(e) == exit => leaving = Some((window, ends)),
                    Some(window) => self.push_window(search, window, ends),
                    None => {}
                }
            }
        }
        leaving
    }

    /// The ends of the edge of a window, right and left, as seen from its root.
    pub(super) fn ends(&self, search: &DiscSearch, Window { edge, root, .. }: Window) -> [Offset; 2] {
        [search.map.origin(edge), search.map.target(edge)].map(|v| self.way(search, root, v))
    }

    /// Crosses an edge, and on as long as the lines of a window, which are not dominated, fall on one edge only.
    pub(super) fn advance(&mut self, search: &DiscSearch, mut window: Window) {
        let map = search.map;
        let Window { root, start, .. } = window;
        let lines = self.lines(search, root);
        let mut ends = self.ends(search, window);
        let limit = self.limit.min(self.expansions + MOST_AT_ONCE);
        loop {
            if self.expansions >= limit {
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
                let Some(narrowed) = self.narrowed(search, &lines, window, ends) else { return };
                window = narrowed;
                if self.is_dominated(search, window, ends) {
                    return;
                }
                continue;
            }
            self.see(search, root, start, tip, between);
            let on_right = Self::turn_off(search, &lines, window, ends, apex, [right_exit, left_exit], Turn::Right);
            let on_left = Self::turn_off(search, &lines, window, ends, apex, [left_exit, right_exit], Turn::Left);
            let on_right = on_right.and_then(|window| self.narrowed(search, &lines, window, [ends[0], apex]));
            let on_left = on_left.and_then(|window| self.narrowed(search, &lines, window, [apex, ends[1]]));
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
            if self.is_dominated(search, window, ends) {
                return;
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
                Some(past) if past.is_past && lines.is_shut_by(kept, turn, [inner.heading, outer.heading]) => {
                    return None;
                }
                Some(past) if narrower(past.heading, inner.heading, outer.heading, turn) => inner = past,
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
        {
            // Along a row, lines that lead straight on are those of the root before.
            let headings = match turn {
                Turn::Right => [inner.heading, outer.heading],
                Turn::Left => [outer.heading, inner.heading],
            };
            if lines.is_shut_by(lost, other_turn, headings) && lines.come_before(lost, exit_line, headings) {
                return None;
            }
            if narrower(past, outer.heading, inner.heading, other_turn) {
                outer.heading = past;
            }
        }
        // The apex, which the lines pass on the other side.
        let off = lines.offset(outer.heading, apex) * other_turn.side();
        outer.is_past = off >= lines.near || is_here(apex);
        if !outer.is_past
            && let Some(past) = lines.past(apex, kept, other_turn)
        {
            if past.is_past && lines.is_shut_by(apex, other_turn, [inner.heading, outer.heading]) {
                return None;
            }
            if narrower(past.heading, outer.heading, inner.heading, other_turn) {
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

    /// The lines of a window that keep away from the corners listed on their side of its edge, as far as they pass them before the
    /// edge; `None` if there are none.
    fn narrowed(&self, search: &DiscSearch, lines: &Lines, mut window: Window, ends: [Offset; 2]) -> Option<Window> {
        let (map, e, profiles) = (search.map, window.edge, search.profiles());
        // On layers a corner that is listed here may be above or below the lines that pass it in plan.
        if f64::from(profiles.corner_beyond(map.twin(e))) > search.radius || map.layer_count() > 1 {
            return Some(window);
        }
        for feature in profiles.left_of(e) {
            let Feature::Corner(v) = feature else { continue };
            let way = self.way(search, window.root, v);
            let [right, left] = [window.right.heading, window.left.heading];
            if way == Offset::default() || right.dot(way) <= 0.0 || left.dot(way) <= 0.0 {
                continue;
            }
            let turn = if lines.offset(left, way) > 0.0 {
                Turn::Left
            } else if lines.offset(right, way) < 0.0 {
                Turn::Right
            } else {
                continue;
            };
            let [border, opposite] = if turn == Turn::Left { [left, right] } else { [right, left] };
            if lines.offset(border, way) * turn.side() >= lines.near {
                continue;
            }
            let Some(past) = lines.past_before(way, ends, turn) else { continue };
            if lines.is_shut_by(way, turn, [right, left]) {
                return None;
            }
            if narrower(past, border, opposite, turn) {
                match turn {
                    Turn::Left => window.left.heading = past,
                    Turn::Right => window.right.heading = past,
                }
                if window.right.heading.cross(window.left.heading) < 0.0 {
                    return None;
                }
            }
        }
        Some(window)
    }

    /// Whether verified paths have come to where the lines of a window cross its edge, at a lower cost.
    #[inline]
    pub(super) fn is_dominated(&self, search: &DiscSearch, window: Window, ends: [Offset; 2]) -> bool {
        self.crossed.dominates(search.map, window.edge, search.radius, || {
            View::new(self.origin(search, window.root), [window.right.heading, window.left.heading], ends).crossings()
        })
    }

    fn origin(&self, search: &DiscSearch, root: u32) -> Origin {
        let Root { length, heading, .. } = self.roots[root as usize];
        Origin { lines: self.lines(search, root), length, heading }
    }

    pub(super) fn push_window(&mut self, search: &DiscSearch, window: Window, ends: [Offset; 2]) {
        let Root { at, length, unseen, reach, .. } = self.roots[window.root as usize];
        let nearest = Offset::default().distance_to_segment(ends[0], ends[1]);
        if nearest * nearest > reach * reach + search.radius * search.radius {
            return;
        }
        let view = View::new(self.origin(search, window.root), [window.right.heading, window.left.heading], ends);
        if self.crossed.dominates(search.map, window.edge, search.radius, || view.crossings()) {
            return;
        }
        let estimate = search.estimate(window.edge, unseen, |place| view.estimate(place - at));
        self.open.push(Node::Window(window), estimate.max(length));
    }

    /// The tangents to a corner, on either side, of the lines that leave a root in the face `start` between two headings.
    #[inline]
    fn see(&mut self, search: &DiscSearch, root: u32, start: FaceId, v: VertexId, between: Option<[Offset; 2]>) {
        let lines = self.lines(search, root);
        let way = self.way(search, root, v);
        if way == Offset::default() {
            return;
        }
        let offsets = match between {
            Some(between) => lines.offsets_ahead(way, between, search.tolerance()),
            None => Some([f64::NEG_INFINITY, f64::INFINITY]),
        };
        let Some([least, most]) = offsets else { return };
        // Not a loop over an array: that alone took as long as the tests.
        if (least..=most).contains(&lines.radius) {
            self.see_side(search, root, start, Bend { vertex: v, turn: Turn::Left }, way, between);
        }
        if (least..=most).contains(&-lines.radius) {
            self.see_side(search, root, start, Bend { vertex: v, turn: Turn::Right }, way, between);
        }
    }

    /// The tangents to the corners beyond an edge whose circles reach over it.
    #[inline]
    fn see_beyond(&mut self, search: &DiscSearch, root: u32, start: FaceId, e: EdgeId, between: Option<[Offset; 2]>) {
        for v in search.corners_beyond(e) {
            self.see(search, root, start, v, between);
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
        if self.noted.contains(root, bend) {
            return;
        }
        let lines = self.lines(search, root);
        let touching = lines.touching(way, bend.turn).or_else(|| {
            // From where the start touches the circle, but for rounding.
            let is_start = lines.side == 0.0 && way.squared() > 0.0;
            is_start.then(|| passing_or_touching(way, bend.turn.side() * lines.radius))
        });
        let Some(mut heading) = touching else { return };
        if lines.side == 0.0 {
            heading = self.along_own_wall(search, bend, way, heading);
        }
        let is_out_of_reach = heading.dot(way) > self.roots[root as usize].reach + search.tolerance();
        if is_out_of_reach
            || !is_between(heading, between, way, search.tolerance())
            || self.is_straight_on(root, heading)
            || self.is_obstructed(search, &lines, root, bend.vertex, heading, heading.dot(way))
        {
            return;
        }
        if !search.may_bend(bend, heading, &self.goals, &mut self.star) {
            return;
        }
        self.noted.insert(root, bend);
        let direction = Circle::direction(bend.turn, heading);
        let length = self.cost(search, root, heading, heading.dot(way).max(0.0));
        if self.walked.dominates(bend, direction, length, search.radius) {
            return;
        }
        let left = search.left(bend.vertex, length, self.roots[root as usize].at + way + direction * search.radius);
        let tangent = Tangent { root, start, heading, length, to: Some(bend), paid: 0.0 };
        self.open.push(Node::Tangent(tangent), length + left);
    }

    /// Whether a corner beside the face in which a line leaves its root is in the way to another corner, which the line touches.
    fn is_obstructed(
        &self,
        search: &DiscSearch,
        lines: &Lines,
        root: u32,
        target: VertexId,
        heading: Offset,
        distance: f64,
    ) -> bool {
        search.map.layer_count() == 1
            && self.beside.iter().any(|&v| {
                let way = self.way(search, root, v);
                let along = heading.dot(way);
                v != target && along > 0.0 && along < distance && lines.offset(heading, way).abs() < lines.near
            })
    }

    /// The heading of a line from the start that touches the circle around a corner: along a wall of the corner, if it is nearer to
    /// the start than the corner is by no more than rounding.
    fn along_own_wall(&self, search: &DiscSearch, bend: Bend, way: Offset, heading: Offset) -> Offset {
        let map = search.map;
        let direction = Circle::direction(bend.turn, heading);
        let walls = map
            .edges_from(bend.vertex)
            .filter(|&e| map.is_wall(e))
            .map(|e| unit(Offset::between(map.lattice_point(bend.vertex), map.lattice_point(map.target(e)))));
        let shadowing = walls.filter(|wall| wall.dot(direction) > 0.0);
        let along = shadowing.map(|wall| Circle::heading(bend.turn, unit(direction - wall * wall.dot(direction))));
        let is_on = |heading: &Offset| {
            let off = (heading.cross(way) - bend.turn.side() * search.radius).abs();
            off <= search.tolerance() && heading.dot(way) >= 0.0
        };
        along.into_iter().find(is_on).unwrap_or(heading)
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
        let mut heading = passing_or_touching(way, -lines.side);
        // A goal that is nearer to a wall by rounding, beside the corner, is on the line along the wall.
        let is_on = |&h: &Offset| lines.offset(h, way).abs() <= search.tolerance() && h.dot(way) > 0.0;
        if !is_between(heading, between, way, search.tolerance())
            && let Some(border) = between.into_iter().flatten().find(is_on)
        {
            heading = border;
        }
        if is_between(heading, between, way, search.tolerance()) {
            let length = self.cost(search, root, heading, heading.dot(way).max(0.0));
            let tangent = Tangent { root, start, heading, length, to: None, paid: 0.0 };
            self.open.push(Node::Tangent(tangent), length);
        }
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
