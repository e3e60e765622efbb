//! The tangent graph for discs of one radius.

use super::path::Turn;
use super::places::Places;
use super::visibility::expansion::Expansion;
use crate::graph::{Graph, StateId};
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{Arc, MapInternals as _, Room};
use navigant_mesh::{Location, Map, Point, VertexId};

/// A straight way of a disc's centre from the circle around one corner to that around another, touching both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tangent {
    /// The corners whose circles it touches.
    pub corners: [VertexId; 2],
    /// Which way a path turns around them, walked from the first to the second.
    pub turns: [Turn; 2],
    /// Where it touches their circles.
    pub points: [Point; 2],
    /// Its length, in metres.
    pub length: f64,
}

/// The tangents between the circles of one radius around the corners of a map along which a disc of that radius has room, and the
/// arcs of the circles between them: the visibility graph of a disc (001 §2.1.2; Liu and Arimoto, "Path planning using a tangent
/// graph for mobile robots among polygonal and curved obstacles", 1992).
///
/// As a [`Graph`], a state is a tangent walked in one direction, and a step to another one leads over the arc between them; its
/// cost is the length of the arc and of the tangent that follows. Radius 0 has no circles: that is the
/// [`VisibilityGraph`](super::visibility_graph::VisibilityGraph).
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::internals::TangentGraph;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
/// map.insert(&Outline::rectangle([4.0, 4.0], [8.0, 8.0]))?;
/// // Along each side of the square, its corners to the left or to the right.
/// assert_eq!(TangentGraph::of(&map, 0.5)?.tangents().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TangentGraph {
    radius: f64,
    tangents: Vec<Tangent>,
    /// By state: those that follow, and what the arc and the tangent cost together.
    followers: Vec<Vec<(StateId, f64)>>,
}

/// A radius for which there is no tangent graph: it must be a number above 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BadRadius(pub f64);

impl std::fmt::Display for BadRadius {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "a radius of {} m; a tangent graph needs a number above 0, for points ask the visibility graph",
            self.0
        )
    }
}

impl std::error::Error for BadRadius {}

/// A tangent walked in one direction, at one of its ends: where it leaves or comes to a circle.
#[derive(Clone, Copy)]
struct Touch {
    state: StateId,
    /// From the corner to where it touches, in steps.
    at: Offset,
    /// The angle of that.
    angle: f64,
    /// Whether it leaves the circle here.
    leaves: bool,
}

impl TangentGraph {
    /// The tangents of a map as it is now, for discs of a radius in metres.
    ///
    /// Cost: what is seen from every corner, and a look along four tangents for every two corners that see each other; up to
    /// quadratic in their number, in memory too.
    ///
    /// # Errors
    /// [`BadRadius`] if the radius is not a number above 0.
    pub fn of(map: &Map, radius: f64) -> Result<TangentGraph, BadRadius> {
        if !radius.is_finite() || radius <= 0.0 {
            return Err(BadRadius(radius));
        }
        let mut graph = TangentGraph { radius, tangents: Vec::new(), followers: Vec::new() };
        let corners = corners(map);
        let mut room = Room::default();
        let mut expansion = Expansion::default();
        for &from in &corners {
            expansion.look_from(map, map.lattice_point(from), Location::Vertex(from));
            let mut seen: Vec<VertexId> = expansion.seen.iter().map(|passing| passing.vertex).collect();
            seen.sort_unstable();
            seen.dedup();
            for to in seen.into_iter().filter(|to| from < *to && corners.binary_search(to).is_ok()) {
                graph.add_tangents(map, &mut room, [from, to]);
            }
        }
        graph.followers = vec![Vec::new(); 2 * graph.tangents.len()];
        graph.join(map, &mut room, &corners);
        Ok(graph)
    }

    /// The tangents; walked from the first corner to the second each is the state of twice its number, backwards of one more.
    pub fn tangents(&self) -> &[Tangent] {
        &self.tangents
    }

    /// The radius, in metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Adds those of the four tangents to two circles that have room.
    fn add_tangents(&mut self, map: &Map, room: &mut Room, corners: [VertexId; 2]) {
        let radius = self.radius / map.lattice().step();
        let [a, b] = corners.map(|v| Offset::to(map.lattice_point(v)));
        for turns in [[Turn::Left; 2], [Turn::Right; 2], [Turn::Left, Turn::Right], [Turn::Right, Turn::Left]] {
            let Some([from, to]) = tangent([a, b], turns, radius) else { continue };
            if room.along_line(map, from, to, radius) {
                let length = (to - from).length() * map.lattice().step();
                let points = [from, to].map(|p| map.at_steps(p));
                self.tangents.push(Tangent { corners, turns, points, length });
            }
        }
    }

    /// Joins the tangents at each circle by the arcs that have room.
    fn join(&mut self, map: &Map, room: &mut Room, corners: &[VertexId]) {
        let mut touches: Vec<[Vec<Touch>; 2]> = vec![[Vec::new(), Vec::new()]; corners.len()];
        for (number, tangent) in self.tangents.iter().enumerate() {
            for end in 0..2 {
                let corner = tangent.corners[end];
                let Ok(place) = corners.binary_search(&corner) else { continue };
                let at = map.steps(tangent.points[end]) - Offset::to(map.lattice_point(corner));
                let angle = libm::atan2(at.y, at.x);
                for backwards in [false, true] {
                    let state = StateId(2 * number as u32 + u32::from(backwards));
                    // Walked backwards, a turn is the other one.
                    let turn = if backwards { tangent.turns[end].reversed() } else { tangent.turns[end] };
                    let leaves = (end == 0) != backwards;
                    touches[place][turn as usize].push(Touch { state, at, angle, leaves });
                }
            }
        }
        for (place, [left, right]) in touches.into_iter().enumerate() {
            self.join_circle(map, room, corners[place], left, true);
            self.join_circle(map, room, corners[place], right, false);
        }
    }

    /// Joins the tangents of one circle and one turn: from each that comes, around to those that leave, as far as there is room.
    fn join_circle(&mut self, map: &Map, room: &mut Room, corner: VertexId, mut touches: Vec<Touch>, is_left: bool) {
        let radius = self.radius / map.lattice().step();
        let turned = |angle: f64| if is_left { angle } else { -angle };
        touches.sort_by(|a, b| turned(a.angle).total_cmp(&turned(b.angle)).then(a.state.cmp(&b.state)));
        let centre = Offset::to(map.lattice_point(corner));
        let count = touches.len();
        let has_room: Vec<bool> = (0..count)
            .map(|i| {
                let (from, to) = (touches[i].at, touches[(i + 1) % count].at);
                from == to || room.along_arc(map, &Arc { centre, from, to, is_left }, radius)
            })
            .collect();
        for (start, touch) in touches.iter().enumerate().filter(|(_, touch)| !touch.leaves) {
            // Those at the same angle may be before it in the list.
            let first = (0..count).find(|&i| same(&touches[i], touch)).unwrap_or(start);
            for step in 0..count {
                let here = (first + step) % count;
                if step > 0 && !has_room[(here + count - 1) % count] {
                    break;
                }
                let next = &touches[here];
                if next.leaves && next.state.0 / 2 != touch.state.0 / 2 {
                    let angle = (turned(next.angle) - turned(touch.angle)).rem_euclid(std::f64::consts::TAU);
                    let angle = if same(next, touch) { 0.0 } else { angle };
                    let length = self.tangents[(next.state.0 / 2) as usize].length;
                    self.followers[touch.state.index()].push((next.state, angle * self.radius + length));
                }
            }
        }
    }
}

/// Whether two tangents touch a circle at the same place.
fn same(a: &Touch, b: &Touch) -> bool {
    (a.at - b.at).squared() <= 1e-12 * a.at.squared()
}

/// The vertices at which a disc can bend, sorted: corners, and points without walls.
fn corners(map: &Map) -> Vec<VertexId> {
    let places = Places::of(map);
    let is_bend = |place: &super::places::Place| place.is_corner || !map.is_wall(place.first);
    let mut corners: Vec<VertexId> =
        places.iter().filter(|(_, place)| is_bend(place)).map(|(_, place)| place.vertex).collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// Where a tangent to two circles touches them, walked from one to the other with these turns; `None` if they are too near each
/// other.
fn tangent([a, b]: [Offset; 2], turns: [Turn; 2], radius: f64) -> Option<[Offset; 2]> {
    let sign = |turn: Turn| if turn == Turn::Left { 1.0 } else { -1.0 };
    let [first, second] = turns.map(sign);
    let (way, aside) = (b - a, (second - first) * radius);
    let length = way.length();
    let sine = aside / length;
    if length == 0.0 || sine.abs() > 1.0 {
        return None;
    }
    // The circle's middle is to the left where the path turns left.
    let ahead = (way * (1.0 - sine * sine).sqrt() - way.left() * sine) * (1.0 / length);
    Some([a - ahead.left() * (first * radius), b - ahead.left() * (second * radius)])
}

impl Graph for TangentGraph {
    fn states(&self) -> usize {
        self.followers.len()
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        for &(to, cost) in self.followers.get(from.index()).into_iter().flatten() {
            visit(to, cost);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Budget, Dijkstra};
    use crate::plane::{PathFinder, Query};
    use navigant_geometry::internals::PointInternals as _;
    use navigant_mesh::Outline;

    fn scene(seed: u64) -> Map {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % n) as f64
        };
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [32.0, 32.0])).unwrap();
        for _ in 0..3 + seed % 4 {
            let (x, y, w, h) = (2.0 + next(24), 2.0 + next(24), 1.0 + next(6), 1.0 + next(6));
            map.insert(&Outline::rectangle([x, y], [(x + w).min(31.0), (y + h).min(31.0)])).unwrap();
        }
        map
    }

    /// Between two points on tangents, what the graph says is not shorter than the shortest path, and equal from where tangents
    /// touch on when the shortest path begins and ends with the two.
    #[test]
    fn paths_along_tangents_and_arcs_are_paths_of_a_disc() {
        let (mut compared, mut equal) = (0, 0);
        for seed in 0..24 {
            let (map, radius) = (scene(seed), 0.4);
            let graph = TangentGraph::of(&map, radius).unwrap();
            let (mut dijkstra, mut finder) = (Dijkstra::new(), PathFinder::new());
            for start in (0..graph.states() as u32).step_by(7).map(StateId) {
                dijkstra.flood(&graph, start, Budget::UNLIMITED).unwrap();
                for end in (0..graph.states() as u32).step_by(5).map(StateId).filter(|&end| end != start) {
                    let Some(cost) = dijkstra.distance(end) else { continue };
                    let middle = |state: StateId| {
                        let tangent = &graph.tangents()[state.index() / 2];
                        (tangent.points[0].lerp(tangent.points[1], 0.5), 0.5 * tangent.length)
                    };
                    let ((from, half), (to, other)) = (middle(start), middle(end));
                    // From the middle of one to the middle of the other.
                    let walked = half + cost - other;
                    let Ok(path) = finder.find(&map, &Query::new(from, to).with_radius(radius)) else { continue };
                    compared += 1;
                    assert!(walked >= path.length - 1e-4, "seed {seed}: {walked} beside {}", path.length);
                    equal += u32::from(walked <= path.length + 1e-4);
                }
            }
        }
        assert!(compared > 1000 && equal > 50, "{equal} of {compared}");
    }

    #[test]
    fn a_gap_narrower_than_the_disc_has_no_tangents_through_it() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [32.0, 32.0])).unwrap();
        map.insert(&Outline::rectangle([8.0, 8.0], [12.0, 16.0])).unwrap();
        map.insert(&Outline::rectangle([13.0, 8.0], [17.0, 16.0])).unwrap();
        let through = |radius: f64| {
            let graph = TangentGraph::of(&map, radius).unwrap();
            let inside = |p: Point| (8.5..15.5).contains(&p.y) && (12.0..13.0).contains(&p.x);
            graph.tangents().iter().filter(|t| inside(t.points[0].lerp(t.points[1], 0.5))).count()
        };
        assert!(through(0.4) > 0 && through(0.6) == 0);
        for radius in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(TangentGraph::of(&map, radius).is_err());
        }
    }
}
