//! A graph given by its edges, which may come, go and change their cost.

use super::{Graph, Reversible, SearchError, StateId};

/// States and the edges between them, held at both ends.
///
/// ```
/// use navigant_search::graph::{Blind, Budget, DStarLite, ExplicitGraph, StateId};
/// let mut graph = ExplicitGraph::new(3);
/// let [a, b, c] = [0, 1, 2].map(StateId);
/// graph.set_edge(a, b, 1.0)?;
/// graph.set_edge(b, c, 1.0)?;
/// graph.set_edge(a, c, 5.0)?;
/// let mut plan = DStarLite::new(&graph, &Blind, a, c)?;
/// assert_eq!(plan.search(&graph, &Blind, Budget::UNLIMITED)?.cost, Some(2.0));
/// graph.remove_edge(b, c);
/// plan.update(&graph, &Blind, [b, c])?;
/// assert_eq!(plan.search(&graph, &Blind, Budget::UNLIMITED)?.cost, Some(5.0));
/// # Ok::<(), navigant_search::graph::SearchError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExplicitGraph {
    out: Vec<Vec<(StateId, f64)>>,
    into: Vec<Vec<(StateId, f64)>>,
}

impl ExplicitGraph {
    /// A graph of a number of states without edges.
    pub fn new(states: u32) -> ExplicitGraph {
        let none = || vec![Vec::new(); states as usize];
        ExplicitGraph { out: none(), into: none() }
    }

    /// Adds a state without edges.
    pub(crate) fn add_state(&mut self) -> StateId {
        let id = StateId(self.out.len() as u32);
        self.out.push(Vec::new());
        self.into.push(Vec::new());
        id
    }

    /// Sets the cost of the edge from one state to another, which comes into being if need be.
    ///
    /// # Errors
    /// [`SearchError::BadCost`] when the cost is negative or NaN, [`SearchError::UnknownState`] when an end does not exist.
    pub fn set_edge(&mut self, from: StateId, to: StateId, cost: f64) -> Result<(), SearchError> {
        let states = self.out.len();
        if let Some(&state) = [from, to].iter().find(|s| s.index() >= states) {
            return Err(SearchError::UnknownState { state, states });
        }
        if cost.is_nan() || cost < 0.0 {
            return Err(SearchError::BadCost { from, to, cost });
        }
        set(&mut self.out[from.index()], to, cost);
        set(&mut self.into[to.index()], from, cost);
        Ok(())
    }

    /// Removes an edge; says whether there was one.
    pub fn remove_edge(&mut self, from: StateId, to: StateId) -> bool {
        let (Some(out), Some(into)) = (self.out.get_mut(from.index()), self.into.get_mut(to.index())) else {
            return false;
        };
        let before = out.len();
        out.retain(|&(end, _)| end != to);
        into.retain(|&(end, _)| end != from);
        self.out[from.index()].len() < before
    }

    /// The edges that leave a state.
    pub(crate) fn edges(&self, from: StateId) -> &[(StateId, f64)] {
        self.out.get(from.index()).map_or(&[], |edges| edges)
    }
}

fn set(edges: &mut Vec<(StateId, f64)>, end: StateId, cost: f64) {
    match edges.iter_mut().find(|(other, _)| *other == end) {
        Some(edge) => edge.1 = cost,
        None => edges.push((end, cost)),
    }
}

impl Graph for ExplicitGraph {
    fn states(&self) -> usize {
        self.out.len()
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        self.edges(from).iter().for_each(|&(to, cost)| visit(to, cost));
    }
}

impl Reversible for ExplicitGraph {
    fn predecessors(&self, to: StateId, mut visit: impl FnMut(StateId, f64)) {
        let edges = self.into.get(to.index()).map_or(&[][..], |edges| edges);
        edges.iter().for_each(|&(from, cost)| visit(from, cost));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_seen_from_both_ends_until_it_is_removed() {
        let mut graph = ExplicitGraph::new(2);
        let [a, b] = [0, 1].map(StateId);
        graph.set_edge(a, b, 3.0).unwrap();
        graph.set_edge(a, b, 2.0).unwrap();
        let mut seen = Vec::new();
        graph.predecessors(b, |from, cost| seen.push((from, cost)));
        assert_eq!((graph.edges(a), &seen[..]), (&[(b, 2.0)][..], &[(a, 2.0)][..]));
        assert!(graph.remove_edge(a, b));
        assert!(!graph.remove_edge(a, b));
        assert_eq!(graph, ExplicitGraph::new(2));
    }

    #[test]
    fn bad_edges_are_turned_away() {
        let mut graph = ExplicitGraph::new(1);
        let (a, nowhere) = (StateId(0), StateId(1));
        assert_eq!(graph.set_edge(a, nowhere, 1.0), Err(SearchError::UnknownState { state: nowhere, states: 1 }));
        assert_eq!(graph.set_edge(a, a, -1.0), Err(SearchError::BadCost { from: a, to: a, cost: -1.0 }));
        assert!(matches!(graph.set_edge(a, a, f64::NAN), Err(SearchError::BadCost { .. })));
    }
}
