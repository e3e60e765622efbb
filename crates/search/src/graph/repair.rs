//! The incremental search that LPA*, D* Lite and AD* share: costs that are kept consistent with a one-step lookahead.
//!
//! The search grows backwards from a *root* (where the cost is 0) towards a *tip*. For every state met, `g` is the cost to
//! the root as last propagated and `rhs` the cost by its best successor: the least `cost(s, s') + g(s')`. Where the two
//! differ the state is inconsistent (overconsistent if `g > rhs`, underconsistent if `g < rhs`) and is in the open list.
//! Changing an edge changes some `rhs`, and only what follows from that is recomputed.
//!
//! D* Lite and AD* have their root at the goal. LPA* is the same on the reversed graph, with its root at the start.

mod optimal;
mod paths;

pub(super) use optimal::OptimalPlan;

use super::error::{check_ends, checked_estimate};
use super::open_list::{Key, OpenList, Waiting};
use super::scratch::{Scratch, Slot};
use super::{Budget, Heuristic, Reversible, SearchError, StateId, StopReason};

#[derive(Clone, Copy, Debug)]
struct Node {
    g: f64,
    rhs: f64,
    /// The successor that gives `rhs`, once that is finite; the root's is itself.
    next: u32,
    stamp: u32,
    /// The ticket under which it waits in the open list; 0 if it does not.
    ticket: u32,
    /// The round in which it was last expanded with a falling cost, and may not be again; 0 for none.
    closed: u32,
    /// The round in which it was put into INCONS; 0 for none.
    incons: u32,
    /// The last batch of changes since which its way to the root is known to be real; 0 for none.
    sound: u32,
}

impl Slot for Node {
    #[inline]
    fn unseen(stamp: u32) -> Self {
        Node { g: f64::INFINITY, rhs: f64::INFINITY, next: 0, stamp, ticket: 0, closed: 0, incons: 0, sound: 0 }
    }

    #[inline]
    fn stamp(&self) -> u32 {
        self.stamp
    }
}

impl Node {
    fn is_consistent(&self) -> bool {
        self.g == self.rhs
    }

    fn least(&self) -> f64 {
        self.g.min(self.rhs)
    }
}

/// Expansions and edges followed since last asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) expansions: u64,
    pub(super) generated: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Repair {
    nodes: Scratch<Node>,
    open: OpenList,
    /// INCONS: states that became inconsistent after they were closed; moved to the open list in the next round.
    incons: Vec<StateId>,
    pub(super) root: StateId,
    pub(super) tip: StateId,
    /// Inflation of the heuristic for states whose cost falls.
    pub(super) epsilon: f64,
    /// What the tip's moves have added to keys since the entries that wait were made (D* Lite's k_m).
    drift: f64,
    /// Whether closed states stay closed within a round (AD*) or may be expanded again at once.
    closing: bool,
    round: u32,
    /// How many batches of changes there were.
    changes: u32,
    /// States on a way that is being looked at.
    way: Vec<StateId>,
    tickets: u32,
    waiting: usize,
    pub(super) work: Work,
    /// The first thing found wrong. Costs are half propagated then: only a restart helps.
    fault: Option<SearchError>,
}

impl Repair {
    pub(super) fn new(closing: bool) -> Repair {
        Repair {
            nodes: Scratch::default(),
            open: OpenList::default(),
            incons: Vec::new(),
            root: StateId(0),
            tip: StateId(0),
            epsilon: 1.0,
            drift: 0.0,
            closing,
            round: 1,
            changes: 1,
            way: Vec::new(),
            tickets: 0,
            waiting: 0,
            work: Work::default(),
            fault: None,
        }
    }

    /// Forgets everything; the root waits alone.
    pub(super) fn begin<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        root: StateId,
        tip: StateId,
    ) -> Result<(), SearchError> {
        self.fault = None;
        check_ends(graph.states(), tip, root)?;
        self.nodes.begin(graph.states());
        self.open.clear();
        self.incons.clear();
        (self.root, self.tip, self.drift, self.round, self.tickets, self.waiting) = (root, tip, 0.0, 1, 0, 0);
        if let Some(node) = self.nodes.get_mut(root) {
            (node.rhs, node.next) = (0.0, root.0);
        }
        self.place(heuristic, root);
        self.check()
    }

    /// How many bytes are kept between two searches.
    pub(super) fn memory_bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.open.len() * size_of::<Waiting>() + size_of_val(&self.incons[..])
    }

    pub(super) fn check(&self) -> Result<(), SearchError> {
        self.fault.map_or(Ok(()), Err)
    }

    /// The edges of these states changed: looks ahead from each of them again.
    pub(super) fn update<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        touched: impl IntoIterator<Item = StateId>,
    ) -> Result<(), SearchError> {
        self.check()?;
        self.changes = self.changes.wrapping_add(1).max(1);
        for state in touched {
            let states = graph.states();
            if state.index() >= states {
                return Err(SearchError::UnknownState { state, states });
            }
            self.grow(graph, state, state);
            self.look_ahead(graph, heuristic, state);
        }
        self.check()
    }

    /// The tip moved. Entries that wait keep their keys: these are now too small by at most the drift, and are corrected
    /// when they come up.
    pub(super) fn drift_to<H: Heuristic>(&mut self, heuristic: &H, tip: StateId) {
        match checked_estimate(self.tip, tip, heuristic.estimate(self.tip, tip)) {
            Ok(moved) => self.drift += moved,
            Err(fault) => self.fault = Some(fault),
        }
        self.tip = tip;
    }

    /// Begins a new round: CLOSED is emptied, INCONS is moved to the open list, all keys are recomputed.
    pub(super) fn reopen<H: Heuristic>(&mut self, heuristic: &H) {
        self.round = self.round.wrapping_add(1).max(1);
        self.drift = 0.0;
        let mut open = std::mem::take(&mut self.open);
        open.rekey(|entry| {
            let node = self.nodes.get(entry.state);
            let current = node.ticket == entry.ticket;
            if current {
                entry.key = self.key(heuristic, entry.state, node);
            }
            current
        });
        self.open = open;
        while let Some(state) = self.incons.pop() {
            self.place(heuristic, state);
        }
    }

    /// Makes the tip consistent and traces the path from it, or says why it had to stop before.
    pub(super) fn solve<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
        path: &mut Vec<StateId>,
    ) -> Result<Option<StopReason>, SearchError> {
        self.check()?;
        loop {
            if let Some(stop) = self.compute_shortest_path(graph, heuristic, budget)? {
                return Ok(Some(stop));
            }
            match self.trace(path)? {
                None => return Ok(None),
                // With exact costs this cannot be. With rounded ones a key may be off by the last bit, and a state whose
                // cost must rise be passed over.
                Some(risen) => self.expand(graph, heuristic, risen),
            }
        }
    }

    /// ComputeShortestPath: expands inconsistent states, least key first, until the tip is consistent or the budget spent.
    fn compute_shortest_path<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: Budget,
    ) -> Result<Option<StopReason>, SearchError> {
        self.check()?;
        loop {
            let Some(first) = self.first() else { return Ok(None) };
            let tip = self.nodes.get(self.tip);
            let tip_key = Key::new(tip.least() + self.drift, tip.least());
            if first.key >= tip_key && tip.is_consistent() {
                return Ok(None);
            }
            if let Some(stop) = budget.spent(self.work.expansions) {
                return Ok(Some(stop));
            }
            self.open.pop();
            if self.drift > 0.0 {
                let key = self.key(heuristic, first.state, self.nodes.get(first.state));
                if first.key < key {
                    self.open.push(Waiting { key, ..first });
                    continue;
                }
            }
            self.expand(graph, heuristic, first.state);
            self.check()?;
        }
    }

    /// The waiting state with the least key.
    fn first(&mut self) -> Option<Waiting> {
        while let Some(first) = self.open.first() {
            if self.nodes.get(first.state).ticket == first.ticket {
                return Some(first);
            }
            self.open.pop();
        }
        None
    }

    /// Expands a state: makes it consistent, or raises its cost if it is underconsistent, and updates its predecessors.
    fn expand<G: Reversible, H: Heuristic>(&mut self, graph: &G, heuristic: &H, state: StateId) {
        self.work.expansions += 1;
        let round = self.round;
        let Some(node) = self.nodes.get_mut(state) else { return };
        if node.ticket != 0 {
            node.ticket = 0;
            self.waiting -= 1;
        }
        if node.g > node.rhs {
            let g = node.rhs;
            (node.g, node.closed) = (g, round);
            graph.predecessors(state, |from, cost| self.offer(graph, heuristic, from, cost, state, g));
        } else {
            let (rhs, next) = (node.rhs, StateId(node.next));
            let g = if rhs < f64::INFINITY && self.is_sound(next) { rhs } else { self.sound_cost(graph, state) };
            if let Some(node) = self.nodes.get_mut(state) {
                node.g = g;
            }
            self.place(heuristic, state);
            graph.predecessors(state, |from, cost| self.withdraw(graph, heuristic, from, cost, state));
        }
    }

    /// The cost of `to` fell to `g`: it may be the better successor of `from`.
    #[inline]
    fn offer<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        from: StateId,
        cost: f64,
        to: StateId,
        g: f64,
    ) {
        self.work.generated += 1;
        let through = g + cost;
        if through <= g || through.is_nan() {
            self.blame(from, to, cost);
        } else if through < f64::INFINITY && from != self.root && self.grow(graph, to, from) {
            let Some(node) = self.nodes.get_mut(from) else { return };
            if through < node.rhs {
                (node.rhs, node.next) = (through, to.0);
                self.place(heuristic, from);
            }
        }
    }

    /// The cost of `to` rose: where it was the successor of `from`, another one has to be found.
    fn withdraw<G: Reversible, H: Heuristic>(
        &mut self,
        graph: &G,
        heuristic: &H,
        from: StateId,
        cost: f64,
        to: StateId,
    ) {
        self.work.generated += 1;
        if cost <= 0.0 || cost.is_nan() {
            self.blame(from, to, cost);
        } else if self.grow(graph, to, from) {
            let node = self.nodes.get(from);
            if node.next == to.0 && node.rhs < f64::INFINITY {
                self.look_ahead(graph, heuristic, from);
            }
        }
    }

    /// Recomputes `rhs` from all successors.
    fn look_ahead<G: Reversible, H: Heuristic>(&mut self, graph: &G, heuristic: &H, state: StateId) {
        if state == self.root {
            return;
        }
        let (mut least, mut best) = (f64::INFINITY, state);
        graph.known_successors(state, |to, cost| {
            self.work.generated += 1;
            if cost.is_nan() || cost < 0.0 {
                self.blame(state, to, cost);
            } else if self.grow(graph, state, to) {
                let g = self.nodes.get(to).g;
                let through = g + cost;
                if through < least {
                    if through > g {
                        (least, best) = (through, to);
                    } else {
                        self.blame(state, to, cost);
                    }
                }
            }
        });
        if let Some(node) = self.nodes.get_mut(state) {
            if node.rhs != least {
                (node.rhs, node.next) = (least, best.0);
                self.place(heuristic, state);
            } else {
                node.next = best.0;
            }
        }
    }

    /// Puts a state into the open list, under its current key, if it is inconsistent.
    fn place<H: Heuristic>(&mut self, heuristic: &H, state: StateId) {
        let node = self.nodes.get(state);
        let waited = node.ticket != 0;
        let (mut ticket, mut incons) = (0, node.incons);
        if !node.is_consistent() {
            if self.closing && node.closed == self.round {
                if incons != self.round {
                    incons = self.round;
                    self.incons.push(state);
                }
            } else {
                ticket = self.new_ticket();
                let key = self.key(heuristic, state, node);
                self.open.push(Waiting { key, state, ticket });
            }
        }
        if let Some(node) = self.nodes.get_mut(state) {
            (node.ticket, node.incons) = (ticket, incons);
        }
        self.waiting = self.waiting + usize::from(ticket != 0) - usize::from(waited);
        if self.open.len() > 64 + 4 * self.waiting {
            let nodes = &self.nodes;
            self.open.rekey(|entry| nodes.get(entry.state).ticket == entry.ticket);
        }
    }

    /// The number of the next entry of the open list. When the numbers run out, the entries are renumbered.
    fn new_ticket(&mut self) -> u32 {
        if self.tickets == u32::MAX {
            self.tickets = 0;
            let (nodes, tickets) = (&mut self.nodes, &mut self.tickets);
            self.open.rekey(|entry| match nodes.get_mut(entry.state) {
                Some(node) if node.ticket == entry.ticket => {
                    *tickets += 1;
                    (node.ticket, entry.ticket) = (*tickets, *tickets);
                    true
                }
                _ => false,
            });
        }
        self.tickets += 1;
        self.tickets
    }

    /// Where a state belongs in the open list. Costs that rise must be known before anything is built on them, so the
    /// heuristic of a state whose cost rises is not inflated.
    fn key<H: Heuristic>(&mut self, heuristic: &H, state: StateId, node: Node) -> Key {
        let estimate = heuristic.estimate(self.tip, state);
        if estimate < 0.0 || estimate.is_nan() {
            self.fault = self.fault.or(Some(SearchError::BadEstimate { from: self.tip, to: state, estimate }));
            return Key::new(0.0, 0.0);
        }
        let least = node.least();
        let inflation = if node.g > node.rhs { self.epsilon } else { 1.0 };
        Key::new(least + inflation * estimate + self.drift, least)
    }

    #[cold]
    fn blame(&mut self, from: StateId, to: StateId, cost: f64) {
        let fault = if cost >= 0.0 {
            SearchError::VanishingCost { from, to, cost }
        } else {
            SearchError::BadCost { from, to, cost }
        };
        self.fault = self.fault.or(Some(fault));
    }

    /// Makes room for a state at the other end of an edge; says whether that state exists.
    #[inline]
    fn grow<G: Reversible>(&mut self, graph: &G, from: StateId, to: StateId) -> bool {
        if self.nodes.get_mut(to).is_some() {
            return true;
        }
        match self.nodes.grow(graph, from, to) {
            Ok(()) => true,
            Err(fault) => {
                self.fault = self.fault.or(Some(fault));
                false
            }
        }
    }
}
