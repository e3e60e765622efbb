//! How long a step of a crowd takes, on the scenes of `rivals crowd`: for profiling.
//!
//! ```text
//! cargo run --release -p navigant-testing --example crowd_step -- [SCENE] [AGENTS] [STEPS]
//! ```

use navigant_crowd::{Agent, Aim, Avoidance, Crowd, Orca};
use navigant_testing::generate::crowd::{CrowdScene, circle, disk, jam, jam_with_walls};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "walls".to_owned());
    let count = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let steps = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(20);
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
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread can be had");
    let mut best = f64::INFINITY;
    for _ in 0..steps {
        let start = Instant::now();
        pool.install(|| crowd.step(&map, 0.25)).expect("a quarter of a second is a good step");
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{name} {count}: {:.3} µs an agent; {:016x}", best * 1e6 / count as f64, crowd.hash());
}
