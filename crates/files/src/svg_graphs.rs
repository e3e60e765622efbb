//! Pictures of graphs over a map, as SVG: a grid, the hybrid graph, a roadmap.

use crate::svg::{Frame, Style};
use crate::svg_planar::finish;
use navigant_mesh::internals::{HybridGraphInternals as _, MapGridInternals as _};
use navigant_mesh::roadmap::{HybridGraph, Roadmap};
use navigant_mesh::{CellId, Map, MapGrid};
use std::fmt::Write;

const GRID: &str = "#4f8fb0";
const HIGHWAY: &str = "#c8402f";

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
        let mut edges = String::new();
        for place in roadmap.waypoints() {
            for &(end, _) in roadmap.edges(place).iter().filter(|(end, _)| place < *end) {
                if let [Some(a), Some(b)] = [place, end].map(|place| roadmap.point(place)) {
                    frame.line([a, b], &mut edges);
                }
            }
        }
        let _ = writeln!(svg, r#"<path d="{edges}" fill="none" stroke="{GRID}" stroke-width="0.8"/>"#);
        for p in roadmap.waypoints().filter_map(|place| roadmap.point(place)) {
            let [x, y] = frame.at(p);
            let _ = writeln!(svg, r#"<circle cx="{x:.2}" cy="{y:.2}" r="1.4" fill="{GRID}"/>"#);
        }
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
        for svg in [draw_grid(&map, graph.grid(), &style), draw_hybrid(&map, &graph, &style)] {
            assert!(svg.starts_with("<svg") && svg.matches("</svg>").count() == 1 && svg.ends_with("</svg>\n"));
        }
        assert!(draw_hybrid(&map, &graph, &style).contains(HIGHWAY));
    }
}
