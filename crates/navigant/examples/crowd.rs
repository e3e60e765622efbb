//! A crowd from code, without a scenario file: two streams cross a square, and a stage is set up in their way. `crowd [FOLDER]`

use navigant::files::svg::Style;
use navigant::files::svg_crowd::{Density, draw_crowd};
use navigant::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0]))?;
    map.insert(&Outline::rectangle([40.0, 24.0], [48.0, 32.0]))?;

    // ANCHOR: add
    // 200 people: half go east, half go north. Who has no room where it is to start would be refused.
    let (mut crowd, mut drawn) = (Crowd::new(&map), BTreeSet::new());
    for i in 0..100 {
        let (row, column) = (f64::from(i % 20), f64::from(i / 20));
        let east = Agent::new([1.0 + column, 10.0 + row]).with_goal([54.0 + column, 10.0 + row]);
        let north = Agent::new([16.0 + row, 1.0 + column]).with_goal([16.0 + row, 34.0 + column]).with_speed(1.2);
        let added = [crowd.add(&map, &east)?, crowd.add(&map, &north)?];
        if i % 4 == 0 {
            drawn.extend(added);
        }
    }
    // ANCHOR_END: add

    let mut density = Density::of(&map);
    let mut routes: BTreeMap<AgentId, Vec<Point>> = BTreeMap::new();
    // ANCHOR: steps
    for step in 0..800 {
        if step == 100 {
            // A stage appears. The crowd reads that from the map's journal; nobody has to tell it.
            map.insert(&Outline::polygon([[26.0, 20.0], [32.0, 18.0], [34.0, 26.0], [27.0, 27.0]]))?;
        }
        let report = crowd.step(&map, Crowd::DT)?;
        if step == 100 {
            println!(
                "the stage came: {} searches, {} routes repaired, {} moved out of it",
                report.searches,
                report.repaired,
                report.moved.len()
            );
        }
        // ANCHOR_END: steps
        density.add(crowd.agents().map(|agent| agent.position));
        for agent in crowd.agents().filter(|agent| step % 5 == 0 && drawn.contains(&agent.id)) {
            routes.entry(agent.id).or_default().push(agent.position);
        }
        if step % 100 == 99 {
            let arrived = crowd.arrived().count();
            println!("{:3.0} s: {arrived} of {} have arrived", f64::from(step + 1) * Crowd::DT, crowd.len());
        }
    }
    // ANCHOR: ask
    for agent in crowd.agents().filter(|agent| agent.status != Status::Arrived).take(3) {
        println!("{} is at {} and {:?}", agent.id, agent.position, agent.status);
    }
    // ANCHOR_END: ask
    let routes: Vec<Vec<Point>> = routes.into_values().collect();
    let file = folder.join("crowd.svg");
    std::fs::write(&file, draw_crowd(&map, &Style::default(), &density, &routes))?;
    println!("drawn: {}", file.display());
    Ok(())
}
