//! Groups of agents: connected dense regions that many are in.

use super::densities::Densities;
use super::region_graph::{RegionGraph, RegionId};

/// The fewest agents of a group.
const FEWEST_AGENTS: u32 = 10;

/// Which regions belong to a group. A group is a connected set of regions, each denser than `DensityTriggerTh`, with at least
/// ten agents in all.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    grouped: Vec<bool>,
    seen: Vec<bool>,
    /// The regions of the group that is being looked at, those of all groups, and those seen.
    group: Vec<RegionId>,
    all: Vec<RegionId>,
    looked_at: Vec<RegionId>,
    count: u32,
}

impl Clusters {
    pub(super) fn none(graph: &RegionGraph) -> Clusters {
        let regions = graph.region_count();
        let list = || Vec::with_capacity(regions);
        let (grouped, seen) = (vec![false; regions], vec![false; regions]);
        Clusters { grouped, seen, group: list(), all: list(), looked_at: list(), count: 0 }
    }

    /// Looks for groups: O(regions, and edges of dense ones).
    pub(super) fn recognise(&mut self, graph: &RegionGraph, densities: &Densities, threshold: f64) {
        self.all.drain(..).for_each(|region| self.grouped[region.index()] = false);
        self.looked_at.drain(..).for_each(|region| self.seen[region.index()] = false);
        self.count = 0;
        for region in graph.regions() {
            if self.is_new(densities, threshold, region) {
                self.flood(graph, densities, threshold, region);
            }
        }
    }

    fn is_new(&self, densities: &Densities, threshold: f64, region: RegionId) -> bool {
        densities.density(region) > threshold && !self.seen[region.index()]
    }

    fn flood(&mut self, graph: &RegionGraph, densities: &Densities, threshold: f64, from: RegionId) {
        self.group.clear();
        self.see(from);
        let (mut next, mut people) = (0, 0);
        while let Some(&region) = self.group.get(next) {
            next += 1;
            people += densities.people(region);
            for step in graph.steps_from(region) {
                if self.is_new(densities, threshold, step.to) {
                    self.see(step.to);
                }
            }
        }
        if people >= FEWEST_AGENTS {
            self.count += 1;
            self.group.iter().for_each(|region| self.grouped[region.index()] = true);
            self.all.extend_from_slice(&self.group);
        }
    }

    fn see(&mut self, region: RegionId) {
        self.seen[region.index()] = true;
        self.looked_at.push(region);
        self.group.push(region);
    }

    /// Whether a region belongs to a group.
    #[inline]
    pub(super) fn holds(&self, region: RegionId) -> bool {
        self.grouped[region.index()]
    }

    /// How many groups there are.
    pub(super) fn count(&self) -> u32 {
        self.count
    }
}
