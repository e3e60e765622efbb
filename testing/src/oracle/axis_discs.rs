//! Discs that touch three sites: roughly in floats, then in 31 digits.

use super::axis_sites::{Measured, Site, exact};
use super::double_double::{Double, Pair, dot, minus, norm};
use navigant_geometry::internals::LatticePoint;

/// How far off a solution may be before the last step of the iteration.
const OFF: f64 = 1e-15;
/// By how much a first solution may be off, in steps.
const COARSE: f64 = 0.05;
/// No disc that touches three sites, other than in a corner, has a smaller radius, in steps.
pub(super) const LEAST_RADIUS: f64 = 1e-10;

/// A site in floats.
pub(super) struct Rough {
    site: Site,
    at: [f64; 2],
    along: [f64; 2],
    length: f64,
}

impl Rough {
    pub(super) fn of(site: &Measured) -> Self {
        let [at, along] = [site.at, site.along].map(|v| v.map(Double::rounded));
        Rough { site: site.site, at, along, length: site.length.rounded() }
    }
}

/// The plane of all (x, y, radius) that a condition allows, relative to some origin: the scalar product with three
/// numbers is a fourth.
type Plane = ([f64; 3], f64);

fn dot3(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross3(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The discs that touch three sites, roughly: their centres and radii.
pub(super) fn solve(three: [&Rough; 3]) -> [Option<([f64; 2], f64)>; 2] {
    let pairs = [(0, 1, 2), (0, 2, 1), (1, 2, 0)];
    for (i, j, k) in pairs {
        if let Some((v, side)) = three[i].site.spoke(three[j].site) {
            let third = three[k].site;
            let shares_it = [i, j].iter().any(|&i| third.spoke(three[i].site).is_some_and(|(w, _)| w == v));
            return if shares_it { [None; 2] } else { solve_from_corner(v, normal(side), three[k]) };
        }
    }
    for (i, j, k) in pairs {
        if let Some((v, towards)) = inward_corner(three[i].site, three[j].site) {
            return solve_from_corner(v, towards, three[k]);
        }
    }
    let mut three = three;
    three.sort_by_key(|site| matches!(site.site, Site::Vertex(_)));
    let origin = three[2].at;
    let relative = |p: [f64; 2]| [p[0] - origin[0], p[1] - origin[1]];
    let plane_of = |side: &Rough| -> Plane {
        let n = [-side.along[1], side.along[0]];
        let a = relative(side.at);
        ([n[0], n[1], -1.0], n[0] * a[0] + n[1] * a[1])
    };
    // Of two vertices, where they are equally far; the second is at the origin.
    let plane_between = |p: &Rough| -> Plane {
        let p = relative(p.at);
        let length = p[0].hypot(p[1]);
        ([p[0] / length, p[1] / length, 0.0], length / 2.0)
    };
    let is_side = |site: &Rough| matches!(site.site, Site::Side(..));
    let plane = |site: &Rough| if is_side(site) { plane_of(site) } else { plane_between(site) };
    let (first, second) = (plane(three[0]), plane(three[1]));
    // Both hold on a line.
    let towards = cross3(first.0, second.0);
    let squared = dot3(towards, towards);
    if squared < 1e-28 {
        return [None; 2];
    }
    let (u, v) = (cross3(second.0, towards), cross3(towards, first.0));
    let start: [f64; 3] = std::array::from_fn(|i| (first.1 * u[i] + second.1 * v[i]) / squared);
    let on_line = |t: f64| {
        let [x, y, radius]: [f64; 3] = std::array::from_fn(|i| start[i] + t * towards[i]);
        ([x + origin[0], y + origin[1]], radius)
    };
    let roots = if is_side(three[2]) {
        let third = plane_of(three[2]);
        [Some((third.1 - dot3(third.0, start)) / dot3(third.0, towards)), None]
    } else {
        // The third is a cone with its tip at the origin.
        let form = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] - a[2] * b[2];
        let (a, b, c) = (form(towards, towards), form(towards, start), form(start, start));
        let root = (b * b - a * c).max(0.0).sqrt();
        let q = -(b + if b < 0.0 { -root } else { root });
        [Some(q / a), Some(c / q)]
    };
    roots.map(|t| t.map(on_line).filter(|([x, y], r)| x.is_finite() && y.is_finite() && *r > 0.0))
}

/// The unit normal of a side, to its left.
fn normal(side: Site) -> [f64; 2] {
    let Site::Side(a, b) = side else { return [0.0; 2] };
    let [[ax, ay], [bx, by]] = [a, b].map(super::walls::steps);
    let length = (bx - ax).hypot(by - ay);
    [(ay - by) / length, (bx - ax) / length]
}

/// Where two sides meet in a corner with less than half a turn free, and where the centre of a disc that touches both
/// goes as its radius grows by one step. Were it found as where two lines are equally far, next to nothing would be left
/// of it when the corner is nearly straight.
fn inward_corner(s: Site, t: Site) -> Option<(LatticePoint, [f64; 2])> {
    let (Site::Side(a, b), Site::Side(c, d)) = (s, t) else { return None };
    let (s, v, t) = if b == c { (s, b, t) } else { (d == a).then_some((t, a, s))? };
    let ([nx, ny], [mx, my]) = (normal(s), normal(t));
    let middle = [nx + mx, ny + my];
    let grows = middle[0] * nx + middle[1] * ny;
    // To the left of both: normals turn left from the first to the second.
    (nx * my - ny * mx > -1e-9 && grows > 1e-9).then_some((v, [middle[0] / grows, middle[1] / grows]))
}

/// The discs that touch a third site when their centres go from a corner in some direction, by that much for each step
/// of their radius.
fn solve_from_corner(v: LatticePoint, towards: [f64; 2], third: &Rough) -> [Option<([f64; 2], f64)>; 2] {
    let v = super::walls::steps(v);
    let d = [third.at[0] - v[0], third.at[1] - v[1]];
    let radii = match third.site {
        Site::Vertex(_) => {
            // |towards · r − d|² = r²
            let a = towards[0] * towards[0] + towards[1] * towards[1] - 1.0;
            let b = -(towards[0] * d[0] + towards[1] * d[1]);
            let c = d[0] * d[0] + d[1] * d[1];
            let root = (b * b - a * c).max(0.0).sqrt();
            let q = -(b + if b < 0.0 { -root } else { root });
            [Some(q / a), Some(c / q)]
        }
        Site::Side(..) => {
            let m = [-third.along[1], third.along[0]];
            [Some(-(m[0] * d[0] + m[1] * d[1]) / (1.0 - (m[0] * towards[0] + m[1] * towards[1]))), None]
        }
    };
    radii.map(|radius| {
        let radius = radius.filter(|radius| radius.is_finite() && *radius > 0.0 && *radius < 1e12)?;
        Some(([v[0] + towards[0] * radius, v[1] + towards[1] * radius], radius))
    })
}

/// Whether a disc roughly touches three sites, and holds none. The site that the last disc held is tried first: discs that touch two
/// sites and a third one beyond it mostly hold it too.
pub(super) fn is_roughly_empty(
    sites: &[Rough],
    three: [usize; 3],
    at: [f64; 2],
    radius: f64,
    held: &mut usize,
) -> bool {
    let measure = |site: &Rough| {
        let d = [at[0] - site.at[0], at[1] - site.at[1]];
        let foot = site.along[0] * d[0] + site.along[1] * d[1];
        let off = site.along[0] * d[1] - site.along[1] * d[0];
        (d, foot, off)
    };
    let slack = COARSE + 1e-9 * radius;
    let touches = |&i: &usize| {
        let (_, foot, off) = measure(&sites[i]);
        match sites[i].site {
            Site::Vertex(_) => true,
            Site::Side(..) => foot >= -slack && foot <= sites[i].length + slack && off > 0.0,
        }
    };
    let is_outside = |site: &Rough| {
        let (d, foot, off) = measure(site);
        match site.site {
            Site::Vertex(_) => {
                let reach = (radius - slack).max(0.0);
                d[0] * d[0] + d[1] * d[1] >= reach * reach
            }
            Site::Side(..) => foot < slack || foot > site.length - slack || off.abs() >= radius - slack,
        }
    };
    if !three.iter().all(touches) || sites.get(*held).is_some_and(|site| !is_outside(site)) {
        return false;
    }
    match sites.iter().position(|site| !is_outside(site)) {
        Some(inside) => *held = inside,
        None => return true,
    }
    false
}

/// Newton's iteration in 31 digits; `None` if it leads nowhere.
pub(super) fn refined(three: [&Measured; 3], at: [f64; 2], radius: f64) -> Option<(Pair, Double)> {
    let (mut at, mut radius) = (at.map(Double::from), Double::from(radius));
    // On a spoke, a side's end is touched where its normal is; the distance to the end alone says that badly.
    let mut on_normal: [Option<(Pair, Pair)>; 3] = [None; 3];
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        if let Some((v, side)) = three[i].site.spoke(three[j].site) {
            let by_side = if three[i].site == side { (i, j) } else { (j, i) };
            on_normal[by_side.1] = Some((exact(v), three[by_side.0].along));
        }
    }
    let mut last = f64::INFINITY;
    for _ in 0..12 {
        let mut rows = [[0.0; 3]; 3];
        let mut off = [0.0; 3];
        for i in 0..3 {
            let (row, value) = match (on_normal[i], three[i].site) {
                (Some((v, along)), _) => ([along[0], along[1], Double::ZERO], dot(along, minus(at, v))),
                (None, Site::Vertex(_)) => {
                    let d = minus(at, three[i].at);
                    let distance = norm(d);
                    ([d[0] / distance, d[1] / distance, Double::from(-1.0)], distance - radius)
                }
                (None, Site::Side(..)) => {
                    let n = three[i].normal();
                    ([n[0], n[1], Double::from(-1.0)], three[i].distance(at) - radius)
                }
            };
            rows[i] = row.map(Double::rounded);
            off[i] = value.rounded();
        }
        last = off.iter().fold(0.0, |m: f64, o| m.max(o.abs()));
        let columns = [cross3(rows[1], rows[2]), cross3(rows[2], rows[0]), cross3(rows[0], rows[1])];
        let det = dot3(rows[0], columns[0]);
        let by: [f64; 3] = std::array::from_fn(|k| (0..3).map(|i| columns[i][k] * off[i]).sum::<f64>() / det);
        if !by.iter().all(|b| b.is_finite()) {
            return None;
        }
        at = minus(at, [by[0], by[1]].map(Double::from));
        radius = radius - Double::from(by[2]);
        if by.iter().all(|b| b.abs() < 1e-20) {
            break;
        }
    }
    (last < OFF && radius.rounded() > LEAST_RADIUS).then_some((at, radius))
}
