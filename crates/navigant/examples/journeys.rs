//! A station: people come by a timetable, queue for tickets, wait for their train, and leave by the exit they expect to be quickest.
//!
//! ```text
//! cargo run --release -p navigant --example journeys
//! ```

use navigant::files::scenario::{Choice, Speeds, WhenFull};
use navigant::prelude::*;
use navigant::simulation::{People, ScenarioBuilder, Simulation, Until, Visit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A concourse, a flight of stairs of 4 × 6 m, and the hall above it.
    let floors = [([0.0, 0.0], [30.0, 20.0]), ([30.0, 8.0], [36.0, 12.0]), ([36.0, 0.0], [60.0, 20.0])];
    let (map, _) = Map::build(&floors.map(|(min, max)| Outline::rectangle(min, max)), &[])?;
    let area = |[x, y]: [f64; 2], [w, h]: [f64; 2]| [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];

    let platform = area([42.0, 2.0], [12.0, 16.0]).map(Point::from).to_vec();
    let travellers = People {
        schedule: vec![[0.0, 1.5], [20.0, 0.5]],
        speeds: Some(Speeds::Ages([0.4, 0.3, 0.2, 0.1])),
        stops: vec![Visit::Queue("tickets".into()), Visit::In(platform, [10.0, 30.0])],
        ..People::new(60)
    };
    let arrivals = People {
        premovement: Some([5.0, 25.0]),
        speed: [0.6, 2.1],
        speeds: Some(Speeds::Normal { mean: 1.34, deviation: 0.26 }),
        ..People::new(40)
    };
    let (trains, street) = (["train north", "train south"], ["street"]);
    let scenario = ScenarioBuilder { seed: 7, ..ScenarioBuilder::new() }
        .people(travellers.starting_in(area([1.0, 1.0], [4.0, 18.0])).leaving_by(trains, Choice::Quickest))
        .people(arrivals.starting_in(area([45.0, 4.0], [10.0, 12.0])).leaving_by(street, Choice::Nearest))
        .queue("tickets", [[15.0, 16.0], [15.0, 4.0]], 2.0..=4.0, WhenFull::Wait)
        .stairs("to the trains", area([30.0, 8.0], [6.0, 4.0]), [1.0, 0.0], [0.5, 0.6])
        .exit("train north", area([58.0, 17.0], [2.0, 1.2]), 1.2)
        .exit("train south", area([58.0, 2.0], [2.0, 1.2]), 1.2)
        .exit("street", area([0.0, 8.0], [0.8, 4.0]), 4.0)
        .build()?;

    let mut simulation = Simulation::spawn(map, &scenario, |_| ())?;
    while !simulation.is_done(Until::Empty)? {
        simulation.step()?;
        if simulation.steps() % 200 == 0 {
            let there = |group| simulation.agents().iter().filter(|agent| agent.id.source() == group).count();
            let (seconds, left) = (simulation.seconds(), simulation.left());
            println!("{seconds:4.0} s: {:2} travellers, {:2} arrivals, {left:3} have left", there(0), there(1));
        }
    }
    let figures = simulation.figures();
    assert_eq!((figures.arrived, figures.lost, figures.wall_crossings), (100, 0, 0));
    println!("{} left within {:.0} s", figures.arrived, figures.simulated_s);
    Ok(())
}
