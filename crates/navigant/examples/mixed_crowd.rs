//! One world with many who only steer and a few who plan in space and time: three with an appointment cross a square that sixty others cross.

use navigant::planning::team::{FrameBudget, SpaceTimeGoal, Team, TeamSettings};
use navigant::prelude::*;
use navigant::simulation::TeamInCrowd;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // ANCHOR: world
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 24.0]))?;
    let mut crowd = Crowd::new(&map);
    for i in 0..60 {
        let x = 8.0 + 1.2 * f64::from(i % 20);
        let y = 2.0 + 1.5 * f64::from(i / 20);
        // From south to north, and every other one from north to south.
        let [from, to] = if i % 2 == 0 { [y, 24.0 - y] } else { [24.0 - y, y] };
        crowd.add(&map, &Agent::new([x, from]).with_goal([x, to]))?;
    }
    // A step of the crowd is a frame of the team.
    let team = Team::new(&map, TeamSettings { frames: 10, ..TeamSettings::default() })?;
    let mut world = TeamInCrowd::new(team, crowd);
    let mut punctual = Vec::new();
    for y in [8.0, 12.0, 16.0] {
        let goal = SpaceTimeGoal { at: [38.0, y].into(), arrival: Some(44.0..=46.0) };
        punctual.push(world.add(&map, [2.0, y].into(), goal)?);
    }
    // ANCHOR_END: world

    // ANCHOR: steps
    let mut planned_again = 0;
    while world.team.time() < 48.0 {
        // Planning of all three together: at most 2,000 expansions a step.
        let report = world.step(&map, FrameBudget::expansions(2000))?;
        planned_again += report.taken_up;
    }
    // ANCHOR_END: steps
    println!("{} in the crowd, {planned_again} plans taken up by the three who plan", world.crowd.len());
    for id in punctual {
        println!("{id:?}: {:?} at {}", world.team.status(id), world.team.position(id).unwrap_or(Point::ORIGIN));
    }
    Ok(())
}
