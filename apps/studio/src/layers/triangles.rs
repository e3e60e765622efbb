//! What is drawn from the triangles of a map.

use super::{Shape, Sheet, View};
use navigant::mesh::internals::{ConvexCellsInternals as _, MapInternals as _};
use navigant::mesh::roadmap::ConvexCells;
use navigant::mesh::{EdgeId, FaceId, Map};

/// An edge is looked at from one of its sides only.
fn once(map: &Map, e: EdgeId) -> bool {
    e < map.twin(e) || !map.is_free(map.twin(e).face())
}

/// Every wall that one can walk up to, once.
pub(super) fn walls(map: &Map, view: &View) -> Sheet {
    let mut sheet = Sheet::new(Shape::Segments);
    for f in view.faces(map) {
        for e in f.edges().into_iter().filter(|&e| map.is_free(f) && map.is_wall(e) && once(map, e)) {
            sheet.segment(map.point(map.origin(e)), map.point(map.target(e)), 0.0);
        }
    }
    sheet
}

/// The edges of the free triangles.
pub(super) fn triangulation(map: &Map, view: &View) -> Sheet {
    edges(map, view, |_| true)
}

/// The edges between convex cells.
pub(super) fn cells(map: &Map, cells: &ConvexCells, view: &View) -> Sheet {
    edges(map, view, |e| !cells.is_inside(e))
}

fn edges(map: &Map, view: &View, is_wanted: impl Fn(EdgeId) -> bool) -> Sheet {
    let mut sheet = Sheet::new(Shape::Segments);
    for f in view.faces(map).into_iter().filter(|&f| map.is_free(f)) {
        for e in f.edges().into_iter().filter(|&e| once(map, e) && is_wanted(e)) {
            sheet.segment(map.point(map.origin(e)), map.point(map.target(e)), 0.0);
        }
    }
    sheet
}

/// The border between what is free and what is not.
pub(super) fn outline(map: &Map, view: &View) -> Sheet {
    let mut sheet = Sheet::new(Shape::Segments);
    for f in view.faces(map).into_iter().filter(|&f| map.is_free(f)) {
        for e in f.edges().into_iter().filter(|&e| !map.is_free(map.twin(e).face())) {
            sheet.segment(map.point(map.origin(e)), map.point(map.target(e)), 0.0);
        }
    }
    sheet
}

/// The triangles that the latest edit made or touched; before the first one, all of them.
pub(super) fn changed(map: &Map) -> Sheet {
    let mut sheet = Sheet::new(Shape::Triangles);
    // What is neither free nor covered lies outside the floors, some of it far away.
    let mut draw = |f: FaceId| {
        if map.is_free(f) || map.obstacles_over(f).next().is_some() {
            sheet.triangle(map.corners(f).map(|v| map.point(v)), [0.0; 3]);
        }
    };
    match map.version() {
        0 => map.faces().for_each(&mut draw),
        _ => map.change().added.iter().copied().for_each(&mut draw),
    }
    sheet
}
