//! Seeded random numbers for the unit tests: `SplitMix64`, as in the testing crate, on which this one must not depend.

use std::ops::Range;

pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in 0..n, and 0 for n = 0.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u32
    }

    /// A number in a range.
    pub(crate) fn range(&mut self, range: Range<f64>) -> f64 {
        let unit = (self.next_u64() >> 11) as f64 * 2f64.powi(-53);
        range.start + unit * (range.end - range.start)
    }

    /// Puts items into random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}
