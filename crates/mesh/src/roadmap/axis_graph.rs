//! The medial axis as a graph.

use super::places::{PlaceId, Roadmap};
use crate::axis::{ArcId, Axis, NodeId, OnArc};
use crate::journal::{Revision, touched};
use crate::map::Map;
use navigant_geometry::Point;

/// The medial axis for a disc of some radius: places where it ends or forks, and the ways along it that are wide enough.
///
/// This is the graph of an Explicit Corridor Map (Geraerts, "Planning Short Paths with Clearance using Explicit
/// Corridors", 2010). Where the nearest obstacles merely change, the axis goes on: that is no place but a bend of a way.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::roadmap::AxisGraph;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 10.0]))?;
/// let mut graph = AxisGraph::of(&map, 0.7);
/// // Four corners, the two ends of the ridge, and the ridge itself: nothing else is wide enough.
/// assert_eq!((graph.roadmap().place_count(), graph.roadmap().way_count()), (6, 1));
/// map.insert(&Outline::rectangle([14.0, 4.0], [16.0, 6.0]))?;
/// graph.follow(&map);
/// assert_eq!((graph.vertex_count(), graph.edge_count()), (8, 8));
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
    place: Option<PlaceId>,
    /// Where its arcs lead.
    ends: Vec<NodeId>,
}

/// The ways from somewhere beside the axis to the places it leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attached {
    /// Where.
    pub at: Point,
    /// At most two.
    pub ways: Vec<(PlaceId, f64)>,
}

/// Into how many straight pieces a parabola is cut to be measured.
const PIECES: u32 = 16;

impl AxisGraph {
    /// The graph of a map as it is now, for discs of a radius in metres; one that is not a number fits nowhere.
    pub fn of(map: &Map, radius: f64) -> AxisGraph {
        let (roadmap, revision) = (Roadmap::default(), map.revision());
        let mut graph = AxisGraph { axis: Axis::of(map), radius, roadmap, known: Vec::new(), revision };
        graph.look_again();
        graph
    }

    /// Catches up with the edits of its map, by [`Map::changes_since`]. If these are forgotten, or if it is another map, it is
    /// built anew.
    ///
    /// Cost: that of the [axis](Axis::follow), and the ways through the nodes that it has changed.
    pub fn follow(&mut self, map: &Map) {
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

    /// The graph.
    pub fn roadmap(&self) -> &Roadmap {
        &self.roadmap
    }

    /// The axis.
    pub fn axis(&self) -> &Axis {
        &self.axis
    }

    /// How many vertices the axis has, wide enough or not.
    pub fn vertex_count(&self) -> usize {
        self.roadmap.place_count()
    }

    /// How many edges the axis has between them, wide enough or not.
    pub fn edge_count(&self) -> usize {
        let vertices = self.known.iter().filter(|known| known.place.is_some());
        vertices.map(|known| known.ends.len()).sum::<usize>() / 2
    }

    /// The ways from a point along the axis; `None` where a disc of the radius does not fit, and in a map that it does not
    /// [follow](AxisGraph::follow), or has not yet.
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
        let mut ways: Vec<(PlaceId, f64)> = Vec::new();
        let directions = [Some((arc, part)), self.axis.twin(arc).map(|twin| (twin, 1.0 - part))];
        for (arc, from) in directions.into_iter().flatten() {
            if let Some((place, length, narrowest)) = self.walk(arc, from)
                && narrowest >= self.radius
            {
                ways.push((place, access + length));
            }
        }
        Some(Attached { at, ways })
    }

    /// Looks at the nodes that the axis's latest edit has changed, and at whoever was or is joined to them.
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
            known.place.into_iter().for_each(|place| self.roadmap.remove(place));
        }
        for &n in &around {
            let ends: Vec<NodeId> = self.ends(n).collect();
            let known = &mut self.known[n.index()];
            known.ends = ends;
            match (known.place, known.ends.len() == 2) {
                (Some(place), true) => {
                    known.place = None;
                    self.roadmap.remove(place);
                }
                (None, false) => known.place = Some(self.roadmap.add(self.axis.point(n))),
                _ => {}
            }
        }
        self.join(&around);
        self.roadmap.finish();
    }

    /// Finds the ways through some nodes anew.
    fn join(&mut self, around: &[NodeId]) {
        let mut vertices: Vec<NodeId> = Vec::new();
        for &n in around {
            if self.known[n.index()].place.is_some() {
                vertices.push(n);
            }
            let ends = self.axis.arcs_from(n).filter_map(|arc| self.last_arc(arc));
            vertices.extend(ends.map(|arc| self.axis.target(arc)));
        }
        vertices.sort_unstable();
        vertices.dedup();
        let mut ways = Vec::new();
        for n in vertices {
            let Some(place) = self.known[n.index()].place else { continue };
            ways.clear();
            for arc in self.axis.arcs_from(n) {
                if let Some((end, length, narrowest)) = self.walk(arc, 0.0)
                    && narrowest >= self.radius
                    && end != place
                {
                    ways.push((end, length));
                }
            }
            self.roadmap.set_ways(place, &mut ways);
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
        if self.known[n.index()].place.is_some() {
            return None;
        }
        self.axis.arcs_from(n).find(|&other| other != twin && self.axis.twin(other).is_some())
    }

    /// The last arc of the way that an arc begins; `None` if it has no end.
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

    /// Where the way that an arc begins ends, how long it is from a part of that arc on, and how narrow.
    fn walk(&self, arc: ArcId, from: f64) -> Option<(PlaceId, f64, f64)> {
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
        let place = self.known[self.axis.target(last).index()].place?;
        // Added up in an order that does not depend on where one comes from.
        lengths.sort_unstable_by(f64::total_cmp);
        Some((place, lengths.iter().sum(), narrowest))
    }

    /// How long an arc is from a part of it on, and how narrow.
    fn measure(&self, arc: ArcId, from: f64) -> (f64, f64) {
        let ends = [self.axis.along(arc, from), self.axis.along(arc, 1.0)];
        let narrowest = self.narrowest(arc, from, ends);
        let [a, b] = ends.map(|end| end.at);
        if !self.axis.is_parabola(arc) {
            return (a.distance(b), narrowest);
        }
        // A whole arc is measured from the same end by whoever measures it.
        if let Some(twin) = self.axis.twin(arc).filter(|_| from == 0.0 && (b.x, b.y) < (a.x, a.y)) {
            return (self.measure(twin, 0.0).0, narrowest);
        }
        let (mut before, mut length) = (a, 0.0);
        for i in 1..=PIECES {
            let next = self.axis.along(arc, from + (1.0 - from) * f64::from(i) / f64::from(PIECES)).at;
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
