//! The graph of Steiner points: corners of the triangles, and points along their sides.

use super::super::tuning::area::SWEEPS;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::{AreaMeshInternals as _, EdgeIdInternals as _, IdInternals as _, MapInternals as _};
use navigant_mesh::{AreaMesh, EdgeId, FaceId, Location, Point, VertexId};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// What one step in each triangle costs; `None` where one cannot be.
pub(super) struct Weights<'a> {
    pub(super) areas: &'a AreaMesh,
    by_face: Vec<Option<f64>>,
    /// The least of them.
    pub(super) least: f64,
}

impl<'a> Weights<'a> {
    /// Of the kinds of some areas; `None` for those that are forbidden.
    pub(super) fn new(areas: &'a AreaMesh, factors: &[Option<f64>]) -> Weights<'a> {
        let mesh = areas.mesh();
        let mut by_face = vec![None; mesh.face_slots()];
        let mut least = f64::INFINITY;
        for f in mesh.faces().filter(|&f| areas.is_walkable(f)) {
            let kinds = areas.kinds_over(f);
            if kinds.iter().all(|&kind| factors[kind].is_some()) {
                let weight = kinds.last().and_then(|&kind| factors[kind]).unwrap_or(1.0);
                by_face[f.index()] = Some(weight);
                least = least.min(weight);
            }
        }
        Weights { areas, by_face, least }
    }

    pub(super) fn of(&self, f: FaceId) -> Option<f64> {
        self.by_face.get(f.index()).copied().flatten()
    }

    /// Whether one gets from one triangle to the next through an edge.
    pub(super) fn is_open(&self, e: EdgeId) -> bool {
        let twin = self.areas.mesh().twin(e);
        self.of(e.face()).is_some() && self.of(twin.face()).is_some() && !self.areas.is_wall(e)
    }
}

/// Where a node lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum On {
    /// At a corner, or at an end of the path.
    Fixed,
    /// Between the ends of an edge.
    Edge(EdgeId),
}

/// A node of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) at: Offset,
    pub(super) on: On,
}

/// The graph, and the two ends of a query as its first nodes.
pub(super) struct Net {
    pub(super) nodes: Vec<Node>,
    /// By node: the triangles it is in or on.
    faces_of: Vec<Vec<FaceId>>,
    /// The nodes in or on a triangle.
    nodes_of: HashMap<FaceId, Vec<u32>>,
}

/// A path through the graph: its nodes, and the triangles between them.
pub(super) struct NetPath {
    pub(super) nodes: Vec<Node>,
    pub(super) faces: Vec<FaceId>,
}

/// An end of a query: where it is, on the lattice and exactly.
#[derive(Clone, Copy)]
pub(super) struct EndPoint {
    pub(super) location: Location,
    pub(super) point: Point,
}

impl Net {
    /// The graph of some triangles, with points no farther apart than a distance, in steps, and at some places more.
    pub(super) fn new(
        weights: &Weights,
        ends: [EndPoint; 2],
        is_in: impl Fn(FaceId) -> bool,
        spacing: f64,
        extra: &[Node],
    ) -> Net {
        let mesh = weights.areas.mesh();
        let mut net = Net { nodes: Vec::new(), faces_of: Vec::new(), nodes_of: HashMap::new() };
        for EndPoint { location, point } in ends {
            let faces = mesh.faces_at(location).filter(|&f| weights.of(f).is_some()).collect();
            net.add(Node { at: mesh.steps(point), on: On::Fixed }, faces);
        }
        let mut more: HashMap<EdgeId, Vec<Node>> = HashMap::new();
        for node in extra {
            if let On::Edge(e) = node.on {
                more.entry(e.min(mesh.twin(e))).or_default().push(*node);
            }
        }
        for f in mesh.faces().filter(|&f| weights.of(f).is_some() && is_in(f)) {
            for e in f.edges() {
                net.add_corner(weights, e, &is_in);
                let twin = mesh.twin(e);
                if weights.is_open(e) && (e < twin || !is_in(twin.face())) {
                    net.add_side(weights, e, spacing, more.get(&e.min(twin)).map_or(&[], Vec::as_slice));
                }
            }
        }
        net
    }

    fn add(&mut self, node: Node, faces: Vec<FaceId>) {
        let id = self.nodes.len() as u32;
        faces.iter().for_each(|&f| self.nodes_of.entry(f).or_default().push(id));
        self.nodes.push(node);
        self.faces_of.push(faces);
    }

    /// The corner at which an edge starts, once for each sector between walls: from one to the next nobody gets through it.
    fn add_corner(&mut self, weights: &Weights, e: EdgeId, is_in: &impl Fn(FaceId) -> bool) {
        let mesh = weights.areas.mesh();
        let v: VertexId = mesh.origin(e);
        // All around, from the first edge of the sector on.
        let mut first = e;
        while weights.is_open(first) {
            first = mesh.twin(first).next();
            if first == e {
                break;
            }
        }
        let (mut faces, mut edge) = (vec![first.face()], first);
        loop {
            let before = edge.prev();
            edge = mesh.twin(before);
            if !weights.is_open(before) || edge == first {
                break;
            }
            faces.push(edge.face());
        }
        // Added by the least of the triangles that are looked at.
        if faces.iter().filter(|&&f| is_in(f)).min() == Some(&e.face()) {
            self.add(Node { at: Offset::to(mesh.lattice_point(v)), on: On::Fixed }, faces);
        }
    }

    fn add_side(&mut self, weights: &Weights, e: EdgeId, spacing: f64, extra: &[Node]) {
        let mesh = weights.areas.mesh();
        let [a, b]: [LatticePoint; 2] = [mesh.origin(e), mesh.target(e)].map(|v| mesh.lattice_point(v));
        let [a, b] = [a, b].map(Offset::to);
        let faces = || vec![e.face(), mesh.twin(e).face()];
        let count = ((b - a).length() / spacing).ceil().clamp(2.0, 4096.0) as usize;
        for i in 1..count {
            let at = a + (b - a) * (i as f64 / count as f64);
            self.add(Node { at, on: On::Edge(e) }, faces());
        }
        for node in extra {
            self.add(Node { at: node.at, on: On::Edge(e) }, faces());
        }
    }

    /// The cheapest path from the first node to the second: A* with the straight line at the least weight.
    pub(super) fn cheapest(&self, weights: &Weights) -> Option<NetPath> {
        const START: u32 = 0;
        const GOAL: u32 = 1;
        let goal = self.nodes[GOAL as usize].at;
        let mut cost = vec![f64::INFINITY; self.nodes.len()];
        let mut before: Vec<Option<(u32, FaceId)>> = vec![None; self.nodes.len()];
        let mut open = BinaryHeap::from([Reverse((0u64, START))]);
        cost[START as usize] = 0.0;
        let ahead = |node: u32| weights.least * (self.nodes[node as usize].at - goal).length() * (1.0 - 1e-12);
        let mut done = vec![false; self.nodes.len()];
        while let Some(Reverse((_, node))) = open.pop() {
            if std::mem::replace(&mut done[node as usize], true) {
                continue;
            }
            if node == GOAL {
                return Some(self.trace(&before));
            }
            let here = self.nodes[node as usize].at;
            for &f in &self.faces_of[node as usize] {
                let Some(weight) = weights.of(f) else { continue };
                for &next in self.nodes_of.get(&f).into_iter().flatten() {
                    let new = cost[node as usize] + weight * (self.nodes[next as usize].at - here).length();
                    if new < cost[next as usize] && !done[next as usize] {
                        cost[next as usize] = new;
                        before[next as usize] = Some((node, f));
                        // Costs are not negative, so their bits are in order too.
                        open.push(Reverse(((new + ahead(next)).to_bits(), next)));
                    }
                }
            }
        }
        None
    }

    fn trace(&self, before: &[Option<(u32, FaceId)>]) -> NetPath {
        let (mut nodes, mut faces, mut node) = (vec![self.nodes[1]], Vec::new(), 1u32);
        while let Some((previous, face)) = before[node as usize] {
            nodes.push(self.nodes[previous as usize]);
            faces.push(face);
            node = previous;
        }
        nodes.reverse();
        faces.reverse();
        NetPath { nodes, faces }
    }
}

impl NetPath {
    /// What it costs, in steps.
    pub(super) fn cost(&self, weights: &Weights) -> f64 {
        let legs = self.nodes.windows(2).zip(&self.faces);
        legs.map(|(leg, &f)| weights.of(f).unwrap_or(f64::INFINITY) * (leg[1].at - leg[0].at).length()).sum()
    }

    /// Moves its points along their edges to where it costs least, as light is refracted: with the edges it crosses fixed that
    /// is a convex problem, and one point after the other is moved until nothing is gained.
    pub(super) fn refract(&mut self, weights: &Weights) {
        let mesh = weights.areas.mesh();
        for _ in 0..SWEEPS {
            let before = self.cost(weights);
            for i in 1..self.nodes.len().saturating_sub(1) {
                let On::Edge(e) = self.nodes[i].on else { continue };
                let [a, b] = [mesh.origin(e), mesh.target(e)].map(|v| Offset::to(mesh.lattice_point(v)));
                let [near, far] = [self.faces[i - 1], self.faces[i]].map(|f| weights.of(f).unwrap_or(1.0));
                let (from, to) = (self.nodes[i - 1].at, self.nodes[i + 1].at);
                let cost = |t: f64| {
                    let x = a + (b - a) * t;
                    near * (x - from).length() + far * (to - x).length()
                };
                self.nodes[i].at = a + (b - a) * least_between(cost);
            }
            if self.cost(weights) > before * (1.0 - 1e-7) {
                break;
            }
        }
    }
}

/// Where between 0 and 1 a convex function is least, by golden section search.
fn least_between(f: impl Fn(f64) -> f64) -> f64 {
    const PART: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (0.0, 1.0);
    let (mut a, mut b) = (high - PART * (high - low), low + PART * (high - low));
    let (mut at_a, mut at_b) = (f(a), f(b));
    for _ in 0..36 {
        if at_a < at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - PART * (high - low);
            at_a = f(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + PART * (high - low);
            at_b = f(b);
        }
    }
    let middle = 0.5 * (low + high);
    [0.0, 1.0].into_iter().fold(middle, |best, t| if f(t) < f(best) { t } else { best })
}
