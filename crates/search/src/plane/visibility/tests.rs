use super::*;
use navigant_mesh::Outline;

fn room(obstacles: &[Outline]) -> Map {
    Map::build(&[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], obstacles).unwrap().0
}

fn corners(map: &Map, at: [f64; 2]) -> Vec<[f64; 2]> {
    let mut finder = VisibilityFinder::new();
    finder.visible_region(map, at).unwrap().corners().iter().map(|c| c.point.into()).collect()
}

fn vertices(map: &Map, at: [f64; 2]) -> Vec<[f64; 2]> {
    let mut finder = VisibilityFinder::new();
    finder.visible_vertices(map, at).unwrap().iter().map(|&v| map.point(v).into()).collect()
}

fn area(map: &Map, at: [f64; 2]) -> f64 {
    VisibilityFinder::new().visible_region(map, at).unwrap().area()
}

#[test]
fn an_empty_room_is_seen_from_everywhere_in_it() {
    let map = room(&[]);
    let square = [[16.0, 16.0], [0.0, 16.0], [0.0, 0.0], [16.0, 0.0]];
    assert_eq!(corners(&map, [8.0, 8.0]), square);
    assert_eq!(vertices(&map, [8.0, 8.0]), square);
    for at in [[3.0, 5.0], [0.0, 4.0], [16.0, 16.0], [0.0, 0.0]] {
        assert_eq!(area(&map, at), 256.0, "{at:?}");
    }
}

#[test]
fn seen_from_a_wall_the_region_has_the_viewpoint_as_a_corner() {
    let map = room(&[]);
    assert_eq!(corners(&map, [8.0, 0.0]), [[16.0, 0.0], [16.0, 16.0], [0.0, 16.0], [0.0, 0.0], [8.0, 0.0]]);
    let region_sides = |at: [f64; 2]| {
        let mut finder = VisibilityFinder::new();
        let region = finder.visible_region(&map, at).unwrap();
        region.corners().iter().filter(|c| matches!(c.side, Side::Wall { obstacle: None, .. })).count()
    };
    assert_eq!(region_sides([8.0, 0.0]), 5);
    assert_eq!(region_sides([0.0, 0.0]), 4);
}

#[test]
fn a_square_casts_a_shadow_with_two_radial_sides() {
    let mut map = room(&[]);
    let square = map.insert(&Outline::rectangle([8.0, 4.0], [12.0, 12.0])).unwrap();
    let mut finder = VisibilityFinder::new();
    let region = finder.visible_region(&map, [0.0, 8.0]).unwrap();
    assert_eq!(region.area(), 256.0 - 96.0);
    let lines = region.corners().iter().filter(|c| matches!(c.side, Side::LineOfSight { .. })).count();
    assert_eq!(lines, 2);
    let its = |c: &&Corner| matches!(c.side, Side::Wall { obstacle: Some(id), .. } if id == square);
    let walls: Vec<Point> = region.corners().iter().filter(its).map(|c| c.point).collect();
    assert_eq!(walls, [Point::new(8.0, 4.0)], "one side, which starts at its right end as seen from the viewpoint");
}

#[test]
fn sight_runs_along_a_wall_and_past_its_corner() {
    let map = room(&[Outline::rectangle([4.0, 4.0], [8.0, 8.0])]);
    let mut finder = VisibilityFinder::new();
    let region = finder.visible_region(&map, [0.0, 8.0]).unwrap();
    assert!(region.contains([6.0, 8.0]) && region.contains([8.0, 8.0]) && region.contains([16.0, 8.0]));
    assert!(!region.contains([8.1, 7.9]));
    let seen = vertices(&map, [0.0, 8.0]);
    assert!(seen.contains(&[4.0, 8.0]) && seen.contains(&[8.0, 8.0]));
}

#[test]
fn nothing_is_seen_between_two_squares_that_touch() {
    let touching = [Outline::rectangle([4.0, 4.0], [8.0, 8.0]), Outline::rectangle([8.0, 8.0], [12.0, 12.0])];
    let map = room(&touching);
    let mut finder = VisibilityFinder::new();
    let region = finder.visible_region(&map, [4.0, 12.0]).unwrap();
    assert!(region.contains([8.0, 8.0]) && !region.contains([9.0, 7.0]));
    // On the touching corner itself one is on both sides.
    let region = finder.visible_region(&map, [8.0, 8.0]).unwrap();
    assert!(region.contains([7.0, 9.0]) && region.contains([9.0, 7.0]));
}

#[test]
fn a_line_between_two_shadows_is_seen_though_it_has_no_area() {
    // Along y = 8 the first square leaves the upper side free, the second the lower one.
    let squares = [Outline::rectangle([2.0, 4.0], [4.0, 8.0]), Outline::rectangle([8.0, 8.0], [10.0, 12.0])];
    let map = room(&squares);
    let mut finder = VisibilityFinder::new();
    let region = finder.visible_region(&map, [0.0, 8.0]).unwrap();
    assert!(region.contains([16.0, 8.0]) && !region.contains([14.0, 8.5]) && !region.contains([14.0, 7.5]));
}

#[test]
fn on_a_thin_wall_one_looks_on_both_sides() {
    let map = room(&[Outline::polyline([[8.0, 0.0], [8.0, 16.0]])]);
    assert_eq!(area(&map, [4.0, 4.0]), 128.0);
    assert_eq!(area(&map, [8.0, 4.0]), 256.0);
    assert_eq!(area(&map, [8.0, 16.0]), 256.0);
}

#[test]
fn a_post_hides_nothing() {
    let map = room(&[Outline::polyline([[8.0, 8.0]])]);
    assert_eq!(area(&map, [4.0, 4.0]), 256.0);
    assert_eq!(corners(&map, [4.0, 8.0]).len(), 4);
    assert_eq!(vertices(&map, [4.0, 8.0])[0], [8.0, 8.0]);
}

#[test]
fn vertices_come_in_angular_order_and_the_nearer_one_first() {
    let map = room(&[Outline::polyline([[8.0, 8.0]]), Outline::polyline([[4.0, 8.0]])]);
    assert_eq!(vertices(&map, [2.0, 8.0])[..3], [[4.0, 8.0], [8.0, 8.0], [16.0, 16.0]]);
    assert_eq!(vertices(&map, [8.0, 8.0])[0], [8.0, 8.0], "the vertex looked from");
}

#[test]
fn where_one_cannot_stand_the_nearest_place_is_named() {
    let map = room(&[Outline::rectangle([4.0, 4.0], [8.0, 10.0])]);
    let mut finder = VisibilityFinder::new();
    let nearest = Some(Point::new(4.0, 6.0));
    assert_eq!(finder.visible_region(&map, [5.0, 6.0]).unwrap_err(), NoView::Outside { nearest });
    let nearest = Some(Point::new(16.0, 5.0));
    assert_eq!(finder.visible_vertices(&map, [1e3, 5.0]).unwrap_err(), NoView::Outside { nearest });
    assert!(matches!(finder.visible_region(&map, [f64::NAN, 6.0]), Err(NoView::NotFinite(_))));
    assert!(finder.visible_region(&map, [1.0, 1.0]).is_ok());
}
