//! How crowded it is: people counted by cells.

use crate::refusal::Refusal;
use axum::body::Bytes;
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
    /// Cells of a size in metres over a box.
    pub(crate) fn new(bounds: Bounds, cell: f64) -> Result<Counts, Refusal> {
        let (width, height) = bounds.size();
        let (columns, rows) = ((width / cell).ceil().max(1.0), (height / cell).ceil().max(1.0));
        let fits = cell > 0.0 && columns * rows <= MOST_CELLS && columns.max(rows) <= 65535.0;
        if !fits {
            let least = (width * height / MOST_CELLS).sqrt().max(width.max(height) / 65535.0);
            return Err(Refusal::new(format!("cells of {cell} m are too small here; take {least:.2} m or more")));
        }
        Ok(Counts {
            min: bounds.min,
            cell,
            columns: columns as usize,
            counts: vec![0; columns as usize * rows as usize],
        })
    }

    /// Cells of about a size in metres, larger where they would be too many.
    pub(crate) fn about(bounds: Bounds, cell: f64) -> Option<Counts> {
        (0..20).find_map(|doubled| Counts::new(bounds, cell * f64::from(1u32 << doubled)).ok())
    }

    /// The size of a cell, in metres.
    pub(crate) fn cell(&self) -> f64 {
        self.cell
    }

    pub(crate) fn count(&mut self, agents: &[Seen]) {
        self.counts.fill(0);
        for agent in agents {
            let at = self.index(agent.position);
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

    /// As a message.
    pub(crate) fn encode(&self, step: u32) -> Bytes {
        let rows = self.counts.len() / self.columns;
        let mut bytes = Vec::with_capacity(24 + self.counts.len());
        bytes.extend([0x12, 0, 0, 0]);
        bytes.extend(step.to_le_bytes());
        bytes.extend((self.columns as u16).to_le_bytes());
        bytes.extend((rows as u16).to_le_bytes());
        for number in [self.min.x, self.min.y, self.cell] {
            bytes.extend((number as f32).to_le_bytes());
        }
        let per_person = 25.0 / (self.cell * self.cell);
        bytes.extend(self.counts.iter().map(|&count| (f64::from(count) * per_person).round() as u8));
        bytes.into()
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
        let mut counts = Counts::new(map.floor_bounds().unwrap(), 2.0).unwrap();
        counts.count(&crowd.agents().collect::<Vec<_>>());
        let bytes = counts.encode(3);
        assert_eq!(bytes.len(), 24 + 5 * 3);
        assert_eq!((bytes[24], bytes[24 + 14]), (13, 6), "two and one on 4 m², times 25");
        assert!((counts.felt() - (2.0 * 2.0 + 1.0) / 3.0 / 4.0).abs() < 1e-12);
        let refused = Counts::new(map.floor_bounds().unwrap(), 0.001).unwrap_err();
        assert!(refused.message.contains("take 0.01 m or more"), "{refused}");
    }
}
