//! Convex floors cut along chords into layers.

use crate::rng::Rng;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Outline, Point};
use navigant_mesh::{Layer, Seam};

/// A convex floor, and the layers and seams it is cut into.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The whole floor.
    pub floor: Outline,
    /// Its pieces, all at height 0.
    pub layers: Vec<Layer>,
    /// The cuts.
    pub seams: Vec<Seam>,
}

/// A piece of the floor: corners counter-clockwise, and for the side from each to the next the cut that it is, if it is one.
#[derive(Clone, Debug)]
struct Piece {
    corners: Vec<Point>,
    cuts: Vec<Option<usize>>,
}

/// The shortest side that is cut, in metres.
const SHORTEST: f64 = 2.0;

/// Cuts a floor of about `size` metres into at most `most` layers, along chords between its walls.
pub fn cut(rng: &mut Rng, size: f64, most: usize) -> Cut {
    let corners = convex(rng, size);
    let floor = Outline::polygon(corners.iter().copied());
    let mut pieces = vec![Piece { cuts: vec![None; corners.len()], corners }];
    let mut ends: Vec<[Point; 2]> = Vec::new();
    for _ in 0..4 * most {
        let at = rng.below(pieces.len() as u32) as usize;
        if pieces.len() < most
            && let Some((halves, chord)) = pieces[at].halved(rng, ends.len())
        {
            let [one, other] = halves;
            pieces[at] = one;
            pieces.push(other);
            ends.push(chord);
        }
    }
    let mut layers_of: Vec<Vec<u16>> = vec![Vec::new(); ends.len()];
    for (number, piece) in (0..).zip(&pieces) {
        piece.cuts.iter().flatten().for_each(|&cut| layers_of[cut].push(number));
    }
    let seam = |(of, chord): (Vec<u16>, [Point; 2])| Seam::new([of[0], of[1]], chord[0], chord[1]);
    let layers = pieces.into_iter().map(|piece| Layer::level(0.0, [Outline::polygon(piece.corners)])).collect();
    Cut { floor, layers, seams: layers_of.into_iter().zip(ends).map(seam).collect() }
}

/// A convex polygon: a square, or one with its corners cut off.
fn convex(rng: &mut Rng, size: f64) -> Vec<Point> {
    let square = [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]].map(Point::from);
    let mut corners = Vec::new();
    for i in 0..4 {
        let [before, here, after] = [square[(i + 3) % 4], square[i], square[(i + 1) % 4]];
        if rng.one_in(2) {
            corners.push(here.lerp(before, rng.range(0.1..0.4)));
            corners.push(here.lerp(after, rng.range(0.1..0.4)));
        } else {
            corners.push(here);
        }
    }
    corners
}

impl Piece {
    /// The two sides of a chord between two walls.
    fn halved(&self, rng: &mut Rng, number: usize) -> Option<([Piece; 2], [Point; 2])> {
        let count = self.corners.len();
        let side = |i: usize| [self.corners[i % count], self.corners[(i + 1) % count]];
        let is_wall = |i: &usize| self.cuts[*i].is_none() && side(*i)[0].distance(side(*i)[1]) > SHORTEST;
        let walls: Vec<usize> = (0..count).filter(is_wall).collect();
        if walls.len() < 2 {
            return None;
        }
        let (mut i, mut j) = (*rng.pick(&walls), *rng.pick(&walls));
        if i == j {
            return None;
        }
        if i > j {
            (i, j) = (j, i);
        }
        let [p, q] = [i, j].map(|k| side(k)[0].lerp(side(k)[1], rng.range(0.2..0.8)));
        let piece = |from: Point, first: usize, last: usize, to: Point| {
            let (mut corners, mut cuts) = (vec![from], vec![self.cuts[first % count]]);
            for k in first + 1..=last {
                corners.push(self.corners[k % count]);
                cuts.push(self.cuts[k % count]);
            }
            corners.push(to);
            cuts.push(Some(number));
            Piece { corners, cuts }
        };
        Some(([piece(p, i, j, q), piece(q, j, i + count, p)], [p, q]))
    }
}
