//! How far the nearest feature is along an edge, at most: what a long look-out needs to know to end.
//!
//! ```text
//!            ·  ·      ·    A street along the border of a city is one edge, as long as the city, and a quarter of the
//!    ┌──┐ ┌───┐ ┌──┐        city lies in the disc over it. What is nearest somewhere along it are the houses of the
//!    └──┘ └───┘ └──┘        first row. So the edge is cut into cells, and each knows how far its nearest feature is at
//!  ──┬──┬──┬──┬──┬──┬──     most: what is farther from every cell is nowhere nearest.
//! ```

use navigant_geometry::Offset;

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
        };
        along.take_in(a, a);
        along.take_in(b, b);
        along
    }

    /// Takes in a feature by its ends: no point of a cell is farther from it than one of the cell's ends is.
    pub(super) fn take_in(&mut self, a: Offset, b: Offset) {
        let [a, b] = [a, b].map(|p| self.seen(p));
        let d = b - a;
        let scale = if d.squared() > 0.0 { 1.0 / d.squared() } else { 0.0 };
        let mut squares = [0.0; CELLS + 1];
        // Without branches, so that several cells are measured at once.
        for (i, square) in squares.iter_mut().enumerate() {
            let way = Offset::new(self.cell * i as f64, 0.0) - a;
            let part = (way.dot(d) * scale).clamp(0.0, 1.0);
            *square = (way - d * part).squared();
        }
        for (i, most) in self.most.iter_mut().enumerate() {
            *most = most.min(squares[i].max(squares[i + 1]) * (1.0 + 1e-9) + 1.0);
        }
    }

    /// Whether some point of a segment may be nearer to some cell than what has been taken in.
    pub(super) fn may_be_nearest(&self, a: Offset, b: Offset) -> bool {
        let [a, b] = [a, b].map(|p| self.seen(p));
        let (low, high) = (a.x.min(b.x), a.x.max(b.x));
        let off = if (a.y < 0.0) == (b.y < 0.0) { a.y.abs().min(b.y.abs()) } else { 0.0 };
        let mut may_be = false;
        for (i, most) in self.most.iter().enumerate() {
            let start = self.cell * i as f64;
            let gap = (low - (start + self.cell)).max(start - high).max(0.0);
            may_be |= gap * gap + off * off <= *most;
        }
        may_be
    }

    /// How far along the edge a point is, and how far off.
    fn seen(&self, p: Offset) -> Offset {
        let d = p - self.from;
        Offset::new(self.towards.dot(d), self.towards.cross(d))
    }
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
