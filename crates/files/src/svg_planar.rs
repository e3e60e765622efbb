//! Pictures of shortest path maps and isochrones, as SVG.

use crate::svg::{Frame, Style, draw};
use navigant_mesh::{Map, Point};
use navigant_search::internals::Curve;
use navigant_search::internals::ShortestPathMapInternals as _;
use navigant_search::plane::{Isochrone, ShortestPathMap};
use std::fmt::Write;

const STRAIGHT: &str = "#2f7d4f";
const CURVED: &str = "#8a4fa3";
const REACHED: &str = "#ffc94d";
const SOURCE: &str = "#1864ab";

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

fn dot(at: Point, frame: &Frame, svg: &mut String) {
    let [x, y] = frame.at(at);
    let _ =
        writeln!(svg, r##"<circle cx="{x:.2}" cy="{y:.2}" r="6" fill="{SOURCE}" stroke="#fff" stroke-width="2"/>"##);
}

/// A picture of a map with something over it.
pub(crate) fn finish(map: &Map, style: &Style, over: impl FnOnce(&Frame, &mut String)) -> String {
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
        let spm = ShortestPathMap::of(&map, [4.0, 16.0]).unwrap();
        let region = spm.isochrone(&map, 12.0).unwrap();
        for svg in [draw_path_map(&map, &spm, &style), draw_isochrone(&map, spm.source(), &region, &style)] {
            assert!(svg.starts_with("<svg") && svg.matches("</svg>").count() == 1 && svg.ends_with("</svg>\n"));
        }
        assert!(draw_path_map(&map, &spm, &style).contains(CURVED));
    }
}
