//! ARA*: anytime: a path soon, and a better one with time.

use super::error::{check_ends, check_epsilon, checked_estimate};
use super::open_list::{Key, OpenList, Waiting};
use super::scratch::{Scratch, Slot};
use super::states::cost_of;
use super::{Answer, Budget, Graph, Heuristic, SearchError, StateId, StopReason};

#[derive(Clone, Copy, Debug)]
struct Node {
    g: f64,
    parent: u32,
    stamp: u32,
    /// The round in which it was last expanded; 0 for none.
    closed: u32,
    /// The round in which it was put into INCONS; 0 for none.
    incons: u32,
}

impl Slot for Node {
    #[inline]
    fn unseen(stamp: u32) -> Self {
        Node { g: f64::INFINITY, parent: 0, stamp, closed: 0, incons: 0 }
    }

    #[inline]
    fn stamp(&self) -> u32 {
        self.stamp
    }
}

/// Anytime Repairing A* (Likhachev, Gordon, Thrun, "ARA*: Anytime A* with Provable Bounds on Sub-Optimality", 2003).
///
/// [`search`](Self::search) finds a path of at most ε times the optimum, expanding no state twice. Lower ε with
/// [`set_epsilon`](Self::set_epsilon) and search again: only states whose cost has fallen since they were expanded are
/// looked at again. At ε = 1 the path is optimal. Needs no edges backwards; for a graph that changes use
/// [AD*](super::AdStar).
///
/// Whenever it is stopped, it has the best path so far and a proven bound, which is often better than ε.
///
/// ```
/// use navigant_mesh::Grid;
/// use navigant_search::graph::{AraStar, Budget, Octile, StateId};
/// let grid = Grid::open(40, 40)?;
/// let near = Octile::on(&grid);
/// let mut plan = AraStar::new(&grid, &near, StateId(0), StateId(1599), 3.0)?;
/// for epsilon in [3.0, 2.0, 1.0] {
///     plan.set_epsilon(epsilon)?;
///     let answer = plan.search(&grid, &near, Budget::UNLIMITED)?;
///     assert!(answer.bound().is_some_and(|bound| bound <= epsilon));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AraStar {
    nodes: Scratch<Node>,
    open: OpenList,
    incons: Vec<StateId>,
    path: Vec<StateId>,
    start: StateId,
    goal: StateId,
    epsilon: f64,
    round: u32,
    /// Whether ε changed since the keys were computed.
    stale: bool,
    /// The lower bound on the optimum proved so far.
    proved: f64,
    fault: Option<SearchError>,
}

impl AraStar {
    /// A plan from start to goal with inflation ε, not yet searched for.
    ///
    /// # Errors
    /// [`SearchError`] when an end is unknown, ε is below 1, or the heuristic is not a number of at least 0.
    pub fn new<G: Graph, H: Heuristic>(
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
        epsilon: f64,
    ) -> Result<AraStar, SearchError> {
        let mut plan = AraStar {
            nodes: Scratch::default(),
            open: OpenList::default(),
            incons: Vec::new(),
            path: Vec::new(),
            start,
            goal,
            epsilon,
            round: 1,
            stale: false,
            proved: 0.0,
            fault: None,
        };
        plan.restart(graph, heuristic, start, goal, epsilon)?;
        Ok(plan)
    }

    /// Forgets the plan and keeps the memory.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(crate) fn restart<G: Graph, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        start: StateId,
        goal: StateId,
        epsilon: f64,
    ) -> Result<(), SearchError> {
        check_epsilon(epsilon)?;
        check_ends(graph.states(), start, goal)?;
        let h = checked_estimate(start, goal, heuristic.estimate(start, goal))?;
        self.nodes.begin(graph.states());
        self.open.clear();
        self.incons.clear();
        self.path.clear();
        (self.start, self.goal, self.epsilon) = (start, goal, epsilon);
        (self.round, self.stale, self.proved, self.fault) = (1, false, 0.0, None);
        if let Some(node) = self.nodes.get_mut(start) {
            (node.g, node.parent) = (0.0, start.0);
        }
        self.open.push(Waiting { key: Key::new(epsilon * h, 0.0), state: start, ticket: 0 });
        Ok(())
    }

    /// The inflation the next search works with.
    pub(crate) fn epsilon(&self) -> f64 {
        self.epsilon
    }

    /// Changes the inflation, usually down.
    ///
    /// # Errors
    /// [`SearchError::BadEpsilon`] when ε is below 1 or not finite.
    pub fn set_epsilon(&mut self, epsilon: f64) -> Result<(), SearchError> {
        check_epsilon(epsilon)?;
        self.stale |= epsilon != self.epsilon;
        self.epsilon = epsilon;
        Ok(())
    }

    /// Finds or improves a path until its cost is within ε of the optimum, or the budget is spent.
    ///
    /// # Errors
    /// [`SearchError`] when a bad cost, edge or estimate is met. The plan must then be restarted.
    pub fn search<G: Graph, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Answer, SearchError> {
        if std::mem::take(&mut self.stale) {
            self.reopen(heuristic);
        }
        let (mut expansions, mut generated) = (0, 0);
        let mut stop = None;
        while self.fault.is_none() {
            let Some(first) = self.open.first() else { break };
            if first.key.first() >= self.nodes.get(self.goal).g {
                break;
            }
            if !self.is_current(&first) {
                self.open.pop();
                continue;
            }
            stop = budget.spent(expansions);
            if stop.is_some() {
                break;
            }
            self.open.pop();
            expansions += 1;
            let round = self.round;
            if let Some(node) = self.nodes.get_mut(first.state) {
                node.closed = round;
            }
            graph.successors(first.state, |to, cost| {
                generated += 1;
                if self.fault.is_none() {
                    self.fault = self.relax(graph, heuristic, first.state, -first.key.second(), to, cost).err();
                }
            });
        }
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let cost = self.trace(graph);
        let proved = match stop {
            None => cost.unwrap_or(f64::INFINITY) / self.epsilon,
            Some(_) => 0.0,
        };
        let lower = self.lower_bound(heuristic).max(proved).max(self.proved).min(cost.unwrap_or(f64::INFINITY));
        self.proved = lower;
        let stop = stop.unwrap_or(if cost.is_some() { StopReason::Solved } else { StopReason::NoPath });
        Ok(Answer { stop, cost, lower, expansions, generated })
    }

    /// The path of the last answer, from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }

    /// Whether an entry of the open list is the latest of its state.
    fn is_current(&self, entry: &Waiting) -> bool {
        let node = self.nodes.get(entry.state);
        -entry.key.second() == node.g && node.closed != self.round
    }

    /// Begins a new round: CLOSED is emptied, INCONS is moved to the open list, all keys are recomputed.
    fn reopen<H: Heuristic>(&mut self, heuristic: &H) {
        let (goal, epsilon) = (self.goal, self.epsilon);
        let key = |state, g: f64| Key::new(g + epsilon * heuristic.estimate(state, goal), -g);
        let mut open = std::mem::take(&mut self.open);
        open.rekey(|entry| {
            entry.key = key(entry.state, -entry.key.second());
            self.is_current(entry)
        });
        while let Some(state) = self.incons.pop() {
            open.push(Waiting { key: key(state, self.nodes.get(state).g), state, ticket: 0 });
        }
        self.open = open;
        self.round = self.round.wrapping_add(1).max(1);
    }

    /// Offers a state a path by way of one of its predecessors.
    #[inline]
    fn relax<G: Graph, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        from: StateId,
        g: f64,
        to: StateId,
        cost: f64,
    ) -> Result<(), SearchError> {
        if cost.is_nan() || cost < 0.0 {
            return Err(SearchError::BadCost { from, to, cost });
        }
        if self.nodes.get_mut(to).is_none() {
            self.nodes.grow(graph, from, to)?;
        }
        let (round, g) = (self.round, g + cost);
        let Some(node) = self.nodes.get_mut(to).filter(|node| g < node.g) else {
            return Ok(());
        };
        (node.g, node.parent) = (g, from.0);
        if node.closed == round {
            if node.incons != round {
                node.incons = round;
                self.incons.push(to);
            }
            return Ok(());
        }
        let h = checked_estimate(to, self.goal, heuristic.estimate(to, self.goal))?;
        if h < f64::INFINITY {
            self.open.push(Waiting { key: Key::new(g + self.epsilon * h, -g), state: to, ticket: 0 });
        }
        Ok(())
    }

    /// A lower bound on the optimum, valid at any moment: on a cheapest path there is a state in the open list, or in INCONS,
    /// whose g is its true cost.
    fn lower_bound<H: Heuristic>(&self, heuristic: &H) -> f64 {
        let waiting = self.open.iter().filter(|entry| self.is_current(entry)).map(|entry| entry.state);
        let bound = |state| self.nodes.get(state).g + heuristic.estimate(state, self.goal);
        waiting.chain(self.incons.iter().copied()).map(bound).fold(f64::INFINITY, f64::min)
    }

    /// Writes down the best path so far and what it costs, which is less than g(goal) where a state on it was improved
    /// after it had been passed.
    fn trace<G: Graph>(&mut self, graph: &G) -> Option<f64> {
        self.path.clear();
        let g = self.nodes.get(self.goal).g;
        if g == f64::INFINITY {
            return None;
        }
        let mut state = self.goal;
        while state != self.start {
            self.path.push(state);
            state = StateId(self.nodes.get(state).parent);
        }
        self.path.push(state);
        self.path.reverse();
        Some(cost_of(graph, &self.path).map_or(g, |cost| cost.min(g)))
    }
}
