//! A point's search over triangles, wedge by wedge: a teaching copy of the idea behind the exact search ("Compromise-free
//! Pathfinding on a Navigation Mesh", Cui, Harabor, Grastien 2017), which records what it expands. A node is a part of an edge, all
//! seen from one root; its estimate is the straight way from the root through that part to the goal.

use super::find::line;
use crate::refusal::Refusal;
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::{EdgeId, FaceId, Map, Point};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// The most expansions that are made, and told.
const MOST_STEPS: usize = 4000;
/// Parts of edges shorter than this share of the edge are none.
const LEAST: f64 = 1e-9;

/// A part of an edge, from its left end to its right one as it is crossed, and the root that sees it.
#[derive(Clone, Copy)]
struct Wedge {
    /// Of the face that is left.
    edge: EdgeId,
    left: Point,
    right: Point,
    root: Point,
    /// The way to the root.
    g: f64,
    /// The node it came from.
    parent: usize,
}

/// The least estimate first; of equal ones the newest.
#[derive(PartialEq)]
struct Key(f64, usize);

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

fn cross(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn between(a: Point, b: Point, share: f64) -> Point {
    Point::new(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))
}

/// The shortest way from a root to a goal through a part of an edge, and where it bends, if it must.
fn through(root: Point, left: Point, right: Point, goal: Point) -> (f64, Option<Point>) {
    // A goal on the root's side of the line is as far as its mirror image.
    let goal =
        if cross(left, right, root) * cross(left, right, goal) > 0.0 { mirrored(left, right, goal) } else { goal };
    if cross(root, left, goal) > 0.0 {
        (root.distance(left) + left.distance(goal), Some(left))
    } else if cross(root, right, goal) < 0.0 {
        (root.distance(right) + right.distance(goal), Some(right))
    } else {
        (root.distance(goal), None)
    }
}

fn mirrored(a: Point, b: Point, p: Point) -> Point {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let square = dx * dx + dy * dy;
    if square == 0.0 {
        return p;
    }
    let twice = 2.0 * cross(a, b, p) / square;
    Point::new(p.x + twice * dy, p.y - twice * dx)
}

struct Search<'m> {
    map: &'m Map,
    goal: Point,
    goal_faces: HashSet<FaceId>,
    nodes: Vec<Wedge>,
    open: BinaryHeap<Reverse<Key>>,
    /// The least way known to each root.
    roots: HashMap<[u64; 2], f64>,
    /// The best way to the goal so far: its length, the node, and where it bends last.
    best: Option<(f64, usize, Option<Point>)>,
}

/// Finds the shortest path of a point and tells every wedge that was expanded for it.
pub(crate) fn wedges(map: &Map, [from, to]: [Point; 2]) -> Result<Value, Refusal> {
    let faces = |p: Point| -> Result<Vec<FaceId>, Refusal> {
        let outside = || Refusal::at("an end is outside or in an obstacle", p);
        let at = map.locate(p).filter(|_| map.is_walkable(p)).ok_or_else(outside)?;
        let faces: Vec<FaceId> = map.faces_at(at).filter(|&face| map.is_free(face)).collect();
        if faces.is_empty() { Err(outside()) } else { Ok(faces) }
    };
    let (first, last) = (faces(from)?, faces(to)?);
    let mut search = Search {
        map,
        goal: to,
        goal_faces: last.iter().copied().collect(),
        nodes: Vec::new(),
        open: BinaryHeap::new(),
        roots: HashMap::new(),
        best: None,
    };
    let is_beside = first.iter().any(|face| search.goal_faces.contains(face));
    if is_beside {
        let path = line(&[from, to]);
        return Ok(json!({ "steps": [], "path": path, "length": from.distance(to), "is_cut": false }));
    }
    for face in first {
        for edge in face.edges() {
            let [right, left] = [map.origin(edge), map.target(edge)].map(|vertex| map.point(vertex));
            search.put(Wedge { edge, left, right, root: from, g: 0.0, parent: usize::MAX });
        }
    }
    let mut steps = Vec::new();
    let is_cut = search.run(&mut steps);
    let Some((length, node, bend)) = search.best else {
        let why = if is_cut { "the search was given up: this map is too large to watch" } else { "there is no path" };
        return Err(Refusal::new(why));
    };
    let path = search.path(from, node, bend);
    Ok(json!({ "steps": steps, "path": line(&path), "length": length, "is_cut": is_cut }))
}

impl Search<'_> {
    /// Puts a node on the open list, unless its edge is a wall or its root is reached on a shorter way.
    fn put(&mut self, wedge: Wedge) {
        let Wedge { edge, left, right, root, g, .. } = wedge;
        if self.map.is_wall(edge) || left.distance(right) <= LEAST * (1.0 + left.x.abs() + left.y.abs()) {
            return;
        }
        let known = self.roots.entry([root.x, root.y].map(f64::to_bits)).or_insert(g);
        if g > *known + 1e-9 {
            return;
        }
        *known = known.min(g);
        let (estimate, _) = through(root, left, right, self.goal);
        self.nodes.push(wedge);
        self.open.push(Reverse(Key(g + estimate, self.nodes.len() - 1)));
    }

    /// Expands until nothing better can come; whether it was cut off before.
    fn run(&mut self, steps: &mut Vec<Value>) -> bool {
        while let Some(Reverse(Key(f, node))) = self.open.pop() {
            if self.best.is_some_and(|(best, ..)| best <= f) {
                return false;
            }
            if steps.len() >= MOST_STEPS {
                return true;
            }
            let Some(&wedge) = self.nodes.get(node) else { continue };
            steps.push(json!([
                <[f64; 2]>::from(wedge.root),
                <[f64; 2]>::from(wedge.left),
                <[f64; 2]>::from(wedge.right),
                wedge.g,
                f,
                self.open.len()
            ]));
            self.expand(node, wedge);
        }
        false
    }

    fn expand(&mut self, node: usize, wedge: Wedge) {
        let entered = self.map.twin(wedge.edge);
        let face = entered.face();
        if self.goal_faces.contains(&face) {
            let (left, bend) = through(wedge.root, wedge.left, wedge.right, self.goal);
            if self.best.is_none_or(|(best, ..)| wedge.g + left < best) {
                self.best = Some((wedge.g + left, node, bend));
            }
            return;
        }
        let corner = |vertex| self.map.point(vertex);
        // The far side of the face as a line from its left corner over its far one to its right one.
        let (a, b) = (corner(self.map.target(wedge.edge)), corner(self.map.origin(wedge.edge)));
        let (after, last) = (entered.next(), entered.next().next());
        let c = corner(self.map.target(after));
        // Counter-clockwise: `after` begins at the right corner, `last` ends at the left one.
        let sides = [(last, a, c), (after, c, b)];
        let [from, to] = [self.hit(wedge, wedge.left, [a, c, b], 0.0), self.hit(wedge, wedge.right, [a, c, b], 2.0)];
        let (from, to) = (from.min(to), to.max(from));
        let g = wedge.g;
        self.put_part(node, wedge.root, g, sides, (from, to));
        // Around a corner at an end of the part, what the root does not see is seen from there.
        if wedge.left == a && wedge.root != a {
            self.put_part(node, a, g + wedge.root.distance(a), sides, (0.0, from));
        }
        if wedge.right == b && wedge.root != b {
            self.put_part(node, b, g + wedge.root.distance(b), sides, (to, 2.0));
        }
    }

    /// Where the ray from the root through a point meets the far side: 0 to 1 on its left edge, 1 to 2 on its right one. A root
    /// in a corner of the face sees all of it.
    fn hit(&self, wedge: Wedge, at: Point, [a, c, b]: [Point; 3], usual: f64) -> f64 {
        let root = wedge.root;
        if root == at || cross(root, a, b) == 0.0 {
            return usual;
        }
        let share = |p: Point, q: Point| {
            let (left, right) = (cross(root, at, p), cross(root, at, q));
            // From left of the ray to right of it.
            (left >= 0.0 && right <= 0.0 && left - right > 0.0).then(|| left / (left - right))
        };
        if let Some(share) = share(a, c) {
            return share;
        }
        share(c, b).map_or(usual, |share| 1.0 + share)
    }

    /// Puts a part of the far side on the open list, edge by edge.
    fn put_part(
        &mut self,
        parent: usize,
        root: Point,
        g: f64,
        sides: [(EdgeId, Point, Point); 2],
        (from, to): (f64, f64),
    ) {
        for (i, (edge, p, q)) in sides.into_iter().enumerate() {
            let low = (from - i as f64).clamp(0.0, 1.0);
            let high = (to - i as f64).clamp(0.0, 1.0);
            if high - low > LEAST {
                // Ends are corners to the last bit, for only around corners a way bends.
                let left = if low == 0.0 { p } else { between(p, q, low) };
                let right = if high == 1.0 { q } else { between(p, q, high) };
                self.put(Wedge { edge, left, right, root, g, parent });
            }
        }
    }

    fn path(&self, from: Point, node: usize, bend: Option<Point>) -> Vec<Point> {
        let mut path = vec![self.goal];
        path.extend(bend);
        let mut at = node;
        while let Some(wedge) = self.nodes.get(at) {
            if path.last() != Some(&wedge.root) {
                path.push(wedge.root);
            }
            at = wedge.parent;
        }
        if path.last() != Some(&from) {
            path.push(from);
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;
    use navigant::search::plane::{PathFinder, Query};

    /// Numbers between 0 and 1, the same every time.
    fn numbers(mut seed: u64) -> impl FnMut() -> f64 {
        move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as f64 / f64::from(1 << 24)
        }
    }

    #[test]
    fn wedge_by_wedge_it_finds_what_the_exact_search_finds() {
        let mut checked = 0;
        for seed in 0..12 {
            let mut number = numbers(seed);
            let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 20.0])).unwrap();
            for _ in 0..14 {
                let (x, y) = (1.0 + 26.0 * number(), 1.0 + 16.0 * number());
                let (w, h) = (0.3 + 4.0 * number(), 0.3 + 4.0 * number());
                map.insert(&Outline::polygon([[x, y], [x + w, y + 0.2 * h], [x + 0.7 * w, y + h]])).unwrap();
            }
            map.insert(&Outline::polyline([[15.0, 0.0], [15.0, 20.0 * number()]])).unwrap();
            let mut finder = PathFinder::new();
            for _ in 0..12 {
                let ends = [0; 2].map(|_| Point::new(30.0 * number(), 20.0 * number()));
                let exact = finder.find(&map, &Query::new(ends[0], ends[1])).map(|path| path.length);
                let told = wedges(&map, ends);
                match (exact, told) {
                    (Ok(exact), Ok(told)) => {
                        let length = told["length"].as_f64().unwrap();
                        assert!((length - exact).abs() < 1e-6, "seed {seed}: {length} for {exact}, {ends:?}");
                        let path: Vec<[f64; 2]> = serde_json::from_value(told["path"].clone()).unwrap();
                        let legs = path.windows(2).map(|leg| Point::from(leg[0]).distance(leg[1].into()));
                        assert!((legs.sum::<f64>() - length).abs() < 1e-6, "seed {seed}: {path:?}");
                        checked += 1;
                    }
                    (Err(_), Err(_)) => {}
                    (exact, told) => panic!("seed {seed}: {exact:?} and {told:?}"),
                }
            }
        }
        assert!(checked > 80, "{checked}");
    }
}
