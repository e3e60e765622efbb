//! Rows of things that are closer together than a disc is wide: fences, bike racks, shelves, seats.

use crate::rng::Rng;
use navigant_geometry::{Outline, Point};
use std::f64::consts::TAU;

/// Things in rows on a floor.
#[derive(Clone, Debug)]
pub struct Rack {
    /// Around all of it.
    pub floor: Outline,
    /// The things.
    pub things: Vec<Outline>,
    /// The width of the gaps between neighbours, in metres; more or less.
    pub gap: f64,
    /// How far the things reach, from (0, 0) on.
    pub size: [f64; 2],
}

/// How far the floor reaches beyond the things, in metres.
const MARGIN: f64 = 5.0;

/// The largest number of things.
const MOST: f64 = 400.0;

/// A random rack: a row, a grid, a comb, a star, or a row of things that are all a little off.
pub fn racks(seed: u64) -> Rack {
    let mut rng = Rng::new(seed);
    let count = (MOST.powf(rng.range(0.0..1.0)) as u32).max(2);
    let gap = 0.05 * 20f64.powf(rng.range(0.0..1.0));
    let [width, depth] = *rng.pick(&[[0.0, 0.0], [0.05, 0.05], [0.04, 1.8], [0.0, 1.0], [0.5, 0.5], [0.3, 0.03]]);
    let jitter = if rng.one_in(3) { 0.2 * gap } else { 0.0 };
    let thing = |rng: &mut Rng, [x, y]: [f64; 2]| {
        let [x, y] = [x, y].map(|c| c + jitter * rng.range(-1.0..1.0));
        let depth = depth * (1.0 + jitter * rng.range(-1.0..1.0));
        match (width == 0.0, depth == 0.0) {
            (true, true) => Outline::polyline([[x, y]]),
            (true, false) => Outline::polyline([[x, y], [x, y + depth]]),
            _ => Outline::rectangle([x, y], [x + width, y + depth]),
        }
    };
    let along = width + gap;
    let (things, size) = match rng.below(5) {
        0 | 1 => {
            let things = (0..count).map(|i| thing(&mut rng, [f64::from(i) * along, 0.0])).collect();
            (things, [f64::from(count) * along, depth])
        }
        2 => {
            let columns = rng.between(2, 20).min(count);
            let across = depth + gap * *rng.pick(&[1.0, 1.0, 2.5]);
            let at = |i: u32| [f64::from(i % columns) * along, f64::from(i / columns) * across];
            let things = (0..count).map(|i| thing(&mut rng, at(i))).collect();
            (things, [f64::from(columns) * along, f64::from(count / columns) * across])
        }
        3 => {
            let teeth = count.min(100);
            let depth = depth.max(0.5);
            let mut outline = vec![[f64::from(teeth) * along, depth + 0.1], [0.0, depth + 0.1]];
            for i in 0..teeth {
                let x = f64::from(i) * along;
                let y = jitter * rng.range(-1.0..1.0);
                outline.extend([[x, y], [x + width.max(0.02), y]]);
                outline.extend([[x + width.max(0.02), depth], [x + along, depth]]);
            }
            (vec![Outline::polygon(outline)], [f64::from(teeth) * along, depth + 0.1])
        }
        _ => {
            let spikes = count.clamp(3, 200);
            let outer = gap * f64::from(spikes) / TAU;
            let corner = |i: u32| {
                let (sin, cos) = (TAU * f64::from(i) / f64::from(2 * spikes)).sin_cos();
                let from_centre = if i.is_multiple_of(2) { outer } else { 0.6 * outer };
                Point::new(outer + from_centre * cos, outer + from_centre * sin)
            };
            (vec![Outline::polygon((0..2 * spikes).map(corner))], [2.0 * outer; 2])
        }
    };
    let floor = Outline::rectangle([-MARGIN; 2], size.map(|c| c + MARGIN));
    Rack { floor, things, gap, size }
}

impl Rack {
    /// A place beside the things or between them.
    pub fn place(&self, rng: &mut Rng) -> Point {
        let [x, y] = self.size.map(|size| {
            let beyond = *rng.pick(&[0.0, 0.3, 1.0, 4.0]);
            rng.range(-beyond..size + beyond)
        });
        Point::new(x, y)
    }
}
