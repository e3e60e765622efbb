//! The medial axis of the free space: the points with two or more nearest obstacles (generalized Voronoi diagram).
//!
//! ```text
//!   ┌───────────────────┐
//!   │╲                 ╱│     Everywhere on the axis two obstacles are nearest, or more: at its *nodes*. Along an *arc*
//!   │ ╲               ╱ │     it is the same two. Between two walls or two corners an arc is straight, between a wall
//!   │  ●─────────────●  │     and a corner it is a parabola. Arcs also run into the corners of rooms.
//!   │ ╱               ╲ │
//!   │╱                 ╲│
//!   └───────────────────┘
//! ```
//!
//! Along the axis clearance is locally greatest, and every free point retracts onto it with growing clearance
//! (`retract`). So a disc gets from one place to another if it gets there along the axis; the question whether it does is
//! answered without the axis by [`Map::reaches`].
//!
//! **By faces.** The medial axis is computed face by face (`in_face`): the nearest site of every point in a free face is among the
//! few that its clearance profiles list, so nodes are discs that touch three of these. Nodes on an edge are found from both
//! sides and are known to be the same by their sites. What is joined to what follows from the order of the sites around
//! each node (`graph`). An edit changes the nodes of the faces it touches and of those whose profiles list other sites than
//! before (`upkeep`); no other face is visited. Tracing the cells of sites, as "A navigation mesh for dynamic environments"
//! (van Toll, Cook, Geraerts, 2012) does, has to start somewhere on the axis, and one step from arc to arc that is decided
//! wrongly spoils the rest of the trace; here each face is independent.
//!
//! **Degenerate input** is the rule on a lattice: more than three sites at one node, nodes on edges. Floats find the
//! candidates; whether a further site is as near is decided in double-double arithmetic (`double`). What that cannot tell apart is one
//! node. Faces with many sites are cut until few are near (`parts`), so that not every three of all are tried.

mod arc;
mod double;
mod graph;
mod growing;
mod in_face;
mod parts;
pub(crate) mod retract;
pub(crate) mod site;
mod touching;
mod upkeep;

use crate::ids::FaceId;
use crate::journal::Revision;
use crate::map::Map;
use arc::Curve;
use graph::Graph;
pub use graph::{ArcId, NodeId};
use navigant_geometry::internals::{LatticeInternals as _, Offset};
use navigant_geometry::{Lattice, Point};
use site::Site;
use upkeep::{InFace, Work};

/// The medial axis of a map's free space, for the version of the map it was found in.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 10.0]))?;
/// let axis = map.axis();
/// // Four corners and the two ends of the ridge.
/// assert_eq!((axis.nodes().count(), axis.arcs().count()), (6, 5));
/// // The ridge keeps 5 m from both long walls.
/// let ridge = axis.arcs().map(|arc| axis.arc(arc)).find(|arc| arc.narrowest.clearance == 5.0).ok_or("no ridge")?;
/// let mut ends = ridge.ends.map(|n| axis.node(n).at.x);
/// ends.sort_by(f64::total_cmp);
/// assert_eq!(ends, [5.0, 25.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Axis {
    lattice: Lattice,
    revision: Revision,
    graph: Graph,
    /// By face.
    faces: Vec<InFace>,
    affected: Vec<FaceId>,
    /// How many edits were followed.
    round: u64,
    work: Work,
}

/// A node of the medial axis: see [`Axis::node`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisNode {
    /// Where it is.
    pub at: Point,
    /// Its clearance in metres; 0 in a corner.
    pub clearance: f64,
}

/// An arc of the medial axis: see [`Axis::arc`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisArc {
    /// The node it starts at, and the one it leads to.
    pub ends: [NodeId; 2],
    /// Where the clearance is least.
    pub narrowest: OnArc,
}

/// A place on an arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnArc {
    /// Where it is.
    pub at: Point,
    /// Its clearance in metres.
    pub clearance: f64,
    /// The nearest points to its right and to its left.
    pub nearest: [Point; 2],
}

impl Map {
    /// The medial axis: a lazy cache, computed at the first query and maintained from the faces that edits touch.
    ///
    /// Cost at first: about 0.1 ms for a hundred faces; after edits: the faces they touched, and those that see other obstacles than
    /// before. Edits only note what they touched, and only searches named after the axis query it.
    pub fn axis(&self) -> &Axis {
        self.axis.get(|stale| match stale {
            Some(mut stale) => {
                stale.value.repair(self, &stale.touched);
                stale.value
            }
            None => Axis::of(self),
        })
    }
}

impl Axis {
    /// The revision of the map that it is the medial axis of.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// All nodes of the medial axis: points where at least three sites are nearest, and corners with less than half a turn free.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = self.graph.nodes.iter().enumerate();
        nodes.filter(|(_, node)| !node.sites.is_empty()).map(|(n, _)| NodeId(n as u32))
    }

    /// How many nodes there are.
    pub(crate) fn node_count(&self) -> usize {
        self.graph.count()
    }

    /// The length of arrays indexed by [`NodeId::index`].
    pub(crate) fn node_slots(&self) -> usize {
        self.graph.nodes.len()
    }

    /// Its memory in bytes, without spare capacity: some 470 a node, 900 for each vertex of a city. Cost: a pass over it.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.graph.memory_bytes() + self.faces.iter().map(InFace::memory_bytes).sum::<usize>()
    }

    /// Where a node is, and its clearance; the middle of the lattice and 0 for an id that names none, as those of other axes and of
    /// removed nodes.
    pub fn node(&self, n: NodeId) -> AxisNode {
        AxisNode { at: self.point(n), clearance: self.clearance(n) }
    }

    /// The position of a node; the middle of the lattice for an id that names none, as those of other axes and of removed nodes.
    pub(crate) fn point(&self, n: NodeId) -> Point {
        self.world(self.graph.disc(n).0)
    }

    /// The clearance at a node in metres; 0 in a corner, and for an id that names none.
    pub(crate) fn clearance(&self, n: NodeId) -> f64 {
        self.graph.disc(n).1 * self.lattice.step()
    }

    /// The nearest sites of a node, sorted: three or more, and two in a corner; none for an id that names none.
    pub(crate) fn sites(&self, n: NodeId) -> &[Site] {
        self.graph.sites(n)
    }

    /// The arcs that leave a node, counter-clockwise. Where there are two, the nearest sites change and the medial axis continues.
    pub(crate) fn arcs_from(&self, n: NodeId) -> impl Iterator<Item = ArcId> + '_ {
        (0..self.graph.exits(n).len() as u32).map(move |exit| ArcId { node: n, exit })
    }

    /// All arcs, each in one of its two directions.
    pub fn arcs(&self) -> impl Iterator<Item = ArcId> + '_ {
        self.nodes().flat_map(|n| self.arcs_from(n)).filter(|&arc| self.twin(arc).is_some_and(|twin| arc < twin))
    }

    /// The ends of an arc, and its narrowest place. Cost: that of the narrowest place, a few roots.
    pub fn arc(&self, arc: ArcId) -> AxisArc {
        AxisArc { ends: [self.origin(arc), self.target(arc)], narrowest: self.narrowest(arc) }
    }

    /// The node an arc starts at.
    pub(crate) fn origin(&self, arc: ArcId) -> NodeId {
        arc.node
    }

    /// The node an arc leads to.
    pub(crate) fn target(&self, arc: ArcId) -> NodeId {
        self.twin(arc).map_or(arc.node, |twin| twin.node)
    }

    /// The same arc from its other end. There always is one, except where things are so nearly the same that not even 31
    /// digits tell them apart, and for an arc that is not there.
    pub(crate) fn twin(&self, arc: ArcId) -> Option<ArcId> {
        self.graph.exit(arc).other
    }

    /// Whether there is an arc with this id.
    pub(crate) fn is_arc(&self, arc: ArcId) -> bool {
        (arc.exit as usize) < self.graph.exits(arc.node).len()
    }

    /// What is nearest to the right and to the left of an arc; the middle of the lattice for one that is not there, which has no
    /// length and no clearance.
    pub(crate) fn sides(&self, arc: ArcId) -> [Site; 2] {
        let exit = self.graph.exit(arc);
        [exit.right, exit.left]
    }

    /// Whether an arc is a piece of a parabola, and not straight.
    pub(crate) fn is_parabola(&self, arc: ArcId) -> bool {
        self.curve(arc).is_parabola()
    }

    /// The place at a part of an arc, from 0 where it starts to 1 where it ends.
    pub(crate) fn along(&self, arc: ArcId, part: f64) -> OnArc {
        let curve = self.curve(arc);
        let (at, clearance) = curve.at(part);
        OnArc {
            at: self.world(at),
            clearance: clearance * self.lattice.step(),
            nearest: [curve.right, curve.left].map(|site| self.world(site.nearest(at))),
        }
    }

    /// The place of an arc where the clearance is least.
    pub(crate) fn narrowest(&self, arc: ArcId) -> OnArc {
        self.along(arc, self.curve(arc).narrowest(0.0, 1.0))
    }

    /// An arc as a line of points, both ends included, no farther from it than a tolerance in metres.
    pub fn points(&self, arc: ArcId, tolerance: f64) -> Vec<Point> {
        let curve = self.curve(arc);
        let pieces = curve.pieces(tolerance / self.lattice.step());
        (0..=pieces).map(|i| self.world(curve.at(i as f64 / pieces as f64).0)).collect()
    }

    /// The faces whose part of the medial axis the latest edit may have changed: everywhere else it is as it was.
    pub(crate) fn affected(&self) -> &[FaceId] {
        &self.affected
    }

    /// The nodes that the latest edit added, removed or joined otherwise, sorted: all others are unchanged, and so are the arcs
    /// between them.
    pub(crate) fn changed_nodes(&self) -> &[NodeId] {
        &self.graph.changed
    }

    /// Whether there is a node with this id.
    pub(crate) fn is_node(&self, n: NodeId) -> bool {
        !self.graph.sites(n).is_empty()
    }

    fn curve(&self, arc: ArcId) -> Curve {
        let ends = [arc.node, self.target(arc)].map(|n| self.graph.disc(n));
        let [right, left] = self.sides(arc);
        Curve::new(ends, right, left)
    }

    fn world(&self, at: Offset) -> Point {
        let (origin, step) = (self.lattice.origin(), self.lattice.step());
        Point::new(origin.x + at.x * step, origin.y + at.y * step)
    }
}
