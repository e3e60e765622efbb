//! The index for cold starts: a pyramid of grids that remember one vertex a cell.
//!
//! It only has to name *some* vertex near a point; the walk in the triangulation does the rest. So nothing in it is ever
//! rebuilt: a new vertex overwrites its cell in the finest grid, a removed one is forgotten, and when the map has grown
//! fourfold a finer grid starts out empty on top of the older ones, which go on answering where it has nothing yet.

use crate::ids::VertexId;
use navigant_geometry::LatticePoint;

const EMPTY: u32 = u32::MAX;
/// Cells hold about this many vertices when a finer level is begun.
const CROWDED: usize = 4;
/// log₂ of the square's side.
const SQUARE_BITS: u32 = 26;
/// No level is finer than 2¹² × 2¹² cells (64 MiB).
const MOST_BITS: u32 = 12;

#[derive(Clone, Debug)]
pub(crate) struct Pyramid {
    /// Coarse to fine; level `i` has 2ⁱ × 2ⁱ cells.
    levels: Vec<Vec<u32>>,
    count: usize,
    /// A corner of the square, which is always there.
    fallback: VertexId,
}

impl Pyramid {
    pub(crate) fn new() -> Self {
        Pyramid { levels: vec![vec![EMPTY]], count: 0, fallback: VertexId(0) }
    }

    fn cell(level: usize, p: LatticePoint) -> usize {
        let bits = level as u32;
        let column = |c: i32| ((c + (1 << 25)) as u32 >> (SQUARE_BITS - bits)).min((1 << bits) - 1) as usize;
        column(p.y) << bits | column(p.x)
    }

    pub(crate) fn add(&mut self, v: VertexId, at: LatticePoint) {
        self.count += 1;
        let finest = self.levels.len() - 1;
        if self.count > CROWDED << (2 * finest) && (finest as u32) < MOST_BITS {
            self.levels.push(vec![EMPTY; 1 << (2 * (finest + 1))]);
        }
        for (level, cells) in self.levels.iter_mut().enumerate().rev() {
            let cell = &mut cells[Self::cell(level, at)];
            let was_empty = *cell == EMPTY;
            *cell = v.0;
            if !was_empty {
                break;
            }
        }
    }

    pub(crate) fn remove(&mut self, v: VertexId, at: LatticePoint) {
        self.count -= 1;
        for (level, cells) in self.levels.iter_mut().enumerate() {
            let cell = &mut cells[Self::cell(level, at)];
            if *cell == v.0 {
                *cell = EMPTY;
            }
        }
    }

    /// A vertex near a point, as fine as known.
    pub(crate) fn nearby(&self, p: LatticePoint) -> VertexId {
        let known = |(level, cells): (usize, &Vec<u32>)| Some(cells[Self::cell(level, p)]).filter(|&v| v != EMPTY);
        self.levels.iter().enumerate().rev().find_map(known).map_or(self.fallback, VertexId)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.levels.iter().map(|cells| size_of_val(cells.as_slice())).sum()
    }
}
