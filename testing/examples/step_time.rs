//! What a step costs, by scene and size: `cargo run --release -p navigant-testing --example step_time -- [SCENE] [AGENTS] [STEPS]`.

use navigant_crowd::internals::AgentInternals as _;
use navigant_crowd::{Agent, Aim, Avoidance, Crowd, Orca};
use navigant_testing::generate::crowd::{CrowdScene, circle, disk, jam, jam_with_walls};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let counts: Vec<usize> = match args.get(1) {
        Some(count) => vec![count.parse()?],
        None => vec![10_000, 50_000, 500_000],
    };
    let steps = args.get(2).map_or(Ok(24), |steps| steps.parse())?;
    for count in counts {
        for scene in [circle(count), disk(7, count), jam(7, count), jam_with_walls(7, count)] {
            if args.first().is_none_or(|name| name == "all" || name == scene.name) {
                measure(&scene, steps)?;
            }
        }
    }
    Ok(())
}

fn measure(scene: &CrowdScene, steps: usize) -> Result<(), Box<dyn std::error::Error>> {
    let map = scene.map()?;
    let mut crowd = Crowd::new(&map);
    for &[from, to] in &scene.ways {
        let agent = Agent::new(from).with_radius(CrowdScene::RADIUS).with_speed(2.0 / 1.4);
        let agent = Agent { speed: 1.0, max_speed: 2.0, ..agent };
        let agent = agent.with_aim(Aim::Straight(to)).with_avoidance(Avoidance::Orca(Orca::CIRCLE));
        crowd.add(&map, &agent)?;
    }
    let mut times = Vec::new();
    for _ in 0..steps.max(9) {
        let start = Instant::now();
        crowd.step(&map, 0.25)?;
        times.push(start.elapsed().as_secs_f64());
    }
    let steady = &mut times[8..];
    steady.sort_by(f64::total_cmp);
    let (least, median) = (steady[0] * 1e3, steady[steady.len() / 2] * 1e3);
    let (agents, per_agent) = (crowd.len(), least * 1e3 / crowd.len() as f64);
    println!(
        "{:16} {agents:>7} agents: median {median:8.2} ms, best {least:8.2} ms, {per_agent:.3} µs an agent",
        scene.name
    );
    Ok(())
}
