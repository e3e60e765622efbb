//! What a guard sees in a building, and how far it is to every corner. `visibility [FOLDER]`

use navigant::files::svg::Style;
use navigant::files::svg_visibility::draw_region;
use navigant::prelude::*;
use navigant::search::plane::{ShortestPathMap, VisibilityFinder};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let map = building()?;
    let guard = [15.5, 11.5];

    let mut finder = VisibilityFinder::new();
    let vertices = finder.visible_vertices(&map, guard)?.to_vec();
    let region = finder.visible_region(&map, guard)?;
    println!("The guard sees {:.1} m² of {:.1} m² and {} vertices.", region.area(), map.free_area(), vertices.len());
    println!("The thief at (36, 21) is seen: {}.", region.contains([36.0, 21.0]));

    let file = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from).join("visibility.svg");
    let style = Style { triangles: false, ..Style::default() };
    std::fs::write(&file, draw_region(&map, region, &vertices, &style))?;
    println!("Drawn to {}.", file.display());

    // The shortest paths from the guard to every place at once.
    let paths = ShortestPathMap::of(&map, guard)?;
    let corners = map.faces().filter(|&face| map.is_free(face)).flat_map(|face| map.corners(face));
    let distances = corners.filter_map(|corner| paths.distance_to(&map, map.point(corner)).ok());
    println!("The farthest corner is {:.2} m away.", distances.fold(0.0, f64::max));
    println!("The path to the thief has {} bends.", paths.path_to(&map, [36.0, 21.0])?.points.len() - 2);
    Ok(())
}

/// A hall with pillars between rooms with doors.
fn building() -> Result<Map, Box<dyn Error>> {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 24.0]))?;
    for wall in [
        vec![[0.0, 6.0], [5.0, 6.0]],
        vec![[7.0, 6.0], [16.0, 6.0], [16.0, 0.0]],
        vec![[18.0, 6.0], [28.0, 6.0], [28.0, 2.0]],
        vec![[30.0, 6.0], [40.0, 6.0]],
        vec![[0.0, 17.0], [9.0, 17.0], [9.0, 24.0]],
        vec![[11.0, 17.0], [24.0, 17.0], [24.0, 20.0]],
        vec![[24.0, 22.0], [24.0, 24.0]],
        vec![[26.0, 17.0], [32.0, 17.0]],
        vec![[34.0, 17.0], [40.0, 17.0]],
    ] {
        map.insert(&Outline::polyline(wall))?;
    }
    for i in 0..5 {
        let x = 5.0 + 7.0 * f64::from(i);
        for y in [9.0, 14.0] {
            let corners = [[-0.9, -0.4], [0.4, -0.9], [0.9, 0.4], [-0.4, 0.9]];
            map.insert(&Outline::polygon(corners.map(|[dx, dy]| [x + dx, y + dy])))?;
        }
    }
    map.insert(&Outline::polygon([[33.0, 8.0], [37.0, 8.5], [36.0, 12.0], [34.5, 10.0], [32.0, 12.5]]))?;
    map.insert(&Outline::rectangle([2.0, 19.0], [5.0, 21.0]))?;
    map.insert(&Outline::rectangle([20.0, 1.0], [23.0, 3.0]))?;
    Ok(map)
}
