//! The scenarios of planning in several domains: everyone arrives in time and touches nothing.

use navigant_simulation::internals::{FootstepCourse, TeamRun, TeamScenario, steer};
use std::sync::atomic::{AtomicU64, Ordering};

/// The scenarios, the short ones first.
const SCENARIOS: [&str; 8] = [
    FootstepCourse::NAME,
    "choke-point",
    "deadlock",
    "space-time-goals",
    "unpredictable-change",
    "lane-selection",
    "road-crossing",
    "four-way-crossing",
];

/// Runs, frames, and runs in which what is run beside it failed, by scenario: the ordinary crowd, and for footsteps Σ4, whose disc finds no floor.
static RUNS: [[AtomicU64; 3]; SCENARIOS.len()] = [const { [const { AtomicU64::new(0) }; 3] }; SCENARIOS.len()];

/// What the cases so far came to.
pub fn summary() -> String {
    let line = |(name, counts): (&&str, &[AtomicU64; 3])| {
        let [runs, frames, failures] = counts.each_ref().map(|n| n.load(Ordering::Relaxed));
        let beside = if *name == FootstepCourse::NAME { "Σ4" } else { "the ordinary crowd" };
        format!("  {name}: {runs} runs, {frames} frames; {beside} fails in {failures}")
    };
    let lines = SCENARIOS.iter().zip(&RUNS).filter(|(_, counts)| counts[0].load(Ordering::Relaxed) > 0).map(line);
    lines.collect::<Vec<_>>().join("\n")
}

/// One run of a scenario, as `navigant run NAME --seed S` makes it: all scenarios with one seed, then all with the next.
///
/// # Errors
/// Who did not arrive in time, and what was touched.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let (which, seed) =
        ((number % SCENARIOS.len() as u64) as usize, seed.wrapping_add(number / SCENARIOS.len() as u64));
    let (name, [runs, frames, failures]) = (SCENARIOS[which], &RUNS[which]);
    let named = |reason: &dyn std::fmt::Display| format!("navigant run {name} --seed {seed}: {reason}");
    runs.fetch_add(1, Ordering::Relaxed);
    if name == FootstepCourse::NAME {
        let course = FootstepCourse::of_seed(seed).ok_or_else(|| named(&"no course"))?;
        let outcome = course.run().map_err(|reason| named(&reason))?;
        failures.fetch_add(u64::from(!outcome.space_time_finds), Ordering::Relaxed);
        return if outcome.is_success() { Ok(()) } else { Err(named(&format!("{outcome:?}"))) };
    }
    let scenario = TeamScenario::named(name, seed).ok_or_else(|| named(&"no such scenario"))?;
    let crowd = scenario.clone();
    let mut run = TeamRun::begin(scenario).map_err(|reason| named(&reason))?;
    while !run.is_done() {
        run.frame();
    }
    frames.fetch_add(run.frames(), Ordering::Relaxed);
    let (planned, steered) = (run.outcome(), steer(crowd).map_err(|reason| named(&reason))?);
    failures.fetch_add(u64::from(!steered.is_success()), Ordering::Relaxed);
    if planned.is_success() { Ok(()) } else { Err(named(&format!("{planned:?}"))) }
}
