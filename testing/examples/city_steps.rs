//! Steps of a crowd in a city of 1 km² in which obstacles come and go: where the time of `navigant run city-100k` goes, without
//! its first routes, which are kept in a file from run to run.
//!
//! ```sh
//! cargo run --release -p navigant-testing --example city_steps -- 100000 200 /tmp/city.crowd
//! ```

use navigant_crowd::{Agent, Crowd, Notice, Planning};
use navigant_mesh::{Map, ObstacleId, Outline, Point};
use navigant_testing::generate::city;
use navigant_testing::rng::Rng;
use std::collections::VecDeque;
use std::error::Error;
use std::time::{Duration, Instant};

const SIZE: f64 = 1000.0;
const EDITS_A_STEP: usize = 5;
const MOST_CRATES: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise: usize| arguments.next().map_or(Ok(otherwise), |text| text.parse());
    let (agents, steps) = (number(10_000)?, number(100)?);
    let (floor, buildings) = city(7, SIZE, SIZE, 8_000);
    let (mut map, _) = Map::build(&[floor], &buildings)?;
    let mut rng = Rng::new(7);
    let mut crates = VecDeque::new();
    // As it is after a while: as many go as come.
    while crates.len() < MOST_CRATES {
        edit(&mut map, &mut rng, &mut crates);
    }
    let file = arguments.next();
    let kept = file.as_ref().and_then(|file| std::fs::read(file).ok());
    let mut crowd = match kept.and_then(|bytes| Crowd::load(&map, &bytes).ok()).filter(|crowd| crowd.len() == agents) {
        Some(crowd) => crowd,
        None => spawned(&map, &mut rng, agents)?,
    };
    if let Some(file) = file {
        std::fs::write(file, crowd.save(&map))?;
    }
    let mut rng = Rng::new(8);
    let mut times = Vec::new();
    let (mut edits, mut searches, mut expansions, mut kept, mut repaired) = (Duration::ZERO, 0, 0, 0, 0);
    let before = processor_time();
    let mut since = before;
    for step in 1..=steps {
        let start = Instant::now();
        for _ in 0..EDITS_A_STEP {
            edit(&mut map, &mut rng, &mut crates);
        }
        edits += start.elapsed();
        let report = crowd.step(&map, Crowd::DT)?;
        times.push(start.elapsed());
        searches += report.searches;
        expansions += report.expansions;
        kept += report.kept;
        repaired += report.repaired;
        if step.is_multiple_of(100) {
            let now = processor_time();
            println!("{step:>6} {:.1} ms of all processors a step", 10.0 * (now - since));
            since = now;
        }
    }
    let processor = processor_time() - before;
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let mean = ms(times.iter().sum()) / steps as f64;
    let at = |share: f64| ms(times[((times.len() - 1) as f64 * share) as usize]);
    println!("{agents} agents, {steps} steps: {mean:.1} ms on average, median {:.1}, p99 {:.1}", at(0.5), at(0.99));
    let a_step = |count: u64| count as f64 / steps as f64;
    println!(
        "a step: {:.1} ms of all processors, {:.1} ms of edits, {:.1} searches, {:.0} expansions, {:.1} routes kept, {:.1} repaired; hash {:016x}",
        1e3 * processor / steps as f64,
        ms(edits) / steps as f64,
        a_step(searches),
        a_step(expansions),
        a_step(kept),
        a_step(repaired),
        crowd.hash()
    );
    Ok(())
}

/// Seconds that all threads have worked: what other programs do on the machine does not count. 0 where there is no `/proc`.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: f64 = after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// A crowd in which everyone has a route.
fn spawned(map: &Map, rng: &mut Rng, agents: usize) -> Result<Crowd, Box<dyn Error>> {
    let planning = Planning { expansions_per_step: 40_000, notice: Notice::WhenSeen(50.0), ..Planning::default() };
    let mut crowd = Crowd::new(map).with_planning(planning);
    while crowd.len() < agents {
        let (from, goal) = (place(rng), place(rng));
        let is_far = (200.0..400.0).contains(&from.distance(goal));
        if is_far && map.clearance_at(goal).is_some_and(|clearance| clearance > 0.25) {
            // Who has no room there is refused.
            let _ = crowd.add(map, &Agent::new(from).with_goal(goal));
        }
    }
    while crowd.plan_ahead(map, 1_000_000) > 0 {}
    Ok(crowd)
}

/// A crate comes, or the oldest one goes.
fn edit(map: &mut Map, rng: &mut Rng, crates: &mut VecDeque<ObstacleId>) {
    if crates.len() >= MOST_CRATES
        && let Some(oldest) = crates.pop_front()
    {
        let _ = map.remove(oldest);
        return;
    }
    let (p, width, height) = (place(rng), rng.range(1.0..4.0), rng.range(1.0..4.0));
    crates.extend(map.insert(&Outline::rectangle(p, [p.x + width, p.y + height])).ok());
}

fn place(rng: &mut Rng) -> Point {
    Point::new(rng.range(1.0..SIZE - 5.0), rng.range(1.0..SIZE - 5.0))
}
