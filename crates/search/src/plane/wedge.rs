//! What is seen from a root through an edge, and how short a path through there can be.

use super::reached::is_longer;
use navigant_geometry::Offset;
use navigant_mesh::LatticePoint;

/// A direction, or the way from one lattice point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) x: i32,
    pub(super) y: i32,
}

impl Way {
    #[inline]
    pub(super) fn between(from: LatticePoint, to: LatticePoint) -> Way {
        Way { x: to.x - from.x, y: to.y - from.y }
    }

    /// Positive when `other` is to the left. Exact: the products stay below 2⁵³.
    #[inline]
    pub(super) fn cross(self, other: Way) -> i64 {
        i64::from(self.x) * i64::from(other.y) - i64::from(self.y) * i64::from(other.x)
    }

    /// Its length in steps.
    #[inline]
    pub(super) fn length(self) -> f64 {
        let (x, y) = (f64::from(self.x), f64::from(self.y));
        (x * x + y * y).sqrt()
    }

    #[inline]
    pub(super) fn offset(self) -> Offset {
        Offset::new(f64::from(self.x), f64::from(self.y))
    }

    #[inline]
    fn floats(self) -> (f64, f64) {
        (f64::from(self.x), f64::from(self.y))
    }
}

/// All directions from a root between two, the right one first; less than half a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wedge {
    pub(super) right: Way,
    pub(super) left: Way,
}

impl Wedge {
    /// A lower bound, in steps, for a path from the root through the part of an edge inside the wedge to a goal.
    ///
    /// `from` and `to` are the ways from the root to the edge's ends, right and left. A goal on the root's side of the
    /// edge is mirrored at it: the way there and back is as long. Then the path is straight, or bends at the end of the
    /// visible part ("Polyanya", Cui, Harabor, Grastien, IJCAI 2017). Rounded: good to a few units in the last place.
    #[inline]
    pub(super) fn estimate(&self, from: Way, to: Way, goal: Way) -> f64 {
        let (ax, ay) = from.floats();
        let (bx, by) = to.floats();
        let (mut gx, mut gy) = goal.floats();
        let (ex, ey) = (bx - ax, by - ay);
        let off = ex * (gy - ay) - ey * (gx - ax);
        if off > 0.0 {
            let twice = 2.0 * off / (ex * ex + ey * ey);
            (gx, gy) = (gx + ey * twice, gy - ex * twice);
        }
        let (rx, ry) = self.right.floats();
        let (lx, ly) = self.left.floats();
        let beside = if rx * gy - ry * gx < 0.0 {
            (rx, ry)
        } else if lx * gy - ly * gx > 0.0 {
            (lx, ly)
        } else {
            return (gx * gx + gy * gy).sqrt();
        };
        // Where the border of the wedge meets the edge.
        let along = (ax * ey - ay * ex) / (beside.0 * ey - beside.1 * ex);
        let (px, py) = (beside.0 * along, beside.1 * along);
        let (qx, qy) = (gx - px, gy - py);
        (px * px + py * py).sqrt() + (qx * qx + qy * qy).sqrt()
    }

    /// Whether every point of an edge inside the wedge is nearer, along the edge, by way of one of the edge's ends.
    ///
    /// `ends` are the ways from the root to the edge's ends, right and left; `right` and `left` say by how much they are
    /// farther away than the root, on other ways, where such are known. Going along the edge, away from an end, the way
    /// by the end grows as fast as the way from the root can: if it is shorter at the far border of the wedge, it is
    /// shorter everywhere before ("Improving Chen and Han's algorithm on the discrete geodesic problem", Xin, Wang, TOG 2009).
    #[inline]
    pub(super) fn is_in_vain(&self, ends: [Way; 2], right: Option<f64>, left: Option<f64>) -> bool {
        if right.is_none() && left.is_none() {
            return false;
        }
        let [(ax, ay), (bx, by)] = ends.map(Way::floats);
        let (ex, ey) = (bx - ax, by - ay);
        let is_shorter = |reached: Option<f64>, (vx, vy): (f64, f64), border: Way| {
            let Some(reached) = reached else { return false };
            let (x, y) = border.floats();
            let along = (ax * ey - ay * ex) / (x * ey - y * ex);
            let (px, py) = (x * along, y * along);
            let (qx, qy) = (px - vx, py - vy);
            is_longer((px * px + py * py).sqrt(), reached + (qx * qx + qy * qy).sqrt())
        };
        is_shorter(right, (ax, ay), self.left) || is_shorter(left, (bx, by), self.right)
    }
}
