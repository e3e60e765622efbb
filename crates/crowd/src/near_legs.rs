//! The legs of a route near a place: what edits near that place are compared with, instead of all legs.

use crate::edit::Edit;
use crate::route::{Bend, box_around};
use crate::tuning::notice::MAX_NEAR_LEGS;
use navigant_geometry::internals::Offset;

/// A way, and its legs that come near a square around its start.
pub(crate) struct NearLegs<'r> {
    start: Offset,
    bends: &'r [Bend],
    target: Offset,
    /// Edits are no farther from it than this if they cut it.
    distance: f64,
    /// Only legs in the list can be so near to an edit inside of this box; there is none if they are too many.
    within: Option<[Offset; 2]>,
    legs: [[Offset; 2]; MAX_NEAR_LEGS],
    len: usize,
    /// A box around all places that an edit which cuts the way touches.
    around: [Offset; 2],
}

impl<'r> NearLegs<'r> {
    /// The legs of a way from a place, for edits that are compared with it by at most a distance. `reach` is the half of a side of the
    /// square: edits beyond it are compared with all legs.
    pub(crate) fn of(start: Offset, bends: &'r [Bend], target: Offset, distance: f64, reach: f64) -> NearLegs<'r> {
        let by = Offset::new(reach, reach);
        let within = [start - by, start + by];
        let around = box_around(start, bends, target, distance);
        let legs = [[Offset::default(); 2]; MAX_NEAR_LEGS];
        let mut near = NearLegs { start, bends, target, distance, within: Some(within), legs, len: 0, around };
        // A step more, for rounding.
        let reach = reach + distance + 1.0;
        let mut last = start;
        for next in bends.iter().map(|bend| bend.corner()).chain([target]) {
            let from = std::mem::replace(&mut last, next);
            let is_beside = |p: f64, q: f64, middle: f64| p.min(q) <= middle + reach && p.max(q) >= middle - reach;
            if is_beside(from.x, next.x, start.x) && is_beside(from.y, next.y, start.y) {
                let Some(leg) = near.legs.get_mut(near.len) else {
                    near.within = None;
                    break;
                };
                *leg = [from, next];
                near.len += 1;
            }
        }
        near
    }

    /// Whether an edit cuts the way: comes nearer to it than a distance, which is not more than the one it was made for.
    pub(crate) fn are_cut_by(&self, edit: &Edit, distance: f64) -> bool {
        debug_assert!(distance <= self.distance);
        if !edit.touches(self.around) {
            return false;
        }
        match self.within {
            Some([low, high]) if edit.is_inside([low, high]) => {
                edit.lengthens && self.legs[..self.len].iter().any(|&[from, to]| edit.is_near(from, to, distance))
            }
            _ => edit.cuts(self.start, self.bends, self.target, distance, 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use navigant_geometry::internals::LatticeInternals as _;
    use navigant_mesh::{Bounds, Effect, Map, Outline, Point};

    /// The slow twin compares each edit with all legs.
    #[test]
    fn what_cuts_a_way_is_found_by_its_near_legs() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [200.0, 100.0])).unwrap();
        let step = map.lattice().step();
        let mut rng = Rng::new(17);
        let (mut cuts, mut near, mut inside) = (0, 0, 0);
        for round in 0..3000 {
            let mut place = || Point::new(rng.range(0.0..200.0), rng.range(0.0..100.0));
            let on_lattice = |p: Point| map.lattice().snap(p).unwrap();
            let (start, target) = (Offset::to(on_lattice(place())), Offset::to(on_lattice(place())));
            let count = if round % 10 == 0 { 3 * MAX_NEAR_LEGS } else { round % 12 };
            let bends: Vec<Bend> = (0..count).map(|_| Bend::new(on_lattice(place()), true)).collect();
            let (distance, reach) = (rng.range(0.1..3.0) / step, rng.range(1.0..60.0) / step);
            let legs = NearLegs::of(start, &bends, target, distance, reach);
            for _ in 0..20 {
                let corner = Point::new(rng.range(0.0..200.0), rng.range(0.0..100.0));
                let size = rng.range(0.0..1.0f64).powi(4) * 60.0;
                let region = Bounds { min: corner, max: Point::new(corner.x + size, corner.y + 0.5 * size) };
                let edit = Edit::of(&map, region, if rng.below(8) == 0 { Effect::Shortens } else { Effect::Lengthens });
                for distance in [distance, 0.5 * distance] {
                    let expected = edit.cuts(start, &bends, target, distance, 0.0);
                    assert_eq!(legs.are_cut_by(&edit, distance), expected, "round {round}");
                    cuts += usize::from(expected);
                }
                let is_inside = legs.within.is_some_and(|within| edit.is_inside(within));
                inside += usize::from(is_inside);
                near += usize::from(is_inside && legs.len < bends.len());
            }
        }
        assert!(cuts > 1000 && near > 1000 && inside > near, "{cuts} cuts, {near} of {inside} by fewer legs");
    }
}
