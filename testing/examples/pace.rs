//! How the time of a step develops during a scenario: for profiling.
//!
//! ```text
//! cargo run --release -p navigant-testing --example pace -- [SCENARIO] [STEPS] [THREADS] [FILE]
//! ```
//!
//! A run goes on from FILE if there is one; if not, it is saved there at its end. So the steps after the first minutes can be
//! measured again and again without those before.

use navigant_simulation::internals::{FiguresInternals as _, SimulationInternals as _};
use navigant_simulation::{Simulation, embedded};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "city-100k".to_owned());
    let steps: u32 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(600);
    let threads = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(2);
    let file = arguments.next();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
    pool.install(|| {
        let (scenario, scene) = embedded::open(&name).expect("a scenario of that name");
        let saved = file.as_ref().and_then(|file| std::fs::read(file).ok());
        let is_new = saved.is_none();
        let mut simulation = match saved {
            Some(bytes) => Simulation::resume(&scenario, &bytes).expect("a run of this scenario"),
            None => {
                let map = scene.build().expect("the scene is well made").map;
                Simulation::spawn(map, &scenario, |_| ()).expect("everyone has room")
            }
        }
        .without_copy();
        simulation.plan_ahead(|_| ());
        let (start, mut since, mut searches) = (processor_time(), (Instant::now(), processor_time()), 0);
        for step in 1..=steps {
            simulation.step().expect("the scenario is well made");
            if step % 20 == 0 {
                let figures = simulation.figures();
                println!(
                    "{step:>6} {:7.2} ms a step with all checks, {:7.2} ms of all processors; {:.1} searches",
                    since.0.elapsed().as_secs_f64() * 1e3 / 20.0,
                    (processor_time() - since.1) * 1e3 / 20.0,
                    (figures.searches - searches) as f64 / 20.0
                );
                (since, searches) = ((Instant::now(), processor_time()), figures.searches);
            }
        }
        println!("{:.2} ms of all processors a step", (processor_time() - start) * 1e3 / f64::from(steps));
        let figures = simulation.figures();
        figures.rows().iter().for_each(|(name, value)| println!("  {name:<20} {value}"));
        println!("{:016x}", simulation.crowd().hash());
        if let Some(file) = file.filter(|_| is_new) {
            std::fs::write(file, simulation.save(&scenario)).expect("the file can be written");
        }
    });
}

/// Seconds that all threads have worked: what other programs do on the machine does not count. 0 where there is no `/proc`.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: f64 = after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
    ticks / 100.0
}
