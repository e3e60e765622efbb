//! Answers for ids that name nothing, instead of a panic; out of line, so that the common case stays short.

use super::{CoverId, EdgeId, FaceId, LatticePoint, SQUARE, Side, VertexId, WallId};

#[cold]
pub(super) fn no_side(e: EdgeId) -> Side {
    Side { twin: e, wall: WallId::RIM, ..Side::BLANK }
}

#[cold]
pub(super) fn no_corner() -> VertexId {
    VertexId(0)
}

#[cold]
pub(super) fn no_wall() -> WallId {
    WallId::RIM
}

#[cold]
pub(super) fn no_place() -> LatticePoint {
    SQUARE[0]
}

#[cold]
pub(super) fn no_edge() -> EdgeId {
    EdgeId::of(FaceId(2), 0)
}

#[cold]
pub(super) fn no_cover() -> CoverId {
    CoverId::UNKNOWN
}
