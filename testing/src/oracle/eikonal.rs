//! Times of arrival by fast sweeping: whole sweeps in four orders until nothing changes, each cell by a search along the segments between its
//! neighbours instead of a root.

use navigant_field::FieldGrid;
use navigant_mesh::CellId;

/// The arrivals of a front that is at some cells at given times and takes a cell's weight to cross a cell; infinite where it does not come.
///
/// The update of a cell is the least of (1 − t) a + t b + w √(t² + (1 − t)²) over t from 0 to 1, where a and b are the arrivals at a neighbour in
/// either direction. That is the root of (u − a)² + (u − b)² = w² where there is one, written otherwise.
pub fn arrivals(ground: &impl FieldGrid, starts: &[(CellId, f64)]) -> Vec<f64> {
    let [width, height] = ground.size().map(i64::from);
    let mut arrivals = vec![f64::INFINITY; (width * height) as usize];
    let mut is_given = vec![false; arrivals.len()];
    for &(cell, arrival) in starts {
        arrivals[cell.0 as usize] = arrival;
        is_given[cell.0 as usize] = true;
    }
    loop {
        let mut most = 0.0f64;
        for (right, down) in [(true, true), (false, true), (false, false), (true, false)] {
            for row in 0..height {
                for column in 0..width {
                    let x = if right { column } else { width - 1 - column };
                    let y = if down { row } else { height - 1 - row };
                    let id = (y * width + x) as usize;
                    if is_given[id] {
                        continue;
                    }
                    let new = update(ground, &arrivals, id as u32, width);
                    if new < arrivals[id] {
                        most = most.max(arrivals[id] - new);
                        arrivals[id] = new;
                    }
                }
            }
        }
        if most <= 1e-12 {
            return arrivals;
        }
    }
}

/// The least arrival over the neighbours of a cell.
fn update(ground: &impl FieldGrid, arrivals: &[f64], id: u32, width: i64) -> f64 {
    let (weight, moves) = (f64::from(ground.weight(CellId(id))), ground.moves(CellId(id)));
    if weight == 0.0 {
        return f64::INFINITY;
    }
    // North, east, south and west among the eight directions.
    let beside = |bit: u8, stride: i64| {
        if moves & bit == 0 { f64::INFINITY } else { arrivals[(i64::from(id) + stride) as usize] }
    };
    let [north, east, south, west] = [beside(1, -width), beside(4, 1), beside(16, width), beside(64, -1)];
    let mut least = f64::INFINITY;
    for a in [east, west] {
        for b in [north, south] {
            least = least.min(between(a, b, weight));
        }
    }
    least
}

/// The least of (1 − t) a + t b + w √(t² + (1 − t)²), which is convex in t, by ternary search.
fn between(a: f64, b: f64, weight: f64) -> f64 {
    let ends = a.min(b) + weight;
    if !a.is_finite() || !b.is_finite() {
        return ends;
    }
    let at = |t: f64| (1.0 - t) * a + t * b + weight * (t * t + (1.0 - t) * (1.0 - t)).sqrt();
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..80 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if at(left) < at(right) {
            high = right;
        } else {
            low = left;
        }
    }
    ends.min(at(0.5 * (low + high)))
}
