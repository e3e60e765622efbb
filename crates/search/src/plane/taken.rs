//! The ends of a query as a search takes them.
//!
//! Answers are made of floats: a point on a path may be nearer to a wall than the radius by a rounding, and the lattice point it
//! is rounded to may lie inside an obstacle. Whoever follows a path asks again from such points. So an end without room is moved
//! to the nearest place with room, if that is within [`MOVED`] and not farther than the radius; and every place that an answer
//! names is accepted as an end by the same query.

use super::path::NoPath;
use super::tuning::snapping::MOST_LOOKS;
use crate::tolerance::MOVED;
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _};
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::{MapInternals as _, Nearest, leeway};
use navigant_mesh::{FaceId, LayerId, Location, Map, Point};

/// An end of a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    /// As given, or where it was moved to.
    pub(super) point: Point,
    /// The same in steps, not rounded to metres.
    pub(super) place: Offset,
    /// On the lattice.
    pub(super) at: LatticePoint,
    /// Where that is.
    pub(super) location: Location,
    /// The free face that the place lies in, for a disc.
    pub(super) face: Option<FaceId>,
}

/// Why an end is not taken.
#[derive(Clone, Copy, Debug)]
pub(super) enum NotTaken {
    /// It is not a number.
    NotFinite(Point),
    /// One cannot stand there; the nearest place where one can, if there is one nearby.
    Outside(Option<Point>),
    /// It is too near to a wall: the largest radius, and the nearest place with room, if there is one nearby.
    NoRoom(f64, Option<Point>),
}

impl Taken {
    /// An end for a disc of a radius in metres. For a point, see `sides.rs`.
    pub(super) fn of(map: &Map, p: Point, radius: f64, nearest: &mut Nearest) -> Result<Taken, NotTaken> {
        if !p.is_finite() {
            return Err(NotTaken::NotFinite(p));
        }
        if let Some(taken) = Taken::as_given(map, p, radius) {
            return Ok(taken);
        }
        let place = nearest.find_with_room(map, p, radius, MOST_LOOKS, |_| true);
        // A disc that is smaller than what it would be moved by may get to the other side of a wall.
        let is_small = radius < MOVED * map.lattice().step();
        let is_near = |place: &Point| !is_small && (map.steps(*place) - map.steps(p)).length() <= MOVED;
        match place.filter(is_near).and_then(|place| Taken::as_given(map, place, radius)) {
            Some(taken) => Ok(taken),
            None if map.is_walkable(p) => Err(NotTaken::NoRoom(map.clearance_at(p).unwrap_or(0.0), place)),
            None => Err(NotTaken::Outside(place)),
        }
    }

    /// An end for a disc on one of several layers: it is moved only to what its face lists.
    pub(super) fn on_layer(map: &Map, layer: LayerId, p: Point, radius: f64) -> Result<Taken, NotTaken> {
        let (place, steps) = (map.steps(p), radius / map.lattice().step());
        let face = map.face_on(layer, place).ok_or(NotTaken::Outside(None))?;
        let moved = map.moved_into_room_in(face, place, steps);
        let far = if steps < MOVED { 0.0 } else { MOVED };
        match moved.filter(|(moved, _)| (*moved - place).length() <= far) {
            Some((moved, face)) => {
                let is_rounded = (moved - place).length() <= leeway(steps);
                Ok(Taken::within(map, if is_rounded { p } else { map.at_steps(moved) }, moved, face))
            }
            None => Err(NotTaken::NoRoom(map.clearance_on(layer, p).unwrap_or(0.0), None)),
        }
    }

    /// A point of the lattice.
    pub(super) fn on_lattice(map: &Map, at: LatticePoint, location: Location) -> Taken {
        Taken { point: map.lattice().world(at), place: Offset::to(at), at, location, face: None }
    }

    /// An end for a disc at a place in a free face.
    fn within(map: &Map, point: Point, place: Offset, face: FaceId) -> Taken {
        let (at, location) = lattice_point_in(map, face, place);
        Taken { point, place, at, location, face: Some(face) }
    }

    /// By how many steps the lattice point is off.
    pub(super) fn rounded_by(&self) -> f64 {
        (Offset::to(self.at) - self.place).length()
    }

    /// The end of a point's path on a layer as it is, if one can stand there.
    pub(super) fn point_on(map: &Map, layer: LayerId, point: Point) -> Option<Taken> {
        let (at, location) = (map.lattice().snap(point).ok()?, map.locate_on(layer, point)?);
        let is_free = map.faces_at(location).any(|f| map.is_free(f));
        is_free.then_some(Taken { point, place: map.steps(point), at, location, face: None })
    }

    /// The end as it is, if there is room.
    pub(super) fn as_given(map: &Map, point: Point, radius: f64) -> Option<Taken> {
        let place = map.steps(point);
        if radius <= 0.0 {
            return Taken::point_on(map, LayerId::default(), point);
        }
        let steps = radius / map.lattice().step();
        let is_rounded = || map.has_room_beside(place, steps, leeway(steps) + map.rounded_by());
        let place = map.moved_into_room(place, steps).filter(|&moved| moved == place || is_rounded())?;
        Some(Taken::within(map, point, place, map.face_of(place)?))
    }
}

/// The lattice point of a closed face that is nearest to a place in it: one within two steps, or else a corner.
pub(super) fn lattice_point_in(map: &Map, f: FaceId, place: Offset) -> (LatticePoint, Location) {
    let lies_there = |at: LatticePoint| {
        let location = map.locate_on(map.layer_of(f), map.lattice().world(at))?;
        map.faces_at(location).any(|other| other == f).then_some((at, location))
    };
    let (x, y) = (place.x.round() as i32, place.y.round() as i32);
    if let Some(found) = lies_there(LatticePoint::new(x, y)) {
        return found;
    }
    let mut around: Vec<LatticePoint> = (0..25).map(|i| LatticePoint::new(x + i % 5 - 2, y + i / 5 - 2)).collect();
    let squared = |at: LatticePoint| (Offset::to(at) - place).squared();
    let by_distance = |a: &LatticePoint, b: &LatticePoint| squared(*a).total_cmp(&squared(*b));
    around.sort_by(by_distance);
    around.into_iter().find_map(lies_there).unwrap_or_else(|| {
        let corners = map.corners(f);
        let nearest = corners.into_iter().min_by(|a, b| by_distance(&map.lattice_point(*a), &map.lattice_point(*b)));
        let v = nearest.unwrap_or(corners[0]);
        (map.lattice_point(v), Location::Vertex(v))
    })
}

impl NotTaken {
    /// What is answered where it is the start.
    pub(super) fn at_start(self) -> NoPath {
        match self {
            NotTaken::NotFinite(p) => NoPath::NotFinite(p),
            NotTaken::Outside(nearest) => NoPath::StartOutside { nearest },
            NotTaken::NoRoom(largest, nearest) => NoPath::NoRoomAtStart { largest, nearest },
        }
    }

    /// What is answered where it is the goal.
    pub(super) fn at_goal(self) -> NoPath {
        match self {
            NotTaken::NotFinite(p) => NoPath::NotFinite(p),
            NotTaken::Outside(nearest) => NoPath::GoalOutside { nearest },
            NotTaken::NoRoom(largest, nearest) => NoPath::NoRoomAtGoal { largest, nearest },
        }
    }
}
