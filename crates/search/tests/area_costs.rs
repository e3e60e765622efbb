//! Costs of regions, for points and for discs.

use navigant_mesh::{AreaMesh, Map, Outline};
use navigant_search::plane::{AreaCosts, AreaFinder, NoAreaPath, NoPath, Query};

/// A hall with a block in the middle and a lawn above it.
fn hall() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0])).unwrap();
    map.insert(&Outline::rectangle([25.0, 12.0], [35.0, 28.0])).unwrap();
    map.insert_region("grass", &Outline::rectangle([20.0, 28.0], [40.0, 40.0])).unwrap();
    map
}

#[test]
fn a_disc_keeps_off_walls_and_takes_the_cheaper_side() {
    let map = hall();
    let (areas, mut finder) = (AreaMesh::of(&map), AreaFinder::new());
    // The way over the lawn is a little shorter.
    let query = Query::new([10.0, 21.0], [50.0, 21.0]).with_radius(1.5);
    let shortest = finder.find(&map, &areas, &query, &AreaCosts::new()).unwrap();
    assert!(shortest.is_exact && shortest.path.points.iter().any(|p| p.y > 29.0));
    let dear = AreaCosts::new().with("grass", 2.0).unwrap();
    let found = finder.find(&map, &areas, &query, &dear).unwrap();
    assert!(!found.is_exact && found.path.radius == 1.5);
    assert!(found.path.points.iter().all(|p| p.y < 28.0), "it goes around below");
    for leg in found.path.points.windows(2) {
        assert!(map.sees_as_disc(leg[0], leg[1], 1.5), "{} to {}", leg[0], leg[1]);
    }
    // Without a lawn in its way it costs its length, which is the shortest below the block but for the tangents around corners.
    let below = finder.find(&map, &areas, &query, &AreaCosts::new().without("grass")).unwrap();
    assert!(below.is_exact && (found.cost - found.path.length).abs() < 1e-9);
    assert!(found.cost >= below.cost && found.cost <= below.cost * 1.004, "{} and {}", found.cost, below.cost);
    assert_eq!(finder.find(&map, &areas, &query, &dear), Ok(found), "what is kept for the next query is the same");
}

#[test]
fn forbidden_regions_are_walls_for_the_whole_disc() {
    let mut map = hall();
    map.insert_region("water", &Outline::rectangle([20.0, 0.0], [40.0, 10.0])).unwrap();
    let (areas, mut finder) = (AreaMesh::of(&map), AreaFinder::new());
    let costs = AreaCosts::new().with("grass", 5.0).unwrap().without("water");
    // Between the water and the block are two metres.
    let query = Query::new([10.0, 21.0], [50.0, 21.0]);
    let thin = finder.find(&map, &areas, &query.with_radius(0.9), &costs).unwrap();
    assert!(thin.path.points.iter().all(|p| p.y < 28.0));
    for leg in thin.path.points.windows(2) {
        assert!(leg.iter().all(|p| p.y >= 10.9 || !(19.1..=40.9).contains(&p.x)), "{leg:?}");
    }
    let wide = finder.find(&map, &areas, &query.with_radius(1.1), &costs).unwrap();
    assert!(wide.path.points.iter().any(|p| p.y > 29.0) && wide.cost > thin.cost);
}

#[test]
fn what_a_disc_is_refused_is_said_as_without_costs_or_called_tight() {
    let mut map = hall();
    map.insert(&Outline::polyline([[0.0, 20.0], [25.0, 20.0]])).unwrap();
    map.insert(&Outline::rectangle([35.0, 0.0], [36.0, 18.0])).unwrap();
    map.insert(&Outline::rectangle([35.0, 20.0], [36.0, 40.0])).unwrap();
    map.insert(&Outline::rectangle([36.0, 20.0], [60.0, 40.0])).unwrap();
    let (areas, mut finder) = (AreaMesh::of(&map), AreaFinder::new());
    let dear = AreaCosts::new().with("grass", 2.0).unwrap();
    let mut ask = |from: [f64; 2], to: [f64; 2], radius: f64| {
        finder.find(&map, &areas, &Query::new(from, to).with_radius(radius), &dear).map(|found| found.cost)
    };
    assert!(matches!(ask([0.2, 5.0], [10.0, 10.0], 1.0), Err(NoAreaPath::NoPath(NoPath::NoRoomAtStart { .. }))));
    assert!(matches!(ask([10.0, 10.0], [30.0, 20.0], 1.0), Err(NoAreaPath::NoPath(NoPath::GoalOutside { .. }))));
    let gap = [[10.0, 30.0], [10.0, 10.0]];
    assert!(matches!(ask(gap[0], gap[1], 0.5), Err(NoAreaPath::NoPath(_))), "the wall goes up to the block");
    // As wide as a corridor exactly: there is a path without costs.
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 16.0])).unwrap();
    map.insert(&Outline::rectangle([16.0, 0.0], [24.0, 7.0])).unwrap();
    map.insert(&Outline::rectangle([16.0, 9.0], [24.0, 16.0])).unwrap();
    map.insert_region("grass", &Outline::rectangle([0.0, 0.0], [10.0, 16.0])).unwrap();
    let (areas, mut finder) = (AreaMesh::of(&map), AreaFinder::new());
    let mut ask = |radius: f64, costs: &AreaCosts| {
        let query = Query::new([4.0, 4.0], [36.0, 12.0]).with_radius(radius);
        finder.find(&map, &areas, &query, costs)
    };
    assert!(ask(1.0, &AreaCosts::new()).is_ok());
    assert_eq!(ask(1.0, &dear), Err(NoAreaPath::Tight { radius: 1.0 }));
    assert!(ask(0.99, &dear).is_ok());
}
