//! The search from cluster to cluster.

use super::clusters::Clusters;
use crate::graph::bucket_queue::BucketQueue;
use crate::graph::scratch::{Scratch, Slot};
use crate::graph::{Budget, StateId, StopReason};
use navigant_mesh::grid::STRAIGHT;
use navigant_mesh::internals::CellInternals as _;
use navigant_mesh::{Cell, Grid};

/// A* over portals.
///
/// A portal is expanded at once into the portals behind all crossings of the cluster it leads into, so that passing a
/// cluster is one expansion, and the edges are a row of the cluster's table.
///
/// Keys are g + h in buckets: portals of a bucket come in any order, and one whose cost falls after it was expanded is
/// expanded again. The search ends when all that waits lies above the best path, which is therefore a cheapest one.
#[derive(Clone, Debug, Default)]
pub(super) struct PortalSearch {
    nodes: Scratch<Node>,
    open: BucketQueue,
    /// By crossing of the start's cluster: the cost from the start across it.
    from_start: Vec<f64>,
    /// By crossing of the goal's cluster: the cost from its cell to the goal.
    to_goal: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    g: f64,
    /// The portal before it, or [`NONE`]; plus [`WAITING`] while it is in the open list.
    parent: u32,
    stamp: u32,
}

/// Portals are fewer than cells, of which there are at most 2²⁸.
const WAITING: u32 = 1 << 31;
/// The number of no portal.
const NONE: u32 = WAITING - 1;
/// The least width of a bucket.
const BUCKET: f64 = STRAIGHT / 8.0;

impl Slot for Node {
    #[inline]
    fn unseen(stamp: u32) -> Self {
        Node { g: f64::INFINITY, parent: NONE, stamp }
    }

    #[inline]
    fn stamp(&self) -> u32 {
        self.stamp
    }
}

/// What a search came to.
pub(super) struct Found {
    /// The last portal of the best path, and what that costs.
    pub(super) best: Option<(u32, f64)>,
    /// Why the search ended before that was proved.
    pub(super) stop: Option<StopReason>,
    pub(super) expansions: u64,
    pub(super) generated: u64,
}

impl PortalSearch {
    /// Finds a path that crosses a border and costs less than one that is known.
    pub(super) fn run(
        &mut self,
        grid: &Grid,
        clusters: &Clusters,
        [start, goal]: [Cell; 2],
        known: f64,
        budget: Budget,
    ) -> Found {
        let mut found = Found { best: None, stop: None, expansions: 0, generated: 0 };
        let (from, into) = (clusters.index(start), clusters.index(goal));
        let (Some(first), Some(last), Some(start_id), Some(goal_id)) =
            (clusters.get(from), clusters.get(into), grid.id(start), grid.id(goal))
        else {
            return found;
        };
        first.reach(clusters.around(grid, start), start_id, &mut self.from_start);
        self.from_start.iter_mut().enumerate().for_each(|(crossing, cost)| *cost += first.step(crossing));
        last.reach(clusters.around(grid, goal), goal_id, &mut self.to_goal);
        self.nodes.begin(clusters.portals());
        self.open.begin(0);
        // Along an edge, g + h rises by at most twice what the edge costs: that must fit into the ring.
        let width = BUCKET.max(2.0 * clusters.longest() / f64::from(BucketQueue::SPAN - 2));
        let mut wave =
            Wave { clusters, goal, least: start.octile(goal), per: width.recip(), best: known, now: 0, generated: 0 };
        wave.expand(from, NONE, 0.0, &self.from_start, &mut self.nodes, &mut self.open);
        while let Some((key, portal)) = self.open.pop() {
            wave.now = key;
            if key > wave.bucket(wave.best) {
                break;
            }
            let Some(node) = self.nodes.get_mut(StateId(portal)).filter(|node| node.parent & WAITING != 0) else {
                continue;
            };
            let (index, entered) = clusters.portal(portal);
            let Some(cluster) = clusters.get(index) else { continue };
            // It was worth waiting, but a better path may have turned up since.
            if cluster.crossings().get(entered).is_none_or(|at| node.g + at.inside.octile(goal) >= wave.best) {
                continue;
            }
            found.stop = budget.spent(found.expansions);
            if found.stop.is_some() {
                break;
            }
            found.expansions += 1;
            node.parent &= !WAITING;
            let g = node.g;
            if index == into
                && let Some(rest) = self.to_goal.get(entered)
                && g + rest < wave.best
            {
                wave.best = g + rest;
                found.best = Some((portal, wave.best));
            }
            if let Some(row) = cluster.row(entered) {
                wave.expand(index, portal, g, row, &mut self.nodes, &mut self.open);
            }
        }
        found.generated = wave.generated;
        found
    }

    /// The portals of a path, the last first.
    pub(super) fn back_from(&self, last: u32) -> impl Iterator<Item = u32> + '_ {
        let before = |&portal: &u32| Some(self.nodes.get(StateId(portal)).parent & !WAITING);
        std::iter::successors(Some(last), move |portal| before(portal).filter(|&parent| parent != NONE))
    }
}

/// A search under way.
struct Wave<'a> {
    clusters: &'a Clusters,
    goal: Cell,
    /// The least a path can cost: what keys count from.
    least: f64,
    /// Buckets per unit of cost.
    per: f64,
    /// What the best path costs.
    best: f64,
    /// The least key that may wait.
    now: u32,
    generated: u64,
}

impl Wave<'_> {
    #[inline]
    fn bucket(&self, sum: f64) -> u32 {
        ((sum - self.least) * self.per) as u32
    }

    /// Offers the portals behind all crossings of a cluster, given what each costs from where the cluster was entered.
    #[inline]
    fn expand(
        &mut self,
        index: usize,
        parent: u32,
        g: f64,
        row: &[f64],
        nodes: &mut Scratch<Node>,
        open: &mut BucketQueue,
    ) {
        let Some(cluster) = self.clusters.get(index) else { return };
        for (crossings, first) in self.clusters.borders(index) {
            let (Some(costs), Some(crossings)) = (row.get(crossings.clone()), cluster.crossings().get(crossings))
            else {
                continue;
            };
            self.generated += costs.len() as u64;
            for ((portal, cost), crossing) in (first..).zip(costs).zip(crossings) {
                let through = g + cost;
                let Some(node) = nodes.get_mut(StateId(portal)) else { continue };
                if through >= node.g {
                    continue;
                }
                let sum = through + crossing.outside.octile(self.goal);
                if sum < self.best {
                    (node.g, node.parent) = (through, parent | WAITING);
                    // Only the first edges can be longer than others, and rounding may take a unit off.
                    open.push(self.bucket(sum).clamp(self.now, self.now + BucketQueue::SPAN - 1), portal);
                }
            }
        }
    }
}
