//! A uniform grid over segments: which of them may be near to a leg or an arc.

use super::tangents::{Run, V};

/// Cells along the longer side of what the segments cover: about one post of a row a cell.
const CELLS: f64 = 256.0;

/// Segments by the cells that their bounding boxes overlap.
pub(super) struct SegmentGrid {
    segments: Vec<[V; 2]>,
    low: V,
    cell: f64,
    counts: [usize; 2],
    /// By cell, a column after the other: numbers of segments.
    cells: Vec<Vec<u32>>,
}

impl SegmentGrid {
    pub(super) fn new(segments: Vec<[V; 2]>) -> Self {
        let ends = || segments.iter().flatten();
        let least = |i: usize| ends().map(|p| p[i]).fold(f64::INFINITY, f64::min);
        let most = |i: usize| ends().map(|p| p[i]).fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = ([least(0), least(1)], [most(0), most(1)]);
        let size = [high[0] - low[0], high[1] - low[1]].map(|size| size.max(0.0));
        let cell = (size[0].max(size[1]) / CELLS).max(1.0);
        let counts = size.map(|size| (size / cell) as usize + 1);
        let mut grid = SegmentGrid { segments, low, cell, counts, cells: vec![Vec::new(); counts[0] * counts[1]] };
        for (i, [a, b]) in grid.segments.iter().enumerate() {
            let [columns, rows] = [0, 1].map(|axis| grid.range(axis, a[axis].min(b[axis]), a[axis].max(b[axis])));
            for column in columns {
                for row in rows.clone() {
                    grid.cells[column * counts[1] + row].push(i as u32);
                }
            }
        }
        grid
    }

    /// The columns or rows between two coordinates: those at the rim for what is outside.
    fn range(&self, axis: usize, from: f64, to: f64) -> std::ops::RangeInclusive<usize> {
        let cell = |c: f64| (((c - self.low[axis]) / self.cell).max(0.0) as usize).min(self.counts[axis] - 1);
        cell(from)..=cell(to)
    }

    /// Whether no segment is nearer to a leg or an arc than `far`, which is at most the radius.
    ///
    /// Let S be a place of a segment in some column, and P one of the leg that is nearer to it than the radius. Then P is within a
    /// radius of the column, and S is within a radius of the height of P: so each column is looked at as high as the part of the
    /// leg is that lies beside it.
    pub(super) fn is_open(&self, run: Run, radius: f64, far: f64) -> bool {
        if self.segments.is_empty() {
            return true;
        }
        let (low, high) = run.bounds(radius);
        for column in self.range(0, low[0] - radius, high[0] + radius) {
            // A step more for rounding.
            let left = self.low[0] + column as f64 * self.cell - radius - 1.0;
            let right = left + self.cell + 2.0 * radius + 2.0;
            let (bottom, top) = match run {
                Run::Leg(a, b) if a[0] != b[0] => {
                    let height = |x: f64| a[1] + (b[1] - a[1]) * ((x - a[0]) / (b[0] - a[0])).clamp(0.0, 1.0);
                    let ends = [height(left), height(right)];
                    (ends[0].min(ends[1]), ends[0].max(ends[1]))
                }
                _ => (low[1], high[1]),
            };
            for row in self.range(1, bottom - radius - 1.0, top + radius + 1.0) {
                let near = self.cells[column * self.counts[1] + row].iter();
                if near.map(|&i| self.segments[i as usize]).any(|[a, b]| run.distance(a, b, radius) < far) {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::f64::consts::TAU;

    #[test]
    fn a_grid_says_the_same_as_a_look_at_every_segment() {
        let mut rng = Rng::new(20_261_118);
        let mut open = 0;
        for _ in 0..200 {
            let mut place = |size: f64| [rng.range(-size..size), rng.range(-size..size)];
            let segments: Vec<[V; 2]> = (0..30)
                .map(|i| {
                    let (a, by) = (place(1000.0), place(60.0));
                    [a, if i % 3 == 0 { a } else { [a[0] + by[0], a[1] + by[1]] }]
                })
                .collect();
            let grid = SegmentGrid::new(segments.clone());
            for _ in 0..50 {
                let (a, b) = (place(1200.0), place(1200.0));
                let radius = 10.0 + (a[0] + b[1]).abs() / 20.0;
                let by = (a[1] + b[0]).abs() / 2400.0 * TAU;
                for run in [Run::Leg(a, b), Run::Leg(a, [a[0], b[1]]), Run::Arc(a, b[0], by)] {
                    let is_open = run.is_open(&segments, radius, 0.99 * radius);
                    assert_eq!(grid.is_open(run, radius, 0.99 * radius), is_open);
                    open += u32::from(is_open);
                }
            }
        }
        assert!((3_000..27_000).contains(&open), "{open}");
    }
}
