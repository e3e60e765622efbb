//! Reads the scenes named on the command line and says what is in them, or what is wrong with them.
//!
//! `cargo run --release -p navigant-files --example read_scene -- room.wkt city.geojson`

use std::time::Instant;

use navigant::files::Scene;
use navigant::geometry::Outline;

fn main() {
    for path in std::env::args().skip(1) {
        let start = Instant::now();
        match Scene::read(&path) {
            Err(error) => println!("{error}"),
            Ok(scene) => {
                let took = start.elapsed();
                let points: usize = scene.outlines().flat_map(Outline::rings).map(<[_]>::len).sum();
                let (floors, obstacles) = (scene.floors.len(), scene.obstacles.len());
                println!("{path}: {floors} floors, {obstacles} obstacles, {points} points, read in {took:.1?}");
            }
        }
    }
}
