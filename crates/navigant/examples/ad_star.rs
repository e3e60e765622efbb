//! AD* on a graph of your own: a plan soon, a better one with time, repaired when costs change.
//!
//! The graph is a warehouse robot's: a cell and a heading; driving ahead costs 1, turning on the spot 2, mud makes it dearer.

use navigant::prelude::*;
use navigant::search::graph::{AdStar, Graph, Heuristic, Reversible, StateId};
use std::error::Error;

const SIDE: u32 = 60;
/// East, north, west, south.
const HEADINGS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

// ANCHOR: graph
/// What a search needs to know: how many states there are, and the edges from and to each.
struct Warehouse {
    /// By cell: what it costs to drive into it; infinite for shelves.
    cost: Vec<f64>,
}

impl Warehouse {
    fn state(x: i32, y: i32, heading: usize) -> Option<StateId> {
        let is_inside = (0..SIDE as i32).contains(&x) && (0..SIDE as i32).contains(&y);
        is_inside.then(|| StateId((y as u32 * SIDE + x as u32) * 4 + heading as u32))
    }

    fn place(state: StateId) -> (i32, i32, usize) {
        let cell = state.0 / 4;
        ((cell % SIDE) as i32, (cell / SIDE) as i32, (state.0 % 4) as usize)
    }

    /// The edges from a state, or to it.
    fn edges(&self, state: StateId, is_back: bool, mut visit: impl FnMut(StateId, f64)) {
        let (x, y, heading) = Self::place(state);
        for turned in [(heading + 1) % 4, (heading + 3) % 4] {
            Self::state(x, y, turned).into_iter().for_each(|to| visit(to, 2.0));
        }
        let (dx, dy) = HEADINGS[heading];
        let sign = if is_back { -1 } else { 1 };
        if let Some(to) = Self::state(x + sign * dx, y + sign * dy, heading) {
            let entered = if is_back { state } else { to };
            visit(to, self.cost[entered.0 as usize / 4]);
        }
    }
}

impl Graph for Warehouse {
    fn states(&self) -> usize {
        (SIDE * SIDE * 4) as usize
    }

    fn successors(&self, from: StateId, visit: impl FnMut(StateId, f64)) {
        self.edges(from, false, visit);
    }
}

impl Reversible for Warehouse {
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.edges(to, true, visit);
    }
}

/// A lower bound on the cost: the Manhattan distance.
struct Manhattan;

impl Heuristic for Manhattan {
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        let ((ax, ay, _), (bx, by, _)) = (Warehouse::place(from), Warehouse::place(to));
        f64::from((ax - bx).abs() + (ay - by).abs())
    }
}
// ANCHOR_END: graph

fn main() -> Result<(), Box<dyn Error>> {
    let mut warehouse = Warehouse { cost: vec![1.0; (SIDE * SIDE) as usize] };
    // Rows of shelves with aisles between them.
    for row in (5..SIDE - 5).step_by(4) {
        for x in (2..SIDE - 2).filter(|x| (x + row) % 14 > 1) {
            warehouse.cost[(row * SIDE + x) as usize] = f64::INFINITY;
        }
    }
    let start = Warehouse::state(1, 1, 0).ok_or("no start")?;
    let goal = Warehouse::state(SIDE as i32 - 2, SIDE as i32 - 2, 0).ok_or("no goal")?;

    // ANCHOR: plan
    let mut plan = AdStar::new(&warehouse, &Manhattan, start, goal, 4.0)?;
    for epsilon in [4.0, 2.0, 1.0] {
        plan.set_epsilon(epsilon)?;
        let answer = plan.search(&warehouse, &Manhattan, Budget::UNLIMITED)?;
        println!(
            "ε = {epsilon}: cost {:?}, proved within {:.2}, {} expansions",
            answer.cost,
            answer.bound().unwrap_or(f64::NAN),
            answer.expansions
        );
    }
    // ANCHOR_END: plan

    // ANCHOR: change
    // Something is spilt on the way: the cells around it become dear, and only what follows from that is looked at again.
    let spilt = plan.path()[plan.path().len() / 8];
    let (x, y, _) = Warehouse::place(spilt);
    let mut touched = Vec::new();
    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
        for heading in 0..4 {
            touched.extend(Warehouse::state(x + dx, y + dy, heading));
            // Whoever drives into it comes from next to it.
            touched.extend(HEADINGS.iter().filter_map(|(ex, ey)| Warehouse::state(x + dx + ex, y + dy + ey, heading)));
        }
        if let Some(state) = Warehouse::state(x + dx, y + dy, 0) {
            warehouse.cost[state.0 as usize / 4] += 30.0;
        }
    }
    plan.update(&warehouse, &Manhattan, touched)?;
    let repaired = plan.search(&warehouse, &Manhattan, Budget::UNLIMITED)?;
    // ANCHOR_END: change
    println!("spilt at ({x}, {y}): cost {:?}, {} expansions to repair", repaired.cost, repaired.expansions);
    let mut fresh = AdStar::new(&warehouse, &Manhattan, start, goal, 1.0)?;
    let from_scratch = fresh.search(&warehouse, &Manhattan, Budget::UNLIMITED)?;
    println!("from scratch: cost {:?}, {} expansions", from_scratch.cost, from_scratch.expansions);
    if from_scratch.cost != repaired.cost {
        return Err("the repaired plan is not the best".into());
    }
    Ok(())
}
