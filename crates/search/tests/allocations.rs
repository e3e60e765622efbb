//! A searcher that has seen a query of a size allocates nothing for the next.

use allocation_counter::measure;
use navigant_mesh::{Cell, Grid, Map, Outline};
use navigant_search::graph::{
    AStar, AdStar, AraStar, Budget, DStarLite, Dijkstra, HpaStar, Octile, Policy, Replanner, StateId,
};
use navigant_search::internals::LpaStar;
use navigant_search::internals::{
    AdStarInternals as _, AraStarInternals as _, DStarLiteInternals as _, HpaStarInternals as _, JumpPoints,
};

use navigant_search::plane::{Landmarks, Path, PathFinder, PathReplanner, Query, Rung};

const START: StateId = StateId(0);
const GOAL: StateId = StateId(64 * 64 - 1);

/// Two walls with gaps at opposite ends.
fn grid() -> Grid {
    let mut grid = Grid::open(64, 64).unwrap();
    for i in 0..60 {
        grid.block(Cell::new(20, i)).unwrap();
        grid.block(Cell::new(40, 63 - i)).unwrap();
    }
    grid
}

/// Runs something twice, and again while counting: nothing may be allocated then.
fn warm_then_free<R>(name: &str, mut run: impl FnMut() -> R) {
    run();
    run();
    let counted = measure(|| {
        run();
    });
    assert_eq!(counted.count_total, 0, "{name} allocated {} bytes", counted.bytes_total);
}

#[test]
fn the_counter_does_count() {
    assert_eq!(measure(|| drop(std::hint::black_box(vec![0u8; 10]))).count_total, 1);
}

#[test]
fn searches_that_plan_once_allocate_nothing_when_warm() {
    let (grid, unlimited) = (grid(), Budget::UNLIMITED);
    let near = Octile::on(&grid);
    let mut dijkstra = Dijkstra::new();
    warm_then_free("Dijkstra", || dijkstra.find(&grid, START, GOAL, unlimited).unwrap());
    let mut a_star = AStar::new();
    warm_then_free("A*", || a_star.find(&grid, &near, START, GOAL, unlimited).unwrap());
    let mut weighted = AStar::weighted(1.5).unwrap();
    warm_then_free("weighted A*", || weighted.find(&grid, &near, START, GOAL, unlimited).unwrap());
    let (jumps, mut jumper, mut cells) = (JumpPoints::new(&grid).unwrap(), AStar::new(), Vec::new());
    warm_then_free("A* on jump points", || {
        jumper.find(&jumps.toward(&grid, GOAL), &near, START, GOAL, unlimited).unwrap();
        jumps.fill(jumper.path(), &mut cells);
    });
    let mut hpa = HpaStar::new(&grid, 16);
    warm_then_free("HPA*", || {
        hpa.find(&grid, START, GOAL, unlimited).unwrap();
        hpa.smooth(&grid).unwrap();
    });
}

#[test]
fn searches_that_improve_allocate_nothing_when_warm() {
    let grid = grid();
    let near = Octile::on(&grid);
    let mut plan = AraStar::new(&grid, &near, START, GOAL, 3.0).unwrap();
    warm_then_free("ARA*", || {
        plan.restart(&grid, &near, START, GOAL, 3.0).unwrap();
        for epsilon in [3.0, 2.0, 1.0] {
            plan.set_epsilon(epsilon).unwrap();
            plan.search(&grid, &near, Budget::UNLIMITED).unwrap();
        }
    });
}

#[test]
fn searches_that_repair_allocate_nothing_when_warm() {
    let mut grid = grid();
    let near = Octile::on(&grid);
    let gap = Cell::new(20, 30);
    let mut lpa = LpaStar::new(&grid, &near, START, GOAL).unwrap();
    let mut d_star = DStarLite::new(&grid, &near, START, GOAL).unwrap();
    let mut ad_star = AdStar::new(&grid, &near, START, GOAL, 2.0).unwrap();
    let mut replanner = Replanner::new(&grid, START, GOAL, Policy::default()).unwrap();
    warm_then_free("LPA*, D* Lite, AD* and the replanner", || {
        lpa.restart(&grid, &near, START, GOAL).unwrap();
        d_star.restart(&grid, &near, START, GOAL).unwrap();
        ad_star.restart(&grid, &near, START, GOAL, 2.0).unwrap();
        for open in [false, true, false] {
            if open {
                grid.set(gap, std::num::NonZeroU8::MIN).unwrap();
            } else {
                grid.block(gap).unwrap();
            }
            let touched = || grid.around(gap).map(StateId::from);
            lpa.update(&grid, &near, touched()).unwrap();
            lpa.search(&grid, &near, Budget::UNLIMITED).unwrap();
            d_star.update(&grid, &near, touched()).unwrap();
            d_star.move_start(&grid, &near, START).unwrap();
            d_star.search(&grid, &near, Budget::UNLIMITED).unwrap();
            ad_star.update(&grid, &near, touched()).unwrap();
            ad_star.move_start(&grid, START).unwrap();
            ad_star.search(&grid, &near, Budget::expansions(300)).unwrap();
            ad_star.search(&grid, &near, Budget::UNLIMITED).unwrap();
            replanner.update(touched());
            replanner.search(&grid, &near, Budget::UNLIMITED).unwrap();
        }
    });
}

#[test]
fn paths_in_the_plane_allocate_nothing_when_warm() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
    for i in 0..49 {
        let (x, y) = (f64::from(i % 7) * 9.0 + 2.0, f64::from(i / 7) * 9.0 + 2.0 + f64::from(i % 2));
        map.insert(&Outline::rectangle([x, y], [x + 6.0, y + 5.0])).unwrap();
    }
    map.insert(&Outline::polyline([[1.0, 60.0], [1.5, 62.0], [0.5, 62.0], [1.0, 60.0]])).unwrap();
    let mut finder = PathFinder::new();
    for radius in [0.0, 0.25] {
        warm_then_free(&format!("a path across the map, radius {radius}"), || {
            let query = Query::new([0.5, 0.5], [63.5, 63.0]).with_radius(radius);
            assert!(finder.find(&map, &query).is_ok_and(|path| path.bends.len() > 3));
        });
    }
    let landmarks = Landmarks::place(&map);
    for radius in [0.0, 0.25] {
        warm_then_free(&format!("a path past landmarks, radius {radius}"), || {
            let query = Query::new([0.5, 0.5], [63.5, 63.0]).with_radius(radius).with_landmarks(&landmarks);
            assert!(finder.find(&map, &query).is_ok_and(|path| path.bends.len() > 3));
        });
    }
    // 3 m are between the obstacles: ties, which are decided in integers.
    warm_then_free("a path with no room to spare", || {
        let found = finder.find(&map, &Query::new([9.5, 9.5], [54.5, 54.5]).with_radius(1.5));
        assert!(found.is_ok());
    });
    warm_then_free("a goal out of reach", || {
        assert!(finder.find(&map, &Query::new([0.5, 0.5], [1.0, 61.5])).is_err());
    });
    warm_then_free("a short path after long ones", || {
        assert!(finder.find(&map, &Query::new([0.5, 0.5], [0.5, 5.0])).is_ok());
    });
}

/// Copies a path into the memory of another.
fn copy(from: &Path, to: &mut Path) {
    to.points.clone_from(&from.points);
    to.bends.clone_from(&from.bends);
    to.corners.clone_from(&from.corners);
    (to.length, to.proof, to.revision) = (from.length, from.proof, from.revision);
}

#[test]
fn replanning_in_the_plane_allocates_nothing_when_warm() {
    for radius in [0.0, 0.7] {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0])).unwrap();
        map.insert(&Outline::rectangle([49.0, 0.0], [51.0, 60.0])).unwrap();
        let query = Query::new([10.0, 30.0], [90.0, 30.0]).with_radius(radius);
        let mut path = PathFinder::new().find(&map, &query).unwrap().clone();
        for (y, rung) in [(90.0, Rung::Kept), (60.0, Rung::Blocked)] {
            let old = path.clone();
            map.insert(&Outline::rectangle([49.5, y], [50.5, y + 3.0])).unwrap();
            let mut replanner = PathReplanner::new();
            warm_then_free(&format!("a path that is {rung:?}, radius {radius}"), || {
                copy(&old, &mut path);
                assert_eq!(replanner.replan(&map, &query, &mut path), Ok(rung));
            });
        }
    }
}
