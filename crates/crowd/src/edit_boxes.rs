//! The boxes of the edits that can cut routes, coordinate by coordinate: four at once are compared with the box around a route.
//!
//! A plan is compared with all edits of the last minutes, and nearly all are elsewhere. Their boxes alone are a sixth of what is known
//! about them, and which side of a route they are on no processor can predict.

use crate::edit::{Edit, EditLog};
use crate::lanes::{LANES, Lanes};
use crate::planning_state::Unseen;
use crate::route::box_around;
use crate::route_repair::Old;
use crate::tuning::notice::CUT_DISTANCE;
use navigant_geometry::internals::Offset;

/// By the position of an edit in its log: its box, a little larger, or one that touches nothing if it can cut no route.
#[derive(Clone, Debug, Default)]
pub(crate) struct EditBoxes {
    low_x: Vec<f32>,
    low_y: Vec<f32>,
    high_x: Vec<f32>,
    high_y: Vec<f32>,
    len: usize,
}

/// More than an f32 is rounded by within the lattice, whose coordinates have 26 bits.
const ROUNDING: f64 = 8.0;

impl EditBoxes {
    /// The boxes of the edits of a log.
    pub(crate) fn of(edits: &[Edit]) -> EditBoxes {
        let mut boxes = EditBoxes::default();
        edits.iter().for_each(|edit| boxes.push(edit));
        boxes
    }

    pub(crate) fn push(&mut self, edit: &Edit) {
        if self.len == self.low_x.len() {
            // Four at once can be read from any multiple of four on.
            for column in [&mut self.low_x, &mut self.low_y] {
                column.extend([f32::INFINITY; LANES]);
            }
            for column in [&mut self.high_x, &mut self.high_y] {
                column.extend([f32::NEG_INFINITY; LANES]);
            }
        }
        let at = self.len;
        self.len += 1;
        if edit.lengthens {
            (self.low_x[at], self.low_y[at]) = ((edit.low.x - ROUNDING) as f32, (edit.low.y - ROUNDING) as f32);
            (self.high_x[at], self.high_y[at]) = ((edit.high.x + ROUNDING) as f32, (edit.high.y + ROUNDING) as f32);
        }
    }

    /// The edit at a position can cut no route any more.
    pub(crate) fn end(&mut self, at: usize) {
        if let Some(low) = self.low_x.get_mut(at) {
            *low = f32::INFINITY;
        }
    }

    /// The positions from `begin` on, ascending, of all edits that can cut a route and touch a box, and of some that nearly do.
    pub(crate) fn touching(&self, begin: usize, [low, high]: [Offset; 2]) -> impl Iterator<Item = usize> + use<'_> {
        let [left, below] = [low.x - ROUNDING, low.y - ROUNDING].map(|c| Lanes::opaque(c as f32));
        let [right, above] = [high.x + ROUNDING, high.y + ROUNDING].map(|c| Lanes::opaque(c as f32));
        (begin / LANES..self.low_x.len() / LANES).map(|four| four * LANES).flat_map(move |at| {
            let [low_x, low_y, high_x, high_y] =
                [&self.low_x, &self.low_y, &self.high_x, &self.high_y].map(|column| Lanes::of(column, at));
            let beside = low_x.at_most(right) & left.at_most(high_x);
            let mut bits = (beside & low_y.at_most(above) & below.at_most(high_y)).bits();
            std::iter::from_fn(move || {
                let next = (bits != 0).then(|| at + bits.trailing_zeros() as usize);
                bits &= bits.wrapping_sub(1);
                next
            })
            .filter(move |&at| at >= begin)
        })
    }
}

impl EditLog {
    /// Those that cut a route from as far on as the agent knows it: one of them, the nearest, and whether there are more.
    pub(crate) fn cuts_beyond(&self, route: &Old<'_>, now: u32) -> Unseen {
        let &Old { place, bends, target, radius, reach, .. } = route;
        // The first leg that ends as far on as that.
        let (mut from, mut so_far, mut passed) = (place, 0.0, 0);
        for next in bends.iter().map(|bend| bend.corner()).chain([target]) {
            so_far += (next - from).length();
            if so_far >= reach {
                break;
            }
            (from, passed) = (next, passed + 1);
        }
        let Some(bends) = bends.get(passed..) else { return Unseen::default() };
        // Most edits are elsewhere. A step more, for rounding.
        let distance = CUT_DISTANCE * radius;
        let around = box_around(from, bends, target, distance + 1.0);
        let (mut nearest, mut least, mut count) = (None, f64::INFINITY, 0);
        for edit in self.latest_touching(now, around).filter(|edit| edit.cuts(from, bends, target, distance, 0.0)) {
            let away = edit.distance(place);
            if nearest.is_none() || away < least {
                (nearest, least) = (Some(edit.number), away);
            }
            count += 1;
        }
        Unseen { cut: nearest, more: count > 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use crate::route::Bend;
    use crate::tuning::notice::REMEMBERED_STEPS;
    use navigant_geometry::internals::LatticeInternals as _;
    use navigant_mesh::{Bounds, Effect, Map, Outline, Point};

    /// The slow twin compares each edit with all legs.
    #[test]
    fn cuts_beyond_a_distance_are_those_of_all_edits() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [200.0, 100.0])).unwrap();
        let step = map.lattice().step();
        let mut rng = Rng::new(23);
        let mut counts = [0; 3];
        for round in 0..300 {
            let mut log = EditLog::default();
            let mut came = Vec::new();
            for version in 1..1 + rng.below(60) {
                let corner = Point::new(rng.range(0.0..200.0), rng.range(0.0..100.0));
                let size = rng.range(0.0..1.0f64).powi(4) * 60.0;
                let region = Bounds { min: corner, max: Point::new(corner.x + size, corner.y + 0.5 * size) };
                let goes = rng.below(3) == 0 && !came.is_empty();
                let effect = if goes { Effect::Shortens } else { Effect::Lengthens };
                let gone_since = if goes { came.swap_remove(rng.below(came.len() as u32) as usize) } else { 0 };
                if !goes {
                    came.push(version);
                }
                log.push(Edit { version, gone_since, ..Edit::of(&map, region, effect) }, version * 40);
                if rng.below(20) == 0 {
                    log.told();
                    log.forget_all_but(&[], Some(version * 40));
                }
            }
            let mut place = || map.lattice().snap(Point::new(rng.range(0.0..200.0), rng.range(0.0..100.0))).unwrap();
            let (start, target) = (Offset::to(place()), Offset::to(place()));
            let bends: Vec<Bend> = (0..round % 8).map(|_| Bend::new(place(), true)).collect();
            for reach in [0.0, 1.0, 50.0, 120.0, 1e4] {
                let (radius, reach, now) = (rng.range(0.1..2.0) / step, reach / step, 2400 + rng.below(1500));
                let route = Old { place: start, bends: &bends, target, slack: 0.0, radius, reach };
                let (edits, ..) = log.parts();
                let cuts = edits.iter().filter(|edit| {
                    now - edit.learnt < REMEMBERED_STEPS
                        && edit.cuts(start, &bends, target, CUT_DISTANCE * radius, reach)
                });
                let cuts: Vec<&Edit> = cuts.collect();
                let nearest = cuts.iter().min_by(|a, b| a.distance(start).total_cmp(&b.distance(start)));
                let wanted = Unseen { cut: nearest.map(|edit| edit.number), more: cuts.len() > 1 };
                assert_eq!(log.cuts_beyond(&route, now), wanted, "round {round}, {reach}");
                counts[cuts.len().min(2)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}
