//! The velocities of the space-time domain: speeds and headings, and the displacement of a step with each.

use std::f64::consts::PI;

/// How many headings there are: multiples of π/8.
pub(crate) const HEADINGS: u8 = 16;
/// The changes of heading in one step: 0, ±π/8, ±π/4, ±π/2.
pub(crate) const TURNS: [i8; 7] = [0, 1, -1, 2, -2, 4, -4];

/// How an agent moves in the space-time domain: a step takes Δt, speeds are multiples of a, positions lie on a square lattice.
///
/// A displacement is that of the speed and the heading, rounded to the lattice.
///
/// ```
/// use navigant_planning::internals::Gait;
/// // Steps of half a second, speeds of 0, 0.8 and 1.6 m/s, positions 10 cm apart, no jumps.
/// assert!(Gait::new(0.5, 0.8, 2, 0.1, None).is_some());
/// assert!(Gait::new(0.0, 0.8, 2, 0.1, None).is_none());
/// assert_eq!(Gait::new(1.0, 0.5, 3, 0.25, None), Some(Gait::walk()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gait {
    /// Metres between two positions of the lattice.
    unit: f64,
    /// Seconds a step.
    step: f64,
    /// Metres a second between two speeds.
    acceleration: f64,
    /// By speed, then heading: lattice units.
    displacements: Vec<[[i16; 2]; HEADINGS as usize]>,
    /// By speed: the longest displacement, squared, jumps included and not.
    reach: Vec<i64>,
    walk_reach: Vec<i64>,
    /// By heading: lattice units of a jump, if there are jumps.
    jumps: Option<[[i16; 2]; HEADINGS as usize]>,
}

impl Gait {
    /// The most speeds.
    pub const MAX_SPEEDS: u8 = 8;

    /// A gait of steps of `step` seconds, with speeds of 0, a, 2a, … up to `speeds` · a, on a lattice of `unit` metres; and jumps of a
    /// length, if they are possible. `None` if a number is not above 0, or a step does not fit a lattice of 16 bits.
    pub fn new(step: f64, acceleration: f64, speeds: u8, unit: f64, jump: Option<f64>) -> Option<Gait> {
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let longest = jump.unwrap_or(0.0).max(f64::from(speeds) * acceleration * step) / unit;
        let is_valid = positive(step)
            && positive(acceleration)
            && positive(unit)
            && (1..=Gait::MAX_SPEEDS).contains(&speeds)
            && (1.0..1000.0).contains(&longest)
            && jump.is_none_or(positive);
        is_valid.then(|| Gait::of(step, acceleration, speeds, unit, jump))
    }

    fn of(step: f64, acceleration: f64, speeds: u8, unit: f64, jump: Option<f64>) -> Gait {
        let rounded = |length: f64| {
            std::array::from_fn(|heading| {
                let angle = heading as f64 * PI / 8.0;
                [libm::cos(angle), libm::sin(angle)].map(|c| libm::round(c * length / unit) as i16)
            })
        };
        let displacements: Vec<[[i16; 2]; 16]> =
            (0..=speeds).map(|speed| rounded(f64::from(speed) * acceleration * step)).collect();
        let square = |d: &[i16; 2]| i64::from(d[0]) * i64::from(d[0]) + i64::from(d[1]) * i64::from(d[1]);
        let jumps: Option<[[i16; 2]; 16]> = jump.map(rounded);
        let jump_reach = jumps.iter().flatten().map(square).max().unwrap_or(0);
        let walk_reach: Vec<i64> = displacements.iter().map(|d| d.iter().map(square).max().unwrap_or(0)).collect();
        let with_jump = |(speed, &walked): (usize, &i64)| if speed > 0 { walked.max(jump_reach) } else { walked };
        let reach = walk_reach.iter().enumerate().map(with_jump).collect();
        Gait { unit, step, acceleration, reach, walk_reach, displacements, jumps }
    }

    /// A walk: steps of a second, speeds of 0, 0.5, 1 and 1.5 m/s, positions on quarters of a metre, no jumps.
    pub fn walk() -> Gait {
        Gait::of(1.0, 0.5, 3, 0.25, None)
    }

    /// Metres between two positions of the lattice.
    pub(crate) fn unit(&self) -> f64 {
        self.unit
    }

    /// What a unit of the lattice costs: whole millimetres. With a fraction, three units and one could cost less than four.
    pub(crate) fn unit_cost(&self) -> f64 {
        libm::round(self.unit * super::MILLIMETRES).max(1.0)
    }

    /// Seconds a step.
    pub(crate) fn step(&self) -> f64 {
        self.step
    }

    /// What the slowest speed but standing covers in a step, in metres.
    pub(crate) fn slowest(&self) -> f64 {
        self.acceleration * self.step
    }

    /// How long a jump takes, in seconds: a step; 0 without jumps.
    pub fn jump_time(&self) -> f64 {
        if self.jumps.is_some() { self.step } else { 0.0 }
    }

    /// The length of a jump in metres, if there are jumps.
    pub(crate) fn jump_length(&self) -> Option<f64> {
        self.jumps.map(|jumps| f64::from(jumps[0][0]) * self.unit)
    }

    /// The number of the fastest speed; 0 is standing.
    pub(crate) fn fastest(&self) -> u8 {
        (self.displacements.len() - 1) as u8
    }

    /// The longest way of one step, or jump, in metres.
    pub(crate) fn longest(&self) -> f64 {
        self.reach.iter().max().map_or(0.0, |&square| (square as f64).sqrt() * self.unit)
    }

    /// The displacement of a step in lattice units.
    pub(crate) fn displacement(&self, speed: u8, heading: u8) -> [i16; 2] {
        self.displacements.get(usize::from(speed)).map_or([0, 0], |d| d[usize::from(heading % HEADINGS)])
    }

    /// The displacement of a jump in lattice units, if there are jumps.
    pub(crate) fn jump(&self, heading: u8) -> Option<[i16; 2]> {
        self.jumps.map(|jumps| jumps[usize::from(heading % HEADINGS)])
    }

    /// The least speed with which one step, that is no jump, reaches so far: a squared distance in lattice units.
    pub(crate) fn walking_speed(&self, square: i64) -> Option<u8> {
        self.walk_reach.iter().position(|&reach| reach >= square).map(|speed| speed as u8)
    }

    /// The least speed with which some steps reach so far: a squared distance in lattice units. `None` if none does.
    pub(crate) fn speed_needed(&self, square: i64, steps: u32) -> Option<u8> {
        let steps = i64::from(steps);
        self.reach.iter().position(|reach| reach * steps * steps >= square).map(|speed| speed as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_has_the_velocities_of_the_text() {
        let walk = Gait::walk();
        assert_eq!((walk.fastest(), 2.0 * walk.acceleration), (3, 1.0));
        assert_eq!(
            [walk.displacement(2, 0), walk.displacement(2, 2), walk.displacement(2, 12)],
            [[4, 0], [3, 3], [0, -4]]
        );
        assert_eq!((walk.speed_needed(0, 0), walk.speed_needed(1, 0)), (Some(0), None));
    }

    #[test]
    fn numbers_that_are_no_gait_are_refused() {
        for (step, a, speeds, unit) in
            [(0.0, 1.0, 1, 1.0), (1.0, f64::NAN, 1, 1.0), (1.0, 1.0, 0, 1.0), (1.0, 1.0, 1, 1e-9)]
        {
            assert_eq!(Gait::new(step, a, speeds, unit, None), None);
        }
    }
}
