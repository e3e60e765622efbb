//! Writes the city of 1 km² that `navigant run city-100k` has embedded: `cargo run --example write_city > city.geojson`.

use navigant_files::{Format, Scene, SceneObstacle};
use navigant_mesh::{Outline, Point};
use navigant_testing::generate::city;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (floor, buildings) = city(7, 1000.0, 1000.0, 8_000);
    let obstacles = buildings.iter().map(|outline| SceneObstacle { id: None, outline: to_centimetres(outline) });
    let scene = Scene { floors: vec![floor], obstacles: obstacles.collect(), regions: vec![] };
    print!("{}", scene.to_text(Format::GeoJson)?);
    Ok(())
}

/// Nobody builds more exactly, and the file is half as long.
fn to_centimetres(outline: &Outline) -> Outline {
    let round = |p: &Point| Point::new((p.x * 100.0).round() / 100.0, (p.y * 100.0).round() / 100.0);
    let mut rings = outline.rings().map(|ring| ring.iter().map(round).collect::<Vec<_>>());
    let exterior = Outline::polygon(rings.next().unwrap_or_default());
    rings.fold(exterior, Outline::with_hole)
}
