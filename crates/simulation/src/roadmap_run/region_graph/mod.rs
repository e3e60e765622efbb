//! Regions, and the edges between their centres.

mod build;
mod pieces;

pub use build::BadRegionGraph;
use navigant_geometry::internals::PointInternals as _;

use navigant_mesh::{Bounds, Map, Point};
use std::sync::Arc;

/// A region of a [`RegionGraph`], and the vertex at its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub u32);

/// A directed edge of a [`RegionGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub u32);

impl RegionId {
    /// Its place in arrays by region.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl EdgeId {
    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a region covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle, without its upper and right side.
    Box(Bounds),
    /// A triangle.
    Triangle([Point; 3]),
}

impl Shape {
    /// Its area in square metres.
    pub fn area(&self) -> f64 {
        match self {
            Shape::Box(bounds) => {
                let (width, height) = bounds.size();
                width * height
            }
            Shape::Triangle([a, b, c]) => 0.5 * ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)).abs(),
        }
    }

    /// Its corners.
    pub fn corners(&self) -> Vec<Point> {
        match *self {
            Shape::Box(Bounds { min, max }) => vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)],
            Shape::Triangle(corners) => corners.to_vec(),
        }
    }
}

/// An edge, from one centre to another; it may bend once on the way.
#[derive(Clone, Copy, Debug)]
pub struct RoadmapEdge {
    /// Where it begins.
    pub from: RegionId,
    /// Where it ends.
    pub to: RegionId,
    /// Its length in metres.
    pub length: f64,
    /// The same edge in the other direction.
    pub twin: EdgeId,
    bend: Option<Point>,
    /// Its pieces end before the first of the next edge.
    first_piece: u32,
}

/// A part of an edge inside one region, up to a distance from the edge's beginning.
#[derive(Clone, Copy, Debug)]
struct Piece {
    end: f64,
    region: RegionId,
}

/// An edge as searches see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: RegionId,
    pub(super) length: f64,
}

/// Regions with their areas, and edges between their centres: what agents walk on and what density is counted in.
#[derive(Clone, Debug)]
pub struct RegionGraph {
    shapes: Vec<Shape>,
    centres: Vec<Point>,
    areas: Vec<f64>,
    /// The first edge of each region, and the end of all.
    first: Vec<u32>,
    steps: Vec<Step>,
    edges: Vec<RoadmapEdge>,
    pieces: Vec<Piece>,
    /// What they are regions of.
    map: Arc<Map>,
}

impl RegionGraph {
    /// How many regions there are.
    pub fn region_count(&self) -> usize {
        self.centres.len()
    }

    /// How many edges there are, each direction counted.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The map that they are regions of, as it was then.
    pub(super) fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// All regions.
    pub fn regions(&self) -> impl Iterator<Item = RegionId> + use<> {
        (0..self.centres.len() as u32).map(RegionId)
    }

    /// What a region covers.
    ///
    /// # Panics
    /// As all below: if the region or the edge is of another graph.
    pub fn shape(&self, region: RegionId) -> Shape {
        self.shapes[region.index()]
    }

    /// The vertex of a region.
    #[inline]
    pub fn centre(&self, region: RegionId) -> Point {
        self.centres[region.index()]
    }

    /// The area of a region, in square metres.
    #[inline]
    pub fn area(&self, region: RegionId) -> f64 {
        self.areas[region.index()]
    }

    /// An edge.
    #[inline]
    pub fn edge(&self, edge: EdgeId) -> &RoadmapEdge {
        &self.edges[edge.index()]
    }

    /// The edges that leave a region, by their ends.
    pub fn edges_from(&self, region: RegionId) -> impl Iterator<Item = EdgeId> + use<> {
        let [first, end] = self.range(region);
        (first as u32..end as u32).map(EdgeId)
    }

    /// The edge from one region to another, if there is one.
    #[inline]
    pub fn edge_between(&self, from: RegionId, to: RegionId) -> Option<EdgeId> {
        let first = self.range(from)[0];
        self.steps_from(from).iter().position(|step| step.to == to).map(|i| EdgeId((first + i) as u32))
    }

    /// The same edges as searches see them.
    #[inline]
    pub(super) fn steps_from(&self, region: RegionId) -> &[Step] {
        let [first, end] = self.range(region);
        &self.steps[first..end]
    }

    #[inline]
    fn range(&self, region: RegionId) -> [usize; 2] {
        [region.index(), region.index() + 1].map(|i| self.first[i] as usize)
    }

    /// The point at a distance along an edge.
    pub fn point_on(&self, edge: EdgeId, along: f64) -> Point {
        let edge = self.edge(edge);
        let (from, to) = (self.centre(edge.from), self.centre(edge.to));
        let Some(bend) = edge.bend else { return from.lerp(to, share(along, edge.length)) };
        let before = from.distance(bend);
        match along < before {
            true => from.lerp(bend, share(along, before)),
            false => bend.lerp(to, share(along - before, edge.length - before)),
        }
    }

    /// The region at a distance along an edge: the one that covers the point, and where none does (beside an obstacle, in what
    /// is left of a mesh element too small to split) the one at the nearer end of the edge.
    #[inline]
    pub fn region_on(&self, edge: EdgeId, along: f64) -> RegionId {
        let first = self.edges[edge.index()].first_piece as usize;
        let mut pieces = self.pieces[first..].iter();
        // The last piece of an edge ends at infinity.
        pieces.find(|piece| along < piece.end).map_or(self.edges[edge.index()].to, |piece| piece.region)
    }

    /// The region whose centre is nearest to a point; `None` if there are none.
    pub fn nearest(&self, p: impl Into<Point>) -> Option<RegionId> {
        let p = p.into();
        let far = |region: &RegionId| self.centre(*region).distance(p);
        self.regions().min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// The box around all regions.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::of(self.shapes.iter().flat_map(Shape::corners))
    }
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 }
}
