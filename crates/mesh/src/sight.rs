//! Ray casts and lines of sight for a point.
//!
//! A point is a disc of vanishing radius: it may slide along walls and touch corners, but it does not pass between two
//! obstacles that touch. So at every vertex that lies exactly on the line it is asked whether one gets by on its left or
//! on its right, and along every edge that lies on it, on which sides one is.

use crate::ids::{EdgeId, FaceId, ObstacleId, VertexId};
use crate::map::Map;
use crate::triangulation::Location;
use navigant_geometry::internals::orient;
use navigant_geometry::{LatticePoint, Point};

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
enum End {
    Arrived,
    AtWall(EdgeId),
    AtCorner(VertexId),
    Nowhere,
}

/// Where a walk along a line stands.
enum State {
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
struct Line {
    from: LatticePoint,
    to: LatticePoint,
    /// Whether it goes on beyond `to`.
    is_ray: bool,
}

impl Line {
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
        let line = Line { from: a, to: b, is_ray: false };
        match self.walk_along(line) {
            End::Arrived => Sight::Clear,
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
                State::Ended(End::Arrived | End::Nowhere) => return RayEnd::Corner(at.vertex),
            }
        }
    }

    fn walk_along(&self, line: Line) -> End {
        let mut state = self.set_out(line);
        loop {
            state = match state {
                State::Ended(end) => return end,
                State::Leaving(e) => self.leave(line, e),
                State::On { vertex, left, right } => self.pass(line, vertex, left, right),
            }
        }
    }

    fn set_out(&self, line: Line) -> State {
        let location = self.plane.tri.locate(line.from);
        if !self.faces_at(location).any(|f| self.is_free(f)) {
            return State::Ended(End::Nowhere);
        }
        if line.from == line.to {
            return State::Ended(End::Arrived);
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
        match self.ahead(line, v) {
            Ahead::Into(e) if free(e).is_some() => State::Leaving(e.next()),
            Ahead::Into(_) | Ahead::Nothing => State::Ended(End::AtCorner(v)),
            Ahead::Along(e) => match (free(e), free(self.twin(e))) {
                (None, None) => State::Ended(End::AtCorner(v)),
                (left, right) => self.reach(line, self.target(e), left, right),
            },
        }
    }

    /// Leaves a face through an edge, unless the line ends before.
    fn leave(&self, line: Line, e: EdgeId) -> State {
        let [a, b] = [self.origin(e), self.target(e)].map(|v| self.lattice_point(v));
        if !line.is_ray && orient(a, b, line.to) >= 0 {
            State::Ended(End::Arrived)
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
    fn reach(&self, line: Line, vertex: VertexId, left: Option<FaceId>, right: Option<FaceId>) -> State {
        if line.ends_before(self.lattice_point(vertex)) {
            State::Ended(End::Arrived)
        } else {
            State::On { vertex, left, right }
        }
    }

    /// Passes a vertex on the line on either side.
    fn pass(&self, line: Line, v: VertexId, left: Option<FaceId>, right: Option<FaceId>) -> State {
        match self.ahead(line, v) {
            Ahead::Nothing => State::Ended(End::AtCorner(v)),
            Ahead::Into(e) => {
                let gets_by = left.is_some_and(|f| self.turns(v, f, e.face(), Turn::Clockwise))
                    || right.is_some_and(|f| self.turns(v, f, e.face(), Turn::Counterclockwise));
                if gets_by { State::Leaving(e.next()) } else { State::Ended(End::AtCorner(v)) }
            }
            Ahead::Along(e) => {
                let (on_left, on_right) = (e.face(), self.twin(e).face());
                let stays_left = left.is_some_and(|f| self.turns(v, f, on_left, Turn::Clockwise));
                let stays_right = right.is_some_and(|f| self.turns(v, f, on_right, Turn::Counterclockwise));
                if !stays_left && !stays_right {
                    return State::Ended(End::AtCorner(v));
                }
                let open = !self.is_wall(e);
                let left = (stays_left || open).then_some(on_left);
                let right = (stays_right || open).then_some(on_right);
                self.reach(line, self.target(e), left, right)
            }
        }
    }

    /// What lies ahead of a vertex on the line.
    fn ahead(&self, line: Line, v: VertexId) -> Ahead {
        let here = line.along(self.lattice_point(v));
        for e in self.edges_from(v) {
            let [near, far] = [self.target(e), self.origin(e.prev())].map(|v| self.lattice_point(v));
            match line.side(near) {
                0 if line.along(near) > here => return Ahead::Along(e),
                side if side < 0 && line.side(far) > 0 => return Ahead::Into(e),
                _ => {}
            }
        }
        Ahead::Nothing
    }

    /// Whether one gets from one face to another around a vertex without passing a wall.
    fn turns(&self, v: VertexId, from: FaceId, to: FaceId, turn: Turn) -> bool {
        let Some(mut e) = from.edges().into_iter().find(|&e| self.origin(e) == v) else { return false };
        while e.face() != to {
            let crossed = match turn {
                Turn::Clockwise => e,
                Turn::Counterclockwise => e.prev(),
            };
            if self.is_wall(crossed) {
                return false;
            }
            e = match turn {
                Turn::Clockwise => self.twin(e).next(),
                Turn::Counterclockwise => self.twin(e.prev()),
            };
        }
        true
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
enum Turn {
    Clockwise,
    Counterclockwise,
}

enum Ahead {
    /// Into the face of this edge, which starts at the vertex and has the line to its left.
    Into(EdgeId),
    /// Along this edge.
    Along(EdgeId),
    /// Nothing: there is no such vertex, for the star of a vertex covers every direction.
    Nothing,
}
