//! A search may run from either end; the path is the same.

use navigant_mesh::{Map, Outline};
use navigant_search::plane::{PathFinder, Query, Turn};

/// Scattered boards at all angles: many ways that are nearly as good as the best.
fn boards() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
    for i in 1..200 {
        let (x, y) = (scattered(i, 17), scattered(i, 29));
        let (dx, dy) = (scattered(i, 7) / 20.0, scattered(i, 11) / 20.0);
        map.insert(&Outline::polygon([[x, y], [x + dx, y + dy], [x + dx - dy / 4.0, y + dy + dx / 4.0]])).unwrap();
    }
    map
}

fn scattered(i: u32, k: u32) -> f64 {
    f64::from(i * k % 61) + 1.5
}

#[test]
fn the_way_back_is_the_way_there_with_its_turns_reversed() {
    let map = boards();
    let mut finder = PathFinder::new();
    let mut searched = 0;
    for i in 1..60 {
        let [a, b] = [[scattered(i, 5), 0.5], [63.0 - scattered(i, 23), 63.5]];
        if ![a, b].iter().all(|&p| map.is_walkable(p)) {
            continue;
        }
        let there = finder.find(&map, &Query::new(a, b)).unwrap().clone();
        // Both searches begin with 32 expansions, and a few more to finish a step.
        searched += usize::from(finder.expansions() > 75);
        let mut back = finder.find(&map, &Query::new(b, a)).unwrap().clone();
        back.points.reverse();
        back.bends.reverse();
        back.corners.reverse();
        assert_eq!((&there.points, &there.corners), (&back.points, &back.corners));
        for (j, (bend, other)) in there.bends.iter().zip(&back.bends).enumerate() {
            let [p, q, r] = [0, 1, 2].map(|k| there.points[j + k]);
            let is_left = (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x) > 0.0;
            let turns = if is_left { (Turn::Left, Turn::Right) } else { (Turn::Right, Turn::Left) };
            assert_eq!((bend.vertex, (bend.turn, other.turn)), (other.vertex, turns), "bend {j} from {a:?} to {b:?}");
        }
    }
    assert!(searched > 30, "mostly, one of the two searches goes on alone");
}
