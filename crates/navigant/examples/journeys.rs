//! A station: people come by a timetable, queue for tickets, wait for their train, and leave by the exit they expect to be quickest.
//!
//! ```text
//! cargo run --release -p navigant --example journeys
//! ```

use navigant::files::scenario::{Choice, WhenFull};
use navigant::prelude::*;
use navigant::simulation::{People, ScenarioBuilder, Simulation, Until};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A concourse, a flight of stairs of 4 × 6 m, and the hall above it.
    let floors = [([0.0, 0.0], [30.0, 20.0]), ([30.0, 8.0], [36.0, 12.0]), ([36.0, 0.0], [60.0, 20.0])];
    let (map, _) = Map::build(&floors.map(|(min, max)| Outline::rectangle(min, max)), &[])?;
    let area = |[x, y]: [f64; 2], [w, h]: [f64; 2]| [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];

    let travellers = People::new(60)
        .starting_in(area([1.0, 1.0], [4.0, 18.0]))
        .coming_by([(0.0, 1.5), (20.0, 0.5)])
        .ages([0.4, 0.3, 0.2, 0.1])
        .queueing_at("tickets")
        .stopping_in(area([42.0, 2.0], [12.0, 16.0]), 10.0..=30.0)
        .leaving_by(["train north", "train south"], Choice::Quickest);
    let arrivals = People::new(40)
        .starting_in(area([45.0, 4.0], [10.0, 12.0]))
        .premovement(5.0..=25.0)
        .speed(0.6..=2.1)
        .normal_speed(1.34, 0.26)
        .leaving_by(["street"], Choice::Nearest);
    let scenario = ScenarioBuilder::new()
        .seed(7)
        .people(travellers)
        .people(arrivals)
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
            let there =
                |group| simulation.agents().iter().filter(|agent| simulation.group_of(agent.id) == group).count();
            let (seconds, left) = (simulation.seconds(), simulation.left());
            println!("{seconds:4.0} s: {:2} travellers, {:2} arrivals, {left:3} have left", there(0), there(1));
        }
    }
    let figures = simulation.figures();
    assert_eq!((figures.arrived, figures.lost, figures.wall_crossings), (100, 0, 0));
    println!("{} left within {:.0} s", figures.arrived, figures.simulated_s);
    Ok(())
}
