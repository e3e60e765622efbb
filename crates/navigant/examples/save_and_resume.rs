//! Save a crowd with its map in the middle of things, and resume it elsewhere: it goes on bit for bit. `save_and_resume [FOLDER]`

use navigant::prelude::*;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [50.0, 20.0]))?;
    map.insert(&Outline::rectangle([24.0, 0.0], [25.0, 9.0]))?;
    map.insert(&Outline::rectangle([24.0, 11.0], [25.0, 20.0]))?;
    let mut crowd = Crowd::new(&map);
    for i in 0..80 {
        let (x, y) = (f64::from(i / 8) + 1.0, f64::from(i % 8) * 2.0 + 2.0);
        crowd.add(&map, &Agent::new([x, y]).with_goal([48.0 - x, y]))?;
    }
    for _ in 0..150 {
        crowd.step(&map, Crowd::DT)?;
    }
    // An edit that nobody has noticed yet is saved too.
    map.insert(&Outline::rectangle([30.0, 8.0], [32.0, 12.0]))?;

    // ANCHOR: save
    let files = ["map.state", "crowd.state"].map(|name| folder.join(name));
    std::fs::write(&files[0], map.save())?;
    std::fs::write(&files[1], crowd.save(&map))?;
    // ANCHOR_END: save
    println!("saved after {} steps: {} bytes", crowd.steps(), std::fs::metadata(&files[1])?.len());

    // ANCHOR: load
    let map_again = Map::load(&std::fs::read(&files[0])?)?;
    let bytes = std::fs::read(&files[1])?;
    let mut again = Crowd::load(&map_again, &bytes)?;
    // ANCHOR_END: load
    for _ in 0..300 {
        crowd.step(&map, Crowd::DT)?;
        again.step(&map_again, Crowd::DT)?;
    }
    println!("300 steps later: {:016x} and {:016x}", crowd.hash(), again.hash());
    println!("{} and {} have arrived", crowd.arrived().count(), again.arrived().count());
    if crowd.hash() != again.hash() {
        return Err("the resumed crowd went its own way".into());
    }

    // Nothing that is read is trusted.
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    match Crowd::load(&map_again, &damaged) {
        Err(reason) => println!("one bit changed: {reason}"),
        Ok(_) => return Err("a damaged file was read".into()),
    }
    Ok(())
}
