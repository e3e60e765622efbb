//! The graphs of a map, made when they are first asked for and kept up from then on.

use crate::refusal::Refusal;
use navigant::mesh::grid::Direction;
use navigant::mesh::roadmap::{AxisGraph, ConvexCells, DualGraph, QuadTreeMesh};
use navigant::mesh::{Bounds, Cell, CellId, Grid, Map, Point};
use navigant::search::graph::{Graph, StateId};
use std::collections::BTreeSet;

/// The most cells of a grid.
pub(crate) const MOST_CELLS: f64 = 250_000.0;
/// The number k of nearest squares that each square is joined to.
const NEIGHBOURS: usize = 8;

/// The graphs of one map: with another map, begin with new ones.
#[derive(Debug, Default)]
pub(crate) struct Roadmaps {
    dual: Option<DualGraph>,
    cells: Option<ConvexCells>,
    axis: Option<(f64, AxisGraph)>,
    quad_tree: Option<(f64, QuadTreeMesh)>,
    grid: Option<Cells>,
}

impl Roadmaps {
    pub(crate) fn dual(&mut self, map: &Map) -> &DualGraph {
        let dual = self.dual.get_or_insert_with(|| DualGraph::of(map));
        dual.follow(map);
        dual
    }

    pub(crate) fn cells(&mut self, map: &Map) -> &ConvexCells {
        let cells = self.cells.get_or_insert_with(|| ConvexCells::of(map));
        cells.follow(map);
        cells
    }

    pub(crate) fn axis(&mut self, map: &Map, radius: f64) -> &AxisGraph {
        let kept = self.axis.take().filter(|(known, _)| *known == radius);
        let (_, graph) = self.axis.insert(kept.unwrap_or_else(|| (radius, AxisGraph::of(map, radius))));
        graph.follow(map);
        graph
    }

    pub(crate) fn quad_tree(&mut self, map: &Map, least: f64) -> Result<&QuadTreeMesh, Refusal> {
        let kept = match self.quad_tree.take().filter(|(known, _)| *known == least) {
            Some(kept) => kept,
            None => {
                let tree = QuadTreeMesh::of(map, least, NEIGHBOURS);
                (least, tree.map_err(|reason| Refusal::new(reason.to_string()))?)
            }
        };
        let (_, tree) = self.quad_tree.insert(kept);
        tree.follow(map);
        Ok(tree)
    }

    pub(crate) fn grid(&mut self, map: &Map, cell: f64) -> Result<&Cells, Refusal> {
        let kept = match self.grid.take().filter(|known| known.cell == cell && known.version == map.version()) {
            Some(kept) => kept,
            None => Cells::of(map, cell)?,
        };
        Ok(self.grid.insert(kept))
    }
}

/// A grid laid over a map: a cell is walkable if its middle is, and one goes from cell to cell where there is no wall between
/// their middles.
#[derive(Debug)]
pub(crate) struct Cells {
    pub(crate) grid: Grid,
    /// Directions in which a wall is in the way, a bit each.
    walls: Vec<u8>,
    min: Point,
    pub(crate) cell: f64,
    version: u64,
}

impl Cells {
    fn of(map: &Map, cell: f64) -> Result<Cells, Refusal> {
        let bounds = map.floor_bounds().ok_or_else(|| Refusal::new("there is no floor"))?;
        let (width, height) = bounds.size();
        let (columns, rows) = ((width / cell).ceil().max(1.0), (height / cell).ceil().max(1.0));
        if columns * rows > 1.1 * MOST_CELLS {
            let least = (width * height / MOST_CELLS).sqrt();
            return Err(Refusal::new(format!("cells of {cell} m are too many here; take {least:.2} m or more")));
        }
        let bad = |reason: navigant::mesh::GridError| Refusal::new(reason.to_string());
        let mut grid = Grid::open(columns as u32, rows as u32).map_err(bad)?;
        let Bounds { min, .. } = bounds;
        let mut cells = Cells { grid: grid.clone(), walls: Vec::new(), min, cell, version: map.version() };
        for id in 0..grid.cells() as u32 {
            let Some(at) = grid.cell(CellId(id)) else { continue };
            if !map.is_walkable(cells.middle(at)) {
                grid.block(at).map_err(bad)?;
            }
        }
        cells.grid = grid;
        cells.walls = cells.walls(map);
        Ok(cells)
    }

    /// Which steps lead through walls; only those of cells near a wall are looked at.
    fn walls(&self, map: &Map) -> Vec<u8> {
        let mut walls = vec![0; self.grid.cells()];
        for near in self.near_walls(map) {
            let Some(from) = self.grid.cell(near).filter(|&from| self.grid.is_walkable(from)) else { continue };
            for direction in Direction::ALL {
                let Some((to, _)) = self.grid.step(near, direction) else { continue };
                let Some(to) = self.grid.cell(to) else { continue };
                if !map.sees(self.middle(from), self.middle(to))
                    && let Some(walls) = walls.get_mut(near.0 as usize)
                {
                    *walls |= 1 << direction as u8;
                }
            }
        }
        walls
    }

    fn near_walls(&self, map: &Map) -> BTreeSet<CellId> {
        let mut near = BTreeSet::new();
        for f in map.faces().filter(|&f| map.is_free(f)) {
            for e in f.edges().into_iter().filter(|&e| map.is_wall(e)) {
                let [a, b] = [map.origin(e), map.target(e)].map(|v| map.point(v));
                let steps = (2.0 * a.distance(b) / self.cell).ceil().max(1.0);
                for i in 0..=steps as u32 {
                    let share = f64::from(i) / steps;
                    let p = Point::new(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y));
                    near.extend(self.around(p));
                }
            }
        }
        near
    }

    /// The cells around a point: its own and those that border it.
    fn around(&self, p: Point) -> impl Iterator<Item = CellId> + '_ {
        let offsets = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (f64::from(x), f64::from(y))));
        offsets.filter_map(move |(x, y)| self.at(Point::new(p.x + x * self.cell, p.y + y * self.cell)))
    }

    /// The cell to start or end in: the one whose middle is nearest of those that are seen.
    pub(crate) fn seen_from(&self, map: &Map, p: Point) -> Option<CellId> {
        let middle = |id: CellId| self.grid.cell(id).map(|cell| self.middle(cell));
        let seen = self.around(p).filter_map(|id| Some((id, middle(id).filter(|&middle| map.sees(p, middle))?)));
        seen.min_by(|a, b| a.1.distance(p).total_cmp(&b.1.distance(p))).map(|(id, _)| id)
    }

    pub(crate) fn middle(&self, cell: Cell) -> Point {
        Point::new(
            self.min.x + (f64::from(cell.x) + 0.5) * self.cell,
            self.min.y + (f64::from(cell.y) + 0.5) * self.cell,
        )
    }

    /// The cell that a point is in.
    fn at(&self, p: Point) -> Option<CellId> {
        let [x, y] = [(p.x - self.min.x) / self.cell, (p.y - self.min.y) / self.cell];
        let is_inside = x >= 0.0 && y >= 0.0 && x < f64::from(self.grid.width()) && y < f64::from(self.grid.height());
        if is_inside { self.grid.id(Cell::new(x as u32, y as u32)) } else { None }
    }

    /// The middles of all cells, and whether they are walkable.
    pub(crate) fn middles(&self) -> impl Iterator<Item = (Point, bool)> + '_ {
        let cells = (0..self.grid.cells() as u32).filter_map(|id| self.grid.cell(CellId(id)));
        cells.map(|cell| (self.middle(cell), self.grid.is_walkable(cell)))
    }
}

impl Graph for Cells {
    fn states(&self) -> usize {
        self.grid.cells()
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let from = CellId::from(from);
        let walls = self.walls.get(from.0 as usize).copied().unwrap_or(0);
        for direction in Direction::ALL.into_iter().filter(|&direction| walls & (1 << direction as u8) == 0) {
            if let Some((to, cost)) = self.grid.step(from, direction) {
                visit(to.into(), cost);
            }
        }
    }
}
