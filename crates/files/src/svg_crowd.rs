//! Pictures of crowds, as SVG: how dense it was where, and the paths that were walked.

use crate::svg::{Frame, Style};
use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
use navigant_geometry::{Bounds, Point};
use navigant_mesh::Map;
use std::fmt::Write;

/// From few people to many.
const LEVELS: [&str; 8] = ["#fff3c4", "#ffeda0", "#fed976", "#feb24c", "#fd8d3c", "#fc4e2a", "#e31a1c", "#b10026"];
const PATHS: &str = "#1d4f91";
const INK: &str = "#3d3a36";
/// Cells along the longer side of a map; none is smaller than half a metre, about the area of a person.
const CELLS: f64 = 160.0;
/// The height of the legend, in pixels.
const LEGEND: f64 = 64.0;

/// How many people were where, counted in square cells, over some time.
///
/// ```
/// # use navigant_files::internals::DensityInternals as _;
/// use navigant_files::svg_crowd::Density;
/// use navigant_mesh::{Map, Outline, Point};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// let mut density = Density::of(&map);
/// density.add([Point::new(3.2, 4.6), Point::new(3.8, 4.1)]);
/// density.add([Point::new(3.3, 4.6)]);
/// assert_eq!(density.at(Point::new(3.4, 4.7)), 4.0, "two looks, one person each in a quarter of a square metre");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Density {
    low: Point,
    /// The side of a cell, in metres.
    side: f64,
    columns: usize,
    counts: Vec<u32>,
    times: u32,
}

impl Density {
    /// Nobody, yet, on a map.
    pub fn of(map: &Map) -> Density {
        let free = map.faces().filter(|&f| map.is_free(f)).flat_map(|f| map.corners(f));
        let bounds = Bounds::of(free.map(|v| map.point(v))).unwrap_or(map.lattice().reach());
        let (width, height) = bounds.size();
        let side = (width.max(height) / CELLS).max(0.5);
        let [columns, rows] = [width, height].map(|length| (length / side).floor() as usize + 1);
        Density { low: bounds.min, side, columns, counts: vec![0; columns * rows], times: 0 }
    }

    /// Counts where everyone is at a time.
    pub fn add(&mut self, places: impl IntoIterator<Item = Point>) {
        self.times = self.times.saturating_add(1);
        for p in places {
            if let Some(count) = self.cell(p).and_then(|cell| self.counts.get_mut(cell)) {
                *count = count.saturating_add(1);
            }
        }
    }

    /// People to a square metre around a place, on average over all times that were counted.
    pub(crate) fn at(&self, p: Point) -> f64 {
        self.cell(p).and_then(|cell| self.counts.get(cell)).map_or(0.0, |&count| self.per_square_metre(count))
    }

    fn per_square_metre(&self, count: u32) -> f64 {
        f64::from(count) / (f64::from(self.times.max(1)) * self.side * self.side)
    }

    fn cell(&self, p: Point) -> Option<usize> {
        let [x, y] = [(p.x - self.low.x) / self.side, (p.y - self.low.y) / self.side];
        let is_inside = x >= 0.0 && y >= 0.0 && (x as usize) < self.columns;
        is_inside.then(|| y as usize * self.columns + x as usize)
    }

    /// A round number of people to a square metre that a level stands for, such that few cells are above the last one.
    fn level(&self) -> f64 {
        let mut counts: Vec<u32> = self.counts.iter().copied().filter(|&count| count > 0).collect();
        counts.sort_unstable();
        let high = counts
            .get(counts.len().saturating_sub(1 + counts.len() / 200))
            .map_or(0.0, |&count| self.per_square_metre(count));
        let wanted = (high / LEVELS.len() as f64).max(1e-6);
        let ten = 10f64.powf(wanted.log10().floor());
        [1.0, 2.0, 2.5, 5.0].map(|n| n * ten).into_iter().find(|&level| level >= wanted).unwrap_or(10.0 * ten)
    }
}

/// Draws a map, how dense a crowd was on it, some paths over it, and below it what the colours mean.
///
/// Cost: linear in the number of faces, of cells and of points of paths.
pub fn draw_crowd(map: &Map, style: &Style, density: &Density, paths: &[Vec<Point>]) -> String {
    let frame = Frame::around(map, style.width);
    let mut svg = String::new();
    frame.open(LEGEND, &mut svg);
    frame.free_space(map, &mut svg);
    let level = density.level();
    for (index, fill) in LEVELS.iter().enumerate() {
        let mut cells = String::new();
        for (cell, &count) in density.counts.iter().enumerate() {
            let people = density.per_square_metre(count);
            if count > 0 && ((people / level) as usize).min(LEVELS.len() - 1) == index {
                let (x, y) = ((cell % density.columns) as f64, (cell / density.columns + 1) as f64);
                let [x, y] = frame.at(Point::new(density.low.x + x * density.side, density.low.y + y * density.side));
                let [right, _] = frame.at(Point::new(density.low.x + density.side, 0.0));
                let side = right - frame.at(density.low)[0];
                let _ = write!(cells, "M{x:.1} {y:.1}h{side:.1}v{side:.1}h-{side:.1}z");
            }
        }
        let _ = writeln!(svg, r#"<path d="{cells}" fill="{fill}"/>"#);
    }
    frame.outside(map, &mut svg);
    frame.covered(map, &mut svg);
    frame.walls(map, false, &mut svg);
    for path in paths {
        let places = path.iter().filter(|p| p.is_finite()).map(|&p| frame.at(p));
        let line: Vec<String> = places.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            r#"<polyline points="{}" fill="none" stroke="{PATHS}" stroke-opacity="0.4" stroke-width="0.8" stroke-linejoin="round"/>"#,
            line.join(" ")
        );
    }
    legend(&frame, level, paths.len(), &mut svg);
    svg.push_str("</svg>\n");
    svg
}

/// What the colours mean.
fn legend(frame: &Frame, level: f64, paths: usize, svg: &mut String) {
    let [width, height] = frame.size();
    let (left, top, box_width) = (0.02 * width, height + 8.0, 44.0);
    let digits = (-level.log10().floor()).clamp(0.0, 9.0) as usize
        + usize::from(level / 10f64.powf(level.log10().floor()) == 2.5);
    let text = |x: f64, y: f64, anchor: &str, words: &str| {
        format!(
            r#"<text x="{x:.1}" y="{y:.1}" font-family="sans-serif" font-size="13" text-anchor="{anchor}" fill="{INK}">{words}</text>"#
        )
    };
    for (index, fill) in LEVELS.iter().enumerate() {
        let x = left + index as f64 * box_width;
        let _ = writeln!(svg, r#"<rect x="{x:.1}" y="{top:.1}" width="{box_width}" height="16" fill="{fill}"/>"#);
        let _ = writeln!(svg, "{}", text(x, top + 32.0, "middle", &format!("{:.digits$}", index as f64 * level)));
    }
    let x = left + LEVELS.len() as f64 * box_width;
    let _ = writeln!(svg, "{}", text(x + 10.0, top + 13.0, "start", "people/m², averaged over the run"));
    let _ = writeln!(svg, "{}", text(x - 16.0, top + 32.0, "start", "and more"));
    if paths > 0 {
        let x = x + 300.0;
        let y = top + 8.0;
        let _ = writeln!(svg, r#"<path d="M{x:.1} {y:.1}h40" stroke="{PATHS}" stroke-width="2"/>"#);
        let _ = writeln!(svg, "{}", text(x + 50.0, top + 13.0, "start", &format!("paths of {paths} people")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    fn hall() -> Map {
        Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap()
    }

    #[test]
    fn who_is_nowhere_or_outside_is_not_counted() {
        let mut density = Density::of(&hall());
        density.add([[-0.5, 3.0], [3.0, 99.0], [f64::NAN, 1.0], [99.0, 1.0], [20.0, 10.0]].map(Point::from));
        assert_eq!(density.counts.iter().sum::<u32>(), 1, "only who stands in the corner");
        assert_eq!(density.at(Point::new(20.0, 10.0)), 4.0);
        assert_eq!(density.at(Point::new(f64::NAN, 10.0)), 0.0);
    }

    #[test]
    fn dense_cells_are_darker_and_the_legend_says_by_how_much() {
        let mut density = Density::of(&hall());
        let few = [Point::new(2.5, 2.5)];
        let many = vec![Point::new(15.5, 5.5); 16];
        density.add(few.into_iter().chain(many));
        let drawn =
            draw_crowd(&hall(), &Style::default(), &density, &[vec![Point::new(1.0, 1.0), Point::new(9.0, 9.0)]]);
        assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"));
        let cells = |fill: &str| {
            let line = drawn.lines().find(|line| line.starts_with("<path") && line.contains(fill)).unwrap();
            line.matches('M').count()
        };
        assert_eq!((cells(LEVELS[0]), cells(LEVELS[6])), (1, 1), "4 and 64 people/m², in steps of 10");
        assert!(drawn.contains(">70</text>") && drawn.contains("paths of 1 people") && drawn.contains("<polyline"));
    }

    #[test]
    fn an_empty_hall_is_a_picture_too() {
        let drawn = draw_crowd(&hall(), &Style::default(), &Density::of(&hall()), &[]);
        assert!(!drawn.contains("NaN") && !drawn.contains("inf") && !drawn.contains("<polyline"));
    }
}
