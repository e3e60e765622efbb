//! Searches on a region graph as it costs now.

use super::densities::Densities;
use super::hierarchy::{Corridor, Hierarchy};
use super::region_graph::{RegionGraph, RegionId};
use navigant_files::internals::{DensitySettings, RoadmapSearch};
use navigant_mesh::Point;
use navigant_search::graph::{AStar, Budget, Dijkstra, Graph, StateId};

/// What is asked for: the fastest path from one region to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Query {
    pub(super) from: RegionId,
    pub(super) goal: RegionId,
    /// What an agent's own costs follow from; common costs if none.
    pub(super) own: Option<u64>,
}

/// What costs follow from, the same for all searches of a step.
#[derive(Clone, Copy)]
pub(super) struct Costs<'a> {
    pub(super) graph: &'a RegionGraph,
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) densities: &'a Densities,
    pub(super) settings: &'a DensitySettings,
}

/// What a search found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Found {
    /// Seconds to the goal, at the speeds of now; infinite if it cannot be reached.
    pub(super) cost: f64,
    /// Searches run: one more if every path leads through overcrowded regions.
    pub(super) searches: u32,
}

/// A searcher with its scratch memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Planner {
    dijkstra: Dijkstra,
    a_star: AStar,
    corridor: Corridor,
}

/// The graph with the cost of entering each region.
struct Priced<'a, F> {
    graph: &'a RegionGraph,
    pace: F,
}

impl<F: Fn(RegionId) -> f64> Graph for Priced<'_, F> {
    fn states(&self) -> usize {
        self.graph.region_count()
    }

    #[inline]
    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        for step in self.graph.steps_from(RegionId(from.0)) {
            visit(StateId(step.to.0), step.length * (self.pace)(step.to));
        }
    }
}

/// A number in 0..1 that follows from two others (the finalizer of `SplitMix64`).
#[inline]
fn unit(seed: u64, region: RegionId) -> f64 {
    let mut z = seed ^ u64::from(region.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 * (0.5f64).powi(53)
}

impl Planner {
    /// Finds a path; `path` gets the regions to pass, the last first, without the first.
    ///
    /// Overcrowded regions are obstacles, except where the path ends, unless there is no other way.
    pub(super) fn find(&mut self, costs: Costs<'_>, query: Query, path: &mut Vec<RegionId>) -> Found {
        let (open, all) = (costs.densities.open_paces(), costs.densities.paces());
        let pace = |region: RegionId| if region == query.goal { all[region.index()] } else { open[region.index()] };
        let cost = self.find_by(costs, query, pace, path);
        if cost.is_finite() {
            return Found { cost, searches: 1 };
        }
        let cost = self.find_by(costs, query, |region| all[region.index()], path);
        Found { cost, searches: 2 }
    }

    /// Finds a path at empty regions' speeds.
    pub(super) fn find_empty(&mut self, costs: Costs<'_>, query: Query, path: &mut Vec<RegionId>) -> Found {
        let pace = 1.0 / (costs.settings.speed * costs.settings.sec_to_time);
        Found { cost: self.find_by(costs, query, |_| pace, path), searches: 1 }
    }

    /// Adds the agent's own costs, if it has some.
    fn find_by(
        &mut self,
        costs: Costs<'_>,
        query: Query,
        pace: impl Fn(RegionId) -> f64,
        path: &mut Vec<RegionId>,
    ) -> f64 {
        let randomness = costs.settings.randomness;
        match query.own {
            None => self.search(costs, query, pace, path),
            Some(seed) => {
                self.search(costs, query, |region| pace(region) * (1.0 + randomness * unit(seed, region)), path)
            }
        }
    }

    fn search(
        &mut self,
        costs: Costs<'_>,
        query: Query,
        pace: impl Fn(RegionId) -> f64,
        path: &mut Vec<RegionId>,
    ) -> f64 {
        let Costs { graph, settings, .. } = costs;
        let (start, goal) = (StateId(query.from.0), StateId(query.goal.0));
        let full_pace = 1.0 / (settings.speed * settings.sec_to_time);
        let target = graph.centre(query.goal);
        let straight = |from: StateId, _: StateId| squared(graph.centre(RegionId(from.0)), target).sqrt() * full_pace;
        let budget = Budget::UNLIMITED;
        let (answer, found) = match settings.search {
            RoadmapSearch::Dijkstra => {
                let answer = self.dijkstra.find(&Priced { graph, pace }, start, goal, budget);
                (answer, self.dijkstra.path())
            }
            RoadmapSearch::AStar => {
                let priced = Priced { graph, pace };
                (self.a_star.find(&priced, &straight, start, goal, budget), self.a_star.path())
            }
            RoadmapSearch::Hierarchy => {
                let corridor = &mut self.corridor;
                corridor.find(costs.hierarchy, query, full_pace);
                let within =
                    |region| if corridor.holds(costs.hierarchy, region) { pace(region) } else { f64::INFINITY };
                let priced = Priced { graph, pace: within };
                let mut answer = self.a_star.find(&priced, &straight, start, goal, budget);
                // Overcrowded regions may close the corridor.
                if !answer.as_ref().is_ok_and(|answer| answer.cost.is_some_and(f64::is_finite)) {
                    answer = self.a_star.find(&Priced { graph, pace }, &straight, start, goal, budget);
                }
                (answer, self.a_star.path())
            }
        };
        path.clear();
        let regions = found.iter().skip(1).rev();
        path.extend(regions.map(|state| RegionId(state.0)));
        // Costs are finite or infinite numbers ≥ 0, ends are of this graph: a search has nothing to complain of.
        answer.ok().and_then(|answer| answer.cost).unwrap_or(f64::INFINITY)
    }
}

#[inline]
fn squared(a: Point, b: Point) -> f64 {
    let (dx, dy) = (a.x - b.x, a.y - b.y);
    dx * dx + dy * dy
}
