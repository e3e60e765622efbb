//! How long maps of many floors take to build, beside those of as many obstacles.
//!
//! `cargo run --release -p navigant-testing --example floor_build [N]`

use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Outline};
use navigant_testing::rng::Rng;
use std::time::Instant;

fn main() {
    let count: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let side = f64::from(count).sqrt().ceil() as u32;
    let squares = |size: f64| -> Vec<Outline> {
        let corner = |i: u32| [f64::from(i % side), f64::from(i / side)];
        (0..count).map(corner).map(|[x, y]| Outline::rectangle([x, y], [x + size, y + size])).collect()
    };
    let mut rng = Rng::new(7);
    let mut scattered = || {
        let [x, y] = [(); 2].map(|()| rng.range(0.0..f64::from(side)));
        Outline::rectangle([x, y], [x + rng.range(0.2..1.5), y + rng.range(0.2..1.5)])
    };
    let scattered: Vec<Outline> = (0..count).map(|_| scattered()).collect();
    let hall = [Outline::rectangle([-1.0, -1.0], [f64::from(side) + 2.0; 2])];
    println!("{:<28} {:>12} {:>12}", format!("{count} squares"), "as floors", "as obstacles");
    for (name, outlines) in [("apart", squares(0.8)), ("side by side", squares(1.0)), ("scattered", scattered)] {
        let time = |floors: &[Outline], obstacles: &[Outline]| {
            let start = Instant::now();
            let built = Map::build(floors, obstacles);
            (start.elapsed().as_secs_f64(), built.map_or(0, |(map, _)| map.components().count()))
        };
        let (floors, parts) = time(&outlines, &[]);
        let (obstacles, _) = time(&hall, &outlines);
        println!("{name:<28} {floors:>10.2} s {obstacles:>10.2} s   ({parts} parts to walk in)");
    }
}
