//! Cost-to-goal fields by plain Dijkstra with a heap.

use navigant_field::{DIAGONAL_COST, STRAIGHT_COST};
use navigant_mesh::grid::{AdaptiveGrid, Cell, QuadId};
use navigant_mesh::internals::{AdaptiveGridInternals as _, GridInternals as _, MapGridInternals as _};
use navigant_mesh::{CellId, Grid, MapGrid};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost from every cell of a grid to the nearest goal; `None` where there is no way, or where it exceeds 2³² − 2.
pub fn costs_on_grid(grid: &Grid, goals: &[CellId]) -> Vec<Option<u32>> {
    dijkstra(grid.cells(), goals, |cell| grid_steps(grid, cell))
}

/// The same on the grid over a map, where every cell weighs 1.
pub fn costs_on_map_grid(grid: &MapGrid, goals: &[CellId]) -> Vec<Option<u32>> {
    let length = |cost: f64| if cost > navigant_mesh::grid::STRAIGHT { DIAGONAL_COST } else { STRAIGHT_COST };
    let open: Vec<CellId> = goals.iter().copied().filter(|&goal| grid.is_open(goal)).collect();
    dijkstra(grid.cells(), &open, |cell| grid.steps(CellId(cell)).map(|(to, cost)| (to.0, length(cost))).collect())
}

/// The same on the squares of an adaptive grid, by their ids.
pub fn costs_on_squares(grid: &AdaptiveGrid, goals: &[QuadId]) -> Vec<Option<u32>> {
    let units = |length: f64| (length * f64::from(STRAIGHT_COST) / grid.cell_size()).round().max(1.0) as u32;
    let goals: Vec<CellId> = goals.iter().map(|goal| CellId(goal.0)).collect();
    let steps = |id: u32| grid.edges(QuadId(id)).iter().map(|&(to, length)| (to.0, units(length))).collect();
    dijkstra(grid.slots(), &goals, steps)
}

/// Steps from a cell, from the weights alone: a diagonal one needs both cells beside it.
fn grid_steps(grid: &Grid, cell: u32) -> Vec<(u32, u32)> {
    let (x, y) = (i64::from(cell % grid.width()), i64::from(cell / grid.width()));
    let weight = |x: i64, y: i64| -> Option<u32> {
        let cell = Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        grid.weight(cell).map(|weight| u32::from(weight.get()))
    };
    let Some(here) = weight(x, y) else { return Vec::new() };
    let mut steps = Vec::new();
    for (dx, dy) in [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] {
        let Some(there) = weight(x + dx, y + dy) else { continue };
        if weight(x + dx, y).is_none() || weight(x, y + dy).is_none() {
            continue;
        }
        let length = if dx != 0 && dy != 0 { DIAGONAL_COST } else { STRAIGHT_COST };
        steps.push(((y + dy) as u32 * grid.width() + (x + dx) as u32, length * (here + there) / 2));
    }
    steps
}

fn dijkstra(cells: usize, goals: &[CellId], steps: impl Fn(u32) -> Vec<(u32, u32)>) -> Vec<Option<u32>> {
    let mut costs = vec![u64::MAX; cells];
    let mut open = BinaryHeap::new();
    for goal in goals {
        costs[goal.0 as usize] = 0;
        open.push(Reverse((0u64, goal.0)));
    }
    while let Some(Reverse((cost, cell))) = open.pop() {
        if cost > costs[cell as usize] {
            continue;
        }
        for (to, step) in steps(cell) {
            let through = cost + u64::from(step);
            if through < costs[to as usize] {
                costs[to as usize] = through;
                open.push(Reverse((through, to)));
            }
        }
    }
    costs.into_iter().map(|cost| u32::try_from(cost).ok().filter(|&cost| cost != u32::MAX)).collect()
}
