//! What DPA* promises, scenario by scenario.

use allocation_counter::measure;
use navigant_mesh::{Cell, Grid};
use navigant_search::graph::{
    AStar, Answer, Budget, CellRegion, DpaStar, Events, NotPruned, Octile, OldPath, ReplanCase, SearchError, StateId,
};
use std::num::NonZeroU8;

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
