//! Routes with room: agents who keep farther from corners than they must.

use navigant_crowd::internals::AgentInternals as _;
use navigant_crowd::{Agent, Crowd, Status};
use navigant_mesh::{Map, Outline, Point};

/// A hall with a wall from below, which ends in the middle.
fn hall(gap: f64) -> Map {
    let wall = Outline::rectangle([9.5, 0.0], [10.5, 10.0]);
    let ceiling = Outline::rectangle([9.5, 10.0 + gap], [10.5, 20.0]);
    Map::build(&[Outline::rectangle([0.0, 0.0], [20.0, 20.0])], &[wall, ceiling]).unwrap().0
}

/// How near an agent comes to the wall's corners while it walks around it; it must arrive.
fn nearest(map: &Map, comfort: f64) -> f64 {
    let mut crowd = Crowd::new(map);
    let agent = Agent::new([2.0, 5.0]).with_goal([18.0, 5.0]).with_comfort(comfort);
    let id = crowd.add(map, &agent).unwrap();
    let mut nearest = f64::INFINITY;
    for _ in 0..400 {
        crowd.step(map, Crowd::DT).unwrap();
        let p = crowd.agent(id).unwrap().position;
        nearest = [[9.5, 10.0], [10.5, 10.0]].iter().map(|&c| p.distance(Point::from(c))).fold(nearest, f64::min);
    }
    assert_eq!(crowd.agent(id).unwrap().status, Status::Arrived, "with a comfort of {comfort} m");
    nearest
}

#[test]
fn who_likes_room_walks_around_corners_with_room() {
    let map = hall(9.0);
    assert!(nearest(&map, 0.0) < 0.4);
    for comfort in [1.0, 2.0, 4.0] {
        let found = nearest(&map, comfort);
        assert!((0.8 * (0.25 + comfort)..=0.35 + comfort).contains(&found), "{found} m with a comfort of {comfort} m");
    }
}

#[test]
fn a_narrow_door_takes_comfort_away_and_nothing_else() {
    for gap in [0.52, 0.7, 1.0, 2.0] {
        for comfort in [0.3, 1.0, 5.0, 100.0] {
            let found = nearest(&hall(gap), comfort);
            assert!(found >= 0.249 && found <= 0.5 * gap + 0.1, "{found} m in a door of {gap} m");
        }
    }
}

#[test]
fn a_loaded_crowd_keeps_its_comfort() {
    let map = hall(9.0);
    let mut crowd = Crowd::new(&map);
    for i in 0..6 {
        let agent = Agent::new([2.0, 2.0 + f64::from(i)]).with_goal([18.0, 5.0]).with_comfort(0.5 * f64::from(i));
        crowd.add(&map, &agent).unwrap();
    }
    for _ in 0..30 {
        crowd.step(&map, Crowd::DT).unwrap();
    }
    let mut loaded = Crowd::load(&map, &crowd.save(&map)).unwrap();
    for step in 0..200 {
        crowd.step(&map, Crowd::DT).unwrap();
        loaded.step(&map, Crowd::DT).unwrap();
        assert_eq!(crowd.hash(), loaded.hash(), "step {step}");
    }
}

#[test]
fn a_comfort_that_is_none_is_refused() {
    let map = hall(9.0);
    for bad in [-1.0, f64::NAN, f64::INFINITY, 1e9] {
        let refused = Crowd::new(&map).add(&map, &Agent::new([2.0, 5.0]).with_comfort(bad)).unwrap_err();
        assert!(refused.to_string().contains("comfort"), "{refused}");
    }
}
