//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::march::{Flow, March, Terrain};

use crate::{AdaptiveField, BadMapField, CostToGoal, Field, FieldError, FieldGrid, Work};
use navigant_geometry::internals::expose;
use navigant_mesh::grid::QuadId;
use navigant_mesh::{CellId, Map, Point};

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
    /// What the GPU's fields and the tests need of [`AdaptiveField`] beyond its public interface. Slots are the numbers of squares, used or not.
    AdaptiveFieldInternals for AdaptiveField {
        /// The length of the cheapest way from the centre of a square to a goal, in units of which `STRAIGHT_COST` make a cell.
        fn cost(&self, id: QuadId) -> CostToGoal;
        /// The field without any costs yet.
        ///
        /// # Errors
        /// [`BadMapField`].
        fn unsolved(map: &Map, cell: f64, radius: f64, goals: &[Point]) -> Result<AdaptiveField, BadMapField>;
        /// Finds all costs from the goals.
        ///
        /// # Errors
        /// [`BadMapField::TooFar`].
        fn solve(&mut self) -> Result<Work, BadMapField>;
        /// Lets the squares catch up with the map, and not the costs; says which have changed.
        fn follow_unsolved(&mut self, map: &Map) -> Vec<u32>;
        /// How many slots there are for squares.
        fn slots(&self) -> usize;
        /// The edges of the square in a slot, with what the ways to its neighbours cost; nothing if it is not open.
        fn edges_of(&self, slot: u32) -> Option<&[(u32, u32)]>;
        /// The squares of the goals that have room.
        fn goal_slots(&self) -> Vec<u32>;
        /// Takes the costs of all slots from elsewhere; `u32::MAX` where there is no way.
        fn take_costs(&mut self, costs: &[u32]);
    }
}
