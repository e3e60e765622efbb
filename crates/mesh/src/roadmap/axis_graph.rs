//! The medial axis as a graph.

use super::MapRoadmap;
use super::graph::{Roadmap, WaypointId};
use crate::axis::{ArcId, Axis, NodeId, OnArc};
use crate::journal::{Revision, touched};
use crate::map::Map;
use crate::tuning::roadmap::PARABOLA_PIECES;
use navigant_geometry::Point;

/// The medial axis for a disc of some radius: a waypoint where it ends or forks, an edge for each arc between them that is wide enough.
///
/// This is the graph of an Explicit Corridor Map (Geraerts, "Planning Short Paths with Clearance using Explicit
/// Corridors", 2010). Where only the nearest obstacles change, the axis continues: that is a bend of an edge and no waypoint.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::roadmap::{MapRoadmap, AxisGraph};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 10.0]))?;
/// let mut graph = AxisGraph::of(&map, 0.7);
/// // Four corners, the two ends of the ridge, and the ridge itself: nothing else is wide enough.
/// assert_eq!(graph.roadmap().waypoints().count(), 6);
/// map.insert(&Outline::rectangle([14.0, 4.0], [16.0, 6.0]))?;
/// graph.follow(&map);
/// assert_eq!(graph.roadmap().waypoints().count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AxisGraph {
    axis: Axis,
    radius: f64,
    roadmap: Roadmap,
    /// By node.
    known: Vec<Known>,
    revision: Revision,
}

/// What a node was at the last look.
#[derive(Clone, Debug, Default)]
struct Known {
    /// `None` where there was no node, or where the axis merely bends.
    waypoint: Option<WaypointId>,
    /// Where its arcs lead.
    ends: Vec<NodeId>,
}

/// The edges from somewhere beside the axis to the waypoints it leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attached {
    /// Where.
    pub at: Point,
    /// At most two.
    pub edges: Vec<(WaypointId, f64)>,
}

impl AxisGraph {
    /// The graph of a map as it is now, for discs of a radius in metres; one that is not a number fits nowhere.
    pub fn of(map: &Map, radius: f64) -> AxisGraph {
        let (roadmap, revision) = (Roadmap::default(), map.revision());
        let mut graph = AxisGraph { axis: Axis::of(map), radius, roadmap, known: Vec::new(), revision };
        graph.look_again();
        graph
    }

    /// How many vertices the axis has, wide enough or not.
    pub(crate) fn vertex_count(&self) -> usize {
        self.roadmap.waypoint_count()
    }

    /// How many edges the axis has between them, wide enough or not.
    pub(crate) fn edge_count(&self) -> usize {
        let vertices = self.known.iter().filter(|known| known.waypoint.is_some());
        vertices.map(|known| known.ends.len()).sum::<usize>() / 2
    }

    /// The edges from a point along the axis; `None` where a disc of the radius does not fit, and in a map that it does not
    /// [follow](MapRoadmap::follow), or has not yet.
    pub fn attach(&self, map: &Map, p: impl Into<Point>) -> Option<Attached> {
        let at = p.into();
        if map.revision() != self.revision {
            return None;
        }
        let retraction = self.axis.retract(map, at)?;
        if retraction.clearance < self.radius {
            return None;
        }
        let (arc, part) = (retraction.arc, retraction.part);
        let access = at.distance(retraction.on_axis.at);
        let mut edges: Vec<(WaypointId, f64)> = Vec::new();
        let directions = [Some((arc, part)), self.axis.twin(arc).map(|twin| (twin, 1.0 - part))];
        for (arc, from) in directions.into_iter().flatten() {
            if let Some((waypoint, length, narrowest)) = self.walk(arc, from)
                && narrowest >= self.radius
            {
                edges.push((waypoint, access + length));
            }
        }
        Some(Attached { at, edges })
    }

    /// Updates the nodes that the axis's latest edit has changed, and those that were or are joined to them.
    fn look_again(&mut self) {
        self.roadmap.begin();
        self.known.resize(self.axis.node_slots(), Known::default());
        let changed = self.axis.changed_nodes();
        let mut around: Vec<NodeId> = changed.to_vec();
        for &n in changed {
            around.append(&mut self.known[n.index()].ends);
        }
        let (there, gone): (Vec<NodeId>, Vec<NodeId>) = changed.iter().partition(|&&n| self.axis.is_node(n));
        around.extend(there.into_iter().flat_map(|n| self.ends(n)));
        around.retain(|&n| self.axis.is_node(n));
        around.sort_unstable();
        around.dedup();
        for n in gone {
            let known = std::mem::take(&mut self.known[n.index()]);
            known.waypoint.into_iter().for_each(|waypoint| self.roadmap.remove(waypoint));
        }
        for &n in &around {
            let ends: Vec<NodeId> = self.ends(n).collect();
            let known = &mut self.known[n.index()];
            known.ends = ends;
            match (known.waypoint, known.ends.len() == 2) {
                (Some(waypoint), true) => {
                    known.waypoint = None;
                    self.roadmap.remove(waypoint);
                }
                (None, false) => known.waypoint = Some(self.roadmap.add(self.axis.point(n))),
                _ => {}
            }
        }
        self.join(&around);
        self.roadmap.finish();
    }

    /// Recomputes the roadmap's edges through some nodes of the axis.
    fn join(&mut self, around: &[NodeId]) {
        let mut vertices: Vec<NodeId> = Vec::new();
        for &n in around {
            if self.known[n.index()].waypoint.is_some() {
                vertices.push(n);
            }
            let ends = self.axis.arcs_from(n).filter_map(|arc| self.last_arc(arc));
            vertices.extend(ends.map(|arc| self.axis.target(arc)));
        }
        vertices.sort_unstable();
        vertices.dedup();
        let mut edges = Vec::new();
        for n in vertices {
            let Some(waypoint) = self.known[n.index()].waypoint else { continue };
            edges.clear();
            for arc in self.axis.arcs_from(n) {
                if let Some((end, length, narrowest)) = self.walk(arc, 0.0)
                    && narrowest >= self.radius
                    && end != waypoint
                {
                    edges.push((end, length));
                }
            }
            self.roadmap.set_edges(waypoint, &mut edges);
        }
    }

    /// Where the arcs of a node lead.
    fn ends(&self, n: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let arcs = self.axis.arcs_from(n).filter(|&arc| self.axis.twin(arc).is_some());
        arcs.map(|arc| self.axis.target(arc))
    }

    /// The arc after this one where the axis merely bends; `None` where it ends or forks.
    fn next_arc(&self, arc: ArcId) -> Option<ArcId> {
        let twin = self.axis.twin(arc)?;
        let n = self.axis.origin(twin);
        if self.known[n.index()].waypoint.is_some() {
            return None;
        }
        self.axis.arcs_from(n).find(|&other| other != twin && self.axis.twin(other).is_some())
    }

    /// The last arc of the roadmap edge that an arc begins; `None` if it has no end.
    fn last_arc(&self, arc: ArcId) -> Option<ArcId> {
        let mut last = arc;
        for _ in 0..self.known.len() {
            match self.next_arc(last) {
                Some(next) => last = next,
                None => return self.axis.twin(last).map(|_| last),
            }
        }
        None
    }

    /// The end, the length from a part of the first arc on, and the least clearance of the roadmap edge that an arc begins.
    fn walk(&self, arc: ArcId, from: f64) -> Option<(WaypointId, f64, f64)> {
        let (length, mut narrowest) = self.measure(arc, from);
        let (mut last, mut lengths) = (arc, vec![length]);
        for _ in 0..self.known.len() {
            let Some(next) = self.next_arc(last) else { break };
            let (length, room) = self.measure(next, 0.0);
            lengths.push(length);
            narrowest = narrowest.min(room);
            last = next;
        }
        self.axis.twin(last)?;
        let waypoint = self.known[self.axis.target(last).index()].waypoint?;
        // Added up in an order that does not depend on where one comes from.
        lengths.sort_unstable_by(f64::total_cmp);
        Some((waypoint, lengths.iter().sum(), narrowest))
    }

    /// How long an arc is from a part of it on, and how narrow.
    fn measure(&self, arc: ArcId, from: f64) -> (f64, f64) {
        let ends = [self.axis.along(arc, from), self.axis.along(arc, 1.0)];
        let narrowest = self.narrowest(arc, from, ends);
        let [a, b] = ends.map(|end| end.at);
        if !self.axis.is_parabola(arc) {
            return (a.distance(b), narrowest);
        }
        // A whole arc is always measured from the same end, so that both directions have the same length to the bit.
        if let Some(twin) = self.axis.twin(arc).filter(|_| from == 0.0 && (b.x, b.y) < (a.x, a.y)) {
            return (self.measure(twin, 0.0).0, narrowest);
        }
        let (mut before, mut length) = (a, 0.0);
        for i in 1..=PARABOLA_PIECES {
            let next = self.axis.along(arc, from + (1.0 - from) * f64::from(i) / f64::from(PARABOLA_PIECES)).at;
            length += before.distance(next);
            before = next;
        }
        (length, narrowest)
    }

    /// The least clearance of an arc from a part of it on. It has one minimum at most: three points close in on it.
    fn narrowest(&self, arc: ArcId, from: f64, [first, last]: [OnArc; 2]) -> f64 {
        if from <= 0.0 {
            return self.axis.narrowest(arc).clearance;
        }
        let clearance = |part: f64| self.axis.along(arc, part).clearance;
        let (mut low, mut high) = (from, 1.0);
        for _ in 0..48 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if clearance(a) <= clearance(b) { high = b } else { low = a }
        }
        clearance(low).min(first.clearance).min(last.clearance)
    }
}

impl MapRoadmap for AxisGraph {
    /// Catches up with the edits of its map, by [`Map::changes_since`]. If these are forgotten, or if it is another map, it is
    /// rebuilt.
    ///
    /// Cost: that of the axis, and the edges through the nodes that it has changed.
    fn follow(&mut self, map: &Map) {
        match map.changes_since(self.revision).map(touched) {
            Ok(touched) if map.revision() != self.revision => {
                self.axis.repair(map, &touched);
                self.look_again();
                self.revision = map.revision();
            }
            Ok(_) => self.roadmap.begin(),
            Err(_) => *self = AxisGraph::of(map, self.radius),
        }
    }

    fn roadmap(&self) -> &Roadmap {
        &self.roadmap
    }
}
