//! Shortest paths of a disc among many walls: tangents are tried when they are the most promising, not all at once.

use super::clearance::length;
use super::disc_paths::LEEWAY;
use super::tangents::{Run, V};
use super::walls::{Walls, steps};
use navigant_geometry::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::TAU;

/// A* over arrivals at circles around the ends of walls, as [`TangentGraph`](super::disc_paths::TangentGraph) has them. Every leg
/// and every arc is held against every wall. Ties between gaps and the disc are not decided.
pub struct TangentSearch<'w> {
    walls: &'w Walls,
    radius: f64,
    leeway: f64,
    segments: Vec<[V; 2]>,
    corners: Vec<V>,
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
}

/// A leg that is to be tried: its lower bound, the arrival it sets out from, its heading, its cost, its corner and side.
type Leg = (Reverse<u64>, usize, u64, u64, usize, i8);

const GOAL: usize = usize::MAX;

impl<'w> TangentSearch<'w> {
    /// For a disc of a radius in metres.
    pub fn new(walls: &'w Walls, radius: f64) -> Self {
        let radius = radius / walls.lattice().step();
        let segments = walls.iter().map(|w| [steps(w.a), steps(w.b)]).collect();
        let corners = walls.vertices().into_iter().map(steps).collect();
        TangentSearch { walls, radius, leeway: LEEWAY.min(radius * 1e-3), segments, corners }
    }

    /// The length of the shortest path in metres between two places with room; `None` if there is none.
    pub fn shortest(&self, from: Point, to: Point) -> Option<f64> {
        let [from, to] = [from, to].map(|p| self.walls.steps(p));
        let mut arrivals = vec![Arrival { at: from, side: 0.0, heading: 0.0, cost: 0.0, corner: GOAL }];
        let mut by_circle: Vec<Vec<usize>> = vec![Vec::new(); 2 * self.corners.len()];
        let mut open: BinaryHeap<Leg> = BinaryHeap::new();
        self.set_out(&arrivals, 0, to, &mut open);
        while let Some((_, root, heading, cost, corner, turn)) = open.pop() {
            let (heading, cost) = (f64::from_bits(heading), f64::from_bits(cost));
            let (end, side) = match corner {
                GOAL => (to, 0.0),
                _ => (self.corners[corner], f64::from(turn) * self.radius),
            };
            let before = &arrivals[root];
            let [a, b] = [(before.at, before.side), (end, side)].map(|(p, side)| beside(p, heading, -side));
            if !self.is_open(Run::Leg(a, b)) || !self.can_turn(before, heading) {
                continue;
            }
            if corner == GOAL {
                return Some(cost * self.walls.lattice().step());
            }
            let circle = &mut by_circle[2 * corner + usize::from(turn > 0)];
            let is_known = |&other: &usize| {
                let other: &Arrival = &arrivals[other];
                other.cost + self.radius * turned(other, heading) <= cost + 1e-9 && self.can_turn(other, heading)
            };
            if !circle.iter().any(is_known) {
                circle.push(arrivals.len());
                arrivals.push(Arrival { at: end, side, heading, cost, corner });
                self.set_out(&arrivals, arrivals.len() - 1, to, &mut open);
            }
        }
        None
    }

    fn set_out(&self, arrivals: &[Arrival], root: usize, goal: V, open: &mut BinaryHeap<Leg>) {
        let from = &arrivals[root];
        let circles = (0..self.corners.len()).filter(|&corner| corner != from.corner);
        let circles = circles.flat_map(|corner| [(corner, 1), (corner, -1)]);
        for (corner, turn) in circles.chain([(GOAL, 0)]) {
            let end = if corner == GOAL { goal } else { self.corners[corner] };
            let side = f64::from(turn) * self.radius;
            let way = [end[0] - from.at[0], end[1] - from.at[1]];
            let (far, across) = (length(way[0], way[1]), side - from.side);
            if across.abs() > far * (1.0 + 1e-12) || far == 0.0 && corner != GOAL {
                continue;
            }
            let along = (far * far - across * across).max(0.0).sqrt();
            let heading = way[1].atan2(way[0]) - across.atan2(along);
            let cost = from.cost + self.radius * turned(from, heading) + along;
            let touching = beside(end, heading, -side);
            let left = length(goal[0] - touching[0], goal[1] - touching[1]);
            open.push((Reverse((cost + left).to_bits()), root, heading.to_bits(), cost.to_bits(), corner, turn));
        }
    }

    fn can_turn(&self, from: &Arrival, heading: f64) -> bool {
        let by = turned(from, heading);
        let on_circle = |heading: f64| heading - from.side.signum() * TAU / 4.0;
        let start = if from.side > 0.0 { on_circle(from.heading) } else { on_circle(heading) };
        by == 0.0 || self.is_open(Run::Arc(from.at, start, by))
    }

    fn is_open(&self, run: Run) -> bool {
        run.is_open(&self.segments, self.radius, self.radius - self.leeway)
    }
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
