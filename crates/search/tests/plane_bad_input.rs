//! Every question about a path has an answer.

use navigant_mesh::{AreaMesh, Map, Outline, Point};
use navigant_search::graph::Budget;
use navigant_search::internals::ShortestPathMapInternals as _;
use navigant_search::plane::{
    AreaCosts, AreaFinder, FindPath, NoAreaPath, NoPath, NoRoute, NoView, PathFinder, Proof, Query, ShortestPathMap,
    Turn,
};

fn hall() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
    map.insert(&Outline::rectangle([20.0, 20.0], [40.0, 40.0])).unwrap();
    map
}

#[test]
fn a_path_bends_around_corners_and_says_how() {
    let map = hall();
    let path = map.find_path(Query::new([10.0, 30.0], [50.0, 25.0])).unwrap();
    assert_eq!(path.points, [[10.0, 30.0], [20.0, 20.0], [40.0, 20.0], [50.0, 25.0]].map(Point::from));
    assert!(path.bends.iter().all(|bend| bend.turn == Turn::Left) && path.bends.len() == 2);
    assert_eq!(path.proof, Proof::Shortest);
    assert_eq!(path.revision, map.revision());
}

#[test]
fn points_that_are_no_numbers_or_not_walkable_are_named() {
    let map = hall();
    let inside = Point::new(30.0, 21.0);
    for (from, to, expected) in [
        (Point::new(f64::NAN, 1.0), Point::ORIGIN, "not a point"),
        (Point::ORIGIN, Point::new(1.0, f64::INFINITY), "not a point"),
        (inside, Point::ORIGIN, "the start is not walkable; the nearest place with room is (30, 20)"),
        (Point::ORIGIN, inside, "the goal is not walkable; the nearest place with room is (30, 20)"),
        (Point::ORIGIN, Point::new(1e300, 5.0), "the goal is not walkable; the nearest place with room is (64, 5)"),
    ] {
        let answer = map.find_path(Query::new(from, to)).unwrap_err().to_string();
        assert!(answer.starts_with(expected), "{answer}");
    }
}

#[test]
fn start_and_goal_may_be_the_same_and_lie_on_walls_and_corners() {
    let map = hall();
    let corner = [20.0, 20.0];
    let stay = map.find_path(Query::new(corner, corner)).unwrap();
    assert_eq!((stay.length, stay.points.len(), stay.bends.len()), (0.0, 2, 0));
    assert_eq!(map.find_path(Query::new(corner, [40.0, 20.0])).unwrap().length, 20.0);
    assert_eq!(map.find_path(Query::new([20.0, 30.0], [30.0, 20.0])).unwrap().length, 20.0);
    assert_eq!(map.find_path(Query::new([20.0, 30.0], [40.0, 30.0])).unwrap().length, 40.0);
}

#[test]
fn a_goal_behind_walls_is_known_to_be_out_of_reach() {
    let mut map = hall();
    map.insert(&Outline::rectangle([50.0, 50.0], [60.0, 60.0]).with_hole([
        [52.0, 52.0],
        [58.0, 52.0],
        [58.0, 58.0],
        [52.0, 58.0],
    ]))
    .unwrap();
    let mut finder = PathFinder::new();
    let answer = finder.find(&map, &Query::new([1.0, 1.0], [54.0, 55.0])).cloned();
    assert_eq!(answer, Err(NoPath::Disconnected { nearest_reachable: Point::new(50.0, 55.0) }));
    assert_eq!(finder.expansions(), 0, "without a search");
}

#[test]
fn obstacles_that_touch_are_not_passed_between() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 60.0])).unwrap();
    map.insert(&Outline::rectangle([10.0, 0.0], [20.0, 30.0])).unwrap();
    map.insert(&Outline::rectangle([20.0, 30.0], [30.0, 50.0])).unwrap();
    let path = map.find_path(Query::new([15.0, 35.0], [25.0, 25.0])).unwrap();
    assert_eq!(path.points, [[15.0, 35.0], [20.0, 50.0], [30.0, 50.0], [30.0, 30.0], [25.0, 25.0]].map(Point::from));
}

#[test]
fn a_spent_budget_says_what_is_known() {
    let mut map = hall();
    // Scattered boards at all angles: many ways that are nearly as good as the best.
    let scattered = |i: u32, k: u32| f64::from(i * k % 61) + 1.5;
    for i in 1..120 {
        let (x, y) = (scattered(i, 17), scattered(i, 29));
        let (dx, dy) = (scattered(i, 7) / 20.0, scattered(i, 11) / 20.0);
        map.insert(&Outline::polygon([[x, y], [x + dx, y + dy], [x + dx - dy / 4.0, y + dy + dx / 4.0]])).unwrap();
    }
    let query = Query { budget: Budget::expansions(0), ..Query::new([0.5, 0.5], [63.5, 63.5]) };
    let lower = query.from.distance(query.to);
    assert_eq!(map.find_path(query), Err(NoPath::BudgetSpent { best: None, lower }));
    let mut known = 0;
    for i in 1..60 {
        let [from, to] = [[scattered(i, 5), 0.5], [63.0 - scattered(i, 23), scattered(i, 3)]];
        let query = Query::new(from, to);
        if !map.is_walkable(to) {
            continue;
        }
        let shortest = map.find_path(query).unwrap().length;
        for most in 1..60 {
            match map.find_path(Query { budget: Budget::expansions(most), ..query }) {
                Ok(path) => assert_eq!(path.length, shortest),
                Err(NoPath::BudgetSpent { best, lower }) => {
                    assert!(lower >= query.from.distance(query.to) && lower <= shortest);
                    let Some(path) = best else { continue };
                    let Proof::AtLeast(bound) = path.proof else { panic!("it was cut short") };
                    assert!(bound <= shortest * (1.0 + 1e-12), "no path is shorter than the bound");
                    let end = path.points[path.points.len() - 1];
                    let whole = map.find_path(Query::new(from, end)).unwrap();
                    assert!(path.length >= whole.length * (1.0 - 1e-12) && path.points[0] == Point::from(from));
                    known += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(known > 100, "a budget in between leaves the beginning of a path");
}

#[test]
fn factors_that_are_none_are_named() {
    for factor in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let refused = AreaCosts::new().with("grass", factor).unwrap_err();
        assert_eq!((refused.kind.as_str(), refused.factor.to_bits()), ("grass", factor.to_bits()));
    }
}

#[test]
fn areas_that_are_outdated_and_ends_that_are_forbidden_are_told() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
    let pond = map.insert_region("water", &Outline::rectangle([10.0, 10.0], [20.0, 20.0])).unwrap();
    let areas = AreaMesh::of(&map);
    let mut finder = AreaFinder::new();
    let (query, costs) = (Query::new([15.0, 15.0], [40.0, 40.0]), AreaCosts::new().without("water"));
    assert!(matches!(finder.find(&map, &areas, &query, &costs), Err(NoAreaPath::Forbidden(_))));
    let dear = AreaCosts::new().with("water", 2.0).unwrap();
    for radius in [-1.0, f64::NAN] {
        let refused = finder.find(&map, &areas, &query.with_radius(radius), &dear);
        assert!(matches!(refused, Err(NoAreaPath::NoPath(NoPath::BadRadius(_)))), "{radius}");
    }
    let too_wide = finder.find(&map, &areas, &query.with_radius(f64::INFINITY), &dear);
    assert!(matches!(too_wide, Err(NoAreaPath::NoPath(_))), "{too_wide:?}");
    map.remove_region(pond).unwrap();
    assert!(matches!(finder.find(&map, &areas, &query, &dear), Err(NoAreaPath::Stale)));
}

#[test]
fn a_shortest_path_map_says_where_its_source_cannot_be_and_when_it_is_outdated() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
    map.insert(&Outline::rectangle([20.0, 20.0], [40.0, 40.0])).unwrap();
    assert!(matches!(ShortestPathMap::of(&map, [30.0, 30.0]), Err(NoView::Outside { nearest: Some(_) })));
    assert!(matches!(ShortestPathMap::of(&map, [1e300, 0.0]), Err(NoView::Outside { .. })));
    assert!(matches!(ShortestPathMap::of(&map, [f64::NAN, 0.0]), Err(NoView::NotFinite(_))));
    let mut spm = ShortestPathMap::of(&map, [1.0, 1.0]).unwrap();
    for length in [-1.0, f64::NAN, 0.0] {
        let near = ShortestPathMap::within(&map, [1.0, 1.0], length).unwrap();
        assert!(near.distance_to(&map, [60.0, 60.0]).is_err(), "{length}");
    }
    let other = map.clone();
    map.insert(&Outline::rectangle([50.0, 50.0], [51.0, 51.0])).unwrap();
    assert_eq!(spm.distance_to(&map, [2.0, 1.0]), Err(NoRoute::Stale));
    assert!(spm.cells(&map).is_none());
    assert_eq!(spm.distance_to(&other, [2.0, 1.0]), Ok(1.0));
    spm.follow(&map).unwrap();
    assert_eq!(spm.distance_to(&map, [2.0, 1.0]), Ok(1.0));
    assert_eq!(spm.distance_to(&other, [2.0, 1.0]), Err(NoRoute::Stale));
}
