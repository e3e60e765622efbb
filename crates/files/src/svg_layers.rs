//! Pictures of layered maps, as SVG: floor by floor, side by side.

use navigant_geometry::{Bounds, Point};
use navigant_mesh::internals::{IdInternals as _, LayeredMapInternals as _, MapInternals as _};
use navigant_mesh::{FaceId, LayerId, LayeredMap};
use std::fmt::Write;

const PAPER: &str = "#f4f1ea";
const WALL: &str = "#3d3a36";
const OTHER: &str = "#e4ded2";
const SEAM: &str = "#c8402f";
const PATH: &str = "#1f6f50";
/// The lowest and the highest ground.
const LOW_AND_HIGH: [[f64; 3]; 2] = [[120.0, 170.0, 205.0], [245.0, 205.0, 130.0]];

/// Draws every layer in a panel of its own: its floors by height, its walls, its seams in red, and the other layers faintly; and the
/// parts of a path that lie in it, given as points in plan, each with the layer that the path goes on in.
///
/// Cost: linear in the number of faces, times that of layers.
pub fn draw_layers(layers: &LayeredMap, width: f64, path: &[(LayerId, Point)]) -> String {
    let map = layers.as_map();
    let free: Vec<FaceId> = map.faces().filter(|&f| map.is_free(f)).collect();
    let corners = |f: FaceId| map.corners(f).map(|v| map.point(v));
    let Some(world) = Bounds::of(free.iter().flat_map(|&f| corners(f))) else { return String::new() };
    let heights: Vec<f64> = free.iter().map(|&f| height(layers, map.layer_of(f), corners(f))).collect();
    let (low, high) = heights.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &z| (l.min(z), h.max(z)));
    let count = layers.layers().len();
    let columns = (count as f64).sqrt().ceil().max(1.0);
    let rows = (count as f64 / columns).ceil();
    let (panel, (w, h)) = (width / columns, world.size());
    let scale = 0.94 * panel / w.max(h).max(f64::MIN_POSITIVE);
    let tall = h * scale + 0.06 * panel + 18.0;
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{:.0}"><rect width="100%" height="100%" fill="{PAPER}"/>"#,
        rows * tall
    );
    for layer in layers.layers() {
        let number = layer.index() as f64;
        let (left, top) = ((number % columns) * panel + 0.03 * panel, (number / columns).floor() * tall + 18.0);
        let at = |p: Point| [left + (p.x - world.min.x) * scale, top + (world.max.y - p.y) * scale];
        let triangle = |f: FaceId| {
            let [[a, b], [c, d], [e, g]] = corners(f).map(at);
            format!("M{a:.1} {b:.1}L{c:.1} {d:.1}L{e:.1} {g:.1}Z")
        };
        let others: String = free.iter().filter(|&&f| map.layer_of(f) != layer).map(|&f| triangle(f)).collect();
        let _ = writeln!(svg, r#"<path d="{others}" fill="{OTHER}"/>"#);
        let mut walls = String::new();
        let mut range = (f64::INFINITY, f64::NEG_INFINITY);
        for (&f, &z) in free.iter().zip(&heights).filter(|(f, _)| map.layer_of(**f) == layer) {
            range = (range.0.min(z), range.1.max(z));
            let part = if high > low { (z - low) / (high - low) } else { 0.0 };
            let [from, to] = LOW_AND_HIGH;
            let mix = |[a, b]: [f64; 2]| (a + part * (b - a)).round();
            let [r, g, b] = [mix([from[0], to[0]]), mix([from[1], to[1]]), mix([from[2], to[2]])];
            let _ = writeln!(
                svg,
                r#"<path d="{0}" fill="rgb({r},{g},{b})" stroke="rgb({r},{g},{b})" stroke-width="0.4"/>"#,
                triangle(f)
            );
            for e in f.edges().into_iter().filter(|&e| map.is_wall(e)) {
                let [[a, b], [c, d]] = [map.origin(e), map.target(e)].map(|v| at(map.point(v)));
                let _ = write!(walls, "M{a:.1} {b:.1}L{c:.1} {d:.1}");
            }
        }
        let _ = writeln!(svg, r#"<path d="{walls}" fill="none" stroke="{WALL}" stroke-width="0.8"/>"#);
        for seam in layers.seams().filter(|seam| seam.layers.contains(&layer)) {
            let [[a, b], [c, d]] = seam.ends.map(at);
            let _ = writeln!(svg, r#"<path d="M{a:.1} {b:.1}L{c:.1} {d:.1}" stroke="{SEAM}" stroke-width="1.6"/>"#);
        }
        for [from, to] in path.array_windows().filter(|[from, _]| from.0 == layer) {
            let [[a, b], [c, d]] = [at(from.1), at(to.1)];
            let _ = writeln!(
                svg,
                r#"<path d="M{a:.1} {b:.1}L{c:.1} {d:.1}" stroke="{PATH}" stroke-width="2" stroke-linecap="round"/>"#
            );
        }
        let ends = [path.first().copied(), path.last().copied()].into_iter().flatten();
        for (x, y) in ends.filter(|end| end.0 == layer).map(|end| at(end.1).into()) {
            let _ = writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3.5" fill="{PATH}"/>"#);
        }
        let _ = writeln!(
            svg,
            r#"<text x="{left:.0}" y="{:.0}" font-family="sans-serif" font-size="12" fill="{WALL}">{layer}: {:.2} to {:.2} m</text>"#,
            top - 5.0,
            range.0,
            range.1
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// How high a face is in its middle.
fn height(layers: &LayeredMap, layer: LayerId, [a, b, c]: [Point; 3]) -> f64 {
    let middle = Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0);
    layers.height_at(layer, middle).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::{Layer, Outline};

    #[test]
    fn every_layer_has_a_panel() {
        let floor = || Outline::rectangle([0.0, 0.0], [4.0, 4.0]);
        let map = LayeredMap::build(&[Layer::level(0.0, [floor()]), Layer::level(3.0, [floor()])], &[]).unwrap();
        let picture = draw_layers(
            &map,
            800.0,
            &[(LayerId::default(), Point::new(1.0, 1.0)), (LayerId::default(), Point::new(2.0, 3.0))],
        );
        assert_eq!(picture.matches("<text").count(), 2);
        assert_eq!((picture.matches("<circle").count(), picture.matches(PATH).count()), (2, 3));
        assert!(picture.contains("layer 1: 3.00 to 3.00 m"), "{picture}");
    }
}
