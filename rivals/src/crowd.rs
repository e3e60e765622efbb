//! One step of a crowd in which everyone wants to get to the other side, without global planning.

use crate::arguments::Arguments;
use crate::crowd_dodgy::Dodgy;
use crate::progress;
use crate::statistics::{Samples, milliseconds, rounded, timed};
use navigant_crowd::{Agent, Aim, Avoidance, Crowd, Orca};
use navigant_mesh::{Map, Point};
use navigant_testing::generate::crowd::{CrowdScene, circle, disk, jam, jam_with_walls};
use serde_json::{Value, json};

/// The parameters of RVO2's example "Circle", for everyone.
pub(crate) const PARAMETERS: Orca = Orca::CIRCLE;
pub(crate) const MAX_SPEED: f32 = 2.0;
pub(crate) const SPEED: f32 = 1.0;
pub(crate) const DT: f32 = 0.25;
/// Steps before the clock is looked at: memory is allocated, and the grid of the start is left.
const WARM_UP: usize = 5;

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

    fn centre(&self) -> Point {
        let places = self.crowd.agents().map(|agent| agent.position);
        mean(places, self.crowd.len())
    }
}

fn mean(places: impl Iterator<Item = Point>, count: usize) -> Point {
    let sum = places.fold(Point::ORIGIN, |sum, p| Point::new(sum.x + p.x.abs(), sum.y + p.y.abs()));
    Point::new(sum.x / count as f64, sum.y / count as f64)
}

/// Runs all scenes in all sizes, with one thread and with all.
pub(crate) fn run(arguments: &Arguments) -> Result<Value, String> {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut threads = vec![1, all];
    threads.dedup();
    println!(
        "One step of a crowd, RVO2's parameters of \"Circle\"; ms and, in brackets, µs an agent; best of the steps\n"
    );
    println!("{:16} {:>7} {:>7} {:>18} {:>18} {:>6}", "scene", "agents", "threads", "navigant", "dodgy", "ratio");
    let mut runs = Vec::new();
    for &count in &arguments.agents {
        for scene in [circle, |n| disk(7, n), |n| jam(7, n), |n| jam_with_walls(7, n)].map(|scene| scene(count)) {
            if arguments.only.as_ref().is_some_and(|name| name != scene.name) {
                continue;
            }
            for &threads in &threads {
                runs.push(race(&scene, threads, arguments.rounds)?);
            }
        }
    }
    Ok(json!({ "runs": runs }))
}

/// Both make a step in turn.
fn race(scene: &CrowdScene, threads: usize, rounds: usize) -> Result<Value, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
    let (mut ours, mut dodgy) = (Ours::new(scene)?, Dodgy::new(scene));
    let (mut our_times, mut dodgy_times) = (Samples::default(), Samples::default());
    for round in 0..WARM_UP + rounds {
        progress::show(&format!("{}, {} agents: step {round}", scene.name, scene.ways.len()));
        let our_time = timed(|| pool.install(|| ours.step())).0;
        let dodgy_time = timed(|| pool.install(|| dodgy.step())).0;
        if round >= WARM_UP {
            our_times.push(milliseconds(our_time));
            dodgy_times.push(milliseconds(dodgy_time));
        }
    }
    progress::done();
    // The same crowd: a check that the same work is done.
    let apart = ours.centre().distance(mean(dodgy.places(), scene.ways.len()));
    // Other programs on the machine only ever make a step longer.
    let (navigant, other) = (our_times.percentile(0.0), dodgy_times.percentile(0.0));
    let agents = scene.ways.len();
    let cell = |ms: f64| format!("{ms:.2} ({:.3})", ms * 1e3 / agents as f64);
    println!(
        "{:16} {agents:>7} {threads:>7} {:>18} {:>18} {:>6.3}",
        scene.name,
        cell(navigant),
        cell(other),
        navigant / other
    );
    Ok(json!({
        "scene": scene.name,
        "agents": agents,
        "threads": threads,
        "navigant_ms": rounded(navigant),
        "dodgy_ms": rounded(other),
        "navigant_median_ms": rounded(our_times.median()),
        "dodgy_median_ms": rounded(dodgy_times.median()),
        "navigant_us_per_agent": rounded(navigant * 1e3 / agents as f64),
        "ratio": rounded(navigant / other),
        "mean_places_apart_m": rounded(apart),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_walk_the_same_way() {
        for scene in [circle(200), disk(3, 300), jam(3, 300)] {
            let (mut ours, mut dodgy) = (Ours::new(&scene).unwrap(), Dodgy::new(&scene));
            for step in 0..40 {
                ours.step();
                dodgy.step();
                let mut far = 0.0f64;
                let theirs: Vec<Point> = dodgy.places().collect();
                for (agent, place) in scene.ways.iter().zip(&theirs).enumerate().map(|(i, (_, p))| (i, *p)) {
                    let seen = ours.crowd.agents().find(|seen| seen.id.index() == agent).unwrap();
                    far = far.max(seen.position.distance(place));
                }
                assert!(far < 0.05, "{}, step {step}: {far} m apart", scene.name);
            }
        }
    }
}
