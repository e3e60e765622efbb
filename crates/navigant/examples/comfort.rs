//! Paths that keep away from walls: the shortest, a comfortable one, and one along the medial axis; agents who like room.
//! `comfort [FOLDER]`

use navigant::files::svg::{Style, draw_paths};
use navigant::prelude::*;
use navigant::search::plane::AxisPath;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [50.0, 30.0]))?;
    for wall in [[[12.0, 0.0], [13.0, 18.0]], [[24.0, 14.0], [25.0, 30.0]], [[37.0, 0.0], [38.0, 20.0]]] {
        map.insert(&Outline::rectangle(wall[0], wall[1]))?;
    }
    map.insert(&Outline::rectangle([29.0, 8.0], [32.0, 11.0]))?;

    // ANCHOR: comfort
    let query = Query::new([3.0, 4.0], [47.0, 4.0]).with_radius(0.3);
    let shortest = map.find_path(query)?;
    // Up to 2 m more from corners, for a path at most a tenth longer.
    let comfortable = map.find_path(query.with_comfort(2.0, 1.1))?;
    // Along the middle of the free space, pulled tight to within 3 m of corners.
    let central = map.axis_path(&query, 3.0)?;
    // ANCHOR_END: comfort

    let paths = [shortest, comfortable, central];
    for (name, path) in ["shortest (red)", "comfortable (blue)", "along the axis (brown)"].iter().zip(&paths) {
        let line = path.polyline(0.01);
        let bends = &path.points[1..path.points.len() - 1];
        let nearest = bends.iter().filter_map(|&p| map.clearance_at(p)).fold(f64::INFINITY, f64::min);
        println!("{name:>22}: {:6.2} m, {} points, bends at least {nearest:.2} m from walls", path.length, line.len());
    }
    // Agents follow their routes with the room they like, where there is any.
    for comfort in [0.0, 1.0, 2.0] {
        let mut crowd = Crowd::new(&map);
        let agent = crowd.add(&map, &Agent { comfort, ..Agent::new([3.0, 4.0]).with_goal([47.0, 4.0]) })?;
        let mut nearest = f64::INFINITY;
        while crowd.agent(agent)?.status != Status::Arrived && crowd.steps() < 2_000 {
            crowd.step(&map, Crowd::DT)?;
            // Beside the walls, not at the border where it starts.
            let p = crowd.agent(agent)?.position;
            let clearance = map.clearance_at(p).filter(|_| (11.0..39.0).contains(&p.x));
            nearest = nearest.min(clearance.unwrap_or(f64::INFINITY));
        }
        let seconds = Crowd::DT * crowd.steps() as f64;
        println!("an agent with a comfort of {comfort} m: {seconds:.1} s, never nearer to walls than {nearest:.2} m");
    }
    let file = folder.join("comfort.svg");
    let style = Style { triangles: false, axis: true, ..Style::default() };
    std::fs::write(&file, draw_paths(&map, &style, &paths.map(|path| path.polyline(0.01))))?;
    println!("drawn, with the medial axis: {}", file.display());
    Ok(())
}
