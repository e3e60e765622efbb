//! Displacements on the lattice.

use crate::lattice::LatticePoint;

/// A displacement (vector) in lattice steps, as floats: exact between lattice points, rounded elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Offset {
    /// Steps to the right.
    pub x: f64,
    /// Steps up.
    pub y: f64,
}

impl Offset {
    /// The displacement from one point to another.
    #[inline]
    pub fn between(from: LatticePoint, to: LatticePoint) -> Offset {
        Offset { x: f64::from(to.x - from.x), y: f64::from(to.y - from.y) }
    }

    /// The displacement with these coordinates.
    #[inline]
    pub const fn new(x: f64, y: f64) -> Offset {
        Offset { x, y }
    }

    /// The position of a lattice point: its displacement from the origin.
    #[inline]
    pub fn to(p: LatticePoint) -> Offset {
        Offset { x: f64::from(p.x), y: f64::from(p.y) }
    }

    /// The dot product.
    #[inline]
    pub fn dot(self, other: Offset) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Its length, in steps.
    #[inline]
    pub fn length(self) -> f64 {
        self.squared().sqrt()
    }

    /// The displacement turned to the left by a right angle.
    #[inline]
    pub fn left(self) -> Offset {
        Offset { x: -self.y, y: self.x }
    }

    /// The cross product: twice the area of the triangle that two displacements span, positive when the second
    /// is to the left of the first.
    #[inline]
    pub fn cross(self, other: Offset) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The squared length.
    #[inline]
    pub fn squared(self) -> f64 {
        self.x * self.x + self.y * self.y
    }

    /// The point of the segment from `a` to `b` that is nearest to this position.
    #[inline]
    pub fn nearest_on_segment(self, a: Offset, b: Offset) -> Offset {
        let along = b - a;
        let (dot, squared) = ((self - a).dot(along), along.squared());
        if dot <= 0.0 {
            a
        } else if dot >= squared {
            b
        } else {
            a + along * (dot / squared)
        }
    }

    /// The distance of this position from the segment from `a` to `b`, in steps.
    ///
    /// By a cross product: more accurate than the distance to [`nearest_on_segment`](Self::nearest_on_segment), which rounds the
    /// foot.
    #[inline]
    pub fn distance_to_segment(self, a: Offset, b: Offset) -> f64 {
        let (along, from_a) = (b - a, self - a);
        let (dot, squared) = (from_a.dot(along), along.squared());
        if dot <= 0.0 {
            from_a.length()
        } else if dot >= squared {
            (self - b).length()
        } else {
            along.cross(from_a).abs() / squared.sqrt()
        }
    }

    pub(crate) fn from(self, p: LatticePoint) -> LatticePoint {
        LatticePoint::new(p.x + self.x as i32, p.y + self.y as i32)
    }
}

impl std::ops::Add for Offset {
    type Output = Offset;

    #[inline]
    fn add(self, other: Offset) -> Offset {
        Offset { x: self.x + other.x, y: self.y + other.y }
    }
}

impl std::ops::Mul<f64> for Offset {
    type Output = Offset;

    #[inline]
    fn mul(self, times: f64) -> Offset {
        Offset { x: self.x * times, y: self.y * times }
    }
}

impl std::ops::Sub for Offset {
    type Output = Offset;

    #[inline]
    fn sub(self, other: Offset) -> Offset {
        Offset { x: self.x - other.x, y: self.y - other.y }
    }
}
