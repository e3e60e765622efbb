//! Double-double arithmetic (about 31 digits), for the few decisions that floats leave open.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two floats that do not overlap ("A floating-point technique for extending the available precision",
/// Dekker, 1971).
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(super) struct Double {
    high: f64,
    low: f64,
}

impl Double {
    pub(super) const ZERO: Double = Double { high: 0.0, low: 0.0 };

    #[inline]
    pub(super) fn rounded(self) -> f64 {
        self.high
    }

    #[inline]
    pub(super) fn abs(self) -> Double {
        if self.high < 0.0 { -self } else { self }
    }

    /// The root, and 0 of what is not positive.
    #[inline]
    pub(super) fn sqrt(self) -> Double {
        if self.high <= 0.0 {
            return Double::ZERO;
        }
        // Newton's step doubles the digits of the float's root.
        let root = self.high.sqrt();
        let rest = self - Double::product(root, root);
        Double::of_sum(root, rest.high / (2.0 * root))
    }

    /// Of two floats, the first of them not smaller.
    #[inline]
    fn of_sum(a: f64, b: f64) -> Double {
        let high = a + b;
        Double { high, low: b - (high - a) }
    }

    #[inline]
    fn sum(a: f64, b: f64) -> Double {
        let high = a + b;
        let of_b = high - a;
        Double { high, low: (a - (high - of_b)) + (b - of_b) }
    }

    #[inline]
    fn product(a: f64, b: f64) -> Double {
        let split = |a: f64| {
            let large = a * 134_217_729.0;
            let upper = large - (large - a);
            (upper, a - upper)
        };
        let high = a * b;
        let ((a1, a2), (b1, b2)) = (split(a), split(b));
        Double { high, low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2 }
    }
}

impl From<f64> for Double {
    #[inline]
    fn from(high: f64) -> Self {
        Double { high, low: 0.0 }
    }
}

impl Neg for Double {
    type Output = Double;

    #[inline]
    fn neg(self) -> Double {
        Double { high: -self.high, low: -self.low }
    }
}

impl Add for Double {
    type Output = Double;

    #[inline]
    fn add(self, other: Double) -> Double {
        let (high, low) = (Double::sum(self.high, other.high), Double::sum(self.low, other.low));
        let sum = Double::of_sum(high.high, high.low + low.high);
        Double::of_sum(sum.high, sum.low + low.low)
    }
}

impl Sub for Double {
    type Output = Double;

    #[inline]
    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;

    #[inline]
    fn mul(self, other: Double) -> Double {
        let product = Double::product(self.high, other.high);
        Double::of_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Double {
    type Output = Double;

    #[inline]
    fn div(self, other: Double) -> Double {
        let first = self.high / other.high;
        let rest = self - other * Double::from(first);
        Double::of_sum(first, rest.high / other.high)
    }
}

/// A vector of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Vector {
    pub(super) x: Double,
    pub(super) y: Double,
}

impl Vector {
    #[inline]
    pub(super) fn new(x: f64, y: f64) -> Vector {
        Vector { x: x.into(), y: y.into() }
    }

    #[inline]
    pub(super) fn dot(self, other: Vector) -> Double {
        self.x * other.x + self.y * other.y
    }

    #[inline]
    pub(super) fn cross(self, other: Vector) -> Double {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub(super) fn length(self) -> Double {
        self.dot(self).sqrt()
    }

    /// A quarter turn to the left.
    #[inline]
    pub(super) fn left(self) -> Vector {
        Vector { x: -self.y, y: self.x }
    }

    #[inline]
    pub(super) fn rounded(self) -> [f64; 2] {
        [self.x.rounded(), self.y.rounded()]
    }
}

impl Add for Vector {
    type Output = Vector;

    #[inline]
    fn add(self, other: Vector) -> Vector {
        Vector { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Vector {
    type Output = Vector;

    #[inline]
    fn sub(self, other: Vector) -> Vector {
        Vector { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<Double> for Vector {
    type Output = Vector;

    #[inline]
    fn mul(self, by: Double) -> Vector {
        Vector { x: self.x * by, y: self.y * by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_digits_are_kept() {
        let third = Double::from(1.0) / Double::from(3.0);
        assert!((third + third + third - Double::from(1.0)).abs().rounded() < 1e-30);
        let root = Double::from(2.0).sqrt();
        assert!((root * root - Double::from(2.0)).abs().rounded() < 1e-30);
    }
}
