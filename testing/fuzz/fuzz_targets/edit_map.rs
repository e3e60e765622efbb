//! Sequences of edits: whatever the bytes say is inserted, moved and removed, and the oracle looks at the map after each.
#![no_main]

use libfuzzer_sys::fuzz_target;
use navigant_geometry::{Outline, Point};
use navigant_mesh::{Map, ObstacleId};
use navigant_testing::oracle::map::{canonical, check};

/// More edits than this only repeat what fewer have shown.
const MOST_EDITS: usize = 24;
/// Obstacles at one time: the oracle is quadratic.
const MOST_OBSTACLES: usize = 6;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let Ok(mut map) = Map::new(&floor) else { panic!("a square is a floor") };
    let step = map.lattice().step();
    // Coordinates on a coarse grid, or a few lattice steps around the middle, where every crossing is rounded.
    let scale = if bytes.next().is_some_and(|b| b & 1 == 1) { step } else { 0.25 };
    let mut present: Vec<(ObstacleId, Outline)> = Vec::new();
    for _ in 0..MOST_EDITS {
        let Some(kind) = bytes.next() else { break };
        let which = kind as usize >> 3;
        match kind & 7 {
            0 | 1 if !present.is_empty() => {
                let (id, _) = present.remove(which % present.len());
                assert!(map.remove(id).is_ok());
            }
            2 | 3 if !present.is_empty() => {
                let Some(outline) = outline(&mut bytes, scale) else { break };
                let place = which % present.len();
                assert!(map.move_to(present[place].0, &outline).is_ok());
                present[place].1 = outline;
            }
            _ if present.len() < MOST_OBSTACLES => {
                let Some(outline) = outline(&mut bytes, scale) else { break };
                match map.insert(&outline) {
                    Ok(id) => present.push((id, outline)),
                    Err(reason) => panic!("{reason}"),
                }
            }
            _ => continue,
        }
        if let Err(wrong) = check(&map, std::slice::from_ref(&floor), &present) {
            panic!("{wrong}");
        }
    }
    let outlines: Vec<Outline> = present.into_iter().map(|(_, outline)| outline).collect();
    let Ok((built, _)) = Map::build(&[floor], &outlines) else { panic!("accepted one by one, refused at once") };
    assert_eq!(canonical(&map), canonical(&built));
});

/// A polygon, a polygon with a hole, or a polyline of up to seven points each.
fn outline(bytes: &mut impl Iterator<Item = u8>, scale: f64) -> Option<Outline> {
    let kind = bytes.next()?;
    let mut ring = |count: u8| -> Option<Vec<Point>> {
        (0..=count % 7)
            .map(|_| {
                let at = |b: u8| 32.0 + (f64::from(b) - 128.0) * scale;
                Some(Point::new(at(bytes.next()?), at(bytes.next()?)))
            })
            .collect()
    };
    let exterior = ring(kind >> 2)?;
    Some(match kind & 3 {
        0 => Outline::Polyline(exterior),
        1 => Outline::polygon(exterior).with_hole(ring(kind >> 5)?),
        _ => Outline::polygon(exterior),
    })
}
