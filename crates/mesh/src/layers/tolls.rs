//! Tolls: what crossing the edges of seams costs.

use super::seams::Stitch;
use crate::ids::{EdgeId, VertexId};

/// The tolls of a map, edge by edge. Only maps with a seam that costs something have any.
#[derive(Clone, Debug)]
pub struct Tolls {
    /// Edges of seams out of their faces, in increasing order, and what crossing them costs, in metres.
    edges: Vec<(EdgeId, f64)>,
    /// The vertices of these edges in both layers, in increasing order.
    vertices: Vec<VertexId>,
}

impl Tolls {
    /// Those of some seams, where they are open; `None` if nothing costs anything.
    pub(super) fn of(stitches: &[Stitch], ends: impl Fn(EdgeId) -> [VertexId; 2]) -> Option<Tolls> {
        let tolled = || stitches.iter().filter(|s| s.tolls != [0.0; 2]);
        tolled().next()?;
        let both = |s: &Stitch| {
            let tolls = s.tolls;
            s.glued.iter().flat_map(move |&[here, there]| [(here, tolls[0]), (there, tolls[1])]).collect::<Vec<_>>()
        };
        let mut edges: Vec<(EdgeId, f64)> = tolled().flat_map(both).collect();
        edges.sort_unstable_by_key(|&(e, _)| e);
        let mut vertices: Vec<VertexId> = edges.iter().flat_map(|&(e, _)| ends(e)).collect();
        vertices.sort_unstable();
        vertices.dedup();
        Some(Tolls { edges, vertices })
    }

    /// What it costs to cross an edge out of its face, in metres: 0 for most.
    pub fn over(&self, e: EdgeId) -> f64 {
        let found = self.edges.binary_search_by_key(&e, |&(other, _)| other);
        found.ok().and_then(|at| self.edges.get(at)).map_or(0.0, |&(_, toll)| toll)
    }

    /// Whether a vertex is one of a seam with a toll.
    pub fn is_at(&self, v: VertexId) -> bool {
        self.vertices.binary_search(&v).is_ok()
    }
}
