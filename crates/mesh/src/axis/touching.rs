//! Discs that touch three sites.

use super::double::{Double, Vector};
use super::site::{Exactly, Measured, Site};
use crate::tolerance::{NEWTON_STILL, OFF, SAME_PLANE, STRAIGHT};
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Offset;

/// A disc by its centre and radius, in steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub(super) at: Offset,
    pub(super) radius: f64,
}

/// How two sites meet, as far as that says where the discs are that touch both.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meeting {
    /// They do not, or in no such way.
    None,
    /// A wall and its own end, or two walls that are one straight line: the centre goes from there along the normal.
    Spoke { at: LatticePoint, normal: Offset },
    /// Two walls with less than half a turn free between them: the displacement of the centre for each step of the radius.
    Inward { at: LatticePoint, towards: Offset },
}

impl Meeting {
    pub(super) fn of(s: &Measured, t: &Measured) -> Meeting {
        // Most sites do not meet.
        if s.at != t.at && s.at != t.end && s.end != t.at && s.end != t.end {
            return Meeting::None;
        }
        if let Some((at, wall)) = s.site.spoke(t.site) {
            let normal = if wall == s.site { s.normal() } else { t.normal() };
            return Meeting::Spoke { at, normal };
        }
        inward(s, t).map_or(Meeting::None, |(at, towards)| Meeting::Inward { at, towards })
    }
}

/// The discs that touch three sites, as good as floats can tell; some may touch only what the sites' walls would be if
/// they were longer. `meetings` are those of the first with the second, the first with the third, and the second with the third.
pub(super) fn discs_touching(three: [&Measured; 3], meetings: [Meeting; 3], found: &mut Vec<Disc>) {
    for (pair, meeting) in meetings.into_iter().enumerate() {
        if let Meeting::Spoke { at, normal } = meeting {
            let is_there = |m: &Meeting| matches!(m, Meeting::Spoke { at: v, .. } if *v == at);
            if meetings.iter().filter(|m| is_there(m)).count() == 1 {
                from_corner(at, normal, three[2 - pair], found);
            }
            return;
        }
    }
    // The corner that is nearest to straight: with another one, its two walls would be nearly the same condition twice.
    let corners = meetings.into_iter().enumerate().filter_map(|(pair, meeting)| match meeting {
        Meeting::Inward { at, towards } => Some((at, towards, 2 - pair)),
        _ => None,
    });
    if let Some((at, towards, k)) = corners.min_by(|a, b| a.1.squared().total_cmp(&b.1.squared())) {
        return from_corner(at, towards, three[k], found);
    }
    let mut three = three;
    // Walls first.
    if !three[0].is_wall() && three[1].is_wall() {
        three.swap(0, 1);
    }
    if !three[1].is_wall() && three[2].is_wall() {
        three.swap(1, 2);
    }
    if !three[0].is_wall() && three[1].is_wall() {
        three.swap(0, 1);
    }
    let origin = three[2].at;
    // Each condition but the third is a plane in (x, y, radius), seen from the third site.
    let plane = |m: &Measured| {
        let d = m.at - origin;
        if m.is_wall() {
            let n = m.normal();
            ([n.x, n.y, -1.0], n.dot(d))
        } else {
            // As far from a corner as from the third site, a corner too.
            let length = d.length();
            ([d.x / length, d.y / length, 0.0], length / 2.0)
        }
    };
    let (first, second) = (plane(three[0]), plane(three[1]));
    let towards = cross3(first.0, second.0);
    let squared = dot3(towards, towards);
    if squared < SAME_PLANE {
        return;
    }
    let (u, v) = (cross3(second.0, towards), cross3(towards, first.0));
    let start: [f64; 3] = std::array::from_fn(|i| (first.1 * u[i] + second.1 * v[i]) / squared);
    let mut add = |t: f64| {
        let [x, y, radius]: [f64; 3] = std::array::from_fn(|i| start[i] + t * towards[i]);
        if x.is_finite() && y.is_finite() && radius > 0.0 && radius.is_finite() {
            found.push(Disc { at: origin + Offset::new(x, y), radius });
        }
    };
    if three[2].is_wall() {
        let n = three[2].normal();
        let third = [n.x, n.y, -1.0];
        add(-dot3(third, start) / dot3(third, towards));
    } else {
        // The third is a cone with its tip at the origin.
        let form = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] - a[2] * b[2];
        roots(form(towards, towards), form(towards, start), form(start, start)).into_iter().for_each(add);
    }
}

/// Where a·t² + 2·b·t + c = 0.
fn roots(a: f64, b: f64, c: f64) -> [f64; 2] {
    let root = (b * b - a * c).max(0.0).sqrt();
    let q = -(b + if b < 0.0 { -root } else { root });
    [q / a, c / q]
}

/// Where two walls meet in a corner with less than half a turn free, and where the centre of a disc that touches both
/// goes while its radius grows by one step. As two lines that are equally far they would be nearly the same when the
/// corner is nearly straight.
fn inward(s: &Measured, t: &Measured) -> Option<(LatticePoint, Offset)> {
    let (Site::Wall(a, b), Site::Wall(c, d)) = (s.site, t.site) else { return None };
    let (s, v, t) = if b == c { (s, b, t) } else { (d == a).then_some((t, a, s))? };
    let (n, m) = (s.normal(), t.normal());
    let middle = n + m;
    let grows = middle.dot(n);
    (n.cross(m) > -STRAIGHT && grows > STRAIGHT).then(|| (v, middle * (1.0 / grows)))
}

/// The discs that touch a third site when their centres go from a corner in some direction, by that much for each step
/// of their radius.
fn from_corner(v: LatticePoint, towards: Offset, third: &Measured, found: &mut Vec<Disc>) {
    let v = Offset::to(v);
    let d = third.at - v;
    let radii = if third.is_wall() {
        let m = third.normal();
        [-m.dot(d) / (1.0 - m.dot(towards)), f64::NAN]
    } else {
        // |towards · r − d|² = r²
        roots(towards.squared() - 1.0, -towards.dot(d), d.squared())
    };
    for radius in radii.into_iter().filter(|r| *r > 0.0 && *r < 1e12) {
        found.push(Disc { at: v + towards * radius, radius });
    }
}

/// Newton's iteration in 31 digits from a rough solution; `None` if it leads nowhere.
pub(super) fn refined(three: [Site; 3], exactly: [Exactly; 3], disc: Disc) -> Option<(Vector, Double)> {
    let (mut at, mut radius) = (Vector::new(disc.at.x, disc.at.y), Double::from(disc.radius));
    // On a spoke, a wall's end is touched where the wall's normal is; the distance to the end alone says that badly.
    let mut on_normal = [None; 3];
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        if let Some((v, wall)) = three[i].spoke(three[j]) {
            let (by, other) = if three[i] == wall { (i, j) } else { (j, i) };
            on_normal[other] = Some((Vector::new(f64::from(v.x), f64::from(v.y)), exactly[by].along));
        }
    }
    let mut last = f64::INFINITY;
    for _ in 0..12 {
        let (mut rows, mut off) = ([[0.0; 3]; 3], [0.0; 3]);
        for i in 0..3 {
            let (row, value) = match (on_normal[i], three[i]) {
                (Some((v, along)), _) => {
                    let [x, y] = along.rounded();
                    ([x, y, 0.0], along.dot(at - v))
                }
                (None, Site::Corner(_)) => {
                    let d = at - exactly[i].at;
                    let distance = d.length();
                    let ([x, y], length) = (d.rounded(), distance.rounded());
                    ([x / length, y / length, -1.0], distance - radius)
                }
                (None, Site::Wall(..)) => {
                    let [x, y] = exactly[i].along.rounded();
                    ([-y, x, -1.0], exactly[i].distance(three[i], at) - radius)
                }
            };
            rows[i] = row;
            off[i] = value.rounded();
        }
        last = off.iter().fold(0.0, |m: f64, o| m.max(o.abs()));
        let columns = [cross3(rows[1], rows[2]), cross3(rows[2], rows[0]), cross3(rows[0], rows[1])];
        let det = dot3(rows[0], columns[0]);
        let by: [f64; 3] = std::array::from_fn(|k| (0..3).map(|i| columns[i][k] * off[i]).sum::<f64>() / det);
        if !by.iter().all(|b| b.is_finite()) {
            return None;
        }
        at = at - Vector::new(by[0], by[1]);
        radius = radius - Double::from(by[2]);
        if by.iter().all(|b| b.abs() < NEWTON_STILL) {
            break;
        }
    }
    (last < OFF).then_some((at, radius))
}

fn dot3(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross3(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
