//! How long a step of a crowd takes, on the scenes of `rivals crowd`: for profiling.
//!
//! ```text
//! cargo run --release -p navigant-testing --example crowd_step -- [SCENE] [AGENTS] [STEPS] [THREADS]
//! ```

use navigant_crowd::{Agent, Aim, Avoidance, Crowd, Orca};
use navigant_testing::generate::crowd::{CrowdScene, circle, disk, jam, jam_with_walls};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "walls".to_owned());
    let count = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let steps = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(20);
    let threads = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let scene = match name.as_str() {
        "circle" => circle(count),
        "disk" => disk(7, count),
        "jam" => jam(7, count),
        _ => jam_with_walls(7, count),
    };
    let map = scene.map().expect("the scene is well made");
    let mut crowd = Crowd::new(&map);
    for &[from, to] in &scene.ways {
        let (aim, avoidance) = (Aim::Straight(to), Avoidance::Orca(Orca::CIRCLE));
        let agent =
            Agent { radius: CrowdScene::RADIUS, speed: 1.0, max_speed: 2.0, aim, avoidance, ..Agent::new(from) };
        crowd.add(&map, &agent).expect("the scene has room for it");
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
    let (mut first, mut best) = (0.0, f64::INFINITY);
    for step in 0..steps {
        let start = Instant::now();
        pool.install(|| crowd.step(&map, 0.25)).expect("a quarter of a second is a good step");
        let taken = start.elapsed().as_secs_f64() * 1e6 / count as f64;
        first = if step == 0 { taken } else { first };
        best = best.min(taken);
    }
    println!("{name} {count}: {best:.3} µs an agent, the first step {first:.3}; {:016x}", crowd.hash());
}
