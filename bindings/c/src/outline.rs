//! Points and outlines, as C has them.

use navigant::mesh::Point;

/// A point, or a velocity, in metres and metres a second.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NavPoint {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
}

impl From<Point> for NavPoint {
    fn from(p: Point) -> NavPoint {
        NavPoint { x: p.x, y: p.y }
    }
}

impl From<NavPoint> for Point {
    fn from(p: NavPoint) -> Point {
        Point::new(p.x, p.y)
    }
}

/// Some points in the caller's memory: two doubles each, a stride apart.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NavPoints {
    /// The x of the first one.
    pub first: *const f64,
    /// How many points there are.
    pub count: usize,
    /// How many bytes from a point to the next; 0 for 16.
    pub stride: usize,
}

/// A polygon or a polyline in the caller's memory. Winding does not matter, and rings need not repeat their first point.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NavOutline {
    /// The exterior, then the holes; a polyline has one.
    pub rings: *const NavPoints,
    /// How many rings there are.
    pub ring_count: usize,
    /// 0 for a polygon; anything else for a polyline.
    pub is_polyline: i32,
}
