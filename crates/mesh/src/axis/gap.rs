//! How far two sites are apart, and whether a disc fits between: decided in integers.

use super::site::Site;
use navigant_geometry::{LatticePoint, is_root_below};

/// The square of a distance on the lattice, exactly: a fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    numerator: u128,
    denominator: u64,
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
        Square { numerator: off * off, denominator: dot(a, b, b) as u64 }
    }

    /// The distance, rounded.
    pub(super) fn root(self) -> f64 {
        (self.numerator as f64 / self.denominator as f64).sqrt()
    }

    /// Whether the distance is at least a number of steps, exactly.
    pub(super) fn is_at_least(self, width: f64) -> bool {
        !is_root_below(self.numerator, self.denominator, width)
    }
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
