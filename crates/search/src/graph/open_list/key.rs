//! Keys of the open list, as integers in the order of the numbers they stand for.

/// A key of the open list: two numbers, compared lexicographically, as in LPA* and D* Lite.
///
/// The two numbers are kept as integers in the same order, so that keys are compared as one integer, without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u64, u64);

impl PartialOrd for Key {
    #[inline]
    fn partial_cmp(&self, other: &Key) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Key) -> bool {
        self.whole() < other.whole()
    }

    #[inline]
    fn ge(&self, other: &Key) -> bool {
        self.whole() >= other.whole()
    }
}

impl Ord for Key {
    #[inline]
    fn cmp(&self, other: &Key) -> std::cmp::Ordering {
        self.whole().cmp(&other.whole())
    }
}

impl Key {
    /// The key of two numbers. NaN comes after everything.
    #[inline]
    pub fn new(first: f64, second: f64) -> Key {
        Key(ascending(first), ascending(second))
    }

    /// The first number.
    #[inline]
    pub fn first(self) -> f64 {
        number(self.0)
    }

    #[inline]
    fn whole(self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }

    /// The second number.
    #[inline]
    pub fn second(self) -> f64 {
        number(self.1)
    }
}

const SIGN: u64 = 1 << 63;

/// What entries of an open list are ordered by.
pub trait Order: Copy + Ord {
    /// A key that none is smaller than.
    const LEAST: Self;

    /// A number that is the same for equal keys and seldom for others; the upper bits matter most.
    fn scattered(self) -> u64;
}

/// An odd number near 2⁶⁴/φ: multiplying by it spreads numbers that are near each other (Knuth, TAOCP 6.4).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Order for Key {
    const LEAST: Key = Key(0, 0);

    #[inline]
    fn scattered(self) -> u64 {
        (self.0.wrapping_mul(SPREAD) ^ self.1).wrapping_mul(SPREAD)
    }
}

/// A key of an open list that orders by one number, as in A*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(u64);

impl Rank {
    /// The rank of a number. NaN comes after everything.
    #[inline]
    pub fn new(number: f64) -> Rank {
        Rank(ascending(number))
    }

    /// The number.
    #[inline]
    pub fn number(self) -> f64 {
        number(self.0)
    }
}

impl Order for Rank {
    const LEAST: Rank = Rank(0);

    #[inline]
    fn scattered(self) -> u64 {
        self.0.wrapping_mul(SPREAD)
    }
}

/// The bits of a number, changed so that they order as numbers do. −0 counts as 0.
#[inline]
fn ascending(number: f64) -> u64 {
    let bits = (number + 0.0).to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

#[inline]
fn number(ascending: u64) -> f64 {
    f64::from_bits(if ascending & SIGN == 0 { !ascending } else { ascending & !SIGN })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_as_pairs_of_numbers() {
        let numbers = [f64::NEG_INFINITY, -2.5, -1e-300, 0.0, 1e-300, 1.0, 1.0 + f64::EPSILON, f64::INFINITY];
        let pairs: Vec<(f64, f64)> = numbers.iter().flat_map(|&a| numbers.map(|b| (a, b))).collect();
        for a in &pairs {
            let key = Key::new(a.0, a.1);
            assert_eq!((key.first(), key.second()), *a);
            for b in &pairs {
                assert_eq!(Some(key.cmp(&Key::new(b.0, b.1))), a.partial_cmp(b), "{a:?} {b:?}");
            }
        }
        assert_eq!(Key::new(-0.0, 0.0), Key::new(0.0, -0.0));
    }
}
