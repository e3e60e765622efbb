//! Pinches (cut vertices of the free space): vertices at which parts of it touch without a passage between them.
//!
//! ```text
//!        ░░░░░░│
//!        ░░░░░░│ free
//!        ──────●──────        Two obstacles touch: a path to the corner from above
//!         free │░░░░░░        cannot continue on the other side of it.
//!              │░░░░░░
//! ```

use crate::ids::VertexId;
use crate::map::Map;

/// The pinches of a map's free space, for the version of the map they were found in.
#[derive(Clone, Debug)]
pub struct Pinches {
    /// By vertex.
    is_pinch: Vec<bool>,
}

impl Pinches {
    /// Whether free faces meet at a vertex that one cannot get between around it: the free space touches itself there,
    /// or a wall through the vertex is free on both sides.
    #[inline]
    pub fn contains(&self, v: VertexId) -> bool {
        self.is_pinch.get(v.index()).is_some_and(|&is_pinch| is_pinch)
    }
}

impl Map {
    /// The pinches: a lazy cache, computed by one pass over all vertices at the first query and maintained from the faces that
    /// edits touch.
    pub(crate) fn pinches(&self) -> &Pinches {
        self.pinches.get(|stale| {
            let mut is_pinch = Vec::new();
            match stale {
                Some(stale) => {
                    is_pinch = stale.value.is_pinch;
                    is_pinch.resize(self.vertex_slots(), false);
                    let touched = stale.touched.iter().filter(|&&f| self.plane.tri.is_inner(f));
                    for v in touched.flat_map(|&f| self.corners(f)) {
                        is_pinch[v.index()] = self.is_pinch(v);
                    }
                }
                None => {
                    is_pinch.resize(self.vertex_slots(), false);
                    self.vertices().for_each(|v| is_pinch[v.index()] = self.is_pinch(v));
                }
            }
            Pinches { is_pinch }
        })
    }

    pub(crate) fn is_pinch(&self, v: VertexId) -> bool {
        self.edges_from(v).filter(|&e| self.is_wall(e) && self.is_free(e.face())).nth(1).is_some()
    }
}
