//! Overlaps in plan, exactly.

use navigant_geometry::internals::{LatticePoint, orient};

pub(crate) type Triangle = [LatticePoint; 3];

/// Whether the insides of two triangles overlap, both counter-clockwise.
pub(crate) fn overlap(a: &Triangle, b: &Triangle) -> bool {
    !separates(a, b) && !separates(b, a)
}

/// Whether a side of one triangle has all of the other on its outer side, or on it.
fn separates(a: &Triangle, b: &Triangle) -> bool {
    (0..3).any(|i| b.iter().all(|&p| orient(a[i], a[(i + 1) % 3], p) <= 0))
}

/// Whether a line meets a triangle, which is counter-clockwise: its border counts if `closed` says so.
pub(crate) fn meets(triangle: &Triangle, [p, q]: [LatticePoint; 2], closed: bool) -> bool {
    let is_out = |side: i64| if closed { side < 0 } else { side <= 0 };
    let beyond_side = (0..3).any(|i| {
        let side = |r: LatticePoint| orient(triangle[i], triangle[(i + 1) % 3], r);
        is_out(side(p)) && is_out(side(q))
    });
    let beside = |sign: i64| triangle.iter().all(|&r| is_out(sign * orient(p, q, r)));
    !beyond_side && !beside(1) && !beside(-1)
}

/// Whether the middle of a triangle is in another one, which is counter-clockwise, or on its border.
pub(crate) fn holds_middle(triangle: &Triangle, of: &Triangle) -> bool {
    let sum = |c: fn(&LatticePoint) -> i32| of.iter().map(|p| i64::from(c(p))).sum::<i64>();
    let [x, y] = [sum(|p| p.x), sum(|p| p.y)];
    (0..3).all(|i| {
        let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
        let [dx, dy] = [i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y)];
        dx * (y - 3 * i64::from(a.y)) >= dy * (x - 3 * i64::from(a.x))
    })
}

/// Twice the area of a ring, signed.
pub(crate) fn twice_area(ring: &[LatticePoint]) -> i64 {
    let Some(&first) = ring.first() else { return 0 };
    ring.windows(2).map(|w| orient(first, w[0], w[1])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> LatticePoint {
        LatticePoint::new(x, y)
    }

    #[test]
    fn triangles_that_share_a_side_do_not_overlap() {
        let a = [at(0, 0), at(10, 0), at(0, 10)];
        assert!(!overlap(&a, &[at(10, 0), at(10, 10), at(0, 10)]));
        assert!(overlap(&a, &[at(9, 0), at(10, 10), at(0, 10)]));
        assert!(overlap(&a, &a));
    }

    #[test]
    fn a_line_on_the_border_meets_it_only_if_the_border_counts() {
        let a = [at(0, 0), at(10, 0), at(0, 10)];
        assert!(meets(&a, [at(2, 0), at(4, 0)], true) && !meets(&a, [at(2, 0), at(4, 0)], false));
        assert!(meets(&a, [at(-5, 5), at(20, 5)], false));
        assert!(!meets(&a, [at(-5, -5), at(20, -5)], true) && !meets(&a, [at(11, 0), at(20, 0)], true));
    }
}
