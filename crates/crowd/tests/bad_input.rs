//! What cannot be is refused with its reason, and changes nothing.

use navigant_crowd::internals::{
    AgentIdInternals as _, AgentInternals as _, CrowdInternals as _, VectorInternals as _,
};
use navigant_crowd::{Agent, Aim, Avoidance, BadAgent, BadAim, BadStep, Crowd, Orca, UnknownAgent, Vector};
use navigant_crowd::{CollisionFreeSpeed, Notice, Planning, SocialForce, Vision};
use navigant_geometry::internals::PointInternals as _;
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
    for dt in [0.0, -0.1, f64::NAN, f64::INFINITY, 11.0, 1e9, 1e-38] {
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
    assert_eq!(crowd.set_aim(ids[1], Aim::Stand), Err(BadAim::Unknown(ids[1])));
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

const BAD: [f64; 6] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 1e-300];

/// Every number of an agent, set to something that cannot be.
fn spoilt(agent: Agent, bad: f64) -> Vec<Agent> {
    let (p, short) = (Point::new(bad, 10.0), bad as f32);
    let v = Vector::new(1.0, short);
    let aims = [Aim::Goal(p), Aim::Straight(p), Aim::Velocity(v)].map(|aim| Agent { aim, ..agent });
    let mut all = vec![
        Agent { position: p, ..agent },
        Agent { radius: bad, ..agent },
        Agent { speed: bad, ..agent },
        Agent { max_speed: bad, ..agent },
        Agent { velocity: v, ..agent },
    ];
    let profiles = [
        Avoidance::Orca(Orca { neighbour_distance: short, ..Orca::default() }),
        Avoidance::Orca(Orca { horizon: short, ..Orca::default() }),
        Avoidance::Orca(Orca { wall_horizon: short, ..Orca::default() }),
        Avoidance::Vision(Vision { horizon: short, ..Vision::DEFAULT }),
        Avoidance::Vision(Vision { field: short, ..Vision::DEFAULT }),
        Avoidance::Vision(Vision { relaxation: short, ..Vision::DEFAULT }),
        Avoidance::Vision(Vision { stiffness: short, ..Vision::DEFAULT }),
        Avoidance::SocialForce(SocialForce { relaxation: short, ..SocialForce::DEFAULT }),
        Avoidance::SocialForce(SocialForce { strength: short, ..SocialForce::DEFAULT }),
        Avoidance::SocialForce(SocialForce { range: short, ..SocialForce::DEFAULT }),
        Avoidance::SocialForce(SocialForce { stiffness: short, ..SocialForce::DEFAULT }),
        Avoidance::CollisionFreeSpeed(CollisionFreeSpeed { time_gap: short, ..CollisionFreeSpeed::DEFAULT }),
        Avoidance::CollisionFreeSpeed(CollisionFreeSpeed { strength: short, ..CollisionFreeSpeed::DEFAULT }),
        Avoidance::CollisionFreeSpeed(CollisionFreeSpeed { range: short, ..CollisionFreeSpeed::DEFAULT }),
        Avoidance::CollisionFreeSpeed(CollisionFreeSpeed { wall_strength: short, ..CollisionFreeSpeed::DEFAULT }),
        Avoidance::CollisionFreeSpeed(CollisionFreeSpeed { wall_range: short, ..CollisionFreeSpeed::DEFAULT }),
    ];
    all.extend(aims);
    all.extend(profiles.map(|avoidance| Agent { avoidance, ..agent }));
    all
}

/// Whatever is in a field: it is refused, or the crowd walks on and every number is one.
#[test]
fn no_number_in_any_field_makes_anyone_be_nowhere() {
    let map = hall();
    for bad in BAD {
        for notice in [Notice::AtOnce, Notice::WhenSeen(bad)] {
            for hysteresis in [0.05, bad] {
                let planning = Planning { notice, hysteresis, ..Planning::default() };
                let mut crowd = Crowd::new(&map).with_planning(planning).with_widest_radius(bad);
                let good = Agent::new([5.0, 10.0]).with_goal([35.0, 10.0]);
                let id = crowd.add(&map, &good).unwrap();
                let mut count = 1;
                for agent in spoilt(good, bad) {
                    count += usize::from(crowd.add(&map, &agent).is_ok());
                    let _ = crowd.describe(&map, id, &agent);
                    let _ = crowd.set_aim(id, agent.aim);
                    let _ = crowd.place(&map, id, agent.position, agent.velocity);
                }
                for dt in [0.1, 1e-4, 10.0, 1e-38, bad] {
                    let _ = crowd.step(&map, dt);
                }
                assert_eq!(crowd.len(), count);
                assert!(crowd.agents().all(|agent| agent.position.is_finite() && agent.velocity.is_finite()), "{bad}");
                assert!(!crowd.is_taken([bad, 1.0], bad) || bad == f64::INFINITY || bad == 1e300);
            }
        }
    }
}

/// The least and the most that integers can be: it is refused, or everybody walks on.
#[test]
fn no_integer_in_any_field_makes_anyone_be_nowhere() {
    let map = hall();
    for count in [0, 1, u32::MAX] {
        let planning = Planning { expansions_per_step: count, expansions_per_search: count, ..Planning::default() };
        let mut crowd = Crowd::new(&map).with_planning(planning);
        let orca = Avoidance::Orca(Orca { most_neighbours: count, ..Orca::default() });
        let good = Agent::new([5.0, 10.0]).with_goal([35.0, 10.0]);
        let all = [good, good.with_avoidance(orca), good.with_district(u8::MAX)];
        let added = all.iter().filter(|agent| crowd.add(&map, agent).is_ok()).count();
        crowd.plan_ahead(&map, count);
        for _ in 0..5 {
            crowd.step(&map, Crowd::DT).unwrap();
        }
        assert_eq!(crowd.len(), added);
        assert!(crowd.agents().all(|agent| agent.position.is_finite() && agent.velocity.is_finite()), "{count}");
    }
}

#[test]
fn an_impossible_aim_is_refused_and_the_old_one_stays() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    let id = crowd.add(&map, &Agent::new([1.0, 1.0]).with_goal([30.0, 1.0])).unwrap();
    for aim in [Aim::Goal(Point::new(f64::NAN, 0.0)), Aim::Velocity(Vector::new(f32::INFINITY, 0.0))] {
        assert!(matches!(crowd.set_aim(id, aim), Err(BadAim::Impossible(_))));
    }
    assert_eq!(crowd.agent(id).unwrap().aim, Aim::Goal(Point::new(30.0, 1.0)));
}

#[test]
fn a_thousand_agents_at_one_point_part_and_nobody_is_lost() {
    let map = hall();
    let models = [
        Avoidance::default(),
        Avoidance::Vision(Vision::DEFAULT),
        Avoidance::SocialForce(SocialForce::DEFAULT),
        Avoidance::CollisionFreeSpeed(CollisionFreeSpeed::DEFAULT),
        Avoidance::Nothing,
    ];
    for avoidance in models {
        let mut crowd = Crowd::new(&map);
        for _ in 0..1000 {
            crowd.add(&map, &Agent::new([5.0, 10.0]).with_goal([35.0, 10.0]).with_avoidance(avoidance)).unwrap();
        }
        for dt in [0.1, 0.1, 1e-4, 10.0, 0.1] {
            crowd.step(&map, dt).unwrap();
        }
        assert_eq!(crowd.len(), 1000);
        for agent in crowd.agents() {
            let clearance = map.clearance_at(agent.position).unwrap_or(0.0);
            assert!(clearance >= agent.radius - map.lattice().step(), "{avoidance:?}: {agent:?}");
        }
    }
}

#[test]
fn who_is_larger_than_the_world_is_refused_and_told_what_has_room() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    for radius in [25.0, 1e3] {
        match crowd.add(&map, &Agent::new([5.0, 10.0]).with_radius(radius)) {
            Err(BadAgent::NoRoom { largest, .. }) => assert!((largest - 5.0).abs() < 1e-3, "{largest}"),
            other => panic!("{radius}: {other:?}"),
        }
    }
    assert!(crowd.is_empty());
}

/// Ids of one crowd were valid in another: they said from which source, and the how many-th.
#[test]
fn ids_of_another_crowd_are_unknown() {
    let (map, mut edited) = (hall(), hall());
    edited.insert(&Outline::rectangle([30.0, 5.0], [31.0, 6.0])).unwrap();
    let anna = Agent::new([5.0, 10.0]).with_goal([35.0, 10.0]);
    let bert = Agent::new([6.0, 10.0]).with_goal([35.0, 10.0]);
    let mut crowds = [Crowd::new(&map), Crowd::new(&map), Crowd::new(&edited)];
    let ids = [
        crowds[0].add(&map, &anna).unwrap(),
        crowds[1].add(&map, &bert).unwrap(),
        crowds[2].add(&edited, &anna).unwrap(),
    ];
    for (own, crowd) in crowds.iter_mut().enumerate() {
        for (at, &id) in ids.iter().enumerate() {
            assert_eq!((id.source(), id.serial(), id.index()), (0, 0, 0));
            let is_known = own == at;
            assert_eq!(crowd.agent(id).is_ok(), is_known, "{own} knows {at}");
            assert_eq!(crowd.way(id).is_ok(), is_known);
            assert_eq!(crowd.set_aim(id, Aim::Stand).is_ok(), is_known);
            assert_eq!(crowd.join(id, ids[own]).is_ok(), is_known);
            assert_eq!(crowd.agent_hash(id).is_ok(), is_known);
        }
        assert_eq!(crowd.remove(ids[(own + 1) % 3]), Err(UnknownAgent(ids[(own + 1) % 3])));
    }
    let saved = crowds[0].save(&map);
    let loaded = Crowd::load(&map, &saved).unwrap();
    assert!(loaded.agent(ids[0]).is_ok(), "who was saved is known");
    let [next, again] = [&mut crowds[0], &mut loaded.clone()].map(|crowd| crowd.add(&map, &bert).unwrap());
    assert_eq!(next, again, "a loaded crowd goes on with the same ids");
}
