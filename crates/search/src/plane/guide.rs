//! What a search for points has learned about the way that is left: a guide for discs.
//!
//! An expansion of a disc takes square roots where that of a point takes integers. So a point is searched for first, a little
//! farther than its shortest path: as far as a disc's with the same bends, and a radius. It records for each edge the roots that
//! saw it (`crossers`). A point's distance is a lower bound for a disc's: by one of these roots, or, where the search has not
//! been, by what it has proved. If it was led by the Euclidean heuristic, what it has not seen is at least L − |pS| away, for
//! the start S and the proved length L; led by landmarks it has seen less, and L less the way so far is all that is known.

use super::ends::End;
use super::frontier::Frontier;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::{MapInternals as _, Pinches};
use navigant_mesh::{EdgeId, Map, VertexId};

/// Knows how far it is at least to one end of a query.
///
/// A point has been searched for from that end, E, until no path to the other end, S, was left that could be shorter than
/// some length L. By then every place p that is nearer to E than L − |pS| has been seen from the last corner on the shortest
/// way to it, for the search goes on with what promises least. So a place is as far as it is from one of the corners it was
/// seen from, or it is not nearer than L − |pS|. And no way of a disc is shorter than that of a point.
///
/// A search that knows landmarks sees less than that. Then all that can be said is that paths by other places are not shorter
/// than L.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guide<'s> {
    pub(super) map: &'s Map,
    pub(super) pinches: &'s Pinches,
    /// The one end.
    pub(super) end: End,
    /// The search from there.
    pub(super) search: &'s Frontier,
    /// The other end.
    pub(super) from: LatticePoint,
    /// The length in steps up to which all is known.
    pub(super) length: f64,
    /// Whether its heuristic was the straight line alone, without landmarks.
    pub(super) is_euclidean: bool,
}

impl<'s> Guide<'s> {
    /// What no way from a vertex to the end falls below, in steps, if the way to the vertex is so long.
    #[inline]
    pub(super) fn least(&self, v: VertexId, so_far: f64) -> f64 {
        // Lengths to pinches and to the ends of tolled seams are told apart by walls, and not kept by vertex.
        if self.pinches.contains(v) || self.map.tolls().is_some_and(|tolls| tolls.is_at(v)) {
            return 0.0;
        }
        let unseen = self.unseen(Offset::to(self.map.lattice_point(v)), so_far);
        let seen = |v: VertexId| self.search.reached().length(v).map_or(unseen, |seen| seen.min(unseen));
        if self.map.layer_count() == 1 {
            return seen(v);
        }
        // At the end of a seam it has an id on either layer, and may have been seen by one of them.
        self.map.edges_from(v).map(|e| seen(self.map.origin(e))).fold(seen(v), f64::min)
    }

    /// What no way from a place to the end falls below that the search has not seen, if the way to the place is so long.
    #[inline]
    pub(super) fn unseen(&self, place: Offset, so_far: f64) -> f64 {
        self.length - if self.is_euclidean { (place - Offset::to(self.from)).length() } else { so_far }
    }

    /// The corners from which places on an edge were seen, and how far these are.
    #[inline]
    pub(super) fn corners(&self, e: EdgeId) -> impl Iterator<Item = (LatticePoint, f64)> + use<'s, '_> {
        let crossers = self.search.crossers();
        let roots = crossers.of(e).chain(crossers.of(self.map.twin(e)));
        roots.map(|root| self.search.root(root)).map(|root| (root.at, root.length()))
    }
}
