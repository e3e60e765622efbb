//! People leave a hall by two doors while one of them is blocked: a scenario from code, measured and recorded.
//!
//! ```text
//! cargo run --release -p navigant --example evacuation -- [FILE.sqlite|FILE.parquet]
//! ```

use navigant::crowd::{Avoidance, Notice, Planning, SocialForce};
use navigant::prelude::*;
use navigant::simulation::{People, Record, ScenarioBuilder, Simulation, Until};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A hall of 40 × 20 m, an exit hall behind it, and between them a wall with two doors of 1.2 m.
    let floor = Outline::rectangle([0.0, 0.0], [50.0, 20.0]);
    let wall = [[0.0, 4.4], [5.6, 14.4], [15.6, 20.0]].map(|[from, to]| Outline::rectangle([40.0, from], [40.5, to]));
    let (map, _) = Map::build(&[floor], &wall)?;

    let hall = [[1.0, 1.0], [38.0, 1.0], [38.0, 19.0], [1.0, 19.0]];
    let exit = [[46.0, 1.0], [49.0, 1.0], [49.0, 19.0], [46.0, 19.0]];
    let walkers = People { radius: [0.2, 0.28], speed: [1.0, 1.5], ..People::new(150) };
    let walkers = walkers.starting_in(hall).going_into(exit);
    let couples = People { per_second: Some(1.0), together: 2, speed: [0.8, 1.0], ..People::new(20) };
    let planning = Planning { notice: Notice::WhenSeen(15.0), ..Planning::default() };
    let scenario = ScenarioBuilder { seed: 7, planning, ..ScenarioBuilder::new() }
        .people(walkers.clone())
        .people(People { avoidance: Avoidance::SocialForce(SocialForce::DEFAULT), ..walkers })
        .people(couples.going_into(exit))
        .insert_at(5.0, "cart", Outline::rectangle([38.5, 4.0], [39.5, 6.0]))
        .remove_at(30.0, "cart")
        .build()?;

    let mut simulation = Simulation::spawn(map, &scenario, |_| ())?;
    simulation.plan_ahead(|_| ());
    let file = std::env::args().nth(1);
    let mut record = match &file {
        Some(file) => Some(Record::begin(file.as_ref(), &simulation, 5)?),
        None => None,
    };
    while !simulation.is_done(Until::Empty)? {
        simulation.step()?;
        if let Some(record) = &mut record {
            record.add(&simulation)?;
        }
        if simulation.steps() % 100 == 0 {
            println!("{:5.0} s: {:3} have left", simulation.seconds(), simulation.left());
        }
    }
    if let Some(record) = record {
        record.finish()?;
    }
    println!("{}", simulation.figures());
    Ok(())
}
