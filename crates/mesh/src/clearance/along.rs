//! How far the nearest feature is along an edge, at most: what a long look-out needs to know to end.
//!
//! ```text
//!            ·  ·      ·    A street along the border of a city is one edge, as long as the city, and a quarter of the
//!    ┌──┐ ┌───┐ ┌──┐        city lies in the disc over it. What is nearest somewhere along it are the houses of the
//!    └──┘ └───┘ └──┘        first row. So the edge is cut into cells, and each knows how far its nearest feature is at
//!  ──┬──┬──┬──┬──┬──┬──     most: what is farther from every cell is nowhere nearest.
//! ```

use crate::tolerance::{ENVELOPE, ENVELOPE_PART};
use navigant_geometry::Offset;
use std::ops::Range;

const CELLS: usize = 64;

/// An edge in cells.
pub(super) struct Along {
    from: Offset,
    /// Of length 1.
    towards: Offset,
    cell: f64,
    /// By cell: the square of the distance that the nearest feature has at most, anywhere in it, and a little more than
    /// rounding may hide.
    most: [f64; CELLS],
    /// The most of all cells.
    largest: f64,
}

impl Along {
    /// An edge whose own ends are features.
    pub(super) fn new(a: Offset, b: Offset) -> Along {
        let length = (b - a).length();
        let mut along = Along {
            from: a,
            towards: (b - a) * (1.0 / length),
            cell: length / CELLS as f64,
            most: [f64::INFINITY; CELLS],
            largest: f64::INFINITY,
        };
        along.take_in(a, a);
        along.take_in(b, b);
        along
    }

    /// Takes in a feature by its ends: no point of a cell is farther from it than one of the cell's ends is.
    pub(super) fn take_in(&mut self, a: Offset, b: Offset) {
        let [a, b] = [a, b].map(|p| self.seen(p));
        let d = b - a;
        let scale = 1.0 / d.squared();
        let cells = self.cells_near(a, b);
        let mut squares = [0.0; CELLS + 1];
        // Without branches, so that several cells are measured at once.
        let way = |i: usize| Offset::new(self.cell * i as f64, 0.0) - a;
        let measured = squares.iter_mut().enumerate().take(cells.end + 1).skip(cells.start);
        if a == b {
            measured.for_each(|(i, square)| *square = way(i).squared());
        } else {
            measured.for_each(|(i, square)| {
                let part = (way(i).dot(d) * scale).clamp(0.0, 1.0);
                *square = (way(i) - d * part).squared();
            });
        }
        for i in cells {
            self.most[i] = self.most[i].min(squares[i].max(squares[i + 1]) * (1.0 + ENVELOPE_PART) + ENVELOPE);
        }
        self.largest = self.most.iter().fold(0.0, |m, most| if *most > m { *most } else { m });
    }

    /// Whether some point of a segment may be nearer to some cell than what has been taken in.
    pub(super) fn may_be_nearest(&self, a: Offset, b: Offset) -> bool {
        let [a, b] = [a, b].map(|p| self.seen(p));
        let (low, high) = (a.x.min(b.x), a.x.max(b.x));
        let squared = off(a, b).powi(2);
        let mut may_be = false;
        for i in self.cells_near(a, b) {
            let start = self.cell * i as f64;
            let gap = (low - (start + self.cell)).max(start - high).max(0.0);
            may_be |= gap * gap + squared <= self.most[i];
        }
        may_be
    }

    /// The cells that a segment may be nearest in: to others it is farther than anything needs to be.
    fn cells_near(&self, a: Offset, b: Offset) -> Range<usize> {
        let squared = self.largest - off(a, b).powi(2);
        if squared < 0.0 {
            return 0..0;
        }
        let reach = squared.sqrt();
        let (low, high) = (a.x.min(b.x) - reach, a.x.max(b.x) + reach);
        // What is no cell is rounded to the first or the last.
        let start = (low / self.cell - 1.0) as usize;
        let end = (high / self.cell + 2.0) as usize;
        start.min(CELLS)..end.min(CELLS)
    }

    /// How far along the edge a point is, and how far off.
    fn seen(&self, p: Offset) -> Offset {
        let d = p - self.from;
        Offset::new(self.towards.dot(d), self.towards.cross(d))
    }
}

/// How far a segment is off the line, at least.
fn off(a: Offset, b: Offset) -> f64 {
    if (a.y < 0.0) == (b.y < 0.0) { a.y.abs().min(b.y.abs()) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_row_of_houses_hides_is_nowhere_nearest() {
        let at = Offset::new;
        let mut along = Along::new(at(0.0, 0.0), at(6400.0, 0.0));
        // Before anything is taken in, whatever is in the disc over the edge may be.
        assert!(along.may_be_nearest(at(3200.0, 3000.0), at(3200.0, 3000.0)));
        (0..64).for_each(|i| along.take_in(at(f64::from(i) * 100.0, 200.0), at(f64::from(i) * 100.0 + 50.0, 200.0)));
        assert!(!along.may_be_nearest(at(3200.0, 300.0), at(3300.0, 400.0)));
        assert!(along.may_be_nearest(at(3200.0, 300.0), at(3300.0, 190.0)));
        assert!(along.may_be_nearest(at(3275.0, 200.0), at(3275.0, 200.0)));
    }
}
