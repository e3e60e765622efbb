//! What is seen from a root through an edge, and how short a path through there can be.

use super::reached::is_longer;
use navigant_mesh::internals::LatticePoint;
use std::hint::select_unpredictable;

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

    /// Positive when `other` is ahead. Exact, as the cross product is.
    pub(super) fn dot(self, other: Way) -> i64 {
        i64::from(self.x) * i64::from(other.x) + i64::from(self.y) * i64::from(other.y)
    }

    /// Its length in steps.
    #[inline]
    pub(super) fn length(self) -> f64 {
        let (x, y) = (f64::from(self.x), f64::from(self.y));
        (x * x + y * y).sqrt()
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
    /// Whether a way from the root leads between its borders, or along one.
    #[inline]
    pub(super) fn contains(&self, way: Way) -> bool {
        self.right.cross(way) >= 0 && self.left.cross(way) <= 0
    }

    /// What is seen of an edge; `ends` are the ways from the root to its ends, right and left.
    #[inline]
    pub(super) fn view(&self, ends: [Way; 2]) -> View {
        let [a, b] = ends.map(Way::floats);
        let e = (b.0 - a.0, b.1 - a.1);
        let away = a.0 * e.1 - a.1 * e.0;
        let seen = [self.right, self.left].map(|border| {
            let (x, y) = border.floats();
            let along = away / (x * e.1 - y * e.0);
            (x * along, y * along)
        });
        View { wedge: *self, ends: [a, b], along: e, seen, lengths: seen.map(|(x, y)| (x * x + y * y).sqrt()) }
    }
}

/// The part of an edge that is seen from a root through a wedge: what there is to know about it, as ways from the root.
/// Rounded: good to a few units in the last place.
///
/// Which of the cases below it is cannot be foreseen, so all are computed and one is chosen, without branches.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    wedge: Wedge,
    /// The ends of the edge, right and left.
    ends: [(f64, f64); 2],
    /// From the one to the other.
    along: (f64, f64),
    /// Where the borders of the wedge meet the edge.
    seen: [(f64, f64); 2],
    /// How far that is from the root.
    lengths: [f64; 2],
}

impl View {
    /// A lower bound, in steps, for a path from the root through what is seen of the edge to a goal.
    ///
    /// A goal on the root's side of the edge is mirrored at it: the way there and back is as long. Then the path is
    /// straight, or bends at the end of what is seen ("Polyanya", Cui, Harabor, Grastien, IJCAI 2017).
    #[inline]
    pub(super) fn estimate(&self, goal: Way) -> f64 {
        let ([(ax, ay), _], (ex, ey)) = (self.ends, self.along);
        let (gx, gy) = goal.floats();
        let off = ex * (gy - ay) - ey * (gx - ax);
        let off = if off > 0.0 { off } else { 0.0 };
        let twice = 2.0 * off / (ex * ex + ey * ey);
        let (gx, gy) = (gx + ey * twice, gy - ex * twice);
        let (rx, ry) = self.wedge.right.floats();
        let (lx, ly) = self.wedge.left.floats();
        let is_right = rx * gy - ry * gx < 0.0;
        let is_left = lx * gy - ly * gx > 0.0;
        let bent = |side: usize| {
            let (px, py) = self.seen[side];
            let (qx, qy) = (gx - px, gy - py);
            self.lengths[side] + (qx * qx + qy * qy).sqrt()
        };
        let straight = (gx * gx + gy * gy).sqrt();
        let beside = select_unpredictable(is_right, bent(0), bent(1));
        select_unpredictable(is_right | is_left, beside, straight)
    }

    /// How far what is seen of the edge is from the root, in steps: rounded down, a lower bound.
    pub(super) fn nearest(&self) -> f64 {
        let ([(ax, ay), (bx, by)], (ex, ey)) = (self.seen, self.along);
        let squared = ex * ex + ey * ey;
        // The root is on the left of the edge's line; its foot is between what is seen, or not.
        let is_between = ax * ex + ay * ey < 0.0 && bx * ex + by * ey > 0.0;
        let foot = (self.ends[0].0 * ey - self.ends[0].1 * ex).abs() / squared.sqrt();
        let nearest = if is_between { foot } else { self.lengths[0].min(self.lengths[1]) };
        nearest * (1.0 - 1e-12)
    }

    /// Whether all that is seen of the edge is nearer, along the edge, by way of one of its ends.
    ///
    /// `right` and `left` say by how much these are farther away than the root, on other ways; infinitely far if no such
    /// way is known. Going along the edge, away from an end, the way by the end grows as fast as the way from the root
    /// can: if it is shorter at the far border of the wedge, it is shorter everywhere before ("Improving Chen and Han's
    /// algorithm on the discrete geodesic problem", Xin, Wang, TOG 2009).
    #[inline]
    pub(super) fn is_dominated(&self, right: f64, left: f64) -> bool {
        let to = |(px, py): (f64, f64), (vx, vy): (f64, f64)| {
            let (qx, qy) = (px - vx, py - vy);
            (qx * qx + qy * qy).sqrt()
        };
        let by_right = right + to(self.seen[1], self.ends[0]);
        let by_left = left + to(self.seen[0], self.ends[1]);
        is_longer(self.lengths[1], by_right) | is_longer(self.lengths[0], by_left)
    }
}
