//! Cheapest paths through weighted regions, by brute force: a graph of points on the borders of regions, every two of which are
//! joined by the straight line between them, whatever that costs.

use navigant_geometry::Point;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{Offset, PointInternals as _, orient};
use navigant_mesh::Map;
use navigant_mesh::internals::MapInternals as _;

/// A convex or other polygon with a factor; those that come later lie on top.
#[derive(Clone, Debug)]
pub struct Area {
    /// Its corners.
    pub ring: Vec<Point>,
    /// The factor; `None` if it is forbidden.
    pub factor: Option<f64>,
}

/// The cost of the cheapest path, from above: with points on borders ever closer together, until that gains less than a part.
///
/// `None` if there is none.
pub fn cheapest(map: &Map, areas: &[Area], [from, to]: [Point; 2], gain: f64) -> Option<f64> {
    let mut spacing = 8.0;
    let mut last = f64::INFINITY;
    loop {
        let now = with_spacing(map, areas, [from, to], spacing)?;
        if now > last * (1.0 - gain) || spacing < 0.2 {
            return Some(now.min(last));
        }
        (last, spacing) = (now, spacing * 0.5);
    }
}

fn with_spacing(map: &Map, areas: &[Area], [from, to]: [Point; 2], spacing: f64) -> Option<f64> {
    let mut nodes = vec![from, to];
    nodes.extend(map.vertices().map(|v| map.point(v)));
    for area in areas {
        for (a, b) in sides(&area.ring) {
            let count = (a.distance(b) / spacing).ceil().max(1.0) as usize;
            nodes.extend((0..count).map(|i| a.lerp(b, i as f64 / count as f64)));
        }
    }
    nodes.retain(|&p| map.is_walkable(p));
    let mut cost = vec![f64::INFINITY; nodes.len()];
    let mut done = vec![false; nodes.len()];
    cost[0] = 0.0;
    loop {
        let waiting = (0..nodes.len()).filter(|&i| !done[i] && cost[i].is_finite());
        let next = waiting.min_by(|&i, &j| cost[i].total_cmp(&cost[j]))?;
        if next == 1 {
            return Some(cost[1]);
        }
        done[next] = true;
        for other in (0..nodes.len()).filter(|&i| !done[i]) {
            // What cannot be cheaper is not looked at.
            let least = areas.iter().filter_map(|area| area.factor).fold(1.0, f64::min);
            if cost[next] + least * nodes[next].distance(nodes[other]) < cost[other] {
                let straight = straight_cost(map, areas, nodes[next], nodes[other]);
                cost[other] = cost[other].min(cost[next] + straight);
            }
        }
    }
}

/// What the straight line between two points costs: infinitely much where something is in the way.
pub fn straight_cost(map: &Map, areas: &[Area], from: Point, to: Point) -> f64 {
    let length = from.distance(to);
    if length == 0.0 {
        return 0.0;
    }
    if !map.sees(from, to) {
        return f64::INFINITY;
    }
    let mut cuts = vec![0.0, 1.0];
    for (a, b) in areas.iter().flat_map(|area| sides(&area.ring)) {
        let (d, e) = (Offset::new(to.x - from.x, to.y - from.y), Offset::new(b.x - a.x, b.y - a.y));
        let cross = d.cross(e);
        if cross != 0.0 {
            cuts.push(Offset::new(a.x - from.x, a.y - from.y).cross(e) / cross);
        }
    }
    cuts.retain(|t| (0.0..=1.0).contains(t));
    cuts.sort_by(f64::total_cmp);
    let mut cost = 0.0;
    for pair in cuts.windows(2).filter(|pair| pair[1] - pair[0] > 1e-9) {
        let middle = from.lerp(to, 0.5 * (pair[0] + pair[1]));
        match factor_at(areas, middle, [from, to]) {
            Some(factor) => cost += factor * (pair[1] - pair[0]) * length,
            None => return f64::INFINITY,
        }
    }
    cost
}

/// The factor at a point of a line. Along a border, the cheaper side counts.
fn factor_at(areas: &[Area], p: Point, [from, to]: [Point; 2]) -> Option<f64> {
    let along = Offset::new(to.x - from.x, to.y - from.y);
    let aside = along.left() * (1e-4 / along.length());
    let sides = [Point::new(p.x + aside.x, p.y + aside.y), Point::new(p.x - aside.x, p.y - aside.y)];
    let factors = sides.map(|p| factor_of(areas, p));
    factors.into_iter().flatten().min_by(f64::total_cmp)
}

fn factor_of(areas: &[Area], p: Point) -> Option<f64> {
    let over = || areas.iter().filter(|area| is_inside(&area.ring, p));
    if over().any(|area| area.factor.is_none()) {
        return None;
    }
    over().next_back().map_or(Some(1.0), |area| area.factor)
}

fn is_inside(ring: &[Point], p: Point) -> bool {
    let round = |p: Point| LatticePoint::new((p.x * 65536.0).round() as i32, (p.y * 65536.0).round() as i32);
    let mut winding = 0;
    for (a, b) in sides(ring) {
        let side = orient(round(a), round(b), round(p));
        match (a.y <= p.y, b.y <= p.y) {
            (true, false) if side > 0 => winding += 1,
            (false, true) if side < 0 => winding -= 1,
            _ => {}
        }
    }
    winding != 0
}

fn sides(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}
