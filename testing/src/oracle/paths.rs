//! Shortest paths by trying every line of sight between every two corners.

use super::sight::{sectors, walk};
use navigant_geometry::Point;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map};

/// Everything that sees each other on a map.
///
/// A path is that of a disc of vanishing radius: it may run along walls and touch corners, but where two obstacles
/// touch there is no gap, and a wall is not passed through at its vertices either. So a node is a vertex and one of the
/// sides on which the disc can be there; a line between two nodes leaves one on its side and arrives on the other's.
///
/// ```
/// use navigant_mesh::{Map, Outline, Point};
/// use navigant_testing::oracle::paths::Visibility;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
/// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 4.0]]))?;
/// let way = Visibility::of(&map).shortest([5.0, 0.0].into(), [11.0, 0.0].into()).unwrap();
/// assert_eq!(way.length, 10.0);
/// assert_eq!(way.points[1], Point::new(8.0, 4.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Visibility<'m> {
    map: &'m Map,
    nodes: Vec<Node>,
    /// By node: what it sees, and how far that is.
    seen: Vec<Vec<(usize, f64)>>,
}

/// A place where a path can bend or end.
struct Node {
    at: LatticePoint,
    sector: Vec<FaceId>,
}

/// A shortest path.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Its length in metres.
    pub length: f64,
    /// The start, corners on the way and the goal, rounded to the lattice. Corners may be passed straight.
    pub points: Vec<Point>,
}

impl<'m> Visibility<'m> {
    /// Looks from every vertex to every other, past every face.
    pub fn of(map: &'m Map) -> Self {
        let nodes: Vec<Node> = map.vertices().flat_map(|v| nodes_at(map, map.lattice_point(v))).collect();
        let mut seen = vec![Vec::new(); nodes.len()];
        for (i, from) in nodes.iter().enumerate() {
            for (j, to) in nodes.iter().enumerate().skip(i + 1) {
                if from.at != to.at && from.sees(map, to) {
                    let length = distance(map, from.at, to.at);
                    seen[i].push((j, length));
                    seen[j].push((i, length));
                }
            }
        }
        Visibility { map, nodes, seen }
    }

    /// The map it was made of.
    pub fn map(&self) -> &'m Map {
        self.map
    }

    /// The shortest path between two points, which are rounded to the lattice first; `None` if there is none or one
    /// cannot stand at one of them. At a point on several sides of walls one may choose the side.
    pub fn shortest(&self, from: Point, to: Point) -> Option<Way> {
        let [from, to] = [from, to].map(|p| self.map.lattice().snap(p).ok());
        let (from, to) = (from?, to?);
        let [starts, goals] = [from, to].map(|p| nodes_at(self.map, p));
        let direct = starts.iter().any(|s| goals.iter().any(|g| s.sees(self.map, g)));
        if direct {
            return Some(self.way([from, to]));
        }
        // Dijkstra without a heap.
        let mut best: Vec<(f64, Option<usize>)> = self.lengths_from(&starts).map(|length| (length, None)).collect();
        let last: Vec<f64> = self.lengths_from(&goals).collect();
        let mut done = vec![false; self.nodes.len()];
        let mut found: (f64, Option<usize>) = (f64::INFINITY, None);
        while let Some(i) = (0..done.len()).filter(|&i| !done[i]).min_by(|&i, &j| best[i].0.total_cmp(&best[j].0)) {
            let here = best[i].0;
            if here >= found.0 || here.is_infinite() {
                break;
            }
            done[i] = true;
            if here + last[i] < found.0 {
                found = (here + last[i], Some(i));
            }
            for &(j, length) in &self.seen[i] {
                if here + length < best[j].0 {
                    best[j] = (here + length, Some(i));
                }
            }
        }
        let mut points = vec![to];
        let mut node = Some(found.1?);
        while let Some(i) = node {
            points.push(self.nodes[i].at);
            node = best[i].1;
        }
        points.push(from);
        points.reverse();
        points.dedup();
        Some(self.way(points))
    }

    /// By node: how far it is from the nearest of some nodes at one place, where one sees it.
    fn lengths_from(&self, places: &[Node]) -> impl Iterator<Item = f64> {
        self.nodes.iter().map(move |node| match places.iter().find(|place| place.sees(self.map, node)) {
            Some(place) => distance(self.map, place.at, node.at),
            None => f64::INFINITY,
        })
    }

    fn way(&self, points: impl IntoIterator<Item = LatticePoint>) -> Way {
        let points: Vec<Point> = points.into_iter().map(|p| self.map.lattice().world(p)).collect();
        Way { length: points.windows(2).map(|leg| leg[0].distance(leg[1])).sum(), points }
    }
}

impl Node {
    fn sees(&self, map: &Map, other: &Node) -> bool {
        walk(map, self.at, other.at, &self.sector).iter().any(|f| other.sector.contains(f))
    }
}

fn nodes_at(map: &Map, at: LatticePoint) -> Vec<Node> {
    sectors(map, at).into_iter().map(|sector| Node { at, sector }).collect()
}

fn distance(map: &Map, a: LatticePoint, b: LatticePoint) -> f64 {
    map.lattice().world(a).distance(map.lattice().world(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    fn map(obstacles: &[Outline]) -> Map {
        Map::build(&[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], obstacles).unwrap().0
    }

    fn length(map: &Map, from: [f64; 2], to: [f64; 2]) -> Option<f64> {
        Visibility::of(map).shortest(from.into(), to.into()).map(|way| way.length)
    }

    #[test]
    fn a_path_bends_around_both_corners_of_a_box() {
        let map = map(&[Outline::rectangle([4.0, 3.0], [12.0, 13.0])]);
        assert_eq!(length(&map, [0.0, 6.0], [16.0, 6.0]), Some(5.0 + 8.0 + 5.0));
        assert_eq!(length(&map, [0.0, 6.0], [8.0, 6.0]), None, "inside the box");
        assert_eq!(length(&map, [4.0, 6.0], [4.0, 10.0]), Some(4.0), "along the wall");
        assert_eq!(length(&map, [4.0, 3.0], [4.0, 3.0]), Some(0.0));
    }

    #[test]
    fn boxes_that_touch_at_a_corner_leave_no_gap() {
        let [low, high] = [([0.0, 0.0], [8.0, 8.0]), ([8.0, 8.0], [16.0, 16.0])].map(|(a, b)| Outline::rectangle(a, b));
        let both = map(&[low.clone(), high]);
        assert_eq!(length(&both, [4.0, 12.0], [12.0, 4.0]), None);
        assert_eq!(length(&both, [4.0, 12.0], [8.0, 8.0]), Some(32f64.sqrt()), "but one can go there");
        assert_eq!(length(&both, [12.0, 4.0], [8.0, 8.0]), Some(32f64.sqrt()), "from either side");
        assert_eq!(length(&map(&[low]), [4.0, 12.0], [12.0, 4.0]), Some(128f64.sqrt()));
    }

    #[test]
    fn a_wall_is_not_passed_at_its_inner_vertices() {
        let wall = map(&[Outline::polyline([[4.0, 8.0], [8.0, 8.0], [12.0, 8.0]])]);
        assert_eq!(length(&wall, [8.0, 4.0], [8.0, 12.0]), Some(2.0 * 32f64.sqrt()));
        assert_eq!(length(&wall, [8.0, 4.0], [8.0, 8.0]), Some(4.0));
        assert_eq!(length(&wall, [8.0, 8.0], [8.0, 12.0]), Some(4.0), "a point on the wall is on both sides");
        assert_eq!(length(&wall, [2.0, 8.0], [14.0, 8.0]), Some(12.0), "along it");
    }

    #[test]
    fn a_crossing_of_walls_has_four_sides() {
        let cross = map(&[
            Outline::polyline([[4.0, 8.0], [12.0, 8.0]]),
            Outline::polyline([[8.0, 0.0], [8.0, 16.0]]),
            Outline::polyline([[0.0, 8.0], [4.0, 8.0]]),
        ]);
        assert_eq!(length(&cross, [4.0, 4.0], [12.0, 4.0]), None);
        assert_eq!(length(&cross, [8.0, 8.0], [4.0, 4.0]), Some(32f64.sqrt()));
        assert_eq!(length(&cross, [10.0, 4.0], [10.0, 12.0]), Some(2.0 * 20f64.sqrt()), "around the end at (12, 8)");
    }

    #[test]
    fn posts_do_not_lengthen_a_path() {
        let post = map(&[Outline::polyline([[8.0, 8.0]])]);
        assert_eq!(length(&post, [4.0, 4.0], [12.0, 12.0]), Some(128f64.sqrt()));
    }
}
