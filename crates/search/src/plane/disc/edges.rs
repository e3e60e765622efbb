//! What a search for a disc knows about the edges it has come to.

use super::crossing::Crossed;
use navigant_mesh::{EdgeId, Map};

/// What one search knows about edges; what earlier searches knew is forgotten at no cost.
///
/// A search comes to a small part of a map: only a number is kept for every edge, and the rest one after the other.
#[derive(Debug, Default)]
pub(super) struct Edges {
    epoch: u32,
    /// By edge: the search that has come to it, and which of `known` it is.
    places: Vec<(u32, u32)>,
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
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.places.fill((0, 0));
            self.epoch = 1;
        }
        if self.places.len() < 4 * map.face_slots() {
            self.places.resize(4 * map.face_slots(), (0, 0));
        }
        self.known.clear();
    }

    /// What is known about an edge; nothing if the search has not come to it.
    #[inline]
    pub(super) fn get(&self, e: EdgeId) -> Option<&Edge> {
        let (epoch, place) = self.places[e.index()];
        if epoch == self.epoch { self.known.get(place as usize) } else { None }
    }

    /// The same, to add to it.
    #[inline]
    pub(super) fn at(&mut self, e: EdgeId) -> &mut Edge {
        let place = &mut self.places[e.index()];
        if place.0 != self.epoch {
            *place = (self.epoch, self.known.len() as u32);
            self.known.push(Edge::default());
        }
        &mut self.known[place.1 as usize]
    }
}
