//! How a disc gets from the centre of one square of an adaptive grid to that of one that touches it.

use super::quads::Quad;

/// The way between the centres of two squares that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crossing {
    /// Straight.
    Straight,
    /// By the centres of two cells that touch, one of either square.
    By([[u32; 2]; 2]),
}

/// The pairs of cells, one of each of two squares that touch, that touch each other: those on the straight way between the
/// centres first. The same pairs in the same order whichever square comes first, but for the order in a pair, if `a` is less than `b`.
pub(super) fn touching_cells(a: Quad, b: Quad) -> impl Iterator<Item = [[u32; 2]; 2]> {
    let spans = [0, 1].map(|axis| Span::of([a.corner[axis], b.corner[axis]], [a.side(), b.side()]));
    // Two spans that overlap are walked along; squares that touch in a corner have none.
    let along = spans.iter().position(|span| span.fixed.is_none());
    let walked = along.map(|axis| (axis, spans[axis], crossed_at(axis, a, b)));
    let steps = walked.map_or(1, |(_, span, _)| 2 * (span.high - span.low + 2));
    (0..steps).flat_map(move |step| {
        let pairs = match walked {
            None => [Some([0, 0]), None, None],
            Some((_, span, start)) => {
                // Outwards from the start: 0, 1, −1, 2, −2, …
                let offset = i64::from(step.div_ceil(2)) * if step % 2 == 0 { -1 } else { 1 };
                let t = start + offset;
                [[t, t], [t, t + 1], [t + 1, t]].map(|pair| span.holds(pair).then_some(pair))
            }
        };
        pairs.into_iter().flatten().map(move |pair| {
            [0, 1].map(|which| {
                [0, 1].map(|axis| match spans[axis].fixed {
                    Some(fixed) => fixed[which],
                    // In the tree, so not negative.
                    None => pair[which] as u32,
                })
            })
        })
    })
}

/// The cells of two squares along an axis.
#[derive(Clone, Copy)]
struct Span {
    /// The first and the last cell of either.
    cells: [[i64; 2]; 2],
    /// The cells beside each other, where the squares lie one after the other.
    fixed: Option<[u32; 2]>,
    /// The first and last cell of both, where they overlap.
    low: u32,
    high: u32,
}

impl Span {
    fn of(corners: [u32; 2], sides: [u32; 2]) -> Span {
        let lasts = [0, 1].map(|which| corners[which] + sides[which] - 1);
        let fixed = if lasts[0] < corners[1] {
            Some([lasts[0], corners[1]])
        } else if lasts[1] < corners[0] {
            Some([corners[0], lasts[1]])
        } else {
            None
        };
        let cells = [0, 1].map(|which| [i64::from(corners[which]), i64::from(lasts[which])]);
        Span {
            cells,
            fixed,
            low: corners[0].max(corners[1]),
            high: lasts[0].min(lasts[1]).max(corners[0].max(corners[1])),
        }
    }

    fn holds(&self, pair: [i64; 2]) -> bool {
        (0..2).all(|which| (self.cells[which][0]..=self.cells[which][1]).contains(&pair[which]))
    }
}

/// The cell along an axis at which the straight way between two centres leads from square to square.
fn crossed_at(axis: usize, a: Quad, b: Quad) -> i64 {
    let [side_a, side_b] = [a, b].map(|quad| i64::from(quad.side()));
    // Twice the centres, and by similar triangles: (ca · sb + cb · sa) / (sa + sb).
    let [ca, cb] = [a, b].map(|quad| 2 * i64::from(quad.corner[axis]) + i64::from(quad.side()));
    (ca * side_b + cb * side_a) / (2 * (side_a + side_b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quad(x: u32, y: u32, level: u8) -> Quad {
        Quad { corner: [x, y], level }
    }

    /// All cells of a square.
    fn cells(q: Quad) -> Vec<[u32; 2]> {
        let span = |at: u32| at..at + q.side();
        span(q.corner[0]).flat_map(|x| span(q.corner[1]).map(move |y| [x, y])).collect()
    }

    #[test]
    fn all_pairs_of_cells_that_touch_are_tried_once() {
        let squares = [
            [quad(0, 0, 2), quad(4, 0, 2)],
            [quad(4, 0, 2), quad(0, 0, 2)],
            [quad(0, 0, 3), quad(8, 6, 1)],
            [quad(8, 7, 0), quad(0, 0, 3)],
            [quad(0, 0, 3), quad(8, 8, 1)],
            [quad(6, 8, 1), quad(0, 0, 3)],
            [quad(3, 2, 0), quad(3, 3, 0)],
        ];
        for [a, b] in squares {
            let mut found: Vec<_> = touching_cells(a, b).collect();
            let touch = |p: [u32; 2], q: [u32; 2]| (0..2).all(|axis| p[axis].abs_diff(q[axis]) <= 1);
            let mut expected = Vec::new();
            for p in cells(a) {
                expected.extend(cells(b).into_iter().filter(|&q| touch(p, q)).map(|q| [p, q]));
            }
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{a:?} {b:?}");
        }
    }

    #[test]
    fn the_straight_way_is_tried_first() {
        assert_eq!(touching_cells(quad(0, 0, 3), quad(8, 0, 3)).next(), Some([[7, 4], [8, 4]]));
        assert_eq!(touching_cells(quad(0, 0, 3), quad(8, 6, 0)).next(), Some([[7, 6], [8, 6]]));
    }
}
