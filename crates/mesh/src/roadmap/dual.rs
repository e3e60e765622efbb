//! The dual graph of the triangulation.

use super::MapRoadmap;
use super::graph::{Roadmap, WaypointId};
use super::portals::Portals;
use crate::ids::{EdgeId, FaceId};
use crate::journal::{Revision, touched};
use crate::map::Map;

/// The middles of the free edges; those of one triangle are joined.
///
/// It is fine for telling where to go, not how far it is: paths zigzag through the middles of edges. So an insertion may
/// shorten them, and then a path that DPA* keeps is not the shortest. The worst of `soak replan --seed 7`: from
/// (58.2, 3.8) to (49.5, 11.3), 11 m apart, the path led by (22.9, 3.8), the middle of an edge of 64 m along a side of the
/// floor, and was 64.2 m long. A box that came at (50, 30) split the long edges on the other side of the two, where one now
/// has its middle at (54.1, 20.0): by it the path is 26.7 m. The old one is untouched, so it is kept, 140 % too long. In the
/// plane neither has changed: it is the yardstick that has.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::roadmap::{MapRoadmap, DualGraph};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0]))?;
/// let mut dual = DualGraph::of(&map);
/// assert_eq!(dual.roadmap().waypoints().count(), 1);
/// map.insert(&Outline::rectangle([4.0, 4.0], [6.0, 6.0]))?;
/// dual.follow(&map);
/// assert_eq!(dual.roadmap().waypoints().count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DualGraph {
    portals: Portals,
    revision: Revision,
}

impl DualGraph {
    /// The dual graph of a map as it is now.
    pub fn of(map: &Map) -> DualGraph {
        let mut graph = DualGraph { portals: Portals::default(), revision: map.revision() };
        let faces: Vec<FaceId> = map.faces().collect();
        graph.portals.follow(map, &faces, |_| true);
        graph
    }

    /// The waypoint on an edge.
    pub(super) fn waypoint_on(&self, edge: EdgeId) -> Option<WaypointId> {
        self.portals.waypoint_on(edge)
    }
}

impl MapRoadmap for DualGraph {
    /// Catches up with the edits of its map, by [`Map::changes_since`]. If these are forgotten, or if it is another map, it is
    /// rebuilt.
    ///
    /// Cost: the faces that the edits touched and their neighbours.
    fn follow(&mut self, map: &Map) {
        match map.changes_since(self.revision) {
            Ok(changes) => {
                self.portals.follow(map, &touched(changes), |_| true);
                self.revision = map.revision();
            }
            Err(_) => *self = DualGraph::of(map),
        }
    }

    fn roadmap(&self) -> &Roadmap {
        &self.portals.roadmap
    }
}
