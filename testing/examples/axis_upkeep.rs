//! How long the medial axis of a city takes to follow a box of 2 × 2 m that comes and goes, and how large it is beside the
//! triangulation: `cargo run --release -p navigant-testing --example axis_upkeep [CORNERS [PAIRS [SEED]]]`.

use navigant_geometry::Outline;
use navigant_mesh::internals::{AxisInternals as _, MapInternals as _};
use navigant_mesh::{Axis, Map};
use navigant_testing::generate::city;
use navigant_testing::rng::Rng;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).map_while(|a| a.parse::<u64>().ok());
    let (corners, pairs, seed) = (args.next().unwrap_or(700), args.next().unwrap_or(5000), args.next().unwrap_or(7));
    let (floor, buildings) = city(seed, 500.0, 500.0, corners as usize);
    let (mut map, _) = Map::build(&[floor], &buildings)?;
    map.profiles();
    let start = Instant::now();
    let axis = Axis::of(&map);
    let built = start.elapsed();
    let free = map.faces().filter(|&f| map.is_free(f)).count();
    let junctions = axis.nodes().filter(|&n| axis.arcs_from(n).count() > 2).count();
    let corners = axis.nodes().filter(|&n| axis.clearance(n) == 0.0).count();
    println!(
        "city 500 × 500 m, seed {seed}: {} vertices, {free} free triangles; axis: {} nodes ({junctions} junctions, {corners} corners), {} arcs, built in {:.2} ms",
        map.vertex_count(),
        axis.node_count(),
        axis.arcs().count(),
        built.as_secs_f64() * 1e3
    );
    println!(
        "memory: profiles {:.2} MB, axis {:.2} MB ({} bytes a node)",
        map.profiles().memory_bytes() as f64 / 1e6,
        axis.memory_bytes() as f64 / 1e6,
        axis.memory_bytes() / axis.node_count().max(1)
    );
    map.axis();
    let mut rng = Rng::new(seed);
    let mut times = [[Vec::new(), Vec::new(), Vec::new()], [Vec::new(), Vec::new(), Vec::new()]];
    let mut affected = [0, 0];
    for _ in 0..pairs {
        let (x, y) = (rng.range(2.0..496.0), rng.range(2.0..496.0));
        if !map.is_walkable([x + 1.0, y + 1.0]) {
            continue;
        }
        let mut id = None;
        for (kind, times) in times.iter_mut().enumerate() {
            let start = Instant::now();
            match id {
                None => id = Some(map.insert(&Outline::rectangle([x, y], [x + 2.0, y + 2.0]))?),
                Some(id) => map.remove(id)?,
            }
            let edited = Instant::now();
            map.profiles();
            let profiled = Instant::now();
            affected[kind] += map.axis().affected().len();
            let done = Instant::now();
            times[0].push(done - start);
            times[1].push(profiled - edited);
            times[2].push(done - profiled);
        }
    }
    for (kind, times) in ["insert", "remove"].into_iter().zip(&mut times) {
        for (part, times) in ["all", "of it profiles", "of it axis"].into_iter().zip(times) {
            times.sort_unstable();
            let mean = times.iter().sum::<std::time::Duration>().as_secs_f64() / times.len() as f64;
            let percentile = |part: usize| times[times.len() * part / 100].as_secs_f64() * 1e3;
            println!(
                "{kind:>7}, {part:<15} mean {:.4} ms, p50 {:.4} ms, p99 {:.4} ms ({} edits)",
                mean * 1e3,
                percentile(50),
                percentile(99),
                times.len()
            );
        }
    }
    let [inserting, removing] = affected;
    println!("faces recomputed: {inserting} inserting, {removing} removing");
    Ok(())
}
