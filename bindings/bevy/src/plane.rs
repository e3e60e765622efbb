//! How the floor lies in Bevy's world.

use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;
use navigant::mesh::{Outline, Point};

/// The plane that is walked in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plane {
    /// x and y, as in two dimensions.
    #[default]
    Xy,
    /// x and −z, with y up, as in three dimensions: seen from above, x is to the right and −z up.
    Xz,
}

impl Plane {
    /// Where something is within the plane.
    pub fn flat(self, place: Vec3) -> Vec2 {
        match self {
            Plane::Xy => Vec2::new(place.x, place.y),
            Plane::Xz => Vec2::new(place.x, -place.z),
        }
    }

    /// Moves something within the plane; its height stays.
    pub fn put(self, place: &mut Vec3, flat: Vec2) {
        match self {
            Plane::Xy => (place.x, place.y) = (flat.x, flat.y),
            Plane::Xz => (place.x, place.z) = (flat.x, -flat.y),
        }
    }

    /// A point of the plane in the world.
    fn lifted(self, flat: Vec2) -> Vec3 {
        let mut place = Vec3::ZERO;
        self.put(&mut place, flat);
        place
    }

    /// An outline where a transform puts it, seen from above.
    pub(crate) fn placed(self, outline: &Outline, transform: &Transform) -> Outline {
        let put = |p: &Point| {
            let local = self.lifted(Vec2::new(p.x as f32, p.y as f32));
            let flat = self.flat(transform.transform_point(local));
            Point::new(flat.x.into(), flat.y.into())
        };
        match outline {
            Outline::Polygon { exterior, holes } => Outline::Polygon {
                exterior: exterior.iter().map(put).collect(),
                holes: holes.iter().map(|hole| hole.iter().map(put).collect()).collect(),
            },
            Outline::Polyline(points) => Outline::Polyline(points.iter().map(put).collect()),
        }
    }
}

/// A point of the map as Bevy has it.
pub(crate) fn near(p: Point) -> Vec2 {
    Vec2::new(p.x as f32, p.y as f32)
}

/// A point of Bevy's as the map has it.
pub(crate) fn exact(p: Vec2) -> Point {
    Point::new(p.x.into(), p.y.into())
}
