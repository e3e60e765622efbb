//! Pictures of what is seen from a point, as SVG.

use crate::svg::{Frame, Style, draw};
use navigant_mesh::{Map, VertexId};
use navigant_search::internals::VisibilityRegionInternals as _;
use navigant_search::plane::{Side, VisibilityRegion};
use std::fmt::Write;

const LIGHT: &str = "#ffc94d";
const LIT_WALL: &str = "#d9480f";
const LINE_OF_SIGHT: &str = "#e8890c";
const EYE: &str = "#1864ab";

/// Draws a map, the region that is seen in it, and some vertices, for instance those that are seen.
///
/// The walls that are seen are drawn in red, the lines of sight that bound the region are dashed.
///
/// Cost: linear in the number of faces.
pub fn draw_region(map: &Map, region: &VisibilityRegion, vertices: &[VertexId], style: &Style) -> String {
    let frame = Frame::around(map, style.width);
    let mut svg = draw(map, style);
    svg.truncate(svg.len() - svg.rsplit("</svg>").next().map_or(0, str::len) - "</svg>".len());
    let [x, y] = frame.at(region.viewpoint());
    let corners = region.corners();
    let reach = corners.iter().map(|c| distance(frame.at(c.point), [x, y])).fold(1.0, f64::max);
    let (mut area, mut walls, mut lines) = (String::new(), String::new(), String::new());
    for (corner, next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let [px, py] = frame.at(corner.point);
        let _ = write!(area, "{}{px:.2} {py:.2}", if area.is_empty() { "M" } else { "L" });
        let path = match corner.side {
            Side::Wall { .. } => &mut walls,
            Side::LineOfSight { .. } => &mut lines,
        };
        frame.line([corner.point, next.point], path);
    }
    let _ = writeln!(
        svg,
        r#"<radialGradient id="light" gradientUnits="userSpaceOnUse" cx="{x:.2}" cy="{y:.2}" r="{reach:.2}"><stop offset="0" stop-color="{LIGHT}" stop-opacity="0.75"/><stop offset="1" stop-color="{LIGHT}" stop-opacity="0.3"/></radialGradient>"#
    );
    let _ = writeln!(svg, r#"<path d="{area}Z" fill="url(#light)"/>"#);
    let _ = writeln!(
        svg,
        r#"<path d="{lines}" fill="none" stroke="{LINE_OF_SIGHT}" stroke-width="1" stroke-dasharray="5 4"/>"#
    );
    let _ = writeln!(
        svg,
        r#"<path d="{walls}" fill="none" stroke="{LIT_WALL}" stroke-width="2.4" stroke-linecap="round"/>"#
    );
    for [x, y] in vertices.iter().map(|&v| frame.at(map.point(v))) {
        let _ = writeln!(svg, r#"<circle cx="{x:.2}" cy="{y:.2}" r="2.6" fill="{LIT_WALL}"/>"#);
    }
    let _ = writeln!(svg, r##"<circle cx="{x:.2}" cy="{y:.2}" r="6" fill="{EYE}" stroke="#fff" stroke-width="2"/>"##);
    svg.push_str("</svg>\n");
    svg
}

fn distance([ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> f64 {
    (ax - bx).hypot(ay - by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;
    use navigant_search::plane::VisibilityFinder;

    #[test]
    fn the_region_lies_over_the_map_and_the_picture_stays_whole() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        map.insert(&Outline::rectangle([5.0, 2.0], [8.0, 4.0])).unwrap();
        let mut finder = VisibilityFinder::new();
        let vertices = finder.visible_vertices(&map, [2.0, 3.0]).unwrap().to_vec();
        let region = finder.visible_region(&map, [2.0, 3.0]).unwrap();
        let drawn = draw_region(&map, region, &vertices, &Style::default());
        assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"));
        assert_eq!(drawn.matches("</svg>").count(), 1);
        assert_eq!(drawn.matches("<circle").count(), vertices.len() + 1);
    }
}
