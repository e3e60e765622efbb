//! What the repairing searches promise beyond their costs: the open list is cleaned of what is stale and of nothing else, and a start
//! that moves costs no more work than keys that are recomputed.

use navigant_mesh::grid::STRAIGHT;
use navigant_mesh::{Cell, Grid};
use navigant_search::graph::{
    AdStar, Blind, Budget, DStarLite, Dijkstra, ExplicitGraph, Octile, Policy, ReplanReason, Replanned, Replanner,
    StateId,
};
use navigant_search::internals::{LpaStar, ReplannerInternals as _};

/// Two chains of 12 from the start to the goal, the second dearer.
fn two_chains() -> ExplicitGraph {
    let mut graph = ExplicitGraph::new(26);
    for (first, cost) in [(1, 1.0), (13, 1.5)] {
        let chain: Vec<u32> = [0].into_iter().chain(first..first + 12).chain([25]).collect();
        for pair in chain.windows(2) {
            graph.set_edge(StateId(pair[0]), StateId(pair[1]), cost).unwrap();
        }
    }
    graph
}

/// One edge changes hundreds of times between two searches: every change leaves an entry of the open list that is stale.
#[test]
fn an_edge_that_changes_many_times_between_searches_leaves_the_cheapest_path() {
    let (start, goal, budget) = (StateId(0), StateId(25), Budget::UNLIMITED);
    let mut graph = two_chains();
    let mut lpa = LpaStar::new(&graph, &Blind, start, goal).unwrap();
    let mut d_star = DStarLite::new(&graph, &Blind, start, goal).unwrap();
    let mut ad_star = AdStar::new(&graph, &Blind, start, goal, 1.0).unwrap();
    for last in [9.0, 3.0, 30.0, 0.5, 2.0] {
        for edge in [5, 17] {
            let [from, to] = [edge, edge + 1].map(StateId);
            let costs = (0..300).map(|i| 1.0 + f64::from(i % 7) + f64::from(i) / 512.0);
            for cost in costs.chain([if edge == 5 { last } else { 1.5 }]) {
                graph.set_edge(from, to, cost).unwrap();
                lpa.update(&graph, &Blind, [from, to]).unwrap();
                d_star.update(&graph, &Blind, [from, to]).unwrap();
                ad_star.update(&graph, &Blind, [from, to]).unwrap();
            }
        }
        let cheapest = Dijkstra::new().find(&graph, start, goal, budget).unwrap().cost;
        assert_eq!(lpa.search(&graph, &Blind, budget).unwrap().cost, cheapest, "LPA*, {last}");
        assert_eq!(d_star.search(&graph, &Blind, budget).unwrap().cost, cheapest, "D* Lite, {last}");
        assert_eq!(ad_star.search(&graph, &Blind, budget).unwrap().cost, cheapest, "AD*, {last}");
    }
}

/// D* Lite keeps the keys of what waits, and corrects them by the drift k_m of the start. A plan that is told the same at once
/// has all keys right.
#[test]
fn a_start_that_moves_makes_little_work_more() {
    let (mut moved, mut at_once) = (0, 0);
    for seed in 0..40u32 {
        let mut state = seed * 7919 + 1;
        let mut next = |end: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % end
        };
        let mut grid = Grid::open(40, 40).unwrap();
        for _ in 0..300 {
            grid.block(Cell::new(next(40), next(40))).unwrap();
        }
        let near = Octile::on(&grid);
        let (start, goal) = (StateId(0), StateId(1599));
        let mut plan = DStarLite::new(&grid, &near, start, goal).unwrap();
        plan.search(&grid, &near, Budget::UNLIMITED).unwrap();
        for _ in 0..8 {
            let Some(&ahead) = plan.path().get(2) else { break };
            plan.move_start(&grid, &near, ahead).unwrap();
            let mut touched: Vec<StateId> = Vec::new();
            for _ in 0..6 {
                let cell = Cell::new(next(40), next(40));
                if grid.is_walkable(cell) && grid.id(cell).map(StateId::from) != Some(ahead) {
                    grid.block(cell).unwrap();
                } else {
                    grid.set(cell, std::num::NonZeroU8::MIN).unwrap();
                }
                touched.extend(grid.around(cell).map(StateId::from));
            }
            plan.update(&grid, &near, touched).unwrap();
            let answer = plan.search(&grid, &near, Budget::UNLIMITED).unwrap();
            let fresh = DStarLite::new(&grid, &near, ahead, goal).unwrap().search(&grid, &near, Budget::UNLIMITED);
            assert_eq!(answer.cost, fresh.unwrap().cost);
            (moved, at_once) = (moved + answer.expansions, at_once + fresh.unwrap().expansions);
        }
    }
    assert!(moved < at_once / 2, "{moved} expansions, {at_once} from scratch");
}

/// Whenever it stops, the lower bound is at least the heuristic's, for that is consistent.
#[test]
fn a_search_that_stops_early_knows_at_least_the_straight_line() {
    let mut grid = Grid::open(40, 40).unwrap();
    for y in 0..39 {
        grid.block(Cell::new(20, y)).unwrap();
    }
    let (near, start, goal) = (Octile::on(&grid), StateId(0), StateId(39));
    for expansions in [0, 1, 5, 100, 400] {
        let mut plan = AdStar::new(&grid, &near, start, goal, 2.5).unwrap();
        let answer = plan.search(&grid, &near, Budget::expansions(expansions)).unwrap();
        assert!(answer.cost.is_none() && answer.lower >= 39.0 * STRAIGHT, "{expansions}: {answer:?}");
    }
}

/// A path that is cut is searched for with the first inflation again; one that only costs more is not.
#[test]
fn a_replanner_says_what_it_did() {
    let mut graph = two_chains();
    let policy = Policy { large: 1e9, patience: 1e9, ..Policy::default() };
    let mut replanner = Replanner::new(&graph, StateId(0), StateId(25), policy).unwrap();
    // Each search without a change improves on the last.
    for epsilon in [2.5, 2.0, 1.5, 1.0, 1.0] {
        replanner.search(&graph, &Blind, Budget::UNLIMITED).unwrap();
        assert_eq!(replanner.epsilon(), epsilon);
    }
    let mut change = |from: u32, cost: Option<f64>, replanner: &mut Replanner| {
        let [from, to] = [from, from + 1].map(StateId);
        match cost {
            Some(cost) => graph.set_edge(from, to, cost).unwrap(),
            None => assert!(graph.remove_edge(from, to)),
        }
        replanner.update([from, to]);
        replanner.search(&graph, &Blind, Budget::UNLIMITED).unwrap();
        replanner.replanned()
    };
    assert_eq!(change(15, Some(2.0), &mut replanner), Replanned::Repaired { reset: false });
    assert_eq!(change(3, Some(1.25), &mut replanner), Replanned::Repaired { reset: false });
    assert_eq!(change(3, None, &mut replanner), Replanned::Repaired { reset: true });
}

#[test]
fn a_large_change_is_planned_from_scratch() {
    let graph = two_chains();
    let mut replanner =
        Replanner::new(&graph, StateId(0), StateId(25), Policy { large: 0.1, ..Policy::default() }).unwrap();
    replanner.search(&graph, &Blind, Budget::UNLIMITED).unwrap();
    replanner.update((0..26).map(StateId));
    replanner.search(&graph, &Blind, Budget::UNLIMITED).unwrap();
    assert_eq!(replanner.replanned(), Replanned::FromScratch(ReplanReason::LargeChange));
}
