//! Shortest paths through layers by brute force: Dijkstra's search over all places at vertices that see each other.
//!
//! A place is a *fan*: the free faces around a vertex from one wall to the next, on whatever layers they are. Two fans at the same point
//! are different places, for nobody passes between obstacles that touch.

use navigant_geometry::Point;
use navigant_geometry::internals::orient;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_mesh::internals::{LayeredMapInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, FaceId, LayerId, LayeredMap, Map};

/// The fans of a layered map, and which see each other.
#[derive(Clone, Debug)]
pub struct LayeredVisibility {
    fans: Vec<Fan>,
    /// By fan: those it sees, and how far they are.
    seen: Vec<Vec<(usize, f64)>>,
}

/// The free faces around a vertex from one wall to the next, by their edges that start there.
#[derive(Clone, Debug)]
struct Fan {
    layer: LayerId,
    point: Point,
    at: LatticePoint,
    edges: Vec<EdgeId>,
}

impl Fan {
    fn from(map: &Map, wall: EdgeId) -> Fan {
        let (layer, at) = (map.layer_of(wall.face()), map.lattice_point(map.origin(wall)));
        let mut edges = vec![wall];
        let mut e = wall;
        while !map.is_wall(e.next().next()) {
            e = map.twin(e.next().next());
            edges.push(e);
        }
        Fan { layer, point: map.lattice().world(at), at, edges }
    }

    /// Whether it is to the left and to the right of the line to a point.
    fn beside(&self, map: &Map, to: LatticePoint) -> [bool; 2] {
        let mut sides = [false, false];
        let ahead = |p: LatticePoint| {
            let way = |p: LatticePoint| [i64::from(p.x - self.at.x), i64::from(p.y - self.at.y)];
            let ([a, b], [c, d]) = (way(p), way(to));
            orient(self.at, to, p) == 0 && a * c + b * d > 0
        };
        for &e in &self.edges {
            let [near, far] = [e.next(), e.next().next()].map(|e| map.lattice_point(map.origin(e)));
            let is_inside = orient(self.at, to, near) < 0 && orient(self.at, to, far) > 0;
            sides[0] |= is_inside || ahead(near);
            sides[1] |= is_inside || ahead(far);
        }
        sides
    }
}

impl LayeredVisibility {
    /// Of all fans of free faces.
    pub fn of(layers: &LayeredMap) -> LayeredVisibility {
        let map = layers.as_map();
        let walls = map.faces().filter(|&f| map.is_free(f)).flat_map(FaceId::edges).filter(|&e| map.is_wall(e));
        let fans: Vec<Fan> = walls.map(|wall| Fan::from(map, wall)).collect();
        let sees = |a: &Fan, b: &Fan| {
            let ([left, right], [back_left, back_right]) = (a.beside(map, b.at), b.beside(map, a.at));
            a.at != b.at
                && (left && back_right || right && back_left)
                && layers.sees((a.layer, a.point), (b.layer, b.point))
        };
        let from = |a: &Fan| {
            let seen = fans.iter().enumerate().filter(|(_, b)| sees(a, b));
            seen.map(|(i, b)| (i, a.point.distance(b.point))).collect()
        };
        let seen = fans.iter().map(from).collect();
        LayeredVisibility { fans, seen }
    }

    /// How many fans there are.
    pub fn len(&self) -> usize {
        self.fans.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.fans.is_empty()
    }

    /// The fans that are seen from a point of the lattice inside a face.
    fn seen_from(&self, layers: &LayeredMap, from: (LayerId, Point)) -> Vec<(usize, f64)> {
        let map = layers.as_map();
        let Ok(at) = map.lattice().snap(from.1) else { return Vec::new() };
        let is_seen = |fan: &Fan| fan.beside(map, at) != [false, false] && layers.sees(from, (fan.layer, fan.point));
        let seen = self.fans.iter().enumerate().filter(|(_, fan)| is_seen(fan));
        seen.map(|(i, fan)| (i, from.1.distance(fan.point))).collect()
    }

    /// The length of the shortest path between two points in plan; `None` if there is none.
    pub fn distance(&self, layers: &LayeredMap, from: (LayerId, Point), to: (LayerId, Point)) -> Option<f64> {
        let straight = layers.sees(from, to).then(|| from.1.distance(to.1));
        let mut lengths = vec![f64::INFINITY; self.len()];
        let mut is_done = vec![false; self.len()];
        for (v, length) in self.seen_from(layers, from) {
            lengths[v] = length;
        }
        loop {
            let open = (0..self.len()).filter(|&v| !is_done[v] && lengths[v].is_finite());
            let Some(v) = open.min_by(|&a, &b| lengths[a].total_cmp(&lengths[b])) else { break };
            is_done[v] = true;
            for &(next, length) in &self.seen[v] {
                lengths[next] = lengths[next].min(lengths[v] + length);
            }
        }
        let last = self.seen_from(layers, to).into_iter().map(|(v, length)| lengths[v] + length);
        last.chain(straight).filter(|length| length.is_finite()).min_by(f64::total_cmp)
    }
}
