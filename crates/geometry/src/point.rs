//! Points of the world, in metres, and boxes of them.

/// A point of the world, in metres.
///
/// ```
/// use navigant_geometry::Point;
/// assert_eq!(Point::from([3.0, 4.0]).distance(Point::ORIGIN), 5.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// Metres to the right.
    pub x: f64,
    /// Metres up.
    pub y: f64,
}

impl Point {
    /// The point (0, 0).
    pub const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

    /// The point (x, y).
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// Neither coordinate is NaN or infinite.
    pub(crate) fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// The distance to another point.
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point `t` of the way to `other`: `self` at 0, `other` at 1.
    pub(crate) fn lerp(self, other: Point, t: f64) -> Point {
        Point::new(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)
    }
}

impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Self {
        Point { x, y }
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Point { x, y }
    }
}

impl From<Point> for [f64; 2] {
    fn from(p: Point) -> Self {
        [p.x, p.y]
    }
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// An axis-aligned box of the world, never empty.
///
/// ```
/// use navigant_geometry::{Bounds, Point};
/// let bounds = Bounds::of([[1.0, 5.0], [4.0, 2.0]].map(Point::from)).unwrap();
/// assert!(bounds.contains([2.0, 3.0]) && !bounds.contains([2.0, 6.0]));
/// assert_eq!(bounds.size(), (3.0, 3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds {
    /// Its lower left corner.
    pub min: Point,
    /// Its upper right corner.
    pub max: Point,
}

impl Bounds {
    /// The smallest box around some points; `None` if there are none.
    pub fn of(points: impl IntoIterator<Item = Point>) -> Option<Bounds> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let start = Bounds { min: first, max: first };
        Some(points.fold(start, |mut b, p| {
            b.include(p);
            b
        }))
    }

    /// Grows the box until it holds `p`.
    pub(crate) fn include(&mut self, p: impl Into<Point>) {
        let p = p.into();
        self.min = Point::new(self.min.x.min(p.x), self.min.y.min(p.y));
        self.max = Point::new(self.max.x.max(p.x), self.max.y.max(p.y));
    }

    /// Width and height.
    pub fn size(self) -> (f64, f64) {
        (self.max.x - self.min.x, self.max.y - self.min.y)
    }

    /// How far two boxes are apart; 0 if they meet.
    pub(crate) fn distance_to(self, other: Bounds) -> f64 {
        let gap = |low: f64, high: f64, from: f64, to: f64| (from - high).max(low - to).max(0.0);
        let x = gap(self.min.x, self.max.x, other.min.x, other.max.x);
        let y = gap(self.min.y, self.max.y, other.min.y, other.max.y);
        (x * x + y * y).sqrt()
    }

    /// Whether `p` lies in the closed box.
    pub fn contains(self, p: impl Into<Point>) -> bool {
        let p = p.into();
        self.min.x <= p.x && p.x <= self.max.x && self.min.y <= p.y && p.y <= self.max.y
    }
}
