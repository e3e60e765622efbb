//! Clearance as triangles: those of the map, cut finer until straight lines between their corners are near the truth.

use super::{Shape, Sheet, View};
use navigant::mesh::{Map, Point};

/// A triangle is cut into four at most so many times.
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

/// The clearance of every free place that is looked at.
pub(super) fn draw(map: &Map, view: &View) -> Sheet {
    let sheet = Sheet::new(Shape::Triangles);
    let mut drawing = Drawing { map, sheet, near: 2.0 * view.pixel, short: 12.0 * view.pixel, asked: 0 };
    for f in view.faces(map).into_iter().filter(|&f| map.is_free(f)) {
        let corners = map.corners(f).map(|v| map.point(v));
        // A corner of the map that is no wall's stands nowhere: there are none.
        drawing.cut(corners, [0.0; 3], DEPTH);
    }
    drawing.sheet
}

impl Drawing<'_> {
    fn ask(&mut self, p: Point) -> f64 {
        self.asked += 1;
        self.map.clearance_at(p).unwrap_or(0.0)
    }

    fn cut(&mut self, corners: [Point; 3], values: [f64; 3], depth: u32) {
        let [a, b, c] = corners;
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        if depth == 0 || longest < self.short || self.asked > MOST_ASKED {
            return self.sheet.triangle(corners, values);
        }
        let middles = [a.lerp(b, 0.5), b.lerp(c, 0.5), c.lerp(a, 0.5)];
        let truths = middles.map(|p| self.ask(p));
        let [va, vb, vc] = values;
        let [ab, bc, ca] = middles;
        let [vab, vbc, vca] = truths;
        let guesses = [(va + vb) / 2.0, (vb + vc) / 2.0, (vc + va) / 2.0];
        // The map's own triangles have all their corners at walls, so their middles must be looked at anyway.
        let is_near = truths.iter().zip(guesses).all(|(truth, guess)| (truth - guess).abs() < self.near);
        if is_near && depth < DEPTH {
            return self.sheet.triangle(corners, values);
        }
        for (corners, values) in [
            ([a, ab, ca], [va, vab, vca]),
            ([ab, b, bc], [vab, vb, vbc]),
            ([ca, bc, c], [vca, vbc, vc]),
            ([ab, bc, ca], [vab, vbc, vca]),
        ] {
            self.cut(corners, values, depth - 1);
        }
    }
}
