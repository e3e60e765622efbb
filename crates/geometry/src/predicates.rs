//! Exact predicates: orientation and in-circle, and the comparison of a distance with a width.

use crate::lattice::LatticePoint;
use crate::offset::Offset;

/// Twice the signed area of the triangle `abc`: positive when it turns left.
///
/// Exact for coordinates up to ±2²⁵: the products stay below 2⁵³.
#[inline]
pub fn orient(a: LatticePoint, b: LatticePoint, c: LatticePoint) -> i64 {
    let (abx, aby) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
    let (acx, acy) = (i64::from(c.x - a.x), i64::from(c.y - a.y));
    abx * acy - aby * acx
}

/// Whether `d` lies inside the circle through `a`, `b`, `c`, which must turn left; ties are broken symbolically.
///
/// Each point is lifted to the paraboloid and then by an infinitesimal of its own, the larger the smaller the point is
/// lexicographically ("Simulation of Simplicity", Edelsbrunner and Mücke). No four points are then co-circular, and the
/// constrained Delaunay triangulation of any input is unique.
///
/// Cost: a filter in f64 decides nearly always (about 3 ns), 128-bit integers decide the rest.
#[inline]
pub fn in_circle(a: LatticePoint, b: LatticePoint, c: LatticePoint, d: LatticePoint) -> bool {
    let from_d = |p: LatticePoint| (f64::from(p.x - d.x), f64::from(p.y - d.y));
    let ((ax, ay), (bx, by), (cx, cy)) = (from_d(a), from_d(b), from_d(c));
    // Differences are below 2²⁶, so lifts and minors are integers up to 2⁵³: exact. Only the products below round.
    let a_term = (ax * ax + ay * ay) * (bx * cy - by * cx);
    let b_term = (bx * bx + by * by) * (cx * ay - cy * ax);
    let c_term = (cx * cx + cy * cy) * (ax * by - ay * bx);
    let det = a_term + b_term + c_term;
    // Three products and two sums, each off by at most 2⁻⁵³ of itself.
    let bound = (a_term.abs() + b_term.abs() + c_term.abs()) * (4.0 * f64::EPSILON);
    if det > bound {
        true
    } else if det < -bound {
        false
    } else {
        in_circle_exact(a, b, c, d)
    }
}

/// [`in_circle`] for a fan around one corner `c`: `a`, `b` and `d` are given by their offsets from it, which saves
/// computing them again for every triangle of the fan.
#[inline]
pub fn in_circle_around(c: LatticePoint, a: Offset, b: Offset, d: Offset) -> bool {
    let a_term = a.squared() * b.cross(d);
    let b_term = b.squared() * d.cross(a);
    let d_term = d.squared() * a.cross(b);
    // The same determinant with c and d exchanged, hence negative where the other is positive.
    let det = a_term + b_term + d_term;
    let bound = (a_term.abs() + b_term.abs() + d_term.abs()) * (4.0 * f64::EPSILON);
    if det < -bound {
        true
    } else if det > bound {
        false
    } else {
        in_circle_exact(a.from(c), b.from(c), c, d.from(c))
    }
}

/// Whether the square root of a ratio of whole numbers is below a width, exactly: a distance between corners and walls of
/// the lattice. Never for a width that is not a positive number.
///
/// `numerator` is below 2¹⁰⁸ and `denominator` below 2⁵⁵.
pub fn is_root_below(numerator: u128, denominator: u64, width: f64) -> bool {
    if width.is_nan() || width <= 0.0 {
        return false;
    }
    if numerator == 0 {
        return true;
    }
    let approximate = numerator as f64 / denominator as f64;
    let square = width * width;
    if (approximate - square).abs() > 1e-12 * square {
        return approximate < square;
    }
    // width = mantissa · 2^exponent, so the question is: numerator · 2^(-2·exponent) < mantissa² · denominator?
    let bits = width.to_bits();
    let mantissa = u128::from(bits & ((1 << 52) - 1) | 1 << 52);
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    let square = mantissa * mantissa;
    let [low, high] = [square & u128::from(u64::MAX), square >> 64].map(|part| part * u128::from(denominator));
    let carried = high + (low >> 64);
    // One less than the right side, in two halves.
    let (half, borrowed) = (carried << 64 | low & u128::from(u64::MAX)).overflowing_sub(1);
    let right = ((carried >> 64).wrapping_sub(u128::from(borrowed)), half);
    let shift = -2 * exponent;
    let limit = match shift {
        0..128 => {
            let spilled = if shift == 0 { 0 } else { right.0 << (128 - shift) };
            if right.0 >> shift > 0 { u128::MAX } else { spilled | right.1 >> shift }
        }
        128..256 => right.0 >> (shift - 128),
        _ => return approximate < width * width,
    };
    numerator <= limit
}

#[cold]
fn in_circle_exact(a: LatticePoint, b: LatticePoint, c: LatticePoint, d: LatticePoint) -> bool {
    let from_d = |p: LatticePoint| (i64::from(p.x - d.x), i64::from(p.y - d.y));
    let ((ax, ay), (bx, by), (cx, cy)) = (from_d(a), from_d(b), from_d(c));
    let term = |lift: i64, minor: i64| i128::from(lift) * i128::from(minor);
    let det = term(ax * ax + ay * ay, bx * cy - by * cx)
        + term(bx * bx + by * by, cx * ay - cy * ax)
        + term(cx * cx + cy * cy, ax * by - ay * bx);
    match det {
        0 => tie_is_inside(a, b, c, d),
        det => det > 0,
    }
}

/// Four co-circular points: the smallest has the largest lift, so it is outside the circle of the other three; it is
/// inside nobody's. Seen from `abc`, lifting a corner raises the plane through them over `d` when that corner and `d`
/// lie on the same side of the line through the other two.
fn tie_is_inside(a: LatticePoint, b: LatticePoint, c: LatticePoint, d: LatticePoint) -> bool {
    let smallest = a.min(b).min(c).min(d);
    if smallest == d {
        false
    } else if smallest == a {
        orient(b, c, d) > 0
    } else if smallest == b {
        orient(c, a, d) > 0
    } else {
        orient(a, b, d) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const R: i32 = 1 << 25;

    fn p(x: i32, y: i32) -> LatticePoint {
        LatticePoint::new(x, y)
    }

    #[test]
    fn orientation_is_exact_at_the_corners_of_the_lattice() {
        assert_eq!(orient(p(-R, -R), p(R, R), p(R - 1, R - 1)), 0);
        assert!(orient(p(-R, -R), p(R, R), p(R - 1, R)) > 0);
        assert!(orient(p(-R, -R), p(R, R - 1), p(0, -1)) < 0);
    }

    #[test]
    fn in_circle_is_exact_where_floats_are_not() {
        let (a, b, c) = (p(-R, -R), p(R, -R), p(R, R));
        assert!(in_circle(a, b, c, p(-R + 1, R)), "one step inside the circle");
        assert!(in_circle(a, b, c, p(-R + 1, R - 1)));
        assert!(!in_circle(p(-R, -R + 1), b, c, p(-R - 1, R)));
    }

    #[test]
    fn widths_are_compared_with_roots_exactly() {
        for (numerator, denominator, root) in
            [(9, 1, 3.0), (1 << 60, 1 << 30, 32768.0), (25 << 50, 16, 41943040.0), (1, 4, 0.5)]
        {
            assert!(!is_root_below(numerator, denominator, root), "a root is not below itself: {root}");
            assert!(is_root_below(numerator, denominator, f64::next_up(root)));
            assert!(!is_root_below(numerator, denominator, f64::next_down(root)));
        }
        // √2 lies between two neighbours.
        let above = std::f64::consts::SQRT_2.next_up();
        assert!(is_root_below(2, 1, above) && !is_root_below(2, 1, above.next_down().next_down()));
        assert!(!is_root_below(1, 1, f64::NAN) && !is_root_below(0, 1, -1.0) && is_root_below(0, 1, 1e-300));
    }

    #[test]
    fn the_fan_form_agrees_with_the_plain_one() {
        let coordinates = [-R, -7, 0, 3, 5, R];
        let points: Vec<_> = coordinates.iter().flat_map(|&x| coordinates.map(|y| p(x, y))).collect();
        let mut compared = 0;
        for (&a, &b) in points.iter().flat_map(|a| points.iter().map(move |b| (a, b))) {
            for (c, d) in [(points[8], points[21]), (points[3], points[30]), (points[14], points[15])] {
                if orient(a, b, c) > 0 && orient(b, a, d) > 0 {
                    let [from_a, from_b, from_d] = [a, b, d].map(|q| Offset::between(c, q));
                    let expected = in_circle(a, b, c, d);
                    assert_eq!(in_circle_around(c, from_a, from_b, from_d), expected, "{a:?} {b:?} {c:?} {d:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 50, "{compared}");
    }

    #[test]
    fn a_tie_has_one_diagonal_whichever_way_it_is_asked() {
        // A square: of its two diagonals exactly one survives, seen from all four triangles.
        let square = [p(0, 0), p(5, 0), p(5, 5), p(0, 5)];
        for turn in 0..4 {
            let [a, b, c, d] = std::array::from_fn(|i| square[(i + turn) % 4]);
            let ac_is_legal = !in_circle(a, b, c, d);
            assert_eq!(ac_is_legal, !in_circle(c, d, a, b), "both triangles of a diagonal agree");
            assert_ne!(ac_is_legal, !in_circle(b, c, d, a), "the other diagonal does not");
        }
    }

    /// The roots of ratios of small numbers and the floats beside them, compared with a product that fits into 128 bits.
    #[test]
    fn a_root_is_compared_exactly_with_the_floats_beside_it() {
        for (numerator, denominator) in (1..120u64).flat_map(|n| (1..24u64).map(move |d| (n, d))) {
            let root = (numerator as f64 / denominator as f64).sqrt();
            for width in [root.next_down(), root, root.next_up()] {
                let mantissa = width * 2f64.powi(56);
                let is_whole = mantissa % 1.0 == 0.0 && mantissa < 2f64.powi(60);
                let expected = u128::from(numerator) << 112 < (mantissa as u128).pow(2) * u128::from(denominator);
                let below = is_root_below(numerator.into(), denominator, width);
                assert!(is_whole && below == expected, "√({numerator}/{denominator}) < {width}");
            }
        }
    }

    #[test]
    fn small_roots_are_not_below_themselves() {
        for (numerator, bits) in [(3, 14), (5, 20), (1, 27)] {
            let width = f64::from(numerator) / f64::from(1 << bits);
            let (square, denominator) = (u128::from(numerator as u32).pow(2), 1 << (2 * bits));
            assert!(!is_root_below(square, denominator, width), "{numerator} / 2^{bits}");
            assert!(is_root_below(square, denominator, width.next_up()), "{numerator} / 2^{bits}");
        }
    }
}
