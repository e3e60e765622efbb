//! Draws the shortest path map of a point in a small town, and what can be reached from there within 30 m. `path_map [FOLDER]`

use navigant::files::svg::Style;
use navigant::files::svg_planar::{draw_isochrone, draw_path_map};
use navigant::prelude::*;
use navigant::search::plane::{ManyFinder, ShortestPathMap};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [80.0, 60.0]))?;
    for (x, y, w, h) in
        [(10, 8, 12, 20), (30, 4, 8, 30), (46, 20, 20, 8), (24, 42, 30, 6), (64, 36, 6, 18), (8, 38, 8, 14)]
    {
        let [x, y, w, h] = [x, y, w, h].map(f64::from);
        map.insert(&Outline::polygon([[x, y], [x + w, y + 1.0], [x + w - 2.0, y + h], [x + 1.0, y + h]]))?;
    }
    let source = [27.0, 25.0];
    let spm = ShortestPathMap::of(&map, source)?;
    let region = spm.isochrone(&map, 30.0)?;
    println!("{:.0} m² of {:.0} can be reached within 30 m", region.area, map.free_area());
    let exits = [[1.0, 1.0], [79.0, 1.0], [79.0, 59.0]].map(Into::into);
    if let Some((exit, length)) = ManyFinder::new().nearest(&map, source, &exits)? {
        println!("the nearest exit is {}, {length:.2} m away", exits[exit]);
    }
    let style = Style { triangles: false, ..Style::default() };
    for (name, picture) in [
        ("path_map.svg", draw_path_map(&map, &spm, &style)),
        ("isochrone.svg", draw_isochrone(&map, source.into(), &region, &style)),
    ] {
        std::fs::write(folder.join(name), picture)?;
        println!("{}", folder.join(name).display());
    }
    Ok(())
}
