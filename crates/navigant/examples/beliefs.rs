//! News of a shut door spreads: agents plan on what they have seen, been told, or inferred from others who turned back.
//!
//! ```text
//! cargo run --release -p navigant --example beliefs -- [FILE.svg]
//! ```

use navigant::crowd::News;
use navigant::prelude::*;
use navigant::simulation::{People, Picture, ScenarioBuilder, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Two lanes that end in a door each; the lower one is shut after twenty seconds, out of sight of who begins its lane.
    let floor = Outline::rectangle([0.0, 0.0], [90.0, 24.0]);
    let wall = [[0.0, 4.5], [7.5, 16.5], [19.5, 24.0]].map(|[from, to]| Outline::rectangle([60.0, from], [61.0, to]));
    let lanes = Outline::rectangle([20.0, 11.5], [60.0, 12.5]);
    let (map, _) = Map::build(&[floor], &[&wall[..], &[lanes]].concat())?;
    let start = [[0.0, 0.0], [6.0, 0.0], [6.0, 24.0], [0.0, 24.0]];
    let goal = [[80.0, 1.0], [89.0, 1.0], [89.0, 23.0], [80.0, 23.0]];
    let people = People { per_second: Some(2.5), ..People::new(200) };
    let scenario = ScenarioBuilder { knowledge: Some(News::default()), seed: 7, ..ScenarioBuilder::new() }
        .people(people.starting_in(start).going_into(goal))
        .insert_at(20.0, "shutter", Outline::rectangle([60.2, 4.5], [60.8, 7.5]))
        .build()?;

    let mut simulation = Simulation::spawn(map, &scenario, |_| ())?;
    let mut picture = Picture::begin(&simulation);
    while simulation.steps() < 800 {
        simulation.step()?;
        picture.add(&simulation);
        if simulation.steps() % 50 == 0 {
            for rumour in simulation.crowd().rumours() {
                let (knows, others) = (rumour.believers, rumour.others);
                println!("{:5.0} s: {knows:3} know of the shutter, {others:3} do not", simulation.seconds());
            }
        }
    }
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(file, picture.svg(&simulation))?;
    }
    println!("{}", simulation.figures());
    Ok(())
}
