//! Box intersection queries: which of many boxes meet one.

use navigant_geometry::{Bounds, Outline};

/// Boxes of some outlines, sorted so that most of those that lie apart are skipped.
pub(crate) struct Boxes {
    /// By their left sides: the box, which outline it belongs to, and the rightmost right side so far.
    sorted: Vec<(Bounds, usize, f64)>,
}

impl Boxes {
    pub(crate) fn of<'a>(outlines: impl Iterator<Item = &'a Outline>) -> Boxes {
        let boxes = outlines.enumerate().filter_map(|(index, o)| Some((o.bounds()?, index, f64::NEG_INFINITY)));
        let mut sorted: Vec<_> = boxes.collect();
        sorted.sort_by(|a, b| a.0.min.x.total_cmp(&b.0.min.x));
        let mut rightmost = f64::NEG_INFINITY;
        for (bounds, _, reach) in &mut sorted {
            rightmost = rightmost.max(bounds.max.x);
            *reach = rightmost;
        }
        Boxes { sorted }
    }

    /// Which outlines have a box that shares a point with this one.
    pub(crate) fn meeting(&self, b: Bounds) -> impl Iterator<Item = usize> {
        let first = self.sorted.partition_point(|(_, _, reach)| *reach < b.min.x);
        let last = self.sorted.partition_point(|(a, _, _)| a.min.x <= b.max.x);
        let candidates = self.sorted.get(first..last).unwrap_or_default().iter();
        let meets = move |a: &Bounds| b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
        candidates.filter(move |(a, _, _)| meets(a)).map(|(_, index, _)| *index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_share_a_point_meet() {
        let squares = [0.0, 10.0, 2.0, 1.0].map(|x| Outline::rectangle([x, 0.0], [x + 1.0, 1.0]));
        let boxes = Boxes::of(squares.iter());
        let mut met: Vec<_> = boxes.meeting(Outline::rectangle([2.0, 1.0], [3.0, 2.0]).bounds().unwrap()).collect();
        met.sort_unstable();
        assert_eq!(met, [2, 3]);
        assert_eq!(boxes.meeting(Outline::rectangle([4.0, 0.0], [9.0, 1.0]).bounds().unwrap()).count(), 0);
    }
}
