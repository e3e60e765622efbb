//! Building the axis, and updating it after edits of its map.

use super::Axis;
use super::double::{Double, Vector};
use super::graph::{Graph, NodeId};
use super::in_face::{Found, Scratch};
use super::site::{Names, Sector, Site, Turn, sector};
use crate::face_set::Scatter;
use crate::ids::{EdgeId, FaceId};
use crate::journal::touched;
use crate::map::Map;
use std::hash::{BuildHasher, BuildHasherDefault};

/// What is known of a face.
#[derive(Clone, Debug, Default)]
pub(super) struct InFace {
    /// Made of its sites; 0 where the axis does not go.
    signature: u64,
    /// The latest edit after which it was looked at.
    seen: u64,
    /// By edge: whether the face's nodes depend on the face beyond.
    depends: [bool; 3],
    /// The nodes in it.
    nodes: Vec<NodeId>,
    /// The corners that the axis runs into, each in the face to the left of the wall that leads away from it.
    corners: Vec<NodeId>,
}

impl InFace {
    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<InFace>() + size_of_val(self.nodes.as_slice()) + size_of_val(self.corners.as_slice())
    }
}

/// Work on some faces.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    names: Names,
    scratch: Scratch,
}

impl Axis {
    /// The axis of a map as it is now.
    pub(crate) fn of(map: &Map) -> Axis {
        let mut axis = Axis {
            lattice: *map.lattice(),
            revision: map.revision(),
            graph: Graph::default(),
            faces: Vec::new(),
            affected: Vec::new(),
            round: 0,
            work: Work::default(),
        };
        axis.faces.resize_with(map.face_slots(), InFace::default);
        for f in map.faces().filter(|&f| map.is_free(f)) {
            axis.look_again(map, f);
            axis.find_corners(map, f);
            axis.affected.push(f);
        }
        axis.graph.link();
        axis
    }

    /// Takes in all edits of its map since it was up to date, by [`Map::changes_since`]. If these are forgotten, or if it is another
    /// map, the axis is rebuilt.
    ///
    /// Cost: the faces that the edits touched, and those that see other sites than before.
    pub(crate) fn follow(&mut self, map: &Map) {
        match map.changes_since(self.revision).map(touched) {
            Ok(touched) => self.repair(map, &touched),
            Err(_) => *self = Axis::of(map),
        }
    }

    /// Brought up to date after some faces were touched, sorted.
    ///
    /// These are recomputed, and from there outwards every face that sees other sites than before. A site that came or
    /// went is seen in a face only through faces that see it too, so the flood reaches every affected face.
    pub(crate) fn repair(&mut self, map: &Map, touched: &[FaceId]) {
        self.revision = map.revision();
        self.faces.resize_with(map.face_slots(), InFace::default);
        self.affected.clear();
        self.graph.changed.clear();
        for &f in touched {
            self.forget(f);
        }
        let mut waiting: Vec<FaceId> = Vec::new();
        let is_free = |f: FaceId| map.plane.tri.is_inner(f) && map.is_free(f);
        for &f in touched.iter().filter(|&&f| is_free(f)) {
            self.look_again(map, f);
            self.affected.push(f);
            waiting.extend(neighbours(map, f).into_iter().flatten());
        }
        let mut unchanged: Vec<FaceId> = Vec::new();
        self.round += 1;
        while let Some(f) = waiting.pop() {
            // What a face sees does not change while the axis is repaired.
            let was_seen = std::mem::replace(&mut self.faces[f.index()].seen, self.round) == self.round;
            if was_seen || touched.binary_search(&f).is_ok() {
                continue;
            }
            if self.look_again(map, f) {
                self.affected.push(f);
                waiting.extend(neighbours(map, f).into_iter().flatten());
            } else {
                unchanged.push(f);
            }
        }
        self.affected.sort_unstable();
        self.affected.dedup();
        unchanged.sort_unstable();
        // Nodes on an edge know the sites on both of its sides.
        let count = self.affected.len();
        for f in unchanged {
            let depends = self.faces[f.index()].depends;
            let altered = |n: Option<FaceId>| n.is_some_and(|n| self.affected[..count].binary_search(&n).is_ok());
            if neighbours(map, f).into_iter().zip(depends).any(|(n, depends)| depends && altered(n)) {
                self.affected.push(f);
            }
        }
        for i in count..self.affected.len() {
            self.work.names.near(map, self.affected[i]);
            self.find_nodes(map, self.affected[i]);
        }
        self.find_corners_of(map, touched.iter().copied().filter(|&f| is_free(f)));
        self.graph.link();
    }

    /// Forgets what is known of a face.
    fn forget(&mut self, f: FaceId) {
        let InFace { nodes, corners, .. } = std::mem::take(&mut self.faces[f.index()]);
        nodes.into_iter().chain(corners).for_each(|n| self.graph.unlist(n));
    }

    /// Whether a face sees other sites than before; if so, its nodes are recomputed.
    fn look_again(&mut self, map: &Map, f: FaceId) -> bool {
        let names = self.work.names.near(map, f);
        let signature = BuildHasherDefault::<Scatter>::default().hash_one(names) | 1;
        let is_other = std::mem::replace(&mut self.faces[f.index()].signature, signature) != signature;
        if is_other {
            self.find_nodes(map, f);
        }
        is_other
    }

    /// Finds the nodes of a face whose sites are named.
    fn find_nodes(&mut self, map: &Map, f: FaceId) {
        let Work { names, scratch } = &mut self.work;
        let known = &mut self.faces[f.index()];
        for n in known.nodes.drain(..) {
            self.graph.unlist(n);
        }
        known.depends = scratch.find(map, f, names.sites());
        known.nodes.extend(scratch.found.drain(..).filter_map(|found| self.graph.list(found)));
    }

    /// Around every corner of some faces: whose walls have changed, whose corners have.
    fn find_corners_of(&mut self, map: &Map, faces: impl Iterator<Item = FaceId>) {
        let mut around: Vec<FaceId> = Vec::new();
        for f in faces {
            for v in map.corners(f) {
                let from_here = map.edges_from(v).filter(|&e| map.is_wall(e) && map.is_free(e.face()));
                around.extend(from_here.map(EdgeId::face));
            }
        }
        around.sort_unstable();
        around.dedup();
        for f in around {
            self.find_corners(map, f);
        }
    }

    fn find_corners(&mut self, map: &Map, f: FaceId) {
        for n in std::mem::take(&mut self.faces[f.index()].corners) {
            self.graph.unlist(n);
        }
        for e in f.edges().into_iter().filter(|&e| map.is_wall(e)) {
            let Sector { right, left, turn } = sector(map, e);
            if turn == Turn::Inward {
                let at = map.lattice_point(map.origin(e));
                let mut sites = vec![Site::wall(map, right), Site::wall(map, map.twin(left))];
                sites.sort_unstable();
                let at = Vector::new(f64::from(at.x), f64::from(at.y));
                let node = self.graph.list(Found { at, radius: Double::ZERO, sites });
                self.faces[f.index()].corners.extend(node);
            }
        }
    }
}

/// The free faces beyond the edges of a face.
fn neighbours(map: &Map, f: FaceId) -> [Option<FaceId>; 3] {
    f.edges().map(|e| (!map.is_wall(e)).then(|| map.twin(e).face()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    /// Each arc by the sites beside it and those of its ends.
    fn arcs(axis: &Axis) -> Vec<[Vec<Site>; 3]> {
        let named = |arc| {
            let [from, to] = [axis.origin(arc), axis.target(arc)].map(|n| axis.sites(n).to_vec());
            [axis.sides(arc).to_vec(), from, to]
        };
        let mut arcs: Vec<_> = axis.nodes().flat_map(|n| axis.arcs_from(n)).map(named).collect();
        arcs.sort_unstable();
        arcs
    }

    #[test]
    fn an_axis_that_follows_is_the_rebuilt_axis() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
        let mut axis = Axis::of(&map);
        let empty = arcs(&axis);
        let mut ids = Vec::new();
        for i in 0..8 {
            // On a grid, so that much coincides.
            let (x, y) = (f64::from(i % 3) * 16.0 + 8.0, f64::from(i / 3) * 16.0 + 8.0);
            ids.push(map.insert(&Outline::rectangle([x, y], [x + 8.0, y + 8.0])).unwrap());
            axis.follow(&map);
            assert_eq!(arcs(&axis), arcs(&Axis::of(&map)));
        }
        assert!(axis.affected().len() < map.face_count());
        for id in ids {
            map.remove(id).unwrap();
            axis.follow(&map);
            assert_eq!(arcs(&axis), arcs(&Axis::of(&map)));
        }
        assert_eq!(arcs(&axis), empty);
    }

    /// However much has changed: an edit does not free what nobody asks for, and it is repaired, not rebuilt.
    #[test]
    fn an_axis_nobody_asked_for_through_many_edits_is_the_rebuilt_axis() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
        map.axis();
        let mut ids = Vec::new();
        for i in 0..60 {
            let (x, y) = (f64::from(i % 8) * 8.0 + 1.0, f64::from(i * 5 % 7) * 8.0 + 1.0);
            ids.push(map.insert(&Outline::rectangle([x, y], [x + 4.0 + f64::from(i % 3), y + 5.0])).unwrap());
            if i % 3 == 2 {
                map.remove(ids.remove(ids.len() / 2)).unwrap();
            }
        }
        assert_eq!(arcs(map.axis()), arcs(&Axis::of(&map)));
        assert_eq!(map.axis().revision(), map.revision());
    }

    #[test]
    fn a_node_that_is_not_named_as_changed_is_joined_as_before() {
        let boxes = (0..36).map(|i| (f64::from(i % 6) * 10.0 + 4.0, f64::from(i / 6) * 10.0 + 4.0));
        let boxes: Vec<Outline> = boxes.map(|(x, y)| Outline::rectangle([x, y], [x + 3.0, y + 4.0])).collect();
        let (mut map, ids) = Map::build(&[Outline::rectangle([0.0, 0.0], [64.0, 64.0])], &boxes).unwrap();
        let mut axis = Axis::of(&map);
        assert_eq!(axis.changed_nodes().len(), axis.node_count());
        let joined = |axis: &Axis, n| axis.arcs_from(n).map(|arc| axis.twin(arc)).collect::<Vec<_>>();
        for id in ids.into_iter().take(12) {
            let before: Vec<_> = axis.nodes().map(|n| (n, axis.point(n), joined(&axis, n))).collect();
            map.remove(id).unwrap();
            axis.follow(&map);
            let changed = axis.changed_nodes();
            assert!(!changed.is_empty() && changed.len() < before.len());
            for (n, at, twins) in before.iter().filter(|(n, ..)| changed.binary_search(n).is_err()) {
                assert!(axis.is_node(*n) && axis.point(*n) == *at && joined(&axis, *n) == *twins);
            }
        }
    }

    #[test]
    fn every_arc_of_a_grid_of_boxes_has_two_ends() {
        let boxes = (0..25).map(|i| (f64::from(i % 5) * 12.0 + 4.0, f64::from(i / 5) * 12.0 + 4.0));
        let boxes: Vec<Outline> = boxes.map(|(x, y)| Outline::rectangle([x, y], [x + 4.0, y + 4.0])).collect();
        let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [60.0, 60.0])], &boxes).unwrap();
        let axis = map.axis();
        assert!(axis.nodes().flat_map(|n| axis.arcs_from(n)).all(|arc| axis.twin(arc).is_some()));
        // Where four boxes meet, all of their corners are as near.
        let crossings = axis.nodes().filter(|&n| axis.sites(n).len() == 4 && axis.arcs_from(n).count() == 4);
        assert_eq!(crossings.count(), 16);
    }
}
