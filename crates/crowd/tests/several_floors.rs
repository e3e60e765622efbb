//! Crowds on several floors: who is there meets nobody above or below, and no wall is crossed on the stairs.

use navigant_crowd::internals::LayeredCrowdInternals as _;
use navigant_crowd::{AgentId, LayeredAgent, LayeredCrowd, LayeredSeen, Status};
use navigant_mesh::internals::LayeredMapInternals as _;
use navigant_mesh::{Layer, LayeredMap, Outline, Seam};
use std::collections::BTreeMap;

/// Storeys of 3 m with a hall each, and stairs that turn back beside them.
fn tower(storeys: u16) -> LayeredMap {
    let (mut layers, mut seams) = (Vec::new(), Vec::new());
    for k in 0..storeys {
        layers.push(Layer::level(3.0 * f64::from(k), [Outline::rectangle([0.0, 0.0], [20.0, 16.0])]));
    }
    for k in 0..storeys - 1 {
        let z = 3.0 * f64::from(k);
        let first = layers.len() as u16;
        layers.push(Layer::flight(
            [20.0, 2.7, z],
            [24.0, 2.7, z + 1.5],
            [Outline::rectangle([20.0, 2.0], [24.0, 3.4])],
        ));
        layers.push(Layer::level(z + 1.5, [Outline::rectangle([24.0, 2.0], [25.5, 5.0])]));
        let up = Outline::rectangle([20.0, 3.6], [24.0, 5.0]);
        layers.push(Layer::flight([24.0, 4.3, z + 1.5], [20.0, 4.3, z + 3.0], [up]));
        seams.push(Seam::new([k, first], [20.0, 2.0], [20.0, 3.4]));
        seams.push(Seam::new([first, first + 1], [24.0, 2.0], [24.0, 3.4]));
        seams.push(Seam::new([first + 1, first + 2], [24.0, 3.6], [24.0, 5.0]));
        seams.push(Seam::new([first + 2, k + 1], [20.0, 3.6], [20.0, 5.0]));
    }
    LayeredMap::build(&layers, &seams).unwrap()
}

/// Fails if anybody stands in a wall, or has come there through one.
fn check(map: &LayeredMap, before: &BTreeMap<String, LayeredSeen>, now: &LayeredSeen) {
    let place = now.agent.position;
    let room = map.clearance_at(now.layer, place).unwrap_or(0.0);
    let step = map.as_map().lattice().step();
    assert!(room >= now.agent.radius - 2.0 * step, "{} at {place} on {} has {room}", now.agent.id, now.layer);
    if let Some(then) = before.get(&now.agent.id.to_string()) {
        let was = then.agent.position;
        let is_seen = map.sees((then.layer, was), (now.layer, place));
        assert!(is_seen, "{} went from {was} on {} to {place} on {}", now.agent.id, then.layer, now.layer);
    }
}

#[test]
fn everyone_leaves_a_tower_and_nobody_walks_through_a_wall() {
    let map = tower(4);
    let mut crowd = LayeredCrowd::new(&map);
    for k in 0..4 {
        for i in 0..40 {
            let place = [2.0 + f64::from(i % 8) * 1.5, 4.0 + f64::from(i / 8) * 1.5, 3.0 * f64::from(k)];
            crowd.add(&map, &LayeredAgent::new(place).with_goal([1.0, 1.0 + 0.01 * f64::from(i), 0.0])).unwrap();
        }
    }
    while crowd.plan_ahead(&map, 1_000_000) > 0 {}
    assert!(crowd.agents(&map).all(|seen| seen.agent.status == Status::Walking));
    let mut before = BTreeMap::new();
    let mut left = 0;
    for step in 0..3000 {
        crowd.step(&map, 0.1).unwrap();
        for seen in crowd.agents(&map) {
            check(&map, &before, &seen);
        }
        before = crowd.agents(&map).map(|seen| (seen.agent.id.to_string(), seen)).collect();
        for id in crowd.arrived() {
            assert_eq!(crowd.agent(&map, id).unwrap().z, 0.0);
            crowd.remove(id).unwrap();
            left += 1;
        }
        if crowd.is_empty() {
            println!("all left after {step} steps");
            break;
        }
    }
    for seen in crowd.agents(&map) {
        println!("{:?} at {} {} {}", seen.agent.status, seen.agent.position, seen.layer, seen.z);
    }
    assert_eq!(left, 160);
}

#[test]
fn a_floor_is_walked_alike_whoever_is_above_and_below() {
    let map = tower(5);
    let crowd_of = |others: bool| {
        let mut crowd = LayeredCrowd::new(&map);
        let mut own = Vec::new();
        for k in (0..5u16).filter(|&k| others || k == 2) {
            for i in 0..60 {
                let place = [2.0 + f64::from(i % 10) * 1.2, 3.0 + f64::from(i / 10) * 1.3, 3.0 * f64::from(k)];
                let goal = [place[0] + 6.0, 14.0 - place[1], place[2]];
                let mut agent = LayeredAgent::new(place).with_goal(goal);
                // Each floor has a budget of its own.
                agent.agent.district = k as u8;
                let id = crowd.add_from(&map, k.into(), &agent).unwrap();
                own.extend((k == 2).then_some(id));
            }
        }
        while crowd.plan_ahead(&map, 1_000_000) > 0 {}
        (crowd, own)
    };
    let [mut full, mut alone] = [crowd_of(true), crowd_of(false)];
    for step in 0..150 {
        let seen = |(crowd, own): &(LayeredCrowd, Vec<AgentId>)| {
            own.iter().map(|&id| crowd.agent(&map, id).unwrap()).collect::<Vec<_>>()
        };
        for (a, b) in seen(&full).iter().zip(seen(&alone)) {
            let same = |seen: &LayeredSeen| (seen.layer, seen.agent.position, seen.agent.velocity, seen.agent.status);
            assert_eq!(same(a), same(&b), "step {step}");
        }
        full.0.step(&map, 0.1).unwrap();
        alone.0.step(&map, 0.1).unwrap();
    }
}
