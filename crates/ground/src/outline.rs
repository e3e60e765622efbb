//! The border of a union of convex rings over a triangle: which sides of theirs are on it.
//!
//! A side is on the border where the place just beside it, inside the triangle, is in no ring. That place runs along a line parallel to the
//! side, of which each ring, being convex, covers an interval.

use crate::boxes::{Box3, Hierarchy};
use crate::cuts::Line;
use crate::facets::steps;
use crate::overlap::{Triangle, twice_area};
use crate::tuning::{BESIDE, SLIT};
use navigant_geometry::internals::LatticePoint;

/// Some rings, over a triangle or over all of the plane.
pub(crate) struct Union {
    triangle: Option<Vec<[f64; 2]>>,
    /// Counter-clockwise.
    rings: Vec<Vec<[f64; 2]>>,
    tree: Hierarchy,
}

impl Union {
    pub(crate) fn of(triangle: Option<&Triangle>, rings: &[Vec<LatticePoint>]) -> Union {
        let turned = |ring: &Vec<LatticePoint>| {
            let mut places: Vec<[f64; 2]> = ring.iter().copied().map(steps).collect();
            if twice_area(ring) < 0 {
                places.reverse();
            }
            places
        };
        let rings: Vec<Vec<[f64; 2]>> = rings.iter().map(turned).collect();
        let bounds = |ring: &Vec<[f64; 2]>| Box3::of(ring.iter().map(|&[x, y]| [x, y, 0.0]));
        let tree = Hierarchy::of(rings.iter().map(bounds).collect());
        Union { triangle: triangle.map(|triangle| triangle.iter().copied().map(steps).collect()), rings, tree }
    }

    /// Whether a side of a ring, from one corner to the next, has some of its outer side in no ring.
    pub(crate) fn is_border(&self, ring: &[LatticePoint], side: usize) -> bool {
        let [a, b] = [ring[side], ring[(side + 1) % ring.len()]].map(steps);
        if twice_area(ring) > 0 { self.is_seen_left(b, a) } else { self.is_seen_left(a, b) }
    }

    /// Whether a line has some of either side in no ring.
    pub(crate) fn is_seen(&self, [a, b]: Line) -> bool {
        let (a, b) = (steps(a), steps(b));
        self.is_seen_left(a, b) || self.is_seen_left(b, a)
    }

    /// Whether some of what is along the border of a triangle, inside it, is in no ring.
    pub(crate) fn is_seen_along(&self, triangle: &Triangle) -> bool {
        (0..3).any(|i| self.is_seen_left(steps(triangle[i]), steps(triangle[(i + 1) % 3])))
    }

    /// Whether some of what is beside a line, to its left and in the triangle, is in no ring.
    fn is_seen_left(&self, a: [f64; 2], b: [f64; 2]) -> bool {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let long = dx.hypot(dy);
        if long == 0.0 {
            return false;
        }
        let aside = |p: [f64; 2]| [p[0] - BESIDE * dy / long, p[1] + BESIDE * dx / long];
        let line = [aside(a), aside(b)];
        let within = self.triangle.as_ref().map_or(Some([0.0, 1.0]), |triangle| inside(triangle, line));
        let Some([mut seen, end]) = within else { return false };
        let mut covered = Vec::new();
        self.tree.meeting(&Box3::of(line.map(|[x, y]| [x, y, 0.0])), |ring| {
            covered.extend(inside(&self.rings[ring as usize], line));
        });
        covered.sort_by(|[a, _], [b, _]| a.total_cmp(b));
        let slit = SLIT / long;
        for [from, to] in covered {
            if from.min(end) > seen + slit {
                return true;
            }
            seen = seen.max(to);
        }
        end > seen + slit
    }
}

/// The part of a line that is in a convex ring, which is counter-clockwise, as parts of its length.
fn inside(ring: &[[f64; 2]], [p, q]: [[f64; 2]; 2]) -> Option<[f64; 2]> {
    let (mut from, mut to) = (0.0, 1.0);
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let side = |r: [f64; 2]| (b[0] - a[0]) * (r[1] - a[1]) - (b[1] - a[1]) * (r[0] - a[0]);
        let (start, end) = (side(p), side(q));
        match [start < 0.0, end < 0.0] {
            [true, true] => return None,
            [true, false] => from = f64::max(from, start / (start - end)),
            [false, true] => to = f64::min(to, start / (start - end)),
            [false, false] => {}
        }
    }
    (from <= to).then_some([from, to])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> LatticePoint {
        LatticePoint::new(x, y)
    }

    #[test]
    fn sides_between_two_rings_are_on_no_border() {
        let triangle = [at(-1000, -1000), at(3000, -1000), at(-1000, 3000)];
        let one = vec![at(0, 0), at(100, 0), at(100, 100)];
        // Clockwise.
        let other = vec![at(0, 0), at(0, 100), at(100, 100)];
        let union = Union::of(Some(&triangle), &[one.clone(), other.clone()]);
        assert_eq!([0, 1, 2].map(|i| union.is_border(&one, i)), [true, true, false]);
        assert_eq!([0, 1, 2].map(|i| union.is_border(&other, i)), [true, true, false]);
        assert!(!union.is_seen([at(10, 20), at(60, 80)]) && union.is_seen([at(10, 20), at(60, 110)]));
        assert!(union.is_seen_along(&triangle));
    }

    #[test]
    fn what_is_outside_the_triangle_is_on_no_border() {
        let triangle = [at(0, 0), at(100, 0), at(0, 100)];
        let ring = vec![at(-50, -50), at(50, -50), at(50, 20), at(-50, 20)];
        let union = Union::of(Some(&triangle), std::slice::from_ref(&ring));
        assert_eq!([0, 1, 2, 3].map(|i| union.is_border(&ring, i)), [false, true, true, false]);
        let all = vec![at(-50, -50), at(250, -50), at(-50, 250)];
        assert!(!Union::of(Some(&triangle), &[all]).is_seen_along(&triangle));
    }
}
