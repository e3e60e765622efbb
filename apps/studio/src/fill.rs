//! The triangles of outlines that cross themselves: what the map holds of them, which no page should have to guess.

use crate::item::{Item, Kind};
use navigant::mesh::Map;

/// More points than this are not looked at: that would take longer than a page should wait.
const MOST_POINTS: usize = 20_000;
/// Pairs of edges that are compared before an outline counts as one that may cross itself.
const MOST_PAIRS: usize = 2_000_000;

type Place = [f64; 2];

/// The triangles that an item covers, three corners each; none for an outline that does not cross itself, which everyone fills
/// alike.
pub(crate) fn of(item: &Item) -> Option<Vec<Place>> {
    if item.kind == Kind::Wall || item.rings.iter().all(|ring| ring.len() <= 3) && item.rings.len() == 1 {
        return None;
    }
    let points: usize = item.rings.iter().map(Vec::len).sum();
    if points > MOST_POINTS || is_simple(&item.rings) {
        return None;
    }
    // As a floor it covers what it would as an obstacle: where the exterior winds at all, and no hole does.
    let map = Map::new(&item.outline()).ok()?;
    let faces = map.faces().filter(|&f| map.is_free(f));
    Some(faces.flat_map(|f| map.corners(f).map(|v| map.point(v).into())).collect())
}

/// Whether no edges meet but neighbours at their common end, and every hole begins inside.
fn is_simple(rings: &[Vec<Place>]) -> bool {
    let mut edges = Vec::new();
    for (r, ring) in rings.iter().enumerate() {
        let mut ring = ring.clone();
        ring.dedup();
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        let count = ring.len();
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        edges.extend(ends.enumerate().map(|(i, (&a, &b))| Edge { a, b, ring: r, index: i, count }));
    }
    edges.sort_by(|a, b| a.left().total_cmp(&b.left()));
    let mut pairs = 0;
    for (i, edge) in edges.iter().enumerate() {
        for other in edges.iter().skip(i + 1).take_while(|other| other.left() <= edge.right()) {
            pairs += 1;
            if pairs > MOST_PAIRS || edge.meets(other) {
                return false;
            }
        }
    }
    let Some((exterior, holes)) = rings.split_first() else { return true };
    holes.len() > 200 || holes.iter().all(|hole| hole.first().is_none_or(|&p| contains(exterior, p)))
}

struct Edge {
    a: Place,
    b: Place,
    ring: usize,
    index: usize,
    count: usize,
}

impl Edge {
    fn left(&self) -> f64 {
        self.a[0].min(self.b[0])
    }

    fn right(&self) -> f64 {
        self.a[0].max(self.b[0])
    }

    /// Whether two edges cross or touch; of neighbours, whether they lie on each other.
    fn meets(&self, other: &Edge) -> bool {
        let [low, high] = [self.a[1].min(self.b[1]), self.a[1].max(self.b[1])];
        if other.a[1].max(other.b[1]) < low || other.a[1].min(other.b[1]) > high {
            return false;
        }
        let sides = [
            turn(self.a, self.b, other.a),
            turn(self.a, self.b, other.b),
            turn(other.a, other.b, self.a),
            turn(other.a, other.b, self.b),
        ];
        let is_next = |from: &Edge, to: &Edge| from.ring == to.ring && (from.index + 1) % from.count == to.index;
        if is_next(self, other) || is_next(other, self) {
            let folds = |u: &Edge, v: &Edge| {
                (u.b[0] - u.a[0]) * (v.b[0] - v.a[0]) + (u.b[1] - u.a[1]) * (v.b[1] - v.a[1]) < 0.0
            };
            return sides.iter().all(|&side| side == 0.0) && folds(self, other);
        }
        sides[0] * sides[1] <= 0.0 && sides[2] * sides[3] <= 0.0
    }
}

fn turn(a: Place, b: Place, c: Place) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn contains(ring: &[Place], p: Place) -> bool {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    let crosses =
        |(a, b): &(&Place, &Place)| (a[1] > p[1]) != (b[1] > p[1]) && (turn(**a, **b, p) > 0.0) == (b[1] > a[1]);
    ends.filter(crosses).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    fn area(rings: Vec<Vec<Place>>) -> Option<f64> {
        let item = Item { rings, ..Item::of(Kind::Obstacle, None, &Outline::Polyline(Vec::new())) };
        let corners = of(&item)?;
        Some(corners.chunks(3).map(|c| 0.5 * turn(c[0], c[1], c[2]).abs()).sum())
    }

    #[test]
    fn only_what_crosses_itself_has_triangles_and_these_cover_what_it_winds_around() {
        let square = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        assert_eq!(area(vec![square.clone()]), None);
        assert_eq!(area(vec![square.iter().rev().copied().collect()]), None);
        assert_eq!(area(vec![square.clone(), vec![[1.0, 1.0], [2.0, 1.0], [2.0, 2.0]]]), None);
        let near = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-3, "{a:?} {b}");
        near(area(vec![vec![[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]]]), 8.0);
        // A star of five points winds twice around its middle, which is covered, too.
        let star = (0..5).map(|i| f64::from(i) * 4.0 * std::f64::consts::PI / 5.0);
        let star: Vec<Place> = star.map(|angle| [angle.sin(), angle.cos()]).collect();
        near(area(vec![star]), 1.1226);
        near(area(vec![square, vec![[3.0, 1.0], [6.0, 1.0], [6.0, 2.0], [3.0, 2.0]]]), 15.0);
    }
}
