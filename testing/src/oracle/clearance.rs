//! Clearance: how far it is to the nearest wall, asked of every wall.

use super::exact::Square;
use super::walls::{Wall, Walls, steps};
use navigant_geometry::Point;
use navigant_geometry::internals::{LatticePoint, PointInternals as _};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How much room there is at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// The distance to the nearest wall in metres: the largest radius that fits here.
    pub radius: f64,
    /// The nearest point of a wall; one of them.
    pub nearest: Point,
}

/// The clearance at a point; `None` where it is not free. On a wall beside free space it is 0.
///
/// At a lattice point the squared distance is an exact fraction, and only its root is rounded.
pub fn clearance(walls: &Walls, p: Point) -> Option<Clearance> {
    let at = p.is_finite().then(|| walls.steps(p))?;
    let (radius, nearest) = nearest(walls, at)?;
    if radius > 0.0 && !walls.is_free_at(at) {
        return None;
    }
    Some(Clearance { radius: radius * walls.lattice().step(), nearest: walls.world(nearest) })
}

/// Whether the clearance at a point, as it is rounded, is not below a radius in metres.
pub fn has_room(walls: &Walls, p: Point, radius: f64) -> bool {
    let is_blocked = || is_blocked(walls, walls.steps(p), radius / walls.lattice().step());
    p.is_finite() && !is_blocked() && clearance(walls, p).is_some_and(|c| c.radius >= radius)
}

/// Whether a disc fits at a point: the clearance is not below its radius in metres, exactly at lattice points, and elsewhere by a
/// millionth of a step.
pub fn fits(walls: &Walls, p: Point, radius: f64) -> bool {
    let at = walls.steps(p);
    let radius = radius / walls.lattice().step();
    let blocked = |w: &Wall| match lattice_point(at) {
        Some(p) => squared_distance(*w, p).is_below(radius),
        // A place that is as near as it may be is rounded itself.
        None => distance(*w, at).0 < radius - LEEWAY.min(radius * 1e-3) - ROUNDED,
    };
    p.is_finite() && !is_blocked(walls, at, radius) && !walls.iter().any(blocked) && clearance(walls, p).is_some()
}

/// Whether a wall is so near to a place that no rounding matters: what is quickly seen, and true of most places with a wall nearby.
pub(super) fn is_blocked(walls: &Walls, at: [f64; 2], radius: f64) -> bool {
    let near = radius - NEAR;
    near > 0.0 && walls.iter().any(|w| roughly_squared(*w, at) < near * near)
}

/// More than roughly measured distances are off by, in steps: coordinates are below 2²⁷, and so the feet of places on walls are
/// off by some 2⁻²⁴.
const NEAR: f64 = 1e-3;

/// How much nearer a wall may be to a place that is not on the lattice, in steps.
pub(super) const LEEWAY: f64 = 1e-6;

/// By how much a place may be off for rounding, in steps.
pub(super) const ROUNDED: f64 = 1e-8;

/// The place nearest to a point that is accepted, of those where a disc may fit, by trying every place that it can be: the point itself, its
/// feet on the walls moved by the radius and on the circles around their ends, and where two of these cross.
pub fn nearest_with_room(
    walls: &Walls,
    p: Point,
    radius: f64,
    mut accepts: impl FnMut(Point) -> bool,
) -> Option<Point> {
    let from = walls.steps(p);
    let radius_in_steps = radius / walls.lattice().step();
    // A little more, so that what is rounded still has room.
    let away = radius_in_steps + 0.5 * LEEWAY.min(radius_in_steps * 1e-3);
    let mut circles: Vec<[f64; 2]> = walls.iter().flat_map(|w| [steps(w.a), steps(w.b)]).collect();
    circles.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    circles.dedup();
    // A point, a direction, and how far the wall beside it reaches.
    let lines: Vec<([f64; 2], [f64; 2], f64)> = walls
        .iter()
        .filter(|w| w.a != w.b)
        .flat_map(|w| {
            let ([ax, ay], [bx, by]) = (steps(w.a), steps(w.b));
            let length = (bx - ax).hypot(by - ay);
            let along = [(bx - ax) / length, (by - ay) / length];
            [1.0, -1.0].map(|side| ([ax - along[1] * away * side, ay + along[0] * away * side], along, length))
        })
        .collect();
    let at = |(p, along, _): ([f64; 2], [f64; 2], f64), t: f64| [p[0] + along[0] * t, p[1] + along[1] * t];
    let beside = |(.., length): ([f64; 2], [f64; 2], f64), t: f64| (-1.0..=length + 1.0).contains(&t);
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let minus = |a: [f64; 2], b: [f64; 2]| [a[0] - b[0], a[1] - b[1]];
    let mut places = vec![from];
    for (i, &c) in circles.iter().enumerate() {
        // From the middle all of the circle is as far.
        let way = if from == c { [-1.0, 0.0] } else { minus(from, c) };
        let length = way[0].hypot(way[1]);
        places.push([c[0] + way[0] / length * away, c[1] + way[1] / length * away]);
        for &d in &circles[..i] {
            let way = minus(d, c);
            if dot(way, way) > (2.0 * away + 1.0).powi(2) {
                continue;
            }
            let half = (away * away / dot(way, way) - 0.25).max(0.0).sqrt();
            let middle = [(c[0] + d[0]) / 2.0, (c[1] + d[1]) / 2.0];
            places.extend([half, -half].map(|h| [middle[0] - way[1] * h, middle[1] + way[0] * h]));
        }
        for &line in &lines {
            let t = dot(minus(c, line.0), line.1);
            let foot = at(line, t);
            let apart = dot(minus(foot, c), minus(foot, c));
            if apart > (away + 1.0).powi(2) {
                continue;
            }
            let half = (away * away - apart).max(0.0).sqrt();
            places.extend([t + half, t - half].into_iter().filter(|&t| beside(line, t)).map(|t| at(line, t)));
        }
    }
    for (i, &line) in lines.iter().enumerate() {
        places.push(at(line, dot(minus(from, line.0), line.1)));
        for &(q, across, _) in &lines[..i] {
            let area = line.1[0] * across[1] - line.1[1] * across[0];
            let way = minus(q, line.0);
            let t = (way[0] * across[1] - way[1] * across[0]) / area;
            if beside(line, t) {
                places.push(at(line, t));
            }
        }
    }
    let squared = |q: &[f64; 2]| dot(minus(*q, from), minus(*q, from));
    // Lengths are not negative, so their bits are ordered as they are; mostly one of the first is accepted.
    let finite = places.iter().enumerate().filter(|(_, q)| squared(q).is_finite());
    let mut nearest: BinaryHeap<_> = finite.map(|(i, q)| Reverse((squared(q).to_bits(), i))).collect();
    std::iter::from_fn(|| nearest.pop()).map(|Reverse((_, i))| walls.world(places[i])).find(|&q| accepts(q))
}

/// The distance to the nearest wall and the nearest point on one, in steps; `None` if there are no walls.
pub(super) fn nearest(walls: &Walls, at: [f64; 2]) -> Option<(f64, [f64; 2])> {
    let least = walls.iter().map(|w| roughly_squared(*w, at)).min_by(f64::total_cmp)?.sqrt() + NEAR;
    let nearby = walls.iter().filter(|w| roughly_squared(**w, at) <= least * least);
    nearby.map(|w| distance(*w, at)).min_by(|(d, _), (e, _)| d.total_cmp(e))
}

/// The square of the distance from a wall to a point in floats, in steps.
fn roughly_squared(wall: Wall, [x, y]: [f64; 2]) -> f64 {
    let ([ax, ay], [bx, by]) = (steps(wall.a), steps(wall.b));
    let (dx, dy) = (bx - ax, by - ay);
    let squared = dx * dx + dy * dy;
    let along = if squared > 0.0 { (dx * (x - ax) + dy * (y - ay)) / squared } else { 0.0 };
    let t = along.clamp(0.0, 1.0);
    let (ex, ey) = (x - ax - dx * t, y - ay - dy * t);
    ex * ex + ey * ey
}

/// The distance from a wall to a point, and the nearest point of the wall, in steps.
pub(super) fn distance(wall: Wall, [x, y]: [f64; 2]) -> (f64, [f64; 2]) {
    let ([ax, ay], [bx, by]) = (steps(wall.a), steps(wall.b));
    let (dx, dy) = (bx - ax, by - ay);
    let along = dx * (x - ax) + dy * (y - ay);
    let squared = dx * dx + dy * dy;
    if along <= 0.0 {
        return (length(x - ax, y - ay), [ax, ay]);
    }
    if along >= squared {
        return (length(x - bx, y - by), [bx, by]);
    }
    if let Some(p) = lattice_point([x, y]) {
        let foot = [ax + dx * (along / squared), ay + dy * (along / squared)];
        return (squared_distance(wall, p).root(), foot);
    }
    let beside = dx * (y - ay) - dy * (x - ax);
    (beside.abs() / squared.sqrt(), [ax + dx * (along / squared), ay + dy * (along / squared)])
}

/// The length of a displacement, off by at most two units in the last place: coordinates are far from overflow.
pub(super) fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// The square of the distance from a wall to a lattice point, in steps; exact.
pub(super) fn squared_distance(wall: Wall, p: LatticePoint) -> Square {
    let [(ax, ay), (bx, by), (px, py)] = [wall.a, wall.b, p].map(|q| (i128::from(q.x), i128::from(q.y)));
    let (dx, dy) = (bx - ax, by - ay);
    let along = dx * (px - ax) + dy * (py - ay);
    let squared = dx * dx + dy * dy;
    let whole = |n: i128| Square { numerator: n.unsigned_abs(), denominator: 1 };
    if along <= 0 {
        whole((px - ax).pow(2) + (py - ay).pow(2))
    } else if along >= squared {
        whole((px - bx).pow(2) + (py - by).pow(2))
    } else {
        let beside = dx * (py - ay) - dy * (px - ax);
        Square { numerator: (beside * beside).unsigned_abs(), denominator: squared.unsigned_abs() }
    }
}

/// The lattice point with these coordinates, if there is one.
pub(super) fn lattice_point([x, y]: [f64; 2]) -> Option<LatticePoint> {
    let whole = |c: f64| c.fract() == 0.0 && c.abs() <= f64::from(1 << 26);
    (whole(x) && whole(y)).then(|| LatticePoint::new(x as i32, y as i32))
}

#[cfg(test)]
mod tests {
    use super::super::walls::tests::room;
    use super::*;
    use navigant_geometry::Outline;

    fn radius(walls: &Walls, x: f64, y: f64) -> Option<f64> {
        clearance(walls, Point::new(x, y)).map(|c| c.radius)
    }

    #[test]
    fn in_an_empty_room_the_nearest_wall_counts() {
        let walls = room(&[]);
        assert_eq!(radius(&walls, 8.0, 8.0), Some(8.0));
        assert_eq!(radius(&walls, 3.0, 5.0), Some(3.0));
        assert_eq!(radius(&walls, 0.0, 5.0), Some(0.0));
        assert_eq!(radius(&walls, -1.0, 5.0), None);
        assert_eq!(radius(&walls, f64::NAN, 5.0), None);
    }

    #[test]
    fn corners_and_posts_are_round() {
        let walls = room(&[Outline::rectangle([6.0, 6.0], [10.0, 10.0]), Outline::polyline([[13.0, 13.0]])]);
        let found = clearance(&walls, Point::new(3.0, 2.0)).unwrap();
        assert_eq!(found, Clearance { radius: 2.0, nearest: Point::new(3.0, 0.0) });
        let found = clearance(&walls, Point::new(4.5, 4.0)).unwrap();
        assert_eq!(found, Clearance { radius: 2.5, nearest: Point::new(6.0, 6.0) });
        assert_eq!(radius(&walls, 12.0, 12.5), Some(1.25f64.sqrt()));
        assert_eq!(radius(&walls, 8.0, 8.0), None, "inside the box");
        assert_eq!(radius(&walls, 10.0, 8.0), Some(0.0), "on the box");
    }

    #[test]
    fn slanted_walls_are_measured_at_right_angles() {
        let walls = room(&[Outline::polyline([[4.0, 4.0], [12.0, 10.0]])]);
        assert_eq!(radius(&walls, 8.0 - 0.75, 7.0 + 1.0), Some(1.25));
        // Not a lattice point.
        let third = 1.0 / 3.0;
        assert!((radius(&walls, 8.0 - 0.6 * third, 7.0 + 0.8 * third).unwrap() - third).abs() < 1e-12);
    }

    #[test]
    fn a_disc_that_just_fits_fits() {
        let walls = room(&[Outline::polyline([[3.0, 4.0]])]);
        let origin = Point::new(6.0, 8.0);
        assert!(fits(&walls, origin, 5.0) && !fits(&walls, origin, 5.0f64.next_up()));
        assert!(!fits(&walls, Point::new(-1.0, 3.0), 0.1));
    }
}
