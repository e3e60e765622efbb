//! Σ3: the grid, with the obstacles and agents of now.

use super::{Domain, DomainPlace};
use crate::published::BodyId;
use crate::tuning::grid::{NEAR_CELLS, OCCUPIED_SQUARE};
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::grid::STRAIGHT;
use navigant_mesh::internals::{CellInternals as _, MapGridInternals as _};
use navigant_mesh::{CellId, Map, MapGrid};
use std::collections::BTreeMap;

/// How many bodies are in the way at each cell of a grid, as they stand now.
///
/// A cell is occupied if a disc at its centre would touch the body, or could on a step from there to a cell beside that is not
/// occupied: the distance is below √(R² + d²/2), where R is the sum of the radii and d the size of a cell.
#[derive(Clone, Debug)]
pub struct OccupiedCells {
    counts: Vec<u32>,
    bodies: BTreeMap<BodyId, (Point, f64)>,
    /// Who stands in which square of some metres.
    squares: BTreeMap<[i32; 2], Vec<BodyId>>,
    /// The largest radius of a body so far.
    widest: f64,
}

/// The square that a point lies in.
fn square(x: f64, y: f64) -> [i32; 2] {
    [x, y].map(|c| (c / OCCUPIED_SQUARE).floor().clamp(-1e8, 1e8) as i32)
}

impl OccupiedCells {
    /// Cells of a grid with nobody in them.
    pub fn new(grid: &MapGrid) -> OccupiedCells {
        OccupiedCells { counts: vec![0; grid.cells()], bodies: BTreeMap::new(), squares: BTreeMap::new(), widest: 0.0 }
    }

    /// Puts a body of a radius to a place, or takes it away. Says which cells it occupied before or occupies now, sorted.
    pub fn put(&mut self, map: &Map, grid: &MapGrid, body: BodyId, at: Option<(Point, f64)>) -> Vec<CellId> {
        let old = match at.filter(|(p, radius)| p.is_finite() && radius.is_finite()) {
            Some(at) => self.bodies.insert(body, at),
            None => self.bodies.remove(&body),
        };
        let mut changed = Vec::new();
        if let Some((p, radius)) = old {
            if let Some(there) = self.squares.get_mut(&square(p.x, p.y)) {
                there.retain(|&other| other != body);
            }
            for cell in near(map, grid, p, radius) {
                self.counts[cell.0 as usize] -= 1;
                changed.push(cell);
            }
        }
        if let Some(&(p, radius)) = self.bodies.get(&body) {
            self.squares.entry(square(p.x, p.y)).or_default().push(body);
            self.widest = self.widest.max(radius);
            for cell in near(map, grid, p, radius) {
                self.counts[cell.0 as usize] += 1;
                changed.push(cell);
            }
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// Whether a body other than one's own is in the way at a cell.
    pub(crate) fn is_occupied(&self, map: &Map, grid: &MapGrid, cell: CellId, me: Option<BodyId>) -> bool {
        let count = self.counts.get(cell.0 as usize).copied().unwrap_or(0);
        count > 1 || count == 1 && !self.is_mine(map, grid, cell, me)
    }

    /// Whether a disc of the grid's radius that moves straight from one point to another touches no body but one's own.
    pub(crate) fn is_clear(&self, grid: &MapGrid, a: Point, b: Point, me: Option<BodyId>) -> bool {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let length = dx * dx + dy * dy;
        let passes = |id: &BodyId| {
            let Some(&(p, radius)) = self.bodies.get(id).filter(|_| Some(*id) != me) else { return true };
            let along = if length > 0.0 { ((p.x - a.x) * dx + (p.y - a.y) * dy) / length } else { 0.0 };
            a.lerp(b, along.clamp(0.0, 1.0)).distance(p) >= grid.radius() + radius
        };
        let reach = grid.radius() + self.widest;
        let low = square(a.x.min(b.x) - reach, a.y.min(b.y) - reach);
        let high = square(a.x.max(b.x) + reach, a.y.max(b.y) + reach);
        let [columns, rows] = [0, 1].map(|i| i64::from(high[i]) - i64::from(low[i]) + 1);
        if columns.saturating_mul(rows) > self.bodies.len() as i64 {
            return self.bodies.keys().all(passes);
        }
        (low[0]..=high[0])
            .all(|x| (low[1]..=high[1]).all(|y| self.squares.get(&[x, y]).is_none_or(|there| there.iter().all(passes))))
    }

    fn is_mine(&self, map: &Map, grid: &MapGrid, cell: CellId, me: Option<BodyId>) -> bool {
        let mine = me.and_then(|me| self.bodies.get(&me));
        mine.is_some_and(|&(p, radius)| grid.centre(map, cell).is_some_and(|c| is_near(grid, c, p, radius)))
    }
}

fn is_near(grid: &MapGrid, centre: Point, body: Point, radius: f64) -> bool {
    let (apart, size) = (grid.radius() + radius, grid.cell_size());
    let (dx, dy) = (centre.x - body.x, centre.y - body.y);
    dx * dx + dy * dy < apart * apart + 0.5 * size * size
}

/// The cells that a body occupies.
fn near(map: &Map, grid: &MapGrid, body: Point, radius: f64) -> Vec<CellId> {
    let reach = grid.radius() + radius + grid.cell_size();
    let Some(bounds) = map.floor_bounds() else { return Vec::new() };
    let corner = |x: f64, y: f64| {
        // A point of the floor's box is in a cell, but for its far borders.
        let inner = |x: f64, low: f64, high: f64| x.clamp(low, (high - 0.5 * grid.cell_size()).max(low));
        let p = Point::new(inner(x, bounds.min.x, bounds.max.x), y.clamp(bounds.min.y, bounds.max.y));
        let p = Point::new(p.x, p.y.max(bounds.min.y + 1e-9));
        grid.cell_at(p).and_then(|id| grid.cell(id))
    };
    let (low, high) = (corner(body.x - reach, body.y + reach), corner(body.x + reach, body.y - reach));
    let (Some(low), Some(high)) = (low, high) else { return Vec::new() };
    let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y)));
    cells
        .map(|(x, y)| CellId(y * grid.width() + x))
        .filter(|&id| grid.centre(map, id).is_some_and(|centre| is_near(grid, centre, body, radius)))
        .collect()
}

/// The grid domain Σ3: cells with room for the agent's disc that no obstacle or agent occupies now.
///
/// A transition leads to one of eight cells beside; costs and heuristic are lengths in whole units.
pub struct GridDomain<'w> {
    /// The map.
    pub map: &'w Map,
    /// The grid over it.
    pub grid: &'w MapGrid,
    /// Who stands where.
    pub occupied: &'w OccupiedCells,
    /// The agent itself, which is not in its own way.
    pub me: Option<BodyId>,
}

impl GridDomain<'_> {
    /// Whether a cell can be stood on.
    pub(crate) fn is_free(&self, cell: CellId) -> bool {
        self.grid.is_open(cell) && !self.occupied.is_occupied(self.map, self.grid, cell, self.me)
    }

    /// The cells whose transitions may change when some cells do: these and those beside them, sorted.
    pub fn affected(&self, changed: &[CellId]) -> Vec<CellId> {
        let (width, height) = (self.grid.width(), self.grid.height());
        let around = |cell: CellId| {
            let (x, y) = (cell.0 % width, cell.0 / width);
            let rows = y.saturating_sub(1)..(y + 2).min(height);
            rows.flat_map(move |y| (x.saturating_sub(1)..(x + 2).min(width)).map(move |x| CellId(y * width + x)))
        };
        let mut cells: Vec<CellId> = changed.iter().flat_map(|&cell| around(cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The free cell nearest to a place, within some cells.
    pub fn nearest_free(&self, p: Point, within: u32) -> Option<CellId> {
        let middle = self.grid.cell(self.grid.cell_at(p)?)?;
        let range = |at: u32, size: u32| at.saturating_sub(within)..=at.saturating_add(within).min(size - 1);
        let (width, height) = (self.grid.width(), self.grid.height());
        let cells = range(middle.y, height).flat_map(|y| range(middle.x, width).map(move |x| CellId(y * width + x)));
        let free = cells.filter(|&cell| self.is_free(cell));
        free.filter_map(|cell| Some((self.grid.centre(self.map, cell)?.distance(p), cell)))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, cell)| cell)
    }
}

impl Domain for GridDomain<'_> {
    type State = CellId;

    fn successors(&self, state: CellId, visit: &mut impl FnMut(CellId, f64)) {
        if self.is_free(state) {
            self.grid.steps(state).filter(|&(to, _)| self.is_free(to)).for_each(|(to, cost)| visit(to, cost));
        }
    }

    fn predecessors(&self, state: CellId, visit: &mut impl FnMut(CellId, f64)) {
        // All steps lead both ways.
        self.successors(state, visit);
    }

    fn heuristic(&self, from: CellId, to: CellId) -> f64 {
        match (self.grid.cell(from), self.grid.cell(to)) {
            (Some(from), Some(to)) => from.octile(to),
            _ => 0.0,
        }
    }

    fn map_to(&self, state: CellId) -> DomainPlace {
        self.grid.centre(self.map, state).unwrap_or(Point::new(0.0, 0.0)).into()
    }

    fn map_from(&self, place: DomainPlace) -> Option<CellId> {
        self.nearest_free(place.point, NEAR_CELLS)
    }

    fn cost_of_metre(&self) -> f64 {
        STRAIGHT / self.grid.cell_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    #[test]
    fn who_is_in_the_way_is_found_by_place() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 40.0])).unwrap();
        let grid = MapGrid::of(&map, 0.5, 0.3).unwrap();
        let mut occupied = OccupiedCells::new(&grid);
        let place = |i: u32| Point::new(f64::from(i * 37 % 397) / 10.0, f64::from(i * 91 % 389) / 10.0);
        let mut answers = [0, 0];
        for i in 0..400 {
            let at = (i % 9 > 0).then(|| (place(i), 0.2 + f64::from(i % 5) / 10.0));
            occupied.put(&map, &grid, BodyId(i % 60), at);
            let (a, b) = (place(3 * i + 1), place(5 * i + 2));
            let (a, b, me) = (a, a.lerp(b, f64::from(i % 4 + 1) / 8.0), Some(BodyId(i % 7)));
            let all = occupied.bodies.iter().filter(|&(&id, _)| Some(id) != me).all(|(_, &(p, radius))| {
                let steps = (0..=4000).map(|k| a.lerp(b, f64::from(k) / 4000.0).distance(p));
                steps.fold(f64::INFINITY, f64::min) >= 0.3 + radius
            });
            assert_eq!(occupied.is_clear(&grid, a, b, me), all, "{i}");
            answers[usize::from(all)] += 1;
        }
        assert!(answers.iter().all(|&count| count > 50), "{answers:?}");
    }
}
