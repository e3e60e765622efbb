//! The lattice: how metres become integers and come back.

use crate::point::{Bounds, Point};

/// A point of the lattice. Coordinates of maps stay within ±[`Lattice::REACH`].
///
/// Points are ordered lexicographically, by x and then by y.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LatticePoint {
    /// Steps to the right of the lattice's origin.
    pub x: i32,
    /// Steps up from it.
    pub y: i32,
}

impl LatticePoint {
    /// The lattice point (x, y).
    pub const fn new(x: i32, y: i32) -> Self {
        LatticePoint { x, y }
    }
}

/// The map between the world and integers: a power-of-two step, an origin that is a multiple of it.
///
/// The step follows from the extent of the world alone, so a scene far from the origin is as good as one near it, and
/// translating a scene by multiples of the step changes nothing but the origin. A 1 km world has steps of 15 µm.
///
/// ```
/// # use navigant_geometry::internals::LatticeInternals as _;
/// # use navigant_geometry::{Bounds, Lattice, Point};
/// # let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(1000.0, 1000.0) };
/// # let lattice = Lattice::covering(world)?;
/// // Of a map of one square kilometre: `map.lattice()`.
/// assert_eq!(lattice.step(), 2f64.powi(-16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    origin: Point,
    step: f64,
    /// 1 / step: exact, for the step is a power of two.
    per_step: f64,
}

/// Why no lattice covers a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadExtent {
    /// A corner of the world is NaN or infinite.
    NotFinite(Point),
    /// The world is a single point, or so small that no step of it is a normal number.
    TooSmall {
        /// The larger of width and height, in metres.
        extent: f64,
    },
    /// The world is so large that its lattice would overflow.
    TooLarge {
        /// The larger of width and height, in metres.
        extent: f64,
    },
}

impl std::fmt::Display for BadExtent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadExtent::NotFinite(p) => write!(f, "a corner of the world is not a number: {p}"),
            BadExtent::TooSmall { extent } => {
                write!(f, "the world is only {extent:e} m large; give it an extent of at least 1e-200 m")
            }
            BadExtent::TooLarge { extent } => {
                write!(f, "the world is {extent:e} m large; at most 1e200 m can be represented")
            }
        }
    }
}

impl std::error::Error for BadExtent {}

/// Why a point of the world has no lattice point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OffLattice {
    /// A coordinate is NaN or infinite.
    NotFinite(Point),
    /// The point lies outside the box that the lattice covers.
    OutOfReach {
        /// The point.
        point: Point,
        /// What the lattice covers.
        reach: Bounds,
    },
}

impl std::fmt::Display for OffLattice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OffLattice::NotFinite(p) => write!(f, "not a number: {p}"),
            OffLattice::OutOfReach { point, reach } => {
                write!(f, "{point} lies outside the world's box {} to {}", reach.min, reach.max)
            }
        }
    }
}

impl std::error::Error for OffLattice {}

impl Lattice {
    /// The largest coordinate of a lattice point that content may have, in steps.
    ///
    /// With differences of at most 2²⁶ orientation is exact in i64, and in f64 too.
    pub const REACH: i32 = (1 << 25) - 1;

    /// The largest coordinate the world that the lattice is made for takes up: a margin of 1/64 stays around it.
    const WORLD_REACH: f64 = ((1 << 25) - (1 << 19)) as f64;

    /// The lattice for a world of the given extent.
    ///
    /// # Errors
    /// [`BadExtent`] when the box is not finite, is a single point, or is beyond 1e±200 m.
    pub(crate) fn covering(world: Bounds) -> Result<Lattice, BadExtent> {
        for corner in [world.min, world.max] {
            if !corner.is_finite() {
                return Err(BadExtent::NotFinite(corner));
            }
        }
        let (width, height) = world.size();
        let extent = width.max(height);
        if extent.is_nan() || extent < 1e-200 {
            return Err(BadExtent::TooSmall { extent });
        }
        let farthest =
            [world.min.x, world.min.y, world.max.x, world.max.y].into_iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        if extent > 1e200 || farthest > 1e200 {
            return Err(BadExtent::TooLarge { extent: extent.max(farthest) });
        }
        // Neither finer than the world needs, nor finer than f64 can tell apart that far from zero.
        let mut step = power_of_two_at_least(extent / 2.0 / Self::WORLD_REACH);
        while extent / 2.0 / step > Self::WORLD_REACH - 1.0 || farthest / step > 2f64.powi(52) {
            step *= 2.0;
        }
        let centre = |low: f64, size: f64| ((low + size / 2.0) / step).floor() * step;
        let origin = Point::new(centre(world.min.x, width), centre(world.min.y, height));
        Ok(Lattice { origin, step, per_step: 1.0 / step })
    }

    /// The lattice of an origin and a step that another one had; `None` if none can have had them.
    pub(crate) fn of_parts(origin: Point, step: f64) -> Option<Lattice> {
        let is_power = step.is_normal() && step > 0.0 && step.to_bits() << 12 == 0 && (1.0 / step).is_normal();
        let is_multiple = |c: f64| c.is_finite() && (c / step).abs() <= 2f64.powi(52) && (c / step).fract() == 0.0;
        let can_be = is_power && is_multiple(origin.x) && is_multiple(origin.y);
        can_be.then(|| Lattice { origin, step, per_step: 1.0 / step })
    }

    /// The length of one step in metres: a power of two.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// The point of the world at (0, 0).
    pub(crate) fn origin(&self) -> Point {
        self.origin
    }

    /// The box of the world that has lattice points.
    pub(crate) fn reach(&self) -> Bounds {
        let r = Self::REACH;
        Bounds { min: self.world(LatticePoint::new(-r, -r)), max: self.world(LatticePoint::new(r, r)) }
    }

    /// A point of the world in steps, not yet rounded: exact but for the subtraction of the origin.
    pub(crate) fn steps(&self, p: Point) -> [f64; 2] {
        [(p.x - self.origin.x) * self.per_step, (p.y - self.origin.y) * self.per_step]
    }

    /// The lattice point whose half-open pixel holds `p`.
    ///
    /// # Errors
    /// [`OffLattice`] when `p` is not finite or out of reach.
    pub(crate) fn snap(&self, p: Point) -> Result<LatticePoint, OffLattice> {
        if !p.is_finite() {
            return Err(OffLattice::NotFinite(p));
        }
        let [x, y] = self.steps(p).map(|c| (c + 0.5).floor());
        let reach = f64::from(Self::REACH);
        if x.abs() > reach || y.abs() > reach {
            return Err(OffLattice::OutOfReach { point: p, reach: self.reach() });
        }
        Ok(LatticePoint::new(x as i32, y as i32))
    }

    /// The point of the world at a lattice point.
    pub(crate) fn world(&self, p: LatticePoint) -> Point {
        Point::new(self.origin.x + f64::from(p.x) * self.step, self.origin.y + f64::from(p.y) * self.step)
    }
}

/// The smallest power of two that is not below `x`, for positive normal `x`.
fn power_of_two_at_least(x: f64) -> f64 {
    let power = f64::from_bits(x.to_bits() & !((1 << 52) - 1));
    if power < x { power * 2.0 } else { power }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(low: f64, size: f64) -> Bounds {
        Bounds { min: Point::new(low, low), max: Point::new(low + size, low + size) }
    }

    #[test]
    fn a_kilometre_has_steps_of_fifteen_micrometres() {
        assert_eq!(Lattice::covering(square(0.0, 1000.0)).unwrap().step(), 2f64.powi(-16));
    }

    #[test]
    fn translating_the_world_by_a_multiple_of_the_step_moves_only_the_origin() {
        let p = Point::new(17.125, 400.0625);
        let near = Lattice::covering(square(0.0, 500.0)).unwrap();
        for offset in [2f64.powi(20), 2f64.powi(30), -2f64.powi(30)] {
            let far = Lattice::covering(square(offset, 500.0)).unwrap();
            assert_eq!(far.step(), near.step());
            assert_eq!(far.snap(Point::new(p.x + offset, p.y + offset)), near.snap(p));
        }
    }

    #[test]
    fn every_lattice_point_survives_the_way_to_the_world_and_back() {
        for (low, size) in [(0.0, 1e-3), (-5.0, 10.0), (1e12, 3.0), (-7.7e15, 123.0), (0.1, 1e150), (1e-150, 1e-150)] {
            let lattice = Lattice::covering(square(low, size)).unwrap();
            for x in [-Lattice::REACH, -77_777, -1, 0, 1, 12_345, Lattice::REACH] {
                let p = LatticePoint::new(x, -x / 3);
                assert_eq!(lattice.snap(lattice.world(p)), Ok(p), "world at {low}, {size} m large");
            }
        }
    }

    #[test]
    fn impossible_worlds_are_refused_with_the_reason() {
        assert!(matches!(Lattice::covering(square(f64::NAN, 1.0)), Err(BadExtent::NotFinite(_))));
        assert!(matches!(Lattice::covering(square(3.0, 0.0)), Err(BadExtent::TooSmall { .. })));
        assert!(matches!(Lattice::covering(square(0.0, 1e-310)), Err(BadExtent::TooSmall { .. })));
        assert!(matches!(Lattice::covering(square(0.0, 1e300)), Err(BadExtent::TooLarge { .. })));
    }

    #[test]
    fn pixels_are_half_open() {
        let lattice = Lattice::covering(square(-1.0, 2.0)).unwrap();
        let half = lattice.step() / 2.0;
        assert_eq!(lattice.snap(Point::new(half, -half)), Ok(LatticePoint::new(1, 0)));
    }
}
