//! A hundred steps of a crowd with everyone's position after each, on one thread: what `bindings/python/compare.py` does from Python.
//! `steps_with_positions FILE SIDE`: FILE holds the starts as doubles x, y, x, y, …; prints milliseconds that the processor worked.

use navigant_crowd::internals::AgentIdInternals as _;
use navigant_crowd::{Agent, Crowd};
use navigant_mesh::{Map, Outline};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (file, side) = (args.next().ok_or("FILE SIDE")?, args.next().ok_or("FILE SIDE")?.parse::<f64>()?);
    let bytes = std::fs::read(file)?;
    let numbers: Vec<f64> = bytes.chunks_exact(8).flat_map(|b| b.try_into().map(f64::from_le_bytes)).collect();
    let starts: Vec<[f64; 2]> = numbers.chunks_exact(2).map(|p| [p[0], p[1]]).collect();
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [side, side]))?;
    let mut crowd = Crowd::new(&map);
    for (start, goal) in starts.iter().zip(starts.iter().rev()) {
        crowd.add(&map, &Agent::new(*start).with_goal(*goal))?;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let spent = pool.install(|| -> Result<_, navigant_crowd::BadStep> {
        while crowd.plan_ahead(&map, 100_000) > 0 {}
        let (begin, worked) = (Instant::now(), worked());
        let mut all = 0.0;
        for _ in 0..100 {
            crowd.step(&map, Crowd::DT)?;
            // In the order of ids, which are consecutive here.
            let mut positions = vec![[0.0; 2]; crowd.len()];
            for agent in crowd.agents() {
                positions[agent.id.index()] = agent.position.into();
            }
            all += positions[0][0];
        }
        assert!(all.is_finite());
        Ok(self::worked().zip(worked).map_or(begin.elapsed(), |(end, begin)| end.saturating_sub(begin)))
    })?;
    println!("{}", spent.as_secs_f64() * 1e3);
    Ok(())
}

/// What this thread has worked so far, where the system tells.
fn worked() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(told.split_whitespace().next()?.parse().ok()?))
}
