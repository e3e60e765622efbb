//! What the other crates need of grids and roadmaps beyond their public interface.

use crate::grid::{AdaptiveGrid, Direction, QuadId};
use crate::roadmap::graph::Former;
use crate::roadmap::{AxisGraph, BadQuadTree, ConvexCells, HybridGraph, ProbabilisticRoadmap, QuadTreeMesh, Sampling};
use crate::{Bounds, Cell, CellId, EdgeId, Grid, Map, MapGrid, Point, Roadmap, WaypointId};
use navigant_geometry::internals::expose;
use std::num::NonZeroU8;

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
        /// Width in cells.
        fn width(&self) -> u32;
        /// Height in cells.
        fn height(&self) -> u32;
        /// How many cells there are; their ids are the numbers below it.
        fn cells(&self) -> usize;
        /// The weight of a cell: `None` where it is blocked or off the grid.
        fn weight(&self, cell: Cell) -> Option<NonZeroU8>;
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
        /// How many open squares there are.
        fn open_count(&self) -> usize;
        /// The open squares, by their ids.
        fn open(&self) -> impl Iterator<Item = QuadId> + '_;
        /// The box of an open square.
        fn bounds(&self, id: QuadId) -> Option<Bounds>;
        /// The open square that a point lies in; `None` where there is none.
        fn quad_at(&self, p: impl Into<Point>) -> Option<QuadId>;
        /// The centre of an open square, as rounded to the map's lattice.
        fn centre(&self, map: &Map, id: QuadId) -> Option<Point>;
        /// The open squares that the disc can move to from an open square, and how long the ways to their centres are, in metres.
        fn edges(&self, id: QuadId) -> &[(QuadId, f64)];
        /// The centre of the cell that a point lies in, where the square that holds it is open.
        fn centre_beside(&self, map: &Map, p: Point) -> Option<Point>;
        /// The places that the disc moves to, one after the other and straight, to get from the centre of an open square to that of one
        /// that it is joined to; nothing where they are not.
        fn way(&self, map: &Map, from: QuadId, to: QuadId) -> impl Iterator<Item = Point>;
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
        /// How many cells there are; their ids are the numbers below it.
        fn cells(&self) -> usize;
        /// Whether the disc has room at the centre of a cell.
        fn is_open(&self, id: CellId) -> bool;
        /// The cell that a point lies in; `None` off the grid.
        fn cell_at(&self, p: impl Into<Point>) -> Option<CellId>;
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
        /// The length of arrays indexed by `WaypointId::index`.
        fn slots(&self) -> usize;
        /// What the latest edit affected, sorted: the waypoints that came, went, or have other edges than before. In a roadmap
        /// that was just built these are all.
        fn affected(&self) -> &[WaypointId];
        /// What the affected waypoints were before the latest edit, those that came with it apart.
        fn former(&self) -> &[Former];
        /// The box around the affected waypoints that are there; `None` if there are none.
        fn affected_bounds(&self) -> Option<Bounds>;
        /// How many waypoints there are.
        fn waypoint_count(&self) -> usize;
        /// How many edges there are, each counted once.
        fn edge_count(&self) -> usize;
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
        /// How many highways there are, each counted once.
        fn highway_count(&self) -> usize;
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
