//! What an edit does to a map, in small claims.

use navigant_mesh::internals::{MapInternals as _, Nearest};
use navigant_mesh::{BadMap, BadOutline, Effect, Map, NotMoved, Outline, Point, Role};

fn square(x: f64, y: f64, size: f64) -> Outline {
    Outline::rectangle([x, y], [x + size, y + size])
}

fn hall() -> Map {
    Map::new(&square(0.0, 0.0, 64.0)).unwrap()
}

/// All edges and which faces are free, without ids.
fn picture(map: &Map) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for f in map.faces() {
        let mut corners = map.corners(f).map(|v| map.lattice_point(v));
        corners.sort_unstable();
        let mut walls: Vec<_> = f.edges().iter().map(|&e| map.multiplicity(e)).collect();
        walls.sort_unstable();
        lines.push(format!("{corners:?} {} {walls:?}", map.is_free(f)));
    }
    lines.sort_unstable();
    lines
}

#[test]
fn an_obstacle_blocks_where_it_is_and_nowhere_else() {
    let mut map = hall();
    let id = map.insert(&square(10.0, 10.0, 4.0)).unwrap();
    assert!(!map.is_walkable([12.0, 12.0]) && map.is_walkable([9.9, 12.0]));
    assert!(map.is_walkable([10.0, 12.0]), "free space is closed: one can stand at a wall");
    assert_eq!(map.obstacles_at([12.0, 12.0]), [id]);
    assert_eq!(map.free_area(), 64.0 * 64.0 - 16.0);
}

#[test]
fn removing_an_overlapping_obstacle_restores_the_map() {
    let mut map = hall();
    let kept = map.insert(&square(10.0, 10.0, 20.0)).unwrap();
    let before = picture(&map);
    for other in [square(20.0, 20.0, 20.0), square(10.0, 10.0, 20.0), square(12.0, 12.0, 2.0), square(30.0, 10.0, 5.0)]
    {
        let id = map.insert(&other).unwrap();
        assert_ne!(picture(&map), before);
        map.remove(id).unwrap();
        assert_eq!(picture(&map), before);
    }
    assert!(map.contains(kept));
}

#[test]
fn crossing_walls_share_a_vertex_and_give_it_back() {
    let mut map = hall();
    let empty = map.vertex_count();
    let a = map.insert(&Outline::polyline([[10.0, 10.0], [20.0, 20.0]])).unwrap();
    let b = map.insert(&Outline::polyline([[10.0, 20.0], [20.0, 10.0]])).unwrap();
    assert_eq!(map.vertex_count(), empty + 5);
    map.remove(a).unwrap();
    assert_eq!(map.vertex_count(), empty + 2, "the crossing goes with either of the two");
    map.remove(b).unwrap();
    assert_eq!(map.vertex_count(), empty);
}

#[test]
fn equal_obstacles_count_twice() {
    let mut map = hall();
    let twins = [map.insert(&square(10.0, 10.0, 4.0)).unwrap(), map.insert(&square(10.0, 10.0, 4.0)).unwrap()];
    assert_eq!(map.obstacles_at([12.0, 12.0]), twins);
    map.remove(twins[0]).unwrap();
    assert!(!map.is_walkable([12.0, 12.0]));
    map.remove(twins[1]).unwrap();
    assert!(map.is_walkable([12.0, 12.0]));
}

#[test]
fn self_crossing_rings_cover_what_they_wind_around() {
    let mut map = hall();
    map.insert(&Outline::polygon([[10.0, 10.0], [20.0, 20.0], [20.0, 10.0], [10.0, 20.0]])).unwrap();
    assert!(!map.is_walkable([11.0, 15.0]) && !map.is_walkable([19.0, 15.0]), "both halves of a bow-tie");
    assert!(map.is_walkable([15.0, 11.0]) && map.is_walkable([15.0, 19.0]));
    let star = [[32.0, 60.0], [38.0, 42.0], [23.0, 53.0], [41.0, 53.0], [26.0, 42.0]];
    map.insert(&Outline::polygon(star)).unwrap();
    assert!(!map.is_walkable([32.0, 50.0]), "the middle of a star, wound around twice");
}

#[test]
fn holes_uncover_whichever_way_they_run_and_wherever_they_lie() {
    let hole = [[12.0, 12.0], [18.0, 12.0], [18.0, 18.0], [12.0, 18.0]];
    let mut backwards = hole;
    backwards.reverse();
    for hole in [hole, backwards] {
        let mut map = hall();
        map.insert(&square(10.0, 10.0, 10.0).with_hole(hole)).unwrap();
        assert!(map.is_walkable([15.0, 15.0]) && !map.is_walkable([11.0, 15.0]));
    }
    let mut map = hall();
    let poking_out = [[15.0, 15.0], [30.0, 15.0], [30.0, 18.0], [15.0, 18.0]];
    map.insert(&square(10.0, 10.0, 10.0).with_hole(poking_out)).unwrap();
    assert!(map.is_walkable([17.0, 16.0]) && map.is_walkable([25.0, 16.0]) && !map.is_walkable([12.0, 16.0]));
}

#[test]
fn walls_and_posts_block_sight_and_cover_nothing() {
    let mut map = hall();
    let fence = map.insert(&Outline::polyline([[20.0, 5.0], [20.0, 60.0]])).unwrap();
    let post = map.insert(&Outline::polygon([[40.0, 32.0]])).unwrap();
    assert_eq!(map.free_area(), 64.0 * 64.0);
    assert!(!map.sees([10.0, 32.0], [30.0, 32.0]) && map.sees([10.0, 3.0], [30.0, 3.0]));
    assert!(map.sees([30.0, 32.0], [50.0, 32.0]), "a disc of vanishing size gets past a post");
    assert_eq!(map.obstacles_at([20.0, 30.0]), [fence]);
    assert_eq!(map.outline(post).unwrap(), [(Role::Exterior, vec![Point::new(40.0, 32.0)])]);
}

#[test]
fn obstacles_that_touch_at_a_corner_leave_no_gap() {
    let mut map = hall();
    map.insert(&Outline::polygon([[10.0, 0.0], [20.0, 0.0], [20.0, 32.0], [10.0, 32.0]])).unwrap();
    map.insert(&Outline::polygon([[20.0, 32.0], [30.0, 32.0], [30.0, 64.0], [20.0, 64.0]])).unwrap();
    assert!(!map.sees([5.0, 47.0], [35.0, 17.0]), "the line runs exactly through the common corner");
    assert_eq!(map.components().count(), 2);
}

#[test]
fn moving_keeps_the_id_and_is_one_edit() {
    let mut map = hall();
    let id = map.insert(&square(10.0, 10.0, 4.0)).unwrap();
    let version = map.version();
    map.move_to(id, &square(11.0, 10.0, 4.0)).unwrap();
    assert_eq!(map.version(), version + 1);
    assert!(map.is_walkable([10.5, 12.0]) && map.obstacles_at([14.5, 12.0]) == [id]);
    assert_eq!(map.change().effect, Effect::Either);
    let region = map.change().region.unwrap();
    assert!(region.contains(Point::new(10.0, 10.0)) && region.contains(Point::new(15.0, 14.0)));
}

#[test]
fn a_change_names_what_went_and_what_came() {
    let mut map = hall();
    let before: std::collections::BTreeSet<_> = map.faces().collect();
    let id = map.insert(&square(10.0, 10.0, 4.0)).unwrap();
    let inserted = map.change().clone();
    assert_eq!(inserted.effect, Effect::Lengthens);
    assert!(inserted.removed.iter().all(|f| before.contains(f)));
    assert!(inserted.added.iter().all(|&f| map.corners(f)[0] != map.corners(f)[1]));
    assert_eq!(inserted.added.len(), inserted.removed.len() + 8, "four vertices are eight faces");
    map.remove(id).unwrap();
    assert_eq!(map.change().effect, Effect::Shortens);
    assert_eq!(map.change().removed.len(), map.change().added.len() + 8);
}

#[test]
fn walls_of_others_that_bend_are_named() {
    let mut map = hall();
    let step = map.lattice().step();
    let wall = map.insert(&Outline::polyline([[10.0, 10.0], [30.0, 10.0 + 7.0 * step]])).unwrap();
    let crossing = map.insert(&Outline::polyline([[15.0, 5.0], [16.0, 15.0]])).unwrap();
    assert!(map.change().nudged.iter().any(|n| n.obstacle == Some(wall)));
    map.remove(crossing).unwrap();
    assert!(map.change().nudged.iter().any(|n| n.obstacle == Some(wall)), "and again when they straighten");
}

#[test]
fn ids_are_never_reused() {
    let mut map = hall();
    let first = map.insert(&square(10.0, 10.0, 4.0)).unwrap();
    map.remove(first).unwrap();
    let second = map.insert(&square(10.0, 10.0, 4.0)).unwrap();
    assert_ne!(first, second);
    assert!(map.remove(first).is_err() && !map.contains(first) && map.contains(second));
    assert!(matches!(map.move_to(first, &square(1.0, 1.0, 1.0)), Err(NotMoved::Unknown(_))));
    assert!(map.outline(first).is_err());
}

#[test]
fn a_refused_edit_changes_nothing() {
    let mut map = hall();
    let id = map.insert(&square(10.0, 10.0, 4.0)).unwrap();
    let (before, version) = (picture(&map), map.version());
    let far = Outline::polygon([[1.0, 1.0], [2.0, 1.0], [1e300, 2.0]]);
    let broken =
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(|bad| Outline::polygon([[1.0, 1.0], [bad, 2.0], [3.0, 3.0]]));
    for outline in broken.iter().chain([&far, &Outline::polygon([[0.0; 2]; 0]), &Outline::polyline([[0.0; 2]; 0])]) {
        assert!(map.insert(outline).is_err());
        assert!(matches!(map.move_to(id, outline), Err(NotMoved::Outline(_))));
    }
    assert_eq!(map.insert(&far), Err(BadOutline::TooFar { ring: 0, index: 2, point: Point::new(1e300, 2.0) }));
    assert_eq!((picture(&map), map.version()), (before, version));
}

#[test]
fn impossible_worlds_are_refused_with_the_reason() {
    assert_eq!(Map::build(&[], &[]).err(), Some(BadMap::NoFloor));
    for floor in [
        Outline::polygon([[0.0, 0.0], [5.0, 5.0], [9.0, 9.0]]),
        Outline::polygon([[3.0, 3.0]]),
        Outline::polyline([[0.0, 0.0], [5.0, 0.0], [5.0, 5.0], [0.0, 0.0]]),
    ] {
        assert_eq!(Map::new(&floor).err(), Some(BadMap::Floor { index: 0, reason: BadOutline::NoArea }));
    }
    assert!(matches!(Map::new(&Outline::polygon([[0.0; 2]; 0])), Err(BadMap::NoFloor)));
    let nan = Outline::polygon([[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]]);
    assert!(matches!(Map::new(&nan), Err(BadMap::Floor { index: 0, reason: BadOutline::NotFinite { index: 1, .. } })));
    assert!(matches!(Map::new(&square(0.0, 0.0, 1e300)), Err(BadMap::Extent(_))));
    assert!(matches!(Map::new(&square(0.0, 0.0, 1e-310)), Err(BadMap::Extent(_))));
    let bad_obstacle = Map::build(&[square(0.0, 0.0, 9.0)], &[square(1.0, 1.0, 1.0), nan]);
    assert!(matches!(bad_obstacle, Err(BadMap::Obstacle { index: 1, .. })));
}

#[test]
fn subnormal_coordinates_are_just_small() {
    let mut map = hall();
    let dust = Outline::polygon([[5e-324, 5e-324], [1e-310, 0.0], [0.0, 1e-310]]);
    let id = map.insert(&dust).unwrap();
    assert_eq!(map.outline(id).unwrap()[0].1.len(), 1, "it rounds to a post");
}

#[test]
fn obstacles_may_reach_beyond_the_world() {
    let mut map = hall();
    let road = map.insert(&Outline::rectangle([-1e6, 30.0], [1e6, 34.0])).unwrap();
    assert!(!map.is_walkable([5.0, 32.0]) && !map.is_walkable([60.0, 32.0]));
    assert_eq!(map.free_area(), 64.0 * 60.0);
    map.remove(road).unwrap();
    let elsewhere = map.insert(&square(500.0, 500.0, 9.0)).unwrap();
    assert_eq!(map.free_area(), 64.0 * 64.0);
    map.remove(elsewhere).unwrap();
}

#[test]
fn points_that_are_nowhere_have_answers_too() {
    let map = hall();
    for nowhere in [[f64::NAN, 1.0], [1.0, f64::INFINITY], [1e300, 0.0], [-5.0, 100.0]] {
        assert!(!map.is_walkable(nowhere) && map.obstacles_at(nowhere).is_empty() && !map.sees(nowhere, [1.0, 1.0]));
    }
    assert_eq!(map.locate([f64::NAN, 0.0]), None);
    assert_eq!(map.nearest_walkable([f64::NAN, 0.0]), None);
    assert_eq!(map.nearest_walkable([1e9, 32.0]), Some(Point::new(64.0, 32.0)));
    assert!(map.faces_in(navigant_mesh::Bounds { min: Point::new(f64::NAN, 0.0), max: Point::ORIGIN }).is_empty());
}

#[test]
fn faces_in_a_box_are_those_that_meet_it() {
    let mut map = hall();
    map.insert(&square(10.0, 10.0, 4.0)).unwrap();
    map.insert(&square(40.0, 40.0, 4.0)).unwrap();
    let region = navigant_mesh::Bounds { min: Point::new(9.0, 9.0), max: Point::new(15.0, 15.0) };
    let mut found = map.faces_in(region);
    found.sort_unstable();
    let meets = |f: navigant_mesh::FaceId| {
        // Separating axes: the box's two and the face's three.
        let corners = map.corners(f).map(|v| map.point(v));
        let outside = |value: fn(&Point) -> f64, low: f64, high: f64| {
            corners.iter().all(|p| value(p) < low) || corners.iter().all(|p| value(p) > high)
        };
        let beyond_side = (0..3).any(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            let right = |x: f64, y: f64| (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) < 0.0;
            [9.0, 15.0].iter().all(|&x| [9.0, 15.0].iter().all(|&y| right(x, y)))
        });
        !outside(|p| p.x, 9.0, 15.0) && !outside(|p| p.y, 9.0, 15.0) && !beyond_side
    };
    let expected: Vec<_> = map.faces().filter(|&f| meets(f)).collect();
    assert_eq!(found, expected);
    assert!(found.len() < map.face_count());
}

#[test]
fn a_map_that_comes_back_to_where_it_was_takes_no_more_memory() {
    let mut map = hall();
    let mut churn = || {
        let ids = [0.0, 3.0, 6.0].map(|x| map.insert(&square(10.0 + x, 10.0 + x, 8.0)).unwrap());
        ids.into_iter().for_each(|id| map.remove(id).unwrap());
        map.memory_bytes()
    };
    let once = churn();
    assert!((0..50).all(|_| churn() == once), "slots, owners of walls and covers are used again");
}

#[test]
fn closing_the_last_gate_cuts_a_map_in_two_and_opening_it_joins_them() {
    let mut map = hall();
    map.insert(&Outline::polyline([[32.0, 0.0], [32.0, 30.0]])).unwrap();
    map.insert(&Outline::polyline([[32.0, 34.0], [32.0, 64.0]])).unwrap();
    let (west, east) = ([10.0, 32.0], [50.0, 32.0]);
    assert_eq!(map.components().count(), 1);
    let gate = map.insert(&Outline::polyline([[32.0, 30.0], [32.0, 34.0]])).unwrap();
    assert_eq!(map.components().count(), 2);
    assert!(map.component_at(west) != map.component_at(east));
    assert_eq!(map.component_areas().iter().map(|(_, area)| area).sum::<f64>(), map.free_area());
    map.remove(gate).unwrap();
    assert_eq!((map.components().count(), map.component_at(west)), (1, map.component_at(east)));
}

#[test]
fn a_loop_that_is_cut_becomes_a_dead_end_and_is_none_when_it_is_closed_again() {
    let mut map = hall();
    map.insert(&square(16.0, 16.0, 32.0)).unwrap();
    let in_dead_ends = |map: &Map| map.faces().filter(|&f| map.is_free(f) && map.dead_ends().contains(f)).count();
    let free = |map: &Map| map.faces().filter(|&f| map.is_free(f)).count();
    let before = in_dead_ends(&map);
    assert!(before < free(&map));
    let bar = map.insert(&Outline::polyline([[0.0, 32.0], [16.0, 32.0]])).unwrap();
    assert_eq!(in_dead_ends(&map), free(&map), "the way around the block has two ends now");
    map.remove(bar).unwrap();
    assert_eq!(in_dead_ends(&map), before);
}

#[test]
fn the_nearest_reachable_point_is_the_same_from_a_pocket_and_from_a_hall() {
    let mut map = hall();
    let ring = |low: f64, size: f64| {
        let (a, b) = (low + 1.0, low + size - 1.0);
        square(low, low, size).with_hole([[a, a], [b, a], [b, b], [a, b]])
    };
    map.insert(&ring(4.0, 6.0)).unwrap();
    map.insert(&ring(50.0, 8.0)).unwrap();
    let mut nearest = Nearest::default();
    let mut ask = |from: [f64; 2], to: [f64; 2]| nearest.find_reachable(&map, to, map.locate(from).unwrap());
    assert_eq!(ask([7.0, 7.0], [54.0, 54.0]), Some(Point::new(9.0, 9.0)));
    assert_eq!(ask([7.0, 7.0], [7.0, 60.0]), Some(Point::new(7.0, 9.0)));
    assert_eq!(ask([30.0, 30.0], [54.0, 53.0]), Some(Point::new(54.0, 50.0)));
    assert_eq!(ask([7.0, 7.0], [6.5, 7.5]), Some(Point::new(6.5, 7.5)), "within reach");
    assert_eq!(ask([7.0, 7.0], [f64::NAN, 7.5]), None);
}
