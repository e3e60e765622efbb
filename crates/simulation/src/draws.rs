//! Random numbers of a run: they follow from the scenario's seed, who draws and how often it drew before, and nothing else.

use navigant_mesh::{Bounds, Point};

/// `SplitMix64` (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*).
pub(crate) struct Draws {
    state: u64,
}

impl Draws {
    pub(crate) fn new(seed: u64) -> Draws {
        Draws { state: seed }
    }

    /// The stream of one agent, for the how many-th time that it draws. So nobody's numbers depend on who else draws.
    pub(crate) fn of_agent(seed: u64, source: u32, serial: u32, count: u32) -> Draws {
        let mut draws = Draws::new(seed);
        for number in [source, serial, count] {
            draws = Draws::new(draws.bits() ^ u64::from(number));
        }
        draws
    }

    /// All that the next numbers follow from.
    pub(crate) fn state(&self) -> u64 {
        self.state
    }

    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, and 0 for 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// A number from `least` to `most`.
    pub(crate) fn number(&mut self, [least, most]: [f64; 2]) -> f64 {
        let unit = (self.bits() >> 11) as f64 * (0.5f64).powi(53);
        least + unit * (most - least)
    }

    /// A point of a box.
    pub(crate) fn point(&mut self, bounds: Bounds) -> Point {
        let x = self.number([bounds.min.x, bounds.max.x]);
        Point::new(x, self.number([bounds.min.y, bounds.max.y]))
    }
}
