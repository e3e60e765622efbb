//! Record a run as JuPedSim's SQLite (PedPy reads it) or as Parquet, and read it back. `trajectories [FOLDER]`

use navigant::files::trajectory::Replay;
use navigant::prelude::*;
use navigant::simulation::{People, Picture, Record, ScenarioBuilder, Simulation, Until};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    for name in ["bottleneck.sqlite", "bottleneck.parquet"] {
        let file = folder.join(name);
        // ANCHOR: record
        let mut simulation = bottleneck()?;
        let mut picture = Picture::begin(&simulation);
        // A frame every second step.
        let mut record = Record::begin(&file, &simulation, 2)?;
        while !simulation.is_done(Until::Empty)? && simulation.steps() < 2000 {
            simulation.step()?;
            record.add(&simulation)?;
            picture.add(&simulation);
        }
        record.finish()?;
        // ANCHOR_END: record
        std::fs::write(folder.join("trajectories.svg"), picture.svg(&simulation))?;

        // ANCHOR: replay
        let replay = Replay::read(&file)?;
        let last = replay.frame(replay.frames().saturating_sub(1)).len();
        println!(
            "{name}: {} people in {} frames, {:.1} a second; {last} in the last one; {} bytes",
            replay.frame(0).len(),
            replay.frames(),
            replay.fps().unwrap_or(f64::NAN),
            std::fs::metadata(&file)?.len()
        );
        // ANCHOR_END: replay
    }
    println!("drawn: {}", folder.join("trajectories.svg").display());
    Ok(())
}

/// 60 people leave a room through a door of one metre.
fn bottleneck() -> Result<Simulation, Box<dyn Error>> {
    let walls = [[0.0, 5.5], [6.5, 12.0]].map(|[from, to]| Outline::rectangle([14.0, from], [14.4, to]));
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [20.0, 12.0])], &walls)?;
    let people = People::new(60).starting_in([[1.0, 1.0], [13.0, 1.0], [13.0, 11.0], [1.0, 11.0]]).going_into([
        [17.0, 1.0],
        [19.0, 1.0],
        [19.0, 11.0],
        [17.0, 11.0],
    ]);
    let scenario = ScenarioBuilder { seed: 7, ..ScenarioBuilder::new() }.people(people).build()?;
    let mut simulation = Simulation::spawn(map, &scenario, |_| ())?;
    simulation.plan_ahead(|_| ());
    Ok(simulation)
}
