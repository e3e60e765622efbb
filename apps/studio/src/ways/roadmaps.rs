//! The graphs of a map, made when they are first asked for and kept up from then on.

use super::wishes::Wishing;
use crate::refusal::Refusal;
use navigant::mesh::internals::{
    MapGridInternals as _, ProbabilisticRoadmapInternals as _, QuadTreeMeshInternals as _,
};
use navigant::mesh::roadmap::{
    AxisGraph, ConvexCells, DualGraph, HybridGraph, MapRoadmap as _, ProbabilisticRoadmap, QuadTreeMesh, Sampling,
};
use navigant::mesh::{Bounds, Map, MapGrid, Point};
use navigant::search::internals::ShortestPathMapInternals as _;
use navigant::search::plane::ShortestPathMap;

/// The most cells of a grid.
pub(crate) const MOST_CELLS: f64 = 250_000.0;
/// The most samples of a probabilistic roadmap.
pub(crate) const MOST_SAMPLES: usize = 20_000;

/// How the graphs of a map are made: lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sizes {
    /// The side of a cell of the grid.
    pub(crate) cell: f64,
    /// The radius of the discs that grid, hybrid graph and probabilistic roadmap are for.
    pub(crate) radius: f64,
    /// Squares of the quad-tree are not halved below this width and height.
    pub(crate) square: [f64; 2],
    /// The number k of nearest squares that each square of the quad-tree is joined to.
    pub(crate) neighbours: usize,
    /// How many points a probabilistic roadmap is sampled from.
    pub(crate) samples: usize,
}

/// The graphs of one map: with another map, begin with new ones.
#[derive(Debug, Default)]
pub(crate) struct Roadmaps {
    dual: Option<DualGraph>,
    cells: Option<ConvexCells>,
    axis: Option<(f64, AxisGraph)>,
    quad_tree: Option<([f64; 2], usize, QuadTreeMesh)>,
    grid: Option<MapGrid>,
    hybrid: Option<HybridGraph>,
    sampled: Option<ProbabilisticRoadmap>,
    path_map: Option<ShortestPathMap>,
    pub(crate) wishing: Wishing,
}

impl Roadmaps {
    pub(crate) fn dual(&mut self, map: &Map) -> &DualGraph {
        let dual = self.dual.get_or_insert_with(|| DualGraph::of(map));
        dual.follow(map);
        dual
    }

    pub(crate) fn cells(&mut self, map: &Map) -> &ConvexCells {
        let cells = self.cells.get_or_insert_with(|| ConvexCells::of(map));
        cells.follow(map);
        cells
    }

    pub(crate) fn axis(&mut self, map: &Map, radius: f64) -> &AxisGraph {
        let kept = self.axis.take().filter(|(known, _)| *known == radius);
        let (_, graph) = self.axis.insert(kept.unwrap_or_else(|| (radius, AxisGraph::of(map, radius))));
        graph.follow(map);
        graph
    }

    pub(crate) fn quad_tree(&mut self, map: &Map, sizes: &Sizes) -> Result<&QuadTreeMesh, Refusal> {
        let &Sizes { square, neighbours, .. } = sizes;
        let kept = self.quad_tree.take().filter(|(least, k, _)| (*least, *k) == (square, neighbours));
        let kept = match kept {
            Some(kept) => kept,
            None => {
                let tree = QuadTreeMesh::with_minimum(map, square, neighbours);
                (square, neighbours, tree.map_err(|reason| Refusal::new(reason.to_string()))?)
            }
        };
        let (.., tree) = self.quad_tree.insert(kept);
        tree.follow(map);
        Ok(tree)
    }

    /// The grid for discs of a radius.
    pub(crate) fn grid(&mut self, map: &Map, cell: f64, radius: f64) -> Result<&MapGrid, Refusal> {
        let is_same = |grid: &MapGrid| grid.cell_size() == cell && grid.radius() == radius;
        let kept = match self.grid.take().filter(is_same) {
            Some(kept) => kept,
            None => {
                check_cells(map, cell)?;
                MapGrid::of(map, cell, radius).map_err(|reason| Refusal::new(reason.to_string()))?
            }
        };
        let grid = self.grid.insert(kept);
        grid.follow(map);
        Ok(grid)
    }

    /// The grid and the highways over it.
    pub(crate) fn hybrid(&mut self, map: &Map, sizes: &Sizes) -> Result<&HybridGraph, Refusal> {
        let &Sizes { cell, radius, .. } = sizes;
        let is_same = |graph: &HybridGraph| graph.grid().cell_size() == cell && graph.grid().radius() == radius;
        let kept = match self.hybrid.take().filter(is_same) {
            Some(kept) => kept,
            None => {
                check_cells(map, cell)?;
                HybridGraph::of(map, cell, radius).map_err(|reason| Refusal::new(reason.to_string()))?
            }
        };
        let graph = self.hybrid.insert(kept);
        graph.follow(map);
        Ok(graph)
    }

    /// A probabilistic roadmap. Samples are joined to 3 ln n others on average: with fewer than ln n it falls apart.
    pub(crate) fn sampled(&mut self, map: &Map, sizes: &Sizes) -> Result<&ProbabilisticRoadmap, Refusal> {
        let (width, height) = map.floor_bounds().map_or((1.0, 1.0), Bounds::size);
        let samples = sizes.samples;
        let joined = 3.0 * (samples as f64 + 2.0).ln();
        let reach = (joined * width * height / (std::f64::consts::PI * samples.max(1) as f64)).sqrt();
        let sampling = Sampling { samples, reach, radius: sizes.radius, seed: 1 };
        let kept = match self.sampled.take().filter(|roadmap| roadmap.sampling() == sampling) {
            Some(kept) => kept,
            None => ProbabilisticRoadmap::of(map, sampling).map_err(|reason| Refusal::new(reason.to_string()))?,
        };
        let roadmap = self.sampled.insert(kept);
        roadmap.follow(map);
        Ok(roadmap)
    }

    /// The shortest path map of a source.
    pub(crate) fn path_map(&mut self, map: &Map, source: Point) -> Result<&ShortestPathMap, Refusal> {
        let refused = |reason| Refusal::at(format!("the source of the shortest path map: {reason}"), source);
        let kept = self.path_map.take().filter(|spm| spm.source() == source);
        let spm = match kept {
            Some(mut spm) => {
                spm.follow(map).map_err(refused)?;
                spm
            }
            None => ShortestPathMap::of(map, source).map_err(refused)?,
        };
        Ok(self.path_map.insert(spm))
    }
}

fn check_cells(map: &Map, cell: f64) -> Result<(), Refusal> {
    let (width, height) = map.floor_bounds().ok_or_else(|| Refusal::new("there is no floor"))?.size();
    if (width / cell).ceil() * (height / cell).ceil() > 1.1 * MOST_CELLS {
        let least = (width * height / MOST_CELLS).sqrt();
        return Err(Refusal::new(format!("cells of {cell} m are too many here; take {least:.2} m or more")));
    }
    Ok(())
}
