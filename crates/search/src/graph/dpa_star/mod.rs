//! DPA*: replanning from the old path alone.

mod event;
mod pruning;
mod search;

pub use event::{Anew, Events, OldPath, Region, Scenario};

use super::error::check_ends;
use super::states::edge_cost;
use super::{Answer, Budget, Graph, Heuristic, SearchError, StateId, Stop};
use pruning::{OldPathPruning, mark_rest};
use search::{Off, Search};

/// Dynamically Pruned A* (van Toll, Geraerts, "Dynamically Pruned A* for Re-planning in Navigation Meshes", 2015).
///
/// When obstacles come and go, an agent that remembers nothing but its path finds the new cheapest one with fewer
/// expansions than A*: see [`Scenario`] for the four cases. Any number of events is handled in one replan.
///
/// - Where an insertion lengthens paths and a deletion shortens them, and the old path was a cheapest one, the answer is a
///   cheapest path; a tie goes to the old path. Where an insertion can shorten a path, as on a mesh's dual graph, the
///   answer may cost more than A*'s after insertions; deletions alone are exact on every graph.
/// - It answers "no path" only where there is none.
/// - An old path that is not what it is said to be is not used, and [`scenario`](Self::scenario) says so. One thing cannot be
///   seen: that it was not a cheapest one.
///
/// We differ from the paper in what is corrected (ties, the bound of a deletion on the path, see `pruning`) and in pruning
/// more: the old path's rest is taken whole, and states wait for the way by R. Line 14 of its Algorithm 1 is not
/// here: with a consistent heuristic it saves no expansion.
///
/// Cost: that of A* on what is not pruned, and a look at each state of the old path.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{Budget, CellRegion, DpaStar, Events, Octile, OldPath, Scenario, StateId};
/// let mut grid = Grid::open(40, 40)?;
/// let near = Octile::on(&grid);
/// let mut dpa = DpaStar::new();
/// let first = dpa.find(&grid, &near, StateId(0), StateId(39), Budget::UNLIMITED)?;
/// let path = dpa.path().to_vec();
/// grid.block(Cell::new(20, 0))?;
/// let region = CellRegion::around(&grid, [Cell::new(20, 0)]);
/// let old = OldPath { states: &path, cost: first.cost.ok_or("no path")?, version: 0 };
/// let answer = dpa.replan(&grid, &near, old, &Events::insertion(0, &region), Budget::UNLIMITED)?;
/// assert_eq!(dpa.scenario(), Scenario::InsertionAffected);
/// assert!(answer.is_optimal() && dpa.path().len() == 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DpaStar {
    search: Search,
    path: Vec<StateId>,
    scenario: Option<Scenario>,
    /// By state; 0 but for what the replan under way has marked.
    marks: Vec<u32>,
    /// By place on the old path.
    rest: Vec<f64>,
    /// By region of deletions.
    onward: Vec<f64>,
}

/// How far the old path's cost may be from what is said, in parts.
const SAME_COST: f64 = 1e-9;

impl DpaStar {
    /// A searcher; it allocates when it first meets a graph of a size.
    pub fn new() -> DpaStar {
        DpaStar::default()
    }

    /// Finds a cheapest path from start to goal: [A*](super::AStar).
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown, or when a bad cost, edge or estimate is met on the way.
    pub fn find<G: Graph, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        self.anew(graph, heuristic, (start, goal), budget, Anew::Asked)
    }

    /// Finds a cheapest path from where the old path begins to where it ends, in the graph as it is after some events.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown or the old path is empty, or when a bad cost, edge or estimate is met.
    pub fn replan<G: Graph, H: Heuristic, R: Region>(
        &mut self,
        graph: &G,
        heuristic: &H,
        old: OldPath,
        events: &Events<R>,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        let (Some(&start), Some(&goal)) = (old.states.first(), old.states.last()) else {
            return Err(SearchError::EmptyPath);
        };
        check_ends(graph.states(), start, goal)?;
        if !(events.since..=events.until).contains(&old.version) {
            return self.anew(graph, heuristic, (start, goal), budget, Anew::OtherVersion);
        }
        let last_in = |regions: &[R]| old.states.iter().rposition(|&state| regions.iter().any(|r| r.contains(state)));
        let (longer, shorter) = (last_in(events.longer), last_in(events.shorter));
        let scenario = match (longer, shorter, events.shorter.is_empty()) {
            (Some(_), ..) => Scenario::InsertionAffected,
            (None, Some(_), _) => Scenario::DeletionAffected,
            (None, None, true) => Scenario::InsertionUnaffected,
            (None, None, false) => Scenario::DeletionUnaffected,
        };
        let first = longer.max(shorter).unwrap_or(0);
        self.marks.resize(graph.states().max(self.marks.len()), 0);
        if !self.add_up(graph, old.states, first) || !self.is_cost_right(old, first, longer.max(shorter)) {
            return self.anew(graph, heuristic, (start, goal), budget, Anew::NotAPath);
        }
        let whole = self.rest.first().copied().filter(|_| longer.or(shorter).is_none());
        if let (Scenario::InsertionUnaffected, Some(cost)) = (scenario, whole) {
            return Ok(self.keep(old, cost));
        }
        self.onward.clear();
        self.onward.extend(events.shorter.iter().map(|region| region.cost_from(goal)));
        let mut pruning = OldPathPruning {
            goal,
            shorter: events.shorter,
            onward: &self.onward,
            marks: &mut self.marks,
            rest: &self.rest,
            old_cost: old.cost,
            lifted: longer.is_none(),
            best: whole.map(|cost| (cost, start)),
        };
        mark_rest(pruning.marks, old.states, first);
        let answer = self.search.run(graph, heuristic, (start, goal), budget, &mut pruning);
        let met = pruning.best.map(|(_, state)| state);
        self.take_path(old.states, met);
        let marks = &mut self.marks;
        old.states.iter().filter_map(|state| marks.get_mut(state.index()).map(|mark| *mark = 0)).for_each(drop);
        self.scenario = Some(scenario);
        answer
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }

    /// What the last answer came from.
    pub fn scenario(&self) -> Scenario {
        self.scenario.unwrap_or(Scenario::Anew(Anew::Asked))
    }

    fn anew<G: Graph, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        (start, goal): (StateId, StateId),
        budget: Budget,
        why: Anew,
    ) -> Result<Answer, SearchError> {
        self.path.clear();
        self.scenario = Some(Scenario::Anew(why));
        let answer = self.search.run(graph, heuristic, (start, goal), budget, &mut Off::new(goal))?;
        self.path.extend_from_slice(&self.search.path);
        Ok(answer)
    }

    /// Adds up what the old path costs from each of its states on, back to the first that is asked for; says whether its
    /// edges are there.
    fn add_up<G: Graph>(&mut self, graph: &G, states: &[StateId], first: usize) -> bool {
        self.rest.clear();
        self.rest.resize(states.len(), f64::INFINITY);
        let mut sum = 0.0;
        for (place, &state) in states.iter().enumerate().skip(first).rev() {
            if let Some(&next) = states.get(place + 1) {
                match edge_cost(graph, state, next) {
                    Some(cost) => sum += cost,
                    None => return false,
                }
            }
            if let Some(rest) = self.rest.get_mut(place) {
                *rest = sum;
            }
        }
        true
    }

    /// The part that is left must not cost more than the whole did, and just as much if it is the whole.
    fn is_cost_right(&self, old: OldPath, first: usize, affected: Option<usize>) -> bool {
        let left = self.rest.get(first).copied().unwrap_or(f64::INFINITY);
        let slack = SAME_COST * old.cost.max(left);
        old.cost.is_finite() && left <= old.cost + slack && (affected.is_some() || left >= old.cost - slack)
    }

    fn keep(&mut self, old: OldPath, cost: f64) -> Answer {
        self.path.clear();
        self.path.extend_from_slice(old.states);
        self.scenario = Some(Scenario::InsertionUnaffected);
        Answer { stop: Stop::Solved, cost: Some(cost), lower: cost, expansions: 0, generated: 0 }
    }

    /// Joins what was found to the old path from where they meet.
    fn take_path(&mut self, old: &[StateId], met: Option<StateId>) {
        self.path.clear();
        let Some(met) = met else { return };
        self.path.extend_from_slice(&self.search.path);
        let place = old.iter().rposition(|&state| state == met);
        self.path.extend(place.into_iter().flat_map(|place| &old[place + 1..]));
    }
}
