//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::march::{Flow, March, Terrain};

use crate::{AdaptiveField, CostToGoal, Field, FieldError, FieldGrid, Work};
use navigant_geometry::internals::expose;
use navigant_mesh::CellId;
use navigant_mesh::grid::QuadId;

expose! {
    /// What the GPU's fields and the tests need of [`Field`] beyond its public interface.
    FieldInternals for Field {
        /// Columns and rows.
        fn size(&self) -> [u32; 2];
        /// A cell's weight and moves, packed.
        fn packed(&self, cell: CellId) -> u16;
        /// The first agent's cell whose cost is not final, by costs from elsewhere.
        fn first_too_far(&self, cost: impl Fn(CellId) -> Option<u32>) -> Option<CellId>;
        /// Other goals, without a search.
        ///
        /// # Errors
        /// [`FieldError`].
        fn set_goals(&mut self, goals: &[CellId]) -> Result<(), FieldError>;
        /// Goes on until all costs up to one are final.
        ///
        /// # Errors
        /// [`FieldError`].
        fn reach_cost(&mut self, cost: u64) -> Result<Work, FieldError>;
        /// Takes over changed cells, without a search.
        ///
        /// # Errors
        /// [`FieldError`].
        fn take_over_unsolved(&mut self, ground: &impl FieldGrid, changed: &[CellId]) -> Result<Vec<CellId>, FieldError>;
        /// A cost in cells of weight 1.
        fn in_cells(cost: u32) -> f64;
        /// How many cells there are.
        fn cells(&self) -> usize;
        /// The cost below which all costs are final; `None` when all are.
        fn final_below(&self) -> Option<u64>;
        /// The goals, open or not.
        fn goals(&self) -> impl Iterator<Item = CellId> + '_;
    }
}

expose! {
    /// What the tests need of [`AdaptiveField`] beyond its public interface.
    AdaptiveFieldInternals for AdaptiveField {
        /// The length of the cheapest way from the centre of a square to a goal, in units of which `STRAIGHT_COST` make a cell.
        fn cost(&self, id: QuadId) -> CostToGoal;
    }
}
