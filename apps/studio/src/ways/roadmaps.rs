//! The graphs of a map, made when they are first asked for and kept up from then on.

use crate::refusal::Refusal;
use navigant::mesh::roadmap::{AxisGraph, ConvexCells, DualGraph, QuadTreeMesh};
use navigant::mesh::{Bounds, Cell, CellId, Grid, Map, Point};

/// The most cells of a grid.
pub(crate) const MOST_CELLS: f64 = 250_000.0;
/// So many of the nearest squares each square is joined to.
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

/// A grid laid over a map: a cell is walkable if its middle is.
#[derive(Debug)]
pub(crate) struct Cells {
    pub(crate) grid: Grid,
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
        let mut cells = Cells { grid: grid.clone(), min, cell, version: map.version() };
        for id in 0..grid.cells() as u32 {
            let Some(at) = grid.cell(CellId(id)) else { continue };
            if !map.is_walkable(cells.middle(at)) {
                grid.block(at).map_err(bad)?;
            }
        }
        cells.grid = grid;
        Ok(cells)
    }

    pub(crate) fn middle(&self, cell: Cell) -> Point {
        Point::new(
            self.min.x + (f64::from(cell.x) + 0.5) * self.cell,
            self.min.y + (f64::from(cell.y) + 0.5) * self.cell,
        )
    }

    /// The cell that a point is in.
    pub(crate) fn at(&self, p: Point) -> Option<CellId> {
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
