//! Gates: the intervals of an edge that a disc's centre can cross.

use super::feature::Feature;
use super::profiles::Profiles;
use crate::ids::EdgeId;
use crate::map::Map;
use navigant_geometry::internals::Offset;

/// A part of an edge, in metres from the vertex it starts at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// Where it begins.
    pub from: f64,
    /// Where it ends; not before it begins.
    pub to: f64,
}

impl Map {
    /// The gates of an edge for a radius in metres: the intervals of it with at least that clearance, in order.
    /// None where the edge is a wall; all of it for radius 0.
    ///
    /// Cost: the few features of the edge's profile.
    pub(crate) fn gates(&self, e: EdgeId, radius: f64) -> Vec<Gate> {
        let mut gates = Vec::new();
        if self.is_wall(e) || !self.is_free(e.face()) || radius.is_nan() {
            return gates;
        }
        let step = self.lattice().step();
        let radius = radius / step;
        let [a, b] = [self.origin(e), self.target(e)].map(|v| Offset::to(self.lattice_point(v)));
        let length = (b - a).length();
        let line = Line { from: a, along: (b - a) * (1.0 / length) };
        let mut blocked = vec![(f64::NEG_INFINITY, radius), (length - radius, f64::INFINITY)];
        blocked.extend(self.profiles().both_sides(self, e).filter_map(|f| line.too_near(self, f, radius)));
        blocked.sort_by(|p, q| p.0.total_cmp(&q.0));
        let mut from = f64::NEG_INFINITY;
        for (begin, end) in blocked {
            if begin >= from && from > f64::NEG_INFINITY {
                gates.push(Gate { from: from * step, to: begin * step });
            }
            from = from.max(end);
        }
        gates
    }
}

impl Profiles {
    /// The features on both sides of an edge that are nearest somewhere along it; its own ends are not listed.
    pub fn both_sides<'p>(&'p self, map: &Map, e: EdgeId) -> impl Iterator<Item = Feature> + use<'p> {
        self.left_of(e).chain(self.left_of(map.twin(e)))
    }
}

/// A line with a direction of length 1.
struct Line {
    from: Offset,
    along: Offset,
}

impl Line {
    /// The places on the line that are nearer to a feature than a distance: an interval, for features are convex.
    fn too_near(&self, map: &Map, feature: Feature, distance: f64) -> Option<(f64, f64)> {
        // Along the line, and across it.
        let [(a, up_a), (b, up_b)] = feature.ends(map).map(|p| {
            let way = p - self.from;
            (way.dot(self.along), self.along.cross(way))
        });
        let around = |at: f64, up: f64| {
            let half = (distance * distance - up * up).sqrt();
            (half > 0.0).then_some((at - half, at + half))
        };
        let mut near = [around(a, up_a), around(b, up_b), None, None];
        let (run, rise) = (b - a, up_b - up_a);
        let length = (run * run + rise * rise).sqrt();
        if length > 0.0 {
            // The two lines beside the wall meet ours; where the foot on the wall is inside it, that bounds the interval.
            for (slot, side) in [(2, distance), (3, -distance)] {
                // A point of the offset segment: (a, up_a) + side·normal + t·(run, rise), at height 0.
                let height = up_a + side * run / length;
                if rise != 0.0 {
                    let t = -height / rise;
                    if (0.0..=1.0).contains(&t) {
                        let at = a - side * rise / length + t * run;
                        near[slot] = Some((at, at));
                    }
                }
            }
        }
        let hull = |(low, high): (f64, f64), (begin, end): (f64, f64)| (low.min(begin), high.max(end));
        near.into_iter().flatten().reduce(hull).filter(|(low, high)| low < high)
    }
}
