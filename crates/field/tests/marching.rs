//! Fronts that march in slices, against fast marching with a heap and against the plane.

use navigant_field::Eikonal;
use navigant_field::internals::{Flow, March, Terrain};
use navigant_mesh::internals::MapGridInternals as _;
use navigant_mesh::{CellId, Map, MapGrid, Outline};
use std::sync::Arc;

/// A hall with walls in it, of which one has no thickness.
fn hall() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0])).unwrap();
    for [x, y, right, top] in [[10.0, 0.0, 12.0, 30.0], [20.0, 12.0, 21.0, 40.0], [35.0, 18.0, 50.0, 22.0]] {
        map.insert(&Outline::rectangle([x, y], [right, top])).unwrap();
    }
    map.insert(&Outline::polyline([[28.0, 5.0], [28.0, 33.0]])).unwrap();
    map
}

fn front(grid: &MapGrid, start: CellId, slice: u64) -> Flow {
    let (x, y) = (start.0 % grid.width(), start.0 / grid.width());
    let at = [f64::from(x) + 0.5, f64::from(y) + 0.5];
    let mut march = March::begin(Arc::new(Terrain::of(grid, Vec::new())), Some((start, at)), Vec::new());
    while !march.is_done() {
        assert!(march.go_on(slice) <= slice);
    }
    march.into_flow()
}

#[test]
fn a_march_arrives_when_fast_marching_with_a_heap_does() {
    let map = hall();
    let grid = MapGrid::of(&map, 0.5, 0.25).unwrap();
    for place in [[5.0, 5.0], [55.2, 20.1], [42.0, 23.0], [28.4, 20.0]] {
        let start = grid.nearest_open(&map, place).unwrap();
        let (flow, eikonal) = (front(&grid, start, u64::MAX), Eikonal::of(&grid, &[start]).unwrap());
        let mut reached = 0;
        for cell in (0..grid.cells() as u32).map(CellId) {
            match (flow.arrival(cell), eikonal.distance(cell)) {
                (Some(arrival), Some(distance)) => {
                    // They set out with distances as in the plane up to a ring more or less, and one of them is rounded to f32.
                    assert!((f64::from(arrival) - distance).abs() <= 0.3, "{arrival} and {distance} from {place:?}");
                    reached += 1;
                }
                (arrival, distance) => assert_eq!((arrival, distance), (None, None), "{cell:?}"),
            }
        }
        assert!(reached > 6000, "{reached}");
    }
}

#[test]
fn slices_change_no_bit() {
    let map = hall();
    let grid = MapGrid::of(&map, 0.5, 0.25).unwrap();
    let start = grid.nearest_open(&map, [5.0, 5.0]).unwrap();
    let whole = front(&grid, start, u64::MAX);
    for slice in [1, 7, 1000] {
        let flow = front(&grid, start, slice);
        assert!((0..grid.cells() as u32).all(|cell| flow.arrival(CellId(cell)) == whole.arrival(CellId(cell))));
    }
}

/// No grid artefacts: in open ground headings point at the goal from all sides, and turn steadily.
#[test]
fn headings_point_at_the_goal_in_open_ground() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0])).unwrap();
    let grid = MapGrid::of(&map, 0.5, 0.25).unwrap();
    let start = grid.nearest_open(&map, [50.0, 50.0]).unwrap();
    let flow = front(&grid, start, u64::MAX);
    let goal = [f64::from(start.0 % grid.width()) + 0.5, f64::from(start.0 / grid.width()) + 0.5];
    let mut worst = [0.0f64; 4];
    for turn in 0..3600 {
        let (sin, cos) = (f64::from(turn) * std::f64::consts::TAU / 3600.0).sin_cos();
        for (worst, distance) in worst.iter_mut().zip([5.0, 20.0, 60.0, 95.0]) {
            let place = [goal[0] + cos * distance, goal[1] + sin * distance];
            let [x, y] = flow.heading(grid.move_sets(), place).unwrap();
            let across = f64::from(x) * sin - f64::from(y) * cos;
            assert!(f64::from(x) * cos + f64::from(y) * sin < 0.0);
            *worst = worst.max(across.abs());
        }
    }
    // The sine of the angle by which they miss it: within a cell the gradient is that of its middle, and first order errs most near the goal.
    let bounds = [0.1, 0.05, 0.03, 0.021];
    assert!(worst.iter().zip(bounds).all(|(&sine, bound)| sine < bound), "{worst:?}");
}

#[test]
fn places_without_a_gradient_have_no_heading() {
    let map = hall();
    let grid = MapGrid::of(&map, 0.5, 0.25).unwrap();
    let flow = front(&grid, grid.nearest_open(&map, [5.0, 5.0]).unwrap(), u64::MAX);
    let moves = grid.move_sets();
    for place in [[-1.0, 5.0], [f64::NAN, 5.0], [5.0, f64::INFINITY], [119.9, 5.0], [5.0, 79.9], [22.0, 40.0]] {
        assert_eq!(flow.heading(moves, place), None, "{place:?}");
    }
    // Between two centres that a wall of no thickness keeps apart.
    assert_eq!(flow.heading(moves, [56.0, 40.0]), None);
    assert_eq!(flow.heading(&[], [5.0, 5.0]), None);
    assert_eq!(flow.arrival(CellId(u32::MAX)), None);
    // Beside that wall the cell has one, which does not lead through it.
    let [x, y] = flow.heading_of_cell(moves, [56.5, 40.5]).unwrap();
    assert!(x >= 0.0 && x.hypot(y) > 0.99, "{x} {y}: the wall is to the left");
    for place in [[-1.0, 5.0], [f64::NAN, 5.0], [5.0, f64::INFINITY], [22.0, 40.0]] {
        assert_eq!(flow.heading_of_cell(moves, place), None, "{place:?}");
    }
    let nowhere = March::begin(Arc::new(Terrain::of(&grid, Vec::new())), None, Vec::new());
    assert!(nowhere.is_done() && nowhere.into_flow().heading(moves, [30.0, 30.0]).is_none());
}

#[test]
fn what_costs_more_is_walked_around() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 40.0])).unwrap();
    let grid = MapGrid::of(&map, 0.5, 0.25).unwrap();
    let width = grid.width();
    // A band from below, which leaves a way at the top.
    let extra = (0..grid.cells() as u32).map(|id| u8::from((36..44).contains(&(id % width)) && id / width > 8) * 160);
    let terrain = Arc::new(Terrain::of(&grid, extra.collect()));
    let start = grid.nearest_open(&map, [35.0, 20.0]).unwrap();
    let mut march = March::begin(terrain, Some((start, [70.5, 40.5])), Vec::new());
    march.go_on(u64::MAX);
    let flow = march.into_flow();
    let [x, y] = flow.heading(grid.move_sets(), [30.0, 40.0]).unwrap();
    assert!(y < -0.5 && x.abs() < 0.7, "towards the top: {x} {y}");
}
