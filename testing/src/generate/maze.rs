//! A maze.

use super::Scene;
use super::shapes::{bounds, rectangle};
use crate::rng::Rng;
use navigant_geometry::{Outline, Point};

/// A maze of `columns` × `rows` square cells of `cell` metres, each reachable from each.
///
/// `loops` is the part of the remaining inner walls that is torn down again: 0 leaves exactly one way between any two
/// cells. Straight runs of wall are one obstacle each, so that walls meet at corners and T-junctions: rectangles of the
/// given thickness, which overlap there, or polylines, which touch there, for a thickness of 0.
///
/// ```
/// use navigant_testing::generate::maze;
/// let (_floor, walls) = maze(7, 20, 10, 1.0, 0.125, 0.05);
/// assert!(walls.len() > 50);
/// ```
pub fn maze(seed: u64, columns: u32, rows: u32, cell: f64, thickness: f64, loops: f64) -> Scene {
    let mut rng = Rng::new(seed);
    let mut grid = Grid::walled(columns.max(1), rows.max(1));
    grid.carve(&mut rng);
    for wall in grid.right.iter_mut().chain(&mut grid.above) {
        *wall = *wall && !rng.chance(loops);
    }
    let wall = |from: (u32, u32), to: (u32, u32)| {
        let corner = |(x, y): (u32, u32)| Point::new(f64::from(x) * cell, f64::from(y) * cell);
        let (from, to) = (corner(from), corner(to));
        if thickness > 0.0 {
            let half = thickness / 2.0;
            Outline::rectangle([from.x - half, from.y - half], [to.x + half, to.y + half])
        } else {
            Outline::polyline([from, to])
        }
    };
    let floor = bounds(0.0, 0.0, f64::from(grid.columns) * cell, f64::from(grid.rows) * cell);
    (rectangle(floor), grid.runs().into_iter().map(|(from, to)| wall(from, to)).collect())
}

/// Which inner walls stand: to the right of a cell, above a cell. The outer walls always stand.
struct Grid {
    columns: u32,
    rows: u32,
    right: Vec<bool>,
    above: Vec<bool>,
}

impl Grid {
    fn walled(columns: u32, rows: u32) -> Grid {
        let cells = columns as usize * rows as usize;
        Grid { columns, rows, right: vec![true; cells], above: vec![true; cells] }
    }

    fn index(&self, (x, y): (u32, u32)) -> usize {
        y as usize * self.columns as usize + x as usize
    }

    /// Tears walls down by a random depth-first walk, until every cell is reached once.
    fn carve(&mut self, rng: &mut Rng) {
        let mut seen = vec![false; self.right.len()];
        let mut trail = vec![(rng.below(self.columns), rng.below(self.rows))];
        seen[self.index(trail[0])] = true;
        while let Some(&here) = trail.last() {
            let mut sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            rng.shuffle(&mut sides);
            let inside = |(dx, dy): (i32, i32)| {
                let (x, y) = (here.0.checked_add_signed(dx)?, here.1.checked_add_signed(dy)?);
                (x < self.columns && y < self.rows).then_some((x, y))
            };
            let Some(next) = sides.into_iter().filter_map(inside).find(|&c| !seen[self.index(c)]) else {
                trail.pop();
                continue;
            };
            let lower = self.index(here.min(next));
            let walls = if here.1 == next.1 { &mut self.right } else { &mut self.above };
            walls[lower] = false;
            let next_index = self.index(next);
            seen[next_index] = true;
            trail.push(next);
        }
    }

    /// The longest straight runs of wall, as pairs of grid corners.
    fn runs(&self) -> Vec<((u32, u32), (u32, u32))> {
        let (columns, rows) = (self.columns, self.rows);
        let stands_beside = |x: u32, y: u32| x == 0 || x == columns || self.right[self.index((x - 1, y))];
        let stands_below = |x: u32, y: u32| y == 0 || y == rows || self.above[self.index((x, y - 1))];
        let mut runs = Vec::new();
        for x in 0..=columns {
            let line: Vec<bool> = (0..rows).map(|y| stands_beside(x, y)).collect();
            runs.extend(stretches(&line).map(|(from, to)| ((x, from), (x, to))));
        }
        for y in 0..=rows {
            let line: Vec<bool> = (0..columns).map(|x| stands_below(x, y)).collect();
            runs.extend(stretches(&line).map(|(from, to)| ((from, y), (to, y))));
        }
        runs
    }
}

/// The stretches of `true`, as half-open ranges.
fn stretches(line: &[bool]) -> impl Iterator<Item = (u32, u32)> {
    let stands = |i: usize| i < line.len() && line[i];
    let starts = (0..line.len()).filter(move |&i| stands(i) && (i == 0 || !stands(i - 1)));
    starts.map(move |from| {
        let length = line[from..].iter().take_while(|&&wall| wall).count();
        (from as u32, (from + length) as u32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maze_follows_from_its_seed_alone() {
        assert_eq!(maze(1, 20, 30, 1.0, 0.1, 0.1), maze(1, 20, 30, 1.0, 0.1, 0.1));
        assert_ne!(maze(1, 20, 30, 1.0, 0.1, 0.1), maze(2, 20, 30, 1.0, 0.1, 0.1));
    }

    #[test]
    fn without_loops_there_is_exactly_one_way_between_cells() {
        let mut grid = Grid::walled(17, 9);
        grid.carve(&mut Rng::new(1));
        let open = grid.right.iter().chain(&grid.above).filter(|&&wall| !wall).count();
        // Every cell was reached through one torn wall, so a spanning tree of open walls connects them.
        assert_eq!(open, 17 * 9 - 1);
    }

    #[test]
    fn walls_are_whole_runs_and_stay_in_place() {
        let (floor, walls) = maze(3, 6, 4, 2.0, 0.0, 0.0);
        let floor = floor.bounds().unwrap();
        assert!(walls.iter().flat_map(Outline::rings).flatten().all(|&p| floor.contains(p)));
        assert!(walls.contains(&Outline::polyline([[0.0, 0.0], [12.0, 0.0]])), "the lower border is one wall");
        let thick = maze(3, 6, 4, 2.0, 0.5, 0.0).1;
        assert!(thick.contains(&Outline::rectangle([-0.25, -0.25], [12.25, 0.25])));
        assert_eq!(thick.len(), walls.len());
    }

    #[test]
    fn the_smallest_maze_is_one_cell() {
        assert_eq!(maze(1, 0, 1, 1.0, 0.0, 0.0).1.len(), 4);
    }
}
