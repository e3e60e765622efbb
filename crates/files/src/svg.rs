//! Pictures of maps, as SVG.

use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
use navigant_geometry::{Bounds, Point};
use navigant_mesh::internals::{MapInternals as _, RegionsInternals as _};
use navigant_mesh::{FaceId, Map};
use std::fmt::Write;

/// How a map is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Width of the picture in pixels; its height follows.
    pub width: f64,
    /// Draw the edges of the triangulation inside the free space.
    pub triangles: bool,
    /// Draw a dot on every vertex.
    pub vertices: bool,
    /// Colour the free space by how far the walls are.
    pub clearance: bool,
    /// Draw the medial axis.
    pub axis: bool,
    /// Draw the band that a disc of this radius, in metres, takes up along a path; none for 0.
    pub band: f64,
}

impl Default for Style {
    fn default() -> Self {
        Style { width: 1200.0, triangles: true, vertices: false, clearance: false, axis: false, band: 0.0 }
    }
}

const PAPER: &str = "#f4f1ea";
const FREE: &str = "#ffffff";
const TRIANGLES: &str = "#9ec5d6";
const WALL: &str = "#3d3a36";
/// Covered once, twice, more often.
const COVERED: [&str; 3] = ["#cfc6b8", "#b5a68f", "#94805f"];

/// One for each kind of region, by their names.
const REGIONS: [&str; 6] = ["#7cb342", "#5c8fd6", "#e0a030", "#c06c9f", "#4db6ac", "#8d6e63"];

const AXIS: &str = "#8a4fa3";
/// Where walls are near, and where they are far.
const NEAR_AND_FAR: [[f64; 3]; 2] = [[253.0, 231.0, 200.0], [70.0, 130.0, 180.0]];
/// One for each path, in turns.
const PATHS: [&str; 4] = ["#c8402f", "#3468b5", "#8a5a00", "#8a4fa3"];
const START: &str = "#2f7d4f";

/// Draws the free space, what covers the rest, the walls, and the triangles: the world's box and a little more.
///
/// Cost: linear in the number of faces.
pub fn draw(map: &Map, style: &Style) -> String {
    draw_paths::<&[Point]>(map, style, &[])
}

/// The same with paths over it, each from a green dot to a red one and in a colour of its own: red, blue, brown, violet, and
/// again. Points that are no numbers are left out.
///
/// ```
/// use navigant_files::svg::{Style, draw_paths};
/// use navigant_mesh::{Map, Outline, Point};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// let picture = draw_paths(&map, &Style::default(), &[[Point::new(2.0, 2.0), Point::new(18.0, 8.0)]]);
/// assert!(picture.contains("<polyline"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_paths<P: AsRef<[Point]>>(map: &Map, style: &Style, paths: &[P]) -> String {
    let frame = Frame::around(map, style.width);
    let mut svg = String::new();
    frame.open(0.0, &mut svg);
    frame.free_space(map, &mut svg);
    frame.covered(map, &mut svg);
    frame.regions(map, &mut svg);
    if style.clearance {
        frame.clearance(map, &mut svg);
    }
    frame.walls(map, style.triangles, &mut svg);
    if style.axis {
        let mut axis = String::new();
        for arc in map.axis().arcs() {
            let points = map.axis().points(arc, 0.3 / frame.scale);
            for (&a, &b) in points.iter().zip(points.iter().skip(1)) {
                frame.line([a, b], &mut axis);
            }
        }
        let _ = writeln!(svg, r#"<path d="{axis}" fill="none" stroke="{AXIS}" stroke-width="1.2"/>"#);
    }
    if style.vertices {
        for v in map.vertices() {
            let [x, y] = frame.at(map.point(v));
            let _ = writeln!(svg, r#"<circle cx="{x:.2}" cy="{y:.2}" r="1.6" fill="{WALL}"/>"#);
        }
    }
    for (path, colour) in paths.iter().zip(PATHS.into_iter().cycle()) {
        frame.path(path.as_ref(), colour, style.band, &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

/// From the world to the picture: y points up there and down here.
pub(crate) struct Frame {
    low: Point,
    scale: f64,
    width: f64,
    height: f64,
}

impl Frame {
    pub(crate) fn around(map: &Map, width: f64) -> Self {
        let free = map.faces().filter(|&f| map.is_free(f)).flat_map(|f| map.corners(f));
        let reach = map.lattice().reach();
        let world = Bounds::of(free.map(|v| map.point(v))).unwrap_or(reach);
        let (w, h) = world.size();
        let margin = 0.02 * w.max(h);
        let scale = width / (w + 2.0 * margin).max(f64::MIN_POSITIVE);
        Frame {
            low: Point::new(world.min.x - margin, world.min.y - margin),
            scale,
            width,
            height: (h + 2.0 * margin) * scale,
        }
    }

    /// Begins a picture, with room below the map for something of a height in pixels.
    pub(crate) fn open(&self, below: f64, svg: &mut String) {
        let (width, height) = (self.width, self.height + below);
        let _ = writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.2} {height:.2}">"#
        );
        let _ = writeln!(svg, r#"<rect width="100%" height="100%" fill="{PAPER}"/>"#);
    }

    /// The width and the height of the map in pixels.
    pub(crate) fn size(&self) -> [f64; 2] {
        [self.width, self.height]
    }

    pub(crate) fn free_space(&self, map: &Map, svg: &mut String) {
        self.layers(map, &[(FREE, &|f| map.is_free(f))], svg);
    }

    /// What obstacles cover, once, twice and more often.
    pub(crate) fn covered(&self, map: &Map, svg: &mut String) {
        let depth = |f: FaceId| if map.is_free(f) { 0 } else { map.obstacles_over(f).count() };
        let [once, twice, often] = COVERED;
        self.layers(map, &[(once, &|f| depth(f) == 1), (twice, &|f| depth(f) == 2), (often, &|f| depth(f) > 2)], svg);
    }

    /// The regions, each kind in a colour, over what they mark.
    pub(crate) fn regions(&self, map: &Map, svg: &mut String) {
        let regions = map.regions();
        let mut kinds: Vec<&str> = regions.iter().filter_map(|id| regions.kind(id)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for (kind, fill) in kinds.into_iter().zip(REGIONS.iter().cycle()) {
            let mut path = String::new();
            for f in regions.faces().filter(|&f| regions.over(f).any(|id| regions.kind(id) == Some(kind))) {
                self.triangle(regions.corners(f), &mut path);
            }
            let _ = writeln!(svg, r#"<path d="{path}" fill="{fill}" fill-opacity="0.3"/>"#);
        }
    }

    /// What is outside of the floors, as paper: over what is drawn beyond their borders.
    pub(crate) fn outside(&self, map: &Map, svg: &mut String) {
        let is_outside = |f: FaceId| !map.is_free(f) && map.obstacles_over(f).next().is_none();
        self.layers(map, &[(PAPER, &is_outside)], svg);
    }

    /// Faces of some kinds, each in a colour.
    fn layers(&self, map: &Map, kinds: &[(&str, &dyn Fn(FaceId) -> bool)], svg: &mut String) {
        for (fill, is_one) in kinds {
            let mut path = String::new();
            map.faces().filter(|&f| is_one(f)).for_each(|f| self.face(map, f, &mut path));
            // The stroke in the fill's colour closes the seams between triangles.
            let _ = writeln!(svg, r#"<path d="{path}" fill="{fill}" stroke="{fill}" stroke-width="0.4"/>"#);
        }
    }

    /// The walls, and the edges of the triangulation in the free space if they are wanted.
    pub(crate) fn walls(&self, map: &Map, triangles: bool, svg: &mut String) {
        let (mut thin, mut thick) = (String::new(), String::new());
        for e in map.faces().flat_map(FaceId::edges).filter(|&e| e < map.twin(e)) {
            let ends = [map.origin(e), map.target(e)].map(|v| map.point(v));
            if map.multiplicity(e) > 0 {
                self.line(ends, &mut thick);
            } else if triangles && map.is_free(e.face()) {
                self.line(ends, &mut thin);
            }
        }
        let _ = writeln!(svg, r#"<path d="{thin}" fill="none" stroke="{TRIANGLES}" stroke-width="0.5"/>"#);
        let _ = writeln!(
            svg,
            r#"<path d="{thick}" fill="none" stroke="{WALL}" stroke-width="1.1" stroke-linecap="round"/>"#
        );
    }

    pub(crate) fn at(&self, p: Point) -> [f64; 2] {
        [(p.x - self.low.x) * self.scale, self.height - (p.y - self.low.y) * self.scale]
    }

    pub(crate) fn line(&self, [a, b]: [Point; 2], path: &mut String) {
        let ([ax, ay], [bx, by]) = (self.at(a), self.at(b));
        let _ = write!(path, "M{ax:.2} {ay:.2}L{bx:.2} {by:.2}");
    }

    /// A line through some points, with dots at its ends.
    fn path(&self, points: &[Point], colour: &str, band: f64, svg: &mut String) {
        let places: Vec<[f64; 2]> = points.iter().filter(|p| p.is_finite()).map(|&p| self.at(p)).collect();
        let line: Vec<String> = places.iter().map(|[x, y]| format!("{x:.2},{y:.2}")).collect();
        if !line.is_empty() {
            let line = line.join(" ");
            if band > 0.0 {
                let width = 2.0 * band * self.scale;
                let _ = writeln!(
                    svg,
                    r#"<polyline points="{line}" fill="none" stroke="{colour}" stroke-opacity="0.18" stroke-width="{width:.2}" stroke-linejoin="round" stroke-linecap="round"/>"#
                );
            }
            let _ = writeln!(
                svg,
                r#"<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-linejoin="round"/>"#
            );
        }
        for (place, fill) in [(places.first(), START), (places.last(), colour)] {
            if let Some([x, y]) = place {
                let _ = writeln!(svg, r#"<circle cx="{x:.2}" cy="{y:.2}" r="4.5" fill="{fill}"/>"#);
            }
        }
    }

    /// The free space, coloured by how far the walls are.
    fn clearance(&self, map: &Map, svg: &mut String) {
        let mut pieces = Vec::new();
        for f in map.faces().filter(|&f| map.is_free(f)) {
            self.shatter(map.corners(f).map(|v| map.point(v)), 5, &mut pieces);
        }
        let middle = |[a, b, c]: [Point; 3]| Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0);
        let rooms: Vec<f64> = pieces.iter().map(|&piece| map.clearance_at(middle(piece)).unwrap_or(0.0)).collect();
        let most = rooms.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let [[near_r, near_g, near_b], [far_r, far_g, far_b]] = NEAR_AND_FAR;
        for (piece, room) in pieces.iter().zip(rooms) {
            let [r, g, b] = [(near_r, far_r), (near_g, far_g), (near_b, far_b)]
                .map(|(near, far)| near + (far - near) * (room / most).sqrt());
            let [[ax, ay], [bx, by], [cx, cy]] = piece.map(|p| self.at(p));
            let fill = format!("rgb({r:.0},{g:.0},{b:.0})");
            let _ = writeln!(
                svg,
                r#"<path d="M{ax:.1} {ay:.1}L{bx:.1} {by:.1}L{cx:.1} {cy:.1}Z" fill="{fill}" stroke="{fill}" stroke-width="0.4"/>"#
            );
        }
    }

    /// Cuts a triangle in two, again and again, until it is small in the picture.
    fn shatter(&self, [a, b, c]: [Point; 3], times: u32, pieces: &mut Vec<[Point; 3]>) {
        let sides = [[a, b, c], [b, c, a], [c, a, b]];
        let longest = sides.into_iter().max_by(|[p, q, _], [r, s, _]| p.distance(*q).total_cmp(&r.distance(*s)));
        match longest {
            Some([p, q, r]) if times > 0 && p.distance(q) * self.scale > 12.0 => {
                let middle = p.lerp(q, 0.5);
                let halves = if p.distance(q) * self.scale > 100.0 { times } else { times - 1 };
                self.shatter([p, middle, r], halves, pieces);
                self.shatter([middle, q, r], halves, pieces);
            }
            _ => pieces.push([a, b, c]),
        }
    }

    fn face(&self, map: &Map, f: FaceId, path: &mut String) {
        self.triangle(map.corners(f).map(|v| map.point(v)), path);
    }

    fn triangle(&self, corners: [Point; 3], path: &mut String) {
        let [[ax, ay], [bx, by], [cx, cy]] = corners.map(|p| self.at(p));
        let _ = write!(path, "M{ax:.2} {ay:.2}L{bx:.2} {by:.2}L{cx:.2} {cy:.2}Z");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    #[test]
    fn a_picture_has_the_walls_and_the_shape_of_the_world() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        let empty = draw(&map, &Style::default());
        map.insert(&Outline::rectangle([5.0, 2.0], [8.0, 4.0])).unwrap();
        let drawn = draw(&map, &Style::default());
        assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"));
        assert!(drawn.contains(r#"width="1200""#) && drawn.len() > empty.len());
        assert_eq!(drawn.matches(COVERED[0]).count(), 2, "one covered layer, fill and stroke");
    }

    #[test]
    fn each_kind_of_region_has_a_colour() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        let bare = draw(&map, &Style::default());
        assert!(REGIONS.iter().all(|colour| !bare.contains(colour)));
        for (kind, x) in [("road", 2.0), ("grass", 6.0), ("road", 10.0)] {
            map.insert_region(kind, &Outline::rectangle([x, 2.0], [x + 3.0, 8.0])).unwrap();
        }
        let drawn = draw(&map, &Style::default());
        assert_eq!(REGIONS.map(|colour| drawn.matches(colour).count()), [1, 1, 0, 0, 0, 0]);
    }

    #[test]
    fn a_path_has_a_dot_at_either_end_and_points_that_are_no_numbers_are_left_out() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        let points = [[1.0, 1.0], [f64::NAN, 5.0], [19.0, 9.0]].map(Point::from);
        let drawn = draw_paths(&map, &Style::default(), &[&points]);
        assert_eq!((drawn.matches("<polyline").count(), drawn.matches("<circle").count()), (1, 2));
        assert!(!drawn.contains("NaN"));
        assert_eq!(draw_paths(&map, &Style::default(), &[[]]), draw(&map, &Style::default()));
    }
}
