//! Grids of cells, and the outlines of their regions.

use std::num::NonZeroU32;

use navigant_geometry::{Outline, Point};

use crate::assembly::{Assembly, polygon};
use crate::error::Reason;
use crate::limits::MAX_CELLS;
use crate::scene::Scene;

/// A grid of blocked and free cells; cell (x, y) covers [x, x+1] × [y, y+1], row 0 being the first in the file.
pub(crate) struct Cells {
    width: usize,
    height: usize,
    blocked: Vec<bool>,
}

/// Which cells make up regions. Where two of them meet in a corner only, blocked ones are joined and free ones are parted.
#[derive(Clone, Copy, PartialEq)]
enum Regions {
    Blocked,
    Free,
}

/// The four ways along cell edges, in the order in which they turn right when y points down.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    East,
    South,
    West,
    North,
}

impl Cells {
    /// The grid of these cells, row by row.
    pub(crate) fn new(width: usize, height: usize, blocked: Vec<bool>) -> Cells {
        debug_assert_eq!(blocked.len(), width * height);
        Cells { width, height, blocked }
    }

    /// Whether a grid of this size has cells, and no more than the limit.
    pub(crate) fn check_size(width: usize, height: usize) -> Result<usize, Reason> {
        match width.checked_mul(height) {
            Some(0) => {
                Err(Reason::Expected { wanted: "a grid with cells", found: format!("{width} by {height} cells") })
            }
            Some(cells) if cells as u64 <= MAX_CELLS => Ok(cells),
            _ => Err(Reason::TooMany { what: "cells", limit: MAX_CELLS }),
        }
    }

    /// The grid as a scene: its rectangle is the floor, and every blocked region is one obstacle, with holes where it
    /// encloses free cells.
    ///
    /// Blocked cells that touch at a corner belong to one region, free cells that do are parted: what is left of the
    /// floor is exactly the free cells. Corners are the only points; linear in the number of cells.
    pub(crate) fn scene(&self) -> Result<Scene, Reason> {
        let mut assembly = Assembly::default();
        assembly.floor(Outline::rectangle([0.0, 0.0], [self.width as f64, self.height as f64]));
        let regions = self.region_rings(Regions::Blocked, &mut assembly)?;
        regions.into_iter().filter_map(polygon).for_each(|outline| assembly.obstacle(outline));
        Ok(assembly.scene)
    }

    /// The same free space without obstacles: every free region is a floor, with holes where it encloses blocked cells.
    pub(crate) fn walkable_areas(&self) -> Result<Scene, Reason> {
        let mut assembly = Assembly::default();
        let regions = self.region_rings(Regions::Free, &mut assembly)?;
        regions.into_iter().filter_map(polygon).for_each(|outline| assembly.floor(outline));
        Ok(assembly.scene)
    }

    /// The rings of each region, exterior first.
    ///
    /// A region's highest row borders only its exterior ring, so the scan from the top meets that ring before its holes.
    #[expect(clippy::indexing_slicing, reason = "cells are numbered below width × height, regions by their own count")]
    fn region_rings(&self, regions: Regions, assembly: &mut Assembly) -> Result<Vec<Vec<Vec<Point>>>, Reason> {
        let (region_of, count) = self.regions(regions);
        let mut rings = vec![Vec::new(); count];
        let mut top_walked = vec![false; self.blocked.len()];
        for y in 0..self.height {
            for x in 0..self.width {
                let cell = y * self.width + x;
                let Some(region) = region_of[cell] else { continue };
                if !top_walked[cell] && !self.is_in(regions, x as i64, y as i64 - 1) {
                    let ring = self.walk_around(regions, x as i64, y as i64, &mut top_walked);
                    rings[region.get() as usize - 1].push(assembly.ring(ring)?);
                }
            }
        }
        Ok(rings)
    }

    /// Walks along the boundary of a region, keeping it to the right, from the top left corner of one of its topmost
    /// cells; marks the cells whose tops it passes, and returns the corners where it turns.
    ///
    /// Where two cells meet in a corner only, it crosses over to the other one if that makes them one region. The start
    /// is a corner, because the scan comes from the left and a straight run would have been walked already.
    #[expect(clippy::indexing_slicing, reason = "a top is marked only where is_in found a cell")]
    fn walk_around(&self, regions: Regions, x: i64, y: i64, top_walked: &mut [bool]) -> Vec<Point> {
        let start = (x, y);
        let (mut x, mut y) = start;
        let mut heading = Heading::East;
        let mut corners = vec![Point::new(x as f64, y as f64)];
        loop {
            // The cells ahead, to the left and to the right of the next corner.
            let (left, right);
            match heading {
                Heading::East => {
                    top_walked[y as usize * self.width + x as usize] = true;
                    x += 1;
                    (left, right) = ((x, y - 1), (x, y));
                }
                Heading::South => {
                    y += 1;
                    (left, right) = ((x, y), (x - 1, y));
                }
                Heading::West => {
                    x -= 1;
                    (left, right) = ((x - 1, y), (x - 1, y - 1));
                }
                Heading::North => {
                    y -= 1;
                    (left, right) = ((x - 1, y - 1), (x, y - 1));
                }
            }
            let next = match (self.is_in(regions, left.0, left.1), self.is_in(regions, right.0, right.1)) {
                (true, true) => heading.turned_left(),
                (false, true) => heading,
                (false, false) => heading.turned_right(),
                (true, false) if regions == Regions::Blocked => heading.turned_left(),
                (true, false) => heading.turned_right(),
            };
            if (x, y) == start && next == Heading::East {
                return corners;
            }
            if next != heading {
                corners.push(Point::new(x as f64, y as f64));
            }
            heading = next;
        }
    }

    /// The region of each cell that is in one, counted from 1, and how many regions there are.
    #[expect(clippy::indexing_slicing, reason = "a cell is pushed only where is_in found one")]
    fn regions(&self, regions: Regions) -> (Vec<Option<NonZeroU32>>, usize) {
        let around: &[(i64, i64)] = match regions {
            Regions::Blocked => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
            Regions::Free => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
        };
        let mut region_of = vec![None; self.blocked.len()];
        let mut region = NonZeroU32::MIN;
        let mut to_visit: Vec<u32> = Vec::new();
        for first in 0..self.blocked.len() {
            if self.blocked[first] != (regions == Regions::Blocked) || region_of[first].is_some() {
                continue;
            }
            region_of[first] = Some(region);
            to_visit.push(first as u32);
            while let Some(cell) = to_visit.pop() {
                let (x, y) = ((cell as usize % self.width) as i64, (cell as usize / self.width) as i64);
                for (nx, ny) in around.iter().map(|(dx, dy)| (x + dx, y + dy)) {
                    if self.is_in(regions, nx, ny) {
                        let neighbour = ny as usize * self.width + nx as usize;
                        if region_of[neighbour].is_none() {
                            region_of[neighbour] = Some(region);
                            to_visit.push(neighbour as u32);
                        }
                    }
                }
            }
            region = region.saturating_add(1);
        }
        (region_of, region.get() as usize - 1)
    }

    /// Whether there is a cell, and one of those that make up regions.
    fn is_in(&self, regions: Regions, x: i64, y: i64) -> bool {
        match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width => {
                self.blocked.get(y * self.width + x).is_some_and(|&blocked| blocked == (regions == Regions::Blocked))
            }
            _ => false,
        }
    }
}

impl Heading {
    fn turned_right(self) -> Heading {
        match self {
            Heading::East => Heading::South,
            Heading::South => Heading::West,
            Heading::West => Heading::North,
            Heading::North => Heading::East,
        }
    }

    fn turned_left(self) -> Heading {
        self.turned_right().turned_right().turned_right()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid from rows of `.` and `#`.
    fn cells(rows: &[&str]) -> Cells {
        let blocked = rows.iter().flat_map(|row| row.bytes().map(|b| b == b'#')).collect();
        Cells::new(rows[0].len(), rows.len(), blocked)
    }

    /// How often a ring winds around a point that is on none of its edges.
    fn winding(ring: &[Point], p: Point) -> i32 {
        let edges = ring.iter().zip(ring.iter().cycle().skip(1));
        edges
            .filter(|(a, b)| a.x == b.x && a.x > p.x && (a.y > p.y) != (b.y > p.y))
            .map(|(a, b)| if b.y > a.y { 1 } else { -1 })
            .sum()
    }

    /// Whether an outline covers a point: wound around by its exterior, and by none of its holes.
    fn covers(outline: &Outline, p: Point) -> bool {
        let mut rings = outline.rings();
        let exterior = rings.next().unwrap();
        winding(exterior, p) != 0 && rings.all(|hole| winding(hole, p) == 0)
    }

    fn assert_exact(cells: &Cells) {
        let scene = cells.scene().unwrap();
        let areas = cells.walkable_areas().unwrap();
        assert_eq!(scene.obstacles.len(), cells.regions(Regions::Blocked).1);
        assert_eq!(areas.floors.len(), cells.regions(Regions::Free).1);
        for y in 0..cells.height {
            for x in 0..cells.width {
                let centre = Point::new(x as f64 + 0.5, y as f64 + 0.5);
                assert!(covers(&scene.floors[0], centre));
                let over = scene.obstacles.iter().filter(|o| covers(&o.outline, centre)).count();
                assert_eq!(over, usize::from(cells.blocked[y * cells.width + x]), "cell ({x}, {y})");
                assert_eq!(areas.floors.iter().filter(|f| covers(f, centre)).count(), 1 - over, "cell ({x}, {y})");
            }
        }
        for ring in scene.outlines().chain(areas.outlines()).flat_map(Outline::rings) {
            let turns = ring.iter().zip(ring.iter().cycle().skip(1)).zip(ring.iter().cycle().skip(2));
            for ((a, b), c) in turns {
                assert!((a.x == b.x) != (a.y == b.y), "edges run along the axes and have a length");
                assert!((a.x == b.x) != (b.x == c.x), "edges in a line are merged");
            }
        }
    }

    #[test]
    fn a_single_blocked_cell_is_a_square() {
        let scene = cells(&["...", ".#.", "..."]).scene().unwrap();
        assert_eq!(scene.floors, [Outline::rectangle([0.0, 0.0], [3.0, 3.0])]);
        assert_eq!(scene.obstacles[0].outline, Outline::rectangle([1.0, 1.0], [2.0, 2.0]));
    }

    #[test]
    fn blocked_cells_that_touch_at_a_corner_are_one_obstacle() {
        let grid = cells(&["#..", ".#.", "..#"]);
        assert_eq!(grid.scene().unwrap().obstacles.len(), 1);
        assert_exact(&grid);
    }

    #[test]
    fn free_cells_that_touch_at_a_corner_are_separate_holes() {
        let grid = cells(&["####", "#.##", "##.#", "####"]);
        let scene = grid.scene().unwrap();
        assert_eq!(scene.obstacles.len(), 1);
        assert_eq!(scene.obstacles[0].outline.rings().count(), 3);
        assert_exact(&grid);
    }

    #[test]
    fn free_cells_that_touch_at_a_corner_are_separate_areas() {
        let grid = cells(&[".#", "#."]);
        let areas = [([0.0, 0.0], [1.0, 1.0]), ([1.0, 1.0], [2.0, 2.0])].map(|(a, b)| Outline::rectangle(a, b));
        assert_eq!(grid.walkable_areas().unwrap().floors, areas);
    }

    #[test]
    fn an_island_in_a_courtyard_is_an_obstacle_of_its_own() {
        let grid = cells(&["#####", "#...#", "#.#.#", "#...#", "#####"]);
        assert_eq!(grid.scene().unwrap().obstacles.len(), 2);
        assert_exact(&grid);
    }

    #[test]
    fn full_and_empty_grids_are_exact() {
        assert_exact(&cells(&["."]));
        assert_exact(&cells(&["#"]));
        assert_exact(&cells(&["##", "##"]));
        assert_exact(&cells(&["#.#", ".#.", "#.#"]));
        assert_exact(&cells(&[".#.", "#.#", ".#."]));
    }

    #[test]
    fn random_grids_are_exact() {
        let mut state = 2024u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        };
        for _ in 0..400 {
            let (width, height, odds) = (1 + random() as usize % 14, 1 + random() as usize % 14, random() % 100);
            let blocked = (0..width * height).map(|_| random() % 100 < odds).collect();
            assert_exact(&Cells::new(width, height, blocked));
        }
    }
}
