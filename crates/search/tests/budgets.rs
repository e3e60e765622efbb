//! Every search keeps to its budget and says why it stopped.

use navigant_mesh::{Cell, Grid};
use navigant_search::graph::{AStar, AdStar, AraStar, Budget, DStarLite, Octile, StateId, Stop};
use std::sync::atomic::{AtomicU64, Ordering};

const START: StateId = StateId(0);
const GOAL: StateId = StateId(50 * 50 - 1);

fn grid() -> Grid {
    let mut grid = Grid::open(50, 50).unwrap();
    for y in 0..49 {
        grid.block(Cell::new(25, y)).unwrap();
    }
    grid
}

#[test]
fn no_search_expands_more_than_it_may() {
    let grid = grid();
    let near = Octile::on(&grid);
    for most in [0, 1, 7, 100] {
        let budget = Budget::expansions(most);
        let answers = [
            AStar::new().find(&grid, &near, START, GOAL, budget).unwrap(),
            AraStar::new(&grid, &near, START, GOAL, 2.0).unwrap().search(&grid, &near, budget).unwrap(),
            DStarLite::new(&grid, &near, START, GOAL).unwrap().search(&grid, &near, budget).unwrap(),
            AdStar::new(&grid, &near, START, GOAL, 2.0).unwrap().search(&grid, &near, budget).unwrap(),
        ];
        for answer in answers {
            assert_eq!((answer.expansions, answer.stop), (most, Stop::OutOfExpansions));
        }
    }
}

#[test]
fn a_search_that_is_cut_short_goes_on_where_it_stopped() {
    let grid = grid();
    let near = Octile::on(&grid);
    let whole = DStarLite::new(&grid, &near, START, GOAL).unwrap().search(&grid, &near, Budget::UNLIMITED).unwrap();
    let mut plan = DStarLite::new(&grid, &near, START, GOAL).unwrap();
    let mut expansions = 0;
    let last = loop {
        let answer = plan.search(&grid, &near, Budget::expansions(50)).unwrap();
        expansions += answer.expansions;
        if answer.stop == Stop::Solved {
            break answer;
        }
        assert!(answer.lower <= whole.cost.unwrap());
    };
    assert_eq!((last.cost, expansions), (whole.cost, whole.expansions));
}

#[test]
fn the_clock_is_asked_now_and_then_and_obeyed() {
    let grid = grid();
    let near = Octile::on(&grid);
    let asked = AtomicU64::new(0);
    let over = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
    let answer = AStar::new().find(&grid, &near, START, GOAL, Budget::UNLIMITED.until(&over)).unwrap();
    assert_eq!((answer.stop, answer.expansions), (Stop::OutOfTime, 3 * Budget::PATIENCE));
}

#[test]
fn no_path_is_told_from_out_of_time() {
    let mut grid = grid();
    grid.block(Cell::new(25, 49)).unwrap();
    let near = Octile::on(&grid);
    let mut plan = AdStar::new(&grid, &near, START, GOAL, 2.0).unwrap();
    assert_eq!(plan.search(&grid, &near, Budget::expansions(5)).unwrap().stop, Stop::OutOfExpansions);
    let answer = plan.search(&grid, &near, Budget::UNLIMITED).unwrap();
    assert_eq!((answer.stop, answer.cost, answer.lower), (Stop::NoPath, None, f64::INFINITY));
}
