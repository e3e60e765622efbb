//! Constrained graphs over a map: dense grid, hybrid graph, triangulation with annotation geometry.

use super::estimate::Estimate;
use super::graph::ConstraintGraph;
use super::shape::Shape;
use super::transition::length_in_units;
use super::tuning::UNITS_PER_METRE;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Outline, Point};
use navigant_mesh::grid::{CellId, MapGrid};
use navigant_mesh::internals::{
    AreaMeshInternals as _, HybridGraphInternals as _, MapGridInternals as _, MapInternals as _,
};
use navigant_mesh::roadmap::HybridGraph;
use navigant_mesh::{AreaMesh, BadRegion, EdgeId, Map};
use std::collections::BTreeMap;

impl ConstraintGraph {
    /// The dense uniform graph: a state in the middle of each cell, a transition for each step of the grid.
    pub fn dense(map: &Map, grid: &MapGrid) -> ConstraintGraph {
        over_grid(map, grid, steps(grid))
    }

    /// The hybrid graph: the dense one, and the triangulation's transitions as highways between the cells nearest to their ends.
    ///
    /// No path in it costs more than in the dense graph, whose transitions it has, and long ones take fewer transitions.
    pub fn hybrid(map: &Map, graph: &HybridGraph) -> ConstraintGraph {
        let grid = graph.grid();
        let (mut pairs, mut hubs) = (steps(grid), Vec::new());
        for from in (0..grid.cells() as u32).map(CellId) {
            let highways = graph.highways(from);
            pairs.extend(highways.iter().map(|to| [from.0, to.0]));
            hubs.extend((!highways.is_empty()).then_some(from.0));
        }
        let mut graph = over_grid(map, grid, pairs);
        graph.lay_ramps(map, &hubs, grid.radius());
        graph
    }

    /// The triangulation with annotation geometry: the borders of some shapes are added to the map's triangulation; states are the middles of
    /// its free edges, transitions join those of one triangle where a disc of a radius has room. `step` says how finely fields are
    /// sampled, in metres.
    ///
    /// For annotations that do not move: others would need another triangulation with every move.
    ///
    /// # Errors
    /// [`BadRegion`] if the lattice refuses a shape.
    pub fn triangulation(map: &Map, shapes: &[&Shape], radius: f64, step: f64) -> Result<ConstraintGraph, BadRegion> {
        let mut marked = map.clone();
        for ring in shapes.iter().flat_map(|shape| shape.rings()) {
            marked.insert_region("annotation", &Outline::polygon(ring.iter().copied()))?;
        }
        let areas = AreaMesh::of(&marked);
        let mesh = areas.mesh();
        let mut states: BTreeMap<EdgeId, u32> = BTreeMap::new();
        let (mut points, mut pairs) = (Vec::new(), Vec::new());
        for face in mesh.faces().filter(|&face| areas.is_walkable(face)) {
            let mut around = Vec::new();
            for edge in face.edges() {
                let twin = mesh.twin(edge);
                if areas.is_wall(edge) || areas.is_wall(twin) || !areas.is_walkable(twin.face()) {
                    continue;
                }
                let state = *states.entry(edge.min(twin)).or_insert_with(|| {
                    let [a, b] = [mesh.origin(edge), mesh.target(edge)].map(|v| mesh.point(v));
                    points.push(a.lerp(b, 0.5));
                    points.len() as u32 - 1
                });
                around.push(state);
            }
            for (i, &a) in around.iter().enumerate() {
                for &b in &around[i + 1..] {
                    let [p, q]: [Point; 2] = [a, b].map(|state| points[state as usize]);
                    if radius == 0.0 || map.sees_as_disc(p, q, radius) {
                        pairs.push([a, b]);
                    }
                }
            }
        }
        Ok(ConstraintGraph::new(points, pairs, step, Estimate::Straight))
    }
}

fn over_grid(map: &Map, grid: &MapGrid, pairs: Vec<[u32; 2]>) -> ConstraintGraph {
    let step = grid.cell_size();
    let centres = centres(map, grid);
    // The shortest steps of either kind: centres are rounded to the lattice, and differ in their last bits.
    let mut least = [step, step * std::f64::consts::SQRT_2].map(|metres| (metres * UNITS_PER_METRE).ceil());
    for (from, to) in
        (0..grid.cells() as u32).flat_map(|from| grid.steps(CellId(from)).map(move |(to, _)| (from, to.0)))
    {
        let is_diagonal = from % grid.width() != to % grid.width() && from / grid.width() != to / grid.width();
        let units = length_in_units(centres[from as usize], centres[to as usize]);
        least[usize::from(is_diagonal)] = least[usize::from(is_diagonal)].min(units);
    }
    let [straight, diagonal] = least;
    let estimate = Estimate::Octile { width: grid.width(), straight, diagonal: diagonal.min(2.0 * straight) };
    ConstraintGraph::new(centres, pairs, step, estimate)
}

fn centres(map: &Map, grid: &MapGrid) -> Vec<Point> {
    // There are as many as there are cells.
    (0..grid.cells() as u32).map(|id| grid.centre(map, CellId(id)).unwrap_or_default()).collect()
}

fn steps(grid: &MapGrid) -> Vec<[u32; 2]> {
    let cells = (0..grid.cells() as u32).map(CellId);
    cells.flat_map(|from| grid.steps(from).map(move |(to, _)| [from.0, to.0])).filter(|[a, b]| a < b).collect()
}
