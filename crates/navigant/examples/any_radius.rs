//! One map, discs of any radius: each finds its own shortest path, or hears where it is too narrow. `any_radius [FOLDER]`

use navigant::files::svg::{Style, draw_paths};
use navigant::prelude::*;
use navigant::simulation::embedded;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let map = embedded::scene("office")?.build()?.map;
    println!("an office of 40 × 20 m, {:.0} m² of them free", map.free_area());

    // ANCHOR: radii
    // A finder keeps its scratch memory: ask again and again with the same one.
    let mut finder = PathFinder::new();
    let [from, to] = [[2.0, 3.0], [37.0, 17.0]];
    for radius in [0.0, 0.3, 0.45, 0.8, 1.5] {
        match finder.find(&map, &Query::new(from, to).with_radius(radius)) {
            Ok(path) => {
                println!("radius {radius:.2} m: {:.2} m long, {} bends", path.length, path.bends.len());
                let style = Style { triangles: false, band: radius, ..Style::default() };
                let file = folder.join(format!("any_radius_{:.0}cm.svg", radius * 100.0));
                std::fs::write(&file, draw_paths(&map, &style, &[path.polyline(0.01)]))?;
                println!("    drawn: {}", file.display());
            }
            Err(NoPath::TooNarrow { widest, place, .. }) => {
                println!("radius {radius:.2} m: too wide at {place}; {widest:.3} m would get through");
            }
            Err(other) => println!("radius {radius:.2} m: {other}"),
        }
    }
    // ANCHOR_END: radii

    // Without a path: how wide may one be, and how far are the walls?
    if let Some(widest) = map.widest(from, to) {
        println!(
            "the widest disc that gets there has a radius of {:.3} m; its bottleneck is {}",
            widest.radius, widest.at
        );
    }
    println!("clearance at the start: {:.2} m", map.clearance_at(from).unwrap_or(0.0));
    Ok(())
}
