//! Lines between the domains: parts of them, straightened ones, where they wait.

use crate::domain::GridDomain;
use crate::world::Ground;
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;

/// The beginning of a line, up to a length; and whether that is all of it.
pub(crate) fn along(line: &[Point], length: f64) -> (Vec<Point>, bool) {
    let mut part: Vec<Point> = line.first().copied().into_iter().collect();
    let mut left = length;
    for pair in line.windows(2) {
        let leg = pair[0].distance(pair[1]);
        if leg > left {
            part.push(pair[0].lerp(pair[1], left / leg));
            return (part, false);
        }
        left -= leg;
        part.push(pair[1]);
    }
    (part, true)
}

/// A path in Σ3 between two points, over as few of its cells as the disc can pass in straight lines.
pub(crate) fn line_in_grid(
    domain: &GridDomain,
    ground: &Ground,
    from: Point,
    cells: &[Point],
    to: Point,
) -> Vec<Point> {
    let inner = cells.get(1..cells.len().saturating_sub(1)).unwrap_or(&[]);
    let points: Vec<Point> = [from].into_iter().chain(inner.iter().copied()).chain([to]).collect();
    let mut line = vec![from];
    let mut at = 0;
    while at + 1 < points.len() {
        let mut next = at + 1;
        while next + 1 < points.len() && is_straight(domain, ground, points[at], points[next + 1]) {
            next += 1;
        }
        line.push(points[next]);
        at = next;
    }
    line
}

/// Whether the disc passes straight, and touches nobody who stands.
fn is_straight(domain: &GridDomain, ground: &Ground, a: Point, b: Point) -> bool {
    ground.is_free(a, b) && domain.occupied.is_clear(domain.grid, a, b, domain.me)
}

/// Where a timed way waits longest, if it waits at all.
pub(crate) fn waiting_place(knots: &[(f64, Point)]) -> Option<Point> {
    let (mut best, mut since): (Option<(f64, Point)>, f64) = (None, knots.first()?.0);
    for pair in knots.windows(2) {
        if pair[0].1 != pair[1].1 {
            since = pair[1].0;
        } else if best.is_none_or(|(longest, _)| pair[1].0 - since > longest) {
            best = Some((pair[1].0 - since, pair[1].1));
        }
    }
    best.map(|(_, at)| at)
}
