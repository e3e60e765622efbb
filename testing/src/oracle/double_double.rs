//! Numbers of about 31 digits: the sum of two floats, one for what the other cannot hold.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number of about 31 digits (Dekker, *A floating-point technique for extending the available precision*).
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Double {
    high: f64,
    low: f64,
}

/// A vector of them.
pub type Pair = [Double; 2];

impl Double {
    /// Nothing.
    pub const ZERO: Double = Double { high: 0.0, low: 0.0 };

    /// The nearest float.
    pub fn rounded(self) -> f64 {
        self.high
    }

    /// The square root, and 0 of what is not positive.
    pub fn sqrt(self) -> Double {
        if self.high <= 0.0 {
            return Double::ZERO;
        }
        // Newton's step from the float's root doubles its digits.
        let root = Double::from(self.high.sqrt());
        (root + self / root) * Double::from(0.5)
    }

    /// Without its sign.
    pub fn abs(self) -> Double {
        if self.high < 0.0 { -self } else { self }
    }

    /// The sum of two floats of which the first is not smaller, exactly.
    fn quick_sum(a: f64, b: f64) -> Double {
        let high = a + b;
        Double { high, low: b - (high - a) }
    }

    /// The sum of two floats, exactly.
    fn sum(a: f64, b: f64) -> Double {
        let high = a + b;
        let of_b = high - a;
        Double { high, low: (a - (high - of_b)) + (b - of_b) }
    }

    /// The product of two floats, exactly.
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
    fn from(high: f64) -> Self {
        Double { high, low: 0.0 }
    }
}

impl Neg for Double {
    type Output = Double;

    fn neg(self) -> Double {
        Double { high: -self.high, low: -self.low }
    }
}

impl Add for Double {
    type Output = Double;

    fn add(self, other: Double) -> Double {
        let (high, low) = (Double::sum(self.high, other.high), Double::sum(self.low, other.low));
        let sum = Double::quick_sum(high.high, high.low + low.high);
        Double::quick_sum(sum.high, sum.low + low.low)
    }
}

impl Sub for Double {
    type Output = Double;

    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;

    fn mul(self, other: Double) -> Double {
        let product = Double::product(self.high, other.high);
        Double::quick_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Double {
    type Output = Double;

    fn div(self, other: Double) -> Double {
        let first = self.high / other.high;
        let rest = self - other * Double::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Double::from(second);
        Double::quick_sum(first, second) + Double::from(rest.high / other.high)
    }
}

/// The difference of two vectors.
pub fn minus(a: Pair, b: Pair) -> Pair {
    [a[0] - b[0], a[1] - b[1]]
}

/// The sum of two vectors.
pub fn plus(a: Pair, b: Pair) -> Pair {
    [a[0] + b[0], a[1] + b[1]]
}

/// A vector times a number.
pub fn scaled(a: Pair, by: Double) -> Pair {
    [a[0] * by, a[1] * by]
}

/// The scalar product.
pub fn dot(a: Pair, b: Pair) -> Double {
    a[0] * b[0] + a[1] * b[1]
}

/// The length of a vector.
pub fn norm(a: Pair) -> Double {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_digits_are_kept() {
        let third = Double::from(1.0) / Double::from(3.0);
        let rest = (third + third + third - Double::from(1.0)).abs();
        assert!(rest.rounded() < 1e-31, "{rest:?}");
        let root = Double::from(2.0).sqrt();
        assert!((root * root - Double::from(2.0)).abs().rounded() < 1e-31);
        let tiny = Double::from(1e-25);
        assert_eq!((Double::from(1.0) + tiny - Double::from(1.0)).rounded(), 1e-25);
        assert!(Double::from(1.0) + tiny > Double::from(1.0));
        assert_eq!(Double::from(-4.0).sqrt(), Double::ZERO);
    }
}
