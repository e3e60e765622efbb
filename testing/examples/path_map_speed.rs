//! Shortest path maps of cities: what building one costs beside a flood without a goal, what a lookup costs, and how much of it is
//! point location. `path_map_speed [CORNERS]…`

use navigant_geometry::Point;
use navigant_mesh::Map;
use navigant_mesh::internals::MapInternals as _;
use navigant_search::internals::ShortestPathMapInternals as _;
use navigant_search::plane::{Landmarks, ShortestPathMap};
use navigant_testing::generate;
use navigant_testing::rng::Rng;
use std::time::Instant;

/// Targets that are looked up.
const LOOKUPS: usize = 10_000;
/// Those that are timed together: fewer than a busy machine takes away from one process.
const TOGETHER: usize = 200;
/// Passes over all targets; the fastest of each chunk counts.
const PASSES: usize = 25;
/// What placing landmarks amounts to, in floods: eight, and three searches along edges, which make about one.
const FLOODS: f64 = 9.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sizes = std::env::args().skip(1).map(|n| n.parse()).collect::<Result<Vec<usize>, _>>()?;
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    println!(
        "{:>9} {:>9} {:>9} {:>9} {:>11} {:>11} {:>11} {:>9}",
        "vertices", "flood ms", "build ms", "windows", "lookup ns", "batch ns", "locate ns", "kB"
    );
    for corners in sizes {
        measure(corners)?;
    }
    Ok(())
}

fn measure(corners: usize) -> Result<(), Box<dyn std::error::Error>> {
    let side = 500.0 * (corners as f64 / 21_000.0).sqrt();
    let (floor, buildings) = generate::city(7, side, side, corners);
    let (map, _) = Map::build(&[floor], &buildings)?;
    let mut rng = Rng::new(8);
    let mut somewhere = || loop {
        let p = Point::new(rng.range(0.0..side), rng.range(0.0..side));
        if map.is_walkable(p) {
            return p;
        }
    };
    // What every search needs and is kept with the map.
    let _ = (map.components().count(), map.dead_ends(), map.pinches());
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let (mut flood, mut build) = (Vec::new(), Vec::new());
    let mut spm = ShortestPathMap::of(&map, somewhere())?;
    for _ in 0..5 {
        let begin = Instant::now();
        alone.install(|| std::hint::black_box(Landmarks::place(&map)));
        flood.push(begin.elapsed().as_secs_f64() * 1e3 / FLOODS);
        let source = somewhere();
        let begin = Instant::now();
        spm = ShortestPathMap::of(&map, source)?;
        build.push(begin.elapsed().as_secs_f64() * 1e3);
    }
    let targets: Vec<Point> = (0..LOOKUPS).map(|_| somewhere()).collect();
    let one = |p: &Point| spm.distance_to(&map, *p).unwrap_or(0.0);
    let lookup = fastest(&targets, |targets| targets.iter().map(one).sum());
    let batch = fastest(&targets, |targets| spm.distances_to(&map, targets).into_iter().flatten().sum());
    let locate = fastest(&targets, |targets| targets.iter().filter(|&&p| map.locate(p).is_some()).count() as f64);
    println!(
        "{:>9} {:>9.2} {:>9.2} {:>9} {:>11.0} {:>11.0} {:>11.0} {:>9}",
        map.vertex_count(),
        median(&mut flood),
        median(&mut build),
        spm.window_count(),
        lookup,
        batch,
        locate,
        spm.memory_bytes() / 1000
    );
    Ok(())
}

/// Nanoseconds a target: the mean of all chunks, each in its fastest pass.
fn fastest(targets: &[Point], look_up: impl Fn(&[Point]) -> f64) -> f64 {
    let mut least = vec![f64::INFINITY; targets.len().div_ceil(TOGETHER)];
    for _ in 0..PASSES {
        for (targets, least) in targets.chunks(TOGETHER).zip(&mut least) {
            let begin = Instant::now();
            std::hint::black_box(look_up(targets));
            *least = least.min(begin.elapsed().as_nanos() as f64);
        }
    }
    least.iter().sum::<f64>() / targets.len() as f64
}

fn median(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}
