//! A field: one search for everyone with the same goals, which follows the map's edits. `fields [FOLDER]`

use navigant::field::MapField;
use navigant::files::svg::{Style, draw_paths};
use navigant::prelude::*;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [80.0, 50.0]))?;
    for (x, y) in [(15.0, 10.0), (35.0, 25.0), (55.0, 8.0), (20.0, 34.0), (60.0, 32.0)] {
        map.insert(&Outline::rectangle([x, y], [x + 10.0, y + 8.0]))?;
    }
    // ANCHOR: field
    // Cells of half a metre, discs of 0.3 m, two exits.
    let exits = [Point::new(79.0, 25.0), Point::new(40.0, 49.0)];
    let mut field = MapField::of(&map, 0.5, 0.3, &exits)?;
    // ANCHOR_END: field
    let starts: Vec<Point> =
        (0..9).map(|i| Point::new(2.0 + 8.0 * f64::from(i), 2.0 + f64::from(i % 3) * 21.0)).collect();
    report(&field, &starts);

    // ANCHOR: follow
    // A wall comes before one exit: only cells whose cost changes are computed again.
    map.insert(&Outline::rectangle([70.0, 12.0], [71.0, 45.0]))?;
    let work = field.follow(&map)?;
    // ANCHOR_END: follow
    println!("after the wall, {work:?}:");
    report(&field, &starts);

    // Whoever follows the field goes down it, cell by cell.
    let mut lines = Vec::new();
    for &start in &starts {
        let cell = field.grid().nearest_open(&map, start).ok_or("no room at the start")?;
        lines.push(field.field().path(cell).filter_map(|cell| field.grid().centre(&map, cell)).collect::<Vec<_>>());
    }
    let file = folder.join("fields.svg");
    std::fs::write(&file, draw_paths(&map, &Style { triangles: false, ..Style::default() }, &lines))?;
    println!("drawn: {}", file.display());
    Ok(())
}

fn report(field: &MapField, starts: &[Point]) {
    for &start in starts {
        // ANCHOR: ask
        let (distance, heading) = (field.distance(start), field.heading(start));
        // ANCHOR_END: ask
        match (distance, heading) {
            (Some(distance), Some([x, y])) => {
                println!("  from {start}: {distance:6.2} m to an exit, heading ({x:.2}, {y:.2})");
            }
            _ => println!("  from {start}: no way"),
        }
    }
}
