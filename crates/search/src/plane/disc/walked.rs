//! Which parts of the circles around corners a search has walked along.

use super::super::path::Bend;
use super::tangent::{ahead, angle};
use navigant_geometry::internals::Offset;
use navigant_mesh::Map;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};

/// The arcs that one search has walked, by corner and side; what earlier searches walked is forgotten at no cost.
///
/// Directions are those from the corner to the centre of the disc, as unit vectors.
#[derive(Debug, Default)]
pub(super) struct Walked {
    epoch: u32,
    /// By vertex and turn: the search, and the last arc.
    last: Vec<[(u32, u32); 2]>,
    arcs: Vec<Arc>,
}

#[derive(Clone, Copy, Debug)]
struct Arc {
    from: Offset,
    to: Offset,
    /// The cost at its start.
    cost: f64,
    /// The arc before it around the same corner.
    before: Option<u32>,
}

/// Costs that differ by less, relatively, are equal.
const EQUAL: f64 = 1e-12;

impl Walked {
    /// Forgets the last search.
    pub(super) fn begin(&mut self, map: &Map) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.last.fill([(0, 0); 2]);
            self.epoch = 1;
        }
        if self.last.len() < map.vertex_slots() {
            self.last.resize(map.vertex_slots(), [(0, 0); 2]);
        }
        self.arcs.clear();
    }

    fn arcs_around(&self, bend: Bend) -> impl Iterator<Item = &Arc> {
        let (epoch, last) = self.last[bend.vertex.index()][bend.turn as usize];
        let mut next = (epoch == self.epoch).then_some(last);
        std::iter::from_fn(move || {
            let arc = &self.arcs[next? as usize];
            next = arc.before;
            Some(arc)
        })
    }

    /// Whether a search has walked past a direction around a corner at no higher cost: then an arrival there is dominated.
    pub(super) fn dominates(&self, bend: Bend, at: Offset, cost: f64, radius: f64) -> bool {
        self.arcs_around(bend).any(|arc| {
            let here = ahead(arc.from, at, bend.turn);
            // A little before its start, but for rounding, is at its start.
            let turned = if here > 4.0 - EQUAL { 0.0 } else { angle(arc.from, at, bend.turn) };
            (turned == 0.0 || here <= ahead(arc.from, arc.to, bend.turn))
                && arc.cost + turned * radius <= cost * (1.0 + EQUAL)
        })
    }

    /// The first direction, seen from one where a walk is, at which an arc begins that dominates the walk from there on.
    pub(super) fn next(&self, bend: Bend, at: Offset, cost: f64, radius: f64) -> Option<Offset> {
        let dominating = self
            .arcs_around(bend)
            .filter(|arc| arc.cost <= (cost + angle(at, arc.from, bend.turn) * radius) * (1.0 + EQUAL));
        dominating.map(|arc| arc.from).min_by(|a, b| ahead(at, *a, bend.turn).total_cmp(&ahead(at, *b, bend.turn)))
    }

    /// Notes an arc.
    pub(super) fn note(&mut self, bend: Bend, from: Offset, to: Offset, cost: f64) {
        let last = &mut self.last[bend.vertex.index()][bend.turn as usize];
        let before = (last.0 == self.epoch).then_some(last.1);
        *last = (self.epoch, self.arcs.len() as u32);
        self.arcs.push(Arc { from, to, cost, before });
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::path::Turn;
    use super::*;
    use navigant_geometry::Outline;

    #[test]
    fn an_arrival_is_dominated_by_an_arc_that_costs_no_more_there() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        let mut walked = Walked::default();
        walked.begin(&map);
        let bend = Bend { vertex: map.vertices().next().unwrap(), turn: Turn::Left };
        walked.note(bend, Offset::new(1.0, 0.0), Offset::new(0.0, 1.0), 100.0);
        let at = Offset::new(0.6, 0.8);
        let cost = 100.0 + 10.0 * 0.8f64.atan2(0.6);
        for (more, is_dominated) in [(-0.5, false), (-1e-6, false), (0.0, true), (1e-6, true), (0.5, true)] {
            assert_eq!(walked.dominates(bend, at, cost + more, 10.0), is_dominated, "{more}");
        }
        // Beyond its end, around the other side, and in another search.
        assert!(!walked.dominates(bend, Offset::new(-0.6, 0.8), cost + 50.0, 10.0));
        assert!(!walked.dominates(Bend { turn: Turn::Right, ..bend }, at, cost, 10.0));
        walked.begin(&map);
        assert!(!walked.dominates(bend, at, cost, 10.0));
    }
}
