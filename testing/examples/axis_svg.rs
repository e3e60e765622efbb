//! Draws the medial axis of a city: `cargo run --release -p navigant-testing --example axis_svg > axis.svg`.

use navigant_mesh::Map;
use navigant_mesh::internals::AxisInternals as _;
use navigant_testing::generate::city;
use std::fmt::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = 160.0;
    let (floor, buildings) = city(7, size, size, 200);
    let (map, _) = Map::build(&[floor], &buildings)?;
    let axis = map.axis();
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-2 -2 {0} {0}' width='1200' height='1200'>\n",
        size + 4.0
    );
    writeln!(svg, "<rect x='-2' y='-2' width='100%' height='100%' fill='#555'/>")?;
    for f in map.faces().filter(|&f| map.is_free(f)) {
        let corners: Vec<String> =
            map.corners(f).iter().map(|&v| map.point(v)).map(|p| format!("{},{}", p.x, p.y)).collect();
        let corners = corners.join(" ");
        writeln!(svg, "<polygon points='{corners}' fill='white' stroke='#ddd' stroke-width='0.1'/>")?;
    }
    for arc in axis.arcs() {
        let points: Vec<String> = axis.points(arc, 0.01).iter().map(|p| format!("{:.3},{:.3}", p.x, p.y)).collect();
        let colour = if axis.is_parabola(arc) { "#d50" } else { "#06c" };
        let points = points.join(" ");
        writeln!(svg, "<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='0.3'/>")?;
    }
    for n in axis.nodes() {
        let (p, radius) = (axis.point(n), if axis.arcs_from(n).count() > 2 { 0.6 } else { 0.3 });
        writeln!(svg, "<circle cx='{:.3}' cy='{:.3}' r='{radius}'/>", p.x, p.y)?;
    }
    println!("{svg}</svg>");
    Ok(())
}
