//! A field over a map, in metres.

use crate::field::{CostToGoal, Field, Work};
use crate::{FieldError, STRAIGHT_COST};
use navigant_geometry::Point;
use navigant_mesh::grid::BadMapGrid;
use navigant_mesh::internals::{DirectionInternals as _, MapGridInternals as _};
use navigant_mesh::{CellId, Map, MapGrid};

/// A [`Field`] on the [`MapGrid`] of a map, which follows the map's edits.
///
/// ```
/// use navigant_field::MapField;
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
/// let mut field = MapField::of(&map, 0.5, 0.3, &[[38.0, 10.0].into()])?;
/// let before = field.distance([2.0, 10.0]).ok_or("no way")?;
/// map.insert(&Outline::rectangle([19.0, 4.0], [21.0, 16.0]))?;
/// field.follow(&map)?;
/// assert!(field.distance([2.0, 10.0]) > Some(before));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MapField {
    grid: MapGrid,
    field: Field,
}

/// Why there is no field over a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadMapField {
    /// There is no grid.
    Grid(BadMapGrid),
    /// There is no field on the grid.
    Field(FieldError),
    /// No cell near a goal is open for the disc.
    NoRoomAtGoal {
        /// Its position in the list of goals.
        index: usize,
        /// The goal.
        goal: Point,
        /// The radius of the discs, in metres.
        radius: f64,
    },
    /// The cost to a goal is more than 2³² − 2. What is nearer is right; what is beyond has no cost.
    TooFar {
        /// The first square without a cost.
        place: Point,
    },
}

impl std::fmt::Display for BadMapField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadMapField::Grid(bad) => bad.fmt(f),
            BadMapField::Field(bad) => bad.fmt(f),
            BadMapField::NoRoomAtGoal { index, goal, radius } => write!(
                f,
                "goal {index} at {goal}: no cell within two of it has room for a radius of {radius} m; \
                 move it, or choose smaller cells"
            ),
            BadMapField::TooFar { place } => {
                write!(f, "{place} costs more than {} to a goal; choose larger cells", u32::MAX - 1)
            }
        }
    }
}

impl std::error::Error for BadMapField {}

impl MapField {
    /// The field over a map as it is now, for cells of a size and discs of a radius in metres, to the open cells that are
    /// nearest to some goals.
    ///
    /// # Errors
    /// [`BadMapField`]: a bad size or radius, a goal without room, or costs that do not fit.
    pub fn of(map: &Map, size: f64, radius: f64, goals: &[Point]) -> Result<MapField, BadMapField> {
        let grid = MapGrid::of(map, size, radius).map_err(BadMapField::Grid)?;
        let cell = |(index, &goal): (usize, &Point)| {
            grid.nearest_open(map, goal).ok_or(BadMapField::NoRoomAtGoal { index, goal, radius })
        };
        let goals: Vec<CellId> = goals.iter().enumerate().map(cell).collect::<Result<_, _>>()?;
        let mut field = Field::new(&grid, &goals).map_err(BadMapField::Field)?;
        field.compute().map_err(BadMapField::Field)?;
        Ok(MapField { grid, field })
    }

    /// Catches up with the edits of the map. It then equals a field that is made of the map as it is now, with the goal cells
    /// of before.
    ///
    /// # Errors
    /// [`FieldError::TooFar`].
    pub fn follow(&mut self, map: &Map) -> Result<Work, FieldError> {
        self.grid.follow(map);
        self.field.repair(&self.grid, self.grid.affected())
    }

    /// The length of the cheapest way from the cell of a point to a goal, in metres; `None` where there is none.
    pub fn distance(&self, p: impl Into<Point>) -> Option<f64> {
        match self.field.cost(self.grid.cell_at(p)?) {
            CostToGoal::Known(cost) => Some(f64::from(cost) / f64::from(STRAIGHT_COST) * self.grid.cell_size()),
            CostToGoal::Beyond | CostToGoal::Unreachable => None,
        }
    }

    /// The direction to walk in from a point, of length 1: that of the cheapest way from its cell. `None` at a goal and where
    /// there is no way.
    pub fn heading(&self, p: impl Into<Point>) -> Option<[f64; 2]> {
        let (columns, rows) = self.field.direction(self.grid.cell_at(p)?)?.offset();
        let length = f64::from(columns * columns + rows * rows).sqrt();
        // Row 0 is at the top.
        Some([f64::from(columns) / length, -f64::from(rows) / length])
    }

    /// The grid that it is on.
    pub fn grid(&self) -> &MapGrid {
        &self.grid
    }

    /// The field on the grid.
    pub fn field(&self) -> &Field {
        &self.field
    }
}
