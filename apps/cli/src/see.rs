//! `navigant see SCENE --from X,Y [--svg FILE] [--json]`

use crate::scenes;
use navigant::files::{svg, svg_visibility};
use navigant::prelude::*;
use navigant::search::plane::{NoView, Region, Side, VisibilityFinder};
use std::error::Error;
use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene: GeoJSON, WKT, Moving AI .map, Polyanya .mesh, or a BORDER/OBSTACLE list
    scene: PathBuf,
    /// Where to look from, in metres
    #[arg(long, value_name = "X,Y", value_parser = parse_point, allow_hyphen_values = true)]
    from: Point,
    /// Draw the map and what is seen
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Say it as JSON
    #[arg(long)]
    json: bool,
}

fn parse_point(text: &str) -> Result<Point, String> {
    let wrong = || format!("'{text}' is not a point: give two numbers, as in 12.5,-3");
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    match (x.trim().parse(), y.trim().parse()) {
        (Ok(x), Ok(y)) => Ok(Point::new(x, y)),
        _ => Err(wrong()),
    }
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

fn as_json(region: &Region, vertices: usize) -> String {
    let mut corners = String::new();
    for Point { x, y } in region.corners().iter().map(|c| c.point) {
        let _ = write!(corners, "{}[{x},{y}]", if corners.is_empty() { "" } else { "," });
    }
    format!(r#"{{"visible":true,"area":{},"region":[{corners}],"vertices":{vertices}}}"#, region.area())
}

fn nothing_as_json(reason: NoView) -> String {
    let nearest = match reason {
        NoView::Outside { nearest: Some(Point { x, y }) } => format!("[{x},{y}]"),
        NoView::Outside { nearest: None } | NoView::NotFinite(_) => "null".into(),
    };
    format!(
        r#"{{"visible":false,"area":0,"region":[],"vertices":0,"reason":"{}","nearest":{nearest}}}"#,
        reason.to_string().replace('"', "'")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_two_numbers() {
        assert_eq!(parse_point("1.5,-2"), Ok(Point::new(1.5, -2.0)));
        assert_eq!(parse_point(" 3 , 4 "), Ok(Point::new(3.0, 4.0)));
        assert!(parse_point("3").is_err() && parse_point("3,x").is_err() && parse_point("").is_err());
    }

    #[test]
    fn json_says_what_is_seen_or_why_nothing_is() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [4.0, 2.0])).unwrap();
        let mut finder = VisibilityFinder::new();
        let region = finder.visible_region(&map, [2.0, 1.0]).unwrap();
        assert_eq!(as_json(region, 4), r#"{"visible":true,"area":8,"region":[[4,2],[0,2],[0,0],[4,0]],"vertices":4}"#);
        let reason = finder.visible_region(&map, [9.0, 1.0]).unwrap_err();
        assert!(nothing_as_json(reason).ends_with(r#""nearest":[4,1]}"#));
    }
}
