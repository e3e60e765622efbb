//! Routes are followed to their ends, around what comes into the way.

use navigant_crowd::{Agent, AgentId, Crowd, NoWay, NoWayReason, Notice, Planning, Status};
use navigant_mesh::{Map, Outline, Point};

fn hall() -> Map {
    Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap()
}

fn status(crowd: &Crowd, id: AgentId) -> Status {
    crowd.agent(id).unwrap().status
}

/// Lets everyone walk until all have arrived; returns after how many steps.
fn steps_to_arrive(crowd: &mut Crowd, map: &Map, most: usize) -> usize {
    for step in 0..most {
        if crowd.agents().all(|agent| agent.status == Status::Arrived) {
            return step;
        }
        crowd.step(map, Crowd::DT).unwrap();
        for agent in crowd.agents() {
            let clearance = map.clearance_at(agent.position).unwrap_or(0.0);
            assert!(clearance >= agent.radius - map.lattice().step(), "{clearance} m from a wall");
        }
    }
    panic!("not arrived after {most} steps: {:?}", crowd.agents().find(|agent| agent.status != Status::Arrived));
}

#[test]
fn alone_an_agent_takes_no_longer_than_its_path() {
    let mut map = hall();
    map.insert(&Outline::rectangle([10.0, 0.0], [11.0, 15.0])).unwrap();
    map.insert(&Outline::rectangle([20.0, 5.0], [21.0, 20.0])).unwrap();
    map.insert(&Outline::rectangle([30.0, 0.0], [31.0, 15.0])).unwrap();
    let mut crowd = Crowd::new(&map);
    crowd.add(&map, &Agent::new([2.0, 2.0]).with_goal([38.0, 2.0])).unwrap();
    use navigant_search::plane::{FindPath, Query};
    let length = map.find_path(Query::new([2.0, 2.0], [38.0, 2.0]).with_radius(0.25)).unwrap().length;
    let steps = steps_to_arrive(&mut crowd, &map, 2000);
    assert!((steps as f64) < 1.05 * length / (1.3 * Crowd::DT), "{steps} steps for {length} m");
}

#[test]
fn two_who_meet_head_on_in_a_corridor_pass_each_other() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 1.4])).unwrap();
    let mut crowd = Crowd::new(&map);
    crowd.add(&map, &Agent::new([1.0, 0.7]).with_goal([29.0, 0.7])).unwrap();
    crowd.add(&map, &Agent::new([29.0, 0.7]).with_goal([1.0, 0.7])).unwrap();
    steps_to_arrive(&mut crowd, &map, 600);
}

#[test]
fn two_groups_pass_a_door_against_each_other() {
    let mut map = hall();
    map.insert(&Outline::rectangle([19.5, 0.0], [20.5, 9.2])).unwrap();
    map.insert(&Outline::rectangle([19.5, 10.8], [20.5, 20.0])).unwrap();
    let mut crowd = Crowd::new(&map);
    for i in 0..10 {
        let y = 3.0 + 1.5 * f64::from(i);
        crowd.add(&map, &Agent::new([5.0, y]).with_goal([35.0, y])).unwrap();
        crowd.add(&map, &Agent::new([35.0, y]).with_goal([5.0, y])).unwrap();
    }
    steps_to_arrive(&mut crowd, &map, 2000);
}

#[test]
fn when_the_way_is_closed_another_is_taken_and_when_it_opens_the_better_one() {
    let mut map = hall();
    map.insert(&Outline::rectangle([19.0, 2.0], [21.0, 9.0])).unwrap();
    map.insert(&Outline::rectangle([19.0, 11.0], [21.0, 20.0])).unwrap();
    let mut crowd = Crowd::new(&map);
    let id = crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([38.0, 10.0])).unwrap();
    (0..50).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
    let door = map.insert(&Outline::rectangle([19.5, 8.0], [20.5, 12.0])).unwrap();
    (0..30).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
    assert!(crowd.agent(id).unwrap().position.y < 9.0, "on the way to the gap below");
    map.remove(door).unwrap();
    let before = crowd.agent(id).unwrap().position.y;
    (0..20).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
    assert!(crowd.agent(id).unwrap().position.y > before, "back to the door");
    steps_to_arrive(&mut crowd, &map, 600);
}

#[test]
fn what_happens_behind_a_wall_is_noticed_when_it_is_seen() {
    let mut map = hall();
    // A wall to be walked around, and behind it the gap that will be closed.
    map.insert(&Outline::rectangle([10.0, 0.0], [11.0, 16.0])).unwrap();
    map.insert(&Outline::rectangle([25.0, 4.0], [26.0, 20.0])).unwrap();
    let planning = Planning { notice: Notice::WhenSeen(50.0), ..Planning::default() };
    let mut crowd = Crowd::new(&map).with_planning(planning);
    let id = crowd.add(&map, &Agent::new([2.0, 2.0]).with_goal([38.0, 2.0])).unwrap();
    crowd.step(&map, Crowd::DT).unwrap();
    map.insert(&Outline::rectangle([25.0, 0.0], [26.0, 5.0])).unwrap();
    let mut noticed = None;
    for _ in 0..600 {
        let report = crowd.step(&map, Crowd::DT).unwrap();
        if report.searches > 0 {
            noticed = Some(crowd.agent(id).unwrap().position);
            break;
        }
    }
    let seen_from: Point = noticed.expect("it is noticed at last");
    assert!(seen_from.x > 9.0 && seen_from.x < 20.0, "seen from {seen_from}");
    (0..200).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
    assert!(matches!(status(&crowd, id), Status::NoWay(_)));
}

#[test]
fn who_has_no_way_waits_near_its_goal_and_goes_on_when_there_is_one() {
    let mut map = hall();
    let wall = map.insert(&Outline::rectangle([20.0, 0.0], [21.0, 20.0])).unwrap();
    let mut crowd = Crowd::new(&map);
    let id = crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([38.0, 10.0])).unwrap();
    (0..300).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
    let Status::NoWay(NoWay { reason, place }) = status(&crowd, id) else { panic!("{:?}", status(&crowd, id)) };
    assert_eq!(reason, NoWayReason::Disconnected);
    assert!(place.distance([20.0, 10.0].into()) < 1e-3, "the nearest point within reach is {place}");
    let waiting = crowd.agent(id).unwrap().position;
    assert!(waiting.x > 19.0 && (waiting.y - 10.0).abs() < 1.0, "{waiting}");
    map.remove(wall).unwrap();
    steps_to_arrive(&mut crowd, &map, 400);
}

#[test]
fn who_is_too_wide_for_a_passage_says_where_it_is() {
    let mut map = hall();
    map.insert(&Outline::rectangle([20.0, 0.0], [21.0, 9.8])).unwrap();
    map.insert(&Outline::rectangle([20.0, 10.2], [21.0, 20.0])).unwrap();
    let mut crowd = Crowd::new(&map);
    let wide = crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([38.0, 10.0]).with_radius(0.5)).unwrap();
    let inside = crowd.add(&map, &Agent::new([2.0, 5.0]).with_goal([20.5, 5.0])).unwrap();
    let beside = crowd.add(&map, &Agent::new([2.0, 6.0]).with_goal([19.9, 6.0])).unwrap();
    crowd.step(&map, Crowd::DT).unwrap();
    let expected = [
        (wide, NoWayReason::TooNarrow, [20.5, 10.0], 0.6),
        (inside, NoWayReason::GoalOutside, [20.0, 5.0], 1.0),
        (beside, NoWayReason::NoRoomAtGoal, [19.9, 6.0], 1e-3),
    ];
    for (id, reason, near, within) in expected {
        let Status::NoWay(no_way) = status(&crowd, id) else { panic!("{id}: {:?}", status(&crowd, id)) };
        assert_eq!(no_way.reason, reason, "{id}: {no_way}");
        assert!(no_way.place.distance(near.into()) <= within, "{id}: {no_way}");
    }
}

#[test]
fn with_a_small_budget_everyone_gets_a_route_in_the_end() {
    let map = hall();
    let planning = Planning { expansions_per_step: 1, ..Planning::default() };
    let mut crowd = Crowd::new(&map).with_planning(planning);
    for i in 0..30 {
        let y = 1.0 + 0.6 * f64::from(i);
        crowd.add(&map, &Agent::new([2.0, y]).with_goal([30.0, y])).unwrap();
    }
    let first = crowd.step(&map, Crowd::DT).unwrap();
    assert!(first.searches <= 2, "{} searches at once", first.searches);
    steps_to_arrive(&mut crowd, &map, 2000);
}

#[test]
fn an_obstacle_on_top_of_agents_moves_them_out_and_says_whom() {
    let mut map = hall();
    let mut crowd = Crowd::new(&map);
    let ids: Vec<AgentId> =
        (0..20).map(|i| crowd.add(&map, &Agent::new([10.0 + 0.6 * f64::from(i), 10.0])).unwrap()).collect();
    map.insert(&Outline::rectangle([12.0, 8.0], [16.0, 12.0])).unwrap();
    let report = crowd.step(&map, Crowd::DT).unwrap();
    assert!(report.moved.len() >= 6 && report.stuck.is_empty(), "{report:?}");
    for &id in &ids {
        let agent = crowd.agent(id).unwrap();
        assert!(map.clearance_at(agent.position).unwrap_or(0.0) >= agent.radius - map.lattice().step());
    }
}

#[test]
fn who_has_no_place_at_all_is_reported_and_freed_later() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [4.0, 4.0])).unwrap();
    let mut crowd = Crowd::new(&map);
    let id = crowd.add(&map, &Agent::new([2.0, 2.0]).with_goal([1.0, 1.0])).unwrap();
    let block = map.insert(&Outline::rectangle([0.1, 0.1], [3.9, 3.9])).unwrap();
    assert_eq!(crowd.step(&map, Crowd::DT).unwrap().stuck, [id]);
    assert_eq!(status(&crowd, id), Status::Stuck);
    map.remove(block).unwrap();
    steps_to_arrive(&mut crowd, &map, 100);
}

/// A hall with a wall that is passed at its upper end, and on the straight line to the goal a closed room whose door is shut by a
/// crate. Removing the crate makes no way shorter, but a lower bound on the length of a way by it is low enough for a search.
#[test]
fn an_opening_elsewhere_does_not_make_anyone_forget_that_its_route_is_cut() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [120.0, 60.0])).unwrap();
    map.insert(&Outline::rectangle([60.0, 0.0], [61.0, 55.0])).unwrap();
    let room = [[30.0, 28.0], [36.0, 28.0], [36.0, 34.0], [30.0, 34.0], [30.0, 32.0]];
    map.insert(&Outline::polyline(room)).unwrap();
    let shut = map.insert(&Outline::rectangle([29.5, 27.5], [30.5, 32.5])).unwrap();
    for notice in [Notice::AtOnce, Notice::WhenSeen(60.0)] {
        let mut map = map.clone();
        let mut crowd = Crowd::new(&map).with_planning(Planning { notice, ..Planning::default() });
        let anna = crowd.add(&map, &Agent::new([2.0, 31.0]).with_goal([118.0, 31.0])).unwrap();
        while crowd.plan_ahead(&map, 100_000) > 0 {}
        crowd.step(&map, Crowd::DT).unwrap();
        map.insert(&Outline::rectangle([20.0, 35.0], [21.0, 42.0])).unwrap();
        map.remove(shut).unwrap();
        (0..5).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
        let way = crowd.way(anna).unwrap();
        let blocked = way.windows(2).find(|leg| !map.sees(leg[0], leg[1]));
        assert_eq!(blocked, None, "{notice:?}: its route leads through the bar: {way:?}");
    }
}

#[test]
fn a_crowd_that_is_saved_between_an_edit_and_a_step_knows_of_the_edit() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 30.0])).unwrap();
    let mut crowd = Crowd::new(&map);
    let anna = crowd.add(&map, &Agent::new([2.0, 15.0]).with_goal([58.0, 15.0])).unwrap();
    while crowd.plan_ahead(&map, 100_000) > 0 {}
    crowd.step(&map, Crowd::DT).unwrap();
    map.insert(&Outline::rectangle([30.0, 5.0], [31.0, 27.0])).unwrap();
    map.insert(&Outline::rectangle([40.0, 3.0], [41.0, 20.0])).unwrap();
    let mut loaded = Crowd::load(&map, &crowd.save(&map)).unwrap();
    for step in 0..600 {
        crowd.step(&map, Crowd::DT).unwrap();
        loaded.step(&map, Crowd::DT).unwrap();
        assert_eq!(crowd.hash(), loaded.hash(), "step {step}");
    }
    assert_eq!(loaded.agent(anna).unwrap().status, Status::Arrived);
}

/// They stood at the mouth: a part of a lattice step too near to a wall, the first one touched it and the corner of the cart, and no velocity
/// led on. 12 of 50 were through after ten minutes.
#[test]
fn fifty_get_through_a_gap_of_exactly_twice_their_radius() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
    for wall in [([20.0, 0.0], [20.2, 5.0]), ([20.0, 7.0], [20.2, 20.0])] {
        map.insert(&Outline::rectangle(wall.0, wall.1)).unwrap();
    }
    // A cart in front of the door, half a metre from the wall.
    map.insert(&Outline::rectangle([18.0, 4.0], [19.5, 8.0])).unwrap();
    let mut crowd = Crowd::new(&map);
    for i in 0..50 {
        let p = [2.0 + 1.2 * f64::from(i % 10), 1.0 + 2.0 * f64::from(i / 10) + 0.3 * f64::from(i % 3)];
        crowd.add(&map, &Agent::new(p).with_goal([35.0, 6.0])).unwrap();
    }
    for _ in 0..6000 {
        crowd.step(&map, Crowd::DT).unwrap();
    }
    let through = crowd.agents().filter(|agent| agent.position.x > 20.5).count();
    assert_eq!(through, 50, "agents through the gap after ten minutes");
}
