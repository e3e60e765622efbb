//! The largest disc that gets from one place to another, along the medial axis.

use super::axis::Axis;
use super::clearance::nearest;
use super::double_double::{Double, Pair, minus, norm};
use super::walls::{Walls, steps};
use navigant_geometry::Point;

/// The largest disc that gets from one point to another, by its radius in metres; `None` if none does.
///
/// Away from its nearest wall a disc gains room until it touches a second one: then it is on the axis. So it gets from
/// a to b if it gets from where a comes to the axis to where b does; and along the axis it gets where the least clearance
/// allows. The axis is one without spokes, [`Axis::medial`].
///
/// # Errors
/// If the place where a point comes to the axis is on no edge of it.
pub fn widest_on_axis(axis: &Axis, walls: &Walls, from: Point, to: Point) -> Result<Option<f64>, String> {
    let (Some(start), Some(goal)) = (Joined::to(axis, walls, from)?, Joined::to(axis, walls, to)?) else {
        return Ok(None);
    };
    let room = start.room.min(goal.room);
    // From the start, what the widest way to each node has at its narrowest; by always going on where it is widest.
    let mut widest = vec![0.0f64; axis.nodes.len()];
    let mut is_done = vec![false; axis.nodes.len()];
    for link in &start.links {
        widest[link.node] = widest[link.node].max(link.least);
    }
    while let Some(n) = (0..widest.len()).filter(|&n| !is_done[n]).max_by(|&n, &m| widest[n].total_cmp(&widest[m])) {
        is_done[n] = true;
        for edge in axis.edges.iter().filter(|edge| edge.nodes.contains(&n)) {
            let other = if edge.nodes[0] == n { edge.nodes[1] } else { edge.nodes[0] };
            let least = edge.least / walls.lattice().step();
            widest[other] = widest[other].max(widest[n].min(least));
        }
    }
    let by_nodes = goal.links.iter().map(|link| link.least.min(widest[link.node])).fold(0.0, f64::max);
    let found = by_nodes.max(start.along_one_edge(&goal, axis)).min(room);
    Ok((found > 0.0).then_some(found * walls.lattice().step()))
}

/// A point and where it comes to the axis.
struct Joined {
    /// The clearance at the point itself, in steps.
    room: f64,
    on_axis: (Pair, Double),
    edges: Vec<usize>,
    links: Vec<Link>,
}

/// From there along an edge to a node.
struct Link {
    node: usize,
    /// The least clearance on the way, in steps.
    least: f64,
}

impl Joined {
    fn to(axis: &Axis, walls: &Walls, p: Point) -> Result<Option<Joined>, String> {
        let at = walls.steps(p);
        let Some((room, wall)) = nearest(walls, at) else { return Ok(None) };
        if room == 0.0 || !walls.is_free_at(at) {
            return Ok(None);
        }
        let (at, radius) = uphill(walls, room, wall, away(walls, at, room));
        let mut joined =
            Joined { room, on_axis: (at.map(Double::from), Double::from(radius)), edges: vec![], links: vec![] };
        let slack = 1e-6 + 1e-9 * radius;
        for (e, edge) in axis.edges.iter().enumerate() {
            let (p, r) = joined.on_axis;
            let touches = |site: &super::axis_sites::Measured| {
                site.is_in_reach(p, slack) && (site.distance(p) - r).abs().rounded() <= slack
            };
            let curve = axis.curve(edge);
            let here = curve.along(p, r);
            let [a, b] = edge.nodes.map(|n| (curve.along(axis.end(n).0, axis.end(n).1), axis.end(n)));
            let is_between = a.0 <= here && here <= b.0
                || [a, b].iter().any(|(_, (end, _))| norm(minus(*end, p)).rounded() <= slack);
            if axis.measured(edge).into_iter().all(touches) && is_between {
                joined.edges.push(e);
                for (node, end) in edge.nodes.into_iter().zip([a, b]) {
                    let least = curve.least([(here, r), (end.0, end.1.1)]).rounded();
                    joined.links.push(Link { node, least });
                }
            }
        }
        if joined.links.is_empty() {
            return Err(format!("{p} comes to the axis at {}, where there is no edge", walls.world(at)));
        }
        Ok(Some(joined))
    }

    /// The least clearance between two places on one edge; 0 if they are on none.
    fn along_one_edge(&self, other: &Joined, axis: &Axis) -> f64 {
        let both = self.edges.iter().filter(|e| other.edges.contains(e));
        let least = both.map(|&e| {
            let curve = axis.curve(&axis.edges[e]);
            let [a, b] = [self.on_axis, other.on_axis].map(|(p, r)| (curve.along(p, r), r));
            curve.least([a, b]).rounded()
        });
        least.fold(0.0, f64::max)
    }
}

/// The direction from the nearest wall to a point: its normal, so that it is right also for points that are very near.
fn away(walls: &Walls, at: [f64; 2], room: f64) -> [f64; 2] {
    for w in walls.iter() {
        let (distance, foot) = super::clearance::distance(*w, at);
        if distance > room {
            continue;
        }
        let (a, b) = (steps(w.a), steps(w.b));
        if foot == a || foot == b {
            return [(at[0] - foot[0]) / room, (at[1] - foot[1]) / room];
        }
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let is_left = dx * (at[1] - a[1]) - dy * (at[0] - a[0]) > 0.0;
        let length = if is_left { dx.hypot(dy) } else { -dx.hypot(dy) };
        return [-dy / length, dx / length];
    }
    [0.0, 0.0]
}

/// Where the largest disc is that touches the nearest wall in the same point, and its radius; all in steps.
fn uphill(walls: &Walls, room: f64, wall: [f64; 2], away: [f64; 2]) -> ([f64; 2], f64) {
    let mut radius = f64::INFINITY;
    for w in walls.iter() {
        if super::clearance::distance(*w, wall).0 < 1e-7 {
            continue;
        }
        let (a, b) = (steps(w.a), steps(w.b));
        for end in [a, b] {
            let d = [end[0] - wall[0], end[1] - wall[1]];
            let ahead = d[0] * away[0] + d[1] * away[1];
            if ahead > 0.0 {
                radius = radius.min((d[0] * d[0] + d[1] * d[1]) / (2.0 * ahead));
            }
        }
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        if length > 0.0 {
            let u = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
            let d = [wall[0] - a[0], wall[1] - a[1]];
            let off = u[0] * d[1] - u[1] * d[0];
            let n = if off < 0.0 { [u[1], -u[0]] } else { [-u[1], u[0]] };
            let r = off.abs() / (1.0 - (n[0] * away[0] + n[1] * away[1]));
            let foot = u[0] * (d[0] + away[0] * r) + u[1] * (d[1] + away[1] * r);
            if r.is_finite() && r > 0.0 && (0.0..=length).contains(&foot) {
                radius = radius.min(r);
            }
        }
    }
    // A point that is on the axis already stays.
    let radius = radius.max(room);
    ([wall[0] + away[0] * radius, wall[1] + away[1] * radius], radius)
}

#[cfg(test)]
mod tests {
    use super::super::walls::tests::room;
    use super::*;
    use navigant_geometry::Outline;

    #[test]
    fn a_door_is_as_wide_along_the_axis() {
        let walls = room(&[Outline::polyline([[8.0, 0.0], [8.0, 6.0]]), Outline::polyline([[8.0, 8.0], [8.0, 16.0]])]);
        let axis = Axis::of(&walls).unwrap().medial();
        let widest = |from: [f64; 2], to: [f64; 2]| widest_on_axis(&axis, &walls, from.into(), to.into()).unwrap();
        assert_eq!(widest([4.0, 8.0], [12.0, 7.0]), Some(1.0));
        assert_eq!(widest([4.0, 8.0], [12.0, 0.5]), Some(0.5));
        assert_eq!(widest([4.0, 8.0], [3.5, 8.0]), Some(3.5));
        assert_eq!(widest([4.0, 8.0], [17.0, 8.0]), None);
    }

    #[test]
    fn behind_closed_walls_there_is_another_axis() {
        let ring = Outline::polyline([[4.0, 4.0], [12.0, 4.0], [12.0, 12.0], [4.0, 12.0], [4.0, 4.0]]);
        let walls = room(&[ring]);
        let axis = Axis::of(&walls).unwrap().medial();
        let widest = |from: [f64; 2], to: [f64; 2]| widest_on_axis(&axis, &walls, from.into(), to.into()).unwrap();
        assert_eq!(widest([8.0, 8.0], [2.0, 8.0]), None);
        assert_eq!(widest([14.0, 8.0], [2.0, 8.0]), Some(2.0));
    }
}
