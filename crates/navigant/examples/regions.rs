//! Regions that cost: the cheapest path over grass, road and water depends on who asks. `regions [FOLDER]`

use navigant::files::svg::{Style, draw_paths};
use navigant::mesh::AreaMesh;
use navigant::prelude::*;
use navigant::search::plane::{AreaCosts, AreaFinder};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    // ANCHOR: regions
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [80.0, 50.0]))?;
    map.insert(&Outline::rectangle([36.0, 24.0], [44.0, 34.0]))?;
    map.insert_region("grass", &Outline::polygon([[20.0, 0.0], [60.0, 0.0], [66.0, 40.0], [15.0, 42.0]]))?;
    map.insert_region("road", &Outline::polygon([[0.0, 43.0], [80.0, 43.0], [80.0, 47.0], [0.0, 47.0]]))?;
    map.insert_region("water", &Outline::polygon([[28.0, 6.0], [52.0, 6.0], [48.0, 18.0], [30.0, 16.0]]))?;
    // ANCHOR_END: regions

    // ANCHOR: ask
    let areas = AreaMesh::of(&map);
    let mut finder = AreaFinder::new();
    let query = Query::new([6.0, 10.0], [74.0, 10.0]);
    let askers = [
        ("a walker (red)", AreaCosts::new().with("grass", 1.2)?.without("water")),
        ("a cyclist (blue)", AreaCosts::new().with("grass", 3.0)?.with("road", 0.6)?.without("water")),
        ("a duck (brown)", AreaCosts::new().with("water", 0.5)?),
    ];
    // ANCHOR_END: ask
    let mut lines = Vec::new();
    for (who, costs) in askers {
        let answer = finder.find(&map, &areas, &query, &costs)?;
        let exact = if answer.is_exact { "exact" } else { "within about 1 %" };
        println!("{who:>18}: {:6.2} m, cost {:6.2}, {exact}", answer.path.length, answer.cost);
        lines.push(answer.path.points);
    }
    println!("without costs: {:.2} m; regions are in nobody's way", map.find_path(query)?.length);
    let file = folder.join("regions.svg");
    std::fs::write(&file, draw_paths(&map, &Style { triangles: false, ..Style::default() }, &lines))?;
    println!("drawn: {}", file.display());
    Ok(())
}
