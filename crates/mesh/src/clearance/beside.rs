//! The nearest point with clearance: candidates on the offset curves of walls and corners.
//!
//! Places with room are bounded by walls that are moved to their free side by the radius, and by circles around corners. So the
//! nearest one to a place without room is its foot on one of these curves, or where two of them cross. In a face, the features
//! near the face bound them.

use super::feature::Feature;
use crate::ids::FaceId;
use crate::map::Map;
use crate::tolerance::{MOVED_BEYOND, TAKEN_AS_IT_IS, leeway};
use navigant_geometry::internals::Offset;

/// Finds the places in which the nearest one with room may be; holds scratch memory. Lengths are in steps.
#[derive(Debug)]
pub(crate) struct RoomBeside {
    from: Offset,
    radius: f64,
    curves: Vec<Curve>,
    places: Vec<Offset>,
}

/// A curve at the radius from a feature.
#[derive(Clone, Copy, Debug)]
enum Curve {
    /// Around a corner.
    Circle(Offset),
    /// A wall moved to its free side: a point of it, and its direction.
    Line(Offset, Offset),
}

impl RoomBeside {
    /// For a place and a radius.
    pub(crate) fn new(from: Offset, radius: f64) -> Self {
        // A little more, so that what is rounded still has room.
        let radius = radius + MOVED_BEYOND * leeway(radius);
        RoomBeside { from, radius, curves: Vec::new(), places: Vec::new() }
    }

    /// The feet on the curves around a free face, and where two of them cross. Some may have no room, and lie in other faces.
    pub(crate) fn places(&mut self, map: &Map, f: FaceId) -> &[Offset] {
        let RoomBeside { from, radius, ref mut curves, ref mut places } = *self;
        curves.clear();
        places.clear();
        curves.extend(map.features_near(f).map(|feature| Curve::beside(map, feature, radius)));
        for (i, curve) in curves.iter().enumerate() {
            places.push(curve.foot(from, radius));
            curves[..i].iter().for_each(|other| curve.cross(*other, radius, places));
        }
        places.retain(|place| place.x.is_finite() && place.y.is_finite());
        places
    }
}

impl Map {
    /// A place where a disc has room for a search, all in steps: one that has none by rounding is moved to the nearest one around
    /// its face. `None` if there is none.
    pub(crate) fn moved_into_room(&self, place: Offset, radius: f64) -> Option<Offset> {
        self.moved_into_room_in(self.face_of(place)?, place, radius).map(|(place, _)| place)
    }

    /// The same for a place in a free face, and the face that it is moved to.
    pub(crate) fn moved_into_room_in(&self, f: FaceId, place: Offset, radius: f64) -> Option<(Offset, FaceId)> {
        // Searches have all of the leeway.
        let has_room =
            |&(place, f): &(Offset, FaceId)| self.has_room_in(f, place, radius, TAKEN_AS_IT_IS * leeway(radius));
        if has_room(&(place, f)) {
            return Some((place, f));
        }
        let face_of = |moved: Offset| {
            if self.has_layers() { self.face_towards(f, place, moved) } else { self.face_of(moved) }
        };
        let mut beside = RoomBeside::new(place, radius);
        let places = beside.places(self, f);
        let near = places.iter().filter_map(|&moved| Some((moved, face_of(moved)?))).filter(has_room);
        near.min_by(|(a, _), (b, _)| (*a - place).squared().total_cmp(&(*b - place).squared()))
    }
}

impl Curve {
    fn beside(map: &Map, feature: Feature, radius: f64) -> Curve {
        let [a, b] = feature.ends(map);
        if a == b {
            return Curve::Circle(a);
        }
        // Walls are edges of free faces, which lie to their left.
        let along = (b - a) * (1.0 / (b - a).length());
        Curve::Line(a + along.left() * radius, along)
    }

    /// The point nearest to a place.
    fn foot(self, place: Offset, radius: f64) -> Offset {
        match self {
            Curve::Circle(middle) => {
                // From the middle all of the circle is as far.
                let way = if place == middle { Offset::new(-1.0, 0.0) } else { place - middle };
                middle + way * (radius / way.length())
            }
            Curve::Line(at, along) => at + along * along.dot(place - at),
        }
    }

    /// Where it crosses another; where they nearly do, the place between them.
    fn cross(self, other: Curve, radius: f64, places: &mut Vec<Offset>) {
        match (self, other) {
            (Curve::Line(at, along), Curve::Line(to, across)) => {
                places.push(at + along * ((to - at).cross(across) / along.cross(across)));
            }
            (Curve::Circle(middle), Curve::Line(at, along)) | (Curve::Line(at, along), Curve::Circle(middle)) => {
                let foot = at + along * along.dot(middle - at);
                let half = (radius * radius - (middle - foot).squared()).max(0.0).sqrt();
                places.extend([foot + along * half, foot - along * half]);
            }
            (Curve::Circle(a), Curve::Circle(b)) => {
                let (way, between) = (b - a, (a + b) * 0.5);
                let half = (radius * radius / way.squared() - 0.25).max(0.0).sqrt();
                places.extend([between + way.left() * half, between - way.left() * half]);
            }
        }
    }
}
