//! The hybrid graph: a grid, and the edges of the triangulation's dual graph as highways over it.

use super::dirty::dirty_boxes;
use super::dual::DualGraph;
use super::graph::WaypointId;
use crate::clearance::Room;
use crate::grid::{BadMapGrid, CellId, MapGrid, STRAIGHT};
use crate::ids::FaceId;
use crate::map::Map;
use crate::roadmap::MapRoadmap as _;
use crate::tuning::roadmap::HIGHWAY_REACH;
use navigant_geometry::Bounds;
use std::collections::{BTreeSet, HashMap};

/// A [`MapGrid`], and *highways*: for each edge of the [`DualGraph`] between the middles of two free edges, one between the open cells
/// nearest to them, if the disc can move straight from one cell to the other.
///
/// The states are the grid's cells: searches take highways over long distances and the grid where they need it. (Kapadia et al.,
/// "Constraint-aware navigation in dynamic environments", MIG 2013, where highways are not checked for room.) An
/// edge that has no open cell within two of its middle has no highway.
///
/// ```
/// # use navigant_mesh::internals::HybridGraphInternals as _;
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::roadmap::HybridGraph;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0]))?;
/// let mut graph = HybridGraph::of(&map, 1.0, 0.4)?;
/// assert_eq!(graph.highway_count(), 0, "two triangles have one edge between them");
/// map.insert(&Outline::rectangle([30.0, 30.0], [34.0, 34.0]))?;
/// graph.follow(&map);
/// assert_eq!(graph.highway_count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HybridGraph {
    grid: MapGrid,
    dual: DualGraph,
    /// By waypoint of the dual graph: the open cell nearest to it.
    cells: Vec<Option<CellId>>,
    /// The waypoints whose nearest cell one is.
    waypoints: HashMap<CellId, Vec<WaypointId>>,
    /// By waypoint of the dual graph: the ends of its edges along which the disc has room.
    roomy: Vec<Vec<WaypointId>>,
    /// By cell, where there are any: the ends of its highways, sorted.
    highways: HashMap<CellId, Vec<CellId>>,
}

impl HybridGraph {
    /// The hybrid graph of a map as it is now, for cells of a size and discs of a radius, both in metres.
    ///
    /// # Errors
    /// [`BadMapGrid`], as for [`MapGrid::of`].
    pub fn of(map: &Map, size: f64, radius: f64) -> Result<HybridGraph, BadMapGrid> {
        Ok(HybridGraph::over(map, MapGrid::of(map, size, radius)?))
    }

    fn over(map: &Map, grid: MapGrid) -> HybridGraph {
        let mut graph = HybridGraph {
            grid,
            dual: DualGraph::of(map),
            cells: Vec::new(),
            waypoints: HashMap::new(),
            roomy: Vec::new(),
            highways: HashMap::new(),
        };
        let all: Vec<WaypointId> = graph.dual.roadmap().waypoints().collect();
        graph.look_again(map, &all.into_iter().collect());
        graph
    }

    /// Catches up with the edits of its map, by [`Map::changes_since`]; if these are forgotten, or of another map, it is built
    /// from scratch over the same cells.
    ///
    /// Cost: that of the grid and of the dual graph, and the edges across triangles near what came or went.
    pub fn follow(&mut self, map: &Map) {
        let reach = 2.0 * self.grid.radius() + (HIGHWAY_REACH + 2.5) * self.grid.cell_size();
        let dirty = dirty_boxes(map, self.grid.revision(), reach);
        self.grid.follow(map);
        let Ok(dirty) = dirty else {
            *self = HybridGraph::over(map, self.grid.clone());
            return;
        };
        self.dual.follow(map);
        let mut waypoints: BTreeSet<WaypointId> = BTreeSet::new();
        if !dirty.is_empty() {
            waypoints.extend(self.dual.roadmap().affected());
        }
        for edge in dirty.into_iter().flat_map(|region: Bounds| map.faces_in(region)).flat_map(FaceId::edges) {
            waypoints.extend(self.dual.waypoint_on(edge));
        }
        self.look_again(map, &waypoints);
    }

    /// Looks again at some waypoints and at the edges from them.
    fn look_again(&mut self, map: &Map, waypoints: &BTreeSet<WaypointId>) {
        let slots = self.dual.roadmap().slots();
        self.cells.resize(slots.max(self.cells.len()), None);
        self.roomy.resize(slots.max(self.roomy.len()), Vec::new());
        // The ends of their edges, now and before, see other highways too.
        let mut around = waypoints.clone();
        for &waypoint in waypoints {
            around.extend(self.dual.roadmap().edges(waypoint).iter().map(|&(end, _)| end));
            around.extend(&self.roomy[waypoint.index()]);
        }
        let mut stale: BTreeSet<CellId> = BTreeSet::new();
        stale.extend(around.iter().filter_map(|waypoint| self.cells[waypoint.index()]));
        for &waypoint in waypoints {
            let at = self.dual.roadmap().point(waypoint);
            self.put(waypoint, at.and_then(|at| self.grid.nearest_open(map, at)));
        }
        let mut room = Room::default();
        for &waypoint in &around {
            let ends = self.dual.roadmap().edges(waypoint).iter().map(|&(end, _)| end);
            let roomy = ends.filter(|&end| self.is_roomy(map, &mut room, waypoint, end)).collect();
            self.roomy[waypoint.index()] = roomy;
        }
        stale.extend(around.iter().filter_map(|waypoint| self.cells[waypoint.index()]));
        for cell in stale {
            self.lay(cell);
        }
    }

    /// A waypoint has another nearest cell.
    fn put(&mut self, waypoint: WaypointId, cell: Option<CellId>) {
        let before = std::mem::replace(&mut self.cells[waypoint.index()], cell);
        if before == cell {
            return;
        }
        if let Some(there) = before.and_then(|before| self.waypoints.get_mut(&before)) {
            there.retain(|&other| other != waypoint);
        }
        if let Some(cell) = cell {
            self.waypoints.entry(cell).or_default().push(waypoint);
        }
    }

    /// Whether a disc can move straight between the cells of two waypoints.
    fn is_roomy(&self, map: &Map, room: &mut Room, from: WaypointId, to: WaypointId) -> bool {
        let [Some(a), Some(b)] = [from, to].map(|waypoint| self.cells[waypoint.index()]) else { return false };
        // Always tested from the same end, so that the result is symmetric.
        let [Some(first), Some(second)] = [a.min(b), a.max(b)].map(|cell| self.grid.centre(map, cell)) else {
            return false;
        };
        let radius = self.grid.radius();
        if radius == 0.0 {
            a != b && map.sees(first, second)
        } else {
            a != b && room.along_line(map, map.steps(first), map.steps(second), radius / map.lattice().step())
        }
    }

    /// Finds the highways from a cell.
    fn lay(&mut self, cell: CellId) {
        let waypoints = self.waypoints.get(&cell).into_iter().flatten();
        let ends =
            waypoints.flat_map(|waypoint| &self.roomy[waypoint.index()]).filter_map(|end| self.cells[end.index()]);
        let mut ends: Vec<CellId> = ends.collect();
        ends.sort_unstable();
        ends.dedup();
        if ends.is_empty() {
            self.highways.remove(&cell);
        } else {
            self.highways.insert(cell, ends);
        }
    }

    /// The grid.
    pub fn grid(&self) -> &MapGrid {
        &self.grid
    }

    /// The ends of the highways from a cell, sorted.
    pub(crate) fn highways(&self, from: CellId) -> &[CellId] {
        self.highways.get(&from).map_or(&[], Vec::as_slice)
    }

    /// How many highways there are, each counted once.
    pub(crate) fn highway_count(&self) -> usize {
        self.highways.values().map(Vec::len).sum::<usize>() / 2
    }

    /// The cells one step of the grid or one highway away, and what it costs in the grid's units; a highway's cost is
    /// rounded up to whole units, so that sums are exact.
    pub(crate) fn steps(&self, from: CellId) -> impl Iterator<Item = (CellId, f64)> + use<'_> {
        let highways = self.highways(from).iter().map(move |&to| (to, self.straight(from, to).ceil()));
        self.grid.steps(from).chain(highways)
    }

    /// The Euclidean distance between two cells, in the grid's units: a lower bound on the cost between them.
    pub(crate) fn straight(&self, from: CellId, to: CellId) -> f64 {
        let [Some(a), Some(b)] = [from, to].map(|id| self.grid.cell(id)) else { return 0.0 };
        let (dx, dy) = (f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y));
        (dx * dx + dy * dy).sqrt() * STRAIGHT
    }
}

/// Graphs are equal if the same cells are joined by the same steps and highways.
impl PartialEq for HybridGraph {
    fn eq(&self, other: &HybridGraph) -> bool {
        self.grid == other.grid && self.highways == other.highways
    }
}
