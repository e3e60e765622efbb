//! Multiplier fields of convex regions, by formulas of their own, and integrals of them by brute force.

use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;

/// What a region does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// Its weight inside.
    In(f64),
    /// Its weight inside, and less and less outside.
    Near(f64),
    /// Nobody enters.
    Hard,
}

/// A convex region, its corners counter-clockwise.
#[derive(Clone, Debug)]
pub struct Region {
    /// The corners.
    pub corners: Vec<Point>,
    /// What it does.
    pub effect: Effect,
}

impl Region {
    /// By how far a point lies inside: the least distance to the lines of all sides, negative outside of one.
    pub fn depth(&self, p: Point) -> f64 {
        let n = self.corners.len();
        let depths = (0..n).map(|i| {
            let (a, b) = (self.corners[i], self.corners[(i + 1) % n]);
            ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / a.distance(b)
        });
        depths.fold(f64::INFINITY, f64::min)
    }

    /// The distance, by Heron's formula for the heights of triangles and by the distance to corners.
    pub fn distance(&self, p: Point) -> f64 {
        if self.depth(p) >= 0.0 {
            return 0.0;
        }
        let n = self.corners.len();
        let to_side = |i: usize| {
            let (a, b) = (self.corners[i], self.corners[(i + 1) % n]);
            let (pa, pb, ab) = (p.distance(a), p.distance(b), a.distance(b));
            // Obtuse at an end: the end is nearest.
            if pa * pa + ab * ab <= pb * pb {
                pa
            } else if pb * pb + ab * ab <= pa * pa {
                pb
            } else {
                let s = (pa + pb + ab) / 2.0;
                2.0 * (s * (s - pa) * (s - pb) * (s - ab)).max(0.0).sqrt() / ab
            }
        };
        (0..n).map(to_side).fold(f64::INFINITY, f64::min)
    }

    fn weight(&self, p: Point) -> f64 {
        match self.effect {
            Effect::Hard => 0.0,
            Effect::In(w) => {
                if self.depth(p) >= 0.0 {
                    w
                } else {
                    0.0
                }
            }
            Effect::Near(0.0) => 0.0,
            Effect::Near(w) => w * (1.0 - self.distance(p) / w.abs()).max(0.0),
        }
    }
}

/// The multiplier at a point.
pub fn multiplier(regions: &[Region], p: Point) -> f64 {
    let positive = |region: &Region| match region.effect {
        Effect::In(w) | Effect::Near(w) => w.max(0.0),
        Effect::Hard => 0.0,
    };
    let attraction: f64 = regions.iter().map(positive).sum();
    let weight: f64 = regions.iter().map(|region| region.weight(p)).sum();
    1.1f64.powf(attraction - weight).max(1.0)
}

/// Whether a straight line gets into a hard region, by samples 5 cm apart and its ends.
pub fn enters_hard(regions: &[Region], a: Point, b: Point) -> bool {
    let samples = (a.distance(b) * 20.0).ceil().max(4.0);
    let hard: Vec<&Region> = regions.iter().filter(|region| region.effect == Effect::Hard).collect();
    (0..=samples as u32).any(|i| {
        let p = a.lerp(b, f64::from(i) / samples);
        // Deeper than rounding.
        hard.iter().any(|region| region.depth(p) > 1e-9)
    })
}

/// The cost of a straight line in metres, by many samples; infinite if it enters a hard region.
pub fn line_cost(regions: &[Region], a: Point, b: Point) -> f64 {
    if enters_hard(regions, a, b) {
        return f64::INFINITY;
    }
    let samples = (a.distance(b) * 400.0).ceil().max(400.0);
    let sum: f64 = (0..samples as u32).map(|i| multiplier(regions, a.lerp(b, (f64::from(i) + 0.5) / samples))).sum();
    sum / samples * a.distance(b)
}
