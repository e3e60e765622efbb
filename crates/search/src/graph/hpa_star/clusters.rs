//! All clusters of a grid, and the numbers of the portals between them.

use super::cluster::{BORDERS, Cluster};
use super::within::Within;
use crate::graph::Dijkstra;
use navigant_mesh::grid::STRAIGHT;
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{Cell, Grid};
use std::ops::Range;

/// The clusters of a grid, row by row.
///
/// A *portal* is a crossing together with the cluster it leads into: there its number is that of the same crossing seen from
/// inside. The crossings of a border are the same from both sides, in the same order, so a number needs no table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clusters {
    /// The length of a cluster's side, in cells.
    side: u32,
    columns: u32,
    rows: u32,
    clusters: Vec<Cluster>,
    /// The longest edge there has been so far.
    longest: f64,
}

impl Clusters {
    pub(super) fn new(grid: &Grid, side: u32, flood: &mut Dijkstra) -> Clusters {
        let (columns, rows) = (grid.width().div_ceil(side), grid.height().div_ceil(side));
        let clusters = vec![Cluster::default(); columns as usize * rows as usize];
        let mut all = Clusters { side, columns, rows, clusters, longest: STRAIGHT };
        for row in 0..rows {
            for column in 0..columns {
                all.rebuild(grid, column, row, flood);
            }
        }
        all
    }

    /// A cell was changed: rebuilds its cluster, and those that it is beside.
    pub(super) fn update(&mut self, grid: &Grid, cell: Cell, flood: &mut Dijkstra) {
        let (column, row) = (cell.x / self.side, cell.y / self.side);
        self.rebuild(grid, column, row, flood);
        let (in_x, in_y, last) = (cell.x % self.side, cell.y % self.side, self.side - 1);
        if in_x == 0 && column > 0 {
            self.rebuild(grid, column - 1, row, flood);
        }
        if in_x == last && column + 1 < self.columns {
            self.rebuild(grid, column + 1, row, flood);
        }
        if in_y == 0 && row > 0 {
            self.rebuild(grid, column, row - 1, flood);
        }
        if in_y == last && row + 1 < self.rows {
            self.rebuild(grid, column, row + 1, flood);
        }
    }

    fn rebuild(&mut self, grid: &Grid, column: u32, row: u32, flood: &mut Dijkstra) {
        let corner = Cell::new(column * self.side, row * self.side);
        if let Some(cluster) = self.clusters.get_mut((row * self.columns + column) as usize) {
            cluster.rebuild(grid, self.side, corner, flood);
            self.longest = self.longest.max(cluster.longest());
        }
    }

    /// The number of the cluster that a cell lies in.
    pub(super) fn index(&self, cell: Cell) -> usize {
        (cell.y / self.side * self.columns + cell.x / self.side) as usize
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&Cluster> {
        self.clusters.get(index)
    }

    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Cluster> {
        self.clusters.iter()
    }

    /// The inside of the cluster that a cell lies in.
    pub(super) fn around<'a>(&self, grid: &'a Grid, cell: Cell) -> Within<'a> {
        Within::around(grid, self.side, cell)
    }

    /// An upper bound on what an edge between portals costs.
    pub(super) fn longest(&self) -> f64 {
        self.longest
    }

    /// The most crossings that a cluster can have: every second cell of its border.
    #[inline]
    fn most(&self) -> u32 {
        4 * self.side.div_ceil(2)
    }

    /// Portals have numbers below this one.
    pub(super) fn portals(&self) -> usize {
        self.clusters.len() * self.most() as usize
    }

    /// The cluster that a portal leads into, and which of its crossings it is.
    #[inline]
    pub(super) fn portal(&self, portal: u32) -> (usize, usize) {
        ((portal / self.most()) as usize, (portal % self.most()) as usize)
    }

    /// For each border of a cluster: its crossings, and the portal that the first of them is.
    #[inline]
    pub(super) fn borders(&self, index: usize) -> impl Iterator<Item = (Range<usize>, u32)> + '_ {
        let strides = [0u32.wrapping_sub(self.columns), 1, self.columns, 0u32.wrapping_sub(1)];
        let cluster = self.get(index);
        (0..BORDERS.len()).filter_map(move |border| {
            let crossings = cluster?.border(border);
            if crossings.is_empty() {
                return None;
            }
            let beyond = (index as u32).wrapping_add(strides[border]);
            let first = self.get(beyond as usize)?.border((border + 2) % BORDERS.len()).start;
            Some((crossings, beyond * self.most() + first as u32))
        })
    }

    /// The crossing that leads to a portal: its cluster, and its number there.
    pub(super) fn before(&self, portal: u32) -> Option<(usize, usize)> {
        let (index, entered) = self.portal(portal);
        let (crossings, first) = self.borders(index).find(|(crossings, _)| crossings.contains(&entered))?;
        Some(self.portal(first + (entered - crossings.start) as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_edge_is_longer_than_the_longest_of_any_cluster() {
        let grid = Grid::open(40, 24).unwrap();
        let clusters = Clusters::new(&grid, 8, &mut Dijkstra::new());
        let longest = clusters.iter().map(Cluster::longest).fold(0.0, f64::max);
        assert!(longest > 7.0 * STRAIGHT && clusters.longest() == longest, "{longest}");
    }
}
