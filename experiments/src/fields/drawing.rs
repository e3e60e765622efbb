//! Figure 13, drawn.

use navigant_field::Field;
use navigant_field::internals::FieldInternals as _;
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{Cell, CellId, Grid};
use std::fmt::Write;

/// Walls in black, the ways of agents in blue, the goals in red.
pub(super) fn paths(grid: &Grid, field: &Field, agents: &[CellId]) -> String {
    let (width, height) = (grid.width(), grid.height());
    let mut svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='720'>");
    let _ = write!(svg, "<rect width='{width}' height='{height}' fill='white'/><path fill='black' d='");
    for y in 0..height {
        let mut x = 0;
        while x < width {
            let run = (x..width).take_while(|&x| !grid.is_walkable(Cell::new(x, y))).count() as u32;
            if run > 0 {
                let _ = write!(svg, "M{x} {y}h{run}v1h-{run}z");
            }
            x += run.max(1);
        }
    }
    svg.push_str("'/><g fill='none' stroke='#1769c2' stroke-width='0.7'>");
    for &agent in agents {
        let corner = |cell: CellId| format!("{} {}", cell.0 % width, cell.0 / width);
        let points: Vec<String> = field.path(agent).map(corner).collect();
        if !points.is_empty() {
            let _ = write!(svg, "<polyline transform='translate(.5 .5)' points='{}'/>", points.join(","));
        }
    }
    svg.push_str("</g>");
    for (cells, colour, radius) in [(agents.to_vec(), "#1769c2", 1.5), (field.goals().collect(), "#c22", 4.0)] {
        for cell in cells {
            let (x, y) = (f64::from(cell.0 % width) + 0.5, f64::from(cell.0 / width) + 0.5);
            let _ = write!(svg, "<circle cx='{x}' cy='{y}' r='{radius}' fill='{colour}'/>");
        }
    }
    svg.push_str("</svg>");
    svg
}
