//! Claims about fields; the soak `fields` compares them with Dijkstra's algorithm.

use navigant_field::internals::FieldInternals as _;
use navigant_field::{CostToGoal, DIAGONAL_COST, Field, FieldError, STRAIGHT_COST};
use navigant_mesh::grid::{Cell, Direction};
use navigant_mesh::{CellId, Grid};
use std::num::NonZeroU8;

fn costs(field: &Field) -> Vec<CostToGoal> {
    (0..field.cells() as u32).map(|id| field.cost(CellId(id))).collect()
}

/// Weights of 1 to 5 and a fifth of the cells blocked.
fn cluttered(width: u32, height: u32) -> Grid {
    let mut state = 9u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as u8
    };
    let weights = (0..width * height).map(|_| if next() % 5 == 0 { 0 } else { 1 + next() % 5 }).collect();
    let mut grid = Grid::from_weights(width, height, weights).unwrap();
    grid.set(Cell::new(0, 0), NonZeroU8::MIN).unwrap();
    grid
}

#[test]
fn costs_do_not_depend_on_the_number_of_threads() {
    // Wide enough that buckets are shared.
    let grid = Grid::open(700, 700).unwrap();
    let goals = [CellId(350 * 700 + 350), CellId(3)];
    let one = {
        let mut field = Field::new(&grid, &goals).unwrap().with_threads(1);
        field.compute().unwrap();
        costs(&field)
    };
    for threads in [2, 5] {
        let mut field = Field::new(&grid, &goals).unwrap().with_threads(threads);
        field.compute().unwrap();
        assert!(costs(&field) == one, "{threads} threads");
    }
}

#[test]
fn threads_that_share_an_open_front_find_the_same_costs() {
    let grid = Grid::open(1000, 900).unwrap();
    let goals = [CellId(450_500), CellId(450_501)];
    let mut one = Field::new(&grid, &goals).unwrap().with_threads(1);
    one.compute().unwrap();
    let one = costs(&one);
    for threads in [2, 3, 16] {
        let mut field = Field::new(&grid, &goals).unwrap().with_threads(threads);
        for _ in 0..3 {
            field.restart();
            field.compute().unwrap();
            assert!(costs(&field) == one, "{threads} threads");
        }
    }
}

#[test]
fn a_wave_that_stopped_goes_on_to_the_same_costs() {
    let grid = cluttered(200, 120);
    let mut whole = Field::new(&grid, &[CellId(0)]).unwrap();
    let all = whole.compute().unwrap().expanded;
    let mut field = Field::new(&grid, &[CellId(0)]).unwrap();
    let near = CellId(5 * 200 + 5);
    let first = field.reach(&[near]).unwrap().expanded;
    assert!(first < all / 20, "{first} of {all} cells for a near agent");
    let (CostToGoal::Known(cost), Some(bound)) = (field.cost(near), field.final_below()) else { panic!("reached") };
    assert!(u64::from(cost) < bound);
    assert_eq!(field.cost(CellId(119 * 200 + 199)), CostToGoal::Beyond);
    assert_eq!(field.reach(&[near]).unwrap().expanded, 0, "it is reached already");
    field.compute().unwrap();
    assert!(costs(&field) == costs(&whole));
}

#[test]
fn a_blocked_goal_counts_again_once_it_is_open() {
    let mut grid = Grid::open(9, 1).unwrap();
    let mut field = Field::new(&grid, &[CellId(0)]).unwrap();
    field.compute().unwrap();
    grid.block(Cell::new(0, 0)).unwrap();
    field.repair(&grid, &[CellId(0)]).unwrap();
    assert!(costs(&field).iter().all(|&cost| cost == CostToGoal::Unreachable));
    grid.set(Cell::new(0, 0), NonZeroU8::MIN).unwrap();
    field.repair(&grid, &[CellId(0)]).unwrap();
    assert_eq!(field.cost(CellId(8)), CostToGoal::Known(8 * STRAIGHT_COST));
    assert_eq!(field.path(CellId(3)).count(), 4);
}

#[test]
fn no_corner_is_cut() {
    let mut grid = Grid::open(2, 2).unwrap();
    let mut field = Field::new(&grid, &[CellId(0)]).unwrap();
    field.compute().unwrap();
    assert_eq!(field.cost(CellId(3)), CostToGoal::Known(DIAGONAL_COST));
    assert_eq!(field.direction(CellId(3)), Some(Direction::NorthWest));
    grid.block(Cell::new(1, 0)).unwrap();
    field.repair(&grid, &[CellId(1)]).unwrap();
    assert_eq!(field.cost(CellId(3)), CostToGoal::Known(2 * STRAIGHT_COST));
}

#[test]
fn a_cost_that_does_not_fit_is_an_error_and_what_is_nearer_is_right() {
    let step = 255 * STRAIGHT_COST;
    let fits = (u32::MAX - 1) / step;
    let length = fits + 10;
    let mut grid = Grid::from_weights(length, 1, vec![255; length as usize]).unwrap();
    let mut field = Field::new(&grid, &[CellId(0)]).unwrap();
    assert_eq!(field.compute(), Err(FieldError::TooFar { cell: CellId(fits + 1) }));
    assert_eq!(field.cost(CellId(fits)), CostToGoal::Known(fits * step));
    assert_eq!(field.cost(CellId(fits + 1)), CostToGoal::Beyond);
    // Lighter cells near the goal bring the rest within range.
    let light: Vec<CellId> = (0..20).map(CellId).collect();
    for id in 0..20 {
        grid.set(Cell::new(id, 0), NonZeroU8::MIN).unwrap();
    }
    assert!(field.repair(&grid, &light).is_ok());
    assert!(matches!(field.cost(CellId(length - 1)), CostToGoal::Known(_)));
}

#[test]
fn bad_input_is_named() {
    let mut grid = Grid::open(4, 4).unwrap();
    grid.block(Cell::new(1, 0)).unwrap();
    let error = |goals: &[CellId]| Field::new(&grid, goals).map(|_| ()).unwrap_err();
    assert_eq!(error(&[]), FieldError::NoGoal);
    assert_eq!(error(&[CellId(0), CellId(16)]), FieldError::GoalOffGrid { index: 1, goal: CellId(16), cells: 16 });
    assert_eq!(error(&[CellId(1)]), FieldError::GoalBlocked { index: 0, goal: CellId(1) });
    let mut field = Field::new(&grid, &[CellId(0)]).unwrap();
    let off = FieldError::OffGrid { cell: CellId(99), cells: 16 };
    assert_eq!(field.reach(&[CellId(99)]), Err(off));
    assert_eq!(field.repair(&grid, &[CellId(99)]), Err(off));
    let other = Grid::open(4, 5).unwrap();
    assert_eq!(field.repair(&other, &[]), Err(FieldError::OtherSize { field: [4, 4], ground: [4, 5] }));
    assert_eq!(field.cost(CellId(99)), CostToGoal::Unreachable);
    assert_eq!(field.path(CellId(99)).count(), 0);
}
