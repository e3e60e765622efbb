//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

mod graphs;

pub use crate::axis::retract::Retraction;
pub use crate::axis::site::Site;
pub use crate::clearance::{Arc, Feature, Gate, Profiles, Reach, Room, gap_is_below, leeway};
pub use crate::components::Components;
pub use crate::dead_ends::{Beyond, DeadEnds};
pub use crate::edited::Edited;
pub use crate::layers::{Leg, Slope, Stretch, Surface, Tolls};
pub use crate::nearest::Nearest;
pub use crate::pinches::Pinches;
pub use crate::roadmap::graph::Former;
pub use crate::saved::write_checksum;
pub use crate::sight::{Passing, RayEnd};
pub use graphs::*;

use crate::axis::{ArcId, NodeId, OnArc};
use crate::{
    AreaMesh, Axis, BadLayers, BadRegion, Bounds, Change, ComponentId, EdgeId, FaceId, Height, Layer, LayerId,
    LayeredMap, Location, Map, NotFollowed, ObstacleId, Outline, Point, RegionId, Regions, Revision, Role, Seam,
    SeamId, UnknownObstacle, VertexId, WaypointId,
};
use navigant_geometry::Lattice;
pub use navigant_geometry::internals::{LatticeInternals, LatticePoint, PointInternals};
use navigant_geometry::internals::{Loops, Offset, expose};

expose! {
    /// What the other crates need of [`Map`] beyond its public interface.
    MapInternals for Map {
        /// The connected parts of the free space.
        fn components(&self) -> &Components;
        /// Twice the area of a face, in square steps.
        fn twice_area(&self, f: FaceId) -> i64;
        /// The dead ends.
        fn dead_ends(&self) -> &DeadEnds;
        /// Where edits were made since a revision and what they did, the oldest first; not which faces they touched, but for longer than
        /// [`Map::changes_since`]: after a million edits, and whatever was edited elsewhere. Where hundreds of edits were made close
        /// together, the oldest of them are one.
        fn edited_since(&self, since: Revision) -> Result<Vec<Edited>, NotFollowed>;
        /// Whether the map was once at a revision: it is its own, or edits have led from there to here. False for revisions of other
        /// maps, of clones that were edited otherwise, and of more than a million edits ago.
        fn descends_from(&self, revision: Revision) -> bool;
        /// Whether all obstacles of an earlier revision still exist, unmoved: then no shortest path has become shorter since, up to a
        /// lattice step. False if the map does not [descend](Self::descends_from) from that revision.
        fn has_kept_all_of(&self, revision: Revision) -> bool;
        /// Whether there may be vertices in free space without a wall: obstacles of no extent, or so small that they are rounded to
        /// a point.
        fn has_points(&self) -> bool;
        /// The version in which an obstacle was inserted, or last moved.
        fn standing_since(&self, id: ObstacleId) -> Result<u64, UnknownObstacle>;
        /// The pinches: a lazy cache, computed by one pass over all vertices at the first query and maintained from the faces that
        /// edits touch.
        fn pinches(&self) -> &Pinches;
        /// What crossing seams costs; `None` if it costs nothing anywhere.
        fn tolls(&self) -> Option<&Tolls>;
        /// Where a point lies, by a walk from a face near it: the fast way for something that moves.
        fn locate_near(&self, p: impl Into<Point>, near: FaceId) -> Option<Location>;
        /// Where a point lies in a layer; `None` when there is no such layer.
        fn locate_on(&self, layer: LayerId, p: impl Into<Point>) -> Option<Location>;
        /// How many layers there are.
        fn layer_count(&self) -> usize;
        /// The layer of a face.
        fn layer_of(&self, f: FaceId) -> LayerId;
        /// The faces that a location lies in or on.
        fn faces_at(&self, location: Location) -> impl Iterator<Item = FaceId> + '_;
        /// The faces that meet a closed box; nothing when the box is not finite.
        fn faces_in(&self, region: Bounds) -> Vec<FaceId>;
        /// Follows the ray from a point through a vertex, to which it has come as `at` says, past that vertex: calls
        /// `reached` for every further vertex on it and says what ends it.
        fn follow_ray(&self, from: LatticePoint, at: Passing, reached: impl FnMut(Passing)) -> RayEnd;
        /// Whether there is a face with this id.
        fn has_face(&self, f: FaceId) -> bool;
        /// Whether there is an edge with this id.
        fn has_edge(&self, e: EdgeId) -> bool;
        /// Whether there is a vertex with this id, be it a corner of the lattice's square.
        fn has_vertex(&self, v: VertexId) -> bool;
        /// The edges that start at a vertex, counter-clockwise.
        fn edges_from(&self, v: VertexId) -> impl Iterator<Item = EdgeId> + '_;
        /// Where a vertex lies on the lattice.
        fn lattice_point(&self, v: VertexId) -> LatticePoint;
        /// How many segments of floors and obstacles run along an edge.
        fn multiplicity(&self, e: EdgeId) -> usize;
        /// The obstacles that cover a face.
        fn obstacles_over(&self, f: FaceId) -> impl Iterator<Item = ObstacleId> + '_;
        /// The arrangement of some outlines without a floor, in which shapes are numbered as the outlines, each a range of chains: for
        /// questions which outlines cover a face. Nothing in it is walkable.
        fn of_outlines(lattice: Lattice, loops: &Loops, outlines: &[std::ops::Range<usize>]) -> Map;
        /// The shapes that cover a face, by their numbers, in increasing order.
        fn shapes_over(&self, f: FaceId) -> impl Iterator<Item = u32> + '_;
        /// The shapes whose segments run along an edge, by their numbers, a shape as often as its segments run here.
        fn shapes_along(&self, e: EdgeId) -> impl Iterator<Item = u32> + '_;
        /// The heat of a vertex: how many segment ends and crossings make its pixel hot.
        fn heat(&self, v: VertexId) -> u32;
        /// A place where a disc has room for a search, all in steps: one that has none by rounding is moved to the nearest one around
        /// its face. `None` if there is none.
        fn moved_into_room(&self, place: Offset, radius: f64) -> Option<Offset>;
        /// The gates of an edge for a radius in metres: the intervals of it with at least that clearance, in order.
        /// None where the edge is a wall; all of it for radius 0.
        fn gates(&self, e: EdgeId, radius: f64) -> Vec<Gate>;
        /// The clearance profiles of all free edges: a lazy cache, computed at the first query and maintained from the faces that edits
        /// touch.
        fn profiles(&self) -> &Profiles;
        /// Whether a disc has room at a place, all in steps, up to a leeway; but not in the middle of a gap that is too narrow.
        fn has_room_beside(&self, place: Offset, radius: f64, leeway: f64) -> bool;
        /// By how much places are off that are given in metres, in steps: much where the origin is far away.
        fn rounded_by(&self) -> f64;
        /// The features among which the nearest one of every point in a free face is: the face's own, and those in the
        /// profiles of its edges. Some may come twice.
        fn features_near(&self, f: FaceId) -> impl Iterator<Item = Feature> + '_;
        /// A point in steps of the lattice, not rounded.
        fn steps(&self, p: Point) -> Offset;
        /// The point at a place that is given in steps of the lattice.
        fn at_steps(&self, at: Offset) -> Point;
        /// Whether a feature that is listed near a face is really as near to a place in it as it is in plan: on layers it may be above or
        /// below.
        fn is_seen(&self, f: FaceId, place: Offset, feature: Feature) -> bool;
        /// Whether a place lies in a face, but for rounding.
        fn holds(&self, f: FaceId, place: Offset) -> bool;
        /// The free face that a place lies in that is near another one, in a face: to which the straight line leads, through seams.
        fn face_towards(&self, f: FaceId, from: Offset, to: Offset) -> Option<FaceId>;
        /// Whether the straight line from a place in a face to the nearest point of a wall, the side of a free face, leads to that side.
        fn leads_to_wall(&self, f: FaceId, line: [Offset; 2], wall: EdgeId) -> bool;
        /// The free face that a place of a layer lies in; on the border of several, one of them.
        fn face_on(&self, layer: LayerId, place: Offset) -> Option<FaceId>;
        /// The clearance at a point of a layer; see [`Map::clearance_at`].
        fn clearance_on(&self, layer: LayerId, p: Point) -> Option<f64>;
        /// [`has_room_beside`](Self::has_room_beside) at a place in a free face.
        fn has_room_in(&self, f: FaceId, place: Offset, radius: f64, leeway: f64) -> bool;
        /// [`moved_into_room`](Self::moved_into_room) for a place in a free face, and the face that it is moved to.
        fn moved_into_room_in(&self, f: FaceId, place: Offset, radius: f64) -> Option<(Offset, FaceId)>;
        /// The free face that a place in steps lies in, not rounded to the lattice; on the border of several, one of them.
        fn face_of(&self, place: Offset) -> Option<FaceId>;
        /// All components and their areas in square metres, each summed exactly and rounded once: a pass over all faces.
        fn component_areas(&self) -> Vec<(ComponentId, f64)>;
        /// The component that a point lies in; `None` where one cannot stand. Where a point on walls borders several, the
        /// one of the first free face around it.
        fn component_at(&self, p: impl Into<Point>) -> Option<ComponentId>;
        /// Whether an obstacle is in the map.
        fn contains(&self, id: ObstacleId) -> bool;
        /// The floors' outlines as they lie on the lattice, in the order of their slots: rings closed implicitly.
        fn floors(&self) -> impl Iterator<Item = Vec<(Role, Vec<Point>)>> + '_;
        /// The walkable point nearest to `p`, but for a step of the lattice: `p` itself where one can stand there. `None` when nothing
        /// is walkable at all or `p` is not a number. [`Map::is_walkable`] is true of the answer.
        fn nearest_walkable(&self, p: impl Into<Point>) -> Option<Point>;
        /// The vertex an edge leads to.
        fn target(&self, e: EdgeId) -> VertexId;
        /// How many vertices there are, the four corners of the lattice's square included.
        fn vertex_count(&self) -> usize;
        /// How many faces there are.
        fn face_count(&self) -> usize;
        /// The length of arrays indexed by `VertexId::index`.
        fn vertex_slots(&self) -> usize;
        /// The length of arrays indexed by `FaceId::index`.
        fn face_slots(&self) -> usize;
        /// The map's memory in bytes, without spare capacity and without its journal.
        fn memory_bytes(&self) -> usize;
        /// All vertices but the corners of the lattice's square.
        fn vertices(&self) -> impl Iterator<Item = VertexId> + '_;
        /// How many edits the map has seen.
        fn version(&self) -> u64;
        /// The obstacles that a wall belongs to, an obstacle as often as its segments run here; floors are left out.
        fn owners(&self, e: EdgeId) -> impl Iterator<Item = ObstacleId> + '_;
    }
}

expose! {
    /// What the other crates need of [`LayeredMap`] beyond its public interface.
    LayeredMapInternals for LayeredMap {
        /// Where a line of points in plan leads, from a point of a layer on: the layers it is in, and the seams it crosses. `None` if
        /// it leads through a wall, or bends where nothing is to bend around.
        fn trace(&self, layer: LayerId, legs: &[Leg]) -> Option<Vec<Stretch>>;
        /// The same for a line of points that keeps away from walls, as the path of a disc does. `None` if it leads through one.
        fn trace_free(&self, layer: LayerId, points: &[Point]) -> Option<Vec<Stretch>>;
        /// The map of all layers: what it says about points in plan holds for the first layer.
        fn as_map(&self) -> &Map;
        /// The layer that an obstacle was inserted on.
        ///
        /// # Errors
        /// [`UnknownObstacle`].
        fn layer_of(&self, id: ObstacleId) -> Result<LayerId, UnknownObstacle>;
        /// The height of a layer; `None` if there is no such layer.
        fn height(&self, layer: LayerId) -> Option<Height>;
        /// The height of a layer at a place; `None` if there is no such layer.
        fn height_at(&self, layer: LayerId, p: impl Into<Point>) -> Option<f64>;
        /// The height of the even piece of ground around a place of a layer; `None` if there is no such layer.
        fn ground_at(&self, layer: LayerId, p: Point) -> Option<Height>;
        /// How long a straight line in plan is on the ground of a layer: along slopes, without what one steps up and down.
        fn ground_length(&self, layer: LayerId, from: Point, to: Point) -> f64;
        /// [`LayeredMap::build`] on a lattice that is given.
        ///
        /// # Errors
        /// As there.
        fn build_on(lattice: Lattice, layers: &[Layer], seams: &[Seam]) -> Result<LayeredMap, BadLayers>;
        /// The seams as they are on the lattice, in the order they were given.
        fn seams(&self) -> impl ExactSizeIterator<Item = Seam> + '_;
        /// Whether one gets through any part of a seam; false if there is no such seam.
        fn is_open(&self, seam: SeamId) -> bool;
        /// The walkable area of all layers together, in plan, in square metres.
        fn free_area(&self) -> f64;
        /// All obstacles, in the order of their slots.
        fn obstacles(&self) -> impl Iterator<Item = ObstacleId> + '_;
        /// What the latest edit did, on all layers: its region is in plan.
        fn change(&self) -> &Change;
        /// Which version of which map this is.
        fn revision(&self) -> Revision;
        /// All layers.
        fn layers(&self) -> impl ExactSizeIterator<Item = LayerId>;
        /// Whether one can walk from one point to another.
        fn are_connected(&self, from: (LayerId, impl Into<Point>), to: (LayerId, impl Into<Point>)) -> bool;
    }
}

expose! {
    /// What the other crates need of [`AreaMesh`] beyond its public interface.
    AreaMeshInternals for AreaMesh {
        /// Whether the map and its regions are still as they were.
        fn is_of(&self, map: &Map) -> bool;
        /// The revisions of the map and of its regions.
        fn revisions(&self) -> [Revision; 2];
        /// The triangulation. What is free in it is what no region covers; ask [`is_walkable`](Self::is_walkable).
        fn mesh(&self) -> &Map;
        /// The kinds of regions, sorted.
        fn kinds(&self) -> &[String];
        /// The kinds of the regions over a triangle, the topmost last.
        fn kinds_over(&self, f: FaceId) -> Vec<usize>;
        /// The map without regions, and with those of some kinds as obstacles.
        fn closed(&self, is_closed: impl Fn(usize) -> bool) -> Map;
        /// Whether an edge blocks: it is a wall of an obstacle or a border of the floors.
        fn is_wall(&self, e: EdgeId) -> bool;
        /// Whether a triangle lies on a floor and in no obstacle.
        fn is_walkable(&self, f: FaceId) -> bool;
        /// The kind of the topmost region at a point, if there is any.
        fn kind_at(&self, p: impl Into<Point>) -> Option<&str>;
    }
}

expose! {
    /// What the other crates need of [`Regions`] beyond its public interface.
    RegionsInternals for Regions {
        /// Whether there are none.
        fn is_empty(&self) -> bool;
        /// Whether there is a region with this id.
        fn contains(&self, id: RegionId) -> bool;
        /// The version of the regions with which one came, or was moved last; 0 if it is not there.
        fn since(&self, id: RegionId) -> u64;
        /// All triangles; they cover the whole square of the lattice. Their ids are not those of the map's faces.
        fn faces(&self) -> impl Iterator<Item = FaceId> + '_;
        /// The corners of a triangle, counter-clockwise.
        fn corners(&self, f: FaceId) -> [Point; 3];
        /// The regions over a triangle.
        fn over(&self, f: FaceId) -> impl Iterator<Item = RegionId> + '_;
        /// Which version of the regions of which map this is.
        fn revision(&self) -> Revision;
        /// What the latest edit of a region did: to the triangles of this triangulation, never to paths.
        fn change(&self) -> &Change;
        /// What the edits of regions since a revision did, the oldest first, as by [`Map::changes_since`].
        fn changes_since(&self, since: Revision) -> Result<impl ExactSizeIterator<Item = &Change>, NotFollowed>;
        /// A region's outline as it lies on the lattice: rings closed implicitly, lines open.
        ///
        /// # Errors
        /// [`BadRegion::Unknown`].
        fn outline(&self, id: RegionId) -> Result<Vec<(Role, Vec<Point>)>, BadRegion>;
    }
}

expose! {
    /// What the other crates need of [`Axis`] beyond its public interface.
    AxisInternals for Axis {
        /// The revision of the map that it is the medial axis of.
        fn revision(&self) -> Revision;
        /// The length of arrays indexed by `NodeId::index`.
        fn node_slots(&self) -> usize;
        /// Its memory in bytes, without spare capacity: some 470 a node, 900 for each vertex of a city. Cost: a pass over it.
        fn memory_bytes(&self) -> usize;
        /// The nearest sites of a node, sorted: three or more, and two in a corner; none for an id that names none.
        fn sites(&self, n: NodeId) -> &[Site];
        /// The same arc from its other end. There always is one, except where things are so nearly the same that not even 31
        /// digits tell them apart, and for an arc that is not there.
        fn twin(&self, arc: ArcId) -> Option<ArcId>;
        /// Whether there is an arc with this id.
        fn is_arc(&self, arc: ArcId) -> bool;
        /// What is nearest to the right and to the left of an arc; the middle of the lattice for one that is not there, which has no
        /// length and no clearance.
        fn sides(&self, arc: ArcId) -> [Site; 2];
        /// Whether an arc is a piece of a parabola, and not straight.
        fn is_parabola(&self, arc: ArcId) -> bool;
        /// The place at a part of an arc, from 0 where it starts to 1 where it ends.
        fn along(&self, arc: ArcId, part: f64) -> OnArc;
        /// The faces whose part of the medial axis the latest edit may have changed: everywhere else it is as it was.
        fn affected(&self) -> &[FaceId];
        /// Whether there is a node with this id.
        fn is_node(&self, n: NodeId) -> bool;
        /// How many nodes there are.
        fn node_count(&self) -> usize;
        /// The position of a node; the middle of the lattice for an id that names none, as those of other axes and of removed nodes.
        fn point(&self, n: NodeId) -> Point;
        /// The clearance at a node in metres; 0 in a corner, and for an id that names none.
        fn clearance(&self, n: NodeId) -> f64;
        /// The node an arc starts at.
        fn origin(&self, arc: ArcId) -> NodeId;
        /// The node an arc leads to.
        fn target(&self, arc: ArcId) -> NodeId;
        /// The place of an arc where the clearance is least.
        fn narrowest(&self, arc: ArcId) -> OnArc;
        /// The axis of a map as it is now.
        fn of(map: &Map) -> Axis;
        /// Takes in all edits of its map since it was up to date, by [`Map::changes_since`]. If these are forgotten, or if it is another
        /// map, the axis is rebuilt.
        ///
        /// Cost: the faces that the edits touched, and those that see other sites than before.
        fn follow(&mut self, map: &Map);
        /// Where a place comes to the axis if it goes straight away from what is nearest to it until something else is as
        /// near; `None` where one cannot stand or has no room at all, and for a map at another revision than this is the axis of.
        ///
        /// Cost: the faces on the way.
        fn retract(&self, map: &Map, p: impl Into<Point>) -> Option<Retraction>;
        /// The arcs that leave a node, counter-clockwise. Where there are two, the nearest sites change and the medial axis continues.
        fn arcs_from(&self, n: NodeId) -> impl Iterator<Item = ArcId> + '_;
    }
}

expose! {
    /// What the other crates need of [`EdgeId`] beyond its public interface.
    EdgeIdInternals for EdgeId {
        /// The edge before it in the same triangle.
        fn prev(self) -> EdgeId;
    }
}

expose! {
    /// What the other crates need of [`Layer`] beyond its public interface.
    LayerInternals for Layer {
        /// Floors in a plane.
        fn of(floors: Vec<Outline>, height: Height) -> Layer;
        /// The same floors over uneven ground.
        fn over(self, surface: Surface) -> Layer;
    }
}

expose! {
    /// What the other crates need of [`LayerId`] beyond its public interface.
    LayerIdInternals for LayerId {
        /// The layer with a number; whether a map has it, the map tells.
        fn new(number: u16) -> Self;
    }
}

expose! {
    /// What the other crates need of [`Revision`] beyond its public interface.
    RevisionInternals for Revision {
        /// How many edits led to it, the building counted as one.
        fn version(self) -> u64;
    }
}

expose! {
    /// What the other crates need of [`Change`] beyond its public interface.
    ChangeInternals for Change {
        /// How many faces the edit touched: those that came or changed their meaning.
        fn faces_touched(&self) -> usize;
    }
}

expose! {
    /// What the other crates need of [`Height`] beyond its public interface.
    HeightInternals for Height {
        /// The same height everywhere.
        fn level(z: f64) -> Height;
        /// A ramp or a flight of stairs that rises evenly from one place to another, and is level across. If they are above each other,
        /// the result is not finite, and no layer is built with it.
        fn between(from: [f64; 3], to: [f64; 3]) -> Height;
        /// The height at a place.
        fn at(&self, p: impl Into<Point>) -> f64;
    }
}

/// Numbers of ids, for arrays indexed by them.
pub trait IdInternals: Copy {
    /// Its place in arrays.
    fn index(self) -> usize;
}

macro_rules! indexed {
    ($($id:ty),*) => { $(impl IdInternals for $id {
        #[inline]
        fn index(self) -> usize {
            <$id>::index(self)
        }
    })* };
}

indexed!(EdgeId, FaceId, VertexId, LayerId, SeamId, NodeId, WaypointId);
