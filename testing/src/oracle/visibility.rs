//! What is seen from a point, by looking at everything.

use super::sight::sees;
use navigant_geometry::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map, VertexId};
use std::cmp::Ordering;

/// The vertices that are seen from a point, by asking for every one of them: first the one that is there, then
/// counter-clockwise from the direction (1, 0), nearer ones first.
pub fn visible_vertices(map: &Map, from: LatticePoint) -> Vec<VertexId> {
    let mut seen: Vec<VertexId> = map.vertices().filter(|&v| sees(map, from, map.lattice_point(v))).collect();
    let way = |v: VertexId| Way::between(from, map.lattice_point(v));
    seen.sort_by(|&v, &w| {
        let (v, w) = (way(v), way(w));
        w.is_none().cmp(&v.is_none()).then(v.by_angle(w)).then(v.squared().cmp(&w.squared()))
    });
    seen
}

/// The area that is seen from a point, in square steps of the lattice.
///
/// Between two neighbouring directions towards vertices one and the same wall is seen. It is found by looking along the
/// sum of the two, past every wall of the map; what is seen there is a triangle.
pub fn visible_area(map: &Map, from: LatticePoint) -> f64 {
    let free: Vec<FaceId> = map.faces().filter(|&f| map.is_free(f)).collect();
    let mut walls: Vec<[Way; 2]> = Vec::new();
    for e in map.faces().flat_map(FaceId::edges).filter(|&e| map.is_wall(e)) {
        walls.push([map.origin(e), map.target(e)].map(|v| Way::between(from, map.lattice_point(v))));
    }
    // The axes keep neighbouring directions less than half a turn apart.
    let mut directions = vec![Way { x: 1, y: 0 }, Way { x: 0, y: 1 }, Way { x: -1, y: 0 }, Way { x: 0, y: -1 }];
    directions.extend(map.vertices().map(|v| Way::between(from, map.lattice_point(v))).filter(|w| !w.is_none()));
    directions.sort_by(|a, b| a.by_angle(*b));
    directions.dedup_by(|a, b| a.by_angle(*b) == Ordering::Equal);
    let mut area = 0.0;
    for (i, &right) in directions.iter().enumerate() {
        let left = directions[(i + 1) % directions.len()];
        let ahead = Way { x: right.x + left.x, y: right.y + left.y };
        if !free.iter().any(|&f| leads_into(map, f, from, ahead)) {
            continue;
        }
        // A wall is met where ahead · n / d lies on it; n / d is the smaller one for which n₁ · d₂ < n₂ · d₁.
        let met = walls.iter().filter(|[a, b]| a.cross(ahead).signum() * b.cross(ahead).signum() < 0);
        let far = met.map(|[a, b]| {
            let along = Way { x: b.x - a.x, y: b.y - a.y };
            let (n, d) = (a.cross(along), ahead.cross(along));
            if d < 0 { (-n, -d, along, *a) } else { (n, d, along, *a) }
        });
        let nearest = far.filter(|&(n, ..)| n > 0).min_by(|(n1, d1, ..), (n2, d2, ..)| (n1 * d2).cmp(&(n2 * d1)));
        if let Some((_, _, along, a)) = nearest {
            let reach = |w: Way| a.cross(along) as f64 / w.cross(along) as f64;
            area += 0.5 * reach(right) * reach(left) * right.cross(left) as f64;
        }
    }
    area
}

/// Whether a small step from a point in some direction, which is not along any edge, ends inside a face.
fn leads_into(map: &Map, f: FaceId, from: LatticePoint, step: Way) -> bool {
    f.edges().into_iter().all(|e| {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| Way::between(from, map.lattice_point(v)));
        let along = Way { x: b.x - a.x, y: b.y - a.y };
        // How far the point is to the left of the edge, and whether the step leads further that way.
        let here = a.cross(b);
        here > 0 || here == 0 && along.cross(step) > 0
    })
}

/// A way on the lattice, from the point one looks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    x: i128,
    y: i128,
}

impl Way {
    fn between(from: LatticePoint, to: LatticePoint) -> Self {
        Way { x: i128::from(to.x) - i128::from(from.x), y: i128::from(to.y) - i128::from(from.y) }
    }

    fn is_none(self) -> bool {
        self.x == 0 && self.y == 0
    }

    fn squared(self) -> i128 {
        self.x * self.x + self.y * self.y
    }

    fn cross(self, other: Way) -> i128 {
        self.x * other.y - self.y * other.x
    }

    /// Counter-clockwise from the direction (1, 0).
    fn by_angle(self, other: Way) -> Ordering {
        let is_lower = |w: Way| w.y < 0 || w.y == 0 && w.x < 0;
        is_lower(self).cmp(&is_lower(other)).then(0.cmp(&self.cross(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::internals::LatticeInternals as _;
    use navigant_geometry::{Outline, Point};

    fn asked(obstacles: &[Outline], at: [f64; 2]) -> (f64, usize) {
        let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], obstacles).unwrap();
        let from = map.lattice().snap(Point::from(at)).unwrap();
        let step = map.lattice().step();
        (visible_area(&map, from) * step * step, visible_vertices(&map, from).len())
    }

    #[test]
    fn in_an_empty_room_everything_is_seen_from_everywhere() {
        for at in [[3.0, 5.0], [8.0, 8.0], [0.0, 4.0], [16.0, 16.0]] {
            assert_eq!(asked(&[], at), (256.0, 4), "{at:?}");
        }
    }

    #[test]
    fn a_wall_across_the_room_hides_half_of_it() {
        let wall = Outline::polyline([[8.0, 0.0], [8.0, 16.0]]);
        assert_eq!(asked(std::slice::from_ref(&wall), [4.0, 4.0]), (128.0, 4));
        assert_eq!(asked(&[wall], [8.0, 4.0]), (256.0, 6), "on the wall one is on both sides of it");
    }

    #[test]
    fn a_square_casts_a_shadow() {
        // Seen from (0, 8) the square hides what is behind it between the lines through its near corners.
        let square = Outline::rectangle([8.0, 4.0], [12.0, 12.0]);
        let shadow = 0.5 * (8.0 + 16.0) * 8.0;
        assert_eq!(asked(&[square], [0.0, 8.0]), (256.0 - shadow, 6));
    }
}
