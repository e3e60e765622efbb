//! A small seeded random number generator: the same numbers on every machine, for ever.

use std::ops::Range;

/// `SplitMix64` (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*): good enough for tests, and
/// any seed is a good seed.
///
/// ```
/// use navigant_testing::rng::Rng;
/// let (mut a, mut b) = (Rng::new(7), Rng::new(7));
/// assert_eq!(a.next_u64(), b.next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator whose numbers follow from `seed` alone.
    pub fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in 0..n, and 0 for n = 0. Its bias is below n / 2³², which no test can see.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u32
    }

    /// A number in `range.start..range.end`; the start itself when the range is empty.
    pub fn range(&mut self, range: Range<f64>) -> f64 {
        let unit = (self.next_u64() >> 11) as f64 * 2f64.powi(-53);
        range.start + unit * (range.end - range.start)
    }

    /// A number in `least..=most`.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most.saturating_sub(least) + 1)
    }

    /// True once in `odds` times.
    pub fn one_in(&mut self, odds: u32) -> bool {
        self.below(odds) == 0
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.range(0.0..1.0) < p
    }

    /// One of some items; they must not be empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// Puts items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A random direction: (cosine, sine) of an angle, from plain arithmetic, so that every platform gets the same
    /// bits. Not uniform: by the rational circle, diagonals are up to twice as likely as axes.
    pub fn direction(&mut self) -> [f64; 2] {
        let t = self.range(-1.0..1.0);
        let (cos, sin) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
        if self.chance(0.5) { [cos, sin] } else { [-cos, -sin] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // The reference values of SplitMix64 for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        let first: [u64; 3] = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_stay_in_their_range_and_reach_all_of_it() {
        let mut rng = Rng::new(1);
        let mut seen = [false; 6];
        for _ in 0..1000 {
            seen[rng.below(6) as usize] = true;
            let x = rng.range(-3.0..5.0);
            assert!((-3.0..5.0).contains(&x));
        }
        assert_eq!(seen, [true; 6]);
        assert_eq!((rng.below(0), rng.below(1), rng.range(2.0..2.0)), (0, 0, 2.0));
        assert!(!rng.chance(0.0) && rng.chance(1.0));
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<u32> = (0..100).collect();
        Rng::new(2).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn directions_have_unit_length_and_point_everywhere() {
        let mut rng = Rng::new(3);
        let mut octants = [0; 8];
        for _ in 0..1000 {
            let [x, y] = rng.direction();
            assert!((x * x + y * y - 1.0).abs() < 1e-15);
            octants[usize::from(x > 0.0) * 4 + usize::from(y > 0.0) * 2 + usize::from(x.abs() > y.abs())] += 1;
        }
        assert!(octants.iter().all(|&n| n > 50), "{octants:?}");
    }
}
