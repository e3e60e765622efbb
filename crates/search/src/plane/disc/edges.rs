//! What a search for a disc knows about the edges it has come to.

use super::super::by_edge::ByEdge;
use super::crossing::Crossed;
use navigant_mesh::{EdgeId, Map};

/// What one search knows about edges; what earlier searches knew is forgotten at no cost.
///
/// A search comes to a small part of a map: only a number is kept for every edge, and the rest one after the other.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// Which of `known` it is.
    places: ByEdge,
    known: Vec<Edge>,
}

/// What is known about an edge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Edge {
    /// The best ways that were found to cross it, out of its face.
    pub(super) crossed: Crossed,
    /// By turn: the root at the corner behind it, if the search has turned there around the corner.
    pub(super) turned: [Option<u32>; 2],
}

impl Edges {
    /// Forgets the last search.
    pub(super) fn begin(&mut self, map: &Map) {
        self.places.begin(map);
        self.known.clear();
    }

    /// What is known about an edge; nothing if the search has not come to it.
    #[inline]
    pub(super) fn get(&self, e: EdgeId) -> Option<&Edge> {
        self.places.get(e).and_then(|place| self.known.get(place as usize))
    }

    /// The same, to add to it.
    #[inline]
    pub(super) fn at(&mut self, e: EdgeId) -> &mut Edge {
        let place = self.places.get(e).unwrap_or_else(|| {
            self.places.set(e, self.known.len() as u32);
            self.known.push(Edge::default());
            self.known.len() as u32 - 1
        });
        &mut self.known[place as usize]
    }
}
