//! Paths of least cost through layers with tolls by brute force: Dijkstra's search over the corners of all free faces.
//!
//! A place is a corner of a face. One turns to the next face around the same vertex, and pays there if the edge between has a toll; one walks
//! along the sides of the face; and one walks straight on to every corner that is seen through the opposite side, and pays at each edge
//! on the way. Lines end at the first corner on them. Which of these make a shortest path is left to the search.

use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, FaceId, LayerId, LayeredMap, Map, Point};

/// All corners of free faces, each by the edge of its face that starts there, and the ways between them.
pub struct TolledCorners<'m> {
    map: &'m Map,
    corners: Vec<EdgeId>,
    /// By edge.
    numbers: Vec<Option<usize>>,
    /// By corner.
    ways: Vec<Vec<(usize, f64)>>,
}

/// What is seen from a place: corners, and faces with the part of the plane in which one comes into them.
struct View<'v> {
    corners: &'v mut Vec<(EdgeId, f64)>,
    /// The place that is looked for, and the faces it lies in.
    goal: Option<(LatticePoint, &'v [FaceId])>,
    arrival: f64,
}

type Direction = [i64; 2];

fn direction(from: LatticePoint, to: LatticePoint) -> Direction {
    [i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y)]
}

fn cross([a, b]: Direction, [c, d]: Direction) -> i64 {
    a * d - b * c
}

fn length([a, b]: Direction) -> f64 {
    (a as f64).hypot(b as f64)
}

impl TolledCorners<'_> {
    /// Of all free faces of a map.
    pub fn of(layers: &LayeredMap) -> TolledCorners<'_> {
        use navigant_mesh::internals::LayeredMapInternals as _;
        let map = layers.as_map();
        let corners: Vec<EdgeId> = map.faces().filter(|&f| map.is_free(f)).flat_map(FaceId::edges).collect();
        let mut all = TolledCorners { map, corners, numbers: vec![None; 4 * map.face_slots()], ways: Vec::new() };
        for (number, &e) in all.corners.iter().enumerate() {
            all.numbers[e.index()] = Some(number);
        }
        all.ways = all.corners.iter().map(|&e| all.ways_from(e)).collect();
        all
    }

    /// How many corners there are.
    pub fn len(&self) -> usize {
        self.corners.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    fn toll(&self, e: EdgeId) -> f64 {
        self.map.tolls().map_or(0.0, |tolls| tolls.over(e)) / self.map.lattice().step()
    }

    fn at(&self, e: EdgeId) -> LatticePoint {
        self.map.lattice_point(self.map.origin(e))
    }

    fn ways_from(&self, e: EdgeId) -> Vec<(usize, f64)> {
        let (map, here, before) = (self.map, self.at(e), e.next().next());
        let mut seen = vec![
            (e.next(), length(direction(here, self.at(e.next())))),
            (before, length(direction(here, self.at(before)))),
        ];
        if !map.is_wall(e) {
            seen.push((map.twin(e).next(), self.toll(e)));
        }
        if !map.is_wall(before) {
            seen.push((map.twin(before), self.toll(before)));
        }
        self.look_through(here, e.next(), &mut View { corners: &mut seen, goal: None, arrival: f64::INFINITY });
        seen.retain(|(_, cost)| cost.is_finite());
        seen.into_iter().filter_map(|(corner, cost)| Some((self.numbers[corner.index()]?, cost))).collect()
    }

    /// Looks from a place through an edge of a face that it is in.
    fn look_through(&self, from: LatticePoint, edge: EdgeId, view: &mut View<'_>) {
        let [right, left] = [edge, edge.next()].map(|e| direction(from, self.at(e)));
        let mut open = vec![(edge, right, left, 0.0)];
        while let Some((edge, right, left, paid)) = open.pop() {
            if cross(right, left) <= 0 || self.map.is_wall(edge) {
                continue;
            }
            let (entry, paid) = (self.map.twin(edge), paid + self.toll(edge));
            if let Some((goal, faces)) = view.goal.filter(|(_, faces)| faces.contains(&entry.face())) {
                let ahead = direction(from, goal);
                if !faces.is_empty() && cross(right, ahead) >= 0 && cross(ahead, left) >= 0 {
                    view.arrival = view.arrival.min(length(ahead) + paid);
                }
            }
            let [right_exit, left_exit] = [entry.next(), entry.next().next()];
            let tip = direction(from, self.at(left_exit));
            let (from_right, to_left) = (cross(right, tip), cross(tip, left));
            if from_right > 0 && to_left > 0 {
                view.corners.push((left_exit, length(tip) + paid));
            }
            open.push((right_exit, right, if to_left > 0 { tip } else { left }, paid));
            open.push((left_exit, if from_right > 0 { tip } else { right }, left, paid));
        }
    }

    /// What a path costs at least between two places in free space, in metres; `None` if there is none.
    pub fn cost(&self, from: (LayerId, Point), to: (LayerId, Point)) -> Option<f64> {
        let map = self.map;
        let snap = |p: Point| map.lattice().snap(p).ok();
        let faces = |(layer, p): (LayerId, Point)| -> Option<Vec<FaceId>> {
            Some(map.faces_at(map.locate_on(layer, p)?).filter(|&f| map.is_free(f)).collect())
        };
        let (start, goal, starts, goals) = (snap(from.1)?, snap(to.1)?, faces(from)?, faces(to)?);
        let mut seen = Vec::new();
        let mut view = View { corners: &mut seen, goal: Some((goal, &goals)), arrival: f64::INFINITY };
        for &f in &starts {
            if goals.contains(&f) {
                view.arrival = view.arrival.min(length(direction(start, goal)));
            }
            for e in f.edges() {
                view.corners.push((e, length(direction(start, self.at(e)))));
                self.look_through(start, e, &mut view);
            }
        }
        let mut best = view.arrival;
        let mut costs = vec![f64::INFINITY; self.len()];
        for (corner, cost) in seen {
            if let Some(number) = self.numbers[corner.index()] {
                costs[number] = costs[number].min(cost);
            }
        }
        let mut is_done = vec![false; self.len()];
        loop {
            let open = (0..self.len()).filter(|&v| !is_done[v] && costs[v] < best);
            let Some(v) = open.min_by(|&a, &b| costs[a].total_cmp(&costs[b])) else { break };
            is_done[v] = true;
            let (here, e) = (self.at(self.corners[v]), self.corners[v]);
            let mut none = Vec::new();
            let mut view = View { corners: &mut none, goal: Some((goal, &goals)), arrival: f64::INFINITY };
            if goals.contains(&e.face()) {
                view.arrival = length(direction(here, goal));
            }
            self.look_through(here, e.next(), &mut view);
            best = best.min(costs[v] + view.arrival);
            for &(next, cost) in &self.ways[v] {
                costs[next] = costs[next].min(costs[v] + cost);
            }
        }
        best.is_finite().then_some(best * map.lattice().step())
    }
}
