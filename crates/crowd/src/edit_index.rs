//! A spatial hash of the edits that can cut routes, so that an agent that looks around is shown only those near it.
//!
//! Each edit is entered into all cells from which it may be within the distance of sight, so a place looks into one cell. Cells
//! that share a bucket are not told apart: an edit of another cell is one candidate more.

use crate::edit::Edit;
use crate::tuning::notice::{BUCKETS_AN_EDIT, CELLS_IN_SIGHT, MAX_EDIT_CELLS, MIN_BUCKETS};
use navigant_geometry::internals::Offset;

/// The edits of a log, by where they may be seen from.
#[derive(Clone, Debug)]
pub(crate) struct EditIndex {
    /// The distance of sight, in lattice steps.
    range: f64,
    /// One by the size of a cell.
    per_cell: f64,
    /// By the hash of a cell: positions in the log, ascending. A power of two of them.
    buckets: Vec<Vec<u32>>,
    /// Those that are seen from too many cells.
    wide: Vec<u32>,
    /// How many edits of the log have been entered.
    entered: usize,
}

impl EditIndex {
    /// The index of a log; nothing if the distance of sight is none that there can be cells for.
    pub(crate) fn of(edits: &[Edit], range: f64) -> Option<EditIndex> {
        if !(1.0..f64::INFINITY).contains(&range) {
            return None;
        }
        let buckets = (BUCKETS_AN_EDIT * edits.len()).next_power_of_two().max(MIN_BUCKETS);
        let (per_cell, buckets) = (CELLS_IN_SIGHT / range, vec![Vec::new(); buckets]);
        let mut index = EditIndex { range, per_cell, buckets, wide: Vec::new(), entered: 0 };
        index.catch_up(edits);
        Some(index)
    }

    /// Whether it is made for a distance of sight, and with buckets enough for the edits of a log.
    pub(crate) fn suits(&self, edits: &[Edit], range: f64) -> bool {
        self.range == range && edits.len() <= self.buckets.len()
    }

    /// Whether all edits of a log are in it, for a distance of sight or a larger one.
    pub(crate) fn is_complete(&self, edits: &[Edit], range: f64) -> bool {
        self.range >= range && self.entered == edits.len()
    }

    /// Enters the edits that were appended to the log.
    pub(crate) fn catch_up(&mut self, edits: &[Edit]) {
        for (at, edit) in edits.iter().enumerate().skip(self.entered).filter(|(_, edit)| edit.lengthens) {
            let sight = Offset::new(self.range, self.range);
            let ([left, low], [right, high]) = (self.cell(edit.low - sight), self.cell(edit.high + sight));
            if (right - left + 1).saturating_mul(high - low + 1) > MAX_EDIT_CELLS {
                self.wide.push(at as u32);
                continue;
            }
            for cell in (left..=right).flat_map(|x| (low..=high).map(move |y| [x, y])) {
                let bucket = self.bucket(cell);
                // Two cells of one edit may share a bucket.
                if self.buckets[bucket].last() != Some(&(at as u32)) {
                    self.buckets[bucket].push(at as u32);
                }
            }
        }
        self.entered = edits.len();
    }

    /// The positions in the log of the edits that may be within sight of a place, and of some that are not.
    pub(crate) fn near(&self, place: Offset) -> impl Iterator<Item = usize> + use<'_> {
        let bucket = &self.buckets[self.bucket(self.cell(place))];
        bucket.iter().chain(&self.wide).map(|&at| at as usize)
    }

    fn cell(&self, p: Offset) -> [i64; 2] {
        [(p.x * self.per_cell).floor() as i64, (p.y * self.per_cell).floor() as i64]
    }

    fn bucket(&self, [x, y]: [i64; 2]) -> usize {
        let mixed = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663);
        mixed as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use navigant_mesh::internals::MapInternals as _;
    use navigant_mesh::{Bounds, Effect, Map, Outline, Point};

    /// The slow twin looks at all edits.
    #[test]
    fn every_edit_within_sight_of_a_place_is_near_it() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [200.0, 100.0])).unwrap();
        let mut rng = Rng::new(41);
        for range in [0.5, 3.0, 30.0, 400.0] {
            let range = range / map.lattice().step();
            let (mut edits, mut index) = (Vec::new(), EditIndex::of(&[], range).unwrap());
            let (mut seen, mut shown) = (0, 0);
            for _ in 0..300 {
                let corner = Point::new(rng.range(0.0..200.0), rng.range(0.0..100.0));
                let size = rng.range(0.0..1.0f64).powi(8) * 150.0;
                let region = Bounds { min: corner, max: Point::new(corner.x + size, corner.y + 0.5 * size) };
                let effect = if rng.below(2) == 0 { Effect::Lengthens } else { Effect::Shortens };
                edits.push(Edit::of(&map, region, effect));
                index.catch_up(&edits);
                assert!(index.is_complete(&edits, range));
                let place = map.steps(Point::new(rng.range(0.0..200.0), rng.range(0.0..100.0)));
                let near: Vec<usize> = index.near(place).collect();
                let in_sight = |edit: &Edit| edit.lengthens && edit.may_be_within(range, place);
                for (at, _) in edits.iter().enumerate().filter(|(_, edit)| in_sight(edit)) {
                    assert!(near.contains(&at), "edit {at} from {place:?} with {range}");
                    seen += 1;
                }
                shown += near.len();
            }
            assert!(seen > 0 && (range > 1e6 || shown < 300 * 150 / 2), "{seen} in sight, {shown} shown");
        }
    }

    #[test]
    fn whoever_sees_nothing_or_everything_needs_no_index() {
        for range in [0.0, 0.5, f64::INFINITY, f64::NAN] {
            assert!(EditIndex::of(&[], range).is_none());
        }
    }
}
