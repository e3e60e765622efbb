//! Can a disc follow this path, and is the path what it says it is?

use super::disc_paths::PathPiece;
use super::walls::{Walls, steps};
use navigant_geometry::Point;
use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
use std::f64::consts::TAU;

/// Checks the path of a disc's centre between two points: its ends, that its pieces are connected and arcs are arcs, its
/// length in metres, and that it keeps the radius, minus one step of the lattice, from every wall. Pieces need not be
/// tangents of each other. Whether it is the shortest is not asked here.
///
/// Where the radius is less than a step or two, a path must at least not run through a wall.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn verify_disc(
    walls: &Walls,
    from: Point,
    to: Point,
    radius: f64,
    pieces: &[PathPiece],
    length: f64,
) -> Result<(), String> {
    let step = walls.lattice().step();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Err("there are no pieces".into()) };
    for (asked, given) in [(from, first.from()), (to, last.to())] {
        let rounded = walls.lattice().snap(asked).map(|p| walls.lattice().world(p)).map_err(|e| e.to_string())?;
        if given != asked && given != rounded {
            return Err(format!("the path ends at {given}, not at {asked}"));
        }
    }
    for (i, pair) in pieces.windows(2).enumerate() {
        let gap = pair[0].to().distance(pair[1].from());
        if gap.is_nan() || gap > step / 8.0 {
            return Err(format!("piece {i} ends {gap} m from where the next one starts"));
        }
    }
    let mut sum = 0.0;
    for (i, piece) in pieces.iter().enumerate() {
        sum += length_of(piece, step).map_err(|wrong| format!("piece {i}, {piece:?}: {wrong}"))?;
    }
    let adds_up = (length - sum).abs() <= 1e-9 * sum + step / 8.0;
    if !adds_up {
        return Err(format!("the length is said to be {length}, the pieces add up to {sum}"));
    }
    let far = (radius / step - 1.0).max(0.0);
    for (i, piece) in pieces.iter().enumerate() {
        for wall in walls.iter() {
            let (a, b) = (steps(wall.a), steps(wall.b));
            let keeps_off = match *piece {
                PathPiece::Straight { from, to } => leg_keeps_off([from, to].map(|p| walls.steps(p)), [a, b], far),
                PathPiece::Arc { centre, from, turn, .. } => {
                    arc_keeps_off(walls.steps(centre), walls.steps(from), turn, [a, b], far)
                }
            };
            if !keeps_off {
                let [a, b] = [wall.a, wall.b].map(|p| walls.lattice().world(p));
                return Err(format!("piece {i}, {piece:?}, comes nearer than {radius} to the wall from {a} to {b}"));
            }
        }
    }
    Ok(())
}

/// The length of a piece, if it is one.
fn length_of(piece: &PathPiece, step: f64) -> Result<f64, String> {
    let PathPiece::Arc { centre, from, to, turn } = *piece else { return Ok(piece.from().distance(piece.to())) };
    if !(centre.is_finite() && turn.is_finite() && turn.abs() <= TAU) {
        return Err("not an arc".into());
    }
    let radius = centre.distance(from);
    let (sin, cos) = turn.sin_cos();
    let (x, y) = (from.x - centre.x, from.y - centre.y);
    let end = Point::new(centre.x + x * cos - y * sin, centre.y + x * sin + y * cos);
    if end.distance(to).is_nan() || end.distance(to) > step / 8.0 {
        return Err(format!("it ends at {end}"));
    }
    Ok(radius * turn.abs())
}

type V = [f64; 2];

fn minus(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Whether a leg stays at least so far from a wall; for 0, whether it does not run through it.
fn leg_keeps_off([p, q]: [V; 2], [a, b]: [V; 2], far: f64) -> bool {
    if far == 0.0 {
        return !runs_through([p, q], [a, b]);
    }
    let (d, e, r) = (minus(q, p), minus(b, a), minus(p, a));
    // |r + s d − t e|² is convex in s and t: the least on the unit square is inside or on one of the four sides.
    let (dd, ee, de, dr, er) = (dot(d, d), dot(e, e), dot(d, e), dot(d, r), dot(e, r));
    let at = |s: f64, t: f64| {
        let v = [r[0] + s * d[0] - t * e[0], r[1] + s * d[1] - t * e[1]];
        dot(v, v)
    };
    let ratio = |n: f64, m: f64| if m > 0.0 { (n / m).clamp(0.0, 1.0) } else { 0.0 };
    let mut least = f64::INFINITY;
    for fixed in [0.0, 1.0] {
        least = least.min(at(fixed, ratio(er + fixed * de, ee)));
        least = least.min(at(ratio(fixed * de - dr, dd), fixed));
    }
    // Inside, the lines cross.
    let cross = |a: V, b: V| a[0] * b[1] - a[1] * b[0];
    let is_split = |along: V, p: V, q: V| cross(along, p) * cross(along, q) < 0.0;
    if is_split(e, r, minus(q, a)) && is_split(d, minus(a, p), minus(b, p)) {
        least = 0.0;
    }
    least >= far * far
}

/// Whether a leg crosses a wall so that none of the four ends is within a step of the other.
fn runs_through([p, q]: [V; 2], [a, b]: [V; 2]) -> bool {
    let off = |[a, b]: [V; 2], p: V| {
        let (d, r) = (minus(b, a), minus(p, a));
        (d[0] * r[1] - d[1] * r[0]) / dot(d, d).sqrt()
    };
    let differ = |s: f64, t: f64| s > 1.0 && t < -1.0 || s < -1.0 && t > 1.0;
    differ(off([p, q], a), off([p, q], b)) && differ(off([a, b], p), off([a, b], q))
}

/// Whether an arc stays at least so far from a wall. The places that are nearer to the wall are bounded by two circles
/// around its ends and by two lines along it: the arc must not meet them, and its middle must be outside.
fn arc_keeps_off(centre: V, from: V, turn: f64, [a, b]: [V; 2], far: f64) -> bool {
    let start = minus(from, centre);
    let radius = dot(start, start).sqrt();
    let turned = |by: f64| {
        let (sin, cos) = by.sin_cos();
        [centre[0] + start[0] * cos - start[1] * sin, centre[1] + start[0] * sin + start[1] * cos]
    };
    if far == 0.0 {
        let count = 61;
        let place = |i: u32| turned(turn * f64::from(i) / f64::from(count));
        return (0..count).all(|i| !runs_through([place(i), place(i + 1)], [a, b]));
    }
    let is_inside = |p: V| {
        let (d, r) = (minus(b, a), minus(p, a));
        let t = if dot(d, d) > 0.0 { (dot(d, r) / dot(d, d)).clamp(0.0, 1.0) } else { 0.0 };
        let off = minus(r, [d[0] * t, d[1] * t]);
        dot(off, off) < far * far
    };
    if [0.0, turn / 2.0, turn].into_iter().any(|by| is_inside(turned(by))) {
        return false;
    }
    // Where the circle meets the border; those places that are on the arc must not be.
    let mut meetings: Vec<V> = Vec::new();
    for end in [a, b] {
        let d = minus(end, centre);
        let apart = dot(d, d).sqrt();
        let along = (apart * apart + radius * radius - far * far) / (2.0 * apart);
        let aside = radius * radius - along * along;
        if apart > 0.0 && aside >= 0.0 {
            let u = [d[0] / apart, d[1] / apart];
            for aside in [aside.sqrt(), -aside.sqrt()] {
                meetings.push([centre[0] + u[0] * along - u[1] * aside, centre[1] + u[1] * along + u[0] * aside]);
            }
        }
    }
    let d = minus(b, a);
    let long = dot(d, d).sqrt();
    if long > 0.0 {
        let u = [d[0] / long, d[1] / long];
        for shift in [far, -far] {
            let r = minus([a[0] - u[1] * shift, a[1] + u[0] * shift], centre);
            let foot = -dot(r, u);
            let aside = radius * radius - dot(r, r) + foot * foot;
            for t in [foot - aside.max(0.0).sqrt(), foot + aside.max(0.0).sqrt()] {
                if aside >= 0.0 && (0.0..=long).contains(&t) {
                    meetings.push([centre[0] + r[0] + u[0] * t, centre[1] + r[1] + u[1] * t]);
                }
            }
        }
    }
    let is_on_arc = |p: &V| {
        let to = minus(*p, centre);
        let angle = (start[0] * to[1] - start[1] * to[0]).atan2(dot(start, to));
        let angle = if turn >= 0.0 { angle } else { -angle };
        angle.rem_euclid(TAU) <= turn.abs()
    };
    // A border that is only touched is not crossed: a little to either side of it one is still outside.
    let little = 1e-3 / radius.max(1.0);
    !meetings.iter().filter(|p| is_on_arc(p)).any(|p| {
        let to = minus(*p, centre);
        [little, -little].into_iter().any(|by| {
            let (sin, cos) = f64::sin_cos(by);
            let beside = [centre[0] + to[0] * cos - to[1] * sin, centre[1] + to[0] * sin + to[1] * cos];
            is_on_arc(&beside) && is_inside(beside)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::disc_paths::TangentGraph;
    use super::super::disc_reach::Reach;
    use super::super::walls::tests::room;
    use super::*;
    use navigant_geometry::Outline;
    use std::f64::consts::PI;

    fn straight(from: [f64; 2], to: [f64; 2]) -> PathPiece {
        PathPiece::Straight { from: from.into(), to: to.into() }
    }

    fn arc(centre: [f64; 2], from: [f64; 2], to: [f64; 2], turn: f64) -> PathPiece {
        PathPiece::Arc { centre: centre.into(), from: from.into(), to: to.into(), turn }
    }

    fn verdict(walls: &Walls, radius: f64, pieces: &[PathPiece], length: f64) -> Result<(), String> {
        let (from, to) = (pieces[0].from(), pieces[pieces.len() - 1].to());
        verify_disc(walls, from, to, radius, pieces, length)
    }

    fn says(verdict: Result<(), String>, what: &str) {
        let wrong = verdict.unwrap_err();
        assert!(wrong.contains(what), "{wrong}");
    }

    /// A wall up to (8, 8), and half a circle around its end.
    fn around() -> (Walls, Vec<PathPiece>) {
        let pieces = [
            straight([7.0, 3.0], [7.0, 8.0]),
            arc([8.0, 8.0], [7.0, 8.0], [9.0, 8.0], -PI),
            straight([9.0, 8.0], [9.0, 3.0]),
        ];
        (room(&[Outline::polyline([[8.0, 0.0], [8.0, 8.0]])]), pieces.to_vec())
    }

    #[test]
    fn a_path_around_the_end_of_a_wall_passes() {
        let (walls, pieces) = around();
        assert_eq!(verdict(&walls, 1.0, &pieces, 10.0 + PI), Ok(()));
        assert_eq!(verdict(&walls, 0.7, &pieces, 10.0 + PI), Ok(()));
    }

    #[test]
    fn a_path_that_comes_too_near_is_refused() {
        let (walls, pieces) = around();
        says(verdict(&walls, 1.001, &pieces, 10.0 + PI), "nearer");
        let post = room(&[Outline::polyline([[8.0, 0.0], [8.0, 8.0]]), Outline::polyline([[8.5, 9.5]])]);
        says(verdict(&post, 1.0, &pieces, 10.0 + PI), "piece 1");
        says(verdict(&walls, 1.0, &[straight([7.0, 3.0], [9.0, 3.0])], 2.0), "nearer");
        says(verdict(&walls, 0.0, &[straight([7.0, 3.0], [9.0, 3.0])], 2.0), "nearer");
        says(
            verdict(&walls, 1.0, &[straight([7.0, 3.0], [7.0, 8.0]), straight([7.0, 8.0], [9.0, 8.0])], 7.0),
            "nearer",
        );
    }

    #[test]
    fn an_arc_the_wrong_way_round_runs_into_the_wall() {
        let (walls, mut pieces) = around();
        pieces[1] = arc([8.0, 8.0], [7.0, 8.0], [9.0, 8.0], PI);
        says(verdict(&walls, 1.0, &pieces, 10.0 + PI), "piece 1");
        says(verdict(&walls, 0.0, &pieces, 10.0 + PI), "piece 1");
    }

    #[test]
    fn lengths_ends_gaps_and_arcs_are_compared() {
        let (walls, pieces) = around();
        says(verdict(&walls, 1.0, &pieces, 10.0 + PI + 1e-6), "add up");
        says(verify_disc(&walls, pieces[0].from(), pieces[0].from(), 1.0, &pieces, 10.0 + PI), "ends at");
        says(verify_disc(&walls, pieces[0].from(), pieces[2].to(), 1.0, &[], 0.0), "no pieces");
        says(verdict(&walls, 1.0, &[pieces[0], pieces[2]], 10.0), "from where the next");
        let bad = [pieces[0], arc([8.0, 8.0], [7.0, 8.0], [9.0, 8.0], -3.0), pieces[2]];
        says(verdict(&walls, 1.0, &bad, 13.0), "it ends at");
        let nan = [pieces[0], arc([8.0, 8.0], [7.0, 8.0], [9.0, 8.0], f64::NAN), pieces[2]];
        says(verdict(&walls, 1.0, &nan, 13.0), "not an arc");
    }

    #[test]
    fn what_the_oracle_finds_passes() {
        let walls = room(&[
            Outline::rectangle([6.0, 5.0], [10.0, 11.0]),
            Outline::polyline([[3.0, 9.0]]),
            Outline::polyline([[13.0, 3.0], [12.0, 16.0]]),
        ]);
        let reach = Reach::of(&walls);
        let (from, to) = (Point::new(2.0, 7.0), Point::new(14.0, 14.0));
        for radius in [0.125, 0.5, 1.0, 1.5] {
            let way = TangentGraph::of(&reach, radius).shortest(from, to).unwrap();
            assert_eq!(verify_disc(&walls, from, to, radius, &way.pieces, way.length), Ok(()));
        }
    }
}
