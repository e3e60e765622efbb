//! The shortest path map: what building it costs beside the flood without a goal, and what a lookup costs on ever larger maps.
//! Ours only.

use crate::arguments::Arguments;
use crate::city::City;
use crate::progress;
use crate::statistics::{Samples, milliseconds, rounded, timed};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Point};
use navigant_search::internals::ShortestPathMapInternals as _;
use navigant_search::plane::{Landmarks, ShortestPathMap};
use navigant_testing::rng::Rng;
use serde_json::{Value, json};

/// What placing landmarks amounts to, in floods: eight, and three searches along edges to choose the places, which make about one.
const FLOODS: f64 = 9.0;
/// Targets that are looked up.
const LOOKUPS: usize = 10_000;
/// Those that are timed together: fewer than a busy machine takes away from one who works.
const TOGETHER: usize = 200;

/// Measures cities of each wanted size, and reports.
pub(crate) fn run(arguments: &Arguments) -> Result<Value, String> {
    println!("Shortest path maps: build beside a flood without a goal, and lookups of {LOOKUPS} random targets");
    println!(
        "{:>9} {:>11} {:>11} {:>7} {:>12} {:>12} {:>12}",
        "vertices", "flood ms", "build ms", "ratio", "lookup ns", "batch ns", "windows"
    );
    let mut reports = Vec::new();
    for &corners in &arguments.vertices {
        progress::show(&format!("{corners} vertices"));
        reports.push(measure(arguments, corners));
    }
    Ok(json!({"maps": reports}))
}

fn measure(arguments: &Arguments, corners: usize) -> Value {
    let city = City::of_corners(arguments.seed, corners);
    let (map, _) = Map::build(std::slice::from_ref(&city.floor), &city.buildings).expect("a good map");
    let mut rng = Rng::new(arguments.seed + 1);
    let mut somewhere = || loop {
        let p = Point::new(rng.range(0.0..city.side), rng.range(0.0..city.side));
        if map.is_walkable(p) {
            return p;
        }
    };
    // Floods are made by one thread, as the shortest path map is.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread");
    // What every search needs and is kept with the map.
    let _ = (map.components().count(), map.dead_ends(), map.pinches());
    let [mut flood, mut build] = [Samples::default(), Samples::default()];
    let mut spm = ShortestPathMap::of(&map, somewhere()).expect("a walkable source");
    for _ in 0..arguments.rounds.clamp(1, 5) {
        let (time, _) = timed(|| alone.install(|| Landmarks::place(&map)));
        flood.push(milliseconds(time) / FLOODS);
        let source = somewhere();
        let (time, new) = timed(|| ShortestPathMap::of(&map, source).expect("a walkable source"));
        build.push(milliseconds(time));
        spm = new;
    }
    let targets: Vec<Point> = (0..LOOKUPS).map(|_| somewhere()).collect();
    let [mut lookup, mut batch] = [Samples::default(), Samples::default()];
    for _ in 0..arguments.rounds.max(1) {
        for targets in targets.chunks(TOGETHER) {
            let (time, sum) = timed(|| targets.iter().filter_map(|&p| spm.distance_to(&map, p).ok()).sum::<f64>());
            assert!(sum >= 0.0, "lengths are not negative");
            lookup.push(time.as_nanos() as f64 / targets.len() as f64);
            let (time, again) = timed(|| spm.distances_to(&map, targets).into_iter().flatten().sum::<f64>());
            assert!(again == sum, "a batch finds what single lookups do");
            batch.push(time.as_nanos() as f64 / targets.len() as f64);
        }
    }
    let ratio = build.median() / flood.median();
    progress::done();
    println!(
        "{:>9} {:>11.3} {:>11.3} {:>7.2} {:>12.1} {:>12.1} {:>12}",
        map.vertex_count(),
        flood.median(),
        build.median(),
        ratio,
        lookup.median(),
        batch.median(),
        spm.window_count()
    );
    json!({
        "vertices": map.vertex_count(),
        "flood_ms": rounded(flood.median()),
        "build_ms": rounded(build.median()),
        "build_per_flood": rounded(ratio),
        "lookup_ns": rounded(lookup.median()),
        "batch_ns": rounded(batch.median()),
        "windows": spm.window_count(),
        "bytes": spm.memory_bytes(),
    })
}
