//! A path that survives edits: kept where they do not matter, searched again where they do. `replanning [FOLDER]`

use navigant::files::svg::{Style, draw_paths};
use navigant::prelude::*;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
    let wall = map.insert(&Outline::rectangle([48.0, 0.0], [52.0, 40.0]))?;

    // ANCHOR: replan
    let query = Query::new([5.0, 20.0], [95.0, 20.0]).with_radius(0.5).with_comfort(0.5, 1.1);
    let mut path = map.find_path(query)?;
    let mut replanner = PathReplanner::new();
    // ANCHOR_END: replan
    let mut drawn = vec![path.polyline(0.01)];
    println!("{:32} {:.2} m", "at first", path.length);

    let boxes = [[20.0, 45.0], [80.0, 5.0], [60.0, 28.0], [30.0, 22.0]];
    let mut ids = Vec::new();
    for [x, y] in boxes {
        ids.push(map.insert(&Outline::rectangle([x, y], [x + 8.0, y + 8.0]))?);
        // ANCHOR: catch_up
        // What has happened since is read from the map's journal; the path is replaced only if it must be. It begins
        // where the agent is by now, 4 m farther on.
        let here = path.at(4.0).unwrap_or(query.from);
        let rung = replanner.replan(&map, &Query { from: here, ..query }, &mut path)?;
        // ANCHOR_END: catch_up
        let what = format!("a box came at ({x}, {y}): {rung:?}");
        println!("{what:32} {:.2} m, {} expansions", path.length, replanner.expansions());
    }
    drawn.push(path.polyline(0.01));

    // A shorter way opens.
    map.remove(wall)?;
    let rung = replanner.replan(&map, &Query { from: path.points[0], ..query }, &mut path)?;
    println!("{:32} {:.2} m, {} expansions", format!("the wall went: {rung:?}"), path.length, replanner.expansions());
    drawn.push(path.polyline(0.01));

    let file = folder.join("replanning.svg");
    std::fs::write(&file, draw_paths(&map, &Style { triangles: false, ..Style::default() }, &drawn))?;
    println!("drawn, first red, then blue, then brown: {}", file.display());
    Ok(())
}
