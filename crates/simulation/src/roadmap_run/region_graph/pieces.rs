//! Where a straight edge leaves one rectangle and enters the next.

use super::{Piece, RegionId, Shape};
use navigant_mesh::{Bounds, Point};

/// Rectangles by the buckets of a uniform grid that they reach into.
pub(super) struct Buckets {
    origin: Point,
    size: f64,
    columns: i64,
    rows: i64,
    boxes: Vec<Vec<RegionId>>,
}

impl Buckets {
    /// About as many buckets as shapes.
    pub(super) fn of(shapes: &[Shape]) -> Buckets {
        let all = Bounds::of(shapes.iter().flat_map(Shape::corners));
        let all = all.unwrap_or(Bounds { min: Point::new(0.0, 0.0), max: Point::new(0.0, 0.0) });
        let (width, height) = all.size();
        let size = (width * height / shapes.len().max(1) as f64).sqrt().max(1e-9);
        let [columns, rows] = [width, height].map(|length| (length / size) as i64 + 1);
        let boxes = vec![Vec::new(); (columns * rows) as usize];
        let mut buckets = Buckets { origin: all.min, size, columns, rows, boxes };
        for (i, shape) in shapes.iter().enumerate() {
            if let Shape::Box(bounds) = shape {
                for bucket in buckets.over(*bounds).collect::<Vec<_>>() {
                    buckets.boxes[bucket].push(RegionId(i as u32));
                }
            }
        }
        buckets
    }

    /// The buckets that a box reaches into.
    fn over(&self, bounds: Bounds) -> impl Iterator<Item = usize> + use<> {
        let place = |x: f64, from: f64, count: i64| (((x - from) / self.size).floor() as i64).clamp(0, count - 1);
        let columns =
            place(bounds.min.x, self.origin.x, self.columns)..=place(bounds.max.x, self.origin.x, self.columns);
        let rows = place(bounds.min.y, self.origin.y, self.rows)..=place(bounds.max.y, self.origin.y, self.rows);
        let across = self.columns;
        rows.flat_map(move |row| columns.clone().map(move |column| (row * across + column) as usize))
    }
}

/// Intervals shorter than this share of an edge are touches, not pieces.
const TOUCH: f64 = 1e-12;

/// Adds the pieces of the edge between two centres, but for the last.
pub(super) fn cut(
    buckets: &Buckets,
    shapes: &[Shape],
    [from, to]: [Point; 2],
    ends: [RegionId; 2],
    pieces: &mut Vec<Piece>,
) {
    let Some(around) = Bounds::of([from, to]) else { return };
    let mut near: Vec<RegionId> =
        buckets.over(around).flat_map(|bucket| buckets.boxes[bucket].iter().copied()).collect();
    near.sort_unstable();
    near.dedup();
    let inside = |region: RegionId| match shapes[region.index()] {
        Shape::Box(bounds) => interval(bounds, from, to).map(|span| (span, region)),
        Shape::Triangle(_) => None,
    };
    let mut spans: Vec<([f64; 2], RegionId)> = near.into_iter().filter_map(inside).collect();
    spans.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
    let length = from.distance(to);
    let mut done = 0.0;
    let mut up_to = |done: &mut f64, end: f64, region: RegionId| {
        if end > *done {
            pieces.push(Piece { end: end * length, region });
            *done = end;
        }
    };
    for ([start, end], region) in spans {
        if start > done + TOUCH {
            // No region covers this: the nearer end has it.
            up_to(&mut done, start.min(0.5), ends[0]);
            up_to(&mut done, start, ends[1]);
        }
        up_to(&mut done, end, region);
    }
}

/// The shares of a segment between which it is inside of a box without its upper and right side.
fn interval(Bounds { min, max }: Bounds, from: Point, to: Point) -> Option<[f64; 2]> {
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for (at, there, low, high) in [(from.x, to.x, min.x, max.x), (from.y, to.y, min.y, max.y)] {
        let d = there - at;
        if d == 0.0 {
            if at < low || at >= high {
                return None;
            }
            continue;
        }
        let (a, b) = ((low - at) / d, (high - at) / d);
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    (last - first > TOUCH).then_some([first, last])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, side: f64) -> Shape {
        Shape::Box(Bounds { min: Point::new(x, y), max: Point::new(x + side, y + side) })
    }

    /// The ends of the pieces between two points, and their regions.
    fn pieces(shapes: &[Shape], from: [f64; 2], to: [f64; 2], ends: [u32; 2]) -> Vec<(f64, u32)> {
        let mut pieces = Vec::new();
        let points = [from, to].map(|[x, y]| Point::new(x, y));
        cut(&Buckets::of(shapes), shapes, points, ends.map(RegionId), &mut pieces);
        pieces.iter().map(|piece| (piece.end, piece.region.0)).collect()
    }

    #[test]
    fn an_edge_through_a_third_region_counts_there_too() {
        let shapes = [square(0.0, 0.0, 2.0), square(2.0, 0.0, 2.0), square(4.0, 0.0, 2.0)];
        assert_eq!(pieces(&shapes, [1.0, 1.0], [5.0, 1.0], [0, 2]), [(1.0, 0), (3.0, 1), (4.0, 2)]);
    }

    #[test]
    fn what_no_region_covers_belongs_to_the_nearer_end() {
        let shapes = [square(0.0, 0.0, 2.0), square(8.0, 0.0, 2.0)];
        assert_eq!(pieces(&shapes, [1.0, 1.0], [9.0, 1.0], [0, 1]), [(1.0, 0), (4.0, 0), (7.0, 1), (8.0, 1)]);
    }

    #[test]
    fn along_the_border_of_two_regions_the_upper_one_has_it() {
        let shapes = [square(0.0, 0.0, 4.0), square(0.0, 4.0, 4.0), square(4.0, 2.0, 4.0)];
        assert_eq!(pieces(&shapes, [2.0, 4.0], [6.0, 4.0], [1, 2]), [(2.0, 1), (4.0, 2)]);
    }
}
