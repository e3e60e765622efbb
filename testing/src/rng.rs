//! Seeded random numbers: the same on every machine, for ever.

/// `SplitMix64` (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `end`; 0 if `end` is 0. Biased by less than 2⁻³², which no test here can notice.
    pub fn below(&mut self, end: u32) -> u32 {
        ((u64::from(end) * (self.bits() >> 32)) >> 32) as u32
    }

    /// A whole number from `least` to `most`, both included.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most - least + 1)
    }

    /// A number from 0 to 1, 1 excluded.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True once in `odds` times.
    pub fn one_in(&mut self, odds: u32) -> bool {
        self.below(odds) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!([rng.bits(), rng.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn whole_numbers_stay_in_their_range_and_reach_its_ends() {
        let mut rng = Rng::new(1);
        let drawn: Vec<u32> = (0..200).map(|_| rng.between(3, 6)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&3), Some(&6)));
    }
}
