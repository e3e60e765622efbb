//! `navigant see SCENE --from X,Y [--svg FILE] [--json FILE]`

use crate::exit::Code;
use crate::path::point;
use crate::say::{self, say};
use crate::scenes;
use navigant::files::{svg, svg_visibility};
use navigant::prelude::*;
use navigant::search::internals::VisibilityRegionInternals as _;
use navigant::search::plane::{NoView, Side, VisibilityFinder, VisibilityRegion};
use serde_json::{Value, json};
use std::error::Error;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene: GeoJSON, WKT, Moving AI .map, Polyanya .mesh, a BORDER/OBSTACLE list, or the name of an embedded one
    scene: String,
    /// Where to look from, in metres
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    from: Point,
    /// Draw the map and the visibility region
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the visibility region as JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Code, Box<dyn Error>> {
    let json = arguments.json.as_deref();
    say::keep_for_json(json);
    let (map, names) = scenes::open(&arguments.scene)?;
    let mut finder = VisibilityFinder::new();
    let vertices = match finder.visible_vertices(&map, arguments.from) {
        Ok(vertices) => vertices.to_vec(),
        Err(reason) => {
            say!("nothing is seen from {}: {reason}", arguments.from);
            say::json(json, &nothing_as_json(reason))?;
            return Ok(Code::Nothing);
        }
    };
    let region = finder.visible_region(&map, arguments.from)?;
    say::json(json, &as_json(region, vertices.len()))?;
    let mut seen: Vec<ObstacleId> = region.corners().iter().filter_map(obstacle).collect();
    seen.sort_unstable();
    seen.dedup();
    say!(
        "from {}: {} m² of {} m², {} vertices and {} of {} obstacles are seen",
        region.viewpoint(),
        region.area(),
        map.free_area(),
        vertices.len(),
        seen.len(),
        names.len()
    );
    if let Some(path) = &arguments.svg {
        let style = svg::Style { triangles: false, ..svg::Style::default() };
        std::fs::write(path, svg_visibility::draw_region(&map, region, &vertices, &style))
            .map_err(|reason| format!("{}: {reason}", path.display()))?;
        say!("drawn to {}", path.display());
    }
    Ok(Code::Done)
}

fn obstacle(corner: &navigant::search::plane::Corner) -> Option<ObstacleId> {
    match corner.side {
        Side::Wall { obstacle, .. } => obstacle,
        Side::LineOfSight { .. } => None,
    }
}

fn as_json(region: &VisibilityRegion, vertices: usize) -> Value {
    let corners: Vec<[f64; 2]> = region.corners().iter().map(|c| c.point.into()).collect();
    json!({
        "visible": true,
        "area": region.area(),
        "region": corners,
        "vertices": vertices,
        "code": null,
        "reason": null,
        "nearest": null,
    })
}

fn nothing_as_json(reason: NoView) -> Value {
    let nearest = match reason {
        NoView::Outside { nearest } => nearest.map(<[f64; 2]>::from),
        NoView::NotFinite(_) => None,
    };
    let code = match reason {
        NoView::Outside { .. } => "outside",
        NoView::NotFinite(_) => "not_a_point",
    };
    json!({
        "visible": false,
        "area": 0.0,
        "region": [],
        "vertices": 0,
        "code": code,
        "reason": reason.to_string(),
        "nearest": nearest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_what_is_seen_or_why_nothing_is() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [4.0, 2.0])).unwrap();
        let mut finder = VisibilityFinder::new();
        let region = finder.visible_region(&map, [2.0, 1.0]).unwrap();
        let corners = [[4.0, 2.0], [0.0, 2.0], [0.0, 0.0], [4.0, 0.0]];
        let seen = as_json(region, 4);
        assert_eq!((&seen["area"], &seen["region"], &seen["vertices"]), (&json!(8.0), &json!(corners), &json!(4)));
        let nothing = nothing_as_json(finder.visible_region(&map, [9.0, 1.0]).unwrap_err());
        assert_eq!((&nothing["code"], &nothing["nearest"]), (&json!("outside"), &json!([4.0, 1.0])));
    }
}
