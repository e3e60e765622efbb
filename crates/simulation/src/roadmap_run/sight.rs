//! Who comes to see a dense region: visibility-triggered replanning.

use super::agents::Agent;
use super::region_graph::{RegionGraph, RegionId};
use super::replanning::Situation;
use navigant_mesh::Map;
use navigant_search::internals::Witnesses;
use std::sync::Arc;

/// What is seen of each dense region's centre, which is where its centre is seen from.
///
/// An event is a region whose density has risen through `DensityTriggerTh`; it lasts until the density falls below again. In
/// "Dynamically Pruned A* for Re-planning in Navigation Meshes" agents replan for an event when they see it; here for one that their
/// path leads through, that is nearer than `DensityDistEvent`, and that is newer than their path.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// Where one looks; obstacles do not change during a run.
    map: Arc<Map>,
    /// Dense regions, in the order in which they became so.
    dense: Vec<RegionId>,
    /// By region: the step in which it was found to have become dense.
    since: Vec<u64>,
    /// By region: who sees it, from the first time on that it is asked for until the region is no longer dense.
    witnesses: Vec<Option<Witnesses>>,
}

impl Sight {
    pub(super) fn over(graph: &RegionGraph) -> Sight {
        let regions = graph.region_count();
        let map = Arc::clone(graph.map());
        Sight { map, dense: Vec::new(), since: vec![0; regions], witnesses: vec![None; regions] }
    }

    /// Follows the densities of a step.
    pub(super) fn follow(&mut self, now: Situation<'_>) {
        let Sight { dense, since, witnesses, .. } = self;
        dense.retain(|&region| {
            let stays = now.densities.density(region) > now.settings.density_trigger_th;
            if !stays {
                witnesses[region.index()] = None;
            }
            stays
        });
        for &region in now.densities.risen() {
            since[region.index()] = now.step;
            dense.push(region);
        }
    }

    /// Whether anything could be seen.
    pub(super) fn is_any_dense(&self) -> bool {
        !self.dense.is_empty()
    }

    /// Whether an agent sees an event ahead that is newer than its path.
    pub(super) fn is_news_to(&mut self, now: Situation<'_>, agent: &Agent) -> bool {
        let here = agent.at(now.graph);
        let near = |region: &RegionId| now.graph.centre(*region).distance(here) < now.settings.density_dist_event;
        agent.ahead(now.graph).take_while(near).any(|region| {
            let is_dense = now.densities.density(region) > now.settings.density_trigger_th;
            is_dense && self.since[region.index()] > agent.planned && {
                let Sight { map, witnesses, .. } = self;
                let seen_from = witnesses[region.index()].get_or_insert_with(|| {
                    let mut witnesses = Witnesses::new();
                    // A centre that is in a wall by rounding is seen by nobody.
                    let _ = witnesses.look_from(map, now.graph.centre(region));
                    witnesses
                });
                seen_from.sees(here)
            }
        })
    }
}
