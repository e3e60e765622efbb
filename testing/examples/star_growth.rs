//! How clearance profiles and the medial axis of a star grow with its spikes:
//! `cargo run --release -p navigant-testing --example star_growth [SPIKES...]`.

use navigant_mesh::internals::{AxisInternals as _, MapInternals as _};
use navigant_mesh::{Axis, Map};
use navigant_testing::generate::star;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut spikes: Vec<u32> = std::env::args().skip(1).map_while(|a| a.parse().ok()).collect();
    if spikes.is_empty() {
        spikes = vec![1000, 2000, 4000];
    }
    for spikes in spikes {
        let (floor, star) = star(spikes);
        let (map, _) = Map::build(&[floor], &[star])?;
        let start = Instant::now();
        let listed = map.profiles().listed();
        let profiled = Instant::now();
        let nodes = Axis::of(&map).node_count();
        let done = Instant::now();
        println!(
            "{spikes} spikes: profiles {:.3} s, {listed} features listed; axis {:.3} s, {nodes} nodes",
            (profiled - start).as_secs_f64(),
            (done - profiled).as_secs_f64()
        );
    }
    Ok(())
}
