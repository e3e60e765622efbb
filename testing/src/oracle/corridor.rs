//! Shortest paths in a corridor of faces by trying every line, or every tangent, between its vertices.

use super::disc_paths::{Node, dijkstra, join};
use super::tangents::{Run, V, common_tangents, on_circle, side, tangents_from};
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::orient;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map, VertexId};
use std::f64::consts::TAU;

/// A corridor: faces of which each shares a free edge with the next.
#[derive(Debug)]
pub struct FaceCorridor {
    /// The left and the right end of every edge between two faces.
    portals: Vec<[VertexId; 2]>,
    /// All vertices, each once.
    vertices: Vec<(VertexId, LatticePoint)>,
    faces: Vec<[LatticePoint; 3]>,
    /// The sides of the faces that are not between two of them, with whether they are walls.
    sides: Vec<([LatticePoint; 2], bool)>,
}

/// The start, the goal or a vertex, and the first and last portal it is an end of.
#[derive(Clone, Copy)]
struct Stop {
    at: LatticePoint,
    first: i64,
    last: i64,
}

impl FaceCorridor {
    /// The corridor of some faces of a map.
    ///
    /// # Panics
    /// If two that follow each other share no free edge.
    pub fn of(map: &Map, faces: &[FaceId]) -> FaceCorridor {
        let mut corridor =
            FaceCorridor { portals: Vec::new(), vertices: Vec::new(), faces: Vec::new(), sides: Vec::new() };
        let leads = |e, f: Option<&FaceId>| f.is_some_and(|&f| !map.is_wall(e) && map.twin(e).face() == f);
        for (i, f) in faces.iter().enumerate() {
            corridor.faces.push(map.corners(*f).map(|v| map.lattice_point(v)));
            for v in map.corners(*f) {
                if !corridor.vertices.iter().any(|known| known.0 == v) {
                    corridor.vertices.push((v, map.lattice_point(v)));
                }
            }
            let before = i.checked_sub(1).and_then(|i| faces.get(i));
            let mut is_joined = i + 1 == faces.len();
            for e in f.edges() {
                let ends = [map.origin(e), map.target(e)];
                if leads(e, faces.get(i + 1)) {
                    corridor.portals.push([ends[1], ends[0]]);
                    is_joined = true;
                } else if !leads(e, before) {
                    corridor.sides.push((ends.map(|v| map.lattice_point(v)), map.is_wall(e)));
                }
            }
            assert!(is_joined, "face {i} is not joined to the next");
        }
        corridor
    }

    /// The narrowest portal, in steps.
    pub fn narrowest_portal(&self) -> Option<f64> {
        let widths = self.portals.iter().map(|p| {
            let [a, b] = p.map(|v| steps(self.at(v)));
            (a[0] - b[0]).hypot(a[1] - b[1])
        });
        widths.min_by(f64::total_cmp)
    }

    fn at(&self, v: VertexId) -> LatticePoint {
        self.vertices.iter().find(|known| known.0 == v).map_or(LatticePoint::default(), |known| known.1)
    }

    /// The length of the shortest path of a point in steps: Dijkstra's algorithm over all lines that cross every portal
    /// between their ends.
    pub fn shortest(&self, start: LatticePoint, goal: LatticePoint) -> Option<f64> {
        let count = self.portals.len() as i64;
        let mut stops = vec![Stop { at: start, first: -1, last: -1 }, Stop { at: goal, first: count, last: count }];
        // A vertex that one comes by twice, on both sides of a wall that ends there, is two stops.
        for end in [0, 1] {
            for first in 0..self.portals.len() {
                let v = self.portals[first][end];
                if first == 0 || self.portals[first - 1][end] != v {
                    let run = self.portals[first..].iter().take_while(|portal| portal[end] == v).count();
                    let first = first as i64;
                    stops.push(Stop { at: self.at(v), first, last: first + run as i64 - 1 });
                }
            }
        }
        let mut nodes: Vec<Node> = stops.iter().map(|s| Node { at: steps(s.at), ways: Vec::new() }).collect();
        for i in 0..stops.len() {
            for j in 0..i {
                if self.sees(stops[i], stops[j]) {
                    let ([ax, ay], [bx, by]) = (nodes[i].at, nodes[j].at);
                    join(&mut nodes, i, j, (ax - bx).hypot(ay - by), None);
                }
            }
        }
        dijkstra(&nodes).map(|ways| ways.iter().map(|(_, way)| way.length).sum())
    }

    /// Whether the line between two stops crosses all portals between them.
    fn sees(&self, a: Stop, b: Stop) -> bool {
        let (a, b) = if a.last < b.first { (a, b) } else { (b, a) };
        // Both are ends of a portal if neither comes first.
        (a.last + 1..b.first).all(|k| {
            let [left, right] = self.portals[k as usize].map(|v| self.at(v));
            if a.at == b.at {
                // A place that lies on the portal; not the same vertex on the other side of a wall.
                let is_between = |l: i32, r: i32, p: i32| l.min(r) <= p && p <= l.max(r);
                return orient(left, right, a.at) == 0
                    && is_between(left.x, right.x, a.at.x)
                    && is_between(left.y, right.y, a.at.y);
            }
            orient(a.at, b.at, left) >= 0 && orient(a.at, b.at, right) <= 0
        })
    }

    /// The length of the shortest path of a disc in steps: over all tangents and arcs that stay in the corridor, and keep
    /// the radius from its vertices and walls.
    pub fn shortest_for_disc(&self, start: LatticePoint, goal: LatticePoint, radius: f64) -> Option<f64> {
        let ends = [start, goal].map(steps);
        let corners: Vec<V> = self.vertices.iter().map(|&(_, at)| steps(at)).collect();
        let mut nodes: Vec<Node> = ends.iter().map(|&at| Node { at, ways: Vec::new() }).collect();
        let mut rims: Vec<Vec<(f64, usize)>> = vec![Vec::new(); corners.len()];
        let mut add = |nodes: &mut Vec<Node>, corner: usize, angle: f64| {
            nodes.push(Node { at: on_circle(corners[corner], radius, angle), ways: Vec::new() });
            rims[corner].push((angle, nodes.len() - 1));
            nodes.len() - 1
        };
        let length = |a: V, b: V| (a[0] - b[0]).hypot(a[1] - b[1]);
        if self.is_open(Run::Leg(ends[0], ends[1]), radius) {
            join(&mut nodes, 0, 1, length(ends[0], ends[1]), None);
        }
        for i in 0..corners.len() {
            for j in 0..i {
                for [from, to] in common_tangents(corners[i], corners[j], radius) {
                    let [p, q] = [on_circle(corners[i], radius, from), on_circle(corners[j], radius, to)];
                    if self.is_open(Run::Leg(p, q), radius) {
                        let (a, b) = (add(&mut nodes, i, from), add(&mut nodes, j, to));
                        join(&mut nodes, a, b, length(p, q), None);
                    }
                }
            }
            for (k, &end) in ends.iter().enumerate() {
                for angle in tangents_from(end, corners[i], radius) {
                    let at = on_circle(corners[i], radius, angle);
                    if self.is_open(Run::Leg(end, at), radius) {
                        let node = add(&mut nodes, i, angle);
                        join(&mut nodes, k, node, length(end, at), None);
                    }
                }
            }
        }
        for (corner, rim) in rims.iter_mut().enumerate() {
            rim.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            for i in 0..rim.len() {
                let ((from, a), (to, b)) = (rim[i], rim[(i + 1) % rim.len()]);
                let by = if i + 1 < rim.len() { to - from } else { to + TAU - from };
                if a != b && self.is_open(Run::Arc(corners[corner], from, by), radius) {
                    join(&mut nodes, a, b, by * radius, None);
                }
            }
        }
        dijkstra(&nodes).map(|ways| ways.iter().map(|(_, way)| way.length).sum())
    }

    /// How far the nearest vertex or wall of the corridor is, in steps.
    pub fn clearance(&self, p: LatticePoint) -> f64 {
        let here = Run::Leg(steps(p), steps(p));
        let vertices = self.vertices.iter().map(|&(_, at)| here.distance(steps(at), steps(at), 0.0));
        let walls = self.sides.iter().filter(|(_, is_wall)| *is_wall);
        let walls = walls.map(|(ends, _)| here.distance(steps(ends[0]), steps(ends[1]), 0.0));
        vertices.chain(walls).fold(f64::INFINITY, f64::min)
    }

    /// Whether a disc can follow a run inside the corridor.
    fn is_open(&self, run: Run, radius: f64) -> bool {
        let far = radius - LEEWAY.min(radius * 1e-3);
        if !self.vertices.iter().all(|&(_, at)| run.distance(steps(at), steps(at), radius) >= far) {
            return false;
        }
        let keeps_in = self.sides.iter().all(|&(ends, is_wall)| {
            let [a, b] = ends.map(steps);
            match run {
                _ if is_wall => run.distance(a, b, radius) >= far,
                Run::Leg(p, q) => side(a, b, p) * side(a, b, q) >= 0.0 || side(p, q, a) * side(p, q, b) >= 0.0,
                Run::Arc(..) => run.distance(a, b, radius) > 0.0,
            }
        });
        // A leg that starts on a side crosses nothing and may yet lead outside.
        keeps_in
            && match run {
                Run::Leg(p, q) => self.contains([(p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0]),
                Run::Arc(..) => true,
            }
    }

    fn contains(&self, p: V) -> bool {
        self.faces.iter().any(|face| {
            let [a, b, c] = face.map(steps);
            [(a, b), (b, c), (c, a)]
                .into_iter()
                .all(|(a, b)| side(a, b, p) >= -LEEWAY * (b[0] - a[0]).hypot(b[1] - a[1]))
        })
    }
}

/// How much nearer than its radius a disc may come, in steps: what rounding can do.
const LEEWAY: f64 = 1e-6;

fn steps(p: LatticePoint) -> V {
    [f64::from(p.x), f64::from(p.y)]
}
