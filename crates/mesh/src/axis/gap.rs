//! How far two sites are apart, and whether a disc fits between: decided in integers.

use super::site::Site;
use navigant_geometry::LatticePoint;

/// The square of a distance on the lattice, exactly: a fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    numerator: u128,
    denominator: u128,
}

impl Square {
    /// Of the gap between two sites where they face each other; `None` for walls that are not parallel.
    pub(super) fn between(s: Site, t: Site) -> Option<Square> {
        match (s, t) {
            (Site::Corner(p), Site::Corner(q)) => Some(Square { numerator: dot(p, q, q), denominator: 1 }),
            (Site::Corner(p), Site::Wall(a, b)) | (Site::Wall(a, b), Site::Corner(p)) => Some(Square::to_line(p, a, b)),
            (Site::Wall(a, b), Site::Wall(c, d)) => {
                let [(ax, ay), (bx, by), (cx, cy), (dx, dy)] = [a, b, c, d].map(wide);
                let is_parallel = (bx - ax) * (dy - cy) == (by - ay) * (dx - cx);
                is_parallel.then(|| Square::to_line(c, a, b))
            }
        }
    }

    /// Of the way from a point to a site.
    pub(super) fn to_site(p: LatticePoint, site: Site) -> Square {
        let whole = |q: LatticePoint| Square { numerator: dot(p, q, q), denominator: 1 };
        match site {
            Site::Corner(q) => whole(q),
            Site::Wall(a, b) => {
                let [(ax, ay), (bx, by), (px, py)] = [a, b, p].map(wide);
                let along = (bx - ax) * (px - ax) + (by - ay) * (py - ay);
                if along <= 0 {
                    whole(a)
                } else if along.unsigned_abs() >= dot(a, b, b) {
                    whole(b)
                } else {
                    Square::to_line(p, a, b)
                }
            }
        }
    }

    fn to_line(p: LatticePoint, a: LatticePoint, b: LatticePoint) -> Square {
        let [(ax, ay), (bx, by), (px, py)] = [a, b, p].map(wide);
        let off = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)).unsigned_abs();
        Square { numerator: off * off, denominator: dot(a, b, b) }
    }

    /// The distance, rounded.
    pub(super) fn root(self) -> f64 {
        (self.numerator as f64 / self.denominator as f64).sqrt()
    }

    /// Whether the distance is at least a number of steps, exactly.
    pub(super) fn is_at_least(self, width: f64) -> bool {
        let root = self.root();
        if !((root - width).abs() <= 1e-9 * root && width > 1e-9) {
            return root >= width;
        }
        // width² = mantissa² · 2^−2s; s is positive, for widths are below 2²⁷.
        let bits = width.to_bits();
        let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
        let shift = 2 * (1075 - (bits >> 52) as usize);
        let right = times(limbs(u128::from(mantissa) * u128::from(mantissa)), limbs(self.denominator));
        let left = times(limbs(self.numerator), power_of_two(shift));
        left.iter().rev().ge(right.iter().rev())
    }
}

type Limbs = [u64; 12];

fn limbs(n: u128) -> Limbs {
    let mut limbs = [0; 12];
    (limbs[0], limbs[1]) = (n as u64 & 0xFFFF_FFFF, (n >> 32) as u64 & 0xFFFF_FFFF);
    (limbs[2], limbs[3]) = ((n >> 64) as u64 & 0xFFFF_FFFF, (n >> 96) as u64);
    limbs
}

fn power_of_two(bits: usize) -> Limbs {
    let mut limbs = [0; 12];
    if let Some(limb) = limbs.get_mut(bits / 32) {
        *limb = 1 << (bits % 32);
    }
    limbs
}

/// The product of two numbers in limbs of 32 bits; what does not fit is lost.
fn times(a: Limbs, b: Limbs) -> Limbs {
    let mut product = [0u64; 12];
    for i in 0..12 {
        let mut carry = 0;
        for j in 0..12 - i {
            let sum = a[i] * b[j] + product[i + j] + carry;
            product[i + j] = sum & 0xFFFF_FFFF;
            carry = sum >> 32;
        }
    }
    product
}

fn wide(p: LatticePoint) -> (i128, i128) {
    (i128::from(p.x), i128::from(p.y))
}

/// The scalar product of two ways from a point.
fn dot(from: LatticePoint, p: LatticePoint, q: LatticePoint) -> u128 {
    let [(ax, ay), (px, py), (qx, qy)] = [from, p, q].map(wide);
    ((px - ax) * (qx - ax) + (py - ay) * (qy - ay)).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_compared_exactly() {
        let [a, b, p] = [(0, 0), (8, 4), (5, 6)].map(|(x, y)| LatticePoint::new(x, y));
        let whole = Square::between(Site::Corner(a), Site::Corner(LatticePoint::new(3, 4))).unwrap();
        assert!(whole.is_at_least(5.0) && !whole.is_at_least(5f64.next_up()) && whole.is_at_least(5f64.next_down()));
        // 7/√5 is no float.
        let slanted = Square::between(Site::Wall(a, b), Site::Corner(p)).unwrap();
        let root = 7.0 / 5f64.sqrt();
        assert!(slanted.is_at_least(root.next_down().next_down()) && !slanted.is_at_least(root.next_up().next_up()));
        assert_eq!(Square::to_site(p, Site::Wall(a, b)), slanted);
    }
}
