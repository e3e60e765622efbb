//! How large a disc gets from one place to another.

use super::Axis;
use super::arc::Curve;
use super::gap::Square;
use super::graph::{ArcId, NodeId};
use super::retract::{Nearby, Retraction};
use super::site::Site;
use crate::map::Map;
use navigant_geometry::Point;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The largest disc that gets from one place to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widest {
    /// Its radius in metres.
    pub radius: f64,
    /// Where a larger one gets stuck: the narrowest place of the widest way, or the start or the goal.
    pub at: Point,
}

/// The scratch memory of [`Axis::reaches_with`].
#[derive(Debug, Default)]
pub struct Reaching {
    nearby: Nearby,
    open: Vec<NodeId>,
    /// By node: the question in which it was reached.
    seen: Vec<u32>,
    round: u32,
}

/// A node that is reached, and the narrowest place on the way there.
#[derive(Clone, Copy, Debug)]
struct Reached {
    room: f64,
    place: Place,
    node: NodeId,
}

/// A place on an arc, by its part.
type Place = (ArcId, f64);

impl PartialEq for Reached {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Reached {}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reached {
    /// The widest first; of equals, by name, so that runs are the same.
    fn cmp(&self, other: &Self) -> Ordering {
        self.room.total_cmp(&other.room).then_with(|| other.node.cmp(&self.node))
    }
}

impl Axis {
    /// The largest disc that gets from one place to another, and where it is narrowest; `None` if none does, however small.
    ///
    /// Away from its nearest wall a disc gains room until it is on the axis; so what counts are the ways along the axis,
    /// and there the widest one is found by always going on where it is widest.
    ///
    /// Cost: the part of the axis that is wider than the answer.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
    /// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 6.0]]))?;
    /// map.insert(&Outline::polyline([[8.0, 8.0], [8.0, 16.0]]))?;
    /// let widest = map.axis().widest(&map, [4.0, 8.0], [12.0, 7.0]).unwrap();
    /// assert_eq!((widest.radius, widest.at), (1.0, [8.0, 7.0].into()));
    /// assert!(map.axis().reaches(&map, [4.0, 8.0], [12.0, 7.0], 1.0));
    /// assert!(!map.axis().reaches(&map, [4.0, 8.0], [12.0, 7.0], 1.0f64.next_up()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn widest(&self, map: &Map, from: impl Into<Point>, to: impl Into<Point>) -> Option<Widest> {
        let (from, to) = (from.into(), to.into());
        let (start, goal) = (self.retract(map, from)?, self.retract(map, to)?);
        let mut best: Option<(f64, Place)> = None;
        if start.arc == goal.arc {
            let (room, place) = self.narrow(start.arc, start.part, goal.part);
            best = Some((room, place));
        }
        let mut found = best.map_or(0.0, |(room, _)| room);
        let mut is_done = vec![false; self.node_slots()];
        let mut open: BinaryHeap<Reached> = self.ways_from(&start).into_iter().flatten().collect();
        let ends = self.ways_from(&goal);
        while let Some(reached) = open.pop() {
            if reached.room <= found {
                break;
            }
            if std::mem::replace(&mut is_done[reached.node.index()], true) {
                continue;
            }
            for end in ends.into_iter().flatten().filter(|end| end.node == reached.node) {
                let (room, place) =
                    if end.room < reached.room { (end.room, end.place) } else { (reached.room, reached.place) };
                if best.is_none_or(|(least, _)| room > least) {
                    best = Some((room, place));
                    found = room;
                }
            }
            for arc in self.arcs_from(reached.node) {
                let Some(twin) = self.twin(arc).filter(|twin| !is_done[twin.node.index()]) else { continue };
                let (room, place) = self.narrow(arc, 0.0, 1.0);
                let (room, place) = if room < reached.room { (room, place) } else { (reached.room, reached.place) };
                open.push(Reached { room, place, node: twin.node });
            }
        }
        let (room, (arc, part)) = best.filter(|(room, _)| *room > 0.0)?;
        let step = self.lattice.step();
        let ends = if start.room <= goal.room { (start.room, from) } else { (goal.room, to) };
        Some(if ends.0 <= room {
            Widest { radius: ends.0 * step, at: ends.1 }
        } else {
            Widest { radius: room * step, at: self.along(arc, part).at }
        })
    }

    /// Whether a disc gets from one place to another; its radius is in metres.
    ///
    /// A gap of exactly its diameter passes, and so does a place with exactly its clearance, decided in integers (places
    /// that are not on the lattice are measured in floats). A radius of 0 is a disc as small as one likes: nothing passes
    /// where walls touch. A negative one or none that is a number gets nowhere.
    ///
    /// Cost: the part of the axis that is wide enough.
    pub fn reaches(&self, map: &Map, from: impl Into<Point>, to: impl Into<Point>, radius: f64) -> bool {
        self.reaches_with(map, from, to, radius, &mut Reaching::default())
    }

    /// The same with memory that was used before: nothing is allocated once that is warm.
    pub fn reaches_with(
        &self,
        map: &Map,
        from: impl Into<Point>,
        to: impl Into<Point>,
        radius: f64,
        Reaching { nearby, open, seen, round }: &mut Reaching,
    ) -> bool {
        let (from, to, radius) = (from.into(), to.into(), radius / self.lattice.step());
        // Not "radius < 0", which NaN is not.
        if !(radius >= 0.0 && Axis::fits(map, from, radius, nearby) && Axis::fits(map, to, radius, nearby)) {
            return false;
        }
        let (Some(start), Some(goal)) = (self.retract_with(map, from, nearby), self.retract_with(map, to, nearby))
        else {
            return false;
        };
        if start.arc == goal.arc && self.passes(start.arc, start.part, goal.part, radius) {
            return true;
        }
        let exits = |place: &Retraction| {
            let ends = [(0.0, self.origin(place.arc)), (1.0, self.target(place.arc))];
            let (arc, part) = (place.arc, place.part);
            ends.map(|(end, node)| {
                let passes = self.passes(arc, part, end, radius) && self.has_room(node, part, end, arc, radius);
                passes.then_some(node)
            })
        };
        let goals = exits(&goal);
        open.clear();
        open.extend(exits(&start).into_iter().flatten());
        *round = round.wrapping_add(1);
        if *round == 0 {
            seen.fill(0);
            *round = 1;
        }
        if seen.len() < self.node_slots() {
            seen.resize(self.node_slots(), 0);
        }
        open.iter().for_each(|n| seen[n.index()] = *round);
        while let Some(node) = open.pop() {
            if goals.contains(&Some(node)) {
                return true;
            }
            for arc in self.arcs_from(node) {
                let Some(other) = self.twin(arc).map(|twin| twin.node).filter(|n| seen[n.index()] != *round) else {
                    continue;
                };
                if self.node_passes(other, radius) && self.passes(arc, 0.0, 1.0, radius) {
                    seen[other.index()] = *round;
                    open.push(other);
                }
            }
        }
        false
    }

    /// The least clearance between two parts of an arc in steps, and where.
    fn narrow(&self, arc: ArcId, from: f64, to: f64) -> (f64, Place) {
        let curve = self.curve(arc);
        let part = curve.narrowest(from, to);
        (curve.at(part).1, (arc, part))
    }

    /// From a place on an arc to both of its ends.
    fn ways_from(&self, place: &Retraction) -> [Option<Reached>; 2] {
        [(0.0, self.origin(place.arc)), (1.0, self.target(place.arc))].map(|(end, node)| {
            let (room, at) = self.narrow(place.arc, place.part, end);
            (room > 0.0).then_some(Reached { room, place: at, node })
        })
    }

    /// Whether a disc that fits at two parts of an arc gets from one to the other: nothing but a saddle is in its way.
    fn passes(&self, arc: ArcId, from: f64, to: f64, radius: f64) -> bool {
        let curve: Curve = self.curve(arc);
        let is_between = |part: &f64| from.min(to) < *part && *part < from.max(to);
        match curve.saddle().filter(is_between) {
            None => true,
            Some(_) => {
                let [right, left] = self.sides(arc);
                Square::between(right, left).is_none_or(|gap| gap.is_at_least(2.0 * radius))
            }
        }
    }

    /// Whether a disc that fits at a part of an arc fits at the node where that ends, too.
    fn has_room(&self, node: NodeId, part: f64, end: f64, arc: ArcId, radius: f64) -> bool {
        let curve = self.curve(arc);
        curve.at(end).1 >= curve.at(part).1 || self.node_passes(node, radius)
    }

    /// Whether a disc fits at a node. Where two sites face each other across it, that is decided by their gap; elsewhere
    /// it goes down from there on, and rounding decides nothing.
    fn node_passes(&self, n: NodeId, radius: f64) -> bool {
        let node = &self.graph.nodes[n.index()];
        let room = node.radius.rounded();
        if (room - radius).abs() > 1e-9 * radius {
            return room > radius;
        }
        let facing = |s: Site, t: Site| {
            Square::between(s, t).filter(|gap| s.spoke(t).is_none() && (gap.root() - 2.0 * room).abs() <= 1e-9 * room)
        };
        let pairs = node.sites.iter().enumerate().flat_map(|(i, &s)| node.sites[..i].iter().map(move |&t| (s, t)));
        let gap = pairs.into_iter().find_map(|(s, t)| facing(s, t));
        gap.is_none_or(|gap| gap.is_at_least(2.0 * radius)) && room > 0.0
    }
}

#[cfg(test)]
mod tests {
    use navigant_geometry::Outline;

    use crate::map::Map;

    #[test]
    fn odd_questions_have_answers() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        let (axis, a, b) = (map.axis(), [4.0, 4.0], [12.0, 9.0]);
        assert!(axis.reaches(&map, a, b, 0.0) && axis.reaches(&map, a, b, 4.0) && !axis.reaches(&map, a, b, 4.1));
        for radius in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!(!axis.reaches(&map, a, b, radius));
        }
        for nowhere in [[-1.0, 3.0], [f64::NAN, 3.0], [0.0, 3.0], [1e300, 0.0]] {
            assert_eq!(axis.widest(&map, a, nowhere), None);
        }
    }
}
