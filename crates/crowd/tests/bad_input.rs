//! What cannot be is refused with its reason, and changes nothing.

use navigant_crowd::{Agent, Aim, Avoidance, BadAgent, BadStep, Crowd, Orca, UnknownAgent, Vector};
use navigant_mesh::{Map, Outline, Point};

fn hall() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
    map.insert(&Outline::rectangle([10.0, 5.0], [20.0, 15.0])).unwrap();
    map
}

#[test]
fn agents_that_cannot_be_are_refused() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    let mut refused = |agent: &Agent| crowd.add(&map, agent).unwrap_err();
    let nan = Point::new(f64::NAN, 1.0);
    assert!(matches!(refused(&Agent::new(nan)), BadAgent::NotFinite(_)));
    assert!(matches!(refused(&Agent::new([1.0, 1.0]).with_goal(nan)), BadAgent::NotFinite(_)));
    for radius in [0.0, -1.0, 1e-9, 1e9, f64::NAN] {
        assert!(matches!(refused(&Agent::new([1.0, 1.0]).with_radius(radius)), BadAgent::Radius { .. }), "{radius}");
    }
    for speed in [-1.0, 1e9, f64::NAN, f64::INFINITY] {
        assert!(matches!(refused(&Agent::new([1.0, 1.0]).with_speed(speed)), BadAgent::Speed(_)), "{speed}");
    }
    let wish = Aim::Velocity(Vector::new(f32::NAN, 0.0));
    assert!(matches!(refused(&Agent::new([1.0, 1.0]).with_aim(wish)), BadAgent::Speed(_)));
    let blind = Avoidance::Orca(Orca { horizon: 0.0, ..Orca::default() });
    assert_eq!(refused(&Agent::new([1.0, 1.0]).with_avoidance(blind)), BadAgent::Avoidance);
    assert_eq!(crowd.len(), 0);
}

#[test]
fn where_there_is_no_room_nobody_is_added_and_the_largest_radius_is_told() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    for outside in [[15.0, 10.0], [-1.0, 5.0], [500.0, 5.0]] {
        let reason = crowd.add(&map, &Agent::new(outside)).unwrap_err();
        assert!(matches!(reason, BadAgent::NoRoom { largest: 0.0, .. }), "{outside:?}: {reason}");
    }
    match crowd.add(&map, &Agent::new([20.2, 10.0])) {
        Err(BadAgent::NoRoom { largest, .. }) => assert!((largest - 0.2).abs() < 1e-4, "{largest}"),
        other => panic!("{other:?}"),
    }
    assert!(crowd.add(&map, &Agent::new([20.25, 10.0])).is_ok(), "just touching is room");
}

#[test]
fn steps_that_cannot_be_are_refused() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    crowd.add(&map, &Agent::new([1.0, 1.0]).with_goal([30.0, 1.0])).unwrap();
    let before = crowd.hash();
    for dt in [0.0, -0.1, f64::NAN, f64::INFINITY, 11.0] {
        assert!(matches!(crowd.step(&map, dt), Err(BadStep::Time(_))), "{dt}");
    }
    let elsewhere = Map::new(&Outline::rectangle([0.0, 0.0], [7.0, 7.0])).unwrap();
    assert_eq!(crowd.step(&elsewhere, 0.1), Err(BadStep::OtherMap));
    assert_eq!(crowd.add(&elsewhere, &Agent::new([1.0, 1.0])), Err(BadAgent::OtherMap));
    assert_eq!(crowd.hash(), before);
}

#[test]
fn a_removed_agent_is_unknown_and_its_id_is_not_used_again() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    let ids: Vec<_> = (0..5).map(|i| crowd.add(&map, &Agent::new([1.0 + f64::from(i), 1.0])).unwrap()).collect();
    crowd.remove(ids[1]).unwrap();
    assert_eq!(crowd.agent(ids[1]), Err(UnknownAgent(ids[1])));
    assert_eq!(crowd.remove(ids[1]), Err(UnknownAgent(ids[1])));
    assert_eq!(crowd.set_aim(ids[1], Aim::Stand), Err(UnknownAgent(ids[1])));
    let newer = crowd.add(&map, &Agent::new([9.0, 2.0])).unwrap();
    assert!(!ids.contains(&newer));
    crowd.step(&map, Crowd::DT).unwrap();
    for (i, &id) in ids.iter().enumerate().filter(|(i, _)| *i != 1) {
        assert_eq!(crowd.agent(id).unwrap().position, Point::new(1.0 + i as f64, 1.0));
    }
    assert_eq!(crowd.agent(newer).unwrap().position, Point::new(9.0, 2.0));
}

#[test]
fn a_crowd_of_nobody_makes_steps() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    assert_eq!(crowd.step(&map, Crowd::DT).unwrap().searches, 0);
    assert_eq!(crowd.steps(), 1);
}
