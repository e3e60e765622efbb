//! Areas as shared goals, such as exits: all who have a goal in one follow a field to the nearest part of it.
//!
//! Inside an area the ground is level, so a flow leads nobody on: who gets there walks to its own place by a route.

use super::{Ground, Shared};
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _};
use navigant_mesh::{CellId, Lattice, Point};

/// Cells this near to an area, in cells, are part of it where no centre lies inside: half of a diagonal, and a little.
const BESIDE: f64 = 0.75;

/// A polygon that is a goal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Area {
    pub(super) corners: Vec<Point>,
    /// The corners in lattice steps.
    steps: Vec<Offset>,
}

impl Area {
    /// None for less than three corners, or one that is not finite.
    pub(super) fn of(lattice: &Lattice, corners: &[Point]) -> Option<Area> {
        let is_polygon = corners.len() >= 3 && corners.iter().all(|corner| corner.is_finite());
        let steps = |&corner: &Point| {
            let [x, y] = lattice.steps(corner);
            Offset::new(x, y)
        };
        is_polygon.then(|| Area { corners: corners.to_vec(), steps: corners.iter().map(steps).collect() })
    }

    fn sides(&self) -> impl Iterator<Item = (Offset, Offset)> + '_ {
        self.steps.iter().copied().zip(self.steps.iter().copied().cycle().skip(1))
    }

    /// Even-odd rule.
    pub(super) fn contains(&self, p: Offset) -> bool {
        let is_crossed = |&(a, b): &(Offset, Offset)| {
            (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        self.sides().filter(is_crossed).count() % 2 == 1
    }

    /// The nearest place on its border, in lattice steps.
    fn nearest(&self, p: Offset) -> Offset {
        let on_side = |(a, b): (Offset, Offset)| {
            let side = b - a;
            let share = ((p - a).dot(side) / side.squared()).clamp(0.0, 1.0);
            a + side * if share.is_nan() { 0.0 } else { share }
        };
        let places = self.sides().map(on_side);
        places.min_by(|a, b| (*a - p).squared().total_cmp(&(*b - p).squared())).unwrap_or(p)
    }

    /// The cells that a front sets out from, with their distance from the area in cells: the open ones whose centres are inside, or those
    /// beside it, where it is a strip between centres.
    pub(super) fn starts(&self, ground: &Ground, moves: &[u8]) -> Vec<(CellId, f32)> {
        let corners = || self.steps.iter().map(|&corner| ground.at(corner));
        let range = |axis: usize, most: u32| {
            let least = corners().map(|at| at[axis]).fold(f64::INFINITY, f64::min);
            let largest = corners().map(|at| at[axis]).fold(f64::NEG_INFINITY, f64::max);
            let cell = |at: f64| at.clamp(0.0, f64::from(most)) as i64;
            cell((least - 1.0).floor())..cell((largest + 2.0).floor())
        };
        let (columns, rows) = (range(0, ground.width), range(1, ground.height));
        let cells = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        let open: Vec<(CellId, Offset)> = cells
            .map(|(column, row)| (CellId((row * i64::from(ground.width) + column) as u32), ground.centre(column, row)))
            .filter(|(cell, _)| moves.get(cell.0 as usize).is_some_and(|&moves| moves != 0))
            .collect();
        let inside: Vec<(CellId, f32)> =
            open.iter().filter(|(_, centre)| self.contains(*centre)).map(|(cell, _)| (*cell, 0.0)).collect();
        if !inside.is_empty() {
            return inside;
        }
        let away =
            open.into_iter().map(|(cell, centre)| (cell, (self.nearest(centre) - centre).length() / ground.size));
        away.filter(|(_, away)| *away <= BESIDE).map(|(cell, away)| (cell, away as f32)).collect()
    }
}

impl Shared {
    /// The nearest place of the goal, where that is an area, from a cell that its front set out from.
    pub(super) fn beside_area(&self, ground: &Ground, place: Offset) -> Option<Offset> {
        let area = self.area.as_ref()?;
        let [x, y] = ground.at(place);
        let is_on_grid = (0.0..f64::from(ground.width)).contains(&x) && (0.0..f64::from(ground.height)).contains(&y);
        let cell = is_on_grid.then(|| CellId(y as u32 * ground.width + x as u32))?;
        (f64::from(self.flow.arrival(cell)?) <= BESIDE).then(|| area.nearest(place))
    }
}
