//! Region graphs of a map: quad-tree mesh elements, cells of a grid, faces.

use super::pieces::{Buckets, cut};
use super::{EdgeId, Piece, RegionGraph, RegionId, RoadmapEdge, Shape, Step};
use navigant_files::internals::DensitySettings;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::internals::{MapGridInternals as _, MapInternals as _, QuadTreeMeshInternals as _};
use navigant_mesh::roadmap::{BadQuadTree, MapRoadmap as _, QuadTreeMesh};
use navigant_mesh::{BadMapGrid, Bounds, CellId, FaceId, Map, MapGrid, Point};
use std::fmt;
use std::sync::Arc;

/// Why there is no region graph.
#[derive(Clone, Debug, PartialEq)]
pub enum BadRegionGraph {
    /// The quad-tree cannot be.
    QuadTree(BadQuadTree),
    /// The grid cannot be.
    Grid(BadMapGrid),
    /// Nothing is free: make the smallest region smaller.
    Nothing,
}

impl fmt::Display for BadRegionGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRegionGraph::QuadTree(bad) => bad.fmt(f),
            BadRegionGraph::Grid(bad) => bad.fmt(f),
            BadRegionGraph::Nothing => write!(f, "no region is free of obstacles; make the smallest region smaller"),
        }
    }
}

impl std::error::Error for BadRegionGraph {}

impl RegionGraph {
    /// The elements of a map's quad-tree mesh and its edges, with `MinimumWidth`, `MinimumHeight` and `k` of the settings.
    ///
    /// # Errors
    /// [`BadRegionGraph`] when the smallest element is far too small for the map, or too large for anything to be free.
    pub fn of_quad_tree(map: &Map, settings: &DensitySettings) -> Result<RegionGraph, BadRegionGraph> {
        let minimum = [settings.minimum_width, settings.minimum_height];
        let mesh = QuadTreeMesh::with_minimum(map, minimum, settings.k as usize).map_err(BadRegionGraph::QuadTree)?;
        // A mesh that was just built has no slots out of use: waypoints are numbered as regions are.
        let roadmap = mesh.roadmap();
        let shapes = roadmap.waypoints().filter_map(|waypoint| mesh.square(waypoint)).map(Shape::Box).collect();
        let ends = roadmap.waypoints().flat_map(|from| roadmap.edges(from).iter().map(move |&(to, _)| (from, to)));
        let links = ends.map(|(from, to)| Link { from: RegionId(from.0), to: RegionId(to.0), bend: None }).collect();
        RegionGraph::assemble(map, shapes, links)
    }

    /// The open cells of a uniform grid over a map, for agents of a radius, and its steps to eight sides.
    ///
    /// # Errors
    /// [`BadRegionGraph`] when the size or the radius cannot be, or nothing is free.
    pub fn of_grid(map: &Map, size: f64, radius: f64) -> Result<RegionGraph, BadRegionGraph> {
        let grid = MapGrid::of(map, size, radius).map_err(BadRegionGraph::Grid)?;
        let open: Vec<CellId> = (0..grid.cells() as u32).map(CellId).filter(|&cell| grid.is_open(cell)).collect();
        let region = |cell: CellId| open.binary_search(&cell).ok().map(|i| RegionId(i as u32));
        let half = 0.5 * size;
        let square = |at: Point| {
            let [min, max] = [-half, half].map(|d| Point::new(at.x + d, at.y + d));
            Shape::Box(Bounds { min, max })
        };
        let shapes = open.iter().filter_map(|&cell| grid.centre(map, cell)).map(square).collect();
        let steps = open.iter().flat_map(|&cell| grid.steps(cell).map(move |(to, _)| (cell, to)));
        let links = steps.filter_map(|(a, b)| Some(Link { from: region(a)?, to: region(b)?, bend: None })).collect();
        RegionGraph::assemble(map, shapes, links)
    }

    /// The free faces of a map, joined across the middles of the edges between them.
    ///
    /// # Errors
    /// [`BadRegionGraph::Nothing`] when nothing is free.
    pub fn of_faces(map: &Map) -> Result<RegionGraph, BadRegionGraph> {
        let faces: Vec<FaceId> = map.faces().filter(|&f| map.is_free(f)).collect();
        let corners = |f: FaceId| f.edges().map(|e| map.point(map.origin(e)));
        let shapes = faces.iter().map(|&f| Shape::Triangle(corners(f))).collect();
        let mut links = Vec::new();
        for (i, &face) in faces.iter().enumerate() {
            for edge in face.edges().into_iter().filter(|&e| !map.is_wall(e)) {
                let Ok(beyond) = faces.binary_search(&map.twin(edge).face()) else { continue };
                let middle = map.point(map.origin(edge)).lerp(map.point(map.target(edge)), 0.5);
                links.push(Link { from: RegionId(i as u32), to: RegionId(beyond as u32), bend: Some(middle) });
            }
        }
        RegionGraph::assemble(map, shapes, links)
    }

    /// Links go both ways, and each direction is among them.
    fn assemble(map: &Map, shapes: Vec<Shape>, mut links: Vec<Link>) -> Result<RegionGraph, BadRegionGraph> {
        if shapes.is_empty() {
            return Err(BadRegionGraph::Nothing);
        }
        links.sort_by_key(|link| (link.from, link.to));
        links.dedup_by_key(|link| (link.from, link.to));
        let centres: Vec<Point> = shapes.iter().map(centre).collect();
        let first = (0..=shapes.len() as u32).map(|r| links.partition_point(|l| l.from.0 < r) as u32).collect();
        let twin = |link: &Link| links.binary_search_by_key(&(link.to, link.from), |l| (l.from, l.to)).ok();
        let (mut edges, mut pieces) = (Vec::with_capacity(links.len()), Vec::new());
        let buckets = Buckets::of(&shapes);
        for (i, link) in links.iter().enumerate() {
            let [from, to] = [link.from, link.to].map(|r| centres[r.index()]);
            let before = link.bend.map_or(0.0, |bend| from.distance(bend));
            let length = before + link.bend.unwrap_or(from).distance(to);
            // Every roadmap leads both ways.
            let twin = EdgeId(twin(link).unwrap_or(i) as u32);
            let first_piece = pieces.len() as u32;
            match link.bend {
                Some(_) => pieces.push(Piece { end: before, region: link.from }),
                None => cut(&buckets, &shapes, [from, to], [link.from, link.to], &mut pieces),
            }
            pieces.push(Piece { end: f64::INFINITY, region: link.to });
            edges.push(RoadmapEdge { from: link.from, to: link.to, length, twin, bend: link.bend, first_piece });
        }
        let steps = edges.iter().map(|edge| Step { to: edge.to, length: edge.length }).collect();
        let areas = shapes.iter().map(Shape::area).collect();
        let map = Arc::new(map.clone());
        Ok(RegionGraph { shapes, centres, areas, first, steps, edges, pieces, map })
    }
}

/// An edge before it is cut.
struct Link {
    from: RegionId,
    to: RegionId,
    bend: Option<Point>,
}

fn centre(shape: &Shape) -> Point {
    match *shape {
        Shape::Box(Bounds { min, max }) => min.lerp(max, 0.5),
        Shape::Triangle([a, b, c]) => Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0),
    }
}
