//! Ray casts and lines of sight for a point.
//!
//! A point is a disc of vanishing radius: it may slide along walls and touch corners, but it does not pass between two
//! obstacles that touch. So at every vertex that lies exactly on the line it is asked whether one gets by on its left or
//! on its right, and along every edge that lies on it, on which sides one is.

use crate::ids::{EdgeId, FaceId, ObstacleId, VertexId};
use crate::map::Map;
use crate::triangulation::Location;
use navigant_geometry::Point;
use navigant_geometry::internals::orient;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint, PointInternals as _};

/// The result of a line-of-sight query, [`Map::look`].
///
/// ```
/// use navigant_mesh::{Map, Outline, Sight};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0]))?;
/// let wall = map.insert(&Outline::rectangle([4.0, 0.0], [5.0, 6.0]))?;
/// assert_eq!(map.look([1.0, 8.0], [9.0, 8.0]), Sight::Clear);
/// let Sight::Blocked(hit) = map.look([1.0, 3.0], [9.0, 3.0]) else { panic!("there is a wall") };
/// assert_eq!((hit.at.x, hit.obstacle), (4.0, Some(wall)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sight {
    /// Nothing is in between.
    Clear,
    /// Something is.
    Blocked(Hit),
    /// The viewpoint is not walkable, or a point is not a number or outside the lattice.
    Nowhere,
}

/// Where a ray ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The place.
    pub at: Point,
    /// The obstacle that the wall belongs to; `None` for the border of a floor.
    pub obstacle: Option<ObstacleId>,
}

/// How a walk along a line ended.
pub(crate) enum End {
    /// With these faces beside the line's end; the same one twice where it ends inside a face.
    Arrived(Beside),
    AtWall(EdgeId),
    AtCorner(VertexId),
    Nowhere,
}

/// The faces to the left and to the right of a line; `None` on a side one cannot be on.
pub(crate) type Beside = [Option<FaceId>; 2];

/// Where a walk along a line stands.
pub(crate) enum State {
    /// Inside the edge's face, about to leave through the edge, which runs from the right of the line to its left.
    Leaving(EdgeId),
    /// On a vertex, come by from these faces; `None` on a side one cannot be on.
    On { vertex: VertexId, left: Option<FaceId>, right: Option<FaceId> },
    /// Done.
    Ended(End),
}

/// A vertex that a line runs through, and the faces it came by on either side; `None` where one cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passing {
    /// The vertex.
    pub vertex: VertexId,
    /// The face to the left of the line, just before the vertex.
    pub left: Option<FaceId>,
    /// The face to its right; the same one where the line runs inside a face.
    pub right: Option<FaceId>,
}

/// What ends a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayEnd {
    /// A wall across it, seen from the edge's face.
    Wall(EdgeId),
    /// A corner that one gets by neither on its left nor on its right.
    Corner(VertexId),
}

/// The line that is walked.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    pub(crate) from: LatticePoint,
    pub(crate) to: LatticePoint,
    /// Whether it goes on beyond `to`.
    is_ray: bool,
}

impl Line {
    /// The line between two points.
    pub(crate) fn between(from: LatticePoint, to: LatticePoint) -> Line {
        Line { from, to, is_ray: false }
    }

    /// Positive to the left of the line.
    fn side(self, p: LatticePoint) -> i64 {
        orient(self.from, self.to, p)
    }

    fn along(self, p: LatticePoint) -> i64 {
        let (dx, dy) = (i64::from(self.to.x - self.from.x), i64::from(self.to.y - self.from.y));
        dx * i64::from(p.x - self.from.x) + dy * i64::from(p.y - self.from.y)
    }

    /// Whether a point on the line is not before its end.
    fn ends_before(self, p: LatticePoint) -> bool {
        !self.is_ray && self.along(self.to) <= self.along(p)
    }
}

impl Map {
    /// Whether nothing lies between two walkable points. Exact; symmetric.
    ///
    /// Cost: the triangles on the way.
    pub fn sees(&self, from: impl Into<Point>, to: impl Into<Point>) -> bool {
        self.look(from, to) == Sight::Clear
    }

    /// A line-of-sight query: the first wall between two points, and the obstacle it belongs to.
    pub fn look(&self, from: impl Into<Point>, to: impl Into<Point>) -> Sight {
        let (Ok(a), Ok(b)) = (self.lattice.snap(from.into()), self.lattice.snap(to.into())) else {
            return Sight::Nowhere;
        };
        let line = Line::between(a, b);
        match self.walk_along(line) {
            End::Arrived(_) => Sight::Clear,
            End::Nowhere => Sight::Nowhere,
            End::AtWall(e) => {
                let at = self.meeting_point(line, e);
                Sight::Blocked(Hit { at, obstacle: self.owners(e).next() })
            }
            End::AtCorner(v) => {
                let obstacle = self.edges_from(v).find_map(|e| self.owners(e).next());
                Sight::Blocked(Hit { at: self.point(v), obstacle })
            }
        }
    }

    /// Follows the ray from a point through a vertex, to which it has come as `at` says, past that vertex: calls
    /// `reached` for every further vertex on it and says what ends it.
    ///
    /// This is how [`Map::sees`] looks, without an end to the line: exactly the points up to the ray's end are seen.
    ///
    /// Cost: the triangles on the way.
    pub(crate) fn follow_ray(&self, from: LatticePoint, at: Passing, mut reached: impl FnMut(Passing)) -> RayEnd {
        let through = self.lattice_point(at.vertex);
        if through == from {
            return RayEnd::Corner(at.vertex);
        }
        let line = Line { from, to: through, is_ray: true };
        let mut state = self.pass(line, at.vertex, at.left, at.right);
        loop {
            state = match state {
                State::Leaving(e) => self.leave(line, e),
                State::On { vertex, left, right } => {
                    reached(Passing { vertex, left, right });
                    self.pass(line, vertex, left, right)
                }
                State::Ended(End::AtWall(e)) => return RayEnd::Wall(e),
                State::Ended(End::AtCorner(v)) => return RayEnd::Corner(v),
                // A ray does not arrive.
                State::Ended(End::Arrived(_) | End::Nowhere) => return RayEnd::Corner(at.vertex),
            }
        }
    }

    fn walk_along(&self, line: Line) -> End {
        let mut state = self.set_out(line, self.plane.tri.locate(line.from));
        loop {
            state = match state {
                State::Ended(end) => return end,
                going => self.go_on(line, going),
            }
        }
    }

    /// A step of a walk.
    pub(crate) fn go_on(&self, line: Line, state: State) -> State {
        match state {
            State::Leaving(e) => self.leave(line, e),
            State::On { vertex, left, right } => self.pass(line, vertex, left, right),
            State::Ended(end) => State::Ended(end),
        }
    }

    /// The first step of a walk, from a location.
    pub(crate) fn set_out(&self, line: Line, location: Location) -> State {
        if !self.faces_at(location).any(|f| self.is_free(f)) {
            return State::Ended(End::Nowhere);
        }
        if line.from == line.to {
            let mut free = self.faces_at(location).filter(|&f| self.is_free(f));
            let first = free.next();
            return State::Ended(End::Arrived([first, free.next().or(first)]));
        }
        match location {
            Location::Face(f) => self.set_out_inside(line, f),
            Location::Edge(e) => self.set_out_from_edge(line, e),
            Location::Vertex(v) => self.set_out_from_vertex(line, v),
        }
    }

    fn set_out_inside(&self, line: Line, f: FaceId) -> State {
        for e in f.edges() {
            let [a, b] = [self.origin(e), self.target(e)].map(|v| self.lattice_point(v));
            if line.side(a) < 0 && line.side(b) > 0 {
                return State::Leaving(e);
            }
            if line.side(a) == 0 && line.along(a) > 0 {
                return self.reach(line, self.origin(e), Some(f), Some(f));
            }
        }
        State::Ended(End::Nowhere)
    }

    fn set_out_from_edge(&self, line: Line, e: EdgeId) -> State {
        let [a, b] = [self.origin(e), self.target(e)].map(|v| self.lattice_point(v));
        let side = orient(a, b, line.to);
        if side == 0 {
            let ahead = if line.along(b) > 0 { e } else { self.twin(e) };
            let [left, right] = [ahead, self.twin(ahead)].map(|e| Some(e.face()).filter(|&f| self.is_free(f)));
            return self.reach(line, self.target(ahead), left, right);
        }
        let into = if side > 0 { e } else { self.twin(e) };
        if self.is_free(into.face()) { self.enter(line, into) } else { State::Ended(End::AtWall(e)) }
    }

    fn set_out_from_vertex(&self, line: Line, v: VertexId) -> State {
        let free = |e: EdgeId| Some(e.face()).filter(|&f| self.plane.tri.is_inner(f) && self.is_free(f));
        // At the end of a seam the edges turn around more than once: the line leads on where one can be.
        for e in self.edges_from(v) {
            match self.ahead(line, e) {
                Some(Ahead::Into) if free(e).is_some() => return State::Leaving(e.next()),
                Some(Ahead::Along) => match (free(e), free(self.twin(e))) {
                    (None, None) => {}
                    (left, right) => return self.reach(line, self.target(e), left, right),
                },
                Some(Ahead::Into) | None => {}
            }
        }
        State::Ended(End::AtCorner(v))
    }

    /// Leaves a face through an edge, unless the line ends before.
    fn leave(&self, line: Line, e: EdgeId) -> State {
        let [a, b] = [self.origin(e), self.target(e)].map(|v| self.lattice_point(v));
        if !line.is_ray && orient(a, b, line.to) >= 0 {
            State::Ended(End::Arrived([Some(e.face()); 2]))
        } else if self.is_wall(e) {
            State::Ended(End::AtWall(e))
        } else {
            self.enter(line, self.twin(e))
        }
    }

    /// Enters a face through an edge of it, which runs from the left of the line to its right.
    fn enter(&self, line: Line, e: EdgeId) -> State {
        let apex = self.origin(e.prev());
        match line.side(self.lattice_point(apex)) {
            0 => self.reach(line, apex, Some(e.face()), Some(e.face())),
            side if side > 0 => State::Leaving(e.next()),
            _ => State::Leaving(e.prev()),
        }
    }

    /// Comes to a vertex on the line, unless the line ends before or on it.
    pub(crate) fn reach(&self, line: Line, vertex: VertexId, left: Option<FaceId>, right: Option<FaceId>) -> State {
        if line.ends_before(self.lattice_point(vertex)) {
            State::Ended(End::Arrived([left, right]))
        } else {
            State::On { vertex, left, right }
        }
    }

    /// Passes a vertex on the line on either side.
    fn pass(&self, line: Line, v: VertexId, left: Option<FaceId>, right: Option<FaceId>) -> State {
        let at = self.lattice_point(v);
        let on_left = left.and_then(|f| self.turn(line, at, f, Turn::Clockwise, |_| {}));
        let on_right = right.and_then(|f| self.turn(line, at, f, Turn::Counterclockwise, |_| {}));
        let is_beside = |way: Option<(EdgeId, Ahead)>| way.filter(|(_, ahead)| *ahead == Ahead::Along).map(|(e, _)| e);
        match (on_left, on_right) {
            (None, None) => State::Ended(End::AtCorner(v)),
            (Some((e, Ahead::Into)), _) | (_, Some((e, Ahead::Into))) => State::Leaving(e.next()),
            (by_left, by_right) => {
                // Along an edge: of its face on the left, against its direction of that on the right.
                let (ahead, back) = (is_beside(by_left), is_beside(by_right));
                let across = |e: EdgeId| (!self.is_wall(e)).then(|| self.twin(e).face());
                let left = ahead.map(EdgeId::face).or_else(|| back.and_then(across));
                let right = back.map(EdgeId::face).or_else(|| ahead.and_then(across));
                match ahead.map(|e| self.target(e)).or(back.map(|e| self.origin(e))) {
                    Some(next) => self.reach(line, next, left, right),
                    None => State::Ended(End::AtCorner(v)),
                }
            }
        }
    }

    /// Whether the line leads on from the start of an edge along it, or into its face.
    fn ahead(&self, line: Line, e: EdgeId) -> Option<Ahead> {
        let [here, near, far] = [e, e.next(), e.prev()].map(|e| self.lattice_point(self.origin(e)));
        match line.side(near) {
            0 if line.along(near) > line.along(here) => Some(Ahead::Along),
            side if side < 0 && line.side(far) > 0 => Some(Ahead::Into),
            _ => None,
        }
    }

    /// Turns around a vertex on the line, from a face beside it and without passing a wall, until the line lies ahead: the edge from the
    /// vertex into whose face it leads; or the one it runs along, as a side of the face that was turned through. `pass` is told the edges passed.
    pub(crate) fn turn(
        &self,
        line: Line,
        at: LatticePoint,
        from: FaceId,
        turn: Turn,
        mut pass: impl FnMut(EdgeId),
    ) -> Option<(EdgeId, Ahead)> {
        let starts_here = |e: &EdgeId| self.lattice_point(self.origin(*e)) == at;
        let first = from.edges().into_iter().find(starts_here)?;
        let mut e = first;
        loop {
            let ahead = self.ahead(line, e);
            if ahead == Some(Ahead::Into) {
                return Some((e, Ahead::Into));
            }
            let crossed = match turn {
                Turn::Clockwise => e,
                Turn::Counterclockwise => e.prev(),
            };
            let is_along = match turn {
                Turn::Clockwise => ahead.is_some(),
                Turn::Counterclockwise => {
                    let far = self.lattice_point(self.origin(crossed));
                    line.side(far) == 0 && line.along(far) > line.along(at)
                }
            };
            if is_along {
                return Some((crossed, Ahead::Along));
            }
            if self.is_wall(crossed) {
                return None;
            }
            pass(crossed);
            e = match turn {
                Turn::Clockwise => self.twin(e).next(),
                Turn::Counterclockwise => self.twin(crossed),
            };
            if e == first {
                return None;
            }
        }
    }

    fn meeting_point(&self, line: Line, e: EdgeId) -> Point {
        let [a, b] = [self.origin(e), self.target(e)].map(|v| self.lattice_point(v));
        let (from, to) = (orient(a, b, line.from) as f64, orient(a, b, line.to) as f64);
        let [p, q] = [line.from, line.to].map(|p| self.lattice.world(p));
        if from == to { p } else { p.lerp(q, from / (from - to)) }
    }
}

/// Which way around a vertex.
#[derive(Clone, Copy)]
pub(crate) enum Turn {
    Clockwise,
    Counterclockwise,
}

/// How a line leads on from a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ahead {
    /// Into a face.
    Into,
    /// Along an edge.
    Along,
}
