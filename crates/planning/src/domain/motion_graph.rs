//! Σ6: a motion graph, unrolled in the plane.

use super::{Domain, DomainPlace, MILLIMETRES, heading_near};
use crate::tuning::motion_graph::{CLIP_PRICE, POSE_UNIT};
use crate::world::Ground;
use navigant_geometry::Point;
use std::f64::consts::FRAC_PI_8;

/// How many headings there are: multiples of π/8.
const HEADINGS: u8 = 16;

/// A clip of motion capture between two poses at which clips can be joined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionClip {
    /// The pose it begins with.
    pub from: u16,
    /// The pose it ends with.
    pub to: u16,
    /// How far it leads, in metres: ahead, and to the left.
    pub by: [f64; 2],
    /// How far it turns, in multiples of π/8, counter-clockwise.
    pub turn: i8,
}

/// A motion graph (Kovar, Gleicher, Pighin, "Motion graphs", 2002): poses, and clips that lead from one to another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MotionGraph {
    /// The clips, and by heading how far each leads, in lattice units.
    clips: Vec<(MotionClip, [[i16; 2]; HEADINGS as usize])>,
}

impl MotionGraph {
    /// A graph of clips. Clips that lead nowhere or farther than a hundred metres are left out.
    pub fn new(clips: impl IntoIterator<Item = MotionClip>) -> MotionGraph {
        let table = |clip: MotionClip| {
            let by = std::array::from_fn(|heading| {
                let (sin, cos) = libm::sincos(heading as f64 * std::f64::consts::PI / 8.0);
                let [ahead, left] = clip.by;
                [ahead * cos - left * sin, ahead * sin + left * cos].map(|d| libm::round(d / POSE_UNIT) as i16)
            });
            (clip, by)
        };
        let leads = |clip: &MotionClip| (POSE_UNIT..100.0).contains(&clip.by[0].hypot(clip.by[1]));
        MotionGraph { clips: clips.into_iter().filter(leads).map(table).collect() }
    }

    /// Walking and turning, in two poses: left foot ahead, right foot ahead. Each step leads to the other one.
    pub fn walk() -> MotionGraph {
        let step =
            |from: u16, ahead: f64, left: f64, turn: i8| MotionClip { from, to: 1 - from, by: [ahead, left], turn };
        MotionGraph::new([0, 1].into_iter().flat_map(|from| {
            let bend = |turn: i8| step(from, 0.65, 0.12 * f64::from(turn), turn);
            [step(from, 0.7, 0.0, 0), step(from, 0.4, 0.0, 0), bend(1), bend(-1), bend(2), bend(-2)]
        }))
    }
}

/// A state of Σ6: a pose, where it is, and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MotionState {
    /// Lattice units of 10 cm from the plan's origin.
    pub x: i16,
    /// Lattice units of 10 cm from the plan's origin.
    pub y: i16,
    /// The pose.
    pub pose: u16,
    /// Multiples of π/8, counter-clockwise from the x axis.
    pub heading: u8,
}

/// The motion graph domain Σ6: clips joined at poses, unrolled in the plane.
///
/// A transition plays a clip; it costs the clip's length and a little for the joint. To search it alone sees the whole room; in a
/// [`Tunnel`](crate::tunnel::Tunnel) around a path of another domain, all branches are pruned that lead away from it (Mahmudi, Kallmann, "Analyzing
/// Locomotion Synthesis with Feature-Based Motion Graphs", 2013).
pub struct MotionGraphDomain<'w> {
    /// The clips.
    pub graph: &'w MotionGraph,
    /// Static obstacles.
    pub ground: &'w Ground<'w>,
    /// Where lattice position (0, 0) is.
    pub origin: Point,
}

impl MotionGraphDomain<'_> {
    /// Where a state is.
    pub fn point(&self, state: MotionState) -> Point {
        let [x, y] = [state.x, state.y].map(|n| f64::from(n) * POSE_UNIT);
        Point::new(self.origin.x + x, self.origin.y + y)
    }

    fn lattice(&self, at: Point) -> Option<[i16; 2]> {
        let [x, y] = [at.x - self.origin.x, at.y - self.origin.y].map(|d| libm::round(d / POSE_UNIT));
        (x.abs() < 1e4 && y.abs() < 1e4).then_some([x as i16, y as i16])
    }

    /// The states within a distance of a place: any pose that a clip ends with, any heading.
    pub fn arrivals(&self, at: Point, within: f64) -> Vec<MotionState> {
        let mut poses: Vec<u16> = self.graph.clips.iter().map(|(clip, _)| clip.to).collect();
        poses.sort_unstable();
        poses.dedup();
        let middle =
            [at.x - self.origin.x, at.y - self.origin.y].map(|d| libm::round(d / POSE_UNIT).clamp(-1e4, 1e4) as i16);
        let reach = (within / POSE_UNIT).clamp(0.0, 100.0) as i16;
        let places = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| [middle[0] + dx, middle[1] + dy]));
        let turned =
            |[x, y]: [i16; 2], pose: u16| (0..HEADINGS).map(move |heading| MotionState { x, y, pose, heading });
        places.flat_map(|place| poses.iter().flat_map(move |&pose| turned(place, pose)).collect::<Vec<_>>()).collect()
    }

    fn cost(by: [i16; 2]) -> f64 {
        let [x, y] = by.map(f64::from);
        ((x * x + y * y).sqrt() * POSE_UNIT * MILLIMETRES).ceil() + CLIP_PRICE
    }
}

fn turned(heading: u8, turn: i8) -> u8 {
    (i16::from(heading) + i16::from(turn)).rem_euclid(HEADINGS.into()) as u8
}

impl Domain for MotionGraphDomain<'_> {
    type State = MotionState;

    fn successors(&self, from: MotionState, visit: &mut impl FnMut(MotionState, f64)) {
        for (clip, table) in self.graph.clips.iter().filter(|(clip, _)| clip.from == from.pose) {
            let by = table[usize::from(from.heading % HEADINGS)];
            let (Some(x), Some(y)) = (from.x.checked_add(by[0]), from.y.checked_add(by[1])) else { continue };
            let to = MotionState { x, y, pose: clip.to, heading: turned(from.heading, clip.turn) };
            if self.ground.is_free(self.point(from), self.point(to)) {
                visit(to, Self::cost(by));
            }
        }
    }

    fn predecessors(&self, to: MotionState, visit: &mut impl FnMut(MotionState, f64)) {
        for (clip, table) in self.graph.clips.iter().filter(|(clip, _)| clip.to == to.pose) {
            let heading = turned(to.heading, clip.turn.saturating_neg());
            let by = table[usize::from(heading)];
            let (Some(x), Some(y)) = (to.x.checked_sub(by[0]), to.y.checked_sub(by[1])) else { continue };
            let from = MotionState { x, y, pose: clip.from, heading };
            if self.ground.is_free(self.point(from), self.point(to)) {
                visit(from, Self::cost(by));
            }
        }
    }

    fn heuristic(&self, from: MotionState, to: MotionState) -> f64 {
        let [dx, dy] = [f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y)];
        ((dx * dx + dy * dy).sqrt() * POSE_UNIT * MILLIMETRES).floor()
    }

    fn map_to(&self, state: MotionState) -> DomainPlace {
        DomainPlace { heading: Some(f64::from(state.heading) * FRAC_PI_8), ..self.point(state).into() }
    }

    fn map_from(&self, place: DomainPlace) -> Option<MotionState> {
        let [x, y] = self.lattice(place.point)?;
        let pose = self.graph.clips.first()?.0.from;
        Some(MotionState { x, y, pose, heading: place.heading.map_or(0, heading_near) })
    }

    fn cost_of_metre(&self) -> f64 {
        MILLIMETRES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{DomainSearch, Gait};
    use crate::tunnel::{Tunnel, Tunnelled};
    use crate::world::World;
    use navigant_mesh::{Map, Outline};
    use navigant_search::graph::{Budget, StopReason};

    /// Figure 10 of the text: a search that is pruned by its distance from a path expands a fraction of the states.
    #[test]
    fn a_path_prunes_the_unrolling_of_a_motion_graph() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [24.0, 16.0])).unwrap();
        // A pocket in the way.
        for [min, max] in [[[11.0, 2.0], [12.0, 14.0]], [[6.0, 13.0], [11.0, 14.0]], [[6.0, 2.0], [11.0, 3.0]]] {
            map.insert(&Outline::rectangle(min, max)).unwrap();
        }
        let world = World::of(&map, 0.3, 0.5, Gait::walk()).unwrap();
        let (ground, graph) = (world.ground(&map), MotionGraph::walk());
        let (start, goal) = (Point::new(9.0, 8.0), Point::new(20.0, 8.0));
        let domain = MotionGraphDomain { graph: &graph, ground: &ground, origin: start };
        let from = MotionState { x: 0, y: 0, pose: 0, heading: 8 };
        let path = [[9.0, 8.0], [5.0, 8.0], [5.0, 14.8], [13.0, 14.8], [20.0, 8.0]].map(|[x, y]| Point::new(x, y));
        let tunnel = Tunnel::new(&path, 0.0, 1.0, 0.8, 0.0).unwrap();
        let budget = Budget::expansions(60_000);
        let mut pruned = DomainSearch::new(from, domain.arrivals(goal, 0.2), 1.0);
        let found = pruned.search(&Tunnelled::new(&domain, &tunnel), budget).unwrap();
        assert_eq!(found.stop, StopReason::Solved);
        let mut alone = DomainSearch::new(from, domain.arrivals(goal, 0.2), 1.0);
        let all = alone.search(&domain, budget).unwrap();
        assert!(all.expansions > 4 * found.expansions, "{} and {}", all.expansions, found.expansions);
        for pair in pruned.path().windows(2) {
            let mut leads = false;
            domain.successors(pair[0], &mut |to, _| leads |= to == pair[1]);
            assert!(leads && pair[0].pose != pair[1].pose);
        }
    }

    #[test]
    fn clips_lead_both_ways() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [24.0, 16.0])).unwrap();
        let world = World::of(&map, 0.3, 0.5, Gait::walk()).unwrap();
        let (ground, graph) = (world.ground(&map), MotionGraph::walk());
        let domain = MotionGraphDomain { graph: &graph, ground: &ground, origin: Point::new(12.0, 8.0) };
        for heading in 0..HEADINGS {
            let state = MotionState { x: 3, y: -5, pose: 1, heading };
            domain.successors(state, &mut |to, cost| {
                let mut leads = false;
                domain.predecessors(to, &mut |from, same| leads |= from == state && same == cost);
                assert!(leads && domain.heuristic(state, to) <= cost);
            });
        }
    }
}
