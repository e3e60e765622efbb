//! `navigant see SCENE --from X,Y [--svg FILE] [--json]`

use crate::path::point;
use crate::scenes;
use navigant::files::{svg, svg_visibility};
use navigant::prelude::*;
use navigant::search::plane::{NoView, Region, Side, VisibilityFinder};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{Write, stdout};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene: GeoJSON, WKT, Moving AI .map, Polyanya .mesh, or a BORDER/OBSTACLE list
    scene: PathBuf,
    /// Where to look from, in metres
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    from: Point,
    /// Draw the map and what is seen
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Say it as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let (map, names) = scenes::open(&arguments.scene)?;
    let mut finder = VisibilityFinder::new();
    let vertices = match finder.visible_vertices(&map, arguments.from) {
        Ok(vertices) => vertices.to_vec(),
        Err(reason) if arguments.json => {
            return Ok(writeln!(stdout(), "{}", nothing_as_json(reason))?);
        }
        Err(reason) => return Err(reason.into()),
    };
    let region = finder.visible_region(&map, arguments.from)?;
    if arguments.json {
        writeln!(stdout(), "{}", as_json(region, vertices.len()))?;
    } else {
        let mut seen: Vec<ObstacleId> = region.corners().iter().filter_map(obstacle).collect();
        seen.sort_unstable();
        seen.dedup();
        writeln!(
            stdout(),
            "from {}: {} m² of {} m², {} vertices and {} of {} obstacles are seen",
            region.viewpoint(),
            region.area(),
            map.free_area(),
            vertices.len(),
            seen.len(),
            names.len()
        )?;
    }
    if let Some(path) = &arguments.svg {
        let style = svg::Style { triangles: false, ..svg::Style::default() };
        std::fs::write(path, svg_visibility::draw_region(&map, region, &vertices, &style))
            .map_err(|reason| format!("{}: {reason}", path.display()))?;
        if !arguments.json {
            writeln!(stdout(), "drawn to {}", path.display())?;
        }
    }
    Ok(())
}

fn obstacle(corner: &navigant::search::plane::Corner) -> Option<ObstacleId> {
    match corner.side {
        Side::Wall { obstacle, .. } => obstacle,
        Side::LineOfSight { .. } => None,
    }
}

fn as_json(region: &Region, vertices: usize) -> Value {
    let corners: Vec<[f64; 2]> = region.corners().iter().map(|c| c.point.into()).collect();
    json!({ "visible": true, "area": region.area(), "region": corners, "vertices": vertices })
}

fn nothing_as_json(reason: NoView) -> Value {
    let nearest = match reason {
        NoView::Outside { nearest } => nearest.map(<[f64; 2]>::from),
        NoView::NotFinite(_) => None,
    };
    let reason = reason.to_string();
    json!({ "visible": false, "area": 0.0, "region": [], "vertices": 0, "reason": reason, "nearest": nearest })
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
        assert_eq!(as_json(region, 4), json!({ "visible": true, "area": 8.0, "region": corners, "vertices": 4 }));
        let nothing = nothing_as_json(finder.visible_region(&map, [9.0, 1.0]).unwrap_err());
        assert_eq!((&nothing["visible"], &nothing["nearest"]), (&json!(false), &json!([4.0, 1.0])));
    }
}
