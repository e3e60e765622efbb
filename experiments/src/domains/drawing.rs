//! A scene with the plans of all domains.

use super::plan::{Row, Setting};
use super::scene::SIDE;
use navigant_mesh::Point;
use navigant_search::graph::SearchError;
use std::fmt::Write;

/// Pixels a metre.
const SCALE: f64 = 7.0;
const COLOURS: [&str; 7] = ["#888", "#b58900", "#cb4b16", "#2aa198", "#d33682", "#1769c2", "#2a8a2a"];

/// Static obstacles, parked discs, movers at time 0 with their ways, and the trajectory of every row.
///
/// # Errors
/// When a search meets one.
pub(super) fn scene(setting: &Setting) -> Result<String, SearchError> {
    let size = SIDE * SCALE;
    let at = |p: Point| [p.x * SCALE, size - p.y * SCALE];
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {size}' width='{size}'><rect width='{size}' height='{size}' fill='white'/>",
        size + 220.0
    );
    let map = &setting.scene.map;
    for face in map.faces().filter(|&face| !map.is_free(face)) {
        let corners = map.corners(face).map(|v| at(map.point(v))).map(|[x, y]| format!("{x:.1},{y:.1}"));
        // Writing to a string cannot fail.
        let _ = write!(svg, "<polygon points='{}' fill='#556'/>", corners.join(" "));
    }
    for parked in &setting.scene.parked {
        let [x, y] = at(parked.at);
        let _ = write!(svg, "<circle cx='{x:.1}' cy='{y:.1}' r='{:.1}' fill='#c9a'/>", parked.radius * SCALE);
    }
    for mover in &setting.scene.movers {
        let [[x, y], [x1, y1], [x2, y2]] = [mover.at(0.0), mover.ends[0], mover.ends[1]].map(at);
        let _ = write!(
            svg,
            "<line x1='{x1:.1}' y1='{y1:.1}' x2='{x2:.1}' y2='{y2:.1}' stroke='#e08' stroke-dasharray='3'/>"
        );
        let _ = write!(svg, "<circle cx='{x:.1}' cy='{y:.1}' r='{:.1}' fill='#e08'/>", mover.radius * SCALE);
    }
    for (number, row) in Row::ALL.into_iter().enumerate() {
        let (_, trajectory) = setting.plan(row)?;
        let is_good = trajectory.as_ref().is_some_and(|trajectory| setting.is_collision_free(trajectory));
        let verdict = match (&trajectory, is_good) {
            (None, _) => "nothing found",
            (_, true) => "free",
            (_, false) => "collides",
        };
        let points = trajectory.unwrap_or_default().into_iter().map(|(_, p)| at(p));
        let points: Vec<String> = points.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let colour = COLOURS[number];
        let _ =
            write!(svg, "<polyline points='{}' fill='none' stroke='{colour}' stroke-width='1.5'/>", points.join(" "));
        let y = 20 + 18 * number;
        let _ = write!(
            svg,
            "<text x='{}' y='{y}' font-size='11' fill='{colour}'>{}: {verdict}</text>",
            size + 6.0,
            row.name()
        );
    }
    Ok(svg + "</svg>")
}
