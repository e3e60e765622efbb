//! Snap rounding by definition, in rational arithmetic.

use navigant_geometry::Role;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Loops;
use std::collections::{BTreeMap, BTreeSet};

type P = (i128, i128);

fn wide(p: LatticePoint) -> P {
    (i128::from(p.x), i128::from(p.y))
}

/// A segment as given: its ends, whose it is, and which of its chains.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// Its start.
    pub a: LatticePoint,
    /// Its end.
    pub b: LatticePoint,
    /// The number of its outline.
    pub shape: usize,
    /// The number of its chain in the outline.
    pub chain: u32,
    /// What the chain is.
    pub role: Role,
}

/// What outlines are rounded to.
#[derive(Clone, Debug, Default)]
pub struct Rounded {
    /// Every hot point and how many ends and crossings make it hot.
    pub hot: BTreeMap<LatticePoint, u32>,
    /// Every segment's chain of hot points.
    pub chains: Vec<(Given, Vec<LatticePoint>)>,
    /// Every wall, its smaller end first, and the outlines it belongs to, as often as their segments run there.
    pub walls: BTreeMap<(LatticePoint, LatticePoint), Vec<usize>>,
}

/// The segments of outlines that are on the lattice already.
pub fn segments<'l>(shapes: impl IntoIterator<Item = &'l Loops>) -> Vec<Given> {
    let mut given = Vec::new();
    for (shape, loops) in shapes.into_iter().enumerate() {
        for (chain, (role, points)) in loops.chains().enumerate() {
            let closing = if role == Role::Wall && points.len() > 1 { points.len() - 1 } else { points.len() };
            for i in 0..closing {
                let (a, b) = (points[i], points[(i + 1) % points.len()]);
                given.push(Given { a, b, shape, chain: chain as u32, role });
            }
        }
    }
    given
}

/// Rounds segments, every one against every other.
pub fn round(given: Vec<Given>) -> Rounded {
    let mut rounded = Rounded::default();
    for (i, s) in given.iter().enumerate() {
        let ends: BTreeSet<LatticePoint> = [s.a, s.b].into();
        let crossings = given[..i].iter().filter_map(|t| crossing(s, t));
        for p in ends.into_iter().chain(crossings) {
            *rounded.hot.entry(p).or_default() += 1;
        }
    }
    for s in given {
        let mut hits: Vec<_> =
            rounded.hot.keys().filter_map(|&p| entry(wide(s.a), wide(s.b), wide(p)).map(|t| (t, p))).collect();
        hits.sort_by(|((n, d), _), ((m, e), _)| (n * e).cmp(&(m * d)));
        let chain: Vec<LatticePoint> = hits.into_iter().map(|(_, p)| p).collect();
        for pair in chain.windows(2) {
            let wall = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            rounded.walls.entry(wall).or_default().push(s.shape);
        }
        rounded.chains.push((s, chain));
    }
    for owners in rounded.walls.values_mut() {
        owners.sort_unstable();
    }
    rounded
}

/// Where the interiors of two segments meet in one point, rounded to its half-open pixel: by Cramer's rule.
fn crossing(s: &Given, t: &Given) -> Option<LatticePoint> {
    let [(ax, ay), (bx, by), (cx, cy), (dx, dy)] = [s.a, s.b, t.a, t.b].map(wide);
    // a + u (b − a) = c + v (d − c)
    let det = (bx - ax) * (cy - dy) - (by - ay) * (cx - dx);
    if det == 0 {
        return None;
    }
    let u = (cx - ax) * (cy - dy) - (cy - ay) * (cx - dx);
    let v = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    let inside = |n: i128| if det > 0 { 0 < n && n < det } else { det < n && n < 0 };
    if !inside(u) || !inside(v) {
        return None;
    }
    let pixel = |from: i128, by: i128| floor_of_half_up(from * det + by * u, det);
    Some(LatticePoint::new(pixel(ax, bx - ax), pixel(ay, by - ay)))
}

fn floor_of_half_up(n: i128, d: i128) -> i32 {
    let (n, d) = if d < 0 { (-n, -d) } else { (n, d) };
    let (twice, half) = (2 * n + d, 2 * d);
    let quotient = twice / half;
    (if twice % half < 0 { quotient - 1 } else { quotient }) as i32
}

/// The first parameter, as a fraction, at which a closed segment is in the closure of a half-open pixel that it meets.
///
/// It meets the pixel if a point of it does; candidates are its ends, where it crosses the pixel's four border lines,
/// and the midpoints between those: one of them lies in every piece of the segment that is inside or outside.
fn entry(a: P, b: P, p: P) -> Option<(i128, i128)> {
    if a == b {
        return (a == p).then_some((0, 1));
    }
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let mut at = vec![(0, 1), (1, 1)];
    for side in [-1, 1] {
        for (from, by, to) in [(a.0, dx, p.0), (a.1, dy, p.1)] {
            if by != 0 {
                let (n, d) = (2 * (to - from) + side, 2 * by);
                let (n, d) = if d < 0 { (-n, -d) } else { (n, d) };
                if 0 <= n && n <= d {
                    at.push((n, d));
                }
            }
        }
    }
    at.sort_by(|(n, d), (m, e)| (n * e).cmp(&(m * d)));
    let between: Vec<_> = at.windows(2).map(|w| (w[0].0 * w[1].1 + w[1].0 * w[0].1, 2 * w[0].1 * w[1].1)).collect();
    let mut all: Vec<_> = at.iter().chain(&between).copied().collect();
    all.sort_by(|(n, d), (m, e)| (n * e).cmp(&(m * d)));
    let in_pixel = |&(n, d): &(i128, i128)| {
        let inside = |from: i128, by: i128, to: i128| {
            let twice_off = 2 * ((from - to) * d + by * n);
            -d <= twice_off && twice_off < d
        };
        inside(a.0, dx, p.0) && inside(a.1, dy, p.1)
    };
    all.into_iter().find(in_pixel)
}
