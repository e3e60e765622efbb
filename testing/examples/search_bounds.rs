//! What the searches of a crowd cost in the city, in expansions: by how far the goal is, with and without landmarks.
//!
//! ```text
//! cargo run --release -p navigant-testing --example search_bounds -- [QUERIES] [BOXES] [SCENE]
//! ```

use navigant_files::{Format, Scene};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Outline, Point};
use navigant_search::plane::{Landmarks, PathFinder, Query};
use navigant_testing::rng::Rng;
use std::path::Path;

const DISTANCES: [f64; 5] = [25.0, 50.0, 100.0, 200.0, 400.0];
const RADIUS: f64 = 0.25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let queries = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    let boxes = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let city = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/simulation/assets/city.geojson");
    let scene = arguments.next().map_or(city, Into::into);
    let mut map = Scene::parse(&std::fs::read(scene)?, Format::GeoJson)?.build()?.map;
    let mut rng = Rng::new(7);
    let landmarks = Landmarks::place(&map);
    for edited in [false, true] {
        if edited {
            for _ in 0..boxes {
                let (p, half) = (anywhere(&map, &mut rng), [rng.range(0.5..2.0), rng.range(0.5..2.0)]);
                map.insert(&Outline::rectangle([p.x - half[0], p.y - half[1]], [p.x + half[0], p.y + half[1]]))?;
            }
        }
        println!("{} vertices; expansions on average", map.vertices().count());
        println!(
            "{:>8} {:>8} {:>8} {:>10} {:>8} {:>10}",
            "metres", "detour", "point", "landmarks", "disc", "landmarks"
        );
        for distance in DISTANCES {
            row(&map, &landmarks, &mut rng, (distance, queries));
        }
    }
    Ok(())
}

fn row(map: &Map, landmarks: &Landmarks, rng: &mut Rng, (distance, queries): (f64, u32)) {
    let mut finder = PathFinder::new();
    let (mut sums, mut detour, mut count) = ([0u64; 4], 0.0, 0);
    while count < queries {
        let from = anywhere(map, rng);
        let angle = rng.range(0.0..std::f64::consts::TAU);
        let to = Point::new(from.x + distance * angle.cos(), from.y + distance * angle.sin());
        let has_room = |p: Point| map.clearance_at(p).is_some_and(|clearance| clearance > RADIUS);
        if !has_room(from) || !has_room(to) {
            continue;
        }
        let point = Query::new(from, to);
        let disc = point.with_radius(RADIUS);
        let all = [point, point.with_landmarks(landmarks), disc, disc.with_landmarks(landmarks)];
        let Ok(length) = finder.find(map, &disc).map(|path| path.length) else { continue };
        for (sum, query) in sums.iter_mut().zip(all) {
            // There is a way for the disc, so for the point.
            let _ = finder.find(map, &query);
            *sum += finder.expansions();
        }
        detour += length / distance;
        count += 1;
    }
    let [point, point_led, disc, disc_led] = sums.map(|sum| sum / u64::from(count.max(1)));
    let detour = detour / f64::from(count);
    println!("{distance:>8} {detour:>8.3} {point:>8} {point_led:>10} {disc:>8} {disc_led:>10}");
}

fn anywhere(map: &Map, rng: &mut Rng) -> Point {
    let bounds = map.floor_bounds().expect("the scene has a floor");
    loop {
        let p = Point::new(rng.range(bounds.min.x..bounds.max.x), rng.range(bounds.min.y..bounds.max.y));
        if map.is_walkable(p) {
            return p;
        }
    }
}
