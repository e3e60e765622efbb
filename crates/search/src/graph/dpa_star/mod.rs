//! DPA*: replanning from the old path alone.
//!
//! After events the search is A* in the same order, and a state is pruned when no way on from it can beat a path that is known. A
//! way on either goes to the region R of the deletions, and costs the way there and from there to the goal; or it does not, and
//! was there before, so it costs at least the old cost less what was gained in R on the way. The paper has flags (`visitedR`,
//! `rworse`) in place of these bounds, and compares with the old cost; the argument in full is in `pruning`.

mod event;
mod pruning;
mod search;

pub use event::{ChangedRegion, Events, NotPruned, OldPath, ReplanCase};

use super::error::check_ends;
use super::states::{cost_of, edge_cost};
use super::{Answer, Budget, Graph, Heuristic, SearchError, StateId};
use crate::graph::tuning::dpa_star::{MIN_PRUNED, RECONNECT_EXPANSIONS};
use crate::tolerance::{ABOVE, SAME_COST};
use pruning::{OldPathPruning, Passage, Trail};
use search::{Candidate, Off, Search};

/// Dynamically Pruned A* (van Toll, Geraerts, "Dynamically Pruned A* for Re-planning in Navigation Meshes", 2015).
///
/// When obstacles come and go, an agent that remembers nothing but its path finds the new cheapest one with fewer
/// expansions than A*: see [`ReplanCase`] for the four cases. Any number of events is handled in one replan.
///
/// - Where an insertion lengthens paths and a deletion shortens them, and the old path was a cheapest one, the answer is a
///   cheapest path; a tie goes to the old path. Where an insertion can shorten a path, as on a mesh's dual graph, the
///   answer may cost more than A*'s after insertions; deletions alone are exact on every graph.
/// - It answers "no path" only where there is none.
/// - An old path that is not what it is said to be is not used, and [`case`](Self::case) says so. One thing cannot be
///   seen: that it was not a cheapest one.
///
/// We differ from the paper in pruning by bounds instead of flags, against a path that is there instead of the old cost
/// (see `pruning`, which argues why): ties and deletions on the path need no second search. Line 14 of its Algorithm 1 is
/// not here: with a consistent heuristic it saves no expansion.
///
/// Cost: that of A* on what is not pruned, and a look at each state of the old path.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{Budget, CellRegion, DpaStar, Events, Octile, OldPath, ReplanCase, StateId};
/// let mut grid = Grid::open(40, 40)?;
/// let near = Octile::on(&grid);
/// let mut dpa = DpaStar::new();
/// let first = dpa.find(&grid, &near, StateId(0), StateId(39), Budget::UNLIMITED)?;
/// let path = dpa.path().to_vec();
/// grid.block(Cell::new(20, 0))?;
/// let region = CellRegion::around(&grid, [Cell::new(20, 0)]);
/// let old = OldPath { states: &path, cost: first.cost.ok_or("no path")?, version: 0 };
/// let answer = dpa.replan(&grid, &near, &old, &Events::insertion(0, &region), Budget::UNLIMITED)?;
/// assert_eq!(dpa.case(), ReplanCase::InsertionAffected);
/// assert!(answer.is_optimal() && dpa.path().len() == 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DpaStar {
    /// Shorter paths are planned from scratch after a deletion on them.
    short: usize,
    search: Search,
    path: Vec<StateId>,
    case: Option<ReplanCase>,
    /// By state: one more than its index on the old path's rest; 0 outside of a replan.
    places: Vec<u32>,
    /// By state: see `pruning`. Never wiped: only entries that this search wrote are read.
    trails: Vec<Trail>,
    /// Where a better path must enter the region.
    entries: Vec<(StateId, f64)>,
    /// By place on the old path.
    rest: Vec<f64>,
    /// By region of deletions.
    onward: Vec<f64>,
}

/// What a replan knows before it searches.
#[derive(Clone, Copy)]
struct Known {
    /// What all of the old path costs, if it is still there.
    whole: Option<f64>,
    /// How the old path passed the one region of deletions.
    passage: Option<Passage>,
    /// Whether an insertion is on the path.
    insertions: bool,
}

impl Default for DpaStar {
    fn default() -> DpaStar {
        DpaStar::new()
    }
}

impl DpaStar {
    /// A searcher; it allocates when it first meets a graph of a size.
    pub fn new() -> DpaStar {
        DpaStar::pruning_from(MIN_PRUNED)
    }

    /// A searcher that after a deletion on the path prunes from a length of `states` on, whether or not that pays.
    pub(crate) fn pruning_from(states: usize) -> DpaStar {
        DpaStar {
            short: states,
            search: Search::default(),
            path: Vec::new(),
            case: None,
            places: Vec::new(),
            trails: Vec::new(),
            entries: Vec::new(),
            rest: Vec::new(),
            onward: Vec::new(),
        }
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
        self.search_from_scratch(graph, heuristic, (start, goal), budget, NotPruned::Asked)
    }

    /// Finds a cheapest path from where the old path begins to where it ends, in the graph as it is after some events.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown or the old path is empty, or when a bad cost, edge or estimate is met.
    pub fn replan<G: Graph, H: Heuristic, R: ChangedRegion>(
        &mut self,
        graph: &G,
        heuristic: &H,
        old: &OldPath,
        events: &Events<R>,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        let old = *old;
        let (Some(&start), Some(&goal)) = (old.states.first(), old.states.last()) else {
            return Err(SearchError::EmptyPath);
        };
        check_ends(graph.states(), start, goal)?;
        if !(events.since..=events.until).contains(&old.version) {
            return self.search_from_scratch(graph, heuristic, (start, goal), budget, NotPruned::OtherVersion);
        }
        let last_in = |regions: &[R]| old.states.iter().rposition(|&state| regions.iter().any(|r| r.contains(state)));
        let (longer, shorter) = (last_in(events.longer), last_in(events.shorter));
        let scenario = match (longer, shorter, events.shorter.is_empty()) {
            (Some(_), ..) => ReplanCase::InsertionAffected,
            (None, Some(_), _) => ReplanCase::DeletionAffected,
            (None, None, true) => ReplanCase::InsertionUnaffected,
            (None, None, false) => ReplanCase::DeletionUnaffected,
        };
        if scenario == ReplanCase::DeletionAffected && old.states.len() < self.short {
            return self.search_from_scratch(graph, heuristic, (start, goal), budget, NotPruned::Short);
        }
        let last = longer.max(shorter);
        if !self.add_up(graph, old.states, last.unwrap_or(0)) || !self.is_cost_right(old, last) {
            return self.search_from_scratch(graph, heuristic, (start, goal), budget, NotPruned::NotAPath);
        }
        let whole = self.whole(graph, old.states, last.unwrap_or(0));
        if let (ReplanCase::InsertionUnaffected, Some(cost)) = (scenario, whole) {
            return Ok(self.keep(old, cost));
        }
        let passage = if longer.is_none() { self.passage(graph, old, events) } else { None };
        self.onward.clear();
        for region in events.shorter {
            // The rest of the old path is known to be a shortest way, and R is not large.
            let known = passage.map_or(0.0, |p| old.cost - p.exit.1 - region.old_reach(p.exit.0));
            self.onward.push(region.cost_from(goal).max(known));
        }
        let first = last.unwrap_or(0);
        self.set_places(graph.states(), &old.states[first..], first as u32 + 1, 1);
        let insertions = longer.is_some();
        let answer = self.search_pruned(graph, heuristic, old, events, Known { whole, passage, insertions }, budget);
        // Whatever comes of it: the next replan must not meet this path's places.
        self.set_places(graph.states(), &old.states[first..], 0, 0);
        match answer {
            Ok(_) => self.case = Some(scenario),
            Err(_) => {
                self.path.clear();
                self.case = None;
            }
        }
        answer
    }

    /// The search that the old path prunes; what it finds becomes the path.
    fn search_pruned<G: Graph, H: Heuristic, R: ChangedRegion>(
        &mut self,
        graph: &G,
        heuristic: &H,
        old: OldPath,
        events: &Events<R>,
        known: Known,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        let (Some(&start), Some(&goal)) = (old.states.first(), old.states.last()) else {
            return Err(SearchError::EmptyPath);
        };
        let Known { whole, passage, insertions } = known;
        let (mut best, mut repair_expansions) = (whole.map(|cost| Candidate { cost, meets: Some(start) }), 0);
        if let Some(passage) = passage.filter(|_| whole.is_none()) {
            (best, repair_expansions) = self.repair_passage(graph, heuristic, old, passage, budget)?;
        }
        let known = self.find_entries(heuristic, old, events, passage, best);
        let mut pruning = OldPathPruning {
            goal,
            shorter: events.shorter,
            onward: &self.onward,
            places: &self.places,
            trails: &mut self.trails,
            heuristic,
            entries: known.then_some(&self.entries[..]),
            rest: &self.rest,
            old_cost: old.cost,
            bounded: !insertions,
            passage,
            best,
        };
        let answer = self.search.run(graph, heuristic, (start, goal), budget.less(repair_expansions), &mut pruning)?;
        let best = pruning.best;
        self.take_path(old.states, best);
        Ok(answer.after(repair_expansions, 0))
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }

    /// What the last answer came from.
    pub fn case(&self) -> ReplanCase {
        self.case.unwrap_or(ReplanCase::FromScratch(NotPruned::Asked))
    }

    fn search_from_scratch<G: Graph, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        (start, goal): (StateId, StateId),
        budget: Budget,
        why: NotPruned,
    ) -> Result<Answer, SearchError> {
        self.path.clear();
        self.case = Some(ReplanCase::FromScratch(why));
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

    /// What the whole old path costs now, if it is still there: it has been added up back to a place.
    fn whole<G: Graph>(&self, graph: &G, states: &[StateId], from: usize) -> Option<f64> {
        let rest = self.rest.get(from).copied()?;
        let before = states.get(..=from)?.windows(2).rev();
        before.map(|edge| edge_cost(graph, edge[0], edge[1])).try_fold(rest, |sum, cost| Some(sum + cost?))
    }

    /// How the old path passed the one region of deletions, if all that has happened is that.
    fn passage<G: Graph, R: ChangedRegion>(&self, graph: &G, old: OldPath, events: &Events<R>) -> Option<Passage> {
        let ([], [region]) = (events.longer, events.shorter) else { return None };
        let first = old.states.iter().position(|&state| region.contains(state))?;
        let last = old.states.iter().rposition(|&state| region.contains(state))?;
        // Without old costs there is no bound that would make up for repairing.
        if region.old_reach(old.states[last]).is_infinite() {
            return None;
        }
        Some(Passage {
            entry: (old.states[first], cost_of(graph, old.states.get(..=first)?)?),
            exit: (old.states[last], old.cost - self.rest.get(last)?),
            places: [first, last],
        })
    }

    /// A first candidate: the old path, reconnected by a search between its entry into the region and its exit.
    fn repair_passage<G: Graph, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        old: OldPath,
        passage: Passage,
        budget: Budget,
    ) -> Result<(Option<Candidate>, u64), SearchError> {
        let Passage { entry, exit, places: [first, last] } = passage;
        let (start, goal) = (entry.0, exit.0);
        let within = budget.at_most(RECONNECT_EXPANSIONS);
        let answer = self.search.run(graph, heuristic, (start, goal), within, &mut Off::new(goal))?;
        self.path.clear();
        self.path.extend_from_slice(&old.states[..first]);
        self.path.extend_from_slice(&self.search.path);
        self.path.extend_from_slice(&old.states[last + 1..]);
        let rest = self.rest.get(last).copied().unwrap_or(f64::INFINITY);
        let repaired = answer.cost.map(|cost| Candidate { cost: entry.1 + cost + rest, meets: None });
        Ok((repaired, answer.expansions))
    }

    /// Finds where a path that is better than a candidate must enter the region; says whether that is known.
    ///
    /// A path that enters first at x and leaves last at y has gained at most what the deletion gains from x to y, on a path
    /// that cost c before.
    fn find_entries<H: Heuristic, R: ChangedRegion>(
        &mut self,
        heuristic: &H,
        old: OldPath,
        events: &Events<R>,
        passage: Option<Passage>,
        best: Option<Candidate>,
    ) -> bool {
        self.entries.clear();
        let (Some(passage), Some(best), [region]) = (passage, best, events.shorter) else { return false };
        let (Some(&start), Some(&goal)) = (old.states.first(), old.states.last()) else { return false };
        let above = old.cost - best.cost / ABOVE;
        // At a candidate above c, paths may be better that gain nothing.
        if region.contains(start) || region.contains(goal) || above < 0.0 {
            return false;
        }
        let rest = old.cost - passage.exit.1;
        let entries = &mut self.entries;
        region.gains(above, |entry, exit, cost| {
            let onward = heuristic.estimate(exit, goal).max(rest - region.old_cost(passage.exit.0, exit));
            match entries.iter_mut().find(|(known, _)| *known == entry) {
                Some((_, least)) => *least = least.min(cost + onward),
                None => entries.push((entry, cost + onward)),
            }
        });
        true
    }

    /// Numbers the states of the old path's rest, or takes their numbers away.
    fn set_places(&mut self, states: usize, rest: &[StateId], first: u32, step: u32) {
        self.places.resize(states.max(self.places.len()), 0);
        self.trails.resize(states.max(self.trails.len()), Trail::default());
        let mut number = first;
        for state in rest {
            if let Some(place) = self.places.get_mut(state.index()) {
                *place = number;
            }
            number += step;
        }
    }

    /// The part that is left must not cost more than the whole did, and just as much if it is the whole.
    fn is_cost_right(&self, old: OldPath, affected: Option<usize>) -> bool {
        let left = self.rest.get(affected.unwrap_or(0)).copied().unwrap_or(f64::INFINITY);
        let slack = SAME_COST * old.cost.max(left);
        old.cost.is_finite() && left <= old.cost + slack && (affected.is_some() || left >= old.cost - slack)
    }

    fn keep(&mut self, old: OldPath, cost: f64) -> Answer {
        self.path.clear();
        self.path.extend_from_slice(old.states);
        self.case = Some(ReplanCase::InsertionUnaffected);
        Answer::optimal(cost, 0, 0)
    }

    /// Joins what was found to the old path from where they meet; a repaired path is there already.
    fn take_path(&mut self, old: &[StateId], best: Option<Candidate>) {
        let meets = match best {
            Some(Candidate { meets: None, .. }) => return,
            Some(Candidate { meets, .. }) => meets,
            None => None,
        };
        self.path.clear();
        let Some(meets) = meets else { return };
        self.path.extend_from_slice(&self.search.path);
        let place = old.iter().rposition(|&state| state == meets);
        self.path.extend(place.into_iter().flat_map(|place| &old[place + 1..]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{AStar, Blind};

    /// 0 → 1 → 2 → 3 → 4 → 5 costs 5; 0 → 6 → 7 → 8 → 9 → 10 costs 50, and 8 → 9 → 10 only 2 of it.
    struct TwoLines {
        /// What the edge from 2 to 3 costs.
        joint: f64,
    }

    impl Graph for TwoLines {
        fn states(&self) -> usize {
            11
        }

        fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
            match from.0 {
                0 => {
                    visit(StateId(1), 1.0);
                    visit(StateId(6), 16.0);
                }
                2 => visit(StateId(3), self.joint),
                5 | 10 => {}
                8 | 9 => visit(StateId(from.0 + 1), 1.0),
                6 | 7 => visit(StateId(from.0 + 1), 16.0),
                _ => visit(StateId(from.0 + 1), 1.0),
            }
        }
    }

    struct States(Vec<u32>);

    impl ChangedRegion for States {
        fn contains(&self, state: StateId) -> bool {
            self.0.contains(&state.0)
        }

        fn cost_to(&self, _: StateId) -> f64 {
            0.0
        }

        fn cost_from(&self, _: StateId) -> f64 {
            0.0
        }

        fn old_reach(&self, _: StateId) -> f64 {
            9.0
        }
    }

    #[test]
    fn a_replan_that_fails_leaves_nothing_behind() {
        let mut dpa = DpaStar::pruning_from(0);
        let states = |ids: &[u32]| ids.iter().map(|&id| StateId(id)).collect::<Vec<_>>();
        let first = states(&[0, 1, 2, 3, 4, 5]);
        let old = OldPath { states: &first, cost: 5.0, version: 0 };
        // The edge that went cannot be looked at: what the path is repaired with meets an error.
        let region = States(vec![1, 2]);
        let broken = TwoLines { joint: f64::NAN };
        let failed = dpa.replan(&broken, &Blind, &old, &Events::deletion(0, &region), Budget::UNLIMITED);
        assert!(matches!(failed, Err(SearchError::BadCost { .. })), "{failed:?}");
        assert!(dpa.path().is_empty());
        // Another path, on which 1 to 5 do not lie.
        let sound = TwoLines { joint: 1.0 };
        let second = states(&[0, 6, 7, 8, 9, 10]);
        let old = OldPath { states: &second, cost: 50.0, version: 0 };
        let region = States(vec![6, 7]);
        let answer = dpa.replan(&sound, &Blind, &old, &Events::insertion(0, &region), Budget::UNLIMITED).unwrap();
        let best = AStar::new().find(&sound, &Blind, StateId(0), StateId(10), Budget::UNLIMITED).unwrap();
        assert_eq!((answer.cost, dpa.path()), (best.cost, &second[..]));
    }
}
