//! Cells, waypoints and states that are of another grid, roadmap or graph, or of none: every public function that takes one gives a
//! typed answer, and none panics. (Ids of maps and crowds: `testing/tests/strange_ids`, which also checks that none is left out.)

use navigant_mesh::grid::Direction;
use navigant_mesh::internals::{
    GridInternals as _, HybridGraphInternals as _, IdInternals as _, MapGridInternals as _, RoadmapInternals as _,
};
use navigant_mesh::roadmap::{AxisGraph, HybridGraph, MapRoadmap as _, Roadmap};
use navigant_mesh::{Cell, CellId, Effect, Grid, Map, MapGrid, Outline, WaypointId};
use navigant_search::graph::{
    AStar, AdStar, AraStar, Blind, Budget, CellRegion, ChangedRegion, DStarLite, Dijkstra, DpaStar, Events,
    ExplicitGraph, Graph, GridAStar, Heuristic, HpaStar, ImplicitGraph, Octile, OldPath, Policy, Replanner, Reversible,
    RoadmapEnd, RoadmapGraph, SearchError, StateId,
};
use navigant_search::internals::GoalSet;
use navigant_search::internals::{
    AdStarInternals as _, AraStarInternals as _, DStarLiteInternals as _, DijkstraInternals as _,
    ExplicitGraphInternals as _, JumpPoints, StateIdInternals as _,
};
use navigant_search::internals::{AffectedWaypoints, LpaStar, RoadmapRegion};
use navigant_search::internals::{RoadmapGraphInternals as _, StateTable};

/// Numbers on both sides of the ends of a range of ids, and far beyond.
fn numbers(count: usize) -> Vec<u32> {
    let count = count as u32;
    vec![
        0,
        1,
        count / 2,
        count.saturating_sub(1),
        count,
        count + 1,
        count * 3 + 7,
        u32::MAX / 2,
        u32::MAX - 1,
        u32::MAX,
    ]
}

fn grids() -> [Grid; 4] {
    let weights = (0..17 * 5).map(|i| [1, 0, 3, 1, 200][i % 5]).collect();
    let mut blocked = Grid::open(30, 22).unwrap();
    (0..21).for_each(|y| assert_eq!(blocked.block(Cell::new(14, y)), Ok(true)));
    [Grid::open(1, 1).unwrap(), Grid::open(9, 7).unwrap(), Grid::from_weights(17, 5, weights).unwrap(), blocked]
}

fn map() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 20.0])).unwrap();
    map.insert(&Outline::rectangle([10.0, 4.0], [14.0, 9.0])).unwrap();
    map.insert(&Outline::rectangle([20.0, 11.0], [23.0, 15.0])).unwrap();
    map
}

#[test]
fn cells_of_other_grids_are_answered() {
    for grid in grids() {
        for id in numbers(grid.cells()).into_iter().map(CellId) {
            let is_there = (id.0 as usize) < grid.cells();
            assert_eq!(grid.cell(id).is_some(), is_there);
            assert!(is_there || grid.steps(id).count() == 0 && grid.directions(id).count() == 0);
            for other in numbers(grid.cells()).into_iter().map(CellId) {
                assert!(grid.steps_onward(other, id).all(|(to, _)| grid.cell(to).is_some()));
                let are_there = is_there && (other.0 as usize) < grid.cells();
                assert_eq!(grid.octile(id, other).is_some(), are_there);
                assert!(grid.length(&[id, other]).is_none_or(|length| length < 1.5 && are_there));
            }
            for direction in Direction::ALL {
                assert!(grid.step(id, direction).is_none_or(|(to, _)| grid.cell(to).is_some()));
                assert!(grid.run(id, direction, 3).is_none_or(|(to, _)| grid.cell(to).is_some()));
                let onward = grid.moves_onward(id, Some(direction)).all(|(_, to)| grid.cell(to).is_some());
                assert!(onward && (is_there || grid.directions_onward(id, Some(direction)).count() == 0));
            }
        }
    }
}

#[test]
fn cells_of_other_grids_over_a_map_are_answered() {
    let map = map();
    let (grid, hybrid) = (MapGrid::of(&map, 1.0, 0.4).unwrap(), HybridGraph::of(&map, 1.0, 0.4).unwrap());
    for id in numbers(grid.cells()).into_iter().map(CellId) {
        let is_there = (id.0 as usize) < grid.cells();
        assert_eq!((grid.cell(id).is_some(), grid.centre(&map, id).is_some()), (is_there, is_there));
        assert!(is_there || !grid.is_open(id) && grid.steps(id).count() == 0 && grid.directions(id).count() == 0);
        assert!(is_there || hybrid.highways(id).is_empty() && hybrid.steps(id).count() == 0);
        assert!(hybrid.straight(id, CellId(3)).is_finite() && hybrid.straight(CellId(3), id).is_finite());
    }
}

/// Every search of a graph, asked from one state to another: answered, or refused because an end is unknown.
fn ask_every_search<G: Reversible, H: Heuristic>(graph: &G, heuristic: &H, [start, goal]: [StateId; 2]) {
    let (budget, states) = (Budget::expansions(2000), graph.states());
    let are_there = start.index() < states && goal.index() < states;
    let check = |name: &str, outcome: Result<(), SearchError>| match outcome {
        Ok(()) => assert!(are_there, "{name}: {start:?} to {goal:?} of {states}"),
        Err(SearchError::UnknownStart { .. }) => assert!(start.index() >= states, "{name}"),
        Err(SearchError::UnknownGoal { .. }) => assert!(goal.index() >= states, "{name}"),
        Err(error) => panic!("{name}: {error}"),
    };
    let mut dijkstra = Dijkstra::new();
    check("Dijkstra", dijkstra.find(graph, start, goal, budget).map(drop));
    check(
        "a flood",
        dijkstra.flood(graph, start, budget).map(drop).and(if are_there {
            Ok(())
        } else {
            dijkstra.find(graph, start, goal, budget).map(drop)
        }),
    );
    let _ = (dijkstra.distance(start), dijkstra.distance(goal), dijkstra.parent(start), dijkstra.parent(goal));
    check("A*", AStar::new().find(graph, heuristic, start, goal, budget).map(drop));
    check("weighted A*", AStar::weighted(2.0).unwrap().find(graph, heuristic, start, goal, budget).map(drop));
    check("DPA*", DpaStar::new().find(graph, heuristic, start, goal, budget).map(drop));
    check("ARA*", AraStar::new(graph, heuristic, start, goal, 2.0).map(drop));
    check("LPA*", LpaStar::new(graph, heuristic, start, goal).map(drop));
    check("D* Lite", DStarLite::new(graph, heuristic, start, goal).map(drop));
    check("AD*", AdStar::new(graph, heuristic, start, goal, 2.0).map(drop));
    check("a replanner", Replanner::new(graph, start, goal, Policy::default()).map(drop));
    ask_plans(graph, heuristic, [start, goal]);
}

/// Plans that are good are told of strange states, and restarted with them; whatever they say, they can be used again.
fn ask_plans<G: Reversible, H: Heuristic>(graph: &G, heuristic: &H, [start, goal]: [StateId; 2]) {
    let (first, last, budget) = (StateId(0), StateId(graph.states() as u32 - 1), Budget::expansions(2000));
    let known = |state: StateId| state.index() < graph.states();
    let touched = [start, goal];
    let mut ara = AraStar::new(graph, heuristic, first, last, 2.0).unwrap();
    let mut lpa = LpaStar::new(graph, heuristic, first, last).unwrap();
    let mut d_star = DStarLite::new(graph, heuristic, first, last).unwrap();
    let mut ad_star = AdStar::new(graph, heuristic, first, last, 2.0).unwrap();
    let mut replanner = Replanner::new(graph, first, last, Policy::default()).unwrap();
    let all = known(start) && known(goal);
    assert_eq!(lpa.update(graph, heuristic, touched).is_ok(), all);
    assert_eq!(d_star.update(graph, heuristic, touched).is_ok(), all);
    assert_eq!(ad_star.update(graph, heuristic, touched).is_ok(), all);
    assert_eq!(ad_star.update_dearer(graph, heuristic, touched).is_ok(), all);
    assert_eq!(d_star.move_start(graph, heuristic, start).is_ok(), known(start));
    assert_eq!(ad_star.move_start(graph, start).is_ok(), known(start));
    assert_eq!(replanner.move_start(graph, start).is_ok(), known(start));
    assert_eq!(replanner.set_goal(graph, goal).is_ok(), known(goal));
    replanner.update(touched);
    // A state that is not there is refused when the plan is repaired; the search after that plans from scratch.
    let _ = replanner.search(graph, heuristic, budget);
    replanner.update(touched);
    let _ = replanner.search(graph, heuristic, Budget::UNLIMITED);
    assert!(replanner.search(graph, heuristic, Budget::UNLIMITED).is_ok());
    for strange in [touched, [first, last]] {
        let is_ok = strange.into_iter().all(known);
        assert_eq!(ara.restart(graph, heuristic, strange[0], strange[1], 2.0).is_ok(), is_ok);
        assert_eq!(lpa.restart(graph, heuristic, strange[0], strange[1]).is_ok(), is_ok);
        assert_eq!(d_star.restart(graph, heuristic, strange[0], strange[1]).is_ok(), is_ok);
        assert_eq!(ad_star.restart(graph, heuristic, strange[0], strange[1], 2.0).is_ok(), is_ok);
    }
    assert!(ara.search(graph, heuristic, budget).is_ok() && lpa.search(graph, heuristic, budget).is_ok());
    assert!(d_star.search(graph, heuristic, budget).is_ok() && ad_star.search(graph, heuristic, budget).is_ok());
}

#[test]
fn states_of_other_graphs_are_answered_by_every_search() {
    for grid in grids() {
        let near = Octile::on(&grid);
        let (mut grid_a_star, mut hpa) = (GridAStar::new(), HpaStar::new(&grid, 8));
        for start in numbers(grid.cells()).into_iter().map(StateId) {
            for goal in numbers(grid.cells()).into_iter().map(StateId) {
                ask_every_search(&grid, &near, [start, goal]);
                let are_there = [start, goal].iter().all(|state| state.index() < grid.cells());
                assert_eq!(grid_a_star.find(&grid, start, goal, Budget::UNLIMITED).is_ok(), are_there);
                assert_eq!(hpa.find(&grid, start, goal, Budget::UNLIMITED).is_ok(), are_there);
                let path = [StateId(0), start, goal, StateId(grid.cells() as u32 - 1)];
                let old = OldPath { states: &path, cost: 3.0, version: 0 };
                let region = CellRegion::around(&grid, [Cell::new(3, 3), Cell::new(u32::MAX, 1)]);
                let _ = (region.contains(start), region.cost_to(start), region.cost_from(start));
                for events in [Events::insertion(0, &region), Events::deletion(0, &region)] {
                    assert!(
                        navigant_search::internals::dpa_star_pruning_from(0)
                            .replan(&grid, &near, &old, &events, Budget::UNLIMITED)
                            .is_ok()
                    );
                }
            }
        }
    }
}

#[test]
fn edges_and_goals_that_are_no_states_are_answered() {
    let mut graph = ExplicitGraph::new(6);
    for (from, to) in [(0, 1), (1, 2), (2, 5), (0, 5)] {
        graph.set_edge(StateId(from), StateId(to), 1.0).unwrap();
    }
    let implicit = ImplicitGraph::new(|&n: &u32, visit: &mut dyn FnMut(u32, f64)| visit(n + 1, 1.0));
    let mut table = StateTable::default();
    let _ = (implicit.id(&3), table.id(&3));
    for id in numbers(6).into_iter().map(StateId) {
        let is_there = id.index() < 6;
        assert!(is_there || graph.edges(id).is_empty());
        assert!(
            is_there || graph.set_edge(id, StateId(1), 1.0).is_err() && graph.set_edge(StateId(1), id, 1.0).is_err()
        );
        assert!(is_there || !graph.remove_edge(id, StateId(1)) && !graph.remove_edge(StateId(1), id));
        assert_eq!((implicit.state(id).is_some(), table.state(id).is_some()), (id.0 == 0, id.0 == 0));
        ask_every_search(&graph.clone(), &Blind, [StateId(0), id]);
        let goals = GoalSet::new(&graph, [(id, 1.0), (StateId(2), 4.0)]);
        let end = goals.goal();
        assert_eq!(goals.reached(&[StateId(0), id, end]), Some(id));
        assert_eq!((goals.without_end(&[id, end]).len(), goals.without_end(&[]).len()), (1, 0));
        ask_every_search(&goals, &Blind, [StateId(0), id]);
    }
}

#[test]
fn jump_points_of_another_grid_are_answered() {
    let [_, small, _, large] = grids();
    for (prepared, asked) in [(&small, &small), (&large, &large), (&small, &large), (&large, &small)] {
        let mut jumps = JumpPoints::new(prepared).unwrap();
        for goal in numbers(prepared.cells()).into_iter().map(StateId) {
            let graph = jumps.toward(asked, goal);
            for state in numbers(asked.cells()).into_iter().map(StateId) {
                graph.successors(state, |_, _| ());
                graph.onward(goal, state, |_, _| ());
                let _ = AStar::new().find(&graph, &Octile::on(asked), state, goal, Budget::expansions(100));
                let mut cells = Vec::new();
                jumps.fill(&[state, goal, StateId(0)], &mut cells);
                assert!(cells.len() <= 3 * (prepared.cells() + 2), "{state:?} {goal:?}: {}", cells.len());
            }
        }
        for cell in [Cell::new(8, 6), Cell::new(29, 21), Cell::new(u32::MAX, 3), Cell::new(3, u32::MAX)] {
            jumps.update(asked, cell);
        }
    }
}

#[test]
fn waypoints_and_states_of_other_roadmaps_are_answered() {
    let mut map = map();
    let mut graph = AxisGraph::of(&map, 0.3);
    let slots = graph.roadmap().slots();
    map.insert(&Outline::rectangle([15.0, 2.0], [17.0, 4.0])).unwrap();
    graph.follow(&map);
    let affected = AffectedWaypoints::of(graph.roadmap(), Effect::Either);
    affected.gains(0.0, |from, to, length| assert!(affected.former_length(from, to) >= length));
    let none = Roadmap::default();
    for place in numbers(slots).into_iter().map(WaypointId) {
        let is_there = place.index() < graph.roadmap().slots();
        assert!(is_there || !affected.contains(place) && affected.former_reach(place).is_infinite());
        assert!(is_there || affected.former_length(place, WaypointId(0)).is_infinite());
        let state = RoadmapGraph::state(place);
        assert!(!is_there || RoadmapGraph::waypoint(state) == Some(place));
        for roadmap in [graph.roadmap(), &none] {
            let ends = [place, WaypointId(u32::MAX), WaypointId(1)].map(|end| (end, 1.0));
            let end = RoadmapEnd { at: [1.0, 1.0].into(), edges: &ends };
            let journey = RoadmapGraph::new(roadmap, end, end);
            assert!(is_there || place.0 > u32::MAX - 3 || journey.point(state).is_none());
            let region = RoadmapRegion::of(&journey, &affected);
            let _ = (region.contains(state), region.cost_to(state), region.cost_from(state), region.old_reach(state));
            let _ = (region.old_cost(state, state), journey.estimate(state, RoadmapGraph::GOAL));
            let answer = AStar::new().find(&journey, &journey, RoadmapGraph::START, state, Budget::expansions(500));
            assert!(
                answer.is_ok()
                    || matches!(answer, Err(SearchError::UnknownGoal { .. } | SearchError::EdgeToNowhere { .. }))
            );
        }
    }
}
