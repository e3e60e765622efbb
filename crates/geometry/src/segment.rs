//! Segments of the lattice: their crossings and the pixels they meet.
//!
//! This is all that snap rounding needs (Guibas and Marimont, "Rounding arrangements dynamically"): a crossing makes
//! the pixel it lies in *hot*, and a segment is replaced by the chain of the hot pixels it meets, in order. Pixels are
//! half-open, in rounding and in the hit test alike, so that each point of the plane lies in exactly one.

use crate::lattice::LatticePoint;
use crate::predicates::orient;

/// A directed segment between two lattice points, never rounded: what the user gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// Where it starts.
    pub a: LatticePoint,
    /// Where it ends.
    pub b: LatticePoint,
}

impl Segment {
    /// The segment from `a` to `b`.
    pub const fn new(a: LatticePoint, b: LatticePoint) -> Self {
        Segment { a, b }
    }

    fn direction(self) -> (i64, i64) {
        (i64::from(self.b.x - self.a.x), i64::from(self.b.y - self.a.y))
    }

    /// Where the interiors of two segments cross, rounded to its pixel.
    ///
    /// `None` when they do not cross, only touch (an end on the other segment is a hot pixel anyway) or overlap.
    /// The pixel does not depend on the order or direction of the two.
    #[inline]
    pub fn crossing(self, other: Segment) -> Option<LatticePoint> {
        let (Segment { a, b }, Segment { a: c, b: d }) = (self, other);
        let (from_c, from_d) = (orient(a, b, c), orient(a, b, d));
        if (from_c >= 0 && from_d >= 0) || (from_c <= 0 && from_d <= 0) {
            return None;
        }
        let (from_a, from_b) = (orient(c, d, a), orient(c, d, b));
        if (from_a >= 0 && from_b >= 0) || (from_a <= 0 && from_b <= 0) {
            return None;
        }
        // The crossing is a + (b − a) · from_a / (from_a − from_b).
        let (numerator, denominator) =
            if from_a > from_b { (from_a, from_a - from_b) } else { (-from_a, from_b - from_a) };
        let (dx, dy) = self.direction();
        let at = |from: i32, along: i64| i64::from(from) + rounded_product(along, numerator, denominator);
        Some(LatticePoint::new(at(a.x, dx) as i32, at(a.y, dy) as i32))
    }

    /// Whether the segment meets the half-open pixel of `p`.
    ///
    /// A segment of one point meets the pixel of that point only.
    #[inline]
    pub fn meets_pixel(self, p: LatticePoint) -> bool {
        let (dx, dy) = self.direction();
        let (px, py) = (i64::from(p.x - self.a.x), i64::from(p.y - self.a.y));
        // Quick no: the pixel's closed square lies on one side of the line.
        if 2 * (dx * py - dy * px).abs() > dx.abs() + dy.abs() {
            return false;
        }
        // The parameters t ∈ [0, 1] at which the segment is in the pixel's column, then in its row too. Twice all
        // lengths, so that half a pixel is 1.
        let mut range = Range { low: Ratio(0, 1), low_open: false, high: Ratio(1, 1), high_open: false };
        range.cut_to_half_open(2 * px - 1, 2 * px + 1, 2 * dx)
            && range.cut_to_half_open(2 * py - 1, 2 * py + 1, 2 * dy)
            && range.is_occupied()
    }

    /// How far along the segment a pixel lies, for ordering the pixels it meets: coordinates along a segment are
    /// monotone, so the Manhattan distance walked so far is strictly increasing from pixel to pixel.
    #[inline]
    pub fn progress(self, p: LatticePoint) -> i64 {
        let (dx, dy) = self.direction();
        dx.signum() * i64::from(p.x - self.a.x) + dy.signum() * i64::from(p.y - self.a.y)
    }

    /// The band of all points within half a pixel (in the maximum norm) of the segment.
    #[inline]
    pub fn band(self) -> Band {
        let (dx, dy) = self.direction();
        let margin = dx.abs() + dy.abs();
        Band { from: self.a, dx, dy, margin, end: 2 * (dx * dx + dy * dy) + margin }
    }
}

/// All that a segment's rounded chain, and the chains of segments that cross it, can touch; see [`Segment::band`].
#[derive(Clone, Copy, Debug)]
pub struct Band {
    from: LatticePoint,
    dx: i64,
    dy: i64,
    /// How far half a pixel's square reaches along either axis of the segment, times twice its length.
    margin: i64,
    end: i64,
}

impl Band {
    /// In which outer half-planes of the band's box a point lies: one bit each, none inside.
    ///
    /// Two points that share a bit are joined by a segment that misses the band (as when clipping after Cohen and
    /// Sutherland); if they share none, it may meet it.
    #[inline]
    pub fn outcode(&self, p: LatticePoint) -> u8 {
        let (px, py) = (i64::from(p.x - self.from.x), i64::from(p.y - self.from.y));
        let across = 2 * (self.dx * py - self.dy * px);
        let along = 2 * (self.dx * px + self.dy * py);
        u8::from(across > self.margin)
            | u8::from(across < -self.margin) << 1
            | u8::from(along < -self.margin) << 2
            | u8::from(along > self.end) << 3
    }

    /// Whether the line through two points surely passes the band on one side; what outcodes do not tell.
    ///
    /// Long thin triangles around a far vertex have edges that lead from one outer half-plane of the box to another, past it.
    #[inline]
    pub fn is_beside(&self, p: LatticePoint, q: LatticePoint) -> bool {
        let (ex, ey) = (i64::from(q.x - p.x), i64::from(q.y - p.y));
        let (px, py) = (i64::from(self.from.x - p.x), i64::from(self.from.y - p.y));
        let margin = ex.abs() + ey.abs();
        let start = 2 * (ex * py - ey * px);
        let end = start + 2 * (ex * self.dy - ey * self.dx);
        start.min(end) > margin || start.max(end) < -margin
    }
}

/// ⌊along · numerator / denominator + ½⌋ for 0 < numerator < denominator.
fn rounded_product(along: i64, numerator: i64, denominator: i64) -> i64 {
    let doubled = 2 * i128::from(along) * i128::from(numerator) + i128::from(denominator);
    doubled.div_euclid(2 * i128::from(denominator)) as i64
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Ratio(i64, i64);

impl Ratio {
    fn cmp(self, other: Ratio) -> std::cmp::Ordering {
        // Numerators and denominators stay below 2²⁹.
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

/// An interval of parameters with open or closed ends.
struct Range {
    low: Ratio,
    low_open: bool,
    high: Ratio,
    high_open: bool,
}

impl Range {
    /// Keeps the parameters t with `from ≤ t · speed < to`; false when there are surely none.
    fn cut_to_half_open(&mut self, from: i64, to: i64, speed: i64) -> bool {
        match speed.signum() {
            0 => return from <= 0 && 0 < to,
            1 => {
                self.raise(Ratio(from, speed), false);
                self.lower(Ratio(to, speed), true);
            }
            _ => {
                self.raise(Ratio(-to, -speed), true);
                self.lower(Ratio(-from, -speed), false);
            }
        }
        true
    }

    fn raise(&mut self, low: Ratio, open: bool) {
        match low.cmp(self.low) {
            std::cmp::Ordering::Greater => (self.low, self.low_open) = (low, open),
            std::cmp::Ordering::Equal => self.low_open |= open,
            std::cmp::Ordering::Less => {}
        }
    }

    fn lower(&mut self, high: Ratio, open: bool) {
        match high.cmp(self.high) {
            std::cmp::Ordering::Less => (self.high, self.high_open) = (high, open),
            std::cmp::Ordering::Equal => self.high_open |= open,
            std::cmp::Ordering::Greater => {}
        }
    }

    fn is_occupied(&self) -> bool {
        match self.low.cmp(self.high) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => !self.low_open && !self.high_open,
            std::cmp::Ordering::Greater => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i32, y: i32) -> LatticePoint {
        LatticePoint::new(x, y)
    }

    fn s(ax: i32, ay: i32, bx: i32, by: i32) -> Segment {
        Segment::new(p(ax, ay), p(bx, by))
    }

    #[test]
    fn crossings_round_half_up_from_either_segment_and_either_end() {
        // They cross at (½, ½) and at (−½, −½).
        for (one, other, at) in [(s(0, 0, 1, 1), s(0, 1, 1, 0), p(1, 1)), (s(-1, -1, 0, 0), s(-1, 0, 0, -1), p(0, 0))] {
            let back = |x: Segment| Segment::new(x.b, x.a);
            for (x, y) in [(one, other), (other, one), (back(one), other), (one, back(other))] {
                assert_eq!(x.crossing(y), Some(at));
            }
        }
    }

    #[test]
    fn touching_and_overlapping_segments_do_not_cross() {
        assert_eq!(s(0, 0, 4, 0).crossing(s(2, 0, 2, 5)), None);
        assert_eq!(s(0, 0, 4, 0).crossing(s(1, 0, 3, 0)), None);
        assert_eq!(s(0, 0, 4, 4).crossing(s(0, 0, 4, 1)), None);
        assert_eq!(s(0, 0, 4, 0).crossing(s(2, 2, 2, 2)), None);
    }

    #[test]
    fn pixels_are_half_open_for_hits_too() {
        // y = ½ + x/10 … the line through (0, ½) touches pixel (0, 0) only at its open upper edge.
        let through_half = s(-5, 0, 5, 1);
        assert!(through_half.meets_pixel(p(0, 1)) && through_half.meets_pixel(p(-1, 0)));
        let diagonal = s(-1, 0, 0, 1); // passes (−½, ½): lower left corner of pixel (0, 1), corner of three others
        assert!(diagonal.meets_pixel(p(0, 1)) && diagonal.meets_pixel(p(-1, 0)));
        assert!(!diagonal.meets_pixel(p(0, 0)));
        assert!(!diagonal.meets_pixel(p(-1, 1)));
    }

    #[test]
    fn a_segment_meets_its_ends_and_its_crossings() {
        let (x, y) = (s(-7, 3, 11, -2), s(-3, -9, 5, 13));
        let at = x.crossing(y).unwrap();
        for hit in [x.a, x.b, at] {
            assert!(x.meets_pixel(hit));
        }
        assert!(y.meets_pixel(at));
        assert!(s(2, 2, 2, 2).meets_pixel(p(2, 2)) && !s(2, 2, 2, 2).meets_pixel(p(2, 3)));
    }
}
