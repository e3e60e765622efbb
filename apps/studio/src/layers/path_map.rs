//! What is drawn of the shortest path map of a source: the arcs between its cells, and how far one gets.

use super::{Shape, Sheet, View};
use crate::refusal::Refusal;
use navigant::mesh::{Map, Point};
use navigant::search::internals::RimArcInternals as _;
use navigant::search::internals::{Curve, ShortestPathMapInternals as _};
use navigant::search::plane::ShortestPathMap;

/// The most pieces that a curve is cut into.
const MOST_PIECES: f64 = 64.0;

/// A number of pieces for a curve of a length: about six pixels each.
fn pieces(view: &View, length: f64) -> usize {
    (length / (6.0 * view.pixel)).ceil().clamp(2.0, MOST_PIECES) as usize
}

fn line(sheet: &mut Sheet, points: &[Point], value: f64) {
    for pair in points.windows(2) {
        sheet.segment(pair[0], pair[1], value);
    }
}

/// The arcs between cells: 0 for straight ones, 1 for hyperbolic ones.
pub(super) fn arcs(map: &Map, spm: &ShortestPathMap, view: &View) -> Sheet {
    let mut sheet = Sheet::new(Shape::Segments);
    for border in spm.cells(map).into_iter().flat_map(|cells| cells.borders) {
        let [from, to] = border.ends;
        if view.sees(from, to) {
            let value = f64::from(u8::from(border.curve == Curve::Hyperbola));
            line(&mut sheet, &border.polyline(pieces(view, from.distance(to))), value);
        }
    }
    sheet
}

/// The rim of what is no farther from the source than a length; by default half of the floors' extent.
pub(super) fn rim(map: &Map, spm: &ShortestPathMap, view: &View) -> Result<Sheet, Refusal> {
    let (width, height) = map.floor_bounds().map_or((1.0, 1.0), navigant::mesh::Bounds::size);
    let length = view.wanted.within.unwrap_or(0.5 * width.max(height));
    let region = spm.isochrone(map, length).map_err(|reason| Refusal::new(reason.to_string()))?;
    let mut sheet = Sheet::new(Shape::Segments);
    for arc in &region.rim {
        let [from, to] = arc.ends;
        if view.sees(from, to) {
            line(&mut sheet, &arc.polyline(pieces(view, from.distance(to))), 0.0);
        }
    }
    Ok(sheet)
}
