//! Four numbers at once, in a shape that the compiler turns into vector instructions on every machine.
//!
//! Each lane is rounded as a single f32 would be, so results do not depend on the instructions that are chosen.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Not, Sub};

/// How many numbers are worked on at once.
pub(crate) const LANES: usize = 4;

/// Four numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes(pub(crate) [f32; LANES]);

/// Four answers: all bits set for yes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mask(pub(crate) [u32; LANES]);

impl Lanes {
    #[inline(always)]
    pub(crate) fn all(value: f32) -> Lanes {
        Lanes([value; LANES])
    }

    /// The same, but the compiler does not know that all four are one number: it would compare them one by one where a
    /// [bit for each](Mask::bits) is wanted.
    #[inline(always)]
    pub(crate) fn opaque(value: f32) -> Lanes {
        Lanes(std::hint::black_box([value; LANES]))
    }

    /// Four numbers of an array from an index on.
    #[inline(always)]
    pub(crate) fn of(array: &[f32], at: usize) -> Lanes {
        match array.get(at..at + LANES) {
            Some(four) => Lanes([four[0], four[1], four[2], four[3]]),
            None => Lanes::all(0.0),
        }
    }

    /// The ways from a coordinate to four others.
    #[inline(always)]
    pub(crate) fn ways(array: &[i32], at: usize, from: i32) -> Lanes {
        match array.get(at..at + LANES) {
            Some(four) => Lanes::from(&[four[0], four[1], four[2], four[3]], from),
            None => Lanes::all(0.0),
        }
    }

    /// The ways from a coordinate to four others.
    #[inline(always)]
    pub(crate) fn from([a, b, c, d]: &[i32; LANES], from: i32) -> Lanes {
        let way = |to: i32| to.wrapping_sub(from) as f32;
        Lanes([way(*a), way(*b), way(*c), way(*d)])
    }

    /// Their sum.
    #[inline(always)]
    pub(crate) fn sum(self) -> f32 {
        let [a, b, c, d] = self.0;
        (a + b) + (c + d)
    }

    /// Writes them into an array from an index on.
    #[inline(always)]
    pub(crate) fn put(self, array: &mut [f32], at: usize) {
        if let Some(four) = array.get_mut(at..at + LANES) {
            four.copy_from_slice(&self.0);
        }
    }

    /// With the other sign where the answer is no.
    #[inline(always)]
    pub(crate) fn negative_unless(self, mask: Mask) -> Lanes {
        let flip = |x: f32, m: u32| f32::from_bits(x.to_bits() ^ !m & 1 << 31);
        let (a, m) = (self.0, mask.0);
        Lanes([flip(a[0], m[0]), flip(a[1], m[1]), flip(a[2], m[2]), flip(a[3], m[3])])
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Lanes {
        Lanes(self.0.map(f32::sqrt))
    }

    /// e to the power of minus each, for numbers that are not negative: within 3·10⁻⁶ of it, and less than 10⁻²⁴ for those beyond
    /// 55: what is less would be subnormal once it is divided, which takes processors a hundred times as long.
    ///
    /// 2ⁿ·2ᶠ with an integer n and f within ±½: the first seven terms of the series of 2ᶠ, and n added to the exponent.
    #[inline(always)]
    pub(crate) fn exp_of_minus(self) -> Lanes {
        /// 1.5 · 2²³: an integer below 2²² added to it stands in its lowest bits.
        const SHIFT: Lanes = Lanes([12_582_912.0; LANES]);
        let power = (self * Lanes::all(-std::f32::consts::LOG2_E)).max(Lanes::all(-80.0));
        let shifted = power + SHIFT;
        let f = power - (shifted - SHIFT);
        let series = [0.001_333_356, 0.009_618_129, 0.055_504_11, 0.240_226_5, std::f32::consts::LN_2, 1.0];
        let two_to_f = series.into_iter().fold(Lanes::all(0.000_154_035), |sum, term| sum * f + Lanes::all(term));
        two_to_f.zip(shifted, |value, n| f32::from_bits(value.to_bits().wrapping_add(n.to_bits() << 23)))
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Lanes {
        Lanes(self.0.map(f32::abs))
    }

    #[inline(always)]
    fn zip(self, other: Lanes, f: impl Fn(f32, f32) -> f32) -> Lanes {
        let (a, b) = (self.0, other.0);
        Lanes([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }

    #[inline(always)]
    fn compare(self, other: Lanes, f: impl Fn(f32, f32) -> bool) -> Mask {
        let (a, b) = (self.0, other.0);
        let bits = |yes: bool| 0u32.wrapping_sub(u32::from(yes));
        Mask([bits(f(a[0], b[0])), bits(f(a[1], b[1])), bits(f(a[2], b[2])), bits(f(a[3], b[3]))])
    }

    /// The lesser of two; the second where the first is not a number.
    #[inline(always)]
    pub(crate) fn min(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| if a < b { a } else { b })
    }

    /// The greater of two; the second where the first is not a number.
    #[inline(always)]
    pub(crate) fn max(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    pub(crate) fn above(self, other: Lanes) -> Mask {
        self.compare(other, |a, b| a > b)
    }

    #[inline(always)]
    pub(crate) fn at_most(self, other: Lanes) -> Mask {
        self.compare(other, |a, b| a <= b)
    }

    /// The least of the four.
    #[inline(always)]
    pub(crate) fn least(self) -> f32 {
        let [a, b, c, d] = self.0;
        let lesser = |a: f32, b: f32| if a < b { a } else { b };
        lesser(lesser(a, b), lesser(c, d))
    }

    /// The greatest of the four.
    #[inline(always)]
    pub(crate) fn greatest(self) -> f32 {
        let [a, b, c, d] = self.0;
        let greater = |a: f32, b: f32| if a > b { a } else { b };
        greater(greater(a, b), greater(c, d))
    }
}

impl Mask {
    /// `yes` where the answer is yes, else `no`.
    #[inline(always)]
    pub(crate) fn select(self, yes: Lanes, no: Lanes) -> Lanes {
        let pick = |m: u32, a: f32, b: f32| f32::from_bits(m & a.to_bits() | !m & b.to_bits());
        let (m, a, b) = (self.0, yes.0, no.0);
        Lanes([pick(m[0], a[0], b[0]), pick(m[1], a[1], b[1]), pick(m[2], a[2], b[2]), pick(m[3], a[3], b[3])])
    }

    /// Yes in the lanes from an index on that are below a limit.
    #[inline(always)]
    pub(crate) fn below(limit: usize, at: usize) -> Mask {
        let (at, limit) = (at as i32, limit as i32);
        let bits = |lane: i32| 0u32.wrapping_sub(u32::from(at + lane < limit));
        Mask([bits(0), bits(1), bits(2), bits(3)])
    }

    #[inline(always)]
    pub(crate) fn any(self) -> bool {
        self.bits() != 0
    }

    /// A bit for each lane that says yes.
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        (self.0[0] & 1) | (self.0[1] & 2) | (self.0[2] & 4) | (self.0[3] & 8)
    }
}

macro_rules! lanewise {
    ($operation:ident, $method:ident) => {
        impl $operation for Lanes {
            type Output = Lanes;
            #[inline(always)]
            fn $method(self, other: Lanes) -> Lanes {
                self.zip(other, |a, b| $operation::$method(a, b))
            }
        }
    };
}

lanewise!(Add, add);
lanewise!(Sub, sub);
lanewise!(Mul, mul);
lanewise!(Div, div);

impl BitAnd for Mask {
    type Output = Mask;
    #[inline(always)]
    fn bitand(self, other: Mask) -> Mask {
        let (a, b) = (self.0, other.0);
        Mask([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }
}

impl BitOr for Mask {
    type Output = Mask;
    #[inline(always)]
    fn bitor(self, other: Mask) -> Mask {
        let (a, b) = (self.0, other.0);
        Mask([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }
}

impl Not for Mask {
    type Output = Mask;
    #[inline(always)]
    fn not(self) -> Mask {
        Mask(self.0.map(|bits| !bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_e_are_those_of_the_library() {
        for i in 0..55_000 {
            let x = i as f32 * 1e-3;
            let (found, exact) = (Lanes::all(x).exp_of_minus().0, libm::exp(-f64::from(x)));
            let error = (f64::from(found[0]) / exact - 1.0).abs();
            assert!(error < 3e-6 + 1e-7 * f64::from(x), "e^-{x} is not {}: {error}", found[0]);
            assert_eq!(found, [found[0]; LANES]);
        }
        assert!(Lanes::all(1e30).exp_of_minus().0[0] < 1e-24);
    }
}
