//! The worklist of the incremental update of profiles.

use super::feature::Feature;
use crate::face_set::Scatter;
use crate::ids::{EdgeId, FaceId};
use crate::map::Map;
use crate::tuning::profiles::MAX_VISITS;
use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;

/// The ids that may have changed their meaning in an update: faces that were touched, and corners of these.
pub(super) struct ChangedIds {
    faces: Vec<FaceId>,
    corners: Vec<u32>,
}

/// The worklist of an update: first in, first out.
#[derive(Default)]
pub(super) struct Worklist {
    waiting: VecDeque<EdgeId>,
    /// By edge: the number of visits, and whether it is in the list.
    looks: HashMap<EdgeId, (u32, bool), BuildHasherDefault<Scatter>>,
}

impl Worklist {
    pub(super) fn push(&mut self, map: &Map, e: EdgeId) {
        if map.is_wall(e) {
            return;
        }
        let (looks, waits) = self.looks.entry(e).or_default();
        if !std::mem::replace(waits, true) && *looks < MAX_VISITS {
            self.waiting.push_back(e);
        }
    }

    /// The next edge, and whether this is its first visit.
    pub(super) fn pop(&mut self) -> Option<(EdgeId, bool)> {
        let e = self.waiting.pop_front()?;
        let (looks, waits) = self.looks.entry(e).or_default();
        *looks += 1;
        *waits = false;
        Some((e, *looks == 1))
    }
}

impl ChangedIds {
    pub(super) fn of(map: &Map, touched: &[FaceId]) -> ChangedIds {
        let inner = touched.iter().filter(|&&f| map.plane.tri.is_inner(f));
        let mut corners: Vec<u32> = inner.flat_map(|&f| map.corners(f)).map(|v| v.0).collect();
        corners.sort_unstable();
        corners.dedup();
        ChangedIds { faces: touched.to_vec(), corners }
    }

    fn has_face(&self, f: FaceId) -> bool {
        self.faces.binary_search(&f).is_ok()
    }

    pub(super) fn is_new(&self, map: &Map, feature: Feature) -> bool {
        match feature {
            Feature::Corner(v) => self.corners.binary_search(&v.0).is_ok(),
            Feature::Wall(e) => self.has_face(e.face()) || !map.is_wall(e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    #[test]
    fn an_edge_waits_once_and_is_visited_a_number_of_times_at_most() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        let mut edges = map.faces().filter(|&f| map.is_free(f)).flat_map(crate::ids::FaceId::edges);
        let inner = edges.find(|&e| !map.is_wall(e)).unwrap();
        let mut list = Worklist::default();
        for visit in 0..MAX_VISITS {
            list.push(&map, inner);
            list.push(&map, inner);
            assert_eq!(list.pop(), Some((inner, visit == 0)));
            assert_eq!(list.pop(), None, "it waited twice");
        }
        list.push(&map, inner);
        assert_eq!(list.pop(), None);
        let wall = map.faces().flat_map(crate::ids::FaceId::edges).find(|&e| map.is_wall(e)).unwrap();
        list.push(&map, wall);
        assert_eq!(list.pop(), None);
    }
}
