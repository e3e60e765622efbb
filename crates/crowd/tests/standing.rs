//! Those who stand in the way are walked around.

use navigant_crowd::internals::AgentInternals as _;
use navigant_crowd::{Agent, Avoidance, Crowd, Status};
use navigant_mesh::{Map, Outline};

/// A hall, and a row of people across it who do not give way: from the wall on the right to three metres from the left one.
fn row() -> (Map, Crowd) {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 10.0])).unwrap();
    let mut crowd = Crowd::new(&map);
    let mut y = 0.3;
    while y < 7.0 {
        crowd.add(&map, &Agent::new([15.0, y]).with_avoidance(Avoidance::Nothing)).unwrap();
        y += 0.55;
    }
    (map, crowd)
}

#[test]
fn a_row_of_people_is_walked_around() {
    let (map, mut crowd) = row();
    let id = crowd.add(&map, &Agent::new([5.0, 2.0]).with_goal([25.0, 2.0])).unwrap();
    let mut highest = 0.0f64;
    for _ in 0..400 {
        crowd.step(&map, Crowd::DT).unwrap();
        highest = highest.max(crowd.agent(id).unwrap().position.y);
    }
    assert_eq!(crowd.agent(id).unwrap().status, Status::Arrived, "{:?}", crowd.agent(id));
    assert!(highest > 6.9, "it went by the gap, not through them: {highest}");
}

#[test]
fn whoever_cannot_get_around_waits() {
    let (map, mut crowd) = row();
    for i in 0..6 {
        let y = 7.0 + 0.55 * f64::from(i);
        crowd.add(&map, &Agent::new([15.0, y.min(9.74)]).with_avoidance(Avoidance::Nothing)).unwrap();
    }
    let id = crowd.add(&map, &Agent::new([5.0, 2.0]).with_goal([25.0, 2.0])).unwrap();
    (0..400).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
    let agent = crowd.agent(id).unwrap();
    assert!(agent.status == Status::Walking && agent.position.x < 15.0, "{agent:?}");
}
