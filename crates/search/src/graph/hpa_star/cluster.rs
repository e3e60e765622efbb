//! One cluster: where its border can be crossed, and the ways between crossings.

use super::within::Within;
use crate::graph::tuning::hpa_star::SHORT_ENTRANCE;
use crate::graph::{Budget, Dijkstra, StateId};
use navigant_mesh::grid::Direction;
use navigant_mesh::internals::{CellInternals as _, GridInternals as _};
use navigant_mesh::{Cell, CellId, Grid};
use std::ops::Range;

/// The borders of a cluster, in the order of its crossings.
pub(super) const BORDERS: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// A square of cells, and how to get to the crossings of its border.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cluster {
    /// Border by border, along each from left to right or from the top down.
    crossings: Vec<Crossing>,
    /// Where the crossings of each border begin, and where the last ones end.
    starts: [usize; 5],
    /// A row for each crossing that the cluster is entered by: the cost from its cell to the cell of every crossing, and
    /// across; infinite where there is no way inside the cluster.
    costs: Vec<f64>,
    /// The cells of the crossings, in order.
    doors: Vec<CellId>,
    /// For every door and every cell of the cluster: the direction of the way to that door.
    directions: Vec<Option<Direction>>,
    /// The longest of the costs that are finite.
    longest: f64,
}

/// Where a border can be crossed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    /// Which door it begins at.
    door: usize,
    pub(super) inside: Cell,
    pub(super) outside: Cell,
    /// What the step across costs.
    step: f64,
}

impl Cluster {
    pub(super) fn longest(&self) -> f64 {
        self.longest
    }

    /// The crossings of a border.
    #[inline]
    pub(super) fn border(&self, number: usize) -> Range<usize> {
        self.starts[number]..self.starts[number + 1]
    }

    pub(super) fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// The costs from a crossing across each of the crossings.
    #[inline]
    pub(super) fn row(&self, crossing: usize) -> Option<&[f64]> {
        let crossings = self.crossings.len();
        self.costs.get(crossing * crossings..(crossing + 1) * crossings)
    }

    /// Finds the crossings of a cluster and floods it from each of them.
    pub(super) fn rebuild(&mut self, grid: &Grid, side: u32, corner: Cell, flood: &mut Dijkstra) {
        let Cluster { crossings, starts, costs, doors, directions, longest } = self;
        crossings.clear();
        costs.clear();
        doors.clear();
        directions.clear();
        let mut found: Vec<(CellId, Crossing)> = Vec::new();
        for (border, outward) in BORDERS.into_iter().enumerate() {
            starts[border] = found.len();
            border_crossings(grid, side, corner, outward, &mut found);
        }
        starts[4] = found.len();
        doors.extend(found.iter().map(|&(door, _)| door));
        doors.sort_unstable();
        doors.dedup();
        let door_of = |(inside, crossing): (CellId, Crossing)| Crossing {
            door: doors.partition_point(|&door| door < inside),
            ..crossing
        };
        crossings.extend(found.into_iter().map(door_of));
        let within = Within::new(grid, side, corner);
        let mut rows = Vec::new();
        for &door in &*doors {
            // The steps of a grid are sound, and a door is in its cluster: nothing can be wrong here.
            let _ = flood.flood(&within, within.local(door), Budget::UNLIMITED);
            rows.extend(doors.iter().map(|&to| flood.distance(within.local(to)).unwrap_or(f64::INFINITY)));
            directions.extend((0..side * side).map(|local| {
                let parent = flood.parent(StateId(local))?;
                within.cell(StateId(local)).direction_to(within.cell(parent))
            }));
        }
        *longest = 0.0;
        for from in &*crossings {
            for to in &*crossings {
                let cost = rows.get(from.door * doors.len() + to.door).map_or(f64::INFINITY, |inside| inside + to.step);
                costs.push(cost);
                *longest = if cost < f64::INFINITY { longest.max(cost) } else { *longest };
            }
        }
    }

    /// The cells on the way from a cell of the cluster to the cell of a crossing, without the first, and what each step
    /// costs.
    pub(super) fn walk<'a>(
        &'a self,
        within: Within<'a>,
        from: CellId,
        crossing: usize,
    ) -> impl Iterator<Item = (CellId, f64)> + 'a {
        let states = within.side() * within.side();
        let directions =
            self.crossings.get(crossing).and_then(|crossing| self.directions.get(crossing.door * states as usize..));
        let directions = directions.unwrap_or_default();
        let (mut at, mut local) = (from, within.local(from));
        std::iter::from_fn(move || {
            let direction = (*directions.get(local.index())?)?;
            let (to, cost) = within.grid().step(at, direction)?;
            (at, local) = (to, within.beside(local, direction));
            Some((to, cost))
        })
    }

    /// Writes down what it costs from a cell of the cluster to the cell of each crossing.
    pub(super) fn reach(&self, within: Within<'_>, from: CellId, costs: &mut Vec<f64>) {
        costs.clear();
        costs.extend(self.crossings.iter().enumerate().map(|(number, crossing)| {
            let (mut end, mut cost) = (from, 0.0);
            self.walk(within, from, number).for_each(|(to, step)| (end, cost) = (to, cost + step));
            if self.doors.get(crossing.door) == Some(&end) { cost } else { f64::INFINITY }
        }));
    }

    /// What the step across a crossing costs.
    pub(super) fn step(&self, crossing: usize) -> f64 {
        self.crossings.get(crossing).map_or(f64::INFINITY, |crossing| crossing.step)
    }
}

/// Adds the crossings of one border, each with the cell it begins at.
fn border_crossings(grid: &Grid, side: u32, corner: Cell, outward: Direction, found: &mut Vec<(CellId, Crossing)>) {
    let (width, height) = (side.min(grid.width() - corner.x), side.min(grid.height() - corner.y));
    let (length, cell): (u32, &dyn Fn(u32) -> Cell) = match outward {
        Direction::North => (width, &|i| Cell::new(corner.x + i, corner.y)),
        Direction::South => (width, &|i| Cell::new(corner.x + i, corner.y + height - 1)),
        Direction::West => (height, &|i| Cell::new(corner.x, corner.y + i)),
        _ => (height, &|i| Cell::new(corner.x + width - 1, corner.y + i)),
    };
    let crossing = |i: u32| {
        let inside = grid.id(cell(i))?;
        let (outside, step) = grid.step(inside, outward)?;
        Some((inside, Crossing { door: 0, inside: cell(i), outside: grid.cell(outside)?, step }))
    };
    let mut begin = 0;
    for i in 0..=length {
        if i < length && crossing(i).is_some() {
            continue;
        }
        let run = i - begin;
        if run > SHORT_ENTRANCE {
            found.extend(crossing(begin));
            found.extend(crossing(i - 1));
        } else if run > 0 {
            found.extend(crossing(begin + run / 2));
        }
        begin = i + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::grid::STRAIGHT;

    /// Two clusters of 8 × 8 with an entrance between them.
    fn entrance(cells: u32) -> Cluster {
        let mut grid = Grid::open(16, 8).unwrap();
        for y in cells..8 {
            grid.block(Cell::new(8, y)).unwrap();
        }
        let mut cluster = Cluster::default();
        cluster.rebuild(&grid, 8, Cell::new(0, 0), &mut Dijkstra::new());
        cluster
    }

    #[test]
    fn short_entrances_have_one_crossing_in_the_middle_and_longer_ones_two_at_the_ends() {
        let rows = |cells| entrance(cells).crossings().iter().map(|crossing| crossing.inside.y).collect::<Vec<_>>();
        assert_eq!([0, 1, 4, SHORT_ENTRANCE].map(rows), [vec![], vec![0], vec![2], vec![2]]);
        assert_eq!([SHORT_ENTRANCE + 1, 8].map(rows), [vec![0, 5], vec![0, 7]]);
    }

    #[test]
    fn the_longest_edge_is_the_longest_that_leads_anywhere() {
        // From one end of the border to the other, and across.
        assert_eq!(entrance(8).longest(), 8.0 * STRAIGHT);
        // A wall between the two ends: there is no edge but across.
        let mut grid = Grid::open(16, 8).unwrap();
        for x in 0..8 {
            grid.block(Cell::new(x, 4)).unwrap();
        }
        let mut cluster = Cluster::default();
        cluster.rebuild(&grid, 8, Cell::new(0, 0), &mut Dijkstra::new());
        assert_eq!(cluster.longest(), STRAIGHT);
    }
}
