//! The searches that are compared, and how: each lives through the same recorded changes, alone and more than once, in turn.

use navigant_mesh::{Cell, Grid};
use navigant_search::graph::{
    AStar, AdStar, Answer, Budget, DStarLite, GridAStar, Octile, Policy, Replanner, SearchError, StateId,
};
use navigant_search::internals::{AdStarInternals as _, JumpPoints};
use std::num::NonZeroU8;
use std::time::{Duration, Instant};

/// How often a record is replayed, by all in turn; the shortest time of each step counts, so that what else the machine does does
/// not, or hits all alike.
const REPLAYS: usize = 5;

/// A search that is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Contender {
    /// A* from scratch, the general one.
    AStar,
    /// A* from scratch, for grids alone.
    GridAStar,
    /// A* from scratch over jump points.
    Jumps,
    /// D* Lite.
    DStarLite,
    /// AD* with an inflation.
    AdStar(f64),
    /// The replanner, always optimal.
    Replanner,
}

/// One step of a record: cells that are blocked or freed, and where the agent is then.
pub(super) struct Event {
    pub(super) changed: Vec<Cell>,
    pub(super) start: StateId,
}

/// What happened to a grid and an agent.
pub(super) struct Record {
    pub(super) start: StateId,
    pub(super) goal: StateId,
    pub(super) events: Vec<Event>,
    /// Whether cells are only blocked.
    pub(super) dearer: bool,
}

/// What a contender did in one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) cost: Option<f64>,
    pub(super) expansions: u64,
    pub(super) time: Duration,
}

/// Lets contenders live through a record, which begins with a grid, each alone; what each did in each step.
pub(super) fn replay(
    contenders: &(impl Iterator<Item = Contender> + Clone),
    grid: &Grid,
    record: &Record,
) -> Result<Vec<Vec<Outcome>>, SearchError> {
    let mut best: Vec<Vec<Outcome>> = contenders.clone().map(|_| Vec::new()).collect();
    for _ in 0..REPLAYS {
        for (contender, best) in contenders.clone().zip(&mut best) {
            live(contender, grid.clone(), record, best)?;
        }
    }
    Ok(best)
}

/// Lets a contender live through a record once.
fn live(contender: Contender, mut grid: Grid, record: &Record, best: &mut Vec<Outcome>) -> Result<(), SearchError> {
    let mut search = Search::begin(contender, &grid, record)?;
    for (step, event) in record.events.iter().enumerate() {
        for &cell in &event.changed {
            // Cells of a record are on the grid.
            let _ = if grid.is_walkable(cell) { grid.block(cell) } else { grid.set(cell, NonZeroU8::MIN) };
        }
        let begin = Instant::now();
        let answer = search.follow(&grid, event, record)?;
        let time = begin.elapsed();
        match best.get_mut(step) {
            Some(known) => known.time = known.time.min(time),
            None => best.push(Outcome { cost: answer.cost, expansions: answer.expansions, time }),
        }
    }
    Ok(())
}

enum Search {
    AStar(AStar),
    GridAStar(Box<GridAStar>),
    Jumps(Option<JumpPoints>, AStar, Vec<StateId>),
    DStarLite(Box<DStarLite>),
    AdStar(Box<AdStar>),
    Replanner(Box<Replanner>),
}

impl Search {
    /// A contender that has made its first plan.
    fn begin(contender: Contender, grid: &Grid, record: &Record) -> Result<Search, SearchError> {
        let (near, start, goal) = (Octile::on(grid), record.start, record.goal);
        let mut search = match contender {
            Contender::AStar => Search::AStar(AStar::new()),
            Contender::GridAStar => Search::GridAStar(Box::new(GridAStar::new())),
            Contender::Jumps => Search::Jumps(JumpPoints::new(grid), AStar::new(), Vec::new()),
            Contender::DStarLite => Search::DStarLite(Box::new(DStarLite::new(grid, &near, start, goal)?)),
            Contender::AdStar(epsilon) => Search::AdStar(Box::new(AdStar::new(grid, &near, start, goal, epsilon)?)),
            Contender::Replanner => {
                let policy = Policy { epsilon: 1.0, ..Policy::default() };
                Search::Replanner(Box::new(Replanner::new(grid, start, goal, policy)?))
            }
        };
        search.follow(grid, &Event { changed: Vec::new(), start }, record)?;
        Ok(search)
    }

    /// Has a path again after a step.
    fn follow(&mut self, grid: &Grid, event: &Event, record: &Record) -> Result<Answer, SearchError> {
        let (near, unlimited, Event { changed, start }) = (Octile::on(grid), Budget::UNLIMITED, event);
        let (start, goal) = (*start, record.goal);
        let touched = || changed.iter().flat_map(|&cell| grid.around(cell)).map(StateId::from);
        match self {
            Search::AStar(a_star) => a_star.find(grid, &near, start, goal, unlimited),
            Search::GridAStar(a_star) => a_star.find(grid, start, goal, unlimited),
            Search::Jumps(Some(jumps), a_star, cells) => {
                changed.iter().for_each(|&cell| jumps.update(grid, cell));
                let answer = a_star.find(&jumps.toward(grid, goal), &near, start, goal, unlimited)?;
                jumps.fill(a_star.path(), cells);
                Ok(answer)
            }
            Search::Jumps(None, a_star, _) => a_star.find(grid, &near, start, goal, unlimited),
            Search::DStarLite(plan) => {
                plan.move_start(grid, &near, start)?;
                plan.update(grid, &near, touched())?;
                plan.search(grid, &near, unlimited)
            }
            Search::AdStar(plan) => {
                plan.move_start(grid, start)?;
                if record.dearer {
                    plan.update_dearer(grid, &near, touched())?;
                } else {
                    plan.update(grid, &near, touched())?;
                }
                plan.search(grid, &near, unlimited)
            }
            Search::Replanner(plan) => {
                plan.move_start(grid, start)?;
                plan.update_cells(grid, changed.iter().copied());
                plan.search(grid, &near, unlimited)
            }
        }
    }
}

/// The geometric mean of numbers above 0.
pub(super) fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|number| number.ln()).sum::<f64>() / numbers.len().max(1) as f64).exp()
}
