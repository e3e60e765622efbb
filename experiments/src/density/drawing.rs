//! Density on the mesh, and bars.

use super::maps::Environment;
use navigant_mesh::Point;
use navigant_simulation::internals::RoadmapRun;
use std::fmt::Write;

/// Pixels a metre.
const SCALE: f64 = 5.0;

/// The regions, red by their density (full from 1 on), the obstacles green and the agents as dots, as in the paper.
pub(super) fn density(environment: &Environment, run: &RoadmapRun) -> String {
    let (width, height) = (192.0 * SCALE, 108.0 * SCALE);
    let at = |p: Point| [p.x * SCALE, height - p.y * SCALE];
    let outline = |points: &[Point]| {
        let words = points.iter().map(|&p| at(p)).map(|[x, y]| format!("{x:.1},{y:.1}"));
        words.collect::<Vec<_>>().join(" ")
    };
    let mut svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}'>");
    // Writing to a string cannot fail.
    let _ = write!(svg, "<rect width='{width}' height='{height}' fill='white'/><g stroke='#ccd' stroke-width='.5'>");
    for region in run.graph().regions() {
        let pale = (255.0 * (1.0 - run.density(region).clamp(0.0, 1.0))) as u8;
        let corners = outline(&run.graph().shape(region).corners());
        let _ = write!(svg, "<polygon points='{corners}' fill='rgb(255,{pale},{pale})'/>");
    }
    svg.push_str("</g><g fill='#5a9a5a'>");
    for &[min, max] in &environment.obstacles {
        let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        let _ = write!(svg, "<polygon points='{}'/>", outline(&corners));
    }
    svg.push_str("</g>");
    let colours = ["#1769c2", "#222", "#8a2be2"];
    for walker in run.walkers() {
        let ([x, y], colour) = (at(walker.at), colours[walker.trip as usize % colours.len()]);
        let _ = write!(svg, "<circle cx='{x:.1}' cy='{y:.1}' r='1.3' fill='{colour}'/>");
    }
    for (trip, colour) in environment.trips.iter().zip(colours) {
        for (p, fill) in [(trip.start, "white"), (trip.goal, colour)] {
            let [x, y] = at(p);
            let _ =
                write!(svg, "<circle cx='{x:.1}' cy='{y:.1}' r='6' stroke='{colour}' stroke-width='2' fill='{fill}'/>");
        }
    }
    svg + "</svg>"
}

/// A horizontal bar for each number.
pub(super) fn bars(rows: &[(String, f64)], unit: &str) -> String {
    let most = rows.iter().map(|row| row.1).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let height = 20 * rows.len() + 8;
    let mut svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 720 {height}' width='720'>");
    for (i, (name, number)) in rows.iter().enumerate() {
        let (y, length) = (20 * i + 4, 460.0 * number / most);
        let _ = write!(
            svg,
            "<text x='0' y='{}' font-size='12' font-family='sans-serif' fill='currentColor'>{name}</text>\
             <rect x='150' y='{y}' width='{length:.1}' height='14' fill='#1769c2'/>\
             <text x='{:.1}' y='{}' font-size='12' font-family='sans-serif' fill='currentColor'>{number:.2}{unit}</text>",
            y + 12,
            156.0 + length,
            y + 12
        );
    }
    svg + "</svg>"
}
