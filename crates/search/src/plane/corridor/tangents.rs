//! The shortest path of a disc in a region.
//!
//! It is made of legs that touch circles around corners, and of arcs between them; of these the shortest is sought by A*.
//! Legs wait with the length they would have, and only when one is taken it is looked whether there is room on it and on
//! the arc before: few ever are.

use super::measure::Run;
use super::region::Region;
use crate::graph::Budget;
use crate::plane::disc::turned;
use crate::plane::path::{Bend, Path, Proof, Query, Turn};
use crate::plane::spending::Spending;
use crate::tolerance::SAME_LENGTH;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Point};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// How far from each corner of a region the path is to keep, and how far from walls at least; in steps.
#[derive(Clone, Debug)]
pub(super) struct Circles {
    pub(super) radius: f64,
    pub(super) radii: Vec<f64>,
}

/// A corner by its number in the region, and the side it is passed on.
pub(super) type Passed = (usize, Turn);

/// The start, or an arrival at the circle around a corner.
#[derive(Clone, Copy, Debug)]
struct Root {
    at: Offset,
    /// How far that is to the left of the leg that comes here.
    side: f64,
    /// How long the way is so far.
    length: f64,
    /// What it bends around, the direction of the leg that comes there, and the root before.
    bend: Option<(Passed, Offset, usize)>,
}

/// A leg to the circle around a corner, or to the goal.
#[derive(Clone, Copy, Debug)]
struct Leg {
    estimate: f64,
    root: usize,
    heading: Offset,
    /// How long the way is to its end.
    length: f64,
    to: Option<Passed>,
}

impl PartialEq for Leg {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Leg {}

impl PartialOrd for Leg {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Leg {
    /// The shortest first; of equals the older one, so that runs are the same.
    fn cmp(&self, other: &Self) -> Ordering {
        other.estimate.total_cmp(&self.estimate).then_with(|| other.root.cmp(&self.root))
    }
}

/// The corners that the shortest path bends around; `None` if there is none.
pub(super) fn shortest(region: &Region, circles: &Circles, ends: [LatticePoint; 2]) -> Option<Vec<Passed>> {
    shortest_within(region, circles, ends, &mut Spending::of(Budget::UNLIMITED))
}

/// The same within a budget; also `None` if it is spent. A leg that is looked at is an expansion.
pub(super) fn shortest_within(
    region: &Region,
    circles: &Circles,
    ends: [LatticePoint; 2],
    spending: &mut Spending<'_>,
) -> Option<Vec<Passed>> {
    let [start, goal] = ends.map(Offset::to);
    let mut search = Search { region, circles, goal, roots: Vec::new(), open: BinaryHeap::new() };
    search.set_out(Root { at: start, side: 0.0, length: 0.0, bend: None });
    while let Some(leg) = search.open.pop() {
        if spending.is_spent() {
            return None;
        }
        spending.spend(1);
        if !search.has_room(&leg) {
            continue;
        }
        match leg.to {
            None => return Some(search.bends(leg.root)),
            Some(to) => search.arrive(&leg, to),
        }
    }
    None
}

struct Search<'s> {
    region: &'s Region,
    circles: &'s Circles,
    goal: Offset,
    roots: Vec<Root>,
    open: BinaryHeap<Leg>,
}

impl Search<'_> {
    /// All legs that leave a root.
    fn set_out(&mut self, root: Root) {
        self.roots.push(root);
        let here = root.bend.map(|((corner, _), ..)| corner);
        self.push(root, self.goal, None);
        for corner in (0..self.region.corners.len()).filter(|&corner| Some(corner) != here) {
            for turn in [Turn::Left, Turn::Right] {
                self.push(root, self.region.corners[corner].1, Some((corner, turn)));
            }
        }
    }

    fn push(&mut self, root: Root, end: Offset, to: Option<Passed>) {
        let end_side = to.map_or(0.0, |to| self.circles.side(to));
        let Some(heading) = tangent(end - root.at, end_side - root.side) else { return };
        let arc = root.bend.map_or(0.0, |((_, turn), before, _)| turned(before, heading, turn) * root.side.abs());
        let length = root.length + arc + heading.dot(end - root.at).max(0.0);
        let touching = end - heading.left() * end_side;
        let estimate = length + (self.goal - touching).length();
        self.open.push(Leg { estimate, root: self.roots.len() - 1, heading, length, to });
    }

    /// Whether there is room on a leg, and on the arc before it.
    fn has_room(&self, leg: &Leg) -> bool {
        let root = self.roots[leg.root];
        let end = leg.to.map_or(self.goal, |(corner, _)| self.region.corners[corner].1);
        let side = leg.to.map_or(0.0, |to| self.circles.side(to));
        let [from, to] = [(root.at, root.side), (end, side)].map(|(at, side)| at - leg.heading.left() * side);
        self.is_clear(Run::Leg { from, to })
            && root.bend.is_none_or(|(passed, before, _)| self.can_turn(passed, before, leg.heading))
    }

    /// Whether there is room on the arc from one heading to another.
    fn can_turn(&self, (corner, turn): Passed, before: Offset, after: Offset) -> bool {
        let side = self.circles.side((corner, turn));
        if turned(before, after, turn) == 0.0 {
            return true;
        }
        let [from, to] = [before, after].map(|heading| heading.left() * -side);
        let [from, to] = if turn == Turn::Left { [from, to] } else { [to, from] };
        self.is_clear(Run::Arc { centre: self.region.corners[corner].1, from, to })
    }

    fn is_clear(&self, run: Run) -> bool {
        self.region.has_room(run, self.circles.radius, &self.circles.radii)
    }

    /// Comes to the circle around a corner, unless one got as far by an earlier arrival there.
    fn arrive(&mut self, leg: &Leg, to: Passed) {
        let is_known = self.roots.iter().any(|root| {
            root.bend.is_some_and(|(passed, before, _)| {
                let arc = turned(before, leg.heading, to.1) * root.side.abs();
                passed == to && root.length + arc <= leg.length + SAME_LENGTH && self.can_turn(to, before, leg.heading)
            })
        });
        if !is_known {
            let (at, side) = (self.region.corners[to.0].1, self.circles.side(to));
            self.set_out(Root { at, side, length: leg.length, bend: Some((to, leg.heading, leg.root)) });
        }
    }

    fn bends(&self, last: usize) -> Vec<Passed> {
        let mut bends = Vec::new();
        let mut root = last;
        while let Some((passed, _, before)) = self.roots[root].bend {
            bends.push(passed);
            root = before;
        }
        bends.reverse();
        bends
    }
}

impl Circles {
    /// The same radius everywhere.
    pub(super) fn all(region: &Region, radius: f64) -> Circles {
        Circles { radius, radii: vec![radius; region.corners.len()] }
    }

    /// How far a corner is to the left of the legs that touch its circle.
    fn side(&self, (corner, turn): Passed) -> f64 {
        turn.side() * self.radii[corner]
    }

    /// The legs between two places that bend around these corners: from where to where, and their headings.
    pub(super) fn legs(&self, region: &Region, ends: [Offset; 2], bends: &[Passed]) -> Vec<[Offset; 3]> {
        let (mut from, mut side) = (ends[0], 0.0);
        let stops = bends.iter().map(|&bend| (region.corners[bend.0].1, self.side(bend)));
        let legs = stops.chain([(ends[1], 0.0)]).map(|(to, to_side)| {
            let heading = tangent(to - from, to_side - side).unwrap_or_default();
            let leg = [from - heading.left() * side, to - heading.left() * to_side, heading];
            (from, side) = (to, to_side);
            leg
        });
        legs.collect()
    }

    /// The legs and arcs between two places that bend around these corners.
    pub(super) fn runs(&self, region: &Region, ends: [Offset; 2], bends: &[Passed]) -> Vec<Run> {
        let legs = self.legs(region, ends, bends);
        let arcs = legs.windows(2).zip(bends).map(|(legs, &bend)| {
            let headings = if bend.1 == Turn::Left { [legs[0][2], legs[1][2]] } else { [legs[1][2], legs[0][2]] };
            let [from, to] = headings.map(|heading| heading.left() * -self.side(bend));
            Run::Arc { centre: region.corners[bend.0].1, from, to }
        });
        legs.iter().map(|&[from, to, _]| Run::Leg { from, to }).chain(arcs).collect()
    }

    /// The path of a query's disc that bends around these corners.
    pub(super) fn lay_out(&self, region: &Region, map: &Map, query: &Query<'_>, bends: &[Passed]) -> Path {
        let legs = self.legs(region, [query.from, query.to].map(|p| map.steps(p)), bends);
        let mut points: Vec<Point> =
            legs.iter().flat_map(|&[from, to, _]| [from, to]).map(|p| map.at_steps(p)).collect();
        let count = points.len();
        (points[0], points[count - 1]) = (query.from, query.to);
        let straight = legs.iter().map(|&[from, to, _]| (to - from).length()).sum::<f64>();
        let arcs = legs.windows(2).zip(bends);
        let round = arcs.map(|(legs, &bend)| turned(legs[0][2], legs[1][2], bend.1) * self.radii[bend.0]).sum::<f64>();
        Path {
            points,
            bends: bends.iter().map(|&(corner, turn)| Bend { vertex: region.corners[corner].0, turn }).collect(),
            corners: bends.iter().map(|&(corner, _)| map.at_steps(region.corners[corner].1)).collect(),
            radius: query.radius,
            length: (straight + round) * map.lattice().step(),
            proof: Proof::ShortestInCorridor,
            revision: map.revision(),
        }
    }
}

/// The direction, 1 long, of a line that passes two places so that the second lies by `more` farther to its left than the
/// first; `None` if they are nearer to each other than that.
fn tangent(way: Offset, more: f64) -> Option<Offset> {
    let squared = way.squared();
    if squared == 0.0 {
        return (more == 0.0).then(Offset::default);
    }
    // The difference of squares, rounded once; where they touch but for rounding, they touch.
    let rest = -more.mul_add(more, -squared);
    (rest >= -1e-12 * squared).then(|| (way * rest.max(0.0).sqrt() - way.left() * more) * (1.0 / squared))
}
