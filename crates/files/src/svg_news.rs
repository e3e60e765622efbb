//! Pictures of how news spreads through a crowd, as SVG: where agents walked, and when each learnt of what had changed.

use crate::svg::{Frame, Style};
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::Map;
use std::fmt::Write;

/// From those who learnt of it first to those who learnt of it last.
const LEVELS: [&str; 6] = ["#b10026", "#e31a1c", "#fc4e2a", "#fd8d3c", "#feb24c", LAST];
const LAST: &str = "#fed976";
const AGREED: &str = "#b9b4ac";
const UNAWARE: &str = "#1d4f91";
const INK: &str = "#3d3a36";
/// The height of the legend, in pixels.
const LEGEND: f64 = 64.0;

/// What somebody knows of what has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aware {
    /// Everybody knows all.
    Agreed,
    /// Something that it does not know, or believes in and is not there.
    No,
    /// All; it learnt the last of it at a time, in seconds.
    Since(f64),
}

/// Part of what somebody walked, during which it learnt nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// Where it was, in the order of time.
    pub points: Vec<Point>,
    /// What it knew meanwhile.
    pub aware: Aware,
}

/// Draws a map and what agents walked on it, coloured by what they knew: those who learnt of it, by when they did. Each begins with a
/// dot where somebody learnt something. Below it stands what the colours mean.
///
/// ```
/// use navigant_files::svg::Style;
/// use navigant_files::svg_news::{Aware, Walk, draw_news};
/// use navigant_mesh::{Map, Outline};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// let unaware = Walk { points: vec![[2.0, 5.0].into(), [9.0, 5.0].into()], aware: Aware::No };
/// let turned = Walk { points: vec![[9.0, 5.0].into(), [9.0, 9.0].into()], aware: Aware::Since(5.5) };
/// assert!(draw_news(&map, &Style::default(), &[unaware, turned]).contains("<circle"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: linear in the number of faces and of points.
pub fn draw_news(map: &Map, style: &Style, walks: &[Walk]) -> String {
    let frame = Frame::around(map, style.width);
    let mut svg = String::new();
    frame.open(LEGEND, &mut svg);
    frame.free_space(map, &mut svg);
    frame.outside(map, &mut svg);
    frame.covered(map, &mut svg);
    frame.walls(map, false, &mut svg);
    let times = walks.iter().filter_map(|walk| match walk.aware {
        Aware::Since(seconds) if seconds.is_finite() => Some(seconds),
        _ => None,
    });
    let (first, last) = times.fold((f64::INFINITY, 0.0f64), |(first, last), t| (first.min(t), last.max(t)));
    let level = |seconds: f64| {
        let share = (seconds - first) / (last - first).max(1e-9);
        LEVELS.get((share * LEVELS.len() as f64) as usize).copied().unwrap_or(LAST)
    };
    // Who knows is drawn over who does not.
    let order = |walk: &&Walk| match walk.aware {
        Aware::Agreed => 0,
        Aware::No => 1,
        Aware::Since(_) => 2,
    };
    let mut sorted: Vec<&Walk> = walks.iter().collect();
    sorted.sort_by_key(order);
    for walk in sorted {
        let (stroke, learnt) = match walk.aware {
            Aware::Agreed => (AGREED, false),
            Aware::No => (UNAWARE, false),
            Aware::Since(seconds) => (level(seconds), true),
        };
        let places: Vec<[f64; 2]> = walk.points.iter().filter(|p| p.is_finite()).map(|&p| frame.at(p)).collect();
        let line: Vec<String> = places.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            r#"<polyline points="{}" fill="none" stroke="{stroke}" stroke-opacity="0.7" stroke-width="1" stroke-linejoin="round"/>"#,
            line.join(" ")
        );
        if let Some([x, y]) = places.first().filter(|_| learnt) {
            let _ = writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="2.5" fill="{stroke}"/>"#);
        }
    }
    legend(&frame, (first, last), &mut svg);
    svg.push_str("</svg>\n");
    svg
}

/// What the colours mean.
fn legend(frame: &Frame, (first, last): (f64, f64), svg: &mut String) {
    let [width, height] = frame.size();
    let (mut x, top, box_width) = (0.02 * width, height + 8.0, 44.0);
    let text = |x: f64, y: f64, anchor: &str, words: &str| {
        format!(
            r#"<text x="{x:.1}" y="{y:.1}" font-family="sans-serif" font-size="13" text-anchor="{anchor}" fill="{INK}">{words}</text>"#
        )
    };
    if last >= first {
        for (index, fill) in LEVELS.iter().enumerate() {
            let seconds = first + (last - first) * index as f64 / LEVELS.len() as f64;
            let _ = writeln!(svg, r#"<rect x="{x:.1}" y="{top:.1}" width="{box_width}" height="16" fill="{fill}"/>"#);
            let _ = writeln!(svg, "{}", text(x, top + 32.0, "start", &format!("{seconds:.0}")));
            x += box_width;
        }
        let _ = writeln!(svg, "{}", text(x + 8.0, top + 13.0, "start", "seconds after which one learnt of it"));
        x += 260.0;
    }
    for (stroke, words) in [(UNAWARE, "does not know"), (AGREED, "nothing to learn")] {
        let _ = writeln!(svg, r#"<path d="M{x:.1} {:.1}h30" stroke="{stroke}" stroke-width="3"/>"#, top + 8.0);
        let _ = writeln!(svg, "{}", text(x + 38.0, top + 13.0, "start", words));
        x += 160.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    #[test]
    fn who_learnt_of_it_later_is_paler_and_nobody_is_a_picture_too() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        let walk = |aware| Walk { points: vec![[1.0, 1.0].into(), [f64::NAN, 1.0].into(), [4.0, 4.0].into()], aware };
        let drawn =
            draw_news(&map, &Style::default(), &[walk(Aware::Since(9.0)), walk(Aware::Since(3.0)), walk(Aware::No)]);
        let dot = |fill: &str| drawn.lines().filter(|l| l.starts_with("<circle") && l.contains(fill)).count();
        assert_eq!((dot(LEVELS[0]), dot(LEVELS[5]), dot(UNAWARE)), (1, 1, 0));
        for walks in [&[][..], &[walk(Aware::Since(f64::INFINITY))], &[walk(Aware::Agreed)]] {
            let drawn = draw_news(&map, &Style::default(), walks);
            assert!(drawn.ends_with("</svg>\n") && !drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        }
    }
}
