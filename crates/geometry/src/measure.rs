//! Distances.

use crate::point::Point;

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
    fn distances_to_segments_know_the_ends() {
        let (a, b) = (Point::new(0.0, 0.0), Point::new(10.0, 0.0));
        assert_eq!(distance_to_segment(Point::new(5.0, 2.0), a, b), 2.0);
        assert_eq!(distance_to_segment(Point::new(-3.0, 4.0), a, b), 5.0);
        assert_eq!(distance_to_segment(Point::new(13.0, 4.0), a, b), 5.0);
        assert_eq!(distance_to_segment(Point::new(3.0, 4.0), a, a), 5.0);
    }
}
