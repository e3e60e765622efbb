//! The changed region of a grid.

use super::StateId;
use super::dpa_star::ChangedRegion;
use super::state_set::StateSet;
use navigant_mesh::internals::{CellInternals as _, GridInternals as _};
use navigant_mesh::{Cell, Grid};

/// Cells of a grid and their neighbours: what changes when these cells are blocked, freed or given another weight.
///
/// Costs to it are octile distances to the box around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRegion {
    states: StateSet,
    /// The corners of the box; none around nothing.
    corners: Option<[Cell; 2]>,
    width: u32,
}

impl CellRegion {
    /// The region of some cells; those outside the grid are left out.
    pub fn around(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> CellRegion {
        let mut region = CellRegion { states: StateSet::default(), corners: None, width: grid.width().max(1) };
        for id in cells.into_iter().flat_map(|cell| grid.around(cell)) {
            region.states.insert(id.into());
            let cell = region.cell(id.into());
            let [low, high] = region.corners.get_or_insert([cell, cell]);
            *low = Cell::new(low.x.min(cell.x), low.y.min(cell.y));
            *high = Cell::new(high.x.max(cell.x), high.y.max(cell.y));
        }
        region
    }

    fn cell(&self, state: StateId) -> Cell {
        Cell::new(state.0 % self.width, state.0 / self.width)
    }
}

impl ChangedRegion for CellRegion {
    fn contains(&self, state: StateId) -> bool {
        self.states.contains(state)
    }

    fn cost_to(&self, from: StateId) -> f64 {
        let Some([low, high]) = self.corners else { return f64::INFINITY };
        let cell = self.cell(from);
        cell.octile(Cell::new(cell.x.clamp(low.x, high.x), cell.y.clamp(low.y, high.y)))
    }

    fn cost_from(&self, to: StateId) -> f64 {
        self.cost_to(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_the_cell_and_its_neighbours_and_counts_steps_to_their_box() {
        let grid = Grid::open(9, 5).unwrap();
        let region = CellRegion::around(&grid, [Cell::new(4, 2)]);
        let id = |x: u32, y: u32| StateId(y * 9 + x);
        assert!(region.contains(id(3, 1)) && region.contains(id(5, 3)) && !region.contains(id(2, 2)));
        assert_eq!(region.cost_to(id(4, 2)), 0.0);
        assert_eq!(region.cost_to(id(0, 0)), Cell::new(0, 0).octile(Cell::new(3, 1)));
        assert_eq!(region.cost_from(id(8, 0)), region.cost_to(id(8, 0)), "steps are the same in both directions");
    }

    #[test]
    fn nothing_is_infinitely_far() {
        let grid = Grid::open(3, 3).unwrap();
        let region = CellRegion::around(&grid, [Cell::new(7, 7)]);
        assert!(!region.contains(StateId(0)) && region.cost_to(StateId(0)).is_infinite());
    }
}
