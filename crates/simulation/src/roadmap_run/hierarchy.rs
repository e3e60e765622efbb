//! Clusters of regions: a small graph over the region graph, for the hierarchical search.

use super::densities::Densities;
use super::planner::Query;
use super::region_graph::{RegionGraph, RegionId};
use navigant_mesh::{Bounds, Point};
use navigant_search::graph::{AStar, Budget, Graph, StateId};
use navigant_search::internals::StateIdInternals as _;

/// Connected sets of regions in the squares of a coarse grid, and how fast one walks in each on average.
///
/// As in PRA* (Sturtevant and Buro, "Partial Pathfinding Using Map Abstraction and Refinement", 2005), a path over clusters
/// gives a corridor that a search over regions stays in. Costs of clusters follow densities at the price of the clusters
/// that changed: tables of paths inside clusters, as HPA* has them, would be out of date in every step.
#[derive(Clone, Debug)]
pub(super) struct Hierarchy {
    cluster_of: Vec<u32>,
    members: Vec<Vec<RegionId>>,
    centres: Vec<Point>,
    /// Neighbours and how far their centres are.
    links: Vec<Vec<(u32, f64)>>,
    /// Mean seconds a metre, by area.
    paces: Vec<f64>,
    changed: Vec<u32>,
    is_changed: Vec<bool>,
}

impl Hierarchy {
    /// About n^⅔ clusters of n^⅓ regions, so that the two searches look at about as much.
    pub(super) fn of(graph: &RegionGraph, densities: &Densities) -> Hierarchy {
        let cells = Coarse::over(graph);
        let mut hierarchy = Hierarchy {
            cluster_of: vec![u32::MAX; graph.region_count()],
            members: Vec::new(),
            centres: Vec::new(),
            links: Vec::new(),
            paces: Vec::new(),
            changed: Vec::new(),
            is_changed: Vec::new(),
        };
        for region in graph.regions() {
            if hierarchy.cluster_of[region.index()] == u32::MAX {
                hierarchy.gather(graph, &cells, region);
            }
        }
        let clusters = hierarchy.members.len();
        hierarchy.links = (0..clusters).map(|cluster| hierarchy.neighbours(graph, cluster)).collect();
        hierarchy.paces = vec![0.0; clusters];
        hierarchy.is_changed = vec![true; clusters];
        hierarchy.changed = (0..clusters as u32).collect();
        hierarchy.refresh(graph, densities);
        hierarchy
    }

    /// The regions connected to one inside of its coarse cell become a cluster.
    fn gather(&mut self, graph: &RegionGraph, cells: &Coarse, from: RegionId) {
        let (cell, cluster) = (cells.of(graph.centre(from)), self.members.len() as u32);
        let mut members = vec![from];
        self.cluster_of[from.index()] = cluster;
        let mut next = 0;
        while let Some(&region) = members.get(next) {
            next += 1;
            for step in graph.steps_from(region) {
                let is_free = self.cluster_of[step.to.index()] == u32::MAX;
                if is_free && cells.of(graph.centre(step.to)) == cell {
                    self.cluster_of[step.to.index()] = cluster;
                    members.push(step.to);
                }
            }
        }
        let count = members.len() as f64;
        let sum = members.iter().map(|&r| graph.centre(r)).fold([0.0; 2], |sum, p| [sum[0] + p.x, sum[1] + p.y]);
        self.centres.push(Point::new(sum[0] / count, sum[1] / count));
        self.members.push(members);
    }

    fn neighbours(&self, graph: &RegionGraph, cluster: usize) -> Vec<(u32, f64)> {
        let ends = self.members[cluster].iter().flat_map(|&region| graph.steps_from(region));
        let mut ends: Vec<u32> = ends.map(|step| self.cluster_of[step.to.index()]).collect();
        ends.sort_unstable();
        ends.dedup();
        ends.retain(|&end| end as usize != cluster);
        let far = |end: u32| self.centres[cluster].distance(self.centres[end as usize]);
        ends.into_iter().map(|end| (end, far(end))).collect()
    }

    /// A region's cost has changed.
    #[inline]
    pub(super) fn note(&mut self, region: RegionId) {
        let cluster = self.cluster_of[region.index()];
        if !self.is_changed[cluster as usize] {
            self.is_changed[cluster as usize] = true;
            self.changed.push(cluster);
        }
    }

    /// Brings the costs of clusters up to date.
    pub(super) fn refresh(&mut self, graph: &RegionGraph, densities: &Densities) {
        for cluster in self.changed.drain(..) {
            let i = cluster as usize;
            self.is_changed[i] = false;
            let (mut area, mut sum) = (0.0, 0.0);
            for &region in &self.members[i] {
                area += graph.area(region);
                sum += graph.area(region) * densities.paces()[region.index()];
            }
            self.paces[i] = sum / area.max(f64::MIN_POSITIVE);
        }
    }
}

impl Graph for Hierarchy {
    fn states(&self) -> usize {
        self.members.len()
    }

    #[inline]
    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        for &(to, far) in &self.links[from.index()] {
            visit(StateId(to), far * self.paces[to as usize]);
        }
    }
}

/// A coarse grid.
struct Coarse {
    bounds: Bounds,
    across: f64,
}

impl Coarse {
    fn over(graph: &RegionGraph) -> Coarse {
        let origin = Point::new(0.0, 0.0);
        let bounds = graph.bounds().unwrap_or(Bounds { min: origin, max: origin });
        Coarse { bounds, across: (graph.region_count() as f64).cbrt().ceil() }
    }

    fn of(&self, p: Point) -> [u32; 2] {
        let (width, height) = self.bounds.size();
        let place = |x: f64, from: f64, length: f64| ((x - from) / length.max(f64::MIN_POSITIVE) * self.across) as u32;
        [place(p.x, self.bounds.min.x, width), place(p.y, self.bounds.min.y, height)]
    }
}

/// The clusters that a search over regions stays in.
#[derive(Clone, Debug, Default)]
pub(super) struct Corridor {
    a_star: AStar,
    stamps: Vec<u32>,
    stamp: u32,
}

impl Corridor {
    /// The clusters of a fastest path over clusters, and those beside them: the mean speed of a cluster may hide a jam.
    pub(super) fn find(&mut self, hierarchy: &Hierarchy, query: Query, full_pace: f64) {
        if self.stamp == u32::MAX || self.stamps.len() != hierarchy.states() {
            self.stamps.clear();
            self.stamps.resize(hierarchy.states(), 0);
            self.stamp = 0;
        }
        self.stamp += 1;
        let cluster = |region: RegionId| StateId(hierarchy.cluster_of[region.index()]);
        let (start, goal) = (cluster(query.from), cluster(query.goal));
        let straight =
            |a: StateId, b: StateId| hierarchy.centres[a.index()].distance(hierarchy.centres[b.index()]) * full_pace;
        // What it cannot find, the search over regions cannot find either.
        let _ = self.a_star.find(hierarchy, &straight, start, goal, Budget::UNLIMITED);
        for &at in self.a_star.path().iter().chain([&start, &goal]) {
            self.stamps[at.index()] = self.stamp;
            hierarchy.links[at.index()].iter().for_each(|link| self.stamps[link.0 as usize] = self.stamp);
        }
    }

    /// Whether a region is in the corridor.
    #[inline]
    pub(super) fn holds(&self, hierarchy: &Hierarchy, region: RegionId) -> bool {
        self.stamps[hierarchy.cluster_of[region.index()] as usize] == self.stamp
    }
}
