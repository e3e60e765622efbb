//! Saves a city and loads it again: how long that takes beside building it. Both in turn, the fastest of each counts; beside that the
//! mean CPU time of all threads, which others on a busy machine do not lengthen.
//! `saved_map_speed [OBSTACLES [ROUNDS]]`

use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Outline};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: usize = std::env::args().nth(1).map_or(Ok(20_000), |n| n.parse())?;
    let side = (count as f64).sqrt().ceil();
    let mut state = 7u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 24) as f64
    };
    let blocks: Vec<Outline> = (0..count)
        .map(|i| {
            let (x, y) = ((i as f64 % side) * 10.0 + 3.0 * random(), (i as f64 / side).floor() * 10.0 + 3.0 * random());
            let (w, h, slant) = (2.0 + 3.0 * random(), 2.0 + 3.0 * random(), random());
            Outline::polygon([[x, y], [x + w, y + slant], [x + w - slant, y + h], [x + slant, y + h]])
        })
        .collect();
    let floor = Outline::rectangle([-5.0, -5.0], [side * 10.0 + 5.0, side * 10.0 + 5.0]);
    let rounds: usize = std::env::args().nth(2).map_or(Ok(3), |n| n.parse())?;
    let (map, _) = Map::build(std::slice::from_ref(&floor), &blocks)?;
    let start = Instant::now();
    let bytes = map.save();
    let save = start.elapsed().as_secs_f64();
    let (mut build, mut load) = (f64::INFINITY, f64::INFINITY);
    let mut cpu = [0.0; 2];
    let rounds = rounds.max(1);
    for _ in 0..rounds {
        let (start, before) = (Instant::now(), cpu_seconds());
        let built = Map::build(std::slice::from_ref(&floor), &blocks)?;
        build = build.min(start.elapsed().as_secs_f64());
        cpu[0] += cpu_seconds() - before;
        drop(built);
        let (start, before) = (Instant::now(), cpu_seconds());
        let again = Map::load(&bytes)?;
        load = load.min(start.elapsed().as_secs_f64());
        cpu[1] += cpu_seconds() - before;
        assert_eq!(again.revision(), map.revision());
    }
    println!("{} vertices, {:.1} MB", map.vertex_count(), bytes.len() as f64 / 1e6);
    println!("built in {build:.3} s, saved in {save:.3} s, loaded in {load:.3} s: {:.1} times as fast", build / load);
    let [built, loaded] = cpu.map(|seconds| seconds / rounds as f64);
    println!("CPU: built in {built:.3} s, loaded in {loaded:.3} s: {:.1} times as fast", built / loaded);
    Ok(())
}

/// CPU time of all threads of this process so far, in seconds; not a number where the system does not tell.
fn cpu_seconds() -> f64 {
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else { return f64::NAN };
    // Behind the name, which is in brackets: user and system time, in hundredths of a second.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
