//! Stars: one outline with many spikes.

use navigant_geometry::{Outline, Point};
use std::f64::consts::TAU;

/// A star with a number of spikes in the middle of a square floor of 100 m: its notches are 20 m from the centre, its tips 40 m.
///
/// From the corners of the floor everything is seen at once, and between the tips there is no room: what grows faster than
/// the number of spikes shows here.
pub fn star(spikes: u32) -> (Outline, Outline) {
    let floor = Outline::rectangle([0.0, 0.0], [100.0, 100.0]);
    let corner = |i: u32| {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(2 * spikes)).sin_cos();
        let from_centre = if i.is_multiple_of(2) { 40.0 } else { 20.0 };
        Point::new(50.0 + from_centre * cos, 50.0 + from_centre * sin)
    };
    (floor, Outline::polygon((0..2 * spikes).map(corner)))
}
