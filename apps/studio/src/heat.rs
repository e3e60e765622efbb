//! How crowded it is where: people counted by small cells and spread over those around, but through no wall.

use crate::refusal::Refusal;
use axum::body::Bytes;
use navigant::crowd::Seen;
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::{Bounds, Map, Point};

/// The most cells of a picture.
const MOST_CELLS: f64 = 1e6;
/// How far people are spread, in metres: about as much room as one needs.
const SPREAD: f64 = 0.7;
/// By so much, in cells, walls are moved.
const ASIDE: f64 = 1e-6;
/// What a cell gives to each of its neighbours in a pass.
const SHARE: f32 = 0.2;

#[derive(Clone, Debug)]
pub(crate) struct Heat {
    min: Point,
    cell: f64,
    columns: usize,
    /// People per m², and room for the next pass.
    values: Vec<f32>,
    spread: Vec<f32>,
    /// Whether there is a wall between the middles of a cell and of the one to its right, and the one above.
    walls: Vec<[bool; 2]>,
    /// The version of the map that these are of.
    version: Option<u64>,
}

impl Heat {
    /// Cells of a size in metres over a box.
    pub(crate) fn new(bounds: Bounds, cell: f64) -> Result<Heat, Refusal> {
        let (width, height) = bounds.size();
        let (columns, rows) = ((width / cell).ceil().max(1.0), (height / cell).ceil().max(1.0));
        let fits = cell > 0.0 && columns * rows <= MOST_CELLS && columns.max(rows) <= 65535.0;
        if !fits {
            let least = (width * height / MOST_CELLS).sqrt().max(width.max(height) / 65535.0);
            return Err(Refusal::new(format!("cells of {cell} m are too small here; take {least:.2} m or more")));
        }
        let (columns, count) = (columns as usize, columns as usize * rows as usize);
        Ok(Heat {
            min: bounds.min,
            cell,
            columns,
            values: vec![0.0; count],
            spread: vec![0.0; count],
            walls: vec![[false; 2]; count],
            version: None,
        })
    }

    /// Cells of about a size in metres, larger where they would be too many.
    pub(crate) fn about(bounds: Bounds, cell: f64) -> Option<Heat> {
        (0..20).find_map(|doubled| Heat::new(bounds, cell * f64::from(1u32 << doubled)).ok())
    }

    /// The size of a cell, in metres.
    pub(crate) fn cell(&self) -> f64 {
        self.cell
    }

    /// Counts everyone. The walls are looked at again when the map has changed.
    pub(crate) fn look(&mut self, map: &Map, people: impl Iterator<Item = Point>) {
        if self.version != Some(map.version()) {
            self.version = Some(map.version());
            self.raise_walls(map);
        }
        self.values.fill(0.0);
        let each = (1.0 / (self.cell * self.cell)) as f32;
        for p in people {
            let column = (((p.x - self.min.x) / self.cell) as usize).min(self.columns - 1);
            let at = ((p.y - self.min.y) / self.cell) as usize * self.columns + column;
            if let Some(value) = self.values.get_mut(at) {
                *value += each;
            }
        }
        let passes = (SPREAD / self.cell).powi(2) / (2.0 * f64::from(SHARE));
        for _ in 0..passes.round().min(16.0) as usize {
            self.pass();
        }
    }

    fn raise_walls(&mut self, map: &Map) {
        self.walls.fill([false; 2]);
        for f in map.faces().filter(|&f| map.is_free(f)) {
            for e in f.edges().into_iter().filter(|&e| map.is_wall(e)) {
                let ends = [map.origin(e), map.target(e)].map(|v| {
                    let p = map.point(v);
                    // In cells, and so that the middle of the first is at 0; a little aside, so that no wall goes through a
                    // middle, which would be on both of its sides.
                    [(p.x - self.min.x) / self.cell - 0.5 + ASIDE, (p.y - self.min.y) / self.cell - 0.5]
                });
                self.raise_wall(ends, 0);
                self.raise_wall(ends, 1);
            }
        }
    }

    /// Cuts the lines between middles along an axis that a wall crosses.
    fn raise_wall(&mut self, [a, b]: [[f64; 2]; 2], axis: usize) {
        let across = 1 - axis;
        let (low, high) = if a[across] <= b[across] { (a, b) } else { (b, a) };
        let rows = self.values.len() / self.columns;
        let most = [self.columns, rows];
        let mut line = low[across].ceil().max(0.0);
        while line < high[across] && line < most[across] as f64 {
            let share = (line - low[across]) / (high[across] - low[across]);
            let at = (low[axis] + share * (high[axis] - low[axis])).floor();
            if at >= 0.0 && at < most[axis] as f64 {
                let (column, row) = if axis == 0 { (at, line) } else { (line, at) };
                if let Some(walls) = self.walls.get_mut(row as usize * self.columns + column as usize) {
                    walls[axis] = true;
                }
            }
            line += 1.0;
        }
    }

    /// Lets every cell give to its neighbours; nobody is lost.
    fn pass(&mut self) {
        self.spread.copy_from_slice(&self.values);
        for (i, walls) in self.walls.iter().enumerate() {
            let is_last = (i + 1) % self.columns == 0;
            for (other, is_open) in [(i + 1, !is_last && !walls[0]), (i + self.columns, !walls[1])] {
                if !is_open || other >= self.values.len() {
                    continue;
                }
                let flow = SHARE * (self.values[i] - self.values[other]);
                self.spread[i] -= flow;
                self.spread[other] += flow;
            }
        }
        std::mem::swap(&mut self.values, &mut self.spread);
    }

    /// As a message.
    pub(crate) fn encode(&self, step: u32) -> Bytes {
        let rows = self.values.len() / self.columns;
        let mut bytes = Vec::with_capacity(24 + self.values.len());
        bytes.extend([0x12, 0, 0, 0]);
        bytes.extend(step.to_le_bytes());
        bytes.extend((self.columns as u16).to_le_bytes());
        bytes.extend((rows as u16).to_le_bytes());
        for number in [self.min.x, self.min.y, self.cell] {
            bytes.extend((number as f32).to_le_bytes());
        }
        bytes.extend(self.values.iter().map(|value| (value * 25.0).round() as u8));
        bytes.into()
    }
}

/// Where everyone is.
pub(crate) fn places(agents: &[Seen]) -> impl Iterator<Item = Point> + '_ {
    agents.iter().map(|agent| agent.position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    fn look(map: &Map, people: &[[f64; 2]], cell: f64) -> Heat {
        let mut heat = Heat::new(map.floor_bounds().unwrap(), cell).unwrap();
        heat.look(map, people.iter().map(|&p| Point::from(p)));
        heat
    }

    #[test]
    fn people_are_spread_around_where_they_are_and_none_is_lost() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 6.0])).unwrap();
        let heat = look(&map, &[[1.1, 1.1], [1.4, 1.4], [9.0, 5.0]], 0.5);
        let people: f32 = heat.values.iter().sum::<f32>() * 0.25;
        assert!((people - 3.0).abs() < 1e-4, "{people}");
        let most = heat.values.iter().copied().fold(0.0, f32::max);
        assert!(most > 0.4 && most < 1.0, "{most}");
        let coarse = look(&map, &[[1.1, 1.1], [1.4, 1.4], [9.0, 5.0]], 2.0).encode(3);
        assert_eq!(coarse.len(), 24 + 5 * 3);
        assert_eq!((coarse[24], coarse[24 + 14]), (13, 6), "two and one on 4 m², times 25");
        let refused = Heat::new(map.floor_bounds().unwrap(), 0.001).unwrap_err();
        assert!(refused.message.contains("take 0.01 m or more"), "{refused}");
    }

    #[test]
    fn heat_goes_around_a_wall_and_not_through_it() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 6.0])).unwrap();
        let wall = map.insert(&Outline::polyline([[5.0, 0.0], [5.0, 6.0]])).unwrap();
        let crowd: Vec<[f64; 2]> = (0..40).map(|i| [4.4 + 0.01 * f64::from(i), 0.1 + 0.14 * f64::from(i)]).collect();
        let beyond = |heat: &Heat| -> f32 {
            heat.values.iter().enumerate().filter(|(i, _)| i % heat.columns >= 10).map(|(_, value)| value).sum()
        };
        let mut heat = look(&map, &crowd, 0.5);
        assert_eq!(beyond(&heat), 0.0);
        map.remove(wall).unwrap();
        heat.look(&map, crowd.iter().map(|&p| Point::from(p)));
        assert!(beyond(&heat) > 1.0, "without the wall it would");
        // A slanted wall from corner to corner lets nothing through either.
        map.insert(&Outline::polyline([[0.0, 0.0], [10.0, 6.0]])).unwrap();
        let above: Vec<[f64; 2]> = (0..40).map(|i| 0.1 + 0.24 * f64::from(i)).map(|x| [x, 0.6 * x + 0.9]).collect();
        let heat = look(&map, &above, 0.5);
        for (i, &value) in heat.values.iter().enumerate() {
            let (x, y) = (0.5 * (i % heat.columns) as f64 + 0.25, 0.5 * (i / heat.columns) as f64 + 0.25);
            assert!(y > 0.6 * x - 0.4 || value == 0.0, "{x} {y} {value}");
        }
    }
}
