//! The index for cold starts: a pyramid of grids that remember one vertex a cell.
//!
//! It only has to name *some* vertex near a point; the walk in the triangulation does the rest. So nothing in it is ever
//! rebuilt: a vertex is remembered where its cell is empty, a removed one is replaced by a neighbour, and when the map has
//! grown fourfold a finer grid starts out empty on top of the older ones, which go on answering where it has nothing yet.

use crate::ids::VertexId;
use crate::saved::{BadSave, Reader, Writer};
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

    /// Makes the finest level fit a number of vertices to come.
    pub(crate) fn reserve(&mut self, vertices: usize) {
        while self.is_crowded_by(self.count + vertices) {
            self.refine();
        }
    }

    fn is_crowded_by(&self, vertices: usize) -> bool {
        let finest = self.levels.len() - 1;
        vertices > CROWDED << (2 * finest) && (finest as u32) < MOST_BITS
    }

    fn refine(&mut self) {
        self.levels.push(vec![EMPTY; 1 << (2 * self.levels.len())]);
    }

    /// Remembers a vertex in the cells around it that have none: whoever has been there for long will probably stay.
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

    /// Forgets a vertex; a neighbour takes its place in the cells that hold both.
    pub(crate) fn remove(&mut self, v: VertexId, at: LatticePoint, heir: (VertexId, LatticePoint)) {
        self.count -= 1;
        for (level, cells) in self.levels.iter_mut().enumerate() {
            let index = Self::cell(level, at);
            if cells[index] == v.0 {
                cells[index] = if Self::cell(level, heir.1) == index { heir.0.0 } else { EMPTY };
            }
        }
    }

    /// A vertex near a point, as fine as known.
    pub(crate) fn nearby(&self, p: LatticePoint) -> VertexId {
        let known = |(level, cells): (usize, &Vec<u32>)| Some(cells[Self::cell(level, p)]).filter(|&v| v != EMPTY);
        self.levels.iter().enumerate().rev().find_map(known).map_or(self.fallback, VertexId)
    }

    pub(crate) fn save(&self, w: &mut Writer) {
        w.u32(self.levels.len() as u32);
        self.levels.iter().for_each(|cells| w.list(cells.iter().map(|&cell| [cell])));
        w.u32(self.count as u32);
    }

    /// An index of a number of vertices.
    pub(crate) fn load(r: &mut Reader, vertices: usize) -> Result<Pyramid, BadSave> {
        let levels = r.u32()?;
        if levels == 0 || levels > MOST_BITS + 1 {
            return Err(BadSave::Invalid("an index of no or too many levels"));
        }
        let mut pyramid = Pyramid { levels: Vec::new(), count: 0, fallback: VertexId(0) };
        for level in 0..levels {
            let cells: Vec<u32> = r.list::<1>()?.map(|[cell]| cell).collect();
            let is_known = |&cell: &u32| cell == EMPTY || (cell as usize) < vertices;
            if cells.len() != 1 << (2 * level) || !cells.iter().all(is_known) {
                return Err(BadSave::Invalid("an index of vertices that are not there"));
            }
            pyramid.levels.push(cells);
        }
        pyramid.count = r.u32()? as usize;
        Ok(pyramid)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.levels.iter().map(|cells| size_of_val(cells.as_slice())).sum()
    }
}
