//! One step of a crowd in which everyone wants to get to the other side, without global planning.

use crate::arguments::Arguments;
use crate::crowd_dodgy::Dodgy;
use crate::progress;
use crate::statistics::{Samples, milliseconds, rounded, timed};
use navigant_crowd::{Agent, Aim, Avoidance, Crowd, Orca};
use navigant_mesh::Map;
use navigant_testing::generate::crowd::{CrowdScene, circle, disk, jam, jam_with_walls};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The parameters of RVO2's example "Circle", for everyone.
pub(crate) const PARAMETERS: Orca = Orca::CIRCLE;
pub(crate) const MAX_SPEED: f32 = 2.0;
pub(crate) const SPEED: f32 = 1.0;
pub(crate) const DT: f32 = 0.25;
/// Steps before the clock is looked at: memory is allocated, and the grid of the start is left.
const WARM_UP: usize = 5;

/// Agents moved in all, more or less: fewer steps of large crowds are measured, but at least [`LEAST_ROUNDS`].
const AGENTS_MOVED: usize = 1_000_000;
const LEAST_ROUNDS: usize = 3;
/// No race is begun after this.
const TIME_LIMIT: Duration = Duration::from_secs(210);

/// Navigant's crowd, and its map.
struct Ours {
    map: Map,
    crowd: Crowd,
}

impl Ours {
    fn new(scene: &CrowdScene) -> Result<Ours, String> {
        let map = scene.map().map_err(|reason| reason.to_string())?;
        let mut crowd = Crowd::new(&map);
        for &[from, to] in &scene.ways {
            let agent = Agent {
                radius: CrowdScene::RADIUS,
                speed: f64::from(SPEED),
                max_speed: f64::from(MAX_SPEED),
                aim: Aim::Straight(to),
                avoidance: Avoidance::Orca(PARAMETERS),
                ..Agent::new(from)
            };
            crowd.add(&map, &agent).map_err(|reason| reason.to_string())?;
        }
        Ok(Ours { map, crowd })
    }

    fn step(&mut self) {
        self.crowd.step(&self.map, f64::from(DT)).expect("a quarter of a second is a good step");
    }
}

/// Runs all scenes in all sizes, with one thread and with all.
pub(crate) fn run(arguments: &Arguments) -> Result<Value, String> {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut threads = vec![1, all];
    threads.dedup();
    println!(
        "One step of a crowd with RVO2's parameters of \"Circle\": ms and, in brackets, µs an agent; the best step."
    );
    println!("dodgy has a plain grid for its neighbours, dodgy+ has Navigant's search.\n");
    println!(
        "{:16} {:>7} {:>7} {:>18} {:>18} {:>18} {:>6} {:>6}",
        "scene", "agents", "threads", "navigant", "dodgy", "dodgy+", "ratio", "ratio+"
    );
    let (mut runs, start) = (Vec::new(), Instant::now());
    for &count in &arguments.agents {
        for scene in [circle, |n| disk(7, n), |n| jam(7, n), |n| jam_with_walls(7, n)].map(|scene| scene(count)) {
            if arguments.only.as_ref().is_some_and(|name| name != scene.name) {
                continue;
            }
            for &threads in &threads {
                // What was measured so far is worth more than the rest.
                if start.elapsed() > TIME_LIMIT {
                    println!("{:16} {count:>7} {threads:>7} left out: {TIME_LIMIT:?} are over", scene.name);
                    continue;
                }
                runs.push(race(&scene, threads, arguments.rounds)?);
            }
        }
    }
    Ok(json!({ "runs": runs }))
}

/// Both make a step in turn.
fn race(scene: &CrowdScene, threads: usize, rounds: usize) -> Result<Value, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
    let (mut ours, mut dodgy, mut dodgy_plus) = (Ours::new(scene)?, Dodgy::new(scene), Dodgy::new(scene));
    let mut times = [Samples::default(), Samples::default(), Samples::default()];
    let rounds = rounds.min((AGENTS_MOVED / scene.ways.len().max(1)).max(LEAST_ROUNDS));
    for round in 0..WARM_UP + rounds {
        progress::show(&format!("{}, {} agents: step {round}", scene.name, scene.ways.len()));
        let taken = [
            timed(|| pool.install(|| ours.step())).0,
            timed(|| pool.install(|| dodgy.step())).0,
            timed(|| pool.install(|| dodgy_plus.step_with_our_search())).0,
        ];
        if round >= WARM_UP {
            times.iter_mut().zip(taken).for_each(|(samples, time)| samples.push(milliseconds(time)));
        }
    }
    progress::done();
    // Other programs on the machine only ever make a step longer.
    let [navigant, plain, plus] = times.each_ref().map(|samples| samples.percentile(0.0));
    let agents = scene.ways.len();
    let cell = |ms: f64| format!("{ms:.2} ({:.3})", ms * 1e3 / agents as f64);
    println!(
        "{:16} {agents:>7} {threads:>7} {:>18} {:>18} {:>18} {:>6.3} {:>6.3}",
        scene.name,
        cell(navigant),
        cell(plain),
        cell(plus),
        navigant / plain,
        navigant / plus
    );
    Ok(json!({
        "scene": scene.name,
        "agents": agents,
        "threads": threads,
        "navigant_ms": rounded(navigant),
        "dodgy_ms": rounded(plain),
        "dodgy_with_our_search_ms": rounded(plus),
        "navigant_median_ms": rounded(times[0].median()),
        "dodgy_median_ms": rounded(times[1].median()),
        "navigant_us_per_agent": rounded(navigant * 1e3 / agents as f64),
        "ratio": rounded(navigant / plain),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_crowd::internals::AgentIdInternals as _;

    #[test]
    fn on_the_circle_both_walk_the_same_way() {
        // Only there: dodgy differs from the paper in that whoever is not on a collision course takes all of the avoiding.
        let scene = circle(200);
        let (mut ours, mut dodgy) = (Ours::new(&scene).unwrap(), Dodgy::new(&scene));
        for step in 0..100 {
            ours.step();
            dodgy.step();
            for seen in ours.crowd.agents() {
                let apart = seen.position.distance(dodgy.place(seen.id.index()));
                assert!(apart < 0.01, "step {step}: {apart} m apart");
            }
        }
    }
}
