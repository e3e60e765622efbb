//! What an edit did.

use crate::arrangement::Arrangement;
use crate::ids::{FaceId, ObstacleId};
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Bounds, Lattice, Point};

/// What an edit can do to the lengths of shortest paths, up to rounding.
///
/// ```
/// use navigant_mesh::{Effect, Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [9.0, 9.0]))?;
/// let cart = map.insert(&Outline::rectangle([4.0, 4.0], [5.0, 5.0]))?;
/// assert_eq!(map.change().effect, Effect::Lengthens);
/// map.move_to(cart, &Outline::rectangle([2.0, 4.0], [3.0, 5.0]))?;
/// assert_eq!(map.change().effect, Effect::Either);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// A wall of another shape that snap rounding has moved: rerouted by at most a lattice step, or straightened again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nudged {
    /// The obstacle that the wall belongs to; `None` for a floor.
    pub obstacle: Option<ObstacleId>,
    /// Where the wall starts, as it was given.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

/// What an edit did: derived structures follow a map by these, from [`Map::changes_since`](crate::Map::changes_since).
///
/// Face ids are reused. Those in `removed` mean the map before the edit, those in `added` the map after it; a face
/// that kept its place but not its meaning (its walls or its cover) is in both. Asked about a face that is gone, the map
/// says that it is not free.
///
/// ```
/// use navigant_mesh::{Effect, Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0]))?;
/// map.insert(&Outline::rectangle([10.0, 10.0], [12.0, 12.0]))?;
/// let change = map.change();
/// assert_eq!((change.effect, change.added.len() < 20), (Effect::Lengthens, true));
/// assert!(change.region.is_some_and(|region| region.contains([11.0, 11.0])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// The map's version after the edit; each edit adds one.
    pub version: u64,
    /// Faces that were removed.
    pub removed: Vec<FaceId>,
    /// Faces that were added.
    pub added: Vec<FaceId>,
    /// Walls of others that moved by a step of rounding.
    pub nudged: Vec<Nudged>,
    /// A box around everything whose walkability may have changed; `None` if nothing has.
    pub region: Option<Bounds>,
    /// What it can do to the lengths of shortest paths.
    pub effect: Effect,
    /// The version in which the obstacle that was removed or moved had been inserted; `None` if none was.
    pub gone_since: Option<u64>,
}

impl Change {
    /// How many faces the edit touched: those that came or changed their meaning.
    pub(crate) fn faces_touched(&self) -> usize {
        self.added.len()
    }

    /// Takes in what an edit of a shape has logged; `obstacle` says which obstacle another shape is.
    pub(crate) fn take_log(
        &mut self,
        plane: &mut Arrangement,
        lattice: &Lattice,
        shape: u32,
        obstacle: impl Fn(u32) -> Option<ObstacleId>,
    ) {
        self.removed.reserve(plane.tri.log.touched.len());
        self.added.reserve(plane.tri.log.touched.len());
        for &(face, existed) in &plane.tri.log.touched {
            if existed {
                self.removed.push(face);
            }
            if plane.tri.is_inner(face) {
                self.added.push(face);
            }
        }
        plane.rerouted.sort_unstable();
        for record in plane.rerouted.iter().map(|&segment| plane.record(segment)).filter(|r| r.shape != shape) {
            let [from, to] = [record.line.a, record.line.b].map(|p| lattice.world(p));
            self.nudged.push(Nudged { obstacle: obstacle(record.shape), from, to });
        }
    }
}
