//! A grid over a map for one radius, searched by A*, following an edit, beside the exact path. `grids [FOLDER]`

use navigant::files::svg::{Style, draw_paths};
use navigant::mesh::MapGrid;
use navigant::prelude::*;
use navigant::search::graph::{AStar, Octile};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 40.0]))?;
    for (x, y) in [(12.0, 6.0), (28.0, 14.0), (44.0, 4.0), (16.0, 24.0), (40.0, 24.0)] {
        map.insert(&Outline::polygon([[x, y], [x + 9.0, y + 2.0], [x + 7.0, y + 10.0], [x + 1.0, y + 8.0]]))?;
    }
    let ([from, to], radius) = ([[3.0, 8.0], [61.0, 30.0]], 0.4);
    // ANCHOR: grid
    // A cell is open exactly where a disc has room; two are joined exactly where it can move straight between them.
    let mut grid = MapGrid::of(&map, 1.0, radius)?;
    // ANCHOR_END: grid
    let mut lines = Vec::new();
    for came in [false, true] {
        if came {
            map.insert(&Outline::rectangle([23.0, 10.0], [27.0, 23.0]))?;
            grid.follow(&map);
            println!("an obstacle came: {} cells are affected", grid.affected().len());
        }
        // ANCHOR: search
        let cell = |p: [f64; 2]| grid.nearest_open(&map, p).ok_or("no open cell nearby");
        let (start, goal) = (cell(from)?.into(), cell(to)?.into());
        let mut a_star = AStar::new();
        let answer = a_star.find(&grid, &Octile::over(&grid), start, goal, Budget::UNLIMITED)?;
        let on_grid = grid.metres(answer.cost.ok_or("no path")?);
        // ANCHOR_END: search
        let exact = map.find_path(Query::new(from, to).with_radius(radius))?;
        println!("{on_grid:.2} m on the grid, {} expansions; {:.2} m in the plane", answer.expansions, exact.length);
        let centres = a_star.path().iter().filter_map(|&state| grid.centre(&map, navigant::mesh::CellId(state.0)));
        lines = vec![centres.collect::<Vec<_>>(), exact.polyline(0.01)];
    }
    let file = folder.join("grids.svg");
    std::fs::write(&file, draw_paths(&map, &Style { triangles: false, ..Style::default() }, &lines))?;
    println!("drawn, the grid's red and the plane's blue: {}", file.display());
    Ok(())
}
