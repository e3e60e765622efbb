//! Errors of maps and edits.

use crate::ids::ObstacleId;
use navigant_geometry::{BadExtent, BadOutline};

/// Why no map can be built.
///
/// ```
/// use navigant_mesh::{BadMap, Map};
/// let refused = Map::build(&[], &[]).err();
/// assert_eq!(refused, Some(BadMap::NoFloor));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadMap {
    /// There is no floor to walk on.
    NoFloor,
    /// The floors' extent has no lattice.
    Extent(BadExtent),
    /// A floor was refused.
    Floor {
        /// Which of the floors.
        index: usize,
        /// Why.
        reason: BadOutline,
    },
    /// An obstacle was refused.
    Obstacle {
        /// Which of the obstacles.
        index: usize,
        /// Why.
        reason: BadOutline,
    },
    /// A region of a scene was refused.
    Region {
        /// Which of the regions.
        index: usize,
        /// Why.
        reason: BadOutline,
    },
}

impl std::fmt::Display for BadMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadMap::NoFloor => write!(f, "there is no floor: a map needs at least one outline to walk in"),
            BadMap::Extent(reason) => reason.fmt(f),
            BadMap::Floor { index, reason } => write!(f, "floor {index}: {reason}"),
            BadMap::Obstacle { index, reason } => write!(f, "obstacle {index}: {reason}"),
            BadMap::Region { index, reason } => write!(f, "region {index}: {reason}"),
        }
    }
}

impl std::error::Error for BadMap {}

/// No obstacle of the map has this id: it was removed, or belongs to another map.
///
/// ```
/// use navigant_mesh::{Map, Outline, UnknownObstacle};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [9.0, 9.0]))?;
/// let crate_id = map.insert(&Outline::rectangle([4.0, 4.0], [5.0, 5.0]))?;
/// map.remove(crate_id)?;
/// assert_eq!(map.remove(crate_id), Err(UnknownObstacle(crate_id)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownObstacle(pub ObstacleId);

impl std::fmt::Display for UnknownObstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is not in the map (removed, or of another map)", self.0)
    }
}

impl std::error::Error for UnknownObstacle {}

/// Why an obstacle was not moved; the map is as it was.
///
/// ```
/// use navigant_mesh::{BadOutline, Map, NotMoved, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [9.0, 9.0]))?;
/// let door = map.insert(&Outline::rectangle([4.0, 4.0], [5.0, 5.0]))?;
/// let nothing = Outline::polyline([] as [[f64; 2]; 0]);
/// assert_eq!(map.move_to(door, &nothing), Err(NotMoved::Outline(BadOutline::Empty { ring: 0 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotMoved {
    /// There is no such obstacle.
    Unknown(UnknownObstacle),
    /// Its new outline is refused.
    Outline(BadOutline),
}

impl std::fmt::Display for NotMoved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotMoved::Unknown(reason) => reason.fmt(f),
            NotMoved::Outline(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NotMoved {}
