//! What an edit did.

use crate::ids::{FaceId, ObstacleId};
use navigant_geometry::{Bounds, Point};

/// What an edit can do to the lengths of shortest paths, up to rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// Paths can only become longer: something was inserted.
    Lengthens,
    /// Paths can only become shorter: something was removed.
    Shortens,
    /// Both: something was moved.
    #[default]
    Either,
}

/// A wall of somebody else that bends by at most a step of rounding since the edit, or is straight again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nudged {
    /// Whose wall it is; `None` for a floor.
    pub obstacle: Option<ObstacleId>,
    /// Where the wall starts, as it was given.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

/// What an edit did: everything built on a map follows it by these, from [`Map::changes_since`](crate::Map::changes_since).
///
/// Face ids are reused. Those in `removed` mean the map before the edit, those in `added` the map after it; a face
/// that kept its place but not its meaning (its walls or its cover) is in both. Asked about a face that is gone, the map
/// says that it is not free.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// The map's version after the edit; each edit adds one.
    pub version: u64,
    /// Faces that went.
    pub removed: Vec<FaceId>,
    /// Faces that came.
    pub added: Vec<FaceId>,
    /// Walls of others that moved by a step of rounding.
    pub nudged: Vec<Nudged>,
    /// A box around everything whose walkability may have changed; `None` if nothing has.
    pub region: Option<Bounds>,
    /// What it can do to paths.
    pub effect: Effect,
    /// The version with which that had come which went or was moved; `None` if nothing was.
    pub gone_since: Option<u64>,
}

impl Change {
    /// How many faces the edit touched: those that came or changed their meaning.
    pub fn faces_touched(&self) -> usize {
        self.added.len()
    }
}
