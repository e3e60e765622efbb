//! `navigant run deadlock|choke-point|…|footsteps [--seed N] [--json FILE]`: agents that plan in space and time, and the ordinary crowd
//! beside them.

use crate::exit::{Code, Failure};
use crate::say::{self, say};
use navigant::simulation::internals::{FootstepCourse, TeamOutcome, TeamRun, TeamScenario, steer};
use serde_json::{Value, json};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// Runs a scenario of that name, if there is one.
pub(crate) fn run(name: &str, seed: u64, file: Option<&Path>) -> Option<Result<Code, Box<dyn Error + Send + Sync>>> {
    if name == FootstepCourse::NAME {
        return Some(walk_course(seed, file));
    }
    let scenario = TeamScenario::named(name, seed)?;
    Some(compare(scenario, seed, file))
}

fn compare(scenario: TeamScenario, seed: u64, file: Option<&Path>) -> Result<Code, Box<dyn Error + Send + Sync>> {
    say!("{}: {} (seed {seed})", scenario.name, scenario.about);
    let crowd = scenario.clone();
    let mut run = TeamRun::begin(scenario)?;
    let (mut longest, begin) = (0.0f64, Instant::now());
    while !run.is_done() {
        let begin = Instant::now();
        run.frame();
        longest = longest.max(begin.elapsed().as_secs_f64());
    }
    let seconds = begin.elapsed().as_secs_f64();
    let (planned, reports) = (run.outcome(), run.reports());
    let steered = steer(crowd)?;
    say!("  {:<26} {:>12} {:>12}", "", "planned", "steered");
    let row = |what: &str, figure: fn(&TeamOutcome) -> String| {
        say!("  {what:<26} {:>12} {:>12}", figure(&planned), figure(&steered));
    };
    row("arrived in time", |o| format!("{} of {}", o.arrived, o.agents));
    row("last arrival, s", |o| format!("{:.1}", o.last_arrival));
    row("overlaps of agents", |o| o.agent_overlaps.to_string());
    row("overlaps of obstacles", |o| o.obstacle_overlaps.to_string());
    row("detour, m", |o| format!("{:.2}", o.detour));
    row("speed variation, m/s", |o| format!("{:.2}", o.speed_variation));
    let frames = run.frames();
    let [mesh, dynamic, grid, timing, space_time] = reports.expansions;
    say!(
        "  {frames} frames, {:.0} a second, the longest took {:.1} ms; {} plans taken up, {} rejected, {} cut short;",
        frames as f64 / seconds,
        longest * 1e3,
        reports.taken_up,
        reports.rejected,
        reports.cut
    );
    say!("  expansions: Σ1 {mesh}, Σ2 {dynamic}, Σ3 {grid}, λ {timing}, Σ4 {space_time}");
    say!(
        "{}",
        if planned.is_success() { "Success: everyone arrived in time, and nobody touched anything." } else { "FAILED" }
    );
    let figures = json!({
        "scenario": run.name(), "seed": seed, "frames": frames, "seconds": seconds, "longest_frame_ms": longest * 1e3,
        "planned": of(&planned), "steered": of(&steered),
        "expansions": { "static_mesh": mesh, "dynamic_mesh": dynamic, "grid": grid, "timing": timing, "space_time": space_time },
    });
    say::json(file, &figures)?;
    if planned.is_success() {
        Ok(Code::Done)
    } else {
        Err(Failure { code: Code::Missed, message: "not everyone arrived in time without touching anything".into() }
            .into())
    }
}

fn of(outcome: &TeamOutcome) -> Value {
    json!({
        "agents": outcome.agents, "arrived": outcome.arrived, "last_arrival": outcome.last_arrival,
        "agent_overlaps": outcome.agent_overlaps, "obstacle_overlaps": outcome.obstacle_overlaps,
        "detour": outcome.detour, "speed_variation": outcome.speed_variation, "success": outcome.is_success(),
    })
}

/// The footstep course: Σ5, and Σ4 alone beside it.
fn walk_course(seed: u64, file: Option<&Path>) -> Result<Code, Box<dyn Error + Send + Sync>> {
    say!("{}: {} (seed {seed})", FootstepCourse::NAME, FootstepCourse::ABOUT);
    let course = FootstepCourse::of_seed(seed).ok_or("the course cannot be built")?;
    let begin = Instant::now();
    let outcome = course.run()?;
    let seconds = begin.elapsed().as_secs_f64();
    let time = outcome.steps.last().map_or(0.0, |step| step.0);
    say!(
        "  Σ4 alone: {}",
        if outcome.space_time_finds { "finds a plan" } else { "no plan, as its disc finds no floor" }
    );
    say!("  Σ5: {} steps in {time:.1} s; planned in {:.0} ms, with Σ4 alone", outcome.steps.len(), seconds * 1e3);
    say!("  wet feet {}, overlaps {}, stumbles {}", outcome.wet, outcome.overlaps, outcome.stumbles);
    let [mesh, grid, space_time, feet] = outcome.expansions;
    say!("  expansions: Σ1 {mesh}, Σ3 {grid}, Σ4 {space_time}, Σ5 {feet}");
    say!(
        "{}",
        if outcome.is_success() {
            "Success: over the stream with dry feet, where Σ4 alone has no plan."
        } else {
            "FAILED"
        }
    );
    let steps: Vec<Value> = outcome
        .steps
        .iter()
        .zip(&outcome.body)
        .map(|(&(time, left, at), body)| json!({ "time": time, "left": left, "foot": [at.x, at.y], "body": [body.x, body.y] }))
        .collect();
    let figures = json!({
        "scenario": FootstepCourse::NAME, "seed": seed, "seconds": seconds, "success": outcome.is_success(),
        "arrived": outcome.arrived, "wet": outcome.wet, "overlaps": outcome.overlaps, "stumbles": outcome.stumbles,
        "space_time_finds": outcome.space_time_finds, "steps": steps,
        "expansions": { "static_mesh": mesh, "grid": grid, "space_time": space_time, "footsteps": feet },
    });
    say::json(file, &figures)?;
    if outcome.is_success() {
        Ok(Code::Done)
    } else {
        Err(Failure { code: Code::Missed, message: "the walker is not over the stream with dry feet".into() }.into())
    }
}

/// The lines of `navigant scenarios`.
pub(crate) fn list() {
    for name in TeamScenario::NAMES {
        if let Some(scenario) = TeamScenario::named(name, 1) {
            say!("{name:<20} {:>7} agents  {}", scenario.agents.len(), scenario.about);
        }
    }
    say!("{:<20} {:>7} agents  {}", FootstepCourse::NAME, 1, FootstepCourse::ABOUT);
}
