//! Pictures of what stands on a map, as SVG: a grid, the hybrid graph, a roadmap, a shortest path map, an isochrone.

use crate::svg::{Frame, Style, draw};
use navigant_mesh::internals::{HybridGraphInternals as _, MapGridInternals as _};
use navigant_mesh::roadmap::{HybridGraph, Roadmap};
use navigant_mesh::{CellId, Map, MapGrid, Point};
use navigant_search::plane::Curve;
use navigant_search::plane::{Isochrone, ShortestPathMap};
use std::fmt::Write;

const GRID: &str = "#4f8fb0";
const HIGHWAY: &str = "#c8402f";
const STRAIGHT: &str = "#2f7d4f";
const CURVED: &str = "#8a4fa3";
const REACHED: &str = "#ffc94d";
const SOURCE: &str = "#1864ab";

/// Draws a map and a grid over it: its open cells, and the steps between them.
pub fn draw_grid(map: &Map, grid: &MapGrid, style: &Style) -> String {
    finish(map, style, |frame, svg| grid_lines(map, grid, frame, svg))
}

/// Draws a map and the hybrid graph over it: its grid, and the highways in red.
pub fn draw_hybrid(map: &Map, graph: &HybridGraph, style: &Style) -> String {
    finish(map, style, |frame, svg| {
        let grid = graph.grid();
        grid_lines(map, grid, frame, svg);
        let mut highways = String::new();
        for from in (0..grid.cells() as u32).map(CellId) {
            for &to in graph.highways(from).iter().filter(|&&to| from < to) {
                if let [Some(a), Some(b)] = [from, to].map(|cell| grid.centre(map, cell)) {
                    frame.line([a, b], &mut highways);
                }
            }
        }
        let _ = writeln!(svg, r#"<path d="{highways}" fill="none" stroke="{HIGHWAY}" stroke-width="1.4"/>"#);
    })
}

/// Draws a map and a roadmap over it.
pub fn draw_roadmap(map: &Map, roadmap: &Roadmap, style: &Style) -> String {
    finish(map, style, |frame, svg| {
        let mut ways = String::new();
        for place in roadmap.waypoints() {
            for &(end, _) in roadmap.edges(place).iter().filter(|(end, _)| place < *end) {
                if let [Some(a), Some(b)] = [place, end].map(|place| roadmap.point(place)) {
                    frame.line([a, b], &mut ways);
                }
            }
        }
        let _ = writeln!(svg, r#"<path d="{ways}" fill="none" stroke="{GRID}" stroke-width="0.8"/>"#);
        for p in roadmap.waypoints().filter_map(|place| roadmap.point(place)) {
            let [x, y] = frame.at(p);
            let _ = writeln!(svg, r#"<circle cx="{x:.2}" cy="{y:.2}" r="1.4" fill="{GRID}"/>"#);
        }
    })
}

/// Draws a map and the cells of a shortest path map of it, by the arcs between them: straight ones in green, hyperbolic ones in
/// violet. Of another map only the map is drawn.
pub fn draw_path_map(map: &Map, spm: &ShortestPathMap, style: &Style) -> String {
    finish(map, style, |frame, svg| {
        let (mut straight, mut curved) = (String::new(), String::new());
        for border in spm.cells(map).into_iter().flat_map(|cells| cells.borders) {
            let path = if border.curve == Curve::Straight { &mut straight } else { &mut curved };
            let points = border.polyline(12);
            points.iter().zip(points.iter().skip(1)).for_each(|(&a, &b)| frame.line([a, b], path));
        }
        let _ = writeln!(svg, r#"<path d="{straight}" fill="none" stroke="{STRAIGHT}" stroke-width="1"/>"#);
        let _ = writeln!(svg, r#"<path d="{curved}" fill="none" stroke="{CURVED}" stroke-width="1.4"/>"#);
        dot(spm.source(), frame, svg);
    })
}

/// Draws a map and what can be reached from a source within a length.
pub fn draw_isochrone(map: &Map, source: Point, region: &Isochrone, style: &Style) -> String {
    finish(map, style, |frame, svg| {
        let mut area = String::new();
        for piece in &region.pieces {
            for (i, &p) in piece.iter().enumerate() {
                let [x, y] = frame.at(p);
                let _ = write!(area, "{}{x:.2} {y:.2}", if i == 0 { "M" } else { "L" });
            }
            area.push('Z');
        }
        let _ = writeln!(
            svg,
            r#"<path d="{area}" fill="{REACHED}" stroke="{REACHED}" fill-opacity="0.5" stroke-opacity="0.5"/>"#
        );
        dot(source, frame, svg);
    })
}

fn grid_lines(map: &Map, grid: &MapGrid, frame: &Frame, svg: &mut String) {
    let mut steps = String::new();
    for from in (0..grid.cells() as u32).map(CellId).filter(|&cell| grid.is_open(cell)) {
        let Some(here) = grid.centre(map, from) else { continue };
        for (to, _) in grid.steps(from).filter(|&(to, _)| from < to) {
            if let Some(there) = grid.centre(map, to) {
                frame.line([here, there], &mut steps);
            }
        }
        let [x, y] = frame.at(here);
        let _ = writeln!(svg, r#"<circle cx="{x:.2}" cy="{y:.2}" r="1.2" fill="{GRID}"/>"#);
    }
    let _ = writeln!(svg, r#"<path d="{steps}" fill="none" stroke="{GRID}" stroke-width="0.5"/>"#);
}

fn dot(at: Point, frame: &Frame, svg: &mut String) {
    let [x, y] = frame.at(at);
    let _ =
        writeln!(svg, r##"<circle cx="{x:.2}" cy="{y:.2}" r="6" fill="{SOURCE}" stroke="#fff" stroke-width="2"/>"##);
}

/// A picture of a map with something over it.
fn finish(map: &Map, style: &Style, over: impl FnOnce(&Frame, &mut String)) -> String {
    let frame = Frame::around(map, style.width);
    let mut svg = draw(map, style);
    svg.truncate(svg.rfind("</svg>").unwrap_or(svg.len()));
    over(&frame, &mut svg);
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    #[test]
    fn each_is_one_whole_picture() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [32.0, 32.0])).unwrap();
        map.insert(&Outline::rectangle([8.0, 8.0], [12.0, 24.0])).unwrap();
        let style = Style::default();
        let graph = HybridGraph::of(&map, 1.0, 0.4).unwrap();
        let spm = ShortestPathMap::of(&map, [4.0, 16.0]).unwrap();
        let region = spm.isochrone(&map, 12.0).unwrap();
        for svg in [
            draw_grid(&map, graph.grid(), &style),
            draw_hybrid(&map, &graph, &style),
            draw_path_map(&map, &spm, &style),
            draw_isochrone(&map, spm.source(), &region, &style),
        ] {
            assert!(svg.starts_with("<svg") && svg.matches("</svg>").count() == 1 && svg.ends_with("</svg>\n"));
        }
        assert!(draw_hybrid(&map, &graph, &style).contains(HIGHWAY));
        assert!(draw_path_map(&map, &spm, &style).contains(CURVED));
    }
}
