//! Blocks of cells: the candidates for the neighbours of the agents in a cell.

use super::{AT_ONCE, CellList, place};
use crate::floors::{Floors, Reached};
use crate::tuning::cells::MAX_BLOCK_RINGS;
use navigant_mesh::LayerId;
use navigant_mesh::internals::{IdInternals as _, LayerIdInternals as _};
use std::ops::Range;

/// The agents in a square block of cells, `rings` rings around a centre cell: one run of the sorted arrays for each row.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) rings: u32,
    pub(crate) runs: Vec<Range<usize>>,
    /// Everyone in the runs, one after the other, once somebody's neighbours are really to be found. Places are filled up to a
    /// multiple of [`AT_ONCE`], with whatever.
    pub(crate) who: Vec<u32>,
    pub(crate) x: Vec<i32>,
    pub(crate) y: Vec<i32>,
    /// Their radii, in metres; empty unless asked for.
    pub(crate) radius: Vec<f32>,
    /// From the place of one of the cell's agents in the sorted arrays to its place here.
    to_own: usize,
    /// Where the rows near a cell began the last time: for the next cell it is there or a little further.
    begins: [usize; 2 * MAX_BLOCK_RINGS as usize + 1],
    /// On several floors: those whose agents are in the block. Memory.
    reached: Vec<Reached>,
}

impl Block {
    /// Becomes the block around a cell.
    pub(crate) fn enter(&mut self, cells: &CellList, cell: usize, rings: u32) {
        self.rings = rings;
        self.runs.clear();
        self.who.clear();
        self.radius.clear();
        if let Some(floors) = &cells.floors {
            return self.enter_floors(cells, floors, cell);
        }
        let (row, column) = (cells.cells[cell].row(), cells.cells[cell].column());
        let (left, right) = (column.saturating_sub(rings), column.saturating_add(rings));
        let last_row = cells.len().checked_sub(1).map_or(0, |last| cells.cells[last].row());
        let mut begin = cell;
        for other in row.saturating_sub(rings)..=row.saturating_add(rings).min(last_row) {
            let nearby = self.begins.get_mut(other.wrapping_add(MAX_BLOCK_RINGS).wrapping_sub(row) as usize);
            let guess = nearby.as_deref().map_or(begin, |&nearby| nearby.min(cells.len()));
            begin = cells.first_cell_at(guess, place(other, left));
            if let Some(nearby) = nearby {
                *nearby = begin;
            }
            // The one behind the last is beyond every place.
            let row = &cells.cells[begin..];
            let end = begin + row.iter().position(|cell| cell.place > place(other, right)).unwrap_or(0);
            if begin < end {
                self.runs.push(cells.cells[begin].first as usize..cells.cells[end].first as usize);
            }
        }
    }

    /// The same on several floors: the block of cells of the layer that the cell is in, and those of others where a seam is near.
    fn enter_floors(&mut self, cells: &CellList, floors: &Floors, cell: usize) {
        let (band, size) = (cells.band.max(1), i64::from(cells.size));
        let (layer, row, column) =
            (cells.cells[cell].row() / band, cells.cells[cell].row() % band, cells.cells[cell].column());
        let (left, right) = (column.saturating_sub(self.rings), column.saturating_add(self.rings));
        let (bottom, top) = (row.saturating_sub(self.rings), row.saturating_add(self.rings).min(band - 1));
        let at = |low: i32, count: u32| i64::from(low) + i64::from(count) * size;
        let low = [at(cells.low.x, column), at(cells.low.y, row)];
        let square = [low, low.map(|c| c + size)];
        // Nobody farther away is asked for in this block.
        let length = size as f64 * (f64::from(self.rings) + 1.0);
        floors.reached(LayerId::new(layer as u16), square, length, &mut self.reached);
        for (i, Reached { layer, .. }) in self.reached.iter().enumerate() {
            if self.reached[..i].iter().any(|before| before.layer == *layer) {
                continue;
            }
            let first = layer.index() as u32 * band;
            let mut begin = cell;
            for row in first + bottom..=first + top {
                begin = cells.first_cell_at(begin, place(row, left));
                let row_cells = &cells.cells[begin..];
                let end = begin + row_cells.iter().position(|cell| cell.place > place(row, right)).unwrap_or(0);
                if begin < end {
                    self.runs.push(cells.cells[begin].first as usize..cells.cells[end].first as usize);
                }
            }
        }
    }

    /// Copies everyone, the first time; there is somebody, for there is in the cell.
    #[inline]
    pub(crate) fn fill(&mut self, cells: &CellList, cell: usize) {
        if !self.who.is_empty() {
            return;
        }
        self.x.clear();
        self.y.clear();
        let own = cells.agents_in(cell).start;
        let agents = cells.agents();
        for run in &self.runs {
            if run.contains(&own) {
                self.to_own = self.who.len().wrapping_sub(run.start);
            }
            self.x.extend_from_slice(&agents.x[run.clone()]);
            self.y.extend_from_slice(&agents.y[run.clone()]);
            self.who.extend(run.start as u32..run.end as u32);
        }
        let full = self.who.len().next_multiple_of(AT_ONCE);
        self.x.resize(full, 0);
        self.y.resize(full, 0);
    }

    /// Copies their radii, the first time.
    #[inline]
    pub(crate) fn fill_radii(&mut self, cells: &CellList) {
        if self.radius.is_empty() {
            let bodies = &cells.agents().body;
            for run in &self.runs {
                self.radius.extend(bodies[run.clone()].iter().map(|body| body.radius));
            }
            self.radius.resize(self.x.len(), 0.0);
        }
    }

    /// Where one of the cell's agents is among those copied.
    #[inline]
    pub(crate) fn place_of(&self, agent: usize) -> usize {
        agent.wrapping_add(self.to_own)
    }
}
