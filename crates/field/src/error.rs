//! Errors of fields.

use navigant_mesh::CellId;

/// Why there is no field, or not all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldError {
    /// There is no goal.
    NoGoal,
    /// A goal is off the grid.
    GoalOffGrid {
        /// Its position in the list of goals.
        index: usize,
        /// The goal.
        goal: CellId,
        /// How many cells the grid has.
        cells: usize,
    },
    /// A goal is in a wall.
    GoalBlocked {
        /// Its position in the list of goals.
        index: usize,
        /// The goal.
        goal: CellId,
    },
    /// An agent, or a cell that is said to have changed, is off the grid.
    OffGrid {
        /// The cell.
        cell: CellId,
        /// How many cells the grid has.
        cells: usize,
    },
    /// The ground has another size than that which the field was made for.
    OtherSize {
        /// Columns and rows of the field.
        field: [u32; 2],
        /// Columns and rows of the ground.
        ground: [u32; 2],
    },
    /// The factor of a cell is not a number, is negative, or cannot be written in the fixed-point format.
    BadFactor {
        /// The number of the cell, row by row.
        index: usize,
        /// Its factor.
        factor: f64,
        /// The least factor above 0 that can be written.
        least: f64,
        /// The greatest.
        most: f64,
    },
    /// The cost to a goal is more than 2³² − 2. What is nearer is right; the cells beyond have no cost.
    TooFar {
        /// The first of these cells.
        cell: CellId,
    },
}

impl std::fmt::Display for FieldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FieldError::NoGoal => write!(f, "a field needs at least one goal"),
            FieldError::GoalOffGrid { index, goal, cells } => {
                write!(f, "goal {index} is cell {}, but the grid has {cells} cells", goal.0)
            }
            FieldError::GoalBlocked { index, goal } => {
                write!(f, "goal {index} is cell {}, which is blocked; choose an open one near it", goal.0)
            }
            FieldError::OffGrid { cell, cells } => write!(f, "cell {}, but the grid has {cells} cells", cell.0),
            FieldError::OtherSize { field: [w, h], ground: [gw, gh] } => {
                write!(f, "the field has {w}×{h} cells and the ground {gw}×{gh}; make another field for it")
            }
            FieldError::BadFactor { index, factor, least, most } => {
                write!(f, "cell {index} has the factor {factor}; it must be 0 (blocked) or between {least} and {most}")
            }
            FieldError::TooFar { cell } => write!(
                f,
                "cell {} costs more than {} to a goal; use smaller weights or larger cells",
                cell.0,
                u32::MAX - 1
            ),
        }
    }
}

impl std::error::Error for FieldError {}
