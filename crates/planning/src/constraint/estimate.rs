//! Lower bounds on the cost between two states: the heuristic, and a better one for a pair of ends.

use super::field::MultiplierField;
use super::graph::ConstraintGraph;
use super::tuning::UNITS_PER_METRE;
use navigant_geometry::Bounds;
use navigant_search::graph::{Heuristic, StateId};

/// The lower bound on the length between two states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Estimate {
    Straight,
    /// On a grid of a width: units of a straight and of a diagonal step.
    Octile {
        width: u32,
        straight: f64,
        diagonal: f64,
    },
}

impl Estimate {
    /// The octile distance in units; `None` for the straight line.
    #[inline]
    pub(super) fn units(self, from: u32, to: u32) -> Option<f64> {
        let Estimate::Octile { width, straight, diagonal } = self else { return None };
        let (dx, dy) = ((from % width).abs_diff(to % width), (from / width).abs_diff(to / width));
        Some(straight * f64::from(dx.abs_diff(dy)) + diagonal * f64::from(dx.min(dy)))
    }

    /// The largest distance between two points of a box in units, where the cells of a grid have a size.
    fn diameter(self, bounds: Bounds, cell: f64) -> f64 {
        let (width, height) = bounds.size();
        match self {
            Estimate::Straight => width.hypot(height) * UNITS_PER_METRE,
            Estimate::Octile { straight, diagonal, .. } => {
                (straight * (width - height).abs() + diagonal * width.min(height)) / cell
            }
        }
    }
}

/// The straight line at the least multiplier, or the octile distance on a grid: consistent, by construction of W₀.
impl Heuristic for ConstraintGraph {
    #[inline]
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        match self.lengths.units(from.0, to.0) {
            Some(units) => units * self.field().least_parts(),
            None => match (self.point(from), self.point(to)) {
                (Some(a), Some(b)) => self.field().least_cost(a, b),
                _ => 0.0,
            },
        }
    }
}

impl ConstraintGraph {
    /// A lower bound on the cost of any path between two states, better than the [heuristic](Heuristic) where attractors are small.
    ///
    /// Outside of the attractors a path pays at least the neutral multiplier n, inside at least the least one l. Cut a path at its first
    /// entry into an attractor and its last exit from it: what is between costs at least l times the distance of the two, which is
    /// at most the attractor's diameter. Done for all, the path costs at least n·d − (n − l)·Σ diameters for states d apart. As a
    /// heuristic this would not be consistent.
    pub(super) fn lower_bound(&self, from: StateId, to: StateId) -> f64 {
        let (least, neutral) = (self.field().least_parts(), MultiplierField::NEUTRAL_AT_LEAST);
        let attractors = self.field().iter().filter(|(_, constraint)| constraint.weight().is_some_and(|w| w > 0.0));
        let diameters: f64 =
            attractors.map(|(_, attractor)| self.lengths.diameter(attractor.influence(), self.step)).sum();
        let estimate = self.estimate(from, to);
        // A hair more than the diameters, for the rounding of the cells' centres.
        estimate.max(estimate / least * neutral - (neutral - least) * diameters * (1.0 + 1e-4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Constraint, Preposition, Shape};
    use navigant_geometry::Outline;
    use navigant_mesh::Map;
    use navigant_mesh::grid::MapGrid;
    use navigant_search::graph::{AStar, Budget};

    #[test]
    fn a_small_attractor_lowers_the_bound_by_what_it_can_give_at_most() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 20.0])).unwrap();
        let mut graph = ConstraintGraph::dense(&map, &MapGrid::of(&map, 0.5, 0.3).unwrap());
        let [start, goal] = [[2.0, 10.0], [58.0, 10.0]].map(|p| graph.nearest_state(p, |_| true).unwrap());
        let optimum = |graph: &ConstraintGraph| {
            let answer = AStar::new().find(graph, graph, start, goal, Budget::UNLIMITED).unwrap();
            graph.metres(answer.cost.unwrap())
        };
        let bound = |graph: &ConstraintGraph| graph.metres(graph.lower_bound(start, goal));
        assert!((optimum(&graph) - bound(&graph)).abs() < 0.01);
        let lawn = Shape::of([&Outline::rectangle([30.0, 9.0], [33.0, 12.0])]).unwrap();
        graph.add(Constraint::soft(Preposition::In, lawn, 10.0).unwrap()).unwrap();
        let (optimum, bound, estimate) = (optimum(&graph), bound(&graph), graph.metres(graph.estimate(start, goal)));
        // The estimate has to suppose that all of the path runs over the lawn, which is 2.6 times cheaper.
        assert!(estimate < 0.4 * optimum && bound > 0.9 * optimum && bound <= optimum, "{estimate} {bound} {optimum}");
    }
}
