//! Planning in space and time: two who meet in a passage that is too narrow for both, and one who must arrive at a given time.

use navigant::planning::team::{FrameBudget, SpaceTimeGoal, Team, TeamSettings};
use navigant::prelude::*;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // ANCHOR: team
    // Two rooms and a passage of one metre between them.
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [24.0, 12.0]))?;
    map.insert(&Outline::rectangle([8.0, 0.0], [16.0, 5.5]))?;
    map.insert(&Outline::rectangle([8.0, 6.5], [16.0, 12.0]))?;
    let mut team = Team::new(&map, TeamSettings::default())?;
    let east = team.add(&map, [2.0, 5.0].into(), SpaceTimeGoal::place([22.0, 8.0]))?;
    let west = team.add(&map, [22.0, 5.0].into(), SpaceTimeGoal::place([2.0, 8.0]))?;
    let later = SpaceTimeGoal { at: [20.0, 3.0].into(), arrival: Some(49.0..=51.0) };
    let punctual = team.add(&map, [4.0, 9.0].into(), later)?;
    // ANCHOR_END: team

    // ANCHOR: frames
    for frame in 0..60 * 30 {
        // All planning of a frame together expands at most 2,000 states; plans that need more are ready some frames later.
        let report = team.frame(&map, FrameBudget::expansions(2000));
        if report.taken_up > 0 {
            println!("{:5.2} s: {} plans taken up", f64::from(frame) / 30.0, report.taken_up);
        }
        if frame % 150 == 149 {
            let at = [east, west, punctual].map(|who| team.position(who).unwrap_or(Point::ORIGIN));
            println!("{:5.2} s: {} {} {}", team.time(), at[0], at[1], at[2]);
        }
    }
    // ANCHOR_END: frames
    for who in [east, west, punctual] {
        println!("{who:?}: {:?}", team.status(who));
    }
    Ok(())
}
