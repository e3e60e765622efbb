//! Corridors, comfort and paths along the axis: what they promise, and what they say to bad input.

use navigant_mesh::{FaceId, Map, Outline, Point};
use navigant_search::internals::{BadCorridor, Corridor};
use navigant_search::plane::AxisPath;
use navigant_search::plane::{FindPath, NoPath, Path, Proof, Query};

/// A hall with a wall across it that has a door one metre wide, and a pillar behind it.
fn hall() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [32.0, 16.0])).unwrap();
    map.insert(&Outline::polyline([[10.0, 0.0], [10.0, 4.0]])).unwrap();
    map.insert(&Outline::polyline([[10.0, 5.0], [10.0, 16.0]])).unwrap();
    map.insert(&Outline::rectangle([20.0, 2.0], [22.0, 12.0])).unwrap();
    map
}

/// How far a path keeps from the corner at a point where it bends.
fn off(path: &Path, corner: [f64; 2]) -> f64 {
    let bend = path.corners.iter().position(|&c| c == corner.into()).expect("it bends there");
    path.points[2 * bend + 1].distance(corner.into())
}

fn narrow_place(answer: Result<Path, NoPath>) -> (f64, Point) {
    match answer {
        Err(NoPath::TooNarrow { widest, place, .. }) => (widest, place),
        other => panic!("not too narrow: {other:?}"),
    }
}

#[test]
fn a_narrow_door_does_not_forbid_comfort_elsewhere() {
    let map = hall();
    let query = Query::new([2.0, 12.0], [30.0, 10.0]).with_radius(0.25);
    let shortest = map.find_path(query).unwrap();
    let comfortable = map.find_path(query.with_comfort(1.0, 1.5)).unwrap();
    assert!((off(&comfortable, [10.0, 5.0]) - 0.5).abs() < 1e-6, "half the door");
    let pillar = off(&comfortable, [20.0, 12.0]);
    assert!((pillar - 1.25).abs() < 1e-6, "{pillar} is not all that was asked for at the pillar");
    assert!(comfortable.length > shortest.length && comfortable.length <= 1.5 * shortest.length);
    assert_eq!(comfortable.proof, Proof::AtLeast(shortest.length));
}

#[test]
fn a_small_detour_buys_a_little_comfort() {
    let map = hall();
    let query = Query::new([2.0, 12.0], [30.0, 10.0]).with_radius(0.25);
    let shortest = map.find_path(query).unwrap();
    let comfortable = map.find_path(query.with_comfort(1.0, 1.01)).unwrap();
    let pillar = off(&comfortable, [20.0, 12.0]);
    assert!(pillar > 0.26 && pillar < 1.24, "{pillar}");
    assert!(comfortable.length <= 1.01 * shortest.length);
}

#[test]
fn without_comfort_the_path_is_the_shortest() {
    let map = hall();
    for radius in [0.0, 0.25] {
        let query = Query::new([2.0, 12.0], [30.0, 10.0]).with_radius(radius);
        assert_eq!(map.find_path(query.with_comfort(0.0, 1.3)), map.find_path(query));
    }
}

#[test]
fn a_point_may_have_comfort_and_may_start_on_a_wall() {
    let map = hall();
    let query = Query::new([2.0, 12.0], [30.0, 10.0]).with_comfort(1.0, 1.5);
    assert!((off(&map.find_path(query).unwrap(), [20.0, 12.0]) - 1.0).abs() < 1e-6);
    let from_wall = Query::new([0.0, 12.0], [30.0, 10.0]);
    assert_eq!(
        map.find_path(from_wall.with_comfort(1.0, 1.5)).unwrap().length,
        map.find_path(from_wall).unwrap().length
    );
}

#[test]
fn bad_comfort_is_named() {
    let map = hall();
    let query = Query::new([2.0, 12.0], [30.0, 10.0]);
    for (extra, factor) in [
        (-1.0, 1.1),
        (f64::NAN, 1.1),
        (f64::INFINITY, 1.1),
        (1.0, 0.9),
        (1.0, f64::NAN),
        (1.0, f64::INFINITY),
        (1.0, -2.0),
    ] {
        let answer = map.find_path(query.with_comfort(extra, factor)).unwrap_err();
        assert!(matches!(answer, NoPath::BadComfort(_)), "{answer}");
        assert!(answer.to_string().starts_with("not a comfort"));
    }
    assert!(map.find_path(query.with_comfort(1e300, 1.2)).is_ok());
    for preferred in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(map.axis_path(&query, preferred), Err(NoPath::BadComfort(_))));
    }
}

#[test]
fn what_is_no_corridor_is_said() {
    let map = hall();
    let free: Vec<FaceId> = map.faces().filter(|&f| map.is_free(f)).collect();
    let covered = map.faces().find(|&f| !map.is_free(f)).unwrap();
    assert_eq!(Corridor::new(&map, vec![]).unwrap_err(), BadCorridor::Empty);
    assert_eq!(Corridor::new(&map, vec![covered]).unwrap_err(), BadCorridor::NotFree(covered));
    assert_eq!(Corridor::new(&map, vec![free[0], free[0]]).unwrap_err(), BadCorridor::Repeated(free[0]));
    let neighbours = |f: FaceId| f.edges().map(|e| map.twin(e).face());
    let far = free.iter().copied().find(|f| *f != free[0] && !neighbours(free[0]).contains(f)).unwrap();
    assert_eq!(Corridor::new(&map, vec![free[0], far]).unwrap_err(), BadCorridor::NotJoined(free[0], far));
    let none: [Point; 0] = [];
    assert_eq!(Corridor::along(&map, &none).unwrap_err(), BadCorridor::Empty);
    assert!(Corridor::along(&map, &[[2.0, 12.0], [30.0, 12.0]]).is_err(), "through a wall");
    assert!(Corridor::along(&map, &[[2.0, 12.0], [f64::NAN, 12.0]]).is_err());
    assert!(Corridor::along(&map, &[[21.0, 4.0]]).is_err(), "inside the pillar");
}

#[test]
fn a_disc_that_does_not_fit_is_told_where() {
    let map = hall();
    let door = Point::new(10.0, 4.5);
    let query = Query::new([4.0, 8.0], [15.0, 8.0]);
    let corridor = Corridor::along(&map, &[query.from, door, query.to]).unwrap();
    assert!(corridor.shortest(&query.with_radius(0.5)).is_ok());
    let (widest, place) = narrow_place(corridor.shortest(&query.with_radius(0.6)));
    assert!((widest - 0.5).abs() < 1e-6 && place.distance(door) < 1e-6, "{widest} at {place}");
    assert_eq!(narrow_place(map.axis_path(&query.with_radius(0.6), 1.0)), (0.5, door));
}

#[test]
fn ends_and_radii_that_do_not_fit_a_corridor_are_named() {
    let map = hall();
    let query = Query::new([4.0, 8.0], [6.0, 9.0]);
    let corridor = Corridor::along(&map, &[query.from, query.to]).unwrap();
    let ask = |query: Query| corridor.shortest(&query).unwrap_err();
    assert!(matches!(ask(Query::new([30.0, 8.0], query.to)), NoPath::StartOutside { nearest: Some(_) }));
    assert!(matches!(ask(Query::new(query.from, [30.0, 8.0])), NoPath::GoalOutside { nearest: Some(_) }));
    assert!(matches!(ask(Query::new([f64::NAN, 8.0], query.to)), NoPath::NotFinite(_)));
    assert!(matches!(ask(query.with_radius(-1.0)), NoPath::BadRadius(_)));
    assert!(matches!(ask(query.with_radius(f64::NAN)), NoPath::BadRadius(_)));
    assert!(matches!(ask(query.with_radius(f64::INFINITY)), NoPath::NoRoomAtStart { .. }));
}
