//! DPA* as its paper prints it, with the corrections that make it exact after deletions.
//!
//! Algorithms 1 and 2 of "Dynamically Pruned A* for Re-planning in Navigation Meshes", line by line, with a closed list as in
//! the paper's experiments. Corrected: a vertex is dropped only if its bound exceeds the old cost by more than rounding; line 1
//! of Algorithm 2 asks for the old path from where the agent is; and where the pruned search ends with nothing, or with more
//! than the old cost, what was dropped is put back and the search goes on without pruning.

use navigant_search::graph::{Answer, ChangedRegion, Graph, Heuristic, OldPath, StateId, StopReason};
use navigant_search::internals::{OpenList, Rank, StateIdInternals as _, Waiting};

/// By how much a bound must exceed the old cost: sums of floats differ in their last digits.
const MARGIN: f64 = 1.0 + 1e-12;

/// The searcher; it keeps its memory.
#[derive(Default)]
pub(super) struct PrintedDpaStar {
    nodes: Vec<Node>,
    stamp: u32,
    open: OpenList<Rank, f64>,
    /// By state: its place on the old path and the search that wrote it.
    places: Vec<(u32, u32)>,
    dropped: Vec<StateId>,
}

#[derive(Clone, Copy)]
struct Node {
    g: f64,
    parent: StateId,
    stamp: u32,
    closed: bool,
    visited_region: bool,
    region_worse: bool,
}

/// What a vertex that is expanded is followed to.
#[derive(Clone, Copy, PartialEq)]
enum Follow {
    All,
    Successor,
}

/// What is left of the old path: the places of A and B on it.
#[derive(Clone, Copy)]
struct Valid {
    /// The last vertex of [TA]⁻, if that is used.
    until: Option<usize>,
    /// The first vertex of [BG]⁻.
    from: usize,
}

impl PrintedDpaStar {
    /// Algorithm 1 after an insertion, Algorithm 2 after a deletion. `None` if there is no old path.
    pub(super) fn replan<G: Graph, H: Heuristic, R: ChangedRegion>(
        &mut self,
        graph: &G,
        heuristic: &H,
        old: OldPath,
        region: &R,
        inserted: bool,
    ) -> Option<Answer> {
        let first = old.states.iter().position(|&state| region.contains(state));
        let last = old.states.iter().rposition(|&state| region.contains(state));
        let valid = match (last, inserted) {
            (None, true) => {
                let kept = Answer {
                    stop: StopReason::Solved,
                    cost: Some(old.cost),
                    lower: old.cost,
                    expansions: 0,
                    generated: 0,
                };
                return Some(kept);
            }
            (Some(last), true) => Valid { until: first, from: last },
            (last, false) => Valid { until: None, from: last.unwrap_or(0) },
        };
        self.search(graph, heuristic, old, region, valid, inserted)
    }

    fn search<G: Graph, H: Heuristic, R: ChangedRegion>(
        &mut self,
        graph: &G,
        heuristic: &H,
        old: OldPath,
        region: &R,
        valid: Valid,
        inserted: bool,
    ) -> Option<Answer> {
        let (&start, &goal) = (old.states.first()?, old.states.last()?);
        self.begin(graph.states(), old);
        let from_region = region.cost_from(goal);
        let (mut expansions, mut generated, mut pruning) = (0, 0, true);
        self.reach(start, start, 0.0, heuristic.estimate(start, goal));
        loop {
            let Some(Waiting { state, ticket: g, .. }) = self.open.pop() else {
                if !pruning || self.dropped.is_empty() {
                    return Some(self.answer(goal, expansions, generated));
                }
                pruning = false;
                self.put_back(heuristic, goal);
                continue;
            };
            let node = *self.nodes.get(state.index())?;
            if node.closed || g > node.g {
                continue;
            }
            if state == goal {
                if pruning && !inserted && node.g > old.cost * MARGIN && !self.dropped.is_empty() {
                    pruning = false;
                    self.put_back(heuristic, goal);
                    self.open.push(Waiting { key: Rank::new(node.g), state: goal, ticket: node.g });
                    continue;
                }
                return Some(self.answer(goal, expansions, generated));
            }
            let place = self.place(state);
            let on_rest = place.is_some_and(|place| place >= valid.from);
            let follow = if !pruning {
                Some(Follow::All)
            } else if inserted {
                Some(if on_rest { Follow::Successor } else { Follow::All })
            } else {
                self.judge(state, on_rest, node.g + region.cost_to(state) + from_region > old.cost * MARGIN, region)
            };
            if follow != Some(Follow::All) {
                self.dropped.push(state);
            }
            self.nodes.get_mut(state.index())?.closed = true;
            let Some(follow) = follow else { continue };
            expansions += 1;
            graph.successors(state, |to, cost| {
                generated += 1;
                let next = place.and_then(|place| old.states.get(place + 1));
                let before = self.place(to).filter(|&at| pruning && valid.until.is_some_and(|until| at <= until));
                let predecessor = before.and_then(|at| old.states.get(at.checked_sub(1)?));
                let pruned = (follow == Follow::Successor && next != Some(&to))
                    || (before.is_some() && predecessor != Some(&state));
                if !pruned {
                    self.reach(state, to, node.g + cost, heuristic.estimate(to, goal));
                }
            });
        }
    }

    /// Lines 13 to 24 of Algorithm 2: how to expand a vertex, given whether its bound is too high; `None` to drop it.
    fn judge<R: ChangedRegion>(&mut self, state: StateId, on_rest: bool, worse: bool, region: &R) -> Option<Follow> {
        let node = *self.nodes.get(state.index())?;
        let parent = *self.nodes.get(node.parent.index())?;
        let visited_region = parent.visited_region || region.contains(state);
        let mut region_worse = parent.region_worse;
        let follow = if !on_rest && visited_region {
            Some(Follow::All)
        } else {
            region_worse |= worse;
            match (region_worse, on_rest) {
                (false, _) => Some(Follow::All),
                (true, true) => Some(Follow::Successor),
                (true, false) => None,
            }
        };
        *self.nodes.get_mut(state.index())? = Node { visited_region, region_worse, ..node };
        follow
    }

    fn begin(&mut self, states: usize, old: OldPath) {
        if self.stamp == u32::MAX {
            self.nodes.clear();
            self.places.clear();
            self.stamp = 0;
        }
        self.stamp += 1;
        let unseen = Node {
            g: f64::INFINITY,
            parent: StateId(0),
            stamp: 0,
            closed: false,
            visited_region: false,
            region_worse: false,
        };
        self.nodes.resize(states.max(self.nodes.len()), unseen);
        self.places.resize(states.max(self.places.len()), (0, 0));
        for (place, state) in old.states.iter().enumerate() {
            if let Some(known) = self.places.get_mut(state.index()) {
                *known = (place as u32, self.stamp);
            }
        }
        self.open.clear();
        self.dropped.clear();
    }

    fn place(&self, state: StateId) -> Option<usize> {
        self.places.get(state.index()).filter(|known| known.1 == self.stamp).map(|known| known.0 as usize)
    }

    fn reach(&mut self, parent: StateId, to: StateId, g: f64, estimate: f64) {
        let stamp = self.stamp;
        let Some(node) = self.nodes.get_mut(to.index()) else { return };
        if node.stamp != stamp || g < node.g {
            *node = Node { g, parent, stamp, closed: false, visited_region: false, region_worse: false };
            self.open.push(Waiting { key: Rank::new(g + estimate), state: to, ticket: g });
        }
    }

    /// Puts back what was dropped or followed in part.
    fn put_back<H: Heuristic>(&mut self, heuristic: &H, goal: StateId) {
        for state in std::mem::take(&mut self.dropped) {
            if let Some(node) = self.nodes.get_mut(state.index()) {
                node.closed = false;
                let key = Rank::new(node.g + heuristic.estimate(state, goal));
                self.open.push(Waiting { key, state, ticket: node.g });
            }
        }
    }

    fn answer(&self, goal: StateId, expansions: u64, generated: u64) -> Answer {
        let cost = self.nodes.get(goal.index()).filter(|node| node.stamp == self.stamp).map(|node| node.g);
        let stop = if cost.is_some() { StopReason::Solved } else { StopReason::NoPath };
        Answer { stop, cost, lower: cost.unwrap_or(f64::INFINITY), expansions, generated }
    }
}
