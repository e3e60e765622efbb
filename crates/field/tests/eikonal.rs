//! Claims about fast marching.

use navigant_field::Eikonal;
use navigant_field::{Field, FieldError};
use navigant_mesh::grid::Cell;
use navigant_mesh::internals::MapGridInternals as _;
use navigant_mesh::{CellId, Grid, Map, MapGrid, Outline};

const SIZE: u32 = 301;
const GOAL: CellId = CellId(SIZE / 2 * SIZE + SIZE / 2);

/// Columns and rows from the goal.
fn offset(id: u32) -> [f64; 2] {
    [f64::from(id % SIZE) - f64::from(SIZE / 2), f64::from(id / SIZE) - f64::from(SIZE / 2)]
}

#[test]
fn in_open_ground_distances_are_euclidean_within_the_stated_error() {
    let eikonal = Eikonal::of(&Grid::open(SIZE, SIZE).unwrap(), &[GOAL]).unwrap();
    let mut worst: f64 = 0.0;
    for id in (0..SIZE * SIZE).filter(|&id| id != GOAL.0) {
        let [x, y] = offset(id);
        let error = eikonal.distance(CellId(id)).unwrap() / (x * x + y * y).sqrt() - 1.0;
        assert!(error > -1e-12, "never nearer than in the plane: {error}");
        worst = worst.max(error);
    }
    assert!(worst < 0.016, "{worst}");
    println!("the worst excess is {:.2} %", worst * 100.0);
}

#[test]
fn headings_in_open_ground_point_at_the_goal() {
    let eikonal = Eikonal::of(&Grid::open(SIZE, SIZE).unwrap(), &[GOAL]).unwrap();
    let mut worst: f64 = 0.0;
    for id in (0..SIZE * SIZE).filter(|&id| id != GOAL.0) {
        let ([x, y], [hx, hy]) = (offset(id), eikonal.heading(CellId(id)).unwrap());
        worst = worst.max((hx * y - hy * x).atan2(-(hx * x + hy * y)).abs());
    }
    println!("the worst heading is off by {:.1}°", worst.to_degrees());
    assert!(worst.to_degrees() < 11.0, "{}°; a grid of eight directions is off by up to 22.5°", worst.to_degrees());
    assert_eq!(eikonal.heading(GOAL), None);
}

#[test]
fn behind_walls_it_goes_around_and_never_through() {
    let mut grid = Grid::open(60, 60).unwrap();
    for y in 0..50 {
        grid.block(Cell::new(30, y)).unwrap();
    }
    let goal = CellId(10 * 60 + 10);
    let eikonal = Eikonal::of(&grid, &[goal]).unwrap();
    let mut field = Field::new(&grid, &[goal]).unwrap();
    field.compute().unwrap();
    let behind = CellId(10 * 60 + 50);
    let Some(distance) = eikonal.distance(behind) else { panic!("there is a way") };
    let around = 2.0 * (20f64.powi(2) + 40f64.powi(2)).sqrt();
    assert!(distance > around - 1.0 && distance < around * 1.05, "{distance} for about {around}");
    assert_eq!(eikonal.distance(CellId(30)), None, "a wall");
    assert_eq!(eikonal.distance(CellId(60 * 60)), None, "off the grid");
}

#[test]
fn weights_slow_the_front_down() {
    let grid = Grid::from_weights(40, 3, vec![5; 120]).unwrap();
    let eikonal = Eikonal::of(&grid, &[CellId(40)]).unwrap();
    let distance = eikonal.distance(CellId(79)).unwrap();
    assert!((distance - 5.0 * 39.0).abs() < 2.0, "{distance}");
}

#[test]
fn bad_goals_are_named() {
    let grid = Grid::from_weights(2, 1, vec![0, 1]).unwrap();
    let error = |goals: &[CellId]| Eikonal::of(&grid, goals).map(drop).unwrap_err();
    assert_eq!(error(&[]), FieldError::NoGoal);
    assert_eq!(error(&[CellId(0)]), FieldError::GoalBlocked { index: 0, goal: CellId(0) });
    assert_eq!(error(&[CellId(9)]), FieldError::GoalOffGrid { index: 0, goal: CellId(9), cells: 2 });
}

/// Found beside the march of `tests/marching.rs`: around a goal the distances of the plane were taken through a wall between two open cells.
#[test]
fn a_wall_of_no_thickness_beside_the_goal_is_walked_around() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 40.0])).unwrap();
    map.insert(&Outline::polyline([[20.0, 0.0], [20.0, 35.0]])).unwrap();
    let grid = MapGrid::of(&map, 0.5, 0.2).unwrap();
    let [goal, beyond] = [[20.25, 10.25], [19.75, 10.25]].map(|p| grid.cell_at(p).unwrap());
    assert!(grid.is_open(goal) && grid.is_open(beyond));
    let distance = Eikonal::of(&grid, &[goal]).unwrap().distance(beyond).unwrap();
    assert!(distance > 2.0 * 49.0, "{distance} cells, and the wall ends 49 cells away");
}
