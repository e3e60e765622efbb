//! The strategies: who replans in a step.

use super::agents::Agent;
use super::clusters::Clusters;
use super::densities::Densities;
use super::region_graph::{RegionGraph, RegionId};
use super::sight::Sight;
use crate::draws::Draws;
use navigant_files::internals::{DensitySettings, Strategy};

/// What strategies remember from step to step.
#[derive(Clone, Debug)]
pub(super) struct Replanning {
    /// The slot after the last that replanned in turn.
    turn: usize,
    clusters: Clusters,
    /// By region: whether its density has just risen.
    has_risen: Vec<bool>,
    /// What is seen, if a strategy asks.
    sight: Option<Sight>,
}

/// How often an agent is drawn for each that is to replan: where one in ten is in a group, 29 of 30 are found.
const DRAWS_EACH: usize = 32;

/// What a strategy decides by.
#[derive(Clone, Copy)]
pub(super) struct Situation<'a> {
    pub(super) graph: &'a RegionGraph,
    pub(super) densities: &'a Densities,
    pub(super) settings: &'a DensitySettings,
    pub(super) agents: &'a [Agent],
    pub(super) step: u64,
}

impl Replanning {
    pub(super) fn new(graph: &RegionGraph, settings: &DensitySettings) -> Replanning {
        let has_risen = vec![false; graph.region_count()];
        let sight = settings.has(Strategy::Sight).then(|| Sight::over(graph));
        Replanning { turn: 0, clusters: Clusters::none(graph), has_risen, sight }
    }

    /// Adds the slots of those who replan in a step to `chosen`, which holds those who just entered and replan for that.
    pub(super) fn choose(&mut self, now: Situation<'_>, chosen: &mut Vec<u32>) {
        self.choose_by(now.settings.strategy, now, chosen);
        if now.settings.also != Strategy::None {
            self.choose_by(now.settings.also, now, chosen);
            chosen.sort_unstable();
            chosen.dedup();
        }
    }

    fn choose_by(&mut self, strategy: Strategy, now: Situation<'_>, chosen: &mut Vec<u32>) {
        let is_due = now.step.is_multiple_of(u64::from(now.settings.p.max(1)));
        match strategy {
            Strategy::None => {}
            Strategy::Per | Strategy::PerInit if is_due => self.in_turn(now, chosen),
            Strategy::Per | Strategy::PerInit => {}
            Strategy::Event => self.by_event(now, now.settings.density_dist_event, chosen),
            Strategy::AtOnce => self.by_event(now, f64::INFINITY, chosen),
            Strategy::Sight => self.by_sight(now, chosen),
            Strategy::Ours if is_due => self.at_random(now, chosen),
            Strategy::Ours => {}
        }
    }

    fn present<'a>(&self, now: Situation<'a>) -> impl Iterator<Item = u32> + use<'a> {
        (0..now.agents.len() as u32).filter(move |&slot| now.agents[slot as usize].is_here)
    }

    /// The next n.
    fn in_turn(&mut self, now: Situation<'_>, chosen: &mut Vec<u32>) {
        let (slots, entered) = (now.agents.len(), chosen.len());
        let mut wanted = now.settings.n;
        for i in 0..slots {
            if wanted == 0 {
                break;
            }
            let slot = (self.turn + i) % slots;
            if now.agents[slot].is_here {
                wanted -= 1;
                if !chosen[..entered].contains(&(slot as u32)) {
                    chosen.push(slot as u32);
                }
                if wanted == 0 {
                    self.turn = slot + 1;
                }
            }
        }
    }

    /// Those whose path leads through a region whose density has just risen, nearer than some metres.
    fn by_event(&mut self, now: Situation<'_>, within: f64, chosen: &mut Vec<u32>) {
        self.mark_risen(now.densities.risen(), true);
        if !now.densities.risen().is_empty() {
            chosen.extend(self.present(now).filter(|&slot| self.is_near_event(now, slot, within)));
        }
        self.mark_risen(now.densities.risen(), false);
    }

    /// Those who come to see a dense region.
    fn by_sight(&mut self, now: Situation<'_>, chosen: &mut Vec<u32>) {
        let present = self.present(now);
        let Some(sight) = &mut self.sight else { return };
        sight.follow(now);
        if sight.is_any_dense() {
            chosen.extend(present.filter(|&slot| sight.is_news_to(now, &now.agents[slot as usize])));
        }
    }

    fn mark_risen(&mut self, risen: &[RegionId], to: bool) {
        risen.iter().for_each(|region| self.has_risen[region.index()] = to);
    }

    /// Whether an agent's path leads through a region whose density has just risen and whose centre is near.
    fn is_near_event(&self, now: Situation<'_>, slot: u32, within: f64) -> bool {
        let agent = &now.agents[slot as usize];
        let mut at = None;
        agent.ahead(now.graph).any(|region| {
            self.has_risen[region.index()] && {
                let here = *at.get_or_insert_with(|| agent.at(now.graph));
                now.graph.centre(region).distance(here) < within
            }
        })
    }

    /// n at random of those in groups, or with one ahead. Agents are drawn until n of them are, or too many were not: who is in a
    /// group is not asked of everyone.
    fn at_random(&mut self, now: Situation<'_>, chosen: &mut Vec<u32>) {
        self.clusters.recognise(now.graph, now.densities, now.settings.density_trigger_th);
        if self.clusters.count() == 0 {
            return;
        }
        let mut draws = Draws::new(now.settings.seed ^ now.step.wrapping_mul(0xD1B5_4A32_D192_ED03));
        let mut wanted = (now.settings.n as usize).min(now.agents.len());
        for _ in 0..wanted * DRAWS_EACH {
            if wanted == 0 {
                break;
            }
            let slot = draws.below(now.agents.len()) as u32;
            let is_here = now.agents.get(slot as usize).is_some_and(|agent| agent.is_here);
            if is_here && !chosen.contains(&slot) && self.meets_group(now, slot) {
                chosen.push(slot);
                wanted -= 1;
            }
        }
    }

    /// Whether an agent is in a group, or would walk into one within `DensityDistEvent`.
    fn meets_group(&self, now: Situation<'_>, slot: u32) -> bool {
        let agent = &now.agents[slot as usize];
        if self.clusters.holds(agent.region) {
            return true;
        }
        let here = agent.at(now.graph);
        let near = |region: &RegionId| now.graph.centre(*region).distance(here) < now.settings.density_dist_event;
        agent.ahead(now.graph).take_while(near).any(|region| self.clusters.holds(region))
    }

    /// How many groups the strategy has recognised in this step.
    pub(super) fn groups(&self) -> u32 {
        self.clusters.count()
    }
}
