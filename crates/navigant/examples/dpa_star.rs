//! DPA*: agents that keep nothing but their path replan after obstacles come and go, with fewer expansions than A*.

use navigant::mesh::grid::STRAIGHT;
use navigant::mesh::{Cell, Grid};
use navigant::prelude::*;
use navigant::search::graph::{AStar, CellRegion, DpaStar, Events, Octile, OldPath, StateId};
use std::error::Error;
use std::num::NonZeroU8;

const SIDE: u32 = 120;

fn main() -> Result<(), Box<dyn Error>> {
    // Blocks of houses with streets between them.
    let mut grid = Grid::open(SIDE, SIDE)?;
    for i in 0..64 {
        close(&mut grid, &square(i % 8 * 15 + 4, i / 8 * 15 + 4, 10))?;
    }
    let near = Octile::on(&grid);
    let (start, goal) = (state(&grid, 1, 1)?, state(&grid, 119, 112)?);

    // ANCHOR: plan
    let mut dpa = DpaStar::new();
    let first = dpa.find(&grid, &near, start, goal, Budget::UNLIMITED)?;
    // All that an agent keeps: its path, what it cost, and the version of the world it was found in.
    let (mut path, mut cost, mut version) = (dpa.path().to_vec(), first.cost.ok_or("no path")?, 0);
    // ANCHOR_END: plan
    println!("{:12} {:7.2} cells, {:4} expansions", "at first", cost / STRAIGHT, first.expansions);

    // Carts that close a street: on the path, beside it, far away. Then they go again, in the same order.
    let on_path = path[path.len() / 2].0;
    let carts = [square(on_path % SIDE - 2, on_path / SIDE - 2, 5), square(45, 30, 4), square(100, 2, 3)];
    let mut closed: Vec<Vec<Cell>> = Vec::new();
    for event in 0..2 * carts.len() {
        let is_insertion = event < carts.len();
        if is_insertion {
            closed.push(close(&mut grid, &carts[event])?);
        } else {
            open(&mut grid, &closed[event - carts.len()])?;
        }
        // ANCHOR: event
        let region = CellRegion::around(&grid, closed[event % carts.len()].iter().copied());
        let events = match is_insertion {
            true => Events::insertion(version, &region),
            false => Events::deletion(version, &region),
        };
        let old = OldPath { states: &path, cost, version };
        let answer = dpa.replan(&grid, &near, &old, &events, Budget::UNLIMITED)?;
        // ANCHOR_END: event
        (path, cost, version) = (dpa.path().to_vec(), answer.cost.ok_or("no path")?, events.until);
        let check = AStar::new().find(&grid, &near, start, goal, Budget::UNLIMITED)?;
        let what = format!("cart {} {}", event % carts.len() + 1, if is_insertion { "came" } else { "went" });
        println!(
            "{what:12} {:7.2} cells, {:4} expansions where A* makes {:4}: {:?}",
            cost / STRAIGHT,
            answer.expansions,
            check.expansions,
            dpa.case()
        );
        if check.cost != Some(cost) {
            return Err(format!("A* finds {:?}", check.cost).into());
        }
    }
    Ok(())
}

fn square(x: u32, y: u32, side: u32) -> Vec<Cell> {
    (0..side * side).map(|i| Cell::new(x + i % side, y + i / side)).collect()
}

/// Blocks cells; returns those that were open.
fn close(grid: &mut Grid, cells: &[Cell]) -> Result<Vec<Cell>, Box<dyn Error>> {
    let mut closed = Vec::new();
    for &cell in cells {
        if grid.block(cell)? {
            closed.push(cell);
        }
    }
    Ok(closed)
}

fn open(grid: &mut Grid, cells: &[Cell]) -> Result<(), Box<dyn Error>> {
    for &cell in cells {
        grid.set(cell, NonZeroU8::MIN)?;
    }
    Ok(())
}

fn state(grid: &Grid, x: u32, y: u32) -> Result<StateId, &'static str> {
    grid.id(Cell::new(x, y)).map(Into::into).ok_or("off the grid")
}
