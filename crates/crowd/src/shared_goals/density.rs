//! What dense cells cost: a person a square metre who stands makes the way through a cell longer by a share.
//!
//! Who walks at the speed it likes delays nobody behind it and costs nothing, who stands costs all, and others the share of their speed that
//! they lack. So those who walk along in a stream do not lead each other astray, and a jam is gone around. Densities are those of a window of a
//! few metres: in one of a person's size a stream is a pattern of holes, and everyone would walk from hole to hole.

use super::Ground;
use crate::columns::Columns;
use crate::tuning::shared_goals::DENSITY_WINDOW;

/// In how many parts a person is counted: their sum does not depend on the order.
const PARTS: f32 = 64.0;

/// By cell: what crossing it costs beyond 1, in sixteenths, by how many stand in the window around it. `cost` is the share by which a
/// person a square metre who stands makes a way longer.
pub(super) fn density(ground: &Ground, columns: &Columns, cost: f64) -> Vec<u8> {
    let (width, height) = (ground.width as usize, ground.height as usize);
    let mut counts = vec![0u32; width * height];
    for (motion, traits) in columns.motion.iter().zip(&columns.traits) {
        let [x, y] = ground.at(motion.place);
        if (0.0..width as f64).contains(&x) && (0.0..height as f64).contains(&y) {
            let share = motion.velocity.length() / traits.speed.max(1e-3);
            let count = &mut counts[y as usize * width + x as usize];
            *count = count.saturating_add((PARTS * (1.0 - share.min(1.0))).round() as u32);
        }
    }
    let reach = ((0.5 * (DENSITY_WINDOW / ground.cell - 1.0)).round() as usize).clamp(1, width.max(height).max(1));
    // Along rows, then along columns.
    let mut along = vec![0u32; counts.len()];
    for (row, summed) in counts.chunks(width.max(1)).zip(along.chunks_mut(width.max(1))) {
        slide(row.len(), reach, |i| row[i], |i, sum| summed[i] = sum);
    }
    for x in 0..width {
        slide(height, reach, |y| along[y * width + x], |y, sum| counts[y * width + x] = sum);
    }
    let side = (2 * reach + 1) as f64 * ground.cell;
    let unit = 16.0 * cost / (f64::from(PARTS) * side * side);
    counts.into_iter().map(|people| (f64::from(people) * unit).round() as u8).collect()
}

/// The sums of the numbers up to `reach` before and behind each.
fn slide(length: usize, reach: usize, number: impl Fn(usize) -> u32, mut put: impl FnMut(usize, u32)) {
    let mut sum = (0..reach.min(length)).fold(0u32, |sum, i| sum.saturating_add(number(i)));
    for i in 0..length {
        if let Some(next) = Some(i + reach).filter(|&next| next < length) {
            sum = sum.saturating_add(number(next));
        }
        put(i, sum);
        if let Some(gone) = i.checked_sub(reach) {
            sum = sum.saturating_sub(number(gone));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliding_sums_are_the_sums_of_their_windows() {
        let numbers = [3u32, 0, 7, 1, 1, 9, 2];
        for reach in 1..9usize {
            let mut sums = vec![0; numbers.len()];
            slide(numbers.len(), reach, |i| numbers[i], |i, sum| sums[i] = sum);
            for (i, sum) in sums.into_iter().enumerate() {
                let window = i.saturating_sub(reach)..(i + reach + 1).min(numbers.len());
                assert_eq!(sum, numbers[window].iter().sum::<u32>(), "{i}, {reach}");
            }
        }
    }
}
