//! Agents with a shared goal follow a field instead of a route each.

use navigant_crowd::internals::CrowdInternals as _;
use navigant_crowd::{Agent, AgentId, BadSharedGoal, BadSnapshot, Crowd, NoWayReason, SharedGoal, Status};
use navigant_mesh::{Map, Outline, Point};

const GOAL: [f64; 2] = [110.0, 50.0];

/// A hall with two walls; in cells of 0.3 m a front takes several steps.
fn hall() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [120.0, 100.0])).unwrap();
    map.insert(&Outline::rectangle([40.0, 0.0], [41.0, 80.0])).unwrap();
    map.insert(&Outline::rectangle([80.0, 20.0], [81.0, 100.0])).unwrap();
    map
}

fn crowd(map: &Map, goal: &SharedGoal, count: u32) -> (Crowd, Vec<AgentId>) {
    let mut crowd = Crowd::new(map);
    crowd.share_goal(map, goal).unwrap();
    let add = |i| {
        let place = [3.0 + f64::from(i % 20) * 1.5, 10.0 + f64::from(i / 20) * 1.5];
        crowd.add(map, &Agent::new(place).with_goal(GOAL)).unwrap()
    };
    let ids = (0..count).map(add).collect();
    (crowd, ids)
}

fn run(crowd: &mut Crowd, map: &Map, steps: u32) -> u64 {
    (0..steps).map(|_| crowd.step(map, Crowd::DT).unwrap().searches).sum()
}

#[test]
fn a_field_leads_everyone_around_walls_old_and_new_without_a_search() {
    let mut map = hall();
    let (mut crowd, ids) = crowd(&map, &SharedGoal::new(GOAL), 60);
    assert!(ids.iter().all(|&id| crowd.agent(id).unwrap().status == Status::Walking));
    let before = crowd.way_left(ids[0]).unwrap();
    let mut searches = run(&mut crowd, &map, 200);
    // The gap at the top of the first wall is closed and another one is opened below, with half of them on their way.
    map.insert(&Outline::rectangle([60.0, 30.0], [62.0, 100.0])).unwrap();
    let (mut gone, mut steps) = (0, 0);
    while !crowd.is_empty() && steps < 4000 {
        searches += run(&mut crowd, &map, 1);
        let there: Vec<AgentId> = crowd.arrived().map(|agent| agent.id).collect();
        gone += there.len();
        there.into_iter().for_each(|id| crowd.remove(id).unwrap());
        steps += 1;
    }
    assert_eq!((gone, searches), (60, 0), "after {steps} steps");
    // 193.6 m from corner to corner.
    assert!((193.6..1.03 * 193.6).contains(&before), "{before} m by the field");
}

#[test]
fn a_run_is_the_same_for_any_number_of_threads_and_after_a_snapshot() {
    let hashes = |threads: usize, saves: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut map = hall();
            let goal = SharedGoal::new(GOAL).with_cell(0.3).with_density(0.5);
            let (mut crowd, _) = crowd(&map, &goal, 120);
            let mut hashes = Vec::new();
            for step in 0..60 {
                if step % 7 == 3 {
                    let x = 20.0 + f64::from(step);
                    map.insert(&Outline::rectangle([x, 40.0], [x + 2.0, 44.0])).unwrap();
                }
                if saves && step % 5 == 4 {
                    // With an edit that the crowd has not learnt of, and a front on its way.
                    crowd = Crowd::load(&map, &crowd.save(&map)).unwrap();
                }
                run(&mut crowd, &map, 1);
                hashes.push(crowd.hash());
            }
            hashes
        })
    };
    let expected = hashes(1, false);
    assert_eq!(hashes(3, false), expected);
    assert_eq!(hashes(2, true), expected);
}

#[test]
fn who_is_cut_off_is_told_so_and_goes_on_once_there_is_a_way() {
    let mut map = hall();
    let (mut crowd, ids) = crowd(&map, &SharedGoal::new(GOAL), 5);
    let plug = map.insert(&Outline::rectangle([40.0, 79.0], [41.0, 100.0])).unwrap();
    run(&mut crowd, &map, 30);
    for &id in &ids {
        let Status::NoWay(no_way) = crowd.agent(id).unwrap().status else { panic!("{:?}", crowd.agent(id)) };
        assert_eq!(no_way.reason, NoWayReason::Disconnected);
    }
    map.remove(plug).unwrap();
    run(&mut crowd, &map, 2500);
    assert!(ids.iter().any(|&id| crowd.agent(id).unwrap().status == Status::Arrived));
    assert!(ids.iter().all(|&id| !matches!(crowd.agent(id).unwrap().status, Status::NoWay(_))));
}

#[test]
fn who_is_wider_than_the_field_has_a_route_of_its_own() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    crowd.share_goal(&map, &SharedGoal::new(GOAL)).unwrap();
    let wide = crowd.add(&map, &Agent::new([5.0, 5.0]).with_goal(GOAL).with_radius(0.4)).unwrap();
    let other = crowd.add(&map, &Agent::new([9.0, 5.0]).with_goal([110.0, 51.0])).unwrap();
    assert!([wide, other].iter().all(|&id| crowd.agent(id).unwrap().status == Status::Waiting));
    assert_eq!(run(&mut crowd, &map, 2), 2);
}

/// Two equal ways around a block; a crowd stands in one of them.
#[test]
fn a_flow_leads_around_density() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 30.0])).unwrap();
    map.insert(&Outline::rectangle([20.0, 8.0], [40.0, 22.0])).unwrap();
    let goal = [55.0, 14.9];
    let above = |density: f64| {
        let mut crowd = Crowd::new(&map);
        crowd.share_goal(&map, &SharedGoal::new(goal).with_density(density)).unwrap();
        for i in 0..240 {
            let place = [21.0 + f64::from(i % 24) * 0.75, 0.5 + f64::from(i / 24) * 0.78];
            crowd.add_from(&map, 1, &Agent::new(place)).unwrap();
        }
        let walker = crowd.add(&map, &Agent::new([5.0, 14.9]).with_goal(goal)).unwrap();
        run(&mut crowd, &map, 160);
        crowd.agent(walker).unwrap().position.y > 15.0
    };
    assert_eq!([above(0.0), above(1.0)], [false, true]);
}

#[test]
fn bad_shared_goals_are_named() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    let goal = SharedGoal::new(GOAL);
    let mut refused = |goal: SharedGoal| crowd.share_goal(&map, &goal).unwrap_err();
    assert!(matches!(refused(SharedGoal::new([40.5, 10.0])), BadSharedGoal::NoRoomAtGoal { .. }));
    assert!(matches!(refused(SharedGoal::new([500.0, 10.0])), BadSharedGoal::NoRoomAtGoal { .. }));
    assert!(matches!(refused(SharedGoal::new([f64::NAN, 10.0])), BadSharedGoal::NoRoomAtGoal { .. }));
    assert!(matches!(refused(goal.with_cell(f64::NAN)), BadSharedGoal::Grid(_)));
    assert!(matches!(refused(goal.with_cell(0.01)), BadSharedGoal::TooLarge { .. } | BadSharedGoal::Grid(_)));
    assert!(matches!(refused(goal.with_radius(-1.0)), BadSharedGoal::Grid(_)));
    assert!(matches!(refused(goal.with_density(f64::NAN)), BadSharedGoal::Density(_)));
    let other = Map::new(&Outline::rectangle([0.0, 0.0], [1e4, 1e4])).unwrap();
    assert_eq!(crowd.share_goal(&other, &goal), Err(BadSharedGoal::OtherMap));
    assert_eq!(crowd.share_goal(&map, &goal), Ok(()));
    assert_eq!(crowd.share_goal(&map, &goal), Ok(()), "shared twice");
}

#[test]
fn a_damaged_snapshot_of_shared_goals_is_refused_or_goes_on() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [12.0, 10.0])).unwrap();
    let goal = Point::new(10.0, 5.0);
    let mut crowd = Crowd::new(&map);
    crowd.share_goal(&map, &SharedGoal::new(goal).with_density(1.0)).unwrap();
    crowd.add(&map, &Agent::new([2.0, 5.0]).with_goal(goal)).unwrap();
    run(&mut crowd, &map, 3);
    map.insert(&Outline::rectangle([5.0, 4.0], [6.0, 6.0])).unwrap();
    let saved = crowd.save(&map);
    let (mut refused, mut went_on) = (0, 0);
    for at in (8..saved.len() - 8).step_by(3) {
        for bits in [1, 0x80, 0xFF] {
            let mut forged = saved.clone();
            forged[at] ^= bits;
            navigant_crowd::internals::write_checksum(&mut forged);
            match Crowd::load(&map, &forged) {
                Err(BadSnapshot::Damaged | BadSnapshot::Invalid(_) | BadSnapshot::OtherMap) => refused += 1,
                Err(_) => refused += 1,
                Ok(mut crowd) => {
                    run(&mut crowd, &map, 2);
                    went_on += 1;
                }
            }
        }
    }
    assert!(refused > 100 && went_on > 100, "{refused} refused, {went_on} went on");
}
