//! The hierarchical grid for point location: levels of uniform grids, each cell with the id of one vertex in it.
//!
//! It only has to name *some* vertex near a point, from which the walk in the triangulation starts. So nothing in it is ever
//! rebuilt: a vertex is stored where its cell is empty, a removed one is replaced by a neighbour, and when the map has
//! grown fourfold a finer, empty level is added; the coarser ones answer where it has no vertex yet.

use crate::ids::VertexId;
use crate::saved::{BadSave, Reader, Writer};
use crate::tuning::hierarchical_grid::{FINEST_BITS, VERTICES_PER_CELL};
use navigant_geometry::internals::LatticePoint;

const EMPTY: u32 = u32::MAX;
/// log₂ of the square's side.
const SQUARE_BITS: u32 = 26;
#[derive(Clone, Debug)]
pub(crate) struct HierarchicalGrid {
    /// Coarse to fine; level `i` has 2ⁱ × 2ⁱ cells.
    levels: Vec<Vec<u32>>,
    count: usize,
    /// A corner of the square, which is always there.
    fallback: VertexId,
}

impl HierarchicalGrid {
    /// An index of nothing yet; `fallback` is a vertex that stays.
    pub(crate) fn new(fallback: VertexId) -> Self {
        HierarchicalGrid { levels: vec![vec![EMPTY]], count: 0, fallback }
    }

    fn cell(level: usize, p: LatticePoint) -> usize {
        let bits = level as u32;
        let column = |c: i32| ((c + (1 << 25)) as u32 >> (SQUARE_BITS - bits)).min((1 << bits) - 1) as usize;
        column(p.y) << bits | column(p.x)
    }

    /// Adds the levels that a number of further vertices will need.
    pub(crate) fn reserve(&mut self, vertices: usize) {
        while self.is_crowded_by(self.count + vertices) {
            self.refine();
        }
    }

    fn is_crowded_by(&self, vertices: usize) -> bool {
        let finest = self.levels.len() - 1;
        vertices > VERTICES_PER_CELL << (2 * finest) && (finest as u32) < FINEST_BITS
    }

    fn refine(&mut self) {
        self.levels.push(vec![EMPTY; 1 << (2 * self.levels.len())]);
    }

    /// Stores a vertex in the cells around it that are empty; the older vertex keeps its cell, being likelier to stay.
    pub(crate) fn add(&mut self, v: VertexId, at: LatticePoint) {
        self.count += 1;
        if self.is_crowded_by(self.count) {
            self.refine();
        }
        for (level, cells) in self.levels.iter_mut().enumerate().rev() {
            let cell = &mut cells[Self::cell(level, at)];
            if *cell != EMPTY {
                break;
            }
            *cell = v.0;
        }
    }

    /// Removes a vertex; a neighbour replaces it in the cells that contain both.
    pub(crate) fn remove(&mut self, v: VertexId, at: LatticePoint, heir: (VertexId, LatticePoint)) {
        self.count -= 1;
        for (level, cells) in self.levels.iter_mut().enumerate() {
            let index = Self::cell(level, at);
            if cells[index] == v.0 {
                cells[index] = if Self::cell(level, heir.1) == index { heir.0.0 } else { EMPTY };
            }
        }
    }

    /// A vertex near a point, from the finest level that has one.
    pub(crate) fn nearby(&self, p: LatticePoint) -> VertexId {
        let known = |(level, cells): (usize, &Vec<u32>)| Some(cells[Self::cell(level, p)]).filter(|&v| v != EMPTY);
        self.levels.iter().enumerate().rev().find_map(known).map_or(self.fallback, VertexId)
    }

    pub(crate) fn save(&self, w: &mut Writer) {
        w.u32(self.levels.len() as u32);
        self.levels.iter().for_each(|cells| w.list(cells.iter().map(|&cell| [cell])));
        w.u32(self.count as u32);
    }

    /// Passes over a saved one.
    pub(crate) fn skip(r: &mut Reader) -> Result<(), BadSave> {
        let levels = r.u32()?;
        for _ in 0..levels {
            r.skip_list::<1>()?;
        }
        r.u32().map(drop)
    }

    /// An index of a number of vertices.
    pub(crate) fn load(r: &mut Reader, vertices: usize) -> Result<HierarchicalGrid, BadSave> {
        let levels = r.u32()?;
        if levels == 0 || levels > FINEST_BITS + 1 {
            return Err(BadSave::Invalid("an index of no or too many levels"));
        }
        let mut index = HierarchicalGrid { levels: Vec::new(), count: 0, fallback: VertexId(0) };
        for level in 0..levels {
            let cells: Vec<u32> = r.list::<1>()?.map(|[cell]| cell).collect();
            let is_known = |&cell: &u32| cell == EMPTY || (cell as usize) < vertices;
            if cells.len() != 1 << (2 * level) || !cells.iter().all(is_known) {
                return Err(BadSave::Invalid("an index of vertices that are not there"));
            }
            index.levels.push(cells);
        }
        index.count = r.u32()? as usize;
        Ok(index)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.levels.iter().map(|cells| size_of_val(cells.as_slice())).sum()
    }
}
