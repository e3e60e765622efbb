//! The open list of a search in the plane.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Nodes with a lower bound for the paths through each; the one with the least is taken first, among equals the youngest.
#[derive(Debug)]
pub(super) struct OpenNodes<N> {
    nodes: Vec<N>,
    open: BinaryHeap<Waiting>,
    /// The most promising node of those found last: often it is the next one, and then need not go through the heap.
    hot: Option<Waiting>,
}

/// A node that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    estimate: f64,
    node: u32,
}

impl<N> Default for OpenNodes<N> {
    fn default() -> Self {
        OpenNodes { nodes: Vec::new(), open: BinaryHeap::new(), hot: None }
    }
}

impl<N: Copy> OpenNodes<N> {
    /// Forgets everything but its memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.hot = None;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, node: N, estimate: f64) {
        let waiting = Waiting { estimate, node: self.nodes.len() as u32 };
        self.nodes.push(node);
        match &mut self.hot {
            None => self.hot = Some(waiting),
            Some(hot) if waiting > *hot => self.open.push(std::mem::replace(hot, waiting)),
            Some(_) => self.open.push(waiting),
        }
    }

    /// Takes the node with the least estimate.
    #[inline]
    pub(super) fn take(&mut self) -> Option<Waiting> {
        let Some(hot) = self.hot.take() else { return self.open.pop() };
        match self.open.peek_mut() {
            Some(mut top) if *top > hot => Some(std::mem::replace(&mut *top, hot)),
            _ => Some(hot),
        }
    }

    #[inline]
    pub(super) fn node(&self, waiting: Waiting) -> N {
        self.nodes[waiting.node as usize]
    }

    /// How many nodes it has been given, all of which it keeps until it is cleared.
    pub(super) fn kept(&self) -> usize {
        self.nodes.len()
    }

    /// Puts back the node that was taken last.
    pub(super) fn put_back(&mut self, waiting: Waiting) {
        self.hot = Some(waiting);
    }

    /// The node that would be taken next, and its estimate.
    pub(super) fn first(&self) -> Option<(N, f64)> {
        let first = self.hot.max(self.open.peek().copied())?;
        Some((self.node(first), first.estimate))
    }

    /// The most promising of the nodes that are wanted, as what they are wanted for, and its estimate.
    pub(super) fn first_of<T>(&self, wanted: impl Fn(N) -> Option<T>) -> Option<(T, f64)> {
        let found = |&w: &Waiting| wanted(self.node(w)).map(|what| (w, what));
        let first = self.open.iter().chain(&self.hot).filter_map(found).max_by_key(|(w, _)| *w);
        first.map(|(w, what)| (what, w.estimate))
    }
}

impl Waiting {
    #[inline]
    pub(super) fn estimate(self) -> f64 {
        self.estimate
    }

    /// The first one's is the greatest. One integer, so that it is compared without a branch.
    #[inline]
    fn rank(self) -> u128 {
        // Lengths are not negative, so their bits are in order too.
        u128::from(!self.estimate.to_bits()) << 64 | u128::from(self.node)
    }
}

impl PartialEq for Waiting {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.rank() <= other.rank()
    }

    #[inline]
    fn gt(&self, other: &Self) -> bool {
        self.rank() > other.rank()
    }
}

impl Ord for Waiting {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}
