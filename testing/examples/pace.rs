//! How the time of a step develops during a scenario: for profiling.
//!
//! ```text
//! cargo run --release -p navigant-testing --example pace -- [SCENARIO] [STEPS] [THREADS] [paths]
//! ```

use navigant_simulation::{Simulation, embedded};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "city-100k".to_owned());
    let steps = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(600);
    let threads = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(2);
    let by_paths = arguments.next().is_some_and(|word| word == "paths");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
    pool.install(|| {
        let (mut scenario, scene) = embedded::open(&name).expect("a scenario of that name");
        if by_paths {
            scenario.agents.iter_mut().for_each(|group| group.field = None);
        }
        let map = scene.build().expect("the scene is well made").map;
        let mut simulation = Simulation::spawn(map, &scenario, |_| ()).expect("everyone has room").without_copy();
        simulation.plan_ahead(|_| ());
        let (mut since, mut searches) = (Instant::now(), 0);
        for step in 1..=steps {
            simulation.step().expect("the scenario is well made");
            if step % 50 == 0 {
                let figures = simulation.figures();
                println!(
                    "{step:>6} {:7.2} ms a step with all checks; {:.1} searches",
                    since.elapsed().as_secs_f64() * 1e3 / 50.0,
                    (figures.searches - searches) as f64 / 50.0
                );
                (since, searches) = (Instant::now(), figures.searches);
            }
        }
        let figures = simulation.figures();
        figures.rows().iter().for_each(|(name, value)| println!("  {name:<20} {value}"));
        println!("{:016x}", simulation.crowd().hash());
    });
}
