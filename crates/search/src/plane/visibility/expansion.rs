//! Triangular expansion: the triangles that are seen from a point, one behind the other.
//!
//! Open cones are expanded triangle by triangle; they alone make the area. The rays between them are followed by the code that
//! answers `sees`, for a ray that grazes one corner on its left and another on its right leads on where no area is seen. So the
//! vertices seen are exactly those that `sees` says, and only the corners of the polygon are rounded.

use crate::plane::places::Place;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::orient;
use navigant_mesh::internals::{EdgeIdInternals as _, MapInternals as _, Passing, RayEnd};
use navigant_mesh::{EdgeId, Location, Map, VertexId};
use std::cmp::Ordering;

/// A line of sight towards a vertex, as far as it goes, and what is seen to its left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    /// The first vertex on it.
    pub(crate) through: VertexId,
    /// What ends it.
    pub(crate) end: RayEnd,
    /// The wall that is seen between this ray and the next; `None` where nothing is, at the viewpoint itself.
    pub(crate) wall: Option<EdgeId>,
    /// Its first vertex among those seen.
    start: usize,
}

/// What is still to be looked at.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// What lies beyond an edge, strictly between two vertices as seen from the viewpoint.
    Cone { through: EdgeId, right: VertexId, left: VertexId },
    /// What lies on the ray that has come to a vertex.
    Ray(Passing),
}

/// What is seen from a point: rays to vertices, counter-clockwise, and one wall between each and the next.
///
/// The free plane around the viewpoint is cut into open cones. A cone that enters a triangle is split where the opposite
/// corner lies inside it, and ends at a wall. The cuts themselves are rays; what is seen along a ray is asked of the map,
/// for a ray that grazes a corner on its left and another on its right leads on where neither cone does.
///
/// Bungiu, Hemmer, Hershberger, Huang, Kröller, *Efficient computation of visibility polygons*; there a point is seen
/// through touching corners, here it is not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expansion {
    pub(crate) viewpoint: LatticePoint,
    /// Counter-clockwise from the direction (1, 0), after [`Expansion::look_from`].
    pub(crate) rays: Vec<Ray>,
    /// The vertices on the rays, ray by ray, the nearest first. The viewpoint is none of them.
    pub(crate) seen: Vec<Passing>,
    tasks: Vec<Task>,
}

impl Expansion {
    /// Looks around from a point of the lattice, which lies here. Nothing is seen where it is not walkable.
    pub(crate) fn look_from(&mut self, map: &Map, viewpoint: LatticePoint, location: Location) {
        self.begin(viewpoint);
        match location {
            Location::Face(f) if map.is_free(f) => {
                for e in f.edges() {
                    self.tasks.push(Task::Ray(Passing { vertex: map.origin(e), left: Some(f), right: Some(f) }));
                    self.push_cone(map, e);
                }
            }
            Location::Face(_) => {}
            Location::Edge(e) => {
                for ahead in [e, map.twin(e)] {
                    let sides = [ahead, map.twin(ahead)].map(|e| Some(e.face()).filter(|&f| map.is_free(f)));
                    let [left, right] = sides;
                    if left.or(right).is_some() {
                        self.tasks.push(Task::Ray(Passing { vertex: map.target(ahead), left, right }));
                    }
                    if left.is_some() {
                        self.push_cone(map, ahead.next());
                        let apex = map.target(ahead.next());
                        self.tasks.push(Task::Ray(Passing { vertex: apex, left, right: left }));
                        self.push_cone(map, ahead.prev());
                    }
                }
            }
            Location::Vertex(v) => {
                for e in map.edges_from(v) {
                    let [left, right] = [e, map.twin(e)].map(|e| Some(e.face()).filter(|&f| map.is_free(f)));
                    if left.or(right).is_some() {
                        self.tasks.push(Task::Ray(Passing { vertex: map.target(e), left, right }));
                    }
                    if left.is_some() {
                        self.push_cone(map, e.next());
                    }
                }
            }
        }
        self.expand(map);
        self.turn(map);
    }

    /// Looks around from a place at a vertex. The rays start at the place's first edge.
    pub(crate) fn look_from_place(&mut self, map: &Map, place: &Place) {
        self.begin(map.lattice_point(place.vertex));
        let goes_round = place.first == place.last;
        let mut right = goes_round.then(|| map.twin(place.last).face());
        let mut e = place.first;
        loop {
            self.tasks.push(Task::Ray(Passing { vertex: map.target(e), left: Some(e.face()), right }));
            self.push_cone(map, e.next());
            right = Some(e.face());
            e = map.twin(e.prev());
            if e == place.last {
                break;
            }
        }
        if !goes_round {
            self.tasks.push(Task::Ray(Passing { vertex: map.target(e), left: None, right }));
        }
        self.expand(map);
    }

    fn begin(&mut self, viewpoint: LatticePoint) {
        self.viewpoint = viewpoint;
        self.rays.clear();
        self.seen.clear();
        self.tasks.clear();
    }

    /// All of what lies beyond an edge of a face that holds the viewpoint.
    fn push_cone(&mut self, map: &Map, through: EdgeId) {
        self.tasks.push(Task::Cone { through, right: map.origin(through), left: map.target(through) });
    }

    /// Does what is to be done, which was listed counter-clockwise.
    fn expand(&mut self, map: &Map) {
        self.tasks.reverse();
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Ray(passing) => self.follow(map, passing),
                Task::Cone { through, right, left } => {
                    let wall = self.look_through(map, through, right, left);
                    if let Some(ray) = self.rays.last_mut() {
                        ray.wall = Some(wall);
                    }
                }
            }
        }
    }

    /// Looks through an edge until the rightmost part of the cone ends at a wall; the rest of the cone is put off.
    fn look_through(&mut self, map: &Map, mut through: EdgeId, right: VertexId, mut left: VertexId) -> EdgeId {
        let (eye, rightmost) = (self.viewpoint, map.lattice_point(right));
        let mut leftmost = map.lattice_point(left);
        while !map.is_wall(through) {
            let entered = map.twin(through);
            let vertex = map.origin(entered.prev());
            let apex = map.lattice_point(vertex);
            if orient(eye, rightmost, apex) <= 0 {
                through = entered.prev();
                continue;
            }
            if orient(eye, leftmost, apex) < 0 {
                let face = Some(entered.face());
                self.tasks.push(Task::Cone { through: entered.prev(), right: vertex, left });
                self.tasks.push(Task::Ray(Passing { vertex, left: face, right: face }));
                (left, leftmost) = (vertex, apex);
            }
            through = entered.next();
        }
        through
    }

    fn follow(&mut self, map: &Map, passing: Passing) {
        let start = self.seen.len();
        self.seen.push(passing);
        let seen = &mut self.seen;
        let end = map.follow_ray(self.viewpoint, passing, |further| seen.push(further));
        self.rays.push(Ray { through: passing.vertex, end, wall: None, start });
    }

    /// Turns the rays so that they start at the direction (1, 0), wherever the ids made them start.
    fn turn(&mut self, map: &Map) {
        let direction = |ray: &Ray| Direction::between(self.viewpoint, map.lattice_point(ray.through));
        let first = self.rays.windows(2).position(|w| direction(&w[0]) > direction(&w[1])).map_or(0, |i| i + 1);
        let start = self.rays.get(first).map_or(0, |ray| ray.start);
        self.seen.rotate_left(start);
        self.rays.rotate_left(first);
    }
}

/// A direction on the lattice, ordered counter-clockwise from (1, 0); equal ones may differ in length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction {
    x: i64,
    y: i64,
}

impl Direction {
    /// The direction from a point to another one.
    pub(crate) fn between(from: LatticePoint, to: LatticePoint) -> Self {
        Direction { x: i64::from(to.x - from.x), y: i64::from(to.y - from.y) }
    }

    /// The squared length.
    pub(crate) fn squared(self) -> i64 {
        self.x * self.x + self.y * self.y
    }

    fn is_second_half(self) -> bool {
        self.y < 0 || self.y == 0 && self.x < 0
    }
}

impl PartialEq for Direction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Direction {}

impl PartialOrd for Direction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Direction {
    fn cmp(&self, other: &Self) -> Ordering {
        // Coordinates are below 2²⁶: the cross product fits.
        let cross = self.x * other.y - self.y * other.x;
        self.is_second_half().cmp(&other.is_second_half()).then(0.cmp(&cross))
    }
}
