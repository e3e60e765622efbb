//! What is drawn of the medial axis, the quad-tree and the grid.

use super::{Shape, Sheet, View};
use navigant::mesh::internals::MapGridInternals as _;
use navigant::mesh::internals::{AxisInternals as _, HybridGraphInternals as _, QuadTreeMeshInternals as _};
use navigant::mesh::roadmap::{HybridGraph, MapRoadmap as _, QuadTreeMesh, Roadmap};
use navigant::mesh::{Bounds, CellId, Map, MapGrid, Point};

/// The medial axis; its curved arcs are within a hundredth of a pixel of the truth, and cut into no more than 64 pieces.
pub(super) fn axis(map: &Map, view: &View) -> Sheet {
    let mut sheet = Sheet::new(Shape::Segments);
    let axis = map.axis();
    for arc in axis.arcs() {
        let (first, last) = (axis.along(arc, 0.0), axis.along(arc, 1.0));
        if !view.sees(first.at, last.at) {
            continue;
        }
        let pieces = if axis.is_parabola(arc) {
            (axis.points(arc, 0.01 * view.pixel).len().saturating_sub(1)).clamp(2, 64)
        } else {
            1
        };
        let mut before = first;
        for piece in 1..=pieces {
            let here = axis.along(arc, piece as f64 / pieces as f64);
            if !sheet.is_full() {
                sheet.vertex(before.at, before.clearance);
                sheet.vertex(here.at, here.clearance);
            }
            before = here;
        }
    }
    sheet
}

/// The free squares of the quad-tree, with their depths.
pub(super) fn squares(tree: &QuadTreeMesh, map: &Map, view: &View) -> Sheet {
    let mut sheet = Sheet::new(Shape::Segments);
    let (width, height) = map.floor_bounds().map_or((1.0, 1.0), Bounds::size);
    let whole = width.max(height);
    for square in tree.roadmap().waypoints().filter_map(|place| tree.square(place)) {
        let Bounds { min, max } = square;
        if !view.sees(min, max) {
            continue;
        }
        let depth = (whole / (max.x - min.x).max(f64::MIN_POSITIVE)).log2().round();
        let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            sheet.segment(*a, *b, depth);
        }
    }
    sheet
}

/// The ways of a roadmap.
pub(super) fn edges(roadmap: &Roadmap, view: &View) -> Sheet {
    let mut sheet = Sheet::new(Shape::Segments);
    for place in roadmap.waypoints() {
        for (other, _) in roadmap.edges(place).iter().filter(|(other, _)| place < *other) {
            if let (Some(a), Some(b)) = (roadmap.point(place), roadmap.point(*other))
                && view.sees(a, b)
            {
                sheet.segment(a, b, 0.0);
            }
        }
    }
    sheet
}

/// The middles of the grid's cells.
pub(super) fn grid(map: &Map, grid: &MapGrid, view: &View) -> Sheet {
    let mut sheet = Sheet::new(Shape::Points);
    for id in (0..grid.cells() as u32).map(CellId) {
        let Some(p) = grid.centre(map, id).filter(|&p| view.sees(p, p)) else { continue };
        if !sheet.is_full() {
            sheet.vertex(p, f64::from(u8::from(!grid.is_open(id))));
        }
    }
    sheet
}

/// The highways of a hybrid graph; its cells are the grid's.
pub(super) fn highways(map: &Map, graph: &HybridGraph, view: &View) -> Sheet {
    let mut sheet = Sheet::new(Shape::Segments);
    for from in (0..graph.grid().cells() as u32).map(CellId) {
        for &to in graph.highways(from).iter().filter(|&&to| from < to) {
            if let (Some(a), Some(b)) = (graph.grid().centre(map, from), graph.grid().centre(map, to))
                && view.sees(a, b)
            {
                sheet.segment(a, b, 0.0);
            }
        }
    }
    sheet
}
