//! A map that changes: insert, move and remove obstacles, and see how little each edit touches. `dynamic_map [FOLDER]`

use navigant::files::svg::{Style, draw_paths};
use navigant::prelude::*;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    // ANCHOR: build
    // A hall of 60 × 40 m with six pillars. Everything is in metres.
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0]))?;
    for (x, y) in [(15.0, 12.0), (30.0, 12.0), (45.0, 12.0), (15.0, 28.0), (30.0, 28.0), (45.0, 28.0)] {
        map.insert(&Outline::rectangle([x - 1.0, y - 1.0], [x + 1.0, y + 1.0]))?;
    }
    // ANCHOR_END: build
    println!("{} faces; {:.0} m² are free", map.faces().count(), map.free_area());

    // ANCHOR: path
    // The shortest path for a point, exactly.
    let query = Query::new([2.0, 20.0], [58.0, 20.0]);
    println!("the way is straight: {:.2} m", map.find_path(query)?.length);
    // ANCHOR_END: path

    // ANCHOR: edit
    // A fence with a kink, across the hall. Polylines are walls without thickness.
    let fence = map.insert(&Outline::polyline([[25.0, 0.0], [28.0, 20.0], [25.0, 35.0]]))?;
    println!("a fence came: {} faces touched; now {:.2} m", map.change().added.len(), map.find_path(query)?.length);

    // Outlines may overlap, cross themselves and each other: this bow-tie lies on a pillar and over the fence.
    let bow_tie = map.insert(&Outline::polygon([[14.0, 26.0], [30.0, 36.0], [30.0, 26.0], [14.0, 36.0]]))?;
    println!("a bow-tie came: {} faces touched", map.change().added.len());
    // ANCHOR_END: edit

    let path = map.find_path(query)?;
    println!("now {:.2} m, around {} corners", path.length, path.bends.len());
    let file = folder.join("dynamic_map.svg");
    std::fs::write(&file, draw_paths(&map, &Style::default(), &[&path.points]))?;
    println!("drawn: {}", file.display());

    // ANCHOR: undo
    // One edit moves an obstacle, and it keeps its id.
    map.move_to(bow_tie, &Outline::rectangle([50.0, 30.0], [52.0, 38.0]))?;
    map.remove(fence)?;
    map.remove(bow_tie)?;
    println!("all gone: {:.2} m, {} faces, as before", map.find_path(query)?.length, map.faces().count());
    match map.remove(fence) {
        Err(unknown) => println!("and ids are not reused: {unknown}"),
        Ok(()) => return Err("an obstacle was removed twice".into()),
    }
    // ANCHOR_END: undo
    Ok(())
}
