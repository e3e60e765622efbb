//! The field as colour, and paths.

use super::plans::ends;
use super::scenes::Scene;
use navigant_mesh::Point;
use navigant_planning::constraint::ConstraintPlan;
use navigant_planning::internals::{ConstraintGraphInternals as _, ConstraintPlanInternals as _};
use navigant_search::graph::Budget;
use std::error::Error;
use std::fmt::Write;

/// Pixels a metre, and squares of colour, in metres.
const SCALE: f64 = 6.0;
const SQUARE: f64 = 1.0;

/// The map under its field, and the paths of one query on the three graphs.
pub(super) fn scene(scene: &Scene) -> Result<String, Box<dyn Error>> {
    let size = scene.side * SCALE;
    let at = |p: Point| (p.x * SCALE, size - p.y * SCALE);
    let mut svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {size} {size}' width='{size}'>");
    let field = scene.graphs[0].1.field();
    let squares = (scene.side / SQUARE).ceil() as u32;
    for i in 0..squares * squares {
        let (x, y) = (f64::from(i % squares) * SQUARE, f64::from(i / squares) * SQUARE);
        let middle = Point::new(x + SQUARE / 2.0, y + SQUARE / 2.0);
        let weight = field.weight_at(middle);
        let shade = |weight: f64| (255.0 - 14.0 * weight.abs()).clamp(60.0, 255.0) as u8;
        let fill = match () {
            () if !scene.map.is_walkable(middle) => "#b8b8b8".to_owned(),
            () if field.forbids(middle).is_some() => "#333".to_owned(),
            () if weight < 0.0 => format!("rgb(255,{0},{0})", shade(weight)),
            () if weight > 0.0 => format!("rgb({0},255,{0})", shade(weight * 6.0)),
            () => continue,
        };
        let (left, bottom) = at(Point::new(x, y));
        let side = SQUARE * SCALE;
        // Writing to a string cannot fail.
        let _ =
            write!(svg, "<rect x='{left:.1}' y='{:.1}' width='{side}' height='{side}' fill='{fill}'/>", bottom - side);
    }
    for ((_, graph), colour) in scene.graphs.iter().zip(["#1769c2", "#8a2be2", "#d27d00"]) {
        for query in scene.queries.iter().take(1) {
            let Some((start, goal)) = ends(scene, graph, query) else { continue };
            let mut plan = ConstraintPlan::with_epsilon(graph, start, goal, 1.0)?;
            plan.search(graph, Budget::UNLIMITED)?;
            let points: Vec<String> =
                plan.points(graph).into_iter().map(at).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ =
                write!(svg, "<polyline points='{}' fill='none' stroke='{colour}' stroke-width='2'/>", points.join(" "));
        }
    }
    Ok(svg + "</svg>")
}
