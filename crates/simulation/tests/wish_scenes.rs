//! The six embedded scenarios with wishes, from 20 seeds each in release, checked on everyone's trajectory.

use navigant_crowd::AgentId;
use navigant_files::internals::ScenarioInternals as _;
use navigant_mesh::{Outline, Point};
use navigant_planning::constraint::Shape;
use navigant_simulation::{Simulation, embedded};
use std::collections::BTreeMap;

/// In release 20; elsewhere a few, for they take minutes.
const SEEDS: u64 = if cfg!(debug_assertions) { 3 } else { 20 };

/// By agent: where it was, and when, after each step.
type Trails = BTreeMap<AgentId, Vec<(f64, Point)>>;

/// Runs a scenario from a seed to its end; everyone arrives.
fn trails(name: &str, seed: u64) -> Trails {
    let (mut scenario, scene) = embedded::open(name).unwrap();
    scenario.seed = seed;
    let mut simulation = Simulation::spawn(scene.build().unwrap().map, &scenario, |_| {}).unwrap();
    let mut trails = Trails::new();
    for _ in 0..scenario.steps {
        simulation.step().unwrap();
        let seconds = simulation.seconds();
        for agent in simulation.agents() {
            trails.entry(agent.id).or_default().push((seconds, agent.position));
        }
    }
    let figures = simulation.figures();
    assert_eq!((figures.wall_crossings, figures.lost), (0, 0));
    assert_eq!(figures.arrived, scenario.agent_count(), "{name}, seed {seed}: all arrive");
    trails
}

fn share(trail: &[(f64, Point)], is_in: impl Fn(Point) -> bool) -> f64 {
    trail.iter().filter(|(_, p)| is_in(*p)).count() as f64 / trail.len() as f64
}

fn shape(min: [f64; 2], max: [f64; 2]) -> Shape {
    Shape::of([&Outline::rectangle(min, max)]).unwrap()
}

#[test]
fn everyone_goes_behind_the_house() {
    let (front, behind) = (shape([24.0, 3.0], [36.0, 15.0]), shape([24.0, 25.0], [36.0, 37.0]));
    for seed in 0..SEEDS {
        for (id, trail) in trails("behind-the-house", seed) {
            // A soft wish: a corner of what it avoids may be cut.
            assert!(share(&trail, |p| front.contains(p)) < 0.02, "seed {seed}, {id}");
            assert!(share(&trail, |p| behind.contains(p)) > 0.1, "seed {seed}, {id}");
        }
    }
}

#[test]
fn most_of_the_way_leads_along_walls() {
    let (_, scene) = embedded::open("along-the-wall").unwrap();
    let walls = Shape::walls(&scene.build().unwrap().map).unwrap();
    for seed in 0..SEEDS {
        for (id, trail) in trails("along-the-wall", seed) {
            let along = share(&trail, |p| walls.distance(p) < 1.8);
            assert!(along > 0.5, "seed {seed}, {id}: {along}");
        }
    }
}

/// The mean height at which a trajectory passes each statue.
fn sides(trail: &[(f64, Point)]) -> [f64; 3] {
    [15.0, 30.0, 45.0].map(|x| {
        let beside: Vec<f64> = trail.iter().filter(|(_, p)| (p.x - x).abs() < 1.0).map(|(_, p)| p.y).collect();
        beside.iter().sum::<f64>() / beside.len() as f64
    })
}

#[test]
fn statues_are_passed_in_front_behind_and_in_front() {
    for name in ["statues", "statue-lanes"] {
        for seed in 0..SEEDS {
            let mut passed = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
            for (id, trail) in trails(name, seed) {
                let [a, b, c] = sides(&trail);
                assert!(a < 18.5 && b > 21.5 && c < 18.5, "{name}, seed {seed}, {id}: {a} {b} {c}");
                for (lane, y) in passed.iter_mut().zip([a, b, c]) {
                    *lane = [lane[0].min(y), lane[1].max(y)];
                }
            }
            assert!(passed.iter().all(|[low, high]| high - low < 5.0), "{name}, seed {seed}: {passed:?}");
        }
    }
}

#[test]
fn nobody_is_seen_by_the_guard() {
    for seed in 0..SEEDS {
        for (id, trail) in trails("guard", seed) {
            for (seconds, p) in trail {
                // To and fro between 20 and 40, 0.5 m a second; half of its angle is 28.5°.
                let x = 20.0 + 20.0 - ((0.5 * seconds).rem_euclid(40.0) - 20.0).abs();
                let (dx, dy) = (p.x - x, 37.0 - p.y);
                let is_seen = dx.hypot(dy) < 24.8 && dx.abs() < dy * (28.5f64.to_radians().tan() - 0.02);
                assert!(!is_seen, "seed {seed}, {id} at {p} after {seconds} s");
            }
        }
    }
}

#[test]
fn nobody_walks_on_the_grass_until_it_is_late() {
    let grass = shape([15.7, 8.7], [44.3, 31.3]);
    for seed in 0..SEEDS {
        let (mut early, mut late) = (0, 0);
        for (id, trail) in trails("keep-off-the-grass", seed) {
            let before: Vec<(f64, Point)> = trail.iter().copied().filter(|(seconds, _)| *seconds < 60.0).collect();
            assert!(before.iter().all(|(_, p)| !grass.contains(*p)), "seed {seed}, {id}");
            early += u32::from(before.len() == trail.len());
            if before.is_empty() {
                assert!(share(&trail, |p| grass.contains(p)) > 0.4, "seed {seed}, {id}");
                late += 1;
            }
        }
        assert!(early > 0 && late > 0, "seed {seed}: {early} before, {late} after");
    }
}
