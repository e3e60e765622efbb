//! Shortest paths of a disc by trying every tangent between every two corners.

use super::clearance::{ROUNDED, fits};
use super::disc_reach::Reach;
use super::tangents::{Run, V, between, common_tangents, on_circle, tangents_from};
use super::walls::{Walls, steps};
use navigant_geometry::Point;
use std::collections::BinaryHeap;
use std::f64::consts::TAU;

/// A piece of a disc's path; that of its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathPiece {
    /// A straight leg.
    Straight {
        /// Where it starts.
        from: Point,
        /// Where it ends.
        to: Point,
    },
    /// A part of a circle.
    Arc {
        /// The middle of the circle.
        centre: Point,
        /// Where it starts.
        from: Point,
        /// Where it ends.
        to: Point,
        /// By how much it turns, in radians: positive when it turns left.
        turn: f64,
    },
}

impl PathPiece {
    /// Where it starts.
    pub fn from(&self) -> Point {
        match self {
            PathPiece::Straight { from, .. } | PathPiece::Arc { from, .. } => *from,
        }
    }

    /// Where it ends.
    pub fn to(&self) -> Point {
        match self {
            PathPiece::Straight { to, .. } | PathPiece::Arc { to, .. } => *to,
        }
    }
}

/// A shortest path of a disc.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscWay {
    /// Its length in metres.
    pub length: f64,
    /// Its pieces from start to goal; some may be very short.
    pub pieces: Vec<PathPiece>,
}

/// All tangents between circles of one radius around the ends of walls, as far as a disc can follow them.
///
/// The centre of a disc keeps its radius r from every wall. A shortest path of the centre is made of straight legs and of
/// arcs of radius r around ends of walls, and is smooth where they meet: legs are tangents, and a leg along a wall is the
/// tangent between the circles around its ends. So the shortest one is found among *all* tangents and all arcs between
/// their ends; whether the path turns back where they meet is not asked, for that is never shorter.
///
/// A leg or an arc can be followed if every wall is at least r minus [`LEEWAY`] steps away. So that what fits by less
/// than that is decided as [`Reach`] does, exactly, nothing comes near the middle of a gap that is too narrow by less.
pub struct TangentGraph<'w> {
    reach: &'w Reach<'w>,
    /// In steps, as everything here.
    radius: f64,
    leeway: f64,
    /// Both ends of every wall; a post's twice.
    segments: Vec<[V; 2]>,
    /// Around each the disc may turn.
    corners: Vec<V>,
    /// From corner to corner, at these angles.
    tangents: Vec<[(usize, f64); 2]>,
    /// The middles of gaps that are too narrow by nearly nothing.
    pinches: Vec<V>,
}

/// How much nearer to a wall than its radius a disc may come, in steps: what rounding can do to it.
pub const LEEWAY: f64 = 1e-6;

/// The smallest radius this oracle knows what to do with, in steps.
pub const LEAST_RADIUS: f64 = 1e-3;

/// A place on a circle where a tangent ends, or the start or the goal.
pub(super) struct Node {
    pub(super) at: V,
    pub(super) ways: Vec<Way>,
}

/// From a node to another.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) to: usize,
    pub(super) length: f64,
    /// The corner it turns around and by how much; `None` for a straight one.
    around: Option<(usize, f64)>,
}

impl<'w> TangentGraph<'w> {
    /// All tangents for a disc; its radius is in metres.
    ///
    /// # Panics
    /// If the radius is below [`LEAST_RADIUS`]: for vanishing ones there is [`Visibility`](super::paths::Visibility).
    pub fn of(reach: &'w Reach<'w>, radius: f64) -> Self {
        let walls = reach.walls();
        let radius = radius / walls.lattice().step();
        assert!(radius >= LEAST_RADIUS, "a radius of {radius} steps");
        // Ends that are as near as they may be are rounded themselves.
        let leeway = LEEWAY.min(radius * 1e-3) + ROUNDED;
        let segments = walls.iter().map(|w| [steps(w.a), steps(w.b)]).collect();
        let corners: Vec<V> = walls.vertices().into_iter().map(steps).collect();
        let nearly = reach.gaps().iter().filter(|gap| (gap.width - 2.0 * radius).abs() <= 8.0 * leeway);
        let pinches = nearly.filter(|gap| gap.is_too_narrow(radius)).map(super::disc_reach::Gap::middle).collect();
        let mut graph = TangentGraph { reach, radius, leeway, segments, corners, tangents: Vec::new(), pinches };
        for (i, &a) in graph.corners.iter().enumerate() {
            for (j, &b) in graph.corners.iter().enumerate().take(i) {
                for [from, to] in common_tangents(a, b, radius) {
                    if graph.is_open(Run::Leg(on_circle(a, radius, from), on_circle(b, radius, to))) {
                        graph.tangents.push([(i, from), (j, to)]);
                    }
                }
            }
        }
        graph
    }

    /// The shortest path of the disc between two points, which are taken as they are; `None` if there is none.
    pub fn shortest(&self, from: Point, to: Point) -> Option<DiscWay> {
        let radius = self.radius * self.walls().lattice().step();
        let has_room = fits(self.walls(), from, radius) && fits(self.walls(), to, radius);
        if has_room { self.shortest_but_for_rounding(from, to) } else { None }
    }

    /// The same where the disc may fit at the ends only but for rounding.
    pub fn shortest_but_for_rounding(&self, from: Point, to: Point) -> Option<DiscWay> {
        let walls = self.walls();
        let radius = self.radius * walls.lattice().step();
        if !self.reach.fits(from, radius) || !self.reach.fits(to, radius) {
            return None;
        }
        let ends = [from, to].map(|p| walls.steps(p));
        let mut nodes: Vec<Node> = ends.iter().map(|&at| Node { at, ways: Vec::new() }).collect();
        // By corner: the nodes on its circle and their angles.
        let mut rims: Vec<Vec<(f64, usize)>> = vec![Vec::new(); self.corners.len()];
        let mut on_rim = |nodes: &mut Vec<Node>, (corner, angle): (usize, f64)| {
            nodes.push(Node { at: on_circle(self.corners[corner], self.radius, angle), ways: Vec::new() });
            rims[corner].push((angle, nodes.len() - 1));
            nodes.len() - 1
        };
        if self.is_open(Run::Leg(ends[0], ends[1])) {
            join(&mut nodes, 0, 1, between(ends[0], ends[1]), None);
        }
        for [a, b] in &self.tangents {
            let (a, b) = (on_rim(&mut nodes, *a), on_rim(&mut nodes, *b));
            let length = between(nodes[a].at, nodes[b].at);
            join(&mut nodes, a, b, length, None);
        }
        for (i, &end) in ends.iter().enumerate() {
            for (corner, &centre) in self.corners.iter().enumerate() {
                for angle in tangents_from(end, centre, self.radius) {
                    let at = on_circle(centre, self.radius, angle);
                    if self.is_open(Run::Leg(end, at)) {
                        let node = on_rim(&mut nodes, (corner, angle));
                        join(&mut nodes, i, node, between(end, at), None);
                    }
                }
            }
        }
        for (corner, rim) in rims.iter_mut().enumerate() {
            rim.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            for i in 0..rim.len() {
                let ((start, a), (end, b)) = (rim[i], rim[(i + 1) % rim.len()]);
                let by = if i + 1 < rim.len() { end - start } else { end + TAU - start };
                if a != b && self.is_open(Run::Arc(self.corners[corner], start, by)) {
                    join(&mut nodes, a, b, by * self.radius, Some((corner, by)));
                }
            }
        }
        let pieces = self.pieces(&nodes, &dijkstra(&nodes)?);
        let length = pieces.iter().map(|(length, _)| length).sum::<f64>() * walls.lattice().step();
        let mut pieces: Vec<PathPiece> = pieces.into_iter().map(|(_, piece)| piece).collect();
        // The ends exactly as asked for.
        if let Some(PathPiece::Straight { from: start, .. } | PathPiece::Arc { from: start, .. }) = pieces.first_mut() {
            *start = from;
        }
        if let Some(PathPiece::Straight { to: end, .. } | PathPiece::Arc { to: end, .. }) = pieces.last_mut() {
            *end = to;
        }
        Some(DiscWay { length, pieces })
    }

    fn walls(&self) -> &'w Walls {
        self.reach.walls()
    }

    fn pieces(&self, nodes: &[Node], ways: &[(usize, Way)]) -> Vec<(f64, PathPiece)> {
        let world = |p: V| self.walls().world(p);
        let mut pieces: Vec<(f64, PathPiece)> = Vec::new();
        for (from, way) in ways {
            let (from, to) = (world(nodes[*from].at), world(nodes[way.to].at));
            let Some((corner, turn)) = way.around else {
                pieces.push((way.length, PathPiece::Straight { from, to }));
                continue;
            };
            let centre = world(self.corners[corner]);
            match pieces.last_mut() {
                // Arcs on one circle in one direction are one.
                Some((length, PathPiece::Arc { centre: same, to: end, turn: before, .. }))
                    if *same == centre && (turn > 0.0) == (*before > 0.0) =>
                {
                    *length += way.length;
                    *end = to;
                    *before += turn;
                }
                _ => pieces.push((way.length, PathPiece::Arc { centre, from, to, turn })),
            }
        }
        pieces
    }

    /// Whether the disc can follow a run.
    fn is_open(&self, run: Run) -> bool {
        run.is_open(&self.segments, self.radius, self.radius - self.leeway)
            && self.pinches.iter().all(|&p| run.distance(p, p, self.radius) > 64.0 * self.leeway)
    }
}

pub(super) fn join(nodes: &mut [Node], a: usize, b: usize, length: f64, around: Option<(usize, f64)>) {
    nodes[a].ways.push(Way { to: b, length, around });
    nodes[b].ways.push(Way { to: a, length, around: around.map(|(corner, turn)| (corner, -turn)) });
}

/// The ways from node 0 to node 1, each with the node it starts at.
pub(super) fn dijkstra(nodes: &[Node]) -> Option<Vec<(usize, Way)>> {
    let mut best: Vec<(f64, Option<(usize, Way)>)> = vec![(f64::INFINITY, None); nodes.len()];
    best[0].0 = 0.0;
    // Lengths are not negative, so their bits are ordered as they are.
    let mut open = BinaryHeap::from([(std::cmp::Reverse(0u64), 0)]);
    while let Some((std::cmp::Reverse(bits), at)) = open.pop() {
        let here = f64::from_bits(bits);
        if here > best[at].0 {
            continue;
        }
        for &way in &nodes[at].ways {
            if here + way.length < best[way.to].0 {
                best[way.to] = (here + way.length, Some((at, way)));
                open.push((std::cmp::Reverse((here + way.length).to_bits()), way.to));
            }
        }
    }
    if best[1].0.is_infinite() {
        return None;
    }
    let mut ways = Vec::new();
    let mut at = 1;
    while let Some((from, way)) = best[at].1 {
        ways.push((from, way));
        at = from;
    }
    ways.reverse();
    Some(ways)
}

#[cfg(test)]
mod tests {
    use super::super::walls::tests::room;
    use super::*;
    use navigant_geometry::Outline;
    use std::f64::consts::PI;

    fn way(walls: &Walls, from: [f64; 2], to: [f64; 2], radius: f64) -> Option<DiscWay> {
        let reach = Reach::of(walls);
        let graph = TangentGraph::of(&reach, radius);
        graph.shortest(from.into(), to.into())
    }

    fn assert_length(walls: &Walls, from: [f64; 2], to: [f64; 2], radius: f64, expected: Option<f64>) {
        let found = way(walls, from, to, radius).map(|w| w.length);
        let same = match (found, expected) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-9,
            (None, None) => true,
            _ => false,
        };
        assert!(same, "{found:?} instead of {expected:?} from {from:?} to {to:?} with {radius}");
    }

    #[test]
    fn in_the_open_a_path_is_straight() {
        let walls = room(&[]);
        assert_length(&walls, [3.0, 3.0], [6.0, 7.0], 1.0, Some(5.0));
        assert_length(&walls, [1.0, 1.0], [1.0, 15.0], 1.0, Some(14.0));
        assert_length(&walls, [0.9, 1.0], [1.0, 15.0], 1.0, None);
        assert_length(&walls, [3.0, 3.0], [3.0, 3.0], 1.0, Some(0.0));
    }

    #[test]
    fn around_the_end_of_a_wall_goes_half_a_circle() {
        let walls = room(&[Outline::polyline([[8.0, 0.0], [8.0, 8.0]])]);
        assert_length(&walls, [7.0, 3.0], [9.0, 3.0], 1.0, Some(5.0 + PI + 5.0));
        let found = way(&walls, [7.0, 3.0], [9.0, 3.0], 1.0).unwrap();
        let arcs: Vec<_> = found.pieces.iter().filter(|p| matches!(p, PathPiece::Arc { .. })).collect();
        assert!(matches!(arcs[..], [PathPiece::Arc { turn, .. }] if (turn + PI).abs() < 1e-9), "{found:?}");
        assert_eq!(found.pieces[0].from(), Point::new(7.0, 3.0));
    }

    #[test]
    fn a_tangent_from_a_point_and_an_arc() {
        // From (8 − 5, 8) to the circle of radius 3 around a post at (8, 8): 4 m to where it touches.
        let walls = room(&[Outline::polyline([[8.0, 8.0]])]);
        let half = (3.0f64 / 5.0).acos();
        assert_length(&walls, [3.0, 8.0], [13.0, 8.0], 3.0, Some(4.0 + 4.0 + 3.0 * (PI - 2.0 * half)));
        assert_length(&walls, [5.0, 8.0], [11.0, 8.0], 3.0, Some(3.0 * PI));
        assert_length(&walls, [5.0, 8.0], [8.0, 11.0], 3.0, Some(1.5 * PI));
    }

    #[test]
    fn inner_tangents_run_between_two_posts() {
        // Posts 6 m apart, a disc of radius 1: from one side of the first to the other side of the second.
        let walls = room(&[Outline::polyline([[5.0, 8.0]]), Outline::polyline([[11.0, 8.0]])]);
        // The tangent is √(36 − 4) long and leans by asin(2/6).
        let lean = (2.0f64 / 6.0).asin();
        assert_length(&walls, [4.0, 8.0], [12.0, 8.0], 1.0, Some(6.0 + 2.0 * (PI / 2.0)));
        let inner = 32f64.sqrt() + 2.0 * (PI / 2.0 - (PI / 2.0 - lean));
        // From right above the first one to right below the second one.
        assert_length(&walls, [5.0, 9.0], [11.0, 7.0], 1.0, Some(inner));
    }

    #[test]
    fn a_gap_of_exactly_the_diameter_lets_the_disc_pass() {
        let walls = room(&[Outline::polyline([[8.0, 0.0], [8.0, 6.0]]), Outline::polyline([[8.0, 8.0], [8.0, 16.0]])]);
        assert_length(&walls, [4.0, 7.0], [12.0, 7.0], 1.0, Some(8.0));
        assert_length(&walls, [4.0, 7.0], [12.0, 7.0], 1.0f64.next_up(), None);
        assert_length(&walls, [4.0, 7.0], [12.0, 7.0], 1.0 + 1e-9, None);
        // From along the wall around its end, then around the other one.
        assert_length(&walls, [7.0, 4.0], [9.0, 10.0], 1.0, Some(2.0 + PI / 2.0 + PI / 2.0 + 2.0));
        assert_length(&walls, [7.0, 4.0], [9.0, 10.0], 1.0f64.next_up(), None);
    }

    #[test]
    fn a_corridor_of_exactly_the_diameter_lets_the_disc_pass() {
        let blocks = [Outline::rectangle([6.0, 0.0], [10.0, 7.0]), Outline::rectangle([6.0, 9.0], [10.0, 16.0])];
        assert_length(&room(&blocks), [3.0, 8.0], [13.0, 8.0], 1.0, Some(10.0));
        assert_length(&room(&blocks), [3.0, 8.0], [13.0, 8.0], 1.0f64.next_up(), None);
        assert_length(&room(&blocks), [3.0, 8.0], [13.0, 8.0], 0.5, Some(10.0));
    }

    #[test]
    fn a_box_is_rounded_at_its_corners() {
        let walls = room(&[Outline::rectangle([6.0, 5.0], [10.0, 11.0])]);
        // Along the lower side: tangents from (4, 5) and (12, 5) to circles of radius 1 around the corners.
        let leg = (4.0f64 - 1.0).sqrt();
        let turn = PI / 2.0 - (1.0f64 / 2.0).acos();
        assert_length(&walls, [4.0, 5.0], [12.0, 5.0], 1.0, Some(2.0 * (leg + turn) + 4.0));
    }
}
