//! The shapes that several generators draw.

use crate::rng::Rng;
use navigant_geometry::{Bounds, Outline, Point};

/// The box from `(x, y)` of the given size.
pub(super) fn bounds(x: f64, y: f64, width: f64, height: f64) -> Bounds {
    Bounds { min: Point::new(x, y), max: Point::new(x + width, y + height) }
}

/// A random point of a box.
pub(super) fn point_in(rng: &mut Rng, b: Bounds) -> Point {
    Point::new(rng.range(b.min.x..b.max.x), rng.range(b.min.y..b.max.y))
}

/// The rectangle that fills a box.
pub(super) fn rectangle(b: Bounds) -> Outline {
    Outline::rectangle(b.min, b.max)
}

/// A rectangle around `centre`, turned to the direction `[cos, sin]`.
pub(super) fn turned_rectangle(centre: Point, half_width: f64, half_height: f64, [cos, sin]: [f64; 2]) -> Outline {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    Outline::polygon(corners.map(|[u, v]| {
        let (x, y) = (u * half_width, v * half_height);
        Point::new(centre.x + x * cos - y * sin, centre.y + x * sin + y * cos)
    }))
}

/// A convex polygon on a circle, its corners at roughly even distances.
pub(super) fn round(rng: &mut Rng, centre: Point, radius: f64, corners: u32) -> Outline {
    Outline::polygon((0..corners).map(|i| {
        let turn = (f64::from(i) + rng.range(-0.3..0.3)) / f64::from(corners);
        let [cos, sin] = on_circle(turn);
        Point::new(centre.x + radius * cos, centre.y + radius * sin)
    }))
}

/// A point of the unit circle, about `turn` of the way around it, without the platform's sine and cosine.
fn on_circle(turn: f64) -> [f64; 2] {
    let quarter = (turn * 4.0).floor();
    let t = turn * 4.0 - quarter;
    // The rational quarter circle from (1, 0) to (0, 1).
    let (cos, sin) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
    match (quarter as i64).rem_euclid(4) {
        0 => [cos, sin],
        1 => [-sin, cos],
        2 => [-cos, -sin],
        _ => [sin, -cos],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_circle_is_closed_round_and_goes_counter_clockwise() {
        let mut before = on_circle(-0.01);
        for i in 0..100 {
            let here = on_circle(f64::from(i) / 100.0);
            assert!((here[0].hypot(here[1]) - 1.0).abs() < 1e-15);
            assert!(before[0] * here[1] - before[1] * here[0] > 0.0, "step {i}");
            before = here;
        }
        assert_eq!(on_circle(0.0), on_circle(1.0));
    }
}
