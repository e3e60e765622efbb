//! Scenes from files: what is in them, or what is wrong with them, and from one format to another. `scenes [FILE…]`

use navigant::files::Format;
use navigant::prelude::*;
use std::error::Error;

const COURTYARD: &str = "GEOMETRYCOLLECTION (
    POLYGON ((0 0, 40 0, 40 24, 0 24, 0 0), (14 8, 26 8, 26 16, 14 16, 14 8)),
    LINESTRING (30 0, 30 18))";

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        match Scene::read(&path) {
            Ok(scene) => describe(&path, &scene)?,
            Err(error) => println!("{error}"),
        }
    }
    // ANCHOR: read
    let scene = Scene::parse(COURTYARD.as_bytes(), Format::Wkt)?;
    describe("a courtyard in WKT", &scene)?;
    let map = scene.build()?.map;
    println!("from west to east: {:.2} m", map.find_path(Query::new([2.0, 12.0], [38.0, 12.0]))?.length);
    // ANCHOR_END: read

    // ANCHOR: errors
    // Errors have a place and say what to do; no bytes make a reader panic.
    for text in ["POLYGON ((0 0, 9 NaN))", "POLYGON ((0 0, 9 0, 9 9)", "HEXAGON (1 2)"] {
        match Scene::parse(text.as_bytes(), Format::Wkt) {
            Err(error) => println!("{text}\n    {error}"),
            Ok(_) => return Err("that was no scene".into()),
        }
    }
    // ANCHOR_END: errors
    Ok(())
}

fn describe(name: &str, scene: &Scene) -> Result<(), Box<dyn Error>> {
    let outlines = scene.floors.iter().chain(scene.obstacles.iter().map(|obstacle| &obstacle.outline));
    let points: usize = outlines.flat_map(Outline::rings).map(<[_]>::len).sum();
    let built = scene.build()?;
    println!(
        "{name}: {} floors, {} obstacles, {points} points; {:.1} m² are free",
        scene.floors.len(),
        scene.obstacles.len(),
        built.map.free_area()
    );
    Ok(())
}
