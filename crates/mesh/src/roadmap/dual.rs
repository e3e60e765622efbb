//! The dual graph of the triangulation.

use super::places::Roadmap;
use super::portals::Portals;
use crate::ids::FaceId;
use crate::map::Map;

/// The middles of the free edges; those of one triangle are joined.
///
/// It is fine for telling where to go, not how far it is: paths zigzag through the middles of edges. So an insertion may
/// shorten them, and then a path that DPA* keeps is not the shortest. The worst of `soak replan --seed 7`: from
/// (58.2, 3.8) to (49.5, 11.3), 11 m apart, the way led by (22.9, 3.8), the middle of an edge of 64 m along a side of the
/// floor, and was 64.2 m long. A box that came at (50, 30) split the long edges on the other side of the two, where one now
/// has its middle at (54.1, 20.0): by it the way is 26.7 m. The old one is untouched, so it is kept, 140 % too long. In the
/// plane neither has changed: it is the yardstick that has.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::roadmap::DualGraph;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0]))?;
/// let mut dual = DualGraph::of(&map);
/// assert_eq!((dual.roadmap().place_count(), dual.roadmap().way_count()), (1, 0));
/// map.insert(&Outline::rectangle([4.0, 4.0], [6.0, 6.0]))?;
/// dual.follow(&map);
/// assert_eq!((dual.roadmap().place_count(), dual.roadmap().way_count()), (8, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DualGraph {
    portals: Portals,
    version: u64,
}

impl DualGraph {
    /// The dual graph of a map as it is now.
    pub fn of(map: &Map) -> DualGraph {
        let mut graph = DualGraph { portals: Portals::default(), version: map.version() };
        let faces: Vec<FaceId> = map.faces().collect();
        graph.portals.follow(map, &faces, |_| true);
        graph
    }

    /// Takes in the latest edit of its map, [`Map::change`]. If it has missed one, it is built anew.
    ///
    /// Cost: the faces that the edit touched and their neighbours.
    pub fn follow(&mut self, map: &Map) {
        match touched_since(map, self.version) {
            Some(touched) => {
                self.portals.follow(map, &touched, |_| true);
                self.version = map.version();
            }
            None => *self = DualGraph::of(map),
        }
    }

    /// The graph.
    pub fn roadmap(&self) -> &Roadmap {
        &self.portals.roadmap
    }
}

/// The faces that the latest edit touched, sorted; `None` if it was not the first one since a version.
pub(super) fn touched_since(map: &Map, version: u64) -> Option<Vec<FaceId>> {
    if map.version() == version {
        return Some(Vec::new());
    }
    if map.version() != version + 1 {
        return None;
    }
    let change = map.change();
    let mut touched: Vec<FaceId> = change.removed.iter().chain(&change.added).copied().collect();
    touched.sort_unstable();
    touched.dedup();
    Some(touched)
}
