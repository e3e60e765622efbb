//! How crowded it is around people: they are counted by cells.

use navigant::crowd::Seen;
use navigant::mesh::{Bounds, Point};

/// The most cells of a picture.
const MOST_CELLS: f64 = 1e6;

/// Counts of people in square cells.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    min: Point,
    cell: f64,
    columns: usize,
    counts: Vec<u16>,
}

impl Counts {
    /// Cells of about a size in metres over a box, larger where they would be too many.
    pub(crate) fn about(bounds: Bounds, cell: f64) -> Counts {
        let (width, height) = bounds.size();
        let cell = cell.max((width * height / MOST_CELLS).sqrt());
        let [columns, rows] = [width, height].map(|side| (side / cell).ceil().max(1.0) as usize);
        Counts { min: bounds.min, cell, columns, counts: vec![0; columns * rows] }
    }

    pub(crate) fn count(&mut self, agents: &[Seen]) {
        self.count_places(agents.iter().map(|agent| agent.position));
    }

    pub(crate) fn count_places(&mut self, places: impl Iterator<Item = Point>) {
        self.counts.fill(0);
        for place in places {
            let at = self.index(place);
            if let Some(count) = self.counts.get_mut(at) {
                *count = count.saturating_add(1);
            }
        }
    }

    fn index(&self, p: Point) -> usize {
        let column = (((p.x - self.min.x) / self.cell) as usize).min(self.columns - 1);
        ((p.y - self.min.y) / self.cell) as usize * self.columns + column
    }

    /// The density around the average person, in people per m².
    pub(crate) fn felt(&self) -> f64 {
        let (mut people, mut felt) = (0.0, 0.0);
        for &count in self.counts.iter().filter(|count| **count > 0) {
            let count = f64::from(count);
            people += count;
            felt += count * count;
        }
        if people > 0.0 { felt / people / (self.cell * self.cell) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::prelude::*;

    #[test]
    fn people_are_counted_where_they_are() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 6.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        for p in [[1.0, 1.0], [1.5, 1.5], [9.0, 5.0]] {
            crowd.add(&map, &Agent::new(p)).unwrap();
        }
        let mut counts = Counts::about(map.floor_bounds().unwrap(), 2.0);
        counts.count(&crowd.agents().collect::<Vec<_>>());
        assert!((counts.felt() - (2.0 * 2.0 + 1.0) / 3.0 / 4.0).abs() < 1e-12);
        let large = Counts::about(map.floor_bounds().unwrap(), 1e-6);
        assert!(large.counts.len() as f64 <= 1.01 * MOST_CELLS);
    }
}
