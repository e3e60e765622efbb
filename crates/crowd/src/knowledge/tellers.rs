//! Who may tell something: agents by cell.

use navigant_geometry::internals::Offset;
use rayon::prelude::*;

/// Some agents, by cell: those within a distance of a place are in the cells around its own.
pub(super) struct Tellers {
    /// One by the size of a cell, in steps.
    per_cell: f64,
    /// Cells and who is in them, sorted.
    sorted: Vec<([i32; 2], u32)>,
}

impl Tellers {
    /// Some agents by slot and place, to be found from as far away as a distance, in lattice steps.
    pub(super) fn of(agents: impl ParallelIterator<Item = (usize, Offset)>, distance: f64) -> Tellers {
        let mut tellers = Tellers { per_cell: 1.0 / distance.max(1.0), sorted: Vec::new() };
        if distance > 0.0 {
            let (per_cell, cell) = (tellers.per_cell, cell);
            tellers.sorted = agents.map(|(slot, place)| (cell(place, per_cell), slot as u32)).collect();
            tellers.sorted.par_sort_unstable();
        }
        tellers
    }

    /// Those in the cells around a place.
    pub(super) fn near(&self, place: Offset) -> impl Iterator<Item = usize> + use<'_> {
        let [x, y] = cell(place, self.per_cell);
        let columns = if self.sorted.is_empty() { 0..0 } else { x - 1..x + 2 };
        columns.flat_map(move |x| {
            let from = self.sorted.partition_point(|(cell, _)| *cell < [x, y - 1]);
            let column = self.sorted[from..].iter().take_while(move |(cell, _)| *cell <= [x, y + 1]);
            column.map(|(_, slot)| *slot as usize)
        })
    }
}

/// Coordinates are within the lattice, so cells of a step or more have numbers with room around them.
fn cell(place: Offset, per_cell: f64) -> [i32; 2] {
    [(place.x * per_cell).floor() as i32, (place.y * per_cell).floor() as i32]
}
