//! Small things in a row.

use super::Scene;
use crate::rng::Rng;
use navigant_geometry::{Outline, Point};

/// A square floor and small things on it, all alike: in a row, in two rows that face each other, on a circle or on a grid.
/// From one open place many of them are seen, equally far or nearly so.
///
/// Everything is on a grid of 1/256 of the floor, so that things on a circle are on it exactly, unless that is rounded
/// on purpose.
///
/// ```
/// use navigant_testing::generate::rows;
/// let (_floor, things) = rows(7, 64.0, 20);
/// assert!(!things.is_empty() && things.len() <= 20);
/// ```
pub fn rows(seed: u64, size: f64, most: u32) -> Scene {
    let mut rng = Rng::new(seed);
    let places = match rng.below(4) {
        0 => row(&mut rng, most),
        1 => {
            let one = row(&mut rng, most / 2);
            let away = [rng.range(2.0..64.0).round(), rng.range(2.0..64.0).round()];
            let other = one.iter().map(|&[x, y]| [x + away[0], y + away[1]]);
            one.iter().copied().chain(other).collect()
        }
        2 => circle(&mut rng, most),
        _ => grid(&mut rng, most),
    };
    let cell = size / 256.0;
    let place = |[x, y]: [f64; 2]| Point::new(x * cell, y * cell);
    let is_on_floor = |p: &&[f64; 2]| p.iter().all(|c| (1.0..=252.0).contains(c));
    let [width, height] = [rng.between(1, 3), rng.between(1, 3)].map(f64::from);
    let kind = rng.below(4);
    let thing = |&[x, y]: &[f64; 2]| match kind {
        0 => Outline::polyline([place([x, y])]),
        1 => Outline::polyline([place([x, y]), place([x + width, y])]),
        2 => Outline::polyline([place([x, y]), place([x, y + height])]),
        _ => Outline::rectangle(place([x, y]), place([x + width, y + height])),
    };
    let things = places.iter().filter(is_on_floor).map(thing).collect();
    (Outline::rectangle([0.0, 0.0], [size, size]), things)
}

fn row(rng: &mut Rng, most: u32) -> Vec<[f64; 2]> {
    let gap = f64::from(rng.between(2, 12));
    let [along, across] = *rng.pick(&[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 1.0]]);
    let from = [rng.range(4.0..128.0).round(), rng.range(4.0..128.0).round()];
    (0..most).map(|i| [from[0] + gap * along * f64::from(i), from[1] + gap * across * f64::from(i)]).collect()
}

/// All points of the grid that are 65 or 85 cells away from the middle, or points anywhere on such a circle.
fn circle(rng: &mut Rng, most: u32) -> Vec<[f64; 2]> {
    let radius = *rng.pick(&[65, 85]);
    let mut places: Vec<[f64; 2]> = if rng.one_in(2) {
        let around = (-radius..=radius).flat_map(|x| (-radius..=radius).map(move |y| [x, y]));
        around.filter(|[x, y]| x * x + y * y == radius * radius).map(|p| p.map(f64::from)).collect()
    } else {
        (0..most).map(|_| rng.direction().map(|c| c * f64::from(radius))).collect()
    };
    rng.shuffle(&mut places);
    places.truncate(most as usize);
    places.iter().map(|p| p.map(|c| c + 128.0)).collect()
}

fn grid(rng: &mut Rng, most: u32) -> Vec<[f64; 2]> {
    let columns = rng.between(2, 8);
    let [wide, high] = [rng.between(4, 30), rng.between(4, 30)].map(f64::from);
    let from = [rng.range(4.0..64.0).round(), rng.range(4.0..64.0).round()];
    let cell = |i: u32| [from[0] + wide * f64::from(i % columns), from[1] + high * f64::from(i / columns)];
    (0..most).map(cell).collect()
}
