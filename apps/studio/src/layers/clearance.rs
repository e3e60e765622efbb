//! Clearance as triangles: those of the map, cut finer until straight lines between their corners are near the truth.
//!
//! Whether an edge is halved depends on the edge alone, so the triangles on its two sides agree. If they did not, the corner
//! in the middle of one side's edge would be off the other's line by a rounding error, and light would shine through.

use super::{Shape, Sheet, View};
use navigant::mesh::{Map, Point};

/// The most times that an edge of the map is halved.
const DEPTH: u32 = 5;
/// The clearance is asked for at most so often.
const MOST_ASKED: usize = 400_000;

struct Drawing<'m> {
    map: &'m Map,
    sheet: Sheet,
    /// How far from the truth is near enough, and how long an edge is too short to be cut, in metres.
    near: f64,
    short: f64,
    asked: usize,
}

/// A corner with its clearance.
type Corner = (Point, f64);

/// A triangle: its corners, and how often the edge that begins at each has been halved.
type Piece = ([Corner; 3], [u32; 3]);

/// The clearance of every free place that is looked at.
pub(super) fn draw(map: &Map, view: &View) -> Sheet {
    let sheet = Sheet::new(Shape::Triangles);
    let mut drawing = Drawing { map, sheet, near: 2.0 * view.pixel, short: 12.0 * view.pixel, asked: 0 };
    let mut pieces: Vec<Piece> = Vec::new();
    for f in view.faces(map).into_iter().filter(|&f| map.is_free(f)) {
        // A corner of the map that is no wall's stands nowhere: there are none.
        pieces.push((map.corners(f).map(|v| (map.point(v), 0.0)), [0; 3]));
        while let Some(piece) = pieces.pop() {
            drawing.cut(piece, &mut pieces);
        }
    }
    drawing.sheet
}

impl Drawing<'_> {
    /// The middle of an edge, if it is to be halved there.
    fn middle(&mut self, (a, va): Corner, (b, vb): Corner, halved: u32) -> Option<Corner> {
        if halved == DEPTH || a.distance(b) < self.short || self.asked > MOST_ASKED {
            return None;
        }
        // The same from either side, to the last bit.
        let at = Point::new((a.x + b.x) * 0.5, (a.y + b.y) * 0.5);
        self.asked += 1;
        let truth = self.map.clearance_at(at).unwrap_or(0.0);
        // The map's own triangles have all their corners at walls, which says nothing of what is between.
        let is_far = halved == 0 || (truth - (va + vb) * 0.5).abs() >= self.near;
        is_far.then_some((at, truth))
    }

    /// Cuts a triangle at the middles of those of its edges that are to be halved, or draws it.
    fn cut(&mut self, (corners, halved): Piece, pieces: &mut Vec<Piece>) {
        let [a, b, c] = corners;
        let [ab, bc, ca] = halved;
        let middles = [self.middle(a, b, ab), self.middle(b, c, bc), self.middle(c, a, ca)];
        // The edges inside count as halves of those that are cut.
        let cut = middles.iter().zip(halved).filter(|(middle, _)| middle.is_some());
        let inside = cut.map(|(_, halved)| halved + 1).max().unwrap_or(0);
        match middles {
            [None, None, None] => self.sheet.triangle(corners.map(|(p, _)| p), corners.map(|(_, value)| value)),
            [Some(p), Some(q), Some(r)] => pieces.extend([
                ([a, p, r], [ab + 1, inside, ca + 1]),
                ([p, b, q], [ab + 1, bc + 1, inside]),
                ([r, q, c], [inside, bc + 1, ca + 1]),
                ([p, q, r], [inside; 3]),
            ]),
            // Turned so that the first edge is halved, and the last is not.
            [Some(p), q, None] => halves([a, b, c], [ab, bc, ca], p, q, inside, pieces),
            [None, Some(p), q] => halves([b, c, a], [bc, ca, ab], p, q, inside, pieces),
            [q, None, Some(p)] => halves([c, a, b], [ca, ab, bc], p, q, inside, pieces),
        }
    }
}

/// Cuts a triangle at the middle `p` of its first edge and, if there is one, at `q` of its second.
fn halves(
    [a, b, c]: [Corner; 3],
    [ab, bc, ca]: [u32; 3],
    p: Corner,
    q: Option<Corner>,
    inside: u32,
    pieces: &mut Vec<Piece>,
) {
    match q {
        None => pieces.extend([([a, p, c], [ab + 1, inside, ca]), ([p, b, c], [ab + 1, bc, inside])]),
        Some(q) => pieces.extend([
            ([p, b, q], [ab + 1, bc + 1, inside]),
            ([a, p, q], [ab + 1, inside, inside]),
            ([a, q, c], [inside, bc + 1, ca]),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Wanted;
    use navigant::mesh::Outline;
    use std::collections::HashSet;

    #[test]
    fn no_corner_of_a_triangle_lies_inside_an_edge_of_another() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [31.7, 18.3])).unwrap();
        for i in 0..9 {
            let (x, y) = (f64::from(i % 3) * 9.1 + 3.3, f64::from(i / 3) * 5.7 + 1.9);
            map.insert(&Outline::polygon([[x, y], [x + 4.1, y + 0.7], [x + 2.3, y + 2.9]])).unwrap();
        }
        let view = View::of(&Wanted { pixel: Some(0.02), ..Wanted::default() }).unwrap();
        let bytes = draw(&map, &view).vertices;
        let number = |at: usize| f64::from(f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()));
        let corners: Vec<[f64; 2]> = (0..bytes.len() / 12).map(|i| [number(12 * i), number(12 * i + 4)]).collect();
        assert!(corners.len() > 3000, "{}", corners.len());
        let millimetres = |p: [f64; 2]| p.map(|c| (1e3 * c).round() as i64);
        let known: HashSet<[i64; 2]> = corners.iter().map(|&p| millimetres(p)).collect();
        for triangle in corners.chunks(3) {
            for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (triangle[a], triangle[b])) {
                // A corner in the way would be where an edge was halved once, or twice.
                for share in [0.5, 0.25, 0.75] {
                    let [x, y] = millimetres([0, 1].map(|k| a[k] + share * (b[k] - a[k])));
                    let mut around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| [x, y]));
                    assert!(!around.any(|p| known.contains(&p)), "{a:?} {b:?} at {share}");
                }
            }
        }
    }
}
