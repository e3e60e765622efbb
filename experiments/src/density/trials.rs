//! One combination of map, search and strategy, run and measured.

use super::maps::Environment;
use navigant_simulation::internals::{
    DensitySettings, RegionGraph, RoadmapRun, StepTimesInternals as _, Strategy, Study,
};
use serde::Serialize;
use std::error::Error;

/// The figures of a combination, as they are written to `--json`.
#[derive(Clone, Debug, Serialize)]
pub struct Combination {
    /// The map.
    pub map: &'static str,
    /// The search.
    pub search: &'static str,
    /// The strategy.
    pub strategy: &'static str,
    /// avCT: milliseconds a step, searches included.
    pub avct_ms: f64,
    /// pthR: searches run.
    pub searches: u64,
    /// maxA: the most agents at a time.
    pub max_agents: u32,
    /// AvrA: agents on average over steps with more than 1,500; none if there were no such steps.
    pub avr_agents: Option<f64>,
    /// TrvT: travelling time by pair of start and goal, in seconds.
    pub travel_s: Vec<f64>,
    /// Morisita's index of dispersion in squares of five metres, while agents enter.
    pub clustering: f64,
    /// How many never arrived; only said where there are some.
    #[serde(skip_serializing_if = "is_none_left")]
    pub unfinished: u32,
    /// How many steps it took.
    #[serde(skip)]
    pub steps: u64,
    /// The most searches in one step.
    #[serde(skip)]
    pub most_searches: u64,
    /// The hash of the state after all steps.
    #[serde(skip)]
    pub hash: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde asks.
fn is_none_left(count: &u32) -> bool {
    *count == 0
}

impl Combination {
    /// The mean travelling time over the pairs, in seconds.
    pub fn mean_travel_s(&self) -> f64 {
        self.travel_s.iter().sum::<f64>() / self.travel_s.len().max(1) as f64
    }
}

/// The settings of all runs. The paper says that its parameters were "chosen in non-systematic way", and not what they were.
pub fn usual(seed: u64) -> DensitySettings {
    DensitySettings {
        agent_size: 0.115,
        density_dist_event: 40.0,
        density_trigger_th: 0.3,
        sec_to_time: 2.0,
        minimum_width: 3.0,
        minimum_height: 1.7,
        seed,
        ..DensitySettings::default()
    }
}

/// Under `per`, as many more replan in turn as replan on entering under `per_init`: with n = 3 both make six searches a step while
/// agents enter. The paper's own figures say so: three searches of `per_init` in a step cost 9 ms, all of it 17 ms, and `per` costs
/// about as much.
pub fn of_strategy(usual: &DensitySettings, strategy: Strategy, trips: usize) -> DensitySettings {
    let more = if strategy == Strategy::Per { trips as u32 } else { 0 };
    DensitySettings { strategy, n: usual.n + more, ..usual.clone() }
}

/// Runs a combination to its end.
///
/// # Errors
/// When the map cannot be built or a setting cannot be.
pub fn run(environment: &Environment, settings: DensitySettings, agents: u32) -> Result<Combination, Box<dyn Error>> {
    let graph = RegionGraph::of_quad_tree(&environment.map()?, &settings)?;
    let (search, strategy) = (settings.search.name(), settings.strategy.name());
    let mut run = RoadmapRun::new(graph, &environment.trips, agents, settings)?;
    let study = Study::of(&mut run, agents, |_| true);
    let figures = &study.figures;
    Ok(Combination {
        map: environment.name,
        search,
        strategy,
        avct_ms: figures.steps.mean().as_secs_f64() * 1e3,
        searches: figures.searches,
        max_agents: figures.max_agents,
        avr_agents: figures.avr_agents(),
        travel_s: figures.travel_s().map(|time| time.unwrap_or(f64::NAN)).collect(),
        clustering: study.clustering,
        unfinished: study.unfinished(),
        steps: study.steps,
        most_searches: figures.most_searches,
        hash: study.hash,
    })
}
