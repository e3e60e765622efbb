//! How far legs and arcs are from corners and edges; all in steps.

use navigant_geometry::internals::Offset;

/// A straight leg, or an arc around a corner.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    Leg {
        from: Offset,
        to: Offset,
    },
    /// Counter-clockwise around a centre; the ways from there to where it starts and ends.
    Arc {
        centre: Offset,
        from: Offset,
        to: Offset,
    },
}

pub(super) fn nearest_on_segment(a: Offset, b: Offset, p: Offset) -> Offset {
    let along = b - a;
    let squared = along.squared();
    let part = if squared > 0.0 { (along.dot(p - a) / squared).clamp(0.0, 1.0) } else { 0.0 };
    a + along * part
}

pub(super) fn distance_to_segment(a: Offset, b: Offset, p: Offset) -> f64 {
    (nearest_on_segment(a, b, p) - p).length()
}

/// Whether a way from the centre of an arc leads through it.
fn spans(from: Offset, to: Offset, way: Offset) -> bool {
    let (after, before) = (from.cross(way) >= 0.0, way.cross(to) >= 0.0);
    if from.cross(to) >= 0.0 { after && before } else { after || before }
}

impl Run {
    pub(super) fn distance(self, p: Offset) -> f64 {
        match self {
            Run::Leg { from, to } => distance_to_segment(from, to, p),
            Run::Arc { centre, from, to } => {
                let way = p - centre;
                if spans(from, to, way) {
                    (way.length() - from.length()).abs()
                } else {
                    (way - from).squared().min((way - to).squared()).sqrt()
                }
            }
        }
    }

    pub(super) fn distance_to_segment(self, a: Offset, b: Offset) -> f64 {
        if self.crosses(a, b) {
            return 0.0;
        }
        let ends = [self.distance(a), self.distance(b)];
        let own = match self {
            Run::Leg { from, to } => [distance_to_segment(a, b, from), distance_to_segment(a, b, to), f64::INFINITY],
            Run::Arc { centre, from, to } => [
                distance_to_segment(a, b, centre + from),
                distance_to_segment(a, b, centre + to),
                self.distance(nearest_on_segment(a, b, centre)),
            ],
        };
        ends.into_iter().chain(own).fold(f64::INFINITY, f64::min)
    }

    fn crosses(self, a: Offset, b: Offset) -> bool {
        match self {
            Run::Leg { from, to } => {
                let (along, line) = (b - a, to - from);
                along.cross(from - a) * along.cross(to - a) < 0.0 && line.cross(a - from) * line.cross(b - from) < 0.0
            }
            Run::Arc { centre, from, to } => {
                circle_meets(centre, from.length(), a, b, 0.0).into_iter().flatten().any(|way| spans(from, to, way))
            }
        }
    }

    /// Whether it leads out over an edge, from the left of it to its right, by more than a leeway.
    pub(super) fn leaves(self, a: Offset, b: Offset, leeway: f64) -> bool {
        let length = (b - a).length();
        let along = (b - a) * (1.0 / length);
        match self {
            Run::Leg { from, to } => {
                let [before, after] = [from, to].map(|p| along.cross(p - a));
                if before < -leeway || after >= -leeway {
                    return false;
                }
                let part = (before / (before - after)).clamp(0.0, 1.0);
                (0.0..=length).contains(&along.dot(from + (to - from) * part - a))
            }
            Run::Arc { centre, from, to } => {
                let mut meetings = circle_meets(centre, from.length(), a, b, leeway).into_iter().flatten();
                meetings.any(|way| {
                    // An arc that starts on the edge, but for rounding, may lead inwards; one that ends there, too.
                    let is_outward = along.cross(way.left()) < 0.0;
                    let [at_start, at_end] = [from, to].map(|end| (way - end).length() <= leeway);
                    at_start && is_outward || at_end && !is_outward || !at_start && !at_end && spans(from, to, way)
                })
            }
        }
    }
}

/// Where a circle crosses a segment by more than a leeway, as ways from its centre.
fn circle_meets(centre: Offset, radius: f64, a: Offset, b: Offset, leeway: f64) -> [Option<Offset>; 2] {
    let length = (b - a).length();
    let along = (b - a) * (1.0 / length);
    let (foot, aside) = (along.dot(centre - a), -along.cross(centre - a));
    if radius - aside.abs() <= leeway {
        return [None; 2];
    }
    let half = (radius * radius - aside * aside).sqrt();
    [half, -half].map(|half| (0.0..=length).contains(&(foot + half)).then(|| along.left() * aside + along * half))
}
