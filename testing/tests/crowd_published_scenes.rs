//! RVO2's two published examples: everyone arrives, and nobody runs into anybody or anything.

use navigant_crowd::internals::AgentInternals as _;
use navigant_crowd::{Agent, Aim, Avoidance, Crowd, Orca, Seen};
use navigant_mesh::{Map, Outline, Point};
use navigant_testing::generate::crowd::circle;

/// Of the largest overlap of any two, in metres; every pair is looked at.
fn overlap(agents: &[Seen]) -> f64 {
    let mut worst = 0.0f64;
    for (i, a) in agents.iter().enumerate() {
        for b in &agents[..i] {
            worst = worst.max(a.radius + b.radius - a.position.distance(b.position));
        }
    }
    worst
}

fn goal_of(agent: &Seen) -> Point {
    match agent.aim {
        Aim::Straight(goal) | Aim::Goal(goal) => goal,
        Aim::Stand | Aim::Velocity(_) => agent.position,
    }
}

#[test]
fn on_the_circle_everyone_gets_to_the_other_side() {
    // 250 agents of radius 1.5 m on a circle of 200 m, a quarter of a second a step, as published.
    let scene = circle(250);
    let map = scene.map().unwrap();
    let mut crowd = Crowd::new(&map);
    for &[from, to] in &scene.ways {
        let agent = Agent { radius: 1.5, speed: 1.0, max_speed: 2.0, ..Agent::new(from) };
        let agent = agent.with_aim(Aim::Straight(to)).with_avoidance(Avoidance::Orca(Orca::CIRCLE));
        crowd.add(&map, &agent).unwrap();
    }
    let mut steps = 0;
    while crowd.agents().any(|agent| agent.position.distance(goal_of(&agent)) > agent.radius) {
        crowd.step(&map, 0.25).unwrap();
        steps += 1;
        if steps % 20 == 0 {
            let agents: Vec<Seen> = crowd.agents().collect();
            let worst = overlap(&agents);
            // Where it is too dense for all to keep their distance, everyone gives in a little.
            assert!(worst < 0.75, "two overlap by {worst} m in step {steps}");
        }
        let late = crowd.agents().filter(|agent| agent.position.distance(goal_of(agent)) > agent.radius).count();
        assert!(steps < 4800, "after {steps} steps {late} have not arrived; the straight way takes 1600");
    }
}

#[test]
fn between_the_blocks_everyone_gets_to_the_other_side() {
    // Four groups of 25, four square blocks with a cross of 20 m wide streets between them.
    let mut map = Map::new(&Outline::rectangle([-150.0, -150.0], [150.0, 150.0])).unwrap();
    for (x, y) in [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
        let corner = |near: f64, far: f64| [if x < 0.0 { -far } else { near }, if y < 0.0 { -far } else { near }];
        let [low, high] = [corner(10.0, 40.0), corner(40.0, 10.0)];
        map.insert(&Outline::rectangle(low, high)).unwrap();
    }
    let parameters = Orca { neighbour_distance: 15.0, most_neighbours: 10, horizon: 5.0, wall_horizon: 5.0 };
    let mut crowd = Crowd::new(&map);
    for i in 0..5 {
        for j in 0..5 {
            for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
                let place = |c: f64, k: i32| c * (55.0 + 10.0 * f64::from(k));
                let from = Point::new(place(x, i), place(y, j));
                let agent = Agent { radius: 2.0, speed: 1.0, max_speed: 2.0, ..Agent::new(from) };
                let goal = [-75.0 * x, -75.0 * y];
                crowd.add(&map, &agent.with_goal(goal).with_avoidance(Avoidance::Orca(parameters))).unwrap();
            }
        }
    }
    let mut steps = 0;
    // As published: within 20 m of the goal, for all want to be at one point.
    while crowd.agents().any(|agent| agent.position.distance(goal_of(&agent)) > 20.0) {
        crowd.step(&map, 0.25).unwrap();
        steps += 1;
        for agent in crowd.agents() {
            let clearance = map.clearance_at(agent.position).unwrap_or(0.0);
            assert!(clearance >= agent.radius - map.lattice().step(), "{clearance} m from a wall");
        }
        let late: Vec<_> = crowd.agents().filter(|agent| agent.position.distance(goal_of(agent)) > 20.0).collect();
        assert!(steps < 4000, "after {steps} steps {} have not arrived: {late:?}", late.len());
    }
}
