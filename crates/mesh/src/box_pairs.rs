//! Overlapping pairs of boxes, by a uniform grid.

use crate::tuning::box_pairs::{ALL_PAIRS, CELLS_PER_BOX, PAIRS_PER_BOX};
use navigant_geometry::internals::LatticePoint;

/// A closed box of the lattice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LatticeBox {
    low: LatticePoint,
    high: LatticePoint,
}

impl LatticeBox {
    /// Around some points; empty without any.
    pub(crate) fn of(points: impl IntoIterator<Item = LatticePoint>) -> LatticeBox {
        let (least, most) = (LatticePoint::new(i32::MIN, i32::MIN), LatticePoint::new(i32::MAX, i32::MAX));
        let mut bounds = LatticeBox { low: most, high: least };
        for p in points {
            bounds.low = LatticePoint::new(bounds.low.x.min(p.x), bounds.low.y.min(p.y));
            bounds.high = LatticePoint::new(bounds.high.x.max(p.x), bounds.high.y.max(p.y));
        }
        bounds
    }

    /// The box grown by a number of steps on all sides.
    pub(crate) fn grown(self, by: i32) -> LatticeBox {
        if self.is_empty() {
            return self;
        }
        LatticeBox {
            low: LatticePoint::new(self.low.x - by, self.low.y - by),
            high: LatticePoint::new(self.high.x + by, self.high.y + by),
        }
    }

    fn is_empty(self) -> bool {
        self.low.x > self.high.x
    }

    pub(crate) fn meets(self, other: LatticeBox) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }
}

/// Whether two boxes meet for which `holds`, the one with the smaller index first. It also says so, without having found
/// any, where looking on would take more than linear work.
pub(crate) fn any_pair(boxes: &[LatticeBox], mut holds: impl FnMut(usize, usize) -> bool) -> bool {
    let mut check = |i: usize, j: usize| boxes[i].meets(boxes[j]) && holds(i, j);
    if boxes.len() <= ALL_PAIRS {
        return (0..boxes.len()).any(|j| (0..j).any(|i| check(i, j)));
    }
    let all = LatticeBox::of(boxes.iter().filter(|b| !b.is_empty()).flat_map(|b| [b.low, b.high]));
    if all.is_empty() {
        return false;
    }
    let extent = (i64::from(all.high.x) - i64::from(all.low.x)).max(i64::from(all.high.y) - i64::from(all.low.y));
    let size = extent / (boxes.len() as f64).sqrt() as i64 + 1;
    let cell = |p: LatticePoint| {
        [i64::from(p.x) - i64::from(all.low.x), i64::from(p.y) - i64::from(all.low.y)].map(|c| (c / size) as u32)
    };
    let mut entries: Vec<(u32, u32, u32)> = Vec::with_capacity(2 * boxes.len());
    for (index, b) in boxes.iter().enumerate().filter(|(_, b)| !b.is_empty()) {
        let ([left, bottom], [right, top]) = (cell(b.low), cell(b.high));
        let cells = (right - left + 1) as usize * (top - bottom + 1) as usize;
        if entries.len() + cells > CELLS_PER_BOX * boxes.len() {
            return true;
        }
        for x in left..=right {
            entries.extend((bottom..=top).map(|y| (x, y, index as u32)));
        }
    }
    entries.sort_unstable();
    let mut pairs = 0;
    for same in entries.chunk_by(|p, q| (p.0, p.1) == (q.0, q.1)) {
        pairs += same.len() * (same.len() - 1) / 2;
        if pairs > PAIRS_PER_BOX * boxes.len() {
            return true;
        }
        for (at, &(.., j)) in same.iter().enumerate() {
            if same[..at].iter().any(|&(.., i)| check(i as usize, j as usize)) {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: i32, y: i32, size: i32) -> LatticeBox {
        LatticeBox::of([LatticePoint::new(x, y), LatticePoint::new(x + size, y + size)])
    }

    #[test]
    fn boxes_that_meet_are_found_among_many_that_do_not() {
        let mut boxes: Vec<LatticeBox> = (0..900).map(|i| square(i % 30 * 10, i / 30 * 10, 8)).collect();
        assert!(!any_pair(&boxes, |_, _| true));
        boxes.push(square(148, 148, 2));
        let mut met = Vec::new();
        assert!(!any_pair(&boxes, |i, j| {
            met.push((i, j));
            false
        }));
        met.sort_unstable();
        met.dedup();
        assert_eq!(met, [(14 * 30 + 14, 900), (14 * 30 + 15, 900), (15 * 30 + 14, 900), (15 * 30 + 15, 900)]);
    }

    #[test]
    fn work_that_would_not_be_linear_is_refused() {
        let heap: Vec<LatticeBox> = (0..1000).map(|i| square(i, i, 1000)).collect();
        let mut looks = 0;
        assert!(any_pair(&heap, |_, _| {
            looks += 1;
            false
        }));
        assert!(looks <= PAIRS_PER_BOX * heap.len(), "{looks}");
    }

    #[test]
    fn an_empty_box_meets_nothing() {
        let nothing = LatticeBox::of([]);
        assert!(!any_pair(&[nothing, square(0, 0, 5), nothing.grown(3)], |_, _| true));
        assert!(!any_pair(&[nothing; 40], |_, _| true));
    }
}
