//! What dense cells cost: a person a square metre makes the way through a cell longer by a share.

use super::Ground;
use crate::columns::Columns;

/// By cell: what crossing it costs beyond 1, in sixteenths, by how many stand in it and the eight around it. `cost` is the share by which a
/// person a square metre makes a way longer. Numbers of people are added, so their order makes no
/// difference.
pub(super) fn density(ground: &Ground, columns: &Columns, cost: f64) -> Vec<u8> {
    let (width, height) = (ground.width as usize, ground.height as usize);
    let mut counts = vec![0u16; width * height];
    for motion in &columns.motion {
        let [x, y] = ground.at(motion.place);
        if (0.0..width as f64).contains(&x) && (0.0..height as f64).contains(&y) {
            let count = &mut counts[y as usize * width + x as usize];
            *count = count.saturating_add(1);
        }
    }
    // Of three beside each other, then of three rows.
    let along: Vec<u16> = (0..counts.len())
        .map(|id| {
            let x = id % width;
            let left = if x > 0 { counts[id - 1] } else { 0 };
            let right = if x + 1 < width { counts[id + 1] } else { 0 };
            counts[id].saturating_add(left).saturating_add(right)
        })
        .collect();
    let unit = 16.0 * cost / (9.0 * ground.cell * ground.cell);
    (0..counts.len())
        .map(|id| {
            let above = id.checked_sub(width).map_or(0, |id| along[id]);
            let below = along.get(id + width).copied().unwrap_or(0);
            let people = along[id].saturating_add(above).saturating_add(below);
            (f64::from(people) * unit).round() as u8
        })
        .collect()
}
