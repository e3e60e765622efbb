//! Plots, as SVG.

use super::table::figure;
use serde::Serialize;
use std::fmt::Write;

/// A line, or steps, through points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points, in the order of x.
    pub points: Vec<(f64, f64)>,
    /// Whether a value holds until the next point.
    pub steps: bool,
}

/// Lines over an axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What is along.
    pub x: String,
    /// What is up.
    pub y: String,
    /// Whether x is drawn logarithmically; it must then be positive.
    pub log_x: bool,
    /// Whether y is drawn logarithmically; it must then be positive.
    pub log_y: bool,
    /// The lines.
    pub series: Vec<Series>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 48.0;

/// How an axis maps numbers to places.
struct Axis {
    low: f64,
    high: f64,
    log: bool,
    from: f64,
    to: f64,
}

impl Axis {
    fn over(numbers: impl Iterator<Item = f64>, log: bool, from: f64, to: f64) -> Axis {
        let usable = numbers.filter(|n| n.is_finite() && (!log || *n > 0.0));
        let (low, high) = usable.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), n| (l.min(n), h.max(n)));
        let (low, high) = if low > high { (1.0, 2.0) } else { (low, high) };
        // A little room above and below, more where all is one value.
        let (low, high) = if log {
            (low / 1.05, high * 1.05)
        } else {
            let room = if high > low { (high - low) * 0.04 } else { high.abs().max(1.0) * 0.1 };
            (if low >= 0.0 { (low - room).max(0.0) } else { low - room }, high + room)
        };
        Axis { low, high, log, from, to }
    }

    fn place(&self, number: f64) -> f64 {
        let scale = |n: f64| if self.log { n.max(self.low).ln() } else { n };
        let share = (scale(number) - scale(self.low)) / (scale(self.high) - scale(self.low));
        self.from + share * (self.to - self.from)
    }

    fn ticks(&self) -> Vec<f64> {
        if self.log {
            let decades = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
            let wide = decades.end() - decades.start() > 2;
            let digits: &[f64] = if wide { &[1.0] } else { &[1.0, 2.0, 5.0] };
            let all = decades.flat_map(|d| digits.iter().map(move |m| m * 10f64.powi(d)));
            return all.filter(|t| (self.low..=self.high).contains(t)).collect();
        }
        let rough = (self.high - self.low) / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= rough).unwrap_or(rough);
        let first = (self.low / step).ceil() as i64;
        (first..).map(|i| i as f64 * step).take_while(|t| *t <= self.high).collect()
    }
}

impl Plot {
    /// A plot without lines, on plain axes.
    pub fn new(title: &str, x: &str, y: &str) -> Plot {
        Plot { title: title.into(), x: x.into(), y: y.into(), log_x: false, log_y: false, series: Vec::new() }
    }

    /// Adds a line.
    pub fn line(&mut self, name: &str, points: Vec<(f64, f64)>) {
        self.series.push(Series { name: name.into(), points, steps: false });
    }

    /// Adds steps: a value holds until the next.
    pub fn steps(&mut self, name: &str, points: Vec<(f64, f64)>) {
        self.series.push(Series { name: name.into(), points, steps: true });
    }

    /// The plot as a picture whose colours come from the page.
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|s| &s.points);
        let x = Axis::over(points().map(|p| p.0), self.log_x, LEFT, WIDTH - RIGHT);
        let y = Axis::over(points().map(|p| p.1), self.log_y, HEIGHT - BOTTOM, TOP);
        let mut svg = format!("<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">");
        // Writing to a string cannot fail.
        let _ = self.draw(&mut svg, &x, &y);
        svg + "</svg>"
    }

    fn draw(&self, svg: &mut String, x: &Axis, y: &Axis) -> std::fmt::Result {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for tick in x.ticks() {
            let at = x.place(tick);
            write!(svg, "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>")?;
            write!(
                svg,
                "<text class=\"tick\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 16.0,
                figure(tick)
            )?;
        }
        for tick in y.ticks() {
            let at = y.place(tick);
            write!(svg, "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>")?;
            write!(
                svg,
                "<text class=\"tick\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                at + 4.0,
                figure(tick)
            )?;
        }
        let middle = (TOP + bottom) / 2.0;
        write!(
            svg,
            "<text class=\"label\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            (LEFT + right) / 2.0,
            HEIGHT - 10.0,
            escape(&self.x)
        )?;
        write!(
            svg,
            "<text class=\"label\" transform=\"translate(14 {middle}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escape(&self.y)
        )?;
        for (number, series) in self.series.iter().enumerate() {
            let colour = number % 6;
            let mut path = String::new();
            for (i, &(px, py)) in series.points.iter().enumerate() {
                let (px, py) = (x.place(px), y.place(py));
                match (i, series.steps) {
                    (0, _) => write!(path, "M{px:.1} {py:.1}")?,
                    (_, true) => write!(path, "H{px:.1}V{py:.1}")?,
                    (_, false) => write!(path, "L{px:.1} {py:.1}")?,
                }
            }
            write!(svg, "<path class=\"line c{colour}\" d=\"{path}\"/>")?;
            let at = TOP + 14.0 + 20.0 * number as f64;
            write!(
                svg,
                "<line class=\"line c{colour}\" x1=\"{}\" x2=\"{}\" y1=\"{at}\" y2=\"{at}\"/>",
                right + 12.0,
                right + 32.0
            )?;
            write!(
                svg,
                "<text class=\"tick\" x=\"{}\" y=\"{}\">{}</text>",
                right + 38.0,
                at + 4.0,
                escape(&series.name)
            )?;
        }
        Ok(())
    }
}

/// Text that may stand in a page.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_go_where_their_axis_says() {
        let axis = Axis { low: 1.0, high: 100.0, log: true, from: 0.0, to: 10.0 };
        assert!((axis.place(10.0) - 5.0).abs() < 1e-12);
        assert_eq!(axis.ticks(), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
        let axis = Axis { low: 0.0, high: 10.0, log: false, from: 100.0, to: 0.0 };
        assert_eq!(axis.place(2.5), 75.0);
        assert_eq!(axis.ticks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
    }

    #[test]
    fn a_plot_without_points_is_still_a_picture() {
        let mut plot = Plot::new("nothing", "x", "y");
        plot.line("empty", Vec::new());
        plot.line("lost", vec![(f64::NAN, f64::INFINITY)]);
        assert!(plot.svg().ends_with("</svg>"));
    }
}
