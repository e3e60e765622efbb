//! Floors that overlap or touch are one floor, in small claims.

use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{BadMap, BadOutline, Map, Outline};

fn box_of(x: [f64; 2], y: [f64; 2]) -> Outline {
    Outline::rectangle([x[0], y[0]], [x[1], y[1]])
}

fn map_of(floors: &[Outline]) -> Map {
    Map::build(floors, &[]).unwrap().0
}

/// All faces by their corners, and which of their edges are walls, without ids.
fn picture(map: &Map) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for f in map.faces() {
        let mut edges = f.edges().map(|e| (map.lattice_point(map.origin(e)), map.is_wall(e)));
        edges.sort_unstable();
        lines.push(format!("{edges:?} {}", map.is_free(f)));
    }
    lines.sort_unstable();
    lines
}

#[test]
fn two_rooms_side_by_side_are_the_room_that_one_would_draw_around_them() {
    let rooms = map_of(&[box_of([0.0, 10.0], [0.0, 8.0]), box_of([10.0, 32.0], [0.0, 8.0])]);
    let hall = map_of(&[box_of([0.0, 32.0], [0.0, 8.0])]);
    assert_eq!(picture(&rooms), picture(&hall));
    assert!(rooms.sees([1.0, 1.0], [31.0, 7.0]));
}

#[test]
fn floors_that_overlap_have_no_walls_and_no_corners_inside() {
    let cross = map_of(&[box_of([0.0, 30.0], [10.0, 20.0]), box_of([10.0, 20.0], [0.0, 30.0])]);
    assert_eq!(cross.vertex_count(), 4 + 12);
    assert_eq!(cross.components().count(), 1);
    assert_eq!(cross.free_area(), 500.0);
    assert!(cross.sees([15.0, 1.0], [15.0, 29.0]));
    let room = cross.clearance_at([15.0, 15.0]).unwrap();
    assert!((room - 50f64.sqrt()).abs() < 1e-9, "{room}: the nearest are the four corners, nothing is in the middle");
    let twice = map_of(&[box_of([0.0, 30.0], [0.0, 30.0]), box_of([0.0, 30.0], [0.0, 30.0])]);
    assert_eq!(picture(&twice), picture(&map_of(&[box_of([0.0, 30.0], [0.0, 30.0])])));
}

#[test]
fn a_floor_on_a_floor_is_not_there() {
    let rug = map_of(&[box_of([0.0, 32.0], [0.0, 32.0]), box_of([8.0, 12.0], [8.0, 12.0])]);
    assert_eq!(picture(&rug), picture(&map_of(&[box_of([0.0, 32.0], [0.0, 32.0])])));
}

#[test]
fn a_hole_stays_a_hole_where_no_other_floor_is() {
    let yard = box_of([0.0, 32.0], [0.0, 32.0]).with_hole([[8.0, 8.0], [24.0, 8.0], [24.0, 24.0], [8.0, 24.0]]);
    let map = map_of(&[yard, box_of([0.0, 32.0], [14.0, 18.0])]);
    assert!(map.sees([1.0, 16.0], [31.0, 16.0]), "over the bridge");
    assert!(!map.is_walkable([16.0, 10.0]) && !map.is_walkable([16.0, 22.0]));
    assert_eq!(map.free_area(), 32.0 * 32.0 - 16.0 * 12.0);
}

#[test]
fn a_floor_that_crosses_itself_has_no_walls_inside() {
    let star = [[32.0, 60.0], [38.0, 42.0], [23.0, 53.0], [41.0, 53.0], [26.0, 42.0]];
    let map = map_of(&[Outline::polygon(star)]);
    assert!(map.sees([32.0, 59.0], [32.0, 48.0]), "from a tip to the middle, which it winds around twice");
    assert_eq!(map.vertex_count(), 4 + 10);
}

#[test]
fn floors_that_touch_at_a_corner_only_leave_no_way_between_them() {
    let map = map_of(&[box_of([0.0, 10.0], [0.0, 10.0]), box_of([10.0, 20.0], [10.0, 20.0])]);
    assert_eq!(map.components().count(), 2);
    assert!(!map.sees([5.0, 5.0], [15.0, 15.0]));
}

#[test]
fn floors_apart_stay_as_they_are_given() {
    let with_a_point_on_its_side = Outline::polygon([[0.0, 0.0], [4.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]]);
    let map = map_of(&[with_a_point_on_its_side, box_of([16.0, 32.0], [0.0, 8.0])]);
    assert_eq!((map.vertex_count(), map.components().count()), (4 + 9, 2));
}

#[test]
fn obstacles_block_on_united_floors_and_come_and_go() {
    let floors = [box_of([0.0, 10.0], [0.0, 8.0]), box_of([8.0, 20.0], [2.0, 10.0])];
    let wall = Outline::polyline([[9.0, 0.0], [9.0, 10.0]]);
    let (mut map, ids) = Map::build(&floors, std::slice::from_ref(&wall)).unwrap();
    assert_eq!(map.components().count(), 2);
    let mut later = map_of(&floors);
    later.insert(&wall).unwrap();
    assert_eq!(picture(&map), picture(&later));
    map.remove(ids[0]).unwrap();
    assert_eq!(picture(&map), picture(&map_of(&floors)));
}

#[test]
fn a_floor_without_area_is_refused_by_its_number() {
    let line = Outline::polygon([[2.0, 2.0], [6.0, 6.0]]);
    for first in [box_of([0.0, 32.0], [0.0, 32.0]), box_of([16.0, 32.0], [16.0, 32.0])] {
        let refused = Map::build(&[first.clone(), first, line.clone()], &[]).err();
        assert_eq!(refused, Some(BadMap::Floor { index: 2, reason: BadOutline::NoArea }));
    }
}
