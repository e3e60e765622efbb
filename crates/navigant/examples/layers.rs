//! Two floors joined by stairs: paths from `[x, y, z]` to `[x, y, z]`, and edits on the upper floor. `layers`

use navigant::prelude::*;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // ANCHOR: build
    // A hall of 20 × 10 m, the same again above it, and two flights of stairs beside them: the short one at the east end, the long
    // one at the west end.
    let hall = || Outline::rectangle([0.0, 0.0], [20.0, 10.0]);
    let layers = [
        Layer::level(
            0.0,
            [hall(), Outline::rectangle([20.0, 0.0], [22.0, 2.0]), Outline::rectangle([-2.0, 0.0], [0.0, 2.0])],
        ),
        Layer::level(
            3.0,
            [hall(), Outline::rectangle([20.0, 6.0], [22.0, 8.0]), Outline::rectangle([-2.0, 8.0], [0.0, 10.0])],
        ),
        Layer::flight([21.0, 2.0, 0.0], [21.0, 6.0, 3.0], [Outline::rectangle([20.0, 2.0], [22.0, 6.0])]),
        Layer::flight([-1.0, 2.0, 0.0], [-1.0, 8.0, 3.0], [Outline::rectangle([-2.0, 2.0], [0.0, 8.0])]),
    ];
    // A seam joins two layers along a straight piece of their borders.
    let seams = [
        Seam::new([0, 2], [20.0, 2.0], [22.0, 2.0]),
        Seam::new([2, 1], [20.0, 6.0], [22.0, 6.0]),
        Seam::new([0, 3], [-2.0, 2.0], [0.0, 2.0]),
        Seam::new([3, 1], [-2.0, 8.0], [0.0, 8.0]),
    ];
    let mut map = LayeredMap::build(&layers, &seams)?;
    // ANCHOR_END: build
    println!("{} layers, {} seams", layers.len(), seams.len());

    // ANCHOR: path
    // From the hall to the place above it.
    let query = LayeredQuery::new([16.0, 5.0, 0.0], [16.0, 5.0, 3.0]);
    let path = map.find_path(&query)?;
    tell("up", &path);
    // ANCHOR_END: path

    // ANCHOR: edit
    // Boxes at the head of the stairs, on the upper floor: the other flight is the way now.
    let upper = map.layer_at([16.0, 5.0, 3.0])?;
    let boxes = map.insert_on(upper, &Outline::rectangle([19.0, 5.5], [22.0, 8.5]))?;
    tell("boxes came", &map.find_path(&query)?);

    // A crate across a seam is on both of its layers.
    let crate_ = map.insert_on(upper, &Outline::rectangle([-2.0, 7.5], [0.0, 8.5]))?;
    match map.find_path(&query) {
        Err(reason) => println!("a crate came: {reason}"),
        Ok(_) => return Err("a path through a crate".into()),
    }
    map.remove(crate_)?;
    map.remove(boxes)?;
    tell("all gone", &map.find_path(&query)?);
    // ANCHOR_END: edit
    match map.layer_at([16.0, 5.0, 1.5]) {
        Err(reason) => println!("{reason}"),
        Ok(layer) => return Err(format!("{layer} is half-way between the floors").into()),
    }
    Ok(())
}

fn tell(what: &str, path: &LayeredPath) {
    let (plan, ground) = (path.plan.length, path.ground_length);
    println!("{what}: {plan:.2} m in plan, {ground:.2} m on the ground, over {} seams", path.seams.len());
    for p in &path.points {
        println!("  ({:.2}, {:.2}, {:.2}) on {}", p.point.x, p.point.y, p.z, p.layer);
    }
}
