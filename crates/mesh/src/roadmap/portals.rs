//! Waypoints on edges, joined across what lies between: what the dual graph and the convex cells share.

use super::graph::{Roadmap, WaypointId};
use crate::face_set::FaceSet;
use crate::ids::{EdgeId, FaceId};
use crate::map::Map;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint, PointInternals as _};
use std::collections::HashMap;

/// Some free edges are portals. The others join the triangles beside them to cells, and portals of one cell are joined.
#[derive(Clone, Debug, Default)]
pub(super) struct Portals {
    pub(super) roadmap: Roadmap,
    /// By edge, from either side.
    waypoint_of: Vec<Option<WaypointId>>,
    /// By waypoint: the edge, from both sides.
    sides: Vec<[EdgeId; 2]>,
    /// By waypoint: the ends of the edge, the smaller first. By these an edge that was rebuilt as it was is known again.
    ends: Vec<[LatticePoint; 2]>,
    edges: Vec<(WaypointId, f64)>,
}

/// Whether one can go from one triangle to the next through an edge.
pub(super) fn is_passage(map: &Map, e: EdgeId) -> bool {
    !map.is_wall(e) && map.is_free(e.face()) && map.is_free(map.twin(e).face())
}

impl Portals {
    /// The waypoint on an edge.
    pub(super) fn waypoint_on(&self, edge: EdgeId) -> Option<WaypointId> {
        self.waypoint_of.get(edge.index()).copied().flatten()
    }

    /// Updates the portals of some faces, sorted; those of removed faces are removed.
    pub(super) fn follow(&mut self, map: &Map, touched: &[FaceId], is_portal: impl Fn(EdgeId) -> bool) {
        self.roadmap.begin();
        self.waypoint_of.resize(map.face_slots() * 4, None);
        let mut loose: HashMap<[LatticePoint; 2], WaypointId> = HashMap::new();
        let mut suspects: Vec<WaypointId> = Vec::new();
        for e in touched.iter().flat_map(|f| f.edges()) {
            if let Some(waypoint) = self.waypoint_of[e.index()].take() {
                loose.insert(self.ends[waypoint.index()], waypoint);
                suspects.push(waypoint);
            }
        }
        let there: Vec<FaceId> = touched.iter().copied().filter(|&f| map.plane.tri.is_inner(f)).collect();
        for e in there.iter().flat_map(|f| f.edges()) {
            let twin = map.twin(e);
            if is_passage(map, e) && is_portal(e) {
                self.lay(map, [e, twin], &loose);
            } else {
                self.waypoint_of[e.index()] = None;
                self.waypoint_of[twin.index()] = None;
            }
        }
        suspects.sort_unstable();
        suspects.dedup();
        for waypoint in suspects {
            if self.sides[waypoint.index()].iter().any(|e| self.waypoint_of[e.index()] != Some(waypoint)) {
                self.roadmap.remove(waypoint);
            }
        }
        self.join(map, &there);
        self.roadmap.finish();
    }

    /// An edge is a portal.
    fn lay(&mut self, map: &Map, sides: [EdgeId; 2], loose: &HashMap<[LatticePoint; 2], WaypointId>) {
        let [e, twin] = sides;
        if self.waypoint_of[e.index()].is_some() && self.waypoint_of[e.index()] == self.waypoint_of[twin.index()] {
            return;
        }
        let [a, b] = [map.origin(e), map.target(e)];
        let mut ends = [a, b].map(|v| map.lattice_point(v));
        ends.sort_unstable_by_key(|p| (p.x, p.y));
        let waypoint = loose.get(&ends).copied().unwrap_or_else(|| {
            let [a, b] = ends.map(|p| map.lattice().world(p));
            self.roadmap.add(a.lerp(b, 0.5))
        });
        if waypoint.index() >= self.sides.len() {
            self.sides.resize(waypoint.index() + 1, sides);
            self.ends.resize(waypoint.index() + 1, ends);
        }
        (self.sides[waypoint.index()], self.ends[waypoint.index()]) = (sides, ends);
        sides.iter().for_each(|e| self.waypoint_of[e.index()] = Some(waypoint));
    }

    /// Joins the portals of all cells that some faces are in or border on.
    fn join(&mut self, map: &Map, faces: &[FaceId]) {
        let mut seen = FaceSet::default();
        let mut waypoints: Vec<WaypointId> = Vec::new();
        for &f in faces {
            let beyond = f.edges().map(|e| map.twin(e).face());
            for f in beyond.into_iter().chain([f]).filter(|&f| map.plane.tri.is_inner(f) && map.is_free(f)) {
                self.cell(map, f, &mut seen, |e| waypoints.extend(self.waypoint_of[e.index()]));
            }
        }
        waypoints.sort_unstable();
        waypoints.dedup();
        let mut edges = std::mem::take(&mut self.edges);
        for waypoint in waypoints {
            let Some(at) = self.roadmap.point(waypoint) else { continue };
            edges.clear();
            for side in self.sides[waypoint.index()] {
                self.cell(map, side.face(), &mut FaceSet::default(), |e| {
                    if let Some(other) = self.waypoint_of[e.index()].filter(|&other| other != waypoint)
                        && let Some(there) = self.roadmap.point(other)
                    {
                        edges.push((other, at.distance(there)));
                    }
                });
            }
            self.roadmap.set_edges(waypoint, &mut edges);
        }
        self.edges = edges;
    }

    /// Calls `portal` with the portals around the cell that a face is in, unless the face was seen.
    fn cell(&self, map: &Map, face: FaceId, seen: &mut FaceSet, mut portal: impl FnMut(EdgeId)) {
        if !seen.insert(face) {
            return;
        }
        let mut waiting = vec![face];
        while let Some(f) = waiting.pop() {
            for e in f.edges() {
                if self.waypoint_of[e.index()].is_some() {
                    portal(e);
                } else if is_passage(map, e) && seen.insert(map.twin(e).face()) {
                    waiting.push(map.twin(e).face());
                }
            }
        }
    }
}
