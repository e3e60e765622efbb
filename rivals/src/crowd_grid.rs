//! A plain good neighbour search for those who bring none: a grid of cells, nearest rings first, an insertion sort of the
//! best so far, as RVO2 and its ports keep it.

use dodgy_2d::Vec2;

/// Agents by the cells of a grid over their bounding box; for crowds that are spread over more cells than that is worth,
/// larger cells.
pub(crate) struct PlainGrid {
    low: Vec2,
    size: f32,
    columns: i32,
    rows: i32,
    /// Where each cell begins in `agents`, and one more.
    starts: Vec<u32>,
    agents: Vec<u32>,
}

impl PlainGrid {
    pub(crate) fn new(places: &[Vec2], size: f32) -> PlainGrid {
        let low = places.iter().copied().fold(Vec2::INFINITY, Vec2::min);
        let high = places.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
        let extent = high - low;
        let most = 8.0 * places.len() as f32;
        let size = size.max((extent.x * extent.y / most).sqrt());
        let (columns, rows) = ((extent.x / size) as i32 + 1, (extent.y / size) as i32 + 1);
        let cell = |p: Vec2| {
            let at = (p - low) / size;
            (at.y as i32 * columns + at.x as i32) as usize
        };
        let mut starts = vec![0u32; (columns * rows) as usize + 1];
        places.iter().for_each(|&p| starts[cell(p) + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut agents = vec![0; places.len()];
        for (agent, &p) in places.iter().enumerate() {
            let slot = &mut next[cell(p)];
            agents[*slot as usize] = agent as u32;
            *slot += 1;
        }
        PlainGrid { low, size, columns, rows, starts, agents }
    }

    /// All agents, cell by cell.
    pub(crate) fn agents(&self) -> &[u32] {
        &self.agents
    }

    /// The k nearest neighbours within a distance, nearest first.
    pub(crate) fn nearest(&self, places: &[Vec2], of: usize, distance: f32, count: usize, found: &mut Vec<(f32, u32)>) {
        found.clear();
        let place = places[of];
        let at = (place - self.low) / self.size;
        let (column, row) = (at.x as i32, at.y as i32);
        let mut limit = distance * distance;
        for ring in 0..=(distance / self.size).ceil() as i32 {
            // Nothing in this ring is nearer than its inner border.
            let border = (ring - 1).max(0) as f32 * self.size;
            if border * border > limit {
                break;
            }
            for y in (row - ring).max(0)..=(row + ring).min(self.rows - 1) {
                let is_edge = (y - row).abs() == ring;
                let step = if is_edge { 1 } else { (2 * ring).max(1) };
                let mut x = column - ring;
                while x <= column + ring {
                    if (0..self.columns).contains(&x) {
                        self.look_into(places, of, (y * self.columns + x) as usize, count, &mut limit, found);
                    }
                    x += step;
                }
            }
        }
    }

    fn look_into(
        &self,
        places: &[Vec2],
        of: usize,
        cell: usize,
        count: usize,
        limit: &mut f32,
        found: &mut Vec<(f32, u32)>,
    ) {
        for &other in &self.agents[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
            let squared = places[of].distance_squared(places[other as usize]);
            if squared > *limit || other as usize == of {
                continue;
            }
            if found.len() == count {
                found.pop();
            }
            let at = found.partition_point(|&(nearer, _)| nearer <= squared);
            found.insert(at, (squared, other));
            if found.len() == count {
                *limit = found[count - 1].0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_testing::rng::Rng;

    #[test]
    fn the_nearest_are_found() {
        let mut rng = Rng::new(7);
        let places: Vec<Vec2> =
            (0..400).map(|_| Vec2::new(rng.range(0.0..60.0) as f32, rng.range(0.0..60.0) as f32)).collect();
        let grid = PlainGrid::new(&places, 7.5);
        let mut found = Vec::new();
        for of in 0..places.len() {
            grid.nearest(&places, of, 15.0, 10, &mut found);
            let mut all: Vec<f32> = (0..places.len())
                .filter(|&other| other != of)
                .map(|other| places[of].distance_squared(places[other]))
                .filter(|&squared| squared <= 225.0)
                .collect();
            all.sort_by(f32::total_cmp);
            all.truncate(10);
            assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), all);
        }
    }
}
