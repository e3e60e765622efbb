//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::axis::site::Site;
pub use crate::clearance::{Arc, Feature, Gate, Profiles, Reach, Room, gap_is_below, leeway};
pub use crate::components::Components;
pub use crate::dead_ends::{Beyond, DeadEnds};
pub use crate::edited::Edited;
pub use crate::layers::{Leg, Stretch};
pub use crate::nearest::Nearest;
pub use crate::pinches::Pinches;
pub use crate::roadmap::graph::Former;
pub use crate::saved::write_checksum;
pub use crate::sight::{Passing, RayEnd};

use crate::axis::{ArcId, NodeId, OnArc};
use crate::grid::Direction;
use crate::grid::{AdaptiveGrid, QuadId};
use crate::roadmap::{AxisGraph, BadQuadTree, ConvexCells, HybridGraph, ProbabilisticRoadmap, QuadTreeMesh, Sampling};
use crate::{
    AreaMesh, Axis, Bounds, Cell, CellId, Change, ComponentId, EdgeId, FaceId, Grid, LatticePoint, LayerId, LayeredMap,
    Location, Map, MapGrid, NotFollowed, ObstacleId, Point, RegionId, Regions, Revision, Roadmap, UnknownObstacle,
    VertexId, WaypointId,
};
use navigant_geometry::internals::{Offset, expose};

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
        /// The free face that a place in steps lies in, not rounded to the lattice; on the border of several, one of them.
        fn face_of(&self, place: Offset) -> Option<FaceId>;
        /// All components and their areas in square metres, each summed exactly and rounded once: a pass over all faces.
        fn component_areas(&self) -> Vec<(ComponentId, f64)>;
    }
}

expose! {
    /// What the other crates need of [`LayeredMap`] beyond its public interface.
    LayeredMapInternals for LayeredMap {
        /// Where a line of points in plan leads, from a point of a layer on: the layers it is in, and the seams it crosses. `None` if
        /// it leads through a wall, or bends where nothing is to bend around.
        fn trace(&self, layer: LayerId, legs: &[Leg]) -> Option<Vec<Stretch>>;
        /// The map of all layers: what it says about points in plan holds for the first layer.
        fn as_map(&self) -> &Map;
        /// The layer that an obstacle was inserted on.
        ///
        /// # Errors
        /// [`UnknownObstacle`].
        fn layer_of(&self, id: ObstacleId) -> Result<LayerId, UnknownObstacle>;
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
    }
}

expose! {
    /// What the other crates need of [`Axis`] beyond its public interface.
    AxisInternals for Axis {
        /// The revision of the map that it is the medial axis of.
        fn revision(&self) -> Revision;
        /// The length of arrays indexed by [`NodeId::index`].
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
    }
}

expose! {
    /// What the other crates need of [`Grid`] beyond its public interface.
    GridInternals for Grid {
        /// Whether every walkable cell has weight 1, so that only lengths count.
        fn is_unweighted(&self) -> bool;
        /// The steps worth taking on a path that came to a cell by a step from `parent`; all of them if it did not.
        fn steps_onward(&self, parent: CellId, from: CellId) -> impl Iterator<Item = (CellId, f64)> + '_;
        /// The directions worth taking on a path that came to a cell in a direction; all of them if it begins there. See
        /// [`steps_onward`](Self::steps_onward).
        fn directions_onward(&self, from: CellId, came: Option<Direction>) -> impl Iterator<Item = Direction>;
        /// The [directions worth taking](Self::directions_onward), and the cells they lead to.
        fn moves_onward(&self, from: CellId, came: Option<Direction>) -> impl Iterator<Item = (Direction, CellId)> + '_;
        /// By cell, row by row: its weight; 0 where it is blocked.
        fn weights(&self) -> &[u8];
        /// By cell: the set of directions in which a step leads from it, one bit each in the order of [`Direction::ALL`]. Compare with a
        /// copy to see what an edit has changed.
        fn move_sets(&self) -> &[u8];
        /// Whether a step leads from a cell in a direction.
        fn can_step(&self, from: Cell, direction: Direction) -> bool;
        /// The directions in which a step leads from a cell, clockwise from north.
        fn directions(&self, from: CellId) -> impl Iterator<Item = Direction>;
        /// The cell one step away in a direction and what the step costs, if one may take it.
        fn step(&self, from: CellId, direction: Direction) -> Option<(CellId, f64)>;
        /// The cell `steps` steps away in a direction and their cost, if none of them is blocked.
        fn run(&self, from: CellId, direction: Direction, steps: u32) -> Option<(CellId, f64)>;
        /// The octile distance between two cells: a lower bound on the cost between them, and a consistent heuristic. `None` if either
        /// is off the grid.
        fn octile(&self, a: CellId, b: CellId) -> Option<f64>;
        /// The length of a path in cells, from its numbers of straight and diagonal steps. `None` if two cells that follow
        /// each other are not joined by a step.
        fn length(&self, path: &[CellId]) -> Option<f64>;
    }
}

expose! {
    /// What the other crates need of [`AdaptiveGrid`] beyond its public interface.
    AdaptiveGridInternals for AdaptiveGrid {
        /// The length of arrays by square.
        fn slots(&self) -> usize;
        /// Whether there is an open square with this id.
        fn is_open(&self, id: QuadId) -> bool;
        /// The size of a cell, in metres.
        fn cell_size(&self) -> f64;
        /// The radius of the discs that it is for, in metres.
        fn radius(&self) -> f64;
        /// The squares that the edits caught up with last have opened, closed, or given other edges, sorted. Just made: all.
        fn affected(&self) -> &[QuadId];
    }
}

expose! {
    /// What the other crates need of [`MapGrid`] beyond its public interface.
    MapGridInternals for MapGrid {
        /// The directions in which a step leads from a cell, clockwise from north.
        fn directions(&self, from: CellId) -> impl Iterator<Item = Direction>;
        /// Width in cells.
        fn width(&self) -> u32;
        /// Height in cells.
        fn height(&self) -> u32;
        /// How many cells are open.
        fn open_count(&self) -> usize;
        /// The size of a cell, in metres.
        fn cell_size(&self) -> f64;
        /// The radius of the discs that it is for, in metres.
        fn radius(&self) -> f64;
        /// Column and row of a cell; `None` if there is no such cell.
        fn cell(&self, id: CellId) -> Option<Cell>;
        /// By cell: the set of directions in which a step leads from it, one bit each in the order of `Direction::ALL`.
        fn move_sets(&self) -> &[u8];
        /// The top left corner of the first cell.
        fn top_left(&self) -> Point;
        /// How many cells a grid with cells of a size has.
        ///
        /// # Errors
        /// [`BadMapGrid`](crate::grid::BadMapGrid).
        fn count(map: &Map, size: f64) -> Result<usize, crate::grid::BadMapGrid>;
    }
}

expose! {
    /// What the other crates need of [`Roadmap`] beyond its public interface.
    RoadmapInternals for Roadmap {
        /// The length of arrays indexed by [`WaypointId::index`].
        fn slots(&self) -> usize;
        /// What the latest edit affected, sorted: the waypoints that came, went, or have other edges than before. In a roadmap
        /// that was just built these are all.
        fn affected(&self) -> &[WaypointId];
        /// What the affected waypoints were before the latest edit, those that came with it apart.
        fn former(&self) -> &[Former];
        /// The box around the affected waypoints that are there; `None` if there are none.
        fn affected_bounds(&self) -> Option<Bounds>;
    }
}

expose! {
    /// What the other crates need of [`AxisGraph`] beyond its public interface.
    AxisGraphInternals for AxisGraph {
        /// How many vertices the axis has, wide enough or not.
        fn vertex_count(&self) -> usize;
        /// How many edges the axis has between them, wide enough or not.
        fn edge_count(&self) -> usize;
    }
}

expose! {
    /// What the other crates need of [`ConvexCells`] beyond its public interface.
    ConvexCellsInternals for ConvexCells {
        /// Whether an edge lies inside a cell.
        fn is_inside(&self, e: EdgeId) -> bool;
        /// How many cells there are in the map they were made for: a pass over its faces. Of another map it means nothing.
        fn count(&self, map: &Map) -> usize;
    }
}

expose! {
    /// What the other crates need of [`HybridGraph`] beyond its public interface.
    HybridGraphInternals for HybridGraph {
        /// The ends of the highways from a cell, sorted.
        fn highways(&self, from: CellId) -> &[CellId];
        /// The cells one step of the grid or one highway away, and what it costs in the grid's units; a highway's cost is
        /// rounded up to whole units, so that sums are exact.
        fn steps(&self, from: CellId) -> impl Iterator<Item = (CellId, f64)> + '_;
        /// The Euclidean distance between two cells, in the grid's units: a lower bound on the cost between them.
        fn straight(&self, from: CellId, to: CellId) -> f64;
    }
}

expose! {
    /// What the other crates need of [`ProbabilisticRoadmap`] beyond its public interface.
    ProbabilisticRoadmapInternals for ProbabilisticRoadmap {
        /// How it was made.
        fn sampling(&self) -> Sampling;
    }
}

expose! {
    /// What the other crates need of [`QuadTreeMesh`] beyond its public interface.
    QuadTreeMeshInternals for QuadTreeMesh {
        /// The square around a waypoint; `None` if there is no such waypoint.
        fn square(&self, waypoint: WaypointId) -> Option<Bounds>;
        /// The same with a minimum for the width and one for the height (`MinimumWidth` and `MinimumHeight` in the paper): a
        /// rectangle is split while it is larger than one of them.
        ///
        /// # Errors
        /// As [`QuadTreeMesh::of`].
        fn with_minimum(map: &Map, minimum: [f64; 2], neighbours: usize) -> Result<QuadTreeMesh, BadQuadTree>;
    }
}

expose! {
    /// What the other crates need of [`Cell`] beyond its public interface.
    CellInternals for Cell {
        /// The direction in which another cell lies, rounded to the diagonal if it is not straight; `None` to itself.
        fn direction_to(self, other: Cell) -> Option<Direction>;
        /// The cost of the shortest way between two cells of an empty grid: as many diagonal steps as possible.
        fn octile(self, other: Cell) -> f64;
    }
}

expose! {
    /// What the other crates need of [`Direction`] beyond its public interface.
    DirectionInternals for Direction {
        /// The direction back.
        fn opposite(self) -> Direction;
        /// The direction turned clockwise by a number of eighths of a circle.
        fn turned(self, eighths: u8) -> Direction;
        /// The direction of a number: the lower three bits of it, clockwise from north.
        fn numbered(number: u32) -> Direction;
        /// Columns and rows that a step in this direction goes.
        fn offset(self) -> (i32, i32);
        /// Whether the step is √2 long.
        fn is_diagonal(self) -> bool;
    }
}
