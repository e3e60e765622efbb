//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

use crate::{Field, FieldError, FieldGrid, Work};
use navigant_mesh::CellId;

/// What the GPU's fields and the tests need of [`Field`] beyond its public interface.
pub trait FieldInternals {
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
}

impl FieldInternals for Field {
    fn size(&self) -> [u32; 2] {
        Field::size(self)
    }

    #[inline]
    fn packed(&self, cell: CellId) -> u16 {
        Field::packed(self, cell)
    }

    fn first_too_far(&self, cost: impl Fn(CellId) -> Option<u32>) -> Option<CellId> {
        Field::first_too_far(self, cost)
    }

    fn set_goals(&mut self, goals: &[CellId]) -> Result<(), FieldError> {
        Field::set_goals(self, goals)
    }

    fn reach_cost(&mut self, cost: u64) -> Result<Work, FieldError> {
        Field::reach_cost(self, cost)
    }

    fn take_over_unsolved(&mut self, ground: &impl FieldGrid, changed: &[CellId]) -> Result<Vec<CellId>, FieldError> {
        Field::take_over_unsolved(self, ground, changed)
    }
}
