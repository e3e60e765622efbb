//! Distances and areas.

use crate::lattice::LatticePoint;
use crate::point::Point;

/// Twice the signed area inside a closed ring: positive when it runs counter-clockwise. Exact.
pub fn twice_ring_area(ring: &[LatticePoint]) -> i128 {
    let cross = |a: LatticePoint, b: LatticePoint| i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x);
    let ahead = ring.iter().cycle().skip(1);
    ring.iter().zip(ahead).map(|(&a, &b)| i128::from(cross(a, b))).sum()
}

/// The point of the segment from `a` to `b` that is nearest to `p`.
pub fn nearest_on_segment(p: Point, a: Point, b: Point) -> Point {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length_squared = dx * dx + dy * dy;
    if length_squared == 0.0 {
        return a;
    }
    let t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / length_squared;
    if t <= 0.0 {
        a
    } else if t >= 1.0 {
        b
    } else {
        a.lerp(b, t)
    }
}

/// The distance from `p` to the segment from `a` to `b`.
pub fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    p.distance(nearest_on_segment(p, a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_of_a_ring_is_signed() {
        let ring = [(0, 0), (4, 0), (4, 3), (0, 3)].map(|(x, y)| LatticePoint::new(x, y));
        assert_eq!(twice_ring_area(&ring), 24);
        let back: Vec<_> = ring.into_iter().rev().collect();
        assert_eq!(twice_ring_area(&back), -24);
        assert_eq!(twice_ring_area(&[]), 0);
    }

    #[test]
    fn distances_to_segments_know_the_ends() {
        let (a, b) = (Point::new(0.0, 0.0), Point::new(10.0, 0.0));
        assert_eq!(distance_to_segment(Point::new(5.0, 2.0), a, b), 2.0);
        assert_eq!(distance_to_segment(Point::new(-3.0, 4.0), a, b), 5.0);
        assert_eq!(distance_to_segment(Point::new(13.0, 4.0), a, b), 5.0);
        assert_eq!(distance_to_segment(Point::new(3.0, 4.0), a, a), 5.0);
    }
}
