//! Where verified paths have crossed edges: what is farther away than by them is dominated.
//!
//! Let y be a point of an edge that a verified path has come to at cost g(y). Another path that crosses the edge at x with a
//! cost above g(y) + |xy| is no part of a shortest path, if the disc can move from y to x along the edge. Between two points of
//! the edge that have room only a corner beside the edge can be in the way: the distance between two segments that do not cross is
//! attained at an end of one of them. So where no corner is near (`corner_beyond`), it can.
//!
//! The cost of the lines of a window, as a function of x, grows by no more than the distance. So if the line that crosses farthest
//! from y is dominated, all lines between are: this is Xin and Wang's filter of windows ("Improving Chen and Han's Algorithm on
//! the Discrete Geodesic Problem", 2009), with points of edges instead of the corners of triangles, where a disc has no room.
//! Each edge keeps two crossings: those by which its two ends are nearest.

use crate::tolerance::ABOVE;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _, Profiles, leeway};
use navigant_mesh::{EdgeId, Map};

/// A place on an edge and the cost of getting there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The distance from the origin of the edge.
    pub(super) at: f64,
    pub(super) cost: f64,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    epoch: u32,
    /// The crossings by which the origin is nearest, and the target.
    nearest: [Crossing; 2],
}

/// The edges that one search has crossed, by edges and their twins alike; what earlier searches crossed is forgotten at no cost.
#[derive(Debug, Default)]
pub(super) struct Crossed {
    epoch: u32,
    records: Vec<Record>,
    /// Costs that differ by no more, in steps, are not told apart.
    margin: f64,
}

impl Crossed {
    /// Forgets the last search.
    ///
    /// A leg may pass a corner nearer than the radius r by the leeway d, and one from there may not. From a place that is nearer by d
    /// the tangent is turned by √(2d/r), which makes a path shorter by up to √(2dr), at each end of two legs.
    pub(super) fn begin(&mut self, map: &Map, radius: f64) {
        self.margin = 1e-6 + 4.0 * (2.0 * leeway(radius) * radius).sqrt();
        let none = Record { epoch: 0, nearest: [Crossing { at: 0.0, cost: 0.0 }; 2] };
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.records.fill(none);
            self.epoch = 1;
        }
        if self.records.len() < 4 * map.face_slots() {
            self.records.resize(4 * map.face_slots(), none);
        }
    }

    /// Notes that a path has crossed an edge, of a length.
    pub(super) fn note(&mut self, map: &Map, e: EdgeId, mut here: Crossing, length: f64) {
        let twin = map.twin(e);
        let is_reversed = twin.index() < e.index();
        if is_reversed {
            here.at = length - here.at;
        }
        let record = &mut self.records[if is_reversed { twin } else { e }.index()];
        if record.epoch != self.epoch {
            *record = Record { epoch: self.epoch, nearest: [here; 2] };
            return;
        }
        let Crossing { at, cost } = here;
        let rest = length - at;
        let [origin, target] = &mut record.nearest;
        if cost + at < origin.cost + origin.at {
            *origin = here;
        }
        if cost + rest < target.cost + (length - target.at) {
            *target = here;
        }
    }

    /// What has crossed an edge, if the disc can move along it from one place with room to another.
    #[inline]
    fn record(&self, map: &Map, e: EdgeId, radius: f64) -> Option<([Crossing; 2], bool)> {
        let twin = map.twin(e);
        let is_reversed = twin.index() < e.index();
        let record = &self.records[if is_reversed { twin } else { e }.index()];
        let is_clear =
            |profiles: &Profiles| f64::from(profiles.corner_beyond(e).min(profiles.corner_beyond(twin))) > radius;
        (record.epoch == self.epoch && is_clear(map.profiles())).then_some((record.nearest, is_reversed))
    }

    /// Whether lines that cross an edge between two places are dominated; `crossings` gives these places, with lower bounds on the
    /// costs there, if it is asked for.
    #[inline]
    pub(super) fn dominates(
        &self,
        map: &Map,
        e: EdgeId,
        radius: f64,
        crossings: impl FnOnce() -> [Crossing; 2],
    ) -> bool {
        let Some((mut nearest, is_reversed)) = self.record(map, e, radius) else { return false };
        if is_reversed {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
            let length = (b - a).length();
            nearest = nearest.map(|Crossing { at, cost }| Crossing { at: length - at, cost });
        }
        let crossings = crossings();
        nearest.iter().any(|y| crossings.iter().all(|x| x.cost > (y.cost + (x.at - y.at).abs()) * ABOVE + self.margin))
    }
}
