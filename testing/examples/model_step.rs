//! How long a step takes with each avoidance model, in the hall that `bindings/python/compare.py` fills: for profiling.
//!
//! ```text
//! cargo run --release -p navigant-testing --example model_step -- [MODEL] [AGENTS] [STEPS] [DT]
//! ```

use navigant_crowd::internals::AgentInternals as _;
use navigant_crowd::{Agent, Avoidance, CollisionFreeSpeed, Crowd, SocialForce, Vision, Weidmann};
use navigant_mesh::{Map, Outline};
use navigant_testing::rng::Rng;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "collision-free-speed".to_owned());
    let mut number = |or: f64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(or);
    let (count, steps, dt) = (number(10_000.0), number(50.0) as usize, number(0.01));
    let avoidance = match name.as_str() {
        "vision" => Avoidance::Vision(Vision::DEFAULT),
        "social-force" => Avoidance::SocialForce(SocialForce::DEFAULT),
        "collision-free-speed" => Avoidance::CollisionFreeSpeed(CollisionFreeSpeed::DEFAULT),
        "weidmann" => Avoidance::Weidmann(Weidmann::DEFAULT),
        "nothing" => Avoidance::Nothing,
        _ => Avoidance::default(),
    };
    let side = (1.1 * count.sqrt()).max(10.0);
    let (middle, far) = (side / 2.0, side + 10.0);
    let hall = [[0.0, 0.0], [side, 0.0], [side, middle - 2.0], [far, middle - 2.0], [far, middle + 2.0]];
    let hall = hall.into_iter().chain([[side, middle + 2.0], [side, side], [0.0, side]]);
    let map = Map::new(&Outline::polygon(hall)).expect("a hall");
    let (mut crowd, mut rng) = (Crowd::new(&map), Rng::new(1));
    let rows = count.sqrt().ceil();
    for i in 0..count as usize {
        let at = |k: f64, rng: &mut Rng| 2.0 + (side - 4.0) * k / (rows - 1.0).max(1.0) + rng.range(-0.1..0.1);
        let place = [at(i as f64 % rows, &mut rng), at((i as f64 / rows).floor(), &mut rng)];
        let agent = Agent::new(place).with_goal([side + 9.0, middle]).with_radius(0.2).with_speed(1.3);
        crowd.add(&map, &agent.with_avoidance(avoidance)).expect("room for it");
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    while pool.install(|| crowd.plan_ahead(&map, 100_000)) > 0 {}
    let mut best = f64::INFINITY;
    for _ in 0..steps {
        let start = Instant::now();
        pool.install(|| crowd.step(&map, dt)).expect("a step");
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / count);
    }
    println!("{name} {count}: {best:.3} µs an agent; {:016x}", crowd.hash());
}
