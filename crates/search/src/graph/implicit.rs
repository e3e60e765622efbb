//! A graph whose states are found on the way.

use super::{Graph, Reversible, StateId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

/// A graph given by a rule: which states follow a state, at what cost.
///
/// States are any values that can be hashed; each gets the next free id when it is first met. Only what a search touches
/// is ever made. For one thread; searching states that are already known allocates nothing.
///
/// ```
/// use navigant_search::graph::{Blind, Budget, Dijkstra, ImplicitGraph};
/// // From n one may double or add one. How cheaply is 1 turned into 1000?
/// let graph = ImplicitGraph::new(|&n: &u64, visit: &mut dyn FnMut(u64, f64)| {
///     if n <= 1000 {
///         visit(n * 2, 2.0);
///         visit(n + 1, 1.0);
///     }
/// });
/// let (one, goal) = (graph.id(&1), graph.id(&1000));
/// let mut dijkstra = Dijkstra::new();
/// let answer = dijkstra.find(&graph, one, goal, Budget::UNLIMITED)?;
/// assert_eq!(answer.cost, Some(22.0));
/// assert_eq!(dijkstra.path().last().and_then(|&id| graph.state(id)), Some(1000));
/// # Ok::<(), navigant_search::graph::SearchError>(())
/// ```
pub struct ImplicitGraph<S, F, B = Forward> {
    known: RefCell<Known<S>>,
    forward: F,
    backward: B,
}

/// Says that an implicit graph has no rule for going backwards.
#[derive(Clone, Copy, Debug)]
pub struct Forward;

struct Known<S> {
    ids: HashMap<S, u32>,
    states: Vec<S>,
}

impl<S: Clone + Eq + Hash, F: Fn(&S, &mut dyn FnMut(S, f64))> ImplicitGraph<S, F> {
    /// The graph of a rule that calls its second argument with every successor of its first.
    pub fn new(successors: F) -> Self {
        ImplicitGraph { known: RefCell::default(), forward: successors, backward: Forward }
    }
}

impl<S: Clone + Eq + Hash, F, B> ImplicitGraph<S, F, B>
where
    F: Fn(&S, &mut dyn FnMut(S, f64)),
    B: Fn(&S, &mut dyn FnMut(S, f64)),
{
    /// The graph of a rule for successors and one for predecessors, which must tell of the same edges.
    pub fn reversible(successors: F, predecessors: B) -> Self {
        ImplicitGraph { known: RefCell::default(), forward: successors, backward: predecessors }
    }
}

impl<S> Default for Known<S> {
    fn default() -> Self {
        Known { ids: HashMap::new(), states: Vec::new() }
    }
}

impl<S: Clone + Eq + Hash, F, B> ImplicitGraph<S, F, B> {
    /// The id of a state, which becomes known if it was not.
    pub fn id(&self, state: &S) -> StateId {
        let known = &mut *self.known.borrow_mut();
        if let Some(&id) = known.ids.get(state) {
            return StateId(id);
        }
        // Beyond 2³² states the ids run out; what is handed out then is an id that does not exist, which a search reports.
        let Some(id) = u32::try_from(known.states.len()).ok().filter(|&id| id < u32::MAX) else {
            return StateId(u32::MAX);
        };
        known.ids.insert(state.clone(), id);
        known.states.push(state.clone());
        StateId(id)
    }

    /// The state with this id, if one is known.
    pub fn state(&self, id: StateId) -> Option<S> {
        self.known.borrow().states.get(id.index()).cloned()
    }

    fn visit_all(&self, at: StateId, rule: impl Fn(&S, &mut dyn FnMut(S, f64)), mut visit: impl FnMut(StateId, f64)) {
        if let Some(state) = self.state(at) {
            rule(&state, &mut |next, cost| visit(self.id(&next), cost));
        }
    }
}

impl<S: Clone + Eq + Hash, F: Fn(&S, &mut dyn FnMut(S, f64)), B> Graph for ImplicitGraph<S, F, B> {
    fn states(&self) -> usize {
        self.known.borrow().states.len()
    }

    fn successors(&self, from: StateId, visit: impl FnMut(StateId, f64)) {
        self.visit_all(from, &self.forward, visit);
    }
}

impl<S: Clone + Eq + Hash, F, B> Reversible for ImplicitGraph<S, F, B>
where
    F: Fn(&S, &mut dyn FnMut(S, f64)),
    B: Fn(&S, &mut dyn FnMut(S, f64)),
{
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.visit_all(to, &self.backward, visit);
    }
}
