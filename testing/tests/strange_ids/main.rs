//! Ids that are stale, of another map, or of a clone that has gone its own way: every public function that takes one gives a typed
//! answer, and none panics. Those that take cells, states and waypoints are asked in `crates/search/tests/strange_ids.rs`.

mod of_followers;
mod of_layers;
mod of_maps;

use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::Map;
use navigant_testing::generate::soup;

fn world() -> Bounds {
    Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) }
}

/// A map with a number of hostile obstacles.
fn map_of(seed: u64, obstacles: usize) -> Map {
    let floor = Outline::rectangle(world().min, world().max);
    let outlines: Vec<Outline> = soup(seed, world()).take(obstacles).collect();
    Map::build(&[floor], &outlines).unwrap().0
}
