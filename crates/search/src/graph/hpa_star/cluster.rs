//! One cluster: its doors, and the ways to them.

use crate::graph::{Budget, Dijkstra, Graph, Heuristic, StateId};
use navigant_mesh::grid::Direction;
use navigant_mesh::{Cell, CellId, Grid};

/// Runs of crossings up to this long get one door in the middle, longer ones a door at each end.
const SHORT: u32 = 5;

/// A square of cells, and how to get to the doors on its border.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cluster {
    doors: Vec<CellId>,
    /// What it costs from door to door, row by row; infinite where there is no way inside the cluster.
    costs: Vec<f64>,
    /// For every door and every cell of the cluster: the direction of the way to that door.
    ways: Vec<Option<Direction>>,
    /// Every crossing: which door, and the cell on the other side of the border.
    crossings: Vec<(usize, CellId)>,
    corner: Option<Cell>,
}

impl Cluster {
    pub(super) fn doors(&self) -> &[CellId] {
        &self.doors
    }

    /// The number of the door at a cell.
    pub(super) fn door(&self, cell: CellId) -> Option<usize> {
        self.doors.binary_search(&cell).ok()
    }

    /// Finds the doors of a cluster and floods it from each of them.
    pub(super) fn rebuild(&mut self, grid: &Grid, side: u32, corner: Cell, flood: &mut Dijkstra) {
        self.doors.clear();
        self.costs.clear();
        self.ways.clear();
        self.corner = Some(corner);
        let mut crossings: Vec<(CellId, CellId)> = Vec::new();
        for outward in [Direction::North, Direction::East, Direction::South, Direction::West] {
            border_crossings(grid, side, corner, outward, &mut crossings);
        }
        self.doors.extend(crossings.iter().map(|&(door, _)| door));
        self.doors.sort_unstable();
        self.doors.dedup();
        let Cluster { doors, .. } = &*self;
        let numbered = crossings.iter().filter_map(|(door, to)| Some((doors.binary_search(door).ok()?, *to)));
        self.crossings = numbered.collect();
        let within = Within { grid, side, corner };
        for &door in &self.doors {
            // The steps of a grid are sound, and a door is in its cluster: nothing can be wrong here.
            let _ = flood.flood(&within, within.local(grid, door), Budget::UNLIMITED);
            let cost = |&to: &CellId| flood.distance(within.local(grid, to)).unwrap_or(f64::INFINITY);
            self.costs.extend(self.doors.iter().map(cost));
            self.ways.extend((0..side * side).map(|local| {
                let parent = flood.parent(StateId(local))?;
                within.cell(StateId(local)).direction_to(within.cell(parent))
            }));
        }
    }

    /// The edges from a door: to the other doors of its cluster, and across the border.
    pub(super) fn edges<'a>(&'a self, grid: &'a Grid, door: usize) -> impl Iterator<Item = (CellId, f64)> + 'a {
        let costs = self.costs.get(door * self.doors.len()..).unwrap_or(&[]);
        let inside = self.doors.iter().copied().zip(costs.iter().copied());
        let across = self.crossings.iter().filter(move |&&(from, _)| from == door).filter_map(move |&(_, to)| {
            let from = *self.doors.get(door)?;
            grid.steps(from).find(|&(end, _)| end == to)
        });
        inside.enumerate().filter(move |&(other, _)| other != door).map(|(_, edge)| edge).chain(across)
    }

    /// The doors that can be reached from a cell of the cluster, and at what cost.
    pub(super) fn ways<'a>(
        &'a self,
        grid: &'a Grid,
        side: u32,
        from: CellId,
    ) -> impl Iterator<Item = (CellId, f64)> + 'a {
        self.doors.iter().enumerate().filter_map(move |(door, &cell)| {
            let (mut end, mut cost) = (from, 0.0);
            self.walk(grid, side, from, door).for_each(|(to, step)| (end, cost) = (to, cost + step));
            (end == cell).then_some((cell, cost))
        })
    }

    /// The cells on the way from a cell to a door, without the first, and what each step costs.
    pub(super) fn walk<'a>(
        &'a self,
        grid: &'a Grid,
        side: u32,
        from: CellId,
        door: usize,
    ) -> impl Iterator<Item = (CellId, f64)> + 'a {
        let first = door * (side * side) as usize;
        let corner = self.corner.unwrap_or(Cell::new(0, 0));
        let mut at = from;
        std::iter::from_fn(move || {
            let within = Within { grid, side, corner };
            let way = (*self.ways.get(first + within.local(grid, at).index())?)?;
            let (to, cost) = grid.step(at, way)?;
            at = to;
            Some((to, cost))
        })
    }
}

/// Adds the crossings of one border: (cell inside, cell outside).
fn border_crossings(grid: &Grid, side: u32, corner: Cell, outward: Direction, crossings: &mut Vec<(CellId, CellId)>) {
    let (width, height) = (side.min(grid.width() - corner.x), side.min(grid.height() - corner.y));
    let (length, cell): (u32, &dyn Fn(u32) -> Cell) = match outward {
        Direction::North => (width, &|i| Cell::new(corner.x + i, corner.y)),
        Direction::South => (width, &|i| Cell::new(corner.x + i, corner.y + height - 1)),
        Direction::West => (height, &|i| Cell::new(corner.x, corner.y + i)),
        _ => (height, &|i| Cell::new(corner.x + width - 1, corner.y + i)),
    };
    let crossing = |i: u32| {
        let inside = grid.id(cell(i))?;
        Some((inside, grid.step(inside, outward)?.0))
    };
    let mut begin = 0;
    for i in 0..=length {
        if i < length && crossing(i).is_some() {
            continue;
        }
        let run = i - begin;
        if run > SHORT {
            crossings.extend(crossing(begin));
            crossings.extend(crossing(i - 1));
        } else if run > 0 {
            crossings.extend(crossing(begin + run / 2));
        }
        begin = i + 1;
    }
}

/// The cells of a cluster as a graph of their own, numbered row by row.
#[derive(Clone, Copy)]
pub(super) struct Within<'a> {
    grid: &'a Grid,
    side: u32,
    corner: Cell,
}

impl<'a> Within<'a> {
    /// The cluster that a cell lies in.
    pub(super) fn new(grid: &'a Grid, side: u32, cell: CellId) -> Within<'a> {
        let (x, y) = (cell.0 % grid.width(), cell.0 / grid.width());
        Within { grid, side, corner: Cell::new(x - x % side, y - y % side) }
    }

    pub(super) fn local(&self, grid: &Grid, cell: CellId) -> StateId {
        let (x, y) = (cell.0 % grid.width(), cell.0 / grid.width());
        StateId(y.wrapping_sub(self.corner.y).wrapping_mul(self.side).wrapping_add(x.wrapping_sub(self.corner.x)))
    }

    pub(super) fn global(&self, grid: &Grid, local: StateId) -> StateId {
        let cell = self.cell(local);
        StateId(cell.y * grid.width() + cell.x)
    }

    fn cell(&self, local: StateId) -> Cell {
        Cell::new(self.corner.x + local.0 % self.side, self.corner.y + local.0 / self.side)
    }

    pub(super) fn octile(&self) -> impl Heuristic + use<> {
        let side = self.side;
        move |a: StateId, b: StateId| Cell::new(a.0 % side, a.0 / side).octile(Cell::new(b.0 % side, b.0 / side))
    }
}

impl Graph for Within<'_> {
    fn states(&self) -> usize {
        (self.side * self.side) as usize
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let Some(id) = self.grid.id(self.cell(from)) else { return };
        let column = from.0 % self.side;
        for direction in self.grid.directions(id) {
            let (dx, dy) = direction.offset();
            let (x, y) = (column.wrapping_add_signed(dx), (from.0 / self.side).wrapping_add_signed(dy));
            let inside = x < self.side && y < self.side;
            if let Some((_, cost)) = self.grid.step(id, direction).filter(|_| inside) {
                visit(StateId(y * self.side + x), cost);
            }
        }
    }
}
