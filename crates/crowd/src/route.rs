//! Routes, compactly: the corners that a path bends around.

use navigant_geometry::LatticePoint;

/// How far an agent has come with its route, and where its route is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Travel {
    /// The first of its bends that are still ahead.
    pub(crate) next: u32,
    /// One past the last.
    pub(crate) end: u32,
}

/// A corner to be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bend {
    pub(crate) corner: LatticePoint,
    /// Whether the corner is to be passed on its right, so that it lies to the left.
    pub(crate) is_left: bool,
}
