//! How far agents are from being spread evenly.

use super::region_graph::{RegionGraph, Shape};
use navigant_mesh::{Bounds, Point};

/// Squares of one size over all regions, to count agents in.
///
/// [`index`](Self::index) is Morisita's index of dispersion (Morisita, "Measuring of the dispersion of individuals", 1959):
/// Q · Σ n(n − 1) / (N(N − 1)) for N agents in Q squares, n in each. It is 1 for agents at random places, 0 when nobody shares
/// a square, Q when all are in one; it does not depend on how many agents there are.
#[derive(Clone, Debug)]
pub struct Quadrats {
    origin: Point,
    side: f64,
    columns: usize,
    rows: usize,
    /// How many squares meet a region.
    used: usize,
    counts: Vec<u32>,
}

impl Quadrats {
    /// Squares of a side, in metres, over the regions of a graph.
    pub fn over(graph: &RegionGraph, side: f64) -> Quadrats {
        let origin = Point::new(0.0, 0.0);
        let bounds = graph.bounds().unwrap_or(Bounds { min: origin, max: origin });
        let (width, height) = bounds.size();
        let side = side.max(1e-3 * width.max(height)).max(f64::MIN_POSITIVE);
        let [columns, rows] = [width, height].map(|length| (length / side) as usize + 1);
        let mut quadrats =
            Quadrats { origin: bounds.min, side, columns, rows, used: 0, counts: vec![0; columns * rows] };
        for region in graph.regions() {
            let corners = match graph.shape(region) {
                Shape::Box(Bounds { min, max }) => [min, max],
                Shape::Triangle(corners) => match Bounds::of(corners) {
                    Some(Bounds { min, max }) => [min, max],
                    None => continue,
                },
            };
            let [low, high] = corners.map(|p| quadrats.place(p));
            for row in low[1]..=high[1] {
                quadrats.counts[row * columns + low[0]..=row * columns + high[0]].fill(1);
            }
        }
        quadrats.used = quadrats.counts.iter().filter(|&&count| count > 0).count();
        quadrats
    }

    fn place(&self, p: Point) -> [usize; 2] {
        let part = |x: f64, from: f64, count: usize| (((x - from) / self.side) as usize).min(count - 1);
        [part(p.x, self.origin.x, self.columns), part(p.y, self.origin.y, self.rows)]
    }

    /// Morisita's index of some points; `None` for fewer than two.
    pub fn index(&mut self, points: impl Iterator<Item = Point>) -> Option<f64> {
        self.counts.fill(0);
        let mut all = 0u64;
        for p in points {
            let [column, row] = self.place(p);
            self.counts[row * self.columns + column] += 1;
            all += 1;
        }
        let pairs: u64 = self.counts.iter().map(|&n| u64::from(n) * u64::from(n.saturating_sub(1))).sum();
        (all > 1).then(|| self.used as f64 * pairs as f64 / (all as f64 * (all - 1) as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::{Map, Outline};

    #[test]
    fn the_index_is_0_apart_and_the_number_of_squares_together() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        let graph = RegionGraph::of_grid(&map, 2.0, 0.0).unwrap();
        let mut quadrats = Quadrats::over(&graph, 4.0);
        let apart = (0..16).map(|i| Point::new(f64::from(i % 4) * 4.0 + 1.0, f64::from(i / 4) * 4.0 + 1.0));
        assert_eq!(quadrats.index(apart.clone()), Some(0.0));
        assert_eq!(quadrats.index(apart.clone().take(1)), None);
        let together = std::iter::repeat_n(Point::new(5.0, 5.0), 9);
        assert_eq!(quadrats.index(together), Some(quadrats.used as f64));
        // Two in each of sixteen squares: 16 · 32 / (32 · 31), but for the squares that only touch the border.
        let pairs = quadrats.index(apart.clone().chain(apart)).unwrap();
        assert!((pairs - quadrats.used as f64 * 32.0 / (32.0 * 31.0)).abs() < 1e-12);
    }
}
