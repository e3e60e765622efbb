//! Vectors of the plane in single precision: velocities, and displacements between agents that are near each other.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A velocity in metres a second, or a short displacement in metres.
///
/// ```
/// use navigant_crowd::Vector;
/// let velocity = Vector { x: 0.9, y: 1.2 };
/// assert_eq!(velocity.length(), 1.5);
/// assert_eq!((velocity * 2.0).length(), 3.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector {
    /// To the right.
    pub x: f32,
    /// Up.
    pub y: f32,
}

impl Vector {
    /// The zero vector.
    pub const ZERO: Vector = Vector { x: 0.0, y: 0.0 };

    /// The vector (x, y).
    #[inline]
    pub(crate) const fn new(x: f32, y: f32) -> Vector {
        Vector { x, y }
    }

    /// The dot product.
    #[inline]
    pub(crate) fn dot(self, other: Vector) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: positive when `other` is to the left.
    #[inline]
    pub(crate) fn cross(self, other: Vector) -> f32 {
        self.x * other.y - self.y * other.x
    }

    /// The square of its length.
    #[inline]
    pub(crate) fn squared(self) -> f32 {
        self.dot(self)
    }

    /// Its length.
    #[inline]
    pub fn length(self) -> f32 {
        self.squared().sqrt()
    }

    /// Turned to the left by a right angle.
    #[inline]
    pub(crate) fn left(self) -> Vector {
        Vector { x: -self.y, y: self.x }
    }

    /// The same direction with length 1; nothing for a vector without one.
    #[inline]
    pub(crate) fn direction(self) -> Vector {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { Vector::ZERO }
    }

    /// The same direction, no longer than a length.
    #[inline]
    pub(crate) fn at_most(self, length: f32) -> Vector {
        let own = self.length();
        if own > length { self * (length / own) } else { self }
    }

    /// Neither coordinate is NaN or infinite.
    #[inline]
    pub(crate) fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl From<Vector> for [f32; 2] {
    fn from(v: Vector) -> [f32; 2] {
        [v.x, v.y]
    }
}

#[cfg(feature = "glam")]
impl From<glam::Vec2> for Vector {
    fn from(v: glam::Vec2) -> Vector {
        Vector { x: v.x, y: v.y }
    }
}

#[cfg(feature = "glam")]
impl From<Vector> for glam::Vec2 {
    fn from(v: Vector) -> glam::Vec2 {
        glam::Vec2::new(v.x, v.y)
    }
}

#[cfg(feature = "mint")]
impl From<mint::Vector2<f32>> for Vector {
    fn from(v: mint::Vector2<f32>) -> Vector {
        Vector { x: v.x, y: v.y }
    }
}

#[cfg(feature = "mint")]
impl From<Vector> for mint::Vector2<f32> {
    fn from(v: Vector) -> mint::Vector2<f32> {
        mint::Vector2 { x: v.x, y: v.y }
    }
}

#[cfg(feature = "mint")]
impl mint::IntoMint for Vector {
    type MintType = mint::Vector2<f32>;
}

impl From<[f32; 2]> for Vector {
    fn from([x, y]: [f32; 2]) -> Vector {
        Vector { x, y }
    }
}

impl Add for Vector {
    type Output = Vector;
    #[inline]
    fn add(self, other: Vector) -> Vector {
        Vector { x: self.x + other.x, y: self.y + other.y }
    }
}

impl AddAssign for Vector {
    #[inline]
    fn add_assign(&mut self, other: Vector) {
        *self = *self + other;
    }
}

impl Sub for Vector {
    type Output = Vector;
    #[inline]
    fn sub(self, other: Vector) -> Vector {
        Vector { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f32> for Vector {
    type Output = Vector;
    #[inline]
    fn mul(self, by: f32) -> Vector {
        Vector { x: self.x * by, y: self.y * by }
    }
}

impl Neg for Vector {
    type Output = Vector;
    #[inline]
    fn neg(self) -> Vector {
        Vector { x: -self.x, y: -self.y }
    }
}
