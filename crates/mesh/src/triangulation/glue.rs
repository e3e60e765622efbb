//! Seams: edges at which two layers go on as one.
//!
//! Between edits, the two sides of an open seam are *glued*: each edge's twin is the matching edge in the other layer, and it is no
//! wall. So whatever walks from face to face crosses seams without knowing, and maps without seams pay nothing for it. An edit
//! works in planes: it takes the seams of its layers apart first and glues them again at the end. Point location is the one
//! walk between edits that must stay in its plane; it asks [`Triangulation::plane_twin`].
//!
//! Both sides of an edge are glued crosswise: the floors to each other, and what lies beyond the border of either floor to what lies beyond
//! that of the other. So twins stay symmetric and the edges around a vertex a cycle: at the end of a seam, of the vertices of both layers.

use super::{EdgeId, Triangulation, WallId};
use std::collections::HashMap;

/// A half-edge as it is in its plane.
#[derive(Clone, Copy, Debug)]
struct InPlane {
    twin: EdgeId,
    wall: WallId,
}

/// The edges that are glued to another layer, as they are in their planes. Looked up by edge, never iterated.
#[derive(Clone, Debug, Default)]
pub(super) struct Glued(HashMap<EdgeId, InPlane>);

impl Glued {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Triangulation {
    /// Lets two layers go on as one at two walls, each given as the side of a free face.
    pub(crate) fn glue(&mut self, here: EdgeId, there: EdgeId) {
        for e in [here, there] {
            let (twin, wall) = (self.twin(e), self.wall(e));
            self.glued.0.insert(e, InPlane { twin, wall });
            self.glued.0.insert(twin, InPlane { twin: e, wall });
            // What is asked of a vertex is asked of its free faces.
            for spoke in [e, e.next()] {
                let v = self.origin(spoke);
                self.vertices[v.index()].edge = spoke;
            }
        }
        let beyond = [here, there].map(|e| self.twin(e));
        self.link(here, there);
        self.link(beyond[0], beyond[1]);
        for e in [here, there, beyond[0], beyond[1]] {
            self.sides[e.index()].wall = WallId::FREE;
        }
    }

    /// Takes a glued edge and the one it is glued to apart again.
    pub(crate) fn unglue(&mut self, here: EdgeId, there: EdgeId) {
        for e in [here, there] {
            let Some(InPlane { twin, wall }) = self.glued.0.remove(&e) else { continue };
            self.glued.0.remove(&twin);
            self.link(e, twin);
            self.sides[e.index()].wall = wall;
            self.sides[twin.index()].wall = wall;
        }
    }

    /// The other side of an edge in its own plane.
    #[inline]
    pub(crate) fn plane_twin(&self, e: EdgeId) -> EdgeId {
        let twin = self.twin(e);
        if self.layer_of(twin.face()) == self.layer_of(e.face()) {
            return twin;
        }
        self.glued.0.get(&e).map_or(twin, |in_plane| in_plane.twin)
    }
}
