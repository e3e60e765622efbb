//! The linear programs: the permitted velocity nearest to the preferred velocity.
//!
//! From "Reciprocal n-body collision avoidance" (van den Berg, Guy, Lin, Manocha, 2011), section 5: velocities are bounded by
//! a disc (the largest speed) and half-planes. The first program looks along one line, the second adds line after line, the
//! third gives way where the second finds nothing: it looks for the velocity that violates the worst line least. Lines of
//! walls are never given up.

use super::lines::{Line, Lines};
use crate::lanes::{LANES, Lanes, Mask};
use crate::vector::Vector;

/// Directions that differ by less are parallel.
const PARALLEL: f32 = 1e-5;

/// What a program is to be near to.
#[derive(Clone, Copy)]
enum Aim {
    /// A velocity.
    Near(Vector),
    /// As far as possible in a direction of length 1.
    Along(Vector),
}

/// The velocity nearest to the preferred one that is no faster than `speed` and permitted by all lines; where there is none, the
/// one that violates the worst line least, of all but the first `hard` ones, which are never violated.
///
/// The walls' lines are to come first; they must leave something allowed, as those of `walls` do.
pub fn solve(lines: &Lines, hard: usize, speed: f32, preferred: Vector) -> Vector {
    match second(lines, speed, Aim::Near(preferred), |_, _| ()) {
        Ok(velocity) => velocity,
        Err((failed, velocity)) => third(lines, hard.min(lines.len()), failed, speed, velocity),
    }
}

/// The same where something is permitted by all lines. Also an upper bound on how far from a velocity the program has come,
/// with more than what rounding does to lines that it did not have.
#[inline]
pub(super) fn try_solve(lines: &Lines, speed: f32, preferred: Vector, from: Vector) -> Option<(Vector, f32)> {
    let (mut farthest, mut size) = ((preferred.at_most(speed) - from).squared(), from.squared());
    let comes_by = |at: usize, velocity: Vector| {
        farthest = farthest.max((velocity - from).squared());
        size = size.max(lines.get(at).point.squared());
    };
    let velocity = second(lines, speed, Aim::Near(preferred), comes_by).ok()?;
    Some((velocity, 1.001 * farthest.sqrt() + 1e-3 * (size.sqrt() + speed)))
}

/// Along the line `at`, which the lines before it cut short: the best place, if anything is left.
#[inline]
fn first(lines: &Lines, at: usize, speed: f32, aim: Aim) -> Option<Vector> {
    let Line { point, direction } = lines.get(at);
    let along = point.dot(direction);
    let discriminant = along * along + speed * speed - point.squared();
    if discriminant < 0.0 {
        return None;
    }
    let half = discriminant.sqrt();
    let mut low = Lanes::all(-along - half);
    let mut high = Lanes::all(-along + half);
    let [x, y, ux, uy] = [point.x, point.y, direction.x, direction.y].map(Lanes::all);
    let (parallel, beyond) = (Lanes::all(PARALLEL), Lanes::all(-PARALLEL));
    // Lines from `at` on cut nothing: they are crossed infinitely far away.
    let (endless, mut is_forbidden) = (Lanes::all(f32::INFINITY), Mask::below(0, 0));
    for from in (0..at.div_ceil(LANES)).map(|chunk| chunk * LANES) {
        let [px, py, dx, dy] = [&lines.px, &lines.py, &lines.dx, &lines.dy].map(|a| Lanes::of(a, from));
        let denominator = ux * dy - uy * dx;
        let numerator = Mask::below(at, from).select(dx * (y - py) - dy * (x - px), endless);
        let (ends, begins) = (denominator.above(parallel), beyond.above(denominator));
        is_forbidden = is_forbidden | Lanes::all(0.0).above(numerator) & !(ends | begins);
        let place = numerator / denominator;
        high = ends.select(place, high).min(high);
        low = begins.select(place, low).max(low);
    }
    if is_forbidden.any() {
        return None;
    }
    let (low, high) = (low.greatest(), high.least());
    if low > high {
        return None;
    }
    let place = match aim {
        Aim::Near(preferred) => direction.dot(preferred - point).clamp(low, high),
        Aim::Along(way) if way.dot(direction) > 0.0 => high,
        Aim::Along(_) => low,
    };
    Some(point + direction * place)
}

/// Line after line. What fails is the line, and the best velocity for those before it. Tells which velocities it comes by along which
/// lines.
#[inline]
fn second(
    lines: &Lines,
    speed: f32,
    aim: Aim,
    mut comes_by: impl FnMut(usize, Vector),
) -> Result<Vector, (usize, Vector)> {
    let mut velocity = match aim {
        Aim::Near(preferred) => preferred.at_most(speed),
        Aim::Along(way) => way * speed,
    };
    let mut next = 0;
    while let Some(at) = lines.first_violated(velocity, next, 0.0) {
        velocity = first(lines, at, speed, aim).ok_or((at, velocity))?;
        comes_by(at, velocity);
        next = at + 1;
    }
    Ok(velocity)
}

/// The velocity that is forbidden least, from the line on where the second program failed.
#[cold]
fn third(lines: &Lines, hard: usize, failed: usize, speed: f32, mut velocity: Vector) -> Vector {
    let mut worst = 0.0;
    let mut at = failed;
    let mut equal = Lines::default();
    while let Some(violated) = lines.first_violated(velocity, at, worst) {
        let line = lines.get(violated);
        // Where the earlier lines are violated as much as this one: lines again.
        equal.clear();
        (0..hard.min(violated)).for_each(|i| equal.push(lines.get(i)));
        (hard..violated).filter_map(|i| equally_far(line, lines.get(i))).for_each(|line| equal.push(line));
        // Nothing fails but by rounding, for the present velocity is allowed; then it stays.
        if let Ok(better) = second(&equal, speed, Aim::Along(line.direction.left()), |_, _| ()) {
            velocity = better;
        }
        worst = line.violation(velocity);
        at = violated + 1;
    }
    velocity
}

/// The velocities that violate `line` no less than `other`: to the left of a line. Nothing where both have one direction.
///
/// The violations are linear in the velocity, so their difference is. The line is given by its point nearest to standing
/// still: where lines are nearly parallel, their crossing would be far away and its rounding would not.
#[inline]
fn equally_far(line: Line, other: Line) -> Option<Line> {
    let turn = other.direction - line.direction;
    let size = turn.length();
    if size <= PARALLEL {
        return None;
    }
    let direction = turn * (1.0 / size);
    let offset = other.direction.cross(other.point) - line.direction.cross(line.point);
    Some(Line { point: direction.left() * (offset / size), direction })
}
