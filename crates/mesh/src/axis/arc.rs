//! Arcs: bisectors of two sites.

use super::site::{Measured, Site};
use crate::tolerance::FINEST_CURVE;
use navigant_geometry::internals::Offset;

/// A piece of the line on which two sites are nearest; in steps of the lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    /// Its ends and their clearances.
    pub(super) ends: [(Offset, f64); 2],
    shape: Shape,
    pub(super) right: Measured,
    pub(super) left: Measured,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Between two walls the clearance changes at the same rate everywhere.
    Ridge,
    /// Between two corners it is least in their middle.
    Bisector,
    /// Between a wall and a corner: the corner's foot along the wall, and its distance off it.
    Parabola { wall: Measured, foot: f64, off: f64 },
}

impl Curve {
    pub(super) fn new(ends: [(Offset, f64); 2], right: Site, left: Site) -> Curve {
        let (right, left) = (Measured::new(right), Measured::new(left));
        let parabola = |wall: Measured, corner: Measured| {
            let (foot, off) = wall.beside(corner.at);
            // A corner on the wall's line, or behind it, is nowhere as far as the wall.
            if off > 0.0 { Shape::Parabola { wall, foot, off } } else { Shape::Ridge }
        };
        let shape = match (right.is_wall(), left.is_wall()) {
            (true, true) => Shape::Ridge,
            (false, false) => Shape::Bisector,
            (true, false) => parabola(right, left),
            (false, true) => parabola(left, right),
        };
        Curve { ends, shape, right, left }
    }

    pub(super) fn is_parabola(&self) -> bool {
        matches!(self.shape, Shape::Parabola { .. })
    }

    /// The point at a part of the way, and its clearance.
    pub(super) fn at(&self, part: f64) -> (Offset, f64) {
        let [(a, r), (b, s)] = self.ends;
        let mix = |x: f64, y: f64| x + (y - x) * part;
        let between = Offset::new(mix(a.x, b.x), mix(a.y, b.y));
        match self.shape {
            _ if part <= 0.0 => (a, r),
            _ if part >= 1.0 => (b, s),
            Shape::Ridge => (between, mix(r, s)),
            Shape::Bisector => (between, (between - self.right.at).length()),
            Shape::Parabola { wall, foot, off } => {
                let along = mix(wall.beside(a).0, wall.beside(b).0);
                let beside = along - foot;
                let height = (beside * beside + off * off) / (2.0 * off);
                (wall.at + wall.along * along + wall.normal() * height, height)
            }
        }
    }

    /// At which part of the way a point is, if it is on the line.
    pub(super) fn part(&self, p: Offset) -> f64 {
        let [(a, _), (b, _)] = self.ends;
        let measure = |p: Offset| match self.shape {
            Shape::Parabola { wall, .. } => wall.beside(p).0,
            _ => (p - a).dot(b - a),
        };
        let (from, to) = (measure(a), measure(b));
        let part = (measure(p) - from) / (to - from);
        if part.is_finite() { part } else { 0.0 }
    }

    /// Where between its ends the clearance is least, and not at an end.
    pub(super) fn saddle(&self) -> Option<f64> {
        let part = match self.shape {
            Shape::Ridge => return None,
            Shape::Bisector => self.part((self.right.at + self.left.at) * 0.5),
            Shape::Parabola { wall, foot, .. } => self.part(wall.at + wall.along * foot),
        };
        (part > 0.0 && part < 1.0).then_some(part)
    }

    /// At which part of the way between two of its points the clearance is least.
    pub(super) fn narrowest(&self, from: f64, to: f64) -> f64 {
        let (low, high) = (from.min(to), from.max(to));
        match self.saddle() {
            Some(part) if low < part && part < high => part,
            _ if self.at(low).1 <= self.at(high).1 => low,
            _ => high,
        }
    }

    /// Into how many straight pieces it has to be cut so that none is farther from it than a tolerance.
    pub(super) fn pieces(&self, tolerance: f64) -> usize {
        let Shape::Parabola { wall, off, .. } = self.shape else { return 1 };
        let run = (wall.beside(self.ends[1].0).0 - wall.beside(self.ends[0].0).0).abs();
        let pieces = (run / (8.0 * off * tolerance.max(FINEST_CURVE)).sqrt()).ceil();
        pieces.clamp(1.0, 1024.0) as usize
    }
}

impl Measured {
    /// The point of the site that is nearest to another.
    pub(super) fn nearest(&self, p: Offset) -> Offset {
        let (foot, _) = self.beside(p);
        self.at + self.along * foot.clamp(0.0, self.length)
    }
}
