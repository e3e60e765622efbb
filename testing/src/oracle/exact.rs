//! Comparing the width of a gap with a number exactly, in integers of any size.

/// The square of a distance between things on the lattice: a fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// Below 2¹⁰⁸.
    pub numerator: u128,
    /// Below 2⁵⁴, and positive.
    pub denominator: u128,
}

impl Square {
    /// The distance itself, rounded.
    pub fn root(self) -> f64 {
        // Neither conversion is off by more than half a unit in the last place.
        (self.numerator as f64 / self.denominator as f64).sqrt()
    }

    /// Whether the distance is below a number, decided exactly.
    pub fn is_below(self, width: f64) -> bool {
        if width.is_nan() || width <= 0.0 {
            return false;
        }
        if width.is_infinite() || width > 2f64.powi(60) {
            return true;
        }
        if width < 2f64.powi(-60) {
            // No distance on the lattice other than 0 is that small.
            return self.numerator == 0;
        }
        // Both sides in floats are off by less than 10⁻¹⁵ of themselves: only what is nearer than that takes long numbers.
        let (square, limit) = (self.numerator as f64 / self.denominator as f64, width * width);
        if (square - limit).abs() > 1e-14 * limit {
            return square < limit;
        }
        // width = mantissa · 2^(shift − 128), where the shift is not negative.
        let bits = width.to_bits();
        let mantissa = u128::from(bits & ((1 << 52) - 1) | 1 << 52);
        let shift = (bits >> 52) as usize + 128 - 1075;
        let squared = Natural::from(mantissa).times(&Natural::from(mantissa)).shifted(2 * shift);
        let right = squared.times(&Natural::from(self.denominator));
        Natural::from(self.numerator).shifted(256) < right
    }
}

/// A natural number; the most significant limb comes last and is not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Natural(Vec<u32>);

impl Natural {
    fn trimmed(mut limbs: Vec<u32>) -> Natural {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Natural(limbs)
    }

    fn times(&self, other: &Natural) -> Natural {
        let mut product = vec![0u32; self.0.len() + other.0.len()];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0u64;
            for (j, &b) in other.0.iter().enumerate() {
                let sum = u64::from(a) * u64::from(b) + u64::from(product[i + j]) + carry;
                product[i + j] = sum as u32;
                carry = sum >> 32;
            }
            product[i + other.0.len()] = carry as u32;
        }
        Natural::trimmed(product)
    }

    fn shifted(&self, bits: usize) -> Natural {
        let mut limbs = vec![0; bits / 32];
        limbs.push(1 << (bits % 32));
        self.times(&Natural(limbs))
    }
}

impl From<u128> for Natural {
    fn from(n: u128) -> Self {
        Natural::trimmed((0..4).map(|i| (n >> (32 * i)) as u32).collect())
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(numerator: u128, denominator: u128) -> Square {
        Square { numerator, denominator }
    }

    #[test]
    fn a_distance_is_not_below_itself() {
        for whole in [1u128, 3, 1 << 20, 94_906_265] {
            let width = whole as f64;
            assert!(!square(whole * whole, 1).is_below(width));
            assert!(square(whole * whole, 1).is_below(width.next_up()));
            assert!(!square(whole * whole, 1).is_below(width.next_down()));
            assert!(!square(whole * whole * 7, 7).is_below(width));
        }
        // 3/4 exactly.
        assert!(!square(9, 16).is_below(0.75) && square(9, 16).is_below(0.75f64.next_up()));
    }

    #[test]
    fn roots_that_are_no_numbers_lie_between_two() {
        for n in [2u128, 5, 1_000_003] {
            let root = (n as f64).sqrt();
            assert!(square(n, 1).is_below(root.next_up()) && !square(n, 1).is_below(root.next_down()));
            // √n rounded is below √n if its square is, which the product without rounding tells.
            let is_above = root.mul_add(root, -(n as f64)) > 0.0;
            assert_eq!(square(n, 1).is_below(root), is_above, "√{n}");
        }
    }

    #[test]
    fn nothing_and_everything() {
        let least = square(1, (1 << 54) - 1);
        assert!(!least.is_below(0.0) && !least.is_below(-1.0) && !least.is_below(f64::NAN) && !least.is_below(1e-300));
        assert!(least.is_below(1e-8) && least.is_below(f64::INFINITY) && square(0, 1).is_below(1e-300));
        assert!(square((1 << 108) - 1, 1).is_below(1e17) && !square((1 << 108) - 1, 1).is_below(1e16));
    }
}
