//! Tangents and arcs of circles, and their distances from segments: by angles, in floats.

use super::clearance::length;
use std::f64::consts::TAU;

/// A point or a vector.
pub(super) type V = [f64; 2];

/// A straight leg or a circular arc.
#[derive(Clone, Copy)]
pub(super) enum Run {
    Leg(V, V),
    /// Around a centre from an angle on by another, which is positive.
    Arc(V, f64, f64),
}

/// The tangents of two circles of one radius: two outer ones and, if the circles do not overlap, two inner ones. By the
/// angles of their ends on either circle.
pub(super) fn common_tangents(a: V, b: V, radius: f64) -> Vec<[f64; 2]> {
    let d = [b[0] - a[0], b[1] - a[1]];
    let squared = d[0] * d[0] + d[1] * d[1];
    let ahead = d[1].atan2(d[0]);
    let mut tangents = Vec::new();
    for side in [TAU / 4.0, -TAU / 4.0] {
        tangents.push([ahead + side, ahead + side]);
        let inner = squared - 4.0 * radius * radius;
        // Circles that overlap by less than floats can tell touch; the pinches know better.
        if inner >= -1e-12 * squared {
            let half = inner.max(0.0).sqrt().atan2(2.0 * radius) * side.signum();
            tangents.push([ahead + half, ahead + half + TAU / 2.0]);
        }
    }
    tangents.into_iter().map(|ends| ends.map(|angle| angle.rem_euclid(TAU))).collect()
}

/// The ends of the tangents from a point to a circle, by their angles; the point itself if it is on the circle.
pub(super) fn tangents_from(p: V, centre: V, radius: f64) -> Vec<f64> {
    let d = [p[0] - centre[0], p[1] - centre[1]];
    let length = (d[0] * d[0] + d[1] * d[1] - radius * radius).max(0.0).sqrt();
    let back = d[1].atan2(d[0]);
    let half = length.atan2(radius);
    [back + half, back - half].map(|angle| angle.rem_euclid(TAU)).to_vec()
}

pub(super) fn on_circle(centre: V, radius: f64, angle: f64) -> V {
    [centre[0] + radius * angle.cos(), centre[1] + radius * angle.sin()]
}

pub(super) fn between(a: V, b: V) -> f64 {
    length(a[0] - b[0], a[1] - b[1])
}

fn point_to_segment(p: V, a: V, b: V) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let squared = dx * dx + dy * dy;
    let along = dx * (p[0] - a[0]) + dy * (p[1] - a[1]);
    if along <= 0.0 {
        between(p, a)
    } else if along >= squared {
        between(p, b)
    } else {
        (dx * (p[1] - a[1]) - dy * (p[0] - a[0])).abs() / squared.sqrt()
    }
}

pub(super) fn side(a: V, b: V, p: V) -> f64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

impl Run {
    /// A box around it.
    pub(super) fn bounds(self, radius: f64) -> (V, V) {
        match self {
            Run::Leg(a, b) => ([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]),
            Run::Arc(c, ..) => ([c[0] - radius, c[1] - radius], [c[0] + radius, c[1] + radius]),
        }
    }

    /// Whether no segment is nearer than a distance, which is at most the radius.
    pub(super) fn is_open(self, segments: &[[V; 2]], radius: f64, far: f64) -> bool {
        let (low, high) = self.bounds(radius);
        segments.iter().all(|&[a, b]| {
            let apart = (0..2).any(|i| a[i].min(b[i]) - high[i] > radius || low[i] - a[i].max(b[i]) > radius);
            apart || self.distance(a, b, radius) >= far
        })
    }

    /// How far it is from a segment, which may be a point; the radius is that of the arc.
    pub(super) fn distance(self, a: V, b: V, radius: f64) -> f64 {
        match self {
            Run::Leg(p, q) => {
                if side(a, b, p) * side(a, b, q) < 0.0 && side(p, q, a) * side(p, q, b) < 0.0 {
                    return 0.0;
                }
                let ends = [(p, a, b), (q, a, b), (a, p, q), (b, p, q)];
                ends.into_iter().map(|(p, a, b)| point_to_segment(p, a, b)).fold(f64::INFINITY, f64::min)
            }
            Run::Arc(centre, start, by) => arc_to_segment(centre, radius, start, by, a, b),
        }
    }
}

/// The distance between an arc and a segment. It is 0 where they cross; otherwise one of the two closest points is an
/// end, or both are on the line from the centre at right angles to the segment.
fn arc_to_segment(centre: V, radius: f64, start: f64, by: f64, a: V, b: V) -> f64 {
    let is_on = |p: V| (p[1] - centre[1]).atan2(p[0] - centre[0]).sub_angle(start) <= by;
    let mut least = f64::INFINITY;
    for angle in [start, start + by] {
        least = least.min(point_to_segment(on_circle(centre, radius, angle), a, b));
    }
    for p in [a, b].into_iter().filter(|&p| is_on(p)) {
        least = least.min((between(p, centre) - radius).abs());
    }
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let squared = dx * dx + dy * dy;
    if squared == 0.0 {
        return least;
    }
    let foot = (dx * (centre[0] - a[0]) + dy * (centre[1] - a[1])) / squared;
    let beside = side(a, b, centre).abs() / squared.sqrt();
    let at = |t: f64| [a[0] + dx * t, a[1] + dy * t];
    if beside >= radius {
        if (0.0..=1.0).contains(&foot) && is_on(at(foot)) {
            least = least.min(beside - radius);
        }
    } else {
        let half = (radius * radius - beside * beside).sqrt() / squared.sqrt();
        let crosses = |t: f64| (0.0..=1.0).contains(&t) && is_on(at(t));
        if crosses(foot - half) || crosses(foot + half) {
            return 0.0;
        }
    }
    least
}

trait Angle {
    /// How far left one turns from another angle to this one: from 0 to a full turn.
    fn sub_angle(self, other: f64) -> f64;
}

impl Angle for f64 {
    fn sub_angle(self, other: f64) -> f64 {
        (self - other).rem_euclid(TAU)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_from_an_arc_to_a_segment() {
        let quarter = |a: V, b: V| arc_to_segment([0.0, 0.0], 2.0, 0.0, TAU / 4.0, a, b);
        assert!((quarter([0.0, 4.0], [4.0, 0.0]) - (8f64.sqrt() - 2.0)).abs() < 1e-12);
        assert!((quarter([-4.0, 0.0], [-4.0, 2.0]) - 4.0).abs() < 1e-12);
        assert_eq!(quarter([0.0, 0.0], [4.0, 4.0]), 0.0);
        assert!((quarter([0.0, 0.0], [1.0, 1.0]) - (2.0 - 2f64.sqrt())).abs() < 1e-12);
        assert!((quarter([0.0, 0.0], [-3.0, -3.0]) - 2.0).abs() < 1e-12);
        assert!((quarter([3.0, -1.0], [3.0, 1.0]) - 1.0).abs() < 1e-12);
        let most = |a: V, b: V| arc_to_segment([0.0, 0.0], 2.0, 0.0, TAU * 0.75, a, b);
        assert!((most([-3.0, -1.0], [-3.0, 1.0]) - 1.0).abs() < 1e-12);
        assert!((most([4.0, -4.0], [4.0, -4.0]) - 20f64.sqrt()).abs() < 1e-12);
    }
}
