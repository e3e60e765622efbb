//! Families that keep together: whoever is ahead waits for those behind. The same walk with and without groups.

use navigant::prelude::*;
use std::error::Error;

const FAMILIES: u32 = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [90.0, 30.0]))?;
    map.insert(&Outline::rectangle([40.0, 0.0], [42.0, 13.0]))?;
    map.insert(&Outline::rectangle([40.0, 17.0], [42.0, 30.0]))?;
    for keep_together in [false, true] {
        let (farthest, arrived, seconds) = walk(&map, keep_together)?;
        let how = if keep_together { "together" } else { "each alone" };
        println!(
            "{how:>10}: families are up to {farthest:5.1} m apart; {arrived} arrive, the last after {seconds:.0} s"
        );
    }
    Ok(())
}

fn walk(map: &Map, keep_together: bool) -> Result<(f64, usize, f64), Box<dyn Error>> {
    let mut crowd = Crowd::new(map);
    let mut families = Vec::new();
    // ANCHOR: join
    for i in 0..FAMILIES {
        let [x, y] = [2.0 + 3.0 * f64::from(i % 4), 6.0 + 8.0 * f64::from(i / 4)];
        // A parent, a child, and somebody in a hurry.
        let mut members = Vec::new();
        for (j, speed) in [1.3, 0.8, 1.7].into_iter().enumerate() {
            let shift = 0.7 * j as f64;
            let agent = Agent::new([x, y + shift]).with_goal([75.0 + x, y + shift]).with_speed(speed);
            members.push(crowd.add(map, &agent)?);
        }
        if keep_together {
            crowd.join(members[1], members[0])?;
            crowd.join(members[2], members[0])?;
        }
        families.push(members);
    }
    // ANCHOR_END: join
    let mut farthest = 0.0f64;
    while crowd.arrived().count() < crowd.len() && crowd.steps() < 3000 {
        crowd.step(map, Crowd::DT)?;
        for members in &families {
            for (i, &a) in members.iter().enumerate() {
                for &b in &members[..i] {
                    farthest = farthest.max(crowd.agent(a)?.position.distance(crowd.agent(b)?.position));
                }
            }
        }
    }
    Ok((farthest, crowd.arrived().count(), crowd.steps() as f64 * Crowd::DT))
}
