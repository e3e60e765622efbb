//! Squares of distances on the lattice, exactly: what decides whether a disc fits.

use super::feature::Feature;
use crate::ids::EdgeId;
use crate::map::Map;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::is_root_below;

/// The square of a distance on the lattice: a fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Square {
    pub(super) numerator: u128,
    pub(super) denominator: u64,
}

/// Whether a corner and a feature are nearer to each other than a width in steps, exactly: a disc as wide does not pass
/// between them.
pub fn gap_is_below(map: &Map, corner: LatticePoint, feature: Feature, width: f64) -> bool {
    Square::to_feature(map, corner, feature).is_below(width)
}

impl Square {
    /// Between two points.
    #[inline]
    pub(crate) fn between(p: LatticePoint, q: LatticePoint) -> Square {
        let (x, y) = (i64::from(p.x) - i64::from(q.x), i64::from(p.y) - i64::from(q.y));
        Square { numerator: u128::from((x * x + y * y).unsigned_abs()), denominator: 1 }
    }

    /// Between a point and a segment, which may be a point too.
    pub(crate) fn to_segment(p: LatticePoint, [a, b]: [LatticePoint; 2]) -> Square {
        let [(bx, by), (px, py)] = [b, p].map(|q| (i64::from(q.x) - i64::from(a.x), i64::from(q.y) - i64::from(a.y)));
        let (along, squared) = (bx * px + by * py, bx * bx + by * by);
        if along <= 0 {
            Square::between(p, a)
        } else if along >= squared {
            Square::between(p, b)
        } else {
            Square::of_height(bx * py - by * px, squared)
        }
    }

    /// Of the height of a triangle: twice its area, and the square of its base, which is positive.
    #[inline]
    pub(super) fn of_height(twice_area: i64, base_squared: i64) -> Square {
        let area = u128::from(twice_area.unsigned_abs());
        Square { numerator: area * area, denominator: base_squared.unsigned_abs() }
    }

    /// Between the lines of two walls that face each other in parallel; `None` for others.
    pub(super) fn between_parallels(map: &Map, wall: EdgeId, other: EdgeId) -> Option<Square> {
        let ends = |e: EdgeId| [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
        let way = |p: LatticePoint, q: LatticePoint| (i64::from(q.x) - i64::from(p.x), i64::from(q.y) - i64::from(p.y));
        let cross = |(ax, ay): (i64, i64), (bx, by): (i64, i64)| ax * by - ay * bx;
        let ([a, b], [c, d]) = (ends(wall), ends(other));
        let (along, back) = (way(a, b), way(c, d));
        let (base, area) = (along.0 * along.0 + along.1 * along.1, cross(along, way(a, c)));
        // Free space is to the left of either.
        let faces = cross(along, back) == 0 && along.0 * back.0 + along.1 * back.1 < 0 && area > 0;
        faces.then(|| Square::of_height(area, base))
    }

    pub(super) fn to_feature(map: &Map, p: LatticePoint, feature: Feature) -> Square {
        match feature {
            Feature::Corner(v) => Square::between(p, map.lattice_point(v)),
            Feature::Wall(e) => Square::to_segment(p, [map.origin(e), map.target(e)].map(|v| map.lattice_point(v))),
        }
    }

    /// Whether the distance is less than a width, exactly.
    pub(super) fn is_below(self, width: f64) -> bool {
        is_root_below(self.numerator, self.denominator, width)
    }

    /// The largest float that is not more than the distance: a width is at most the distance exactly where it is at most this.
    pub(crate) fn root_down(self) -> f64 {
        let mut root = (self.numerator as f64 / self.denominator as f64).sqrt();
        while root > 0.0 && is_root_below(self.numerator, self.denominator, root) {
            root = root.next_down();
        }
        while !is_root_below(self.numerator, self.denominator, root.next_up()) {
            root = root.next_up();
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_the_largest_float_that_is_not_more() {
        let [a, b, p] = [(0, 0), (8, 4), (5, 6)].map(|(x, y)| LatticePoint::new(x, y));
        assert_eq!(Square::between(a, LatticePoint::new(3, 4)).root_down(), 5.0);
        assert_eq!(Square::between(a, a).root_down(), 0.0);
        assert_eq!(Square::to_segment(LatticePoint::new(-3, -4), [a, b]).root_down(), 5.0);
        assert_eq!(Square::to_segment(LatticePoint::new(11, 8), [a, b]).root_down(), 5.0);
        // 7/√5 is no float.
        let slanted = Square::to_segment(p, [a, b]);
        let root = slanted.root_down();
        assert!((root - 7.0 / 5f64.sqrt()).abs() < 1e-15);
        assert!(!is_root_below(49, 5, root) && is_root_below(49, 5, root.next_up()));
    }
}
