//! Through which wedges a search has seen which faces.

use super::wedge::Wedge;
use navigant_mesh::EdgeId;

/// What is seen of a face from a root: the part of the face inside a wedge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// An edge of the face. It was entered there, unless the root is the edge's end or lies in the face.
    pub(super) entry: EdgeId,
    pub(super) root: u32,
    pub(super) wedge: Wedge,
}

/// The windows that one search has noted, in its order.
#[derive(Debug, Default)]
pub(super) struct Windows {
    noted: Vec<Window>,
}

impl Windows {
    pub(super) fn clear(&mut self) {
        self.noted.clear();
    }

    pub(super) fn note(&mut self, window: Window) {
        self.noted.push(window);
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Window] {
        &self.noted
    }
}
