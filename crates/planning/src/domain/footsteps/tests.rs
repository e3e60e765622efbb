//! A course of stones: feet find hold where a disc finds no floor.

use super::*;
use crate::domain::{ArrivalWindow, DomainSearch, Fovea, Gait, SpaceTime};
use crate::platform::Platform;
use crate::world::World;
use navigant_geometry::Bounds;
use navigant_mesh::{Map, Outline};
use navigant_search::graph::{Budget, StopReason};

/// A stream of three metres with stones of 35 cm in it, left and right in turn; without some of them, if told.
fn course(without: &[usize]) -> Footing {
    let stone = |i: usize| {
        let side = if i.is_multiple_of(2) { 0.1 } else { -0.1 };
        let at = Point::new(3.25 + 0.35 * i as f64, 2.0 + side);
        Platform { half: [0.175, 0.175], knots: vec![(0.0, at)] }
    };
    let gap = Bounds { min: Point::new(3.0, 0.0), max: Point::new(6.0, 4.0) };
    Footing { gaps: vec![gap], platforms: (0..8).filter(|i| !without.contains(i)).map(stone).collect() }
}

#[test]
fn feet_cross_a_stream_that_a_disc_does_not() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [9.0, 4.0])).unwrap();
    let mut world = World::of(&map, 0.3, 0.25, Gait::walk()).unwrap();
    world.footing = course(&[]);
    let ground = world.ground(&map);
    let (start, goal) = (Point::new(2.0, 2.0), Point::new(7.0, 2.0));

    // Σ4 alone: there is no floor to walk on.
    let discs = SpaceTime {
        ground: &ground,
        published: &world.published,
        me: None,
        gait: &world.gait,
        origin: start,
        time: 0.0,
        fovea: Fovea::ALL,
        departure: None,
    };
    let from = discs.state_at(start, 0, 0, goal).unwrap();
    let goals = discs.arrivals(&ArrivalWindow { at: goal, window: 1, steps: 4..=8, speed: 0 });
    let mut search = DomainSearch::new(from, goals, 1.0);
    assert_eq!(search.search(&discs, Budget::expansions(200_000)).unwrap().stop, StopReason::NoPath);

    // Σ5: from stone to stone. One may be missing; three are too far for any step.
    for (without, crosses) in [(&[][..], true), (&[4], true), (&[3, 4, 5], false)] {
        let footing = course(without);
        let feet = Footsteps {
            ground: &ground,
            footing: &footing,
            published: &world.published,
            me: None,
            origin: start,
            time: 0.0,
        };
        let from = feet.standing(start, 0).unwrap();
        let goals = feet.arrivals(goal, 0.2, 0, 40..=100);
        let mut search = DomainSearch::new(from, goals, 1.5);
        let answer = search.search(&feet, Budget::expansions(100_000)).unwrap();
        assert_eq!(answer.stop == StopReason::Solved, crosses, "{answer:?}");
        if !crosses {
            continue;
        }
        let steps = search.path();
        assert_eq!((steps[0].foot, steps[1].foot), (Foot::Right, Foot::Left), "left foot first");
        for pair in steps.windows(2) {
            assert_eq!(pair[0].foot.other(), pair[1].foot);
            let p = feet.point(pair[1]);
            let is_held = p.x <= 3.0
                || p.x >= 6.0
                || footing.platforms.iter().any(|s| {
                    let at = s.at(0.0).unwrap();
                    (p.x - at.x).abs() <= 0.176 && (p.y - at.y).abs() <= 0.176
                });
            assert!(is_held, "{p}");
        }
    }
}

#[test]
fn transitions_lead_both_ways_and_the_heuristic_is_consistent() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [9.0, 4.0])).unwrap();
    let world = World::of(&map, 0.3, 0.25, Gait::walk()).unwrap();
    let (ground, footing) = (world.ground(&map), course(&[2]));
    let origin = Point::new(2.0, 2.0);
    let feet =
        Footsteps { ground: &ground, footing: &footing, published: &world.published, me: None, origin, time: 0.0 };
    let start = feet.standing(origin, 0).unwrap();
    let mut states = vec![start];
    let mut transitions = 0;
    for round in 0..40 {
        let Some(&state) = states.get(round * 3) else { break };
        feet.successors(state, &mut |to, cost| {
            let mut leads = false;
            feet.predecessors(to, &mut |from, same| leads |= from == state && same == cost);
            assert!(leads, "{state:?} {to:?}");
            let (h, next) = (feet.heuristic(start, state), feet.heuristic(start, to));
            assert!(next <= h + cost, "{h} + {cost} < {next}");
            transitions += 1;
            states.push(to);
        });
    }
    assert!(transitions > 300);
}
