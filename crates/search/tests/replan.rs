//! What DPA* promises, scenario by scenario.

use allocation_counter::measure;
use navigant_mesh::internals::RoadmapInternals as _;
use navigant_mesh::roadmap::{AxisGraph, MapRoadmap as _};
use navigant_mesh::{Cell, Effect, Grid, Map, Outline, Point};
use navigant_search::graph::{
    AStar, Answer, Blind, Budget, CellRegion, ChangedRegion, DpaStar, Events, ExplicitGraph, Graph as _, ImplicitGraph,
    NotPruned, Octile, OldPath, ReplanCase, RoadmapEnd, RoadmapGraph, SearchError, StateId,
};
use navigant_search::internals::RoadmapGraphInternals as _;
use navigant_search::internals::{AffectedWaypoints, RoadmapRegion};
use std::num::NonZeroU8;

/// States that become known as they are met: all integers, doubled or one more.
#[test]
fn states_of_an_implicit_graph_become_known() {
    let graph = ImplicitGraph::new(|&n: &u32, visit: &mut dyn FnMut(u32, f64)| {
        if n < 4096 {
            visit(2 * n, 1.0);
            visit(n + 1, 1.0);
        }
    });
    let [start, goal] = [1, 1000].map(|n| graph.id(&n));
    assert_eq!(graph.states(), 2);
    let cheapest = AStar::new().find(&graph, &Blind, start, goal, Budget::UNLIMITED).unwrap().cost;
    assert!(graph.states() > 1000);
    let mut dpa = DpaStar::new();
    assert_eq!(dpa.find(&graph, &Blind, start, goal, Budget::UNLIMITED).unwrap().cost, cheapest);
    assert_eq!(cheapest, Some(14.0));
    let fresh = ImplicitGraph::new(|&n: &u32, visit: &mut dyn FnMut(u32, f64)| visit(n + 1, 1.0));
    let [start, goal] = [1, 1000].map(|n| fresh.id(&n));
    assert_eq!(dpa.find(&fresh, &Blind, start, goal, Budget::UNLIMITED).unwrap().cost, Some(999.0));
}

const SIDE: u32 = 48;
/// Along the bottom of the grid.
const START: StateId = StateId(2 * SIDE + 2);
const GOAL: StateId = StateId(2 * SIDE + SIDE - 3);

/// A grid on which an agent has found its path.
struct Walk {
    grid: Grid,
    path: Vec<StateId>,
    cost: f64,
    dpa: DpaStar,
}

impl Walk {
    /// Some cells are blocked before the path is found.
    fn with(blocked: impl IntoIterator<Item = Cell>) -> Walk {
        let mut grid = Grid::open(SIDE, SIDE).unwrap();
        for cell in blocked {
            grid.block(cell).unwrap();
        }
        let mut dpa = DpaStar::new();
        let answer = dpa.find(&grid, &Octile::on(&grid), START, GOAL, Budget::UNLIMITED).unwrap();
        Walk { path: dpa.path().to_vec(), cost: answer.cost.unwrap(), grid, dpa }
    }

    fn old(&self) -> OldPath<'_> {
        OldPath { states: &self.path, cost: self.cost, version: 5 }
    }

    fn replan(&mut self, events: &Events<CellRegion>) -> Answer {
        let old = OldPath { states: &self.path, cost: self.cost, version: 5 };
        self.dpa.replan(&self.grid, &Octile::on(&self.grid), &old, events, Budget::UNLIMITED).unwrap()
    }

    fn block(&mut self, cells: &[Cell]) -> CellRegion {
        for &cell in cells {
            self.grid.block(cell).unwrap();
        }
        CellRegion::around(&self.grid, cells.iter().copied())
    }

    fn free(&mut self, cells: &[Cell]) -> CellRegion {
        for &cell in cells {
            self.grid.set(cell, NonZeroU8::MIN).unwrap();
        }
        CellRegion::around(&self.grid, cells.iter().copied())
    }

    fn fresh(&self) -> Answer {
        AStar::new().find(&self.grid, &Octile::on(&self.grid), START, GOAL, Budget::UNLIMITED).unwrap()
    }
}

/// A wall across the way, from the bottom up.
fn wall(x: u32, height: u32) -> Vec<Cell> {
    (0..height).map(|y| Cell::new(x, y)).collect()
}

#[test]
fn an_insertion_elsewhere_costs_nothing() {
    let mut walk = Walk::with([]);
    let region = walk.block(&[Cell::new(20, 40)]);
    let answer = walk.replan(&Events::insertion(5, &region));
    assert_eq!((walk.dpa.case(), answer.expansions), (ReplanCase::InsertionUnaffected, 0));
    assert_eq!((answer.cost, walk.dpa.path()), (Some(walk.cost), &walk.path[..]));
}

#[test]
fn an_insertion_on_the_path_leads_round_it_and_back() {
    let mut walk = Walk::with([]);
    let region = walk.block(&wall(8, 12));
    let (answer, fresh) = (walk.replan(&Events::insertion(5, &region)), walk.fresh());
    assert_eq!((walk.dpa.case(), answer.cost), (ReplanCase::InsertionAffected, fresh.cost));
    assert!(answer.is_optimal() && answer.expansions < fresh.expansions, "{answer:?} {fresh:?}");
}

#[test]
fn a_deletion_far_away_is_seen_to_be_too_far_without_a_search() {
    let far = [Cell::new(20, 46)];
    let mut walk = Walk::with(far);
    let region = walk.free(&far);
    let answer = walk.replan(&Events::deletion(5, &region));
    assert_eq!((walk.dpa.case(), answer.expansions), (ReplanCase::DeletionUnaffected, 0));
    assert!(answer.is_optimal());
}

#[test]
fn a_deletion_that_opens_a_shortcut_is_used() {
    let mut walk = Walk::with(wall(24, 30));
    let region = walk.free(&[Cell::new(24, 4)]);
    let (answer, fresh) = (walk.replan(&Events::deletion(5, &region)), walk.fresh());
    assert_eq!((walk.dpa.case(), answer.cost), (ReplanCase::DeletionUnaffected, fresh.cost));
    assert!(answer.cost < Some(walk.cost));
}

#[test]
fn a_deletion_on_the_path_may_leave_it_longer_than_it_was() {
    // On a mesh, the graph that is rebuilt around a deletion may be longer there; here a cell is blocked in its stead.
    let mut walk = Walk::with([Cell::new(8, 5)]);
    walk.free(&[Cell::new(8, 5)]);
    walk.block(&wall(8, 5));
    let region = CellRegion::around(&walk.grid, (0..6).map(|y| Cell::new(8, y)));
    let (answer, fresh) = (walk.replan(&Events::deletion(5, &region)), walk.fresh());
    assert!(fresh.cost > Some(walk.cost));
    assert_eq!((walk.dpa.case(), answer.cost), (ReplanCase::DeletionAffected, fresh.cost));
}

#[test]
fn a_way_that_was_closed_for_good_is_no_path_and_no_other_is() {
    let mut walk = Walk::with([]);
    let region = walk.block(&wall(24, SIDE));
    let answer = walk.replan(&Events::insertion(5, &region));
    assert_eq!((answer.cost, walk.dpa.path().len()), (None, 0));
    assert!(answer.lower.is_infinite());
}

#[test]
fn insertions_and_deletions_are_handled_in_one_replan() {
    let mut walk = Walk::with(wall(24, 30));
    let longer = [walk.block(&wall(10, 20)), walk.block(&[Cell::new(40, 40)])];
    let shorter = [walk.free(&[Cell::new(24, 3)]), walk.free(&[Cell::new(24, 28)])];
    let events = Events { since: 5, until: 9, longer: &longer, shorter: &shorter };
    let (answer, fresh) = (walk.replan(&events), walk.fresh());
    assert_eq!(answer.cost, fresh.cost);
    assert!(answer.is_optimal());
}

#[test]
fn a_tie_goes_to_the_old_path() {
    let mut walk = Walk::with([Cell::new(20, 4)]);
    let region = walk.free(&[Cell::new(20, 4)]);
    walk.replan(&Events::deletion(5, &region));
    assert_eq!(walk.dpa.path(), &walk.path[..]);
}

#[test]
fn a_path_of_another_version_is_planned_from_scratch() {
    let mut walk = Walk::with([]);
    let region = walk.block(&wall(8, 12));
    for since in [6, 4 + u64::MAX / 2] {
        let answer = walk.replan(&Events::insertion(since, &region));
        assert_eq!(walk.dpa.case(), ReplanCase::FromScratch(NotPruned::OtherVersion));
        assert_eq!(answer, walk.fresh());
    }
}

#[test]
fn a_path_that_is_none_or_costs_something_else_is_planned_from_scratch() {
    let mut walk = Walk::with([]);
    let region = walk.block(&[Cell::new(20, 40)]);
    for cost in [f64::NAN, f64::INFINITY, -1.0, walk.cost * 0.9] {
        walk.cost = cost;
        let answer = walk.replan(&Events::insertion(5, &region));
        assert_eq!((walk.dpa.case(), answer), (ReplanCase::FromScratch(NotPruned::NotAPath), walk.fresh()));
    }
    walk.path.insert(1, StateId(u32::MAX));
    let answer = walk.replan(&Events::insertion(5, &region));
    assert_eq!((walk.dpa.case(), answer), (ReplanCase::FromScratch(NotPruned::NotAPath), walk.fresh()));
}

#[test]
fn ends_that_do_not_exist_are_errors() {
    let mut walk = Walk::with([]);
    let region = walk.block(&[Cell::new(20, 40)]);
    let (near, events) = (Octile::on(&walk.grid), Events::insertion(5, &region));
    let replan = |states: &[StateId]| {
        let old = OldPath { states, ..walk.old() };
        DpaStar::new().replan(&walk.grid, &near, &old, &events, Budget::UNLIMITED).unwrap_err()
    };
    assert_eq!(replan(&[]), SearchError::EmptyPath);
    assert!(matches!(replan(&[StateId(SIDE * SIDE), GOAL]), SearchError::UnknownStart { .. }));
    assert!(matches!(replan(&[START, StateId(u32::MAX)]), SearchError::UnknownGoal { .. }));
}

#[test]
fn a_region_outside_the_map_changes_nothing() {
    let mut walk = Walk::with([]);
    let nowhere = CellRegion::around(&walk.grid, [Cell::new(99, 99)]);
    for events in [Events::insertion(5, &nowhere), Events::deletion(5, &nowhere)] {
        let answer = walk.replan(&events);
        assert_eq!((answer.cost, answer.expansions), (Some(walk.cost), 0));
    }
}

#[test]
fn nothing_is_allocated_when_warm() {
    let mut walk = Walk::with(wall(24, 30));
    let longer = [walk.block(&wall(10, 20))];
    let shorter = [walk.free(&[Cell::new(24, 3)])];
    let sets = [
        Events { since: 5, until: 6, longer: &longer, shorter: &[] },
        Events { since: 5, until: 6, longer: &[], shorter: &shorter },
        Events { since: 5, until: 7, longer: &longer, shorter: &shorter },
        Events { since: 9, until: 9, longer: &longer, shorter: &shorter },
    ];
    let mut replan_all = || {
        for events in &sets {
            walk.replan(events);
        }
    };
    replan_all();
    replan_all();
    assert_eq!(measure(replan_all).count_total, 0);
}

/// A region of which all distances are known, before the event and now.
struct Known {
    states: Vec<StateId>,
    before: Vec<Vec<f64>>,
    now: Vec<Vec<f64>>,
}

impl Known {
    fn index(&self, state: StateId) -> Option<usize> {
        self.states.iter().position(|&known| known == state)
    }
}

impl ChangedRegion for Known {
    fn contains(&self, state: StateId) -> bool {
        self.states.contains(&state)
    }

    fn cost_to(&self, _: StateId) -> f64 {
        0.0
    }

    fn cost_from(&self, _: StateId) -> f64 {
        0.0
    }

    fn old_cost(&self, from: StateId, to: StateId) -> f64 {
        self.index(from).zip(self.index(to)).map_or(f64::INFINITY, |(row, column)| self.before[row][column])
    }

    fn old_reach(&self, from: StateId) -> f64 {
        self.index(from).map_or(f64::INFINITY, |row| self.before[row].iter().copied().fold(0.0, f64::max))
    }

    fn gains(&self, above: f64, mut pair: impl FnMut(StateId, StateId, f64)) {
        for (row, &from) in self.states.iter().enumerate() {
            for (column, &to) in self.states.iter().enumerate() {
                let (before, now) = (self.before[row][column], self.now[row][column]);
                if before - now > above {
                    pair(from, to, now);
                }
            }
        }
    }
}

/// The old path leaves the region at `b`, 10 from the goal. The best one now leaves it at `y`, 8 from the goal: nearer than `b`,
/// by no more than the 4 between them.
#[test]
fn a_path_may_leave_the_region_nearer_to_the_goal_than_the_old_one_did() {
    let [start, a, b, y, goal] = [0, 1, 2, 3, 4].map(StateId);
    let mut graph = ExplicitGraph::new(5);
    let edges = [(start, a, 10.0), (a, b, 10.0), (b, a, 10.0), (b, goal, 10.0), (b, y, 4.0), (y, b, 4.0)];
    for (from, to, cost) in edges.into_iter().chain([(y, goal, 8.0)]) {
        graph.set_edge(from, to, cost).unwrap();
    }
    let path = [start, a, b, goal];
    let before = AStar::new().find(&graph, &Blind, start, goal, Budget::UNLIMITED).unwrap();
    assert_eq!(before.cost, Some(30.0));
    graph.set_edge(a, y, 1.0).unwrap();
    let region = Known {
        states: vec![a, b, y],
        before: vec![vec![0.0, 10.0, 14.0], vec![10.0, 0.0, 4.0], vec![14.0, 4.0, 0.0]],
        now: vec![vec![0.0, 5.0, 1.0], vec![10.0, 0.0, 4.0], vec![14.0, 4.0, 0.0]],
    };
    let mut dpa = navigant_search::internals::dpa_star_pruning_from(0);
    let old = OldPath { states: &path, cost: 30.0, version: 0 };
    let answer = dpa.replan(&graph, &Blind, &old, &Events::deletion(0, &region), Budget::UNLIMITED).unwrap();
    let by_y = [start, a, y, goal];
    assert_eq!((dpa.case(), answer.cost, dpa.path()), (ReplanCase::DeletionAffected, Some(19.0), &by_y[..]));
}

#[test]
fn the_cost_to_the_changed_region_of_a_roadmap_is_the_distance_to_its_box() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0])).unwrap();
    for (x, y) in [(10.0, 10.0), (30.0, 8.0), (45.0, 25.0), (15.0, 28.0)] {
        map.insert(&Outline::rectangle([x, y], [x + 5.0, y + 4.0])).unwrap();
    }
    let mut graph = AxisGraph::of(&map, 0.3);
    map.insert(&Outline::rectangle([28.0, 20.0], [31.0, 23.0])).unwrap();
    graph.follow(&map);
    let roadmap = graph.roadmap();
    let affected = AffectedWaypoints::of(roadmap, Effect::Lengthens);
    let [from, to] = [[1.0, 1.0], [59.0, 39.0]].map(|p| graph.attach(&map, p).unwrap());
    let [start, goal] = [&from, &to].map(|end| RoadmapEnd { at: end.at, edges: &end.edges });
    let journey = RoadmapGraph::new(roadmap, start, goal);
    let region = RoadmapRegion::of(&journey, &affected);
    let inside: Vec<Point> = roadmap.affected().iter().filter_map(|&place| roadmap.point(place)).collect();
    let [min, max] = [f64::min, f64::max]
        .map(|pick| inside.iter().copied().reduce(|a, b| Point::new(pick(a.x, b.x), pick(a.y, b.y))).unwrap());
    let mut outside = 0;
    for place in roadmap.waypoints() {
        let (state, at) = (RoadmapGraph::state(place), roadmap.point(place).unwrap());
        let aside = [min.x - at.x, 0.0, at.x - max.x].into_iter().fold(0.0, f64::max);
        let across = [min.y - at.y, 0.0, at.y - max.y].into_iter().fold(0.0, f64::max);
        assert_eq!((region.cost_to(state), region.cost_from(state)), {
            let distance = aside.hypot(across);
            (distance, distance)
        });
        assert!(!region.contains(state) || region.cost_to(state) == 0.0);
        outside += u32::from(region.cost_to(state) > 0.0);
    }
    assert!(outside > 3 && inside.len() > 3, "{outside} {}", inside.len());
    // An end belongs to the region if all its edges lead there, wherever it is.
    for end in [RoadmapGraph::START, RoadmapGraph::GOAL].into_iter().filter(|&end| region.contains(end)) {
        assert_eq!((region.cost_to(end), region.cost_from(end)), (0.0, 0.0));
    }
}
