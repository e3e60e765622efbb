//! Shortest paths of a disc among many walls: tangents are tried when they are the most promising, not all at once.

use super::clearance::length;
use super::disc_paths::LEEWAY;
use super::segment_grid::SegmentGrid;
use super::tangents::{Run, V};
use super::walls::{Walls, steps};
use navigant_geometry::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::TAU;

/// A* over arrivals at circles around the ends of walls, as [`TangentGraph`](super::disc_paths::TangentGraph) has them. Every leg
/// and every arc is held against every wall that a grid says may be near. Ties between gaps and the disc are not decided.
pub struct TangentSearch<'w> {
    walls: &'w Walls,
    radius: f64,
    leeway: f64,
    grid: SegmentGrid,
    corners: Vec<Corner>,
}

/// An end of a wall, or a post.
struct Corner {
    at: V,
    /// Its walls.
    walls: Vec<[V; 2]>,
}

/// The start, or an arrival at the circle around a corner.
struct Arrival {
    at: V,
    /// How far the corner is to the left of the leg: the radius or its opposite; 0 for the start.
    side: f64,
    /// The angle of the leg's heading.
    heading: f64,
    cost: f64,
    corner: usize,
    /// The disc can turn by the first angle, and not by the second: turning farther passes all that turning less does.
    turns: [f64; 2],
}

/// A leg that is to be tried: its lower bound, the arrival it sets out from, its heading, its cost, its corner and side.
type Leg = (Reverse<u64>, usize, u64, u64, usize, i8);

const GOAL: usize = usize::MAX;

/// Halvings of the angle by which one may be able to turn: what is left is looked at leg by leg.
const HALVINGS: u32 = 24;

/// The headings to which an arrival may be able to turn: a quick look, which may let others pass.
enum Ahead {
    /// Less than half a turn: between two vectors, right and left.
    Between([V; 2]),
    Any,
}

impl Ahead {
    fn of(from: &Arrival) -> Ahead {
        let most = from.turns[1] + 1e-6;
        if from.side == 0.0 || most > 3.0 {
            return Ahead::Any;
        }
        let [less, more] = if from.side > 0.0 { [1e-6, most] } else { [most, 1e-6] };
        Ahead::Between([from.heading - less, from.heading + more].map(|angle| [angle.cos(), angle.sin()]))
    }

    fn holds(&self, heading: V) -> bool {
        let cross = |a: V, b: V| a[0] * b[1] - a[1] * b[0];
        match self {
            Ahead::Between([right, left]) => cross(*right, heading) >= 0.0 && cross(heading, *left) >= 0.0,
            Ahead::Any => true,
        }
    }
}

impl<'w> TangentSearch<'w> {
    /// For a disc of a radius in metres.
    pub fn new(walls: &'w Walls, radius: f64) -> Self {
        let radius = radius / walls.lattice().step();
        let segments: Vec<[V; 2]> = walls.iter().map(|w| [steps(w.a), steps(w.b)]).collect();
        let vertices = walls.vertices();
        let mut corners: Vec<Corner> = vertices.iter().map(|&p| Corner { at: steps(p), walls: Vec::new() }).collect();
        for (wall, segment) in walls.iter().zip(&segments) {
            for end in wall.ends().filter_map(|end| vertices.binary_search(&end).ok()) {
                corners[end].walls.push(*segment);
            }
        }
        let grid = SegmentGrid::new(segments);
        TangentSearch { walls, radius, leeway: LEEWAY.min(radius * 1e-3), grid, corners }
    }

    /// The length of the shortest path in metres between two places with room; `None` if there is none that is as short as `most`, which
    /// may be infinite: whoever holds a length against this need not look at what promises more.
    pub fn shortest(&self, from: Point, to: Point, most: f64) -> Option<f64> {
        let [from, to] = [from, to].map(|p| self.walls.steps(p));
        let most = most / self.walls.lattice().step();
        let start = Arrival { at: from, side: 0.0, heading: 0.0, cost: 0.0, corner: GOAL, turns: [0.0, TAU] };
        let mut arrivals = vec![start];
        let mut by_circle: Vec<Vec<usize>> = vec![Vec::new(); 2 * self.corners.len()];
        let mut open: BinaryHeap<Leg> = BinaryHeap::new();
        self.set_out(&mut arrivals, 0, (to, most), &mut open);
        while let Some((_, root, heading, cost, corner, turn)) = open.pop() {
            let (heading, cost) = (f64::from_bits(heading), f64::from_bits(cost));
            let (end, side) = match corner {
                GOAL => (to, 0.0),
                _ => (self.corners[corner].at, f64::from(turn) * self.radius),
            };
            if corner != GOAL {
                let is_known = |&other: &usize| {
                    let other: &Arrival = &arrivals[other];
                    other.cost + self.radius * turned(other, heading) <= cost + 1e-9 && self.can_turn(other, heading)
                };
                if by_circle[2 * corner + usize::from(turn > 0)].iter().any(is_known) {
                    continue;
                }
            }
            let before = &arrivals[root];
            let [a, b] = [(before.at, before.side), (end, side)].map(|(p, side)| beside(p, heading, -side));
            if !self.is_open(Run::Leg(a, b)) {
                continue;
            }
            if corner == GOAL {
                return Some(cost * self.walls.lattice().step());
            }
            by_circle[2 * corner + usize::from(turn > 0)].push(arrivals.len());
            arrivals.push(Arrival { at: end, side, heading, cost, corner, turns: [0.0, TAU] });
            let latest = arrivals.len() - 1;
            self.set_out(&mut arrivals, latest, (to, most), &mut open);
        }
        None
    }

    /// The legs that leave an arrival by turns which the disc has room for.
    fn set_out(&self, arrivals: &mut [Arrival], root: usize, (goal, most): (V, f64), open: &mut BinaryHeap<Leg>) {
        arrivals[root].turns = self.turns(&arrivals[root]);
        let from = &arrivals[root];
        let is_ahead = Ahead::of(from);
        let circles = (0..self.corners.len()).filter(|&corner| corner != from.corner);
        let circles = circles.flat_map(|corner| [(corner, 1), (corner, -1)]);
        for (corner, turn) in circles.chain([(GOAL, 0)]) {
            let end = if corner == GOAL { goal } else { self.corners[corner].at };
            let side = f64::from(turn) * self.radius;
            let way = [end[0] - from.at[0], end[1] - from.at[1]];
            let (far, across) = (way[0].hypot(way[1]), side - from.side);
            if across.abs() > far * (1.0 + 1e-12) || far == 0.0 && corner != GOAL {
                continue;
            }
            let along = (far * far - across * across).max(0.0).sqrt();
            // Where it touches the circle it is a radius nearer to the goal than the corner is, at most.
            let nearest = length(goal[0] - end[0], goal[1] - end[1]) - self.radius;
            if from.cost + along + nearest > most {
                continue;
            }
            // The way, turned to the right by the angle whose sine is `across` over `far`.
            if !is_ahead.holds([way[0] * along + way[1] * across, way[1] * along - way[0] * across]) {
                continue;
            }
            let heading = way[1].atan2(way[0]) - across.atan2(along);
            let touching = beside(end, heading, -side);
            // The walls of a corner are the most likely to be in the way at the end of a leg.
            let is_in_way =
                |&[a, b]: &[V; 2]| Run::Leg(touching, touching).distance(a, b, self.radius) < self.radius - self.leeway;
            if corner != GOAL && self.corners[corner].walls.iter().any(is_in_way) || !self.can_turn(from, heading) {
                continue;
            }
            let cost = from.cost + self.radius * turned(from, heading) + along;
            let left = length(goal[0] - touching[0], goal[1] - touching[1]);
            if cost + left > most {
                continue;
            }
            open.push((Reverse((cost + left).to_bits()), root, heading.to_bits(), cost.to_bits(), corner, turn));
        }
    }

    /// Between which two angles lies the one by which the disc can turn from an arrival, by bisection: whoever can turn by an angle
    /// can turn by all that are smaller.
    fn turns(&self, from: &Arrival) -> [f64; 2] {
        let [mut can, mut cannot] = [0.0, TAU];
        if from.side == 0.0 {
            return [can, cannot];
        }
        for _ in 0..HALVINGS {
            let middle = (can + cannot) / 2.0;
            *(if self.is_open(arc(from, middle)) { &mut can } else { &mut cannot }) = middle;
        }
        [can, cannot]
    }

    fn can_turn(&self, from: &Arrival, heading: f64) -> bool {
        let by = turned(from, heading);
        by <= from.turns[0] || by < from.turns[1] && self.is_open(arc(from, by))
    }

    fn is_open(&self, run: Run) -> bool {
        self.grid.is_open(run, self.radius, self.radius - self.leeway)
    }
}

/// The arc by which one turns from an arrival by an angle.
fn arc(from: &Arrival, by: f64) -> Run {
    let to_the_left = from.side.signum();
    let on_circle = |heading: f64| heading - to_the_left * TAU / 4.0;
    let first = if from.side > 0.0 { from.heading } else { from.heading - by };
    Run::Arc(from.at, on_circle(first), by)
}

/// By how much one turns from an arrival to a heading; nothing where that is a full turn but for rounding.
fn turned(from: &Arrival, heading: f64) -> f64 {
    if from.side == 0.0 {
        return 0.0;
    }
    let by = ((heading - from.heading) * from.side.signum()).rem_euclid(TAU);
    if by > TAU - 1e-9 { 0.0 } else { by }
}

/// The place a distance to the left of another, seen along a heading.
fn beside(p: V, heading: f64, left: f64) -> V {
    let (sin, cos) = heading.sin_cos();
    [p[0] - sin * left, p[1] + cos * left]
}
