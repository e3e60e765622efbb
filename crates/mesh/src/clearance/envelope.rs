//! The lower envelope of distances along an edge: which features are nearest somewhere along it.
//!
//! ```text
//!            ·  ·      ·      A street along the border of a city is one edge, as long as the city. What is nearest somewhere
//!    ┌──┐ ┌───┐ ┌──┐          along it are the houses of the first row. At a part t of the edge the square of the distance of a
//!    └──┘ └───┘ └──┘          point is t² and a line in t, so the points that are nearest somewhere are the lower envelope of
//!  ──┴───┴──┴──┴────┴──       lines, found in one pass over them in the order of their feet.
//! ```
//!
//! The square of the distance of a wall, less t², is concave between the normals at its ends, and each piece of the envelope is a
//! line: so a wall is below the envelope somewhere iff it is where two pieces meet, or at one of the normals.

use crate::tolerance::ENVELOPE_PART;
use navigant_geometry::internals::Offset;

/// The lower envelope of points along an edge; scratch memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Envelope {
    from: Offset,
    /// Of length 1.
    towards: Offset,
    length: f64,
    /// By how much squares may be off.
    slack: f64,
    lines: Vec<Line>,
    /// Where the pieces of the envelope begin, and its lines.
    pieces: Vec<(f64, Line)>,
}

/// The square of the distance of a point, less the square of the part: `offset - 2·foot·t`.
#[derive(Clone, Copy, Debug)]
struct Line {
    foot: f64,
    offset: f64,
}

impl Line {
    fn at(self, t: f64) -> f64 {
        self.offset - 2.0 * self.foot * t
    }
}

impl Envelope {
    /// Of an edge's own ends and some points.
    pub(super) fn of(&mut self, [a, b]: [Offset; 2], points: impl Iterator<Item = Offset>) {
        self.length = (b - a).length();
        (self.from, self.towards) = (a, (b - a) * (1.0 / self.length));
        self.slack = self.length * self.length * ENVELOPE_PART;
        self.lines.clear();
        self.lines.extend([a, b].into_iter().chain(points).map(|p| line(self.from, self.towards, p)));
        // The steepest last: it is lowest at the end.
        self.lines.sort_unstable_by(|p, q| p.foot.total_cmp(&q.foot).then(p.offset.total_cmp(&q.offset)));
        self.pieces.clear();
        for &line in &self.lines {
            let mut begin = 0.0;
            while let Some(&(from, last)) = self.pieces.last() {
                // Where the new one becomes lower.
                let rise = 2.0 * (line.foot - last.foot);
                begin = if rise > 0.0 { (line.offset - last.offset) / rise } else { f64::INFINITY };
                if begin > from {
                    break;
                }
                self.pieces.pop();
            }
            if self.pieces.is_empty() {
                self.pieces.push((0.0, line));
            } else if begin < self.length {
                self.pieces.push((begin, line));
            }
        }
    }

    /// Whether a point is nearest somewhere, but for rounding.
    ///
    /// The envelope less the point's line is concave, so it is greatest where the envelope's steepness passes the line's.
    pub(super) fn has_point(&self, p: Offset) -> bool {
        let line = line(self.from, self.towards, p);
        let next = self.pieces.partition_point(|(_, piece)| piece.foot < line.foot);
        let begin = self.pieces.get(next).map_or(self.length, |(begin, _)| *begin);
        self.is_low(begin, line.at(begin))
    }

    /// Whether a wall is nearest somewhere between the normals at its ends, but for rounding.
    pub(super) fn has_wall(&self, p: Offset, q: Offset) -> bool {
        let (along, way) = (q - p, self.from - p);
        let squared = along.squared();
        // The foot on the wall, and the area beside it, both linear in t.
        let (foot, per_foot) = (along.dot(way), along.dot(self.towards));
        let (area, per_area) = (along.cross(way), along.cross(self.towards));
        let [mut low, mut high] = [0.0, self.length];
        if per_foot != 0.0 {
            let ends = [-foot / per_foot, (squared - foot) / per_foot];
            low = ends[0].min(ends[1]).max(low);
            high = ends[0].max(ends[1]).min(high);
        }
        // Beside one of the normals by no more than rounding.
        if low > high + self.length * ENVELOPE_PART {
            return false;
        }
        let is_low = |t: f64| {
            let height = area + per_area * t;
            self.is_low(t, height * height / squared - t * t)
        };
        let first = self.pieces.partition_point(|(begin, _)| *begin <= low);
        let inside = self.pieces[first..].iter().take_while(|(begin, _)| *begin < high);
        is_low(low) || is_low(high) || inside.into_iter().any(|(begin, _)| is_low(*begin))
    }

    /// Whether a value at a part of the edge is not above the envelope, but for rounding.
    fn is_low(&self, t: f64, value: f64) -> bool {
        let piece = self.pieces.partition_point(|(begin, _)| *begin <= t).saturating_sub(1);
        self.pieces.get(piece).is_none_or(|(_, line)| value <= line.at(t) + self.slack)
    }
}

fn line(from: Offset, towards: Offset, p: Offset) -> Line {
    let way = p - from;
    Line { foot: towards.dot(way), offset: way.squared() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_row_of_houses_hides_is_nowhere_nearest() {
        let at = Offset::new;
        let ends = [at(0.0, 0.0), at(6400.0, 0.0)];
        let mut envelope = Envelope::default();
        envelope.of(ends, [].into_iter());
        assert!(envelope.has_point(at(3200.0, 3000.0)) && !envelope.has_point(at(3200.0, 3300.0)));
        envelope.of(ends, (0..64).map(|i| at(f64::from(i) * 100.0, 200.0)));
        assert!((2..63).all(|i| envelope.has_point(at(f64::from(i) * 100.0, 200.0))));
        assert!(!envelope.has_point(at(100.0, 200.0)), "an end of the edge is nearer");
        assert!(!envelope.has_point(at(3250.0, 300.0)) && envelope.has_point(at(3250.0, 204.0)));
        assert!(!envelope.has_wall(at(3200.0, 300.0), at(3300.0, 400.0)));
        assert!(envelope.has_wall(at(3200.0, 200.0), at(3300.0, 200.0)));
        assert!(envelope.has_wall(at(3240.0, 195.0), at(3260.0, 195.0)));
        // Between the normals at its ends there is nothing of the edge.
        assert!(!envelope.has_wall(at(-300.0, 10.0), at(-10.0, 10.0)));
    }

    #[test]
    fn points_on_one_circle_around_the_middle_of_an_edge_are_all_nearest_there() {
        let at = Offset::new;
        let points = [at(-60.0, 80.0), at(0.0, 100.0), at(28.0, 96.0), at(80.0, 60.0)];
        let mut envelope = Envelope::default();
        envelope.of([at(-200.0, 0.0), at(200.0, 0.0)], points.into_iter());
        assert!(points.into_iter().all(|p| envelope.has_point(p)));
    }
}
