//! Heights of uneven layers: which piece of ground one stands on at a place, and how high it is there.

use super::height::Height;
use crate::tuning::layers::SURFACE_CELLS;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Bounds, Point};

/// An even piece of the ground of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// The triangle in plan that it is the ground of, counter-clockwise.
    pub triangle: [Point; 3],
    /// The part of the layer that it is looked up in, a triangle in plan, counter-clockwise.
    pub part: [Point; 3],
    /// How high it is.
    pub height: Height,
    /// Whether it is the ground of all of its triangle: there other pieces are above or below where one stands.
    pub is_whole: bool,
}

/// The ground of an uneven layer: heights by lookup among even pieces.
///
/// Where several pieces cover a place of one part, and none of them is whole, the highest is the ground: the others are below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    slopes: Vec<Slope>,
    /// The grid over all of them: columns, rows, and where it begins.
    size: [usize; 2],
    bounds: Bounds,
    /// By cell, where its numbers start in `members`.
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Surface {
    /// The surface of some pieces; `None` without any, or if one is not finite.
    pub fn new(slopes: Vec<Slope>) -> Option<Surface> {
        let is_finite = |s: &Slope| s.height.is_finite() && s.part.iter().chain(&s.triangle).all(|p| p.is_finite());
        let bounds = Bounds::of(slopes.iter().flat_map(|s| s.part))?;
        if !slopes.iter().all(is_finite) {
            return None;
        }
        let side = ((slopes.len() as f64).sqrt().ceil() as usize).clamp(1, SURFACE_CELLS);
        let mut surface =
            Surface { slopes, size: [side, side], bounds, starts: vec![0; side * side + 1], members: Vec::new() };
        let mut cells: Vec<(u32, u32)> = Vec::new();
        for (number, slope) in (0..).zip(&surface.slopes) {
            let Some(extent) = slope.extent() else { continue };
            let ([left, low], [right, high]) = (surface.cell(extent.min), surface.cell(extent.max));
            let rows = (low..=high).flat_map(|row| (left..=right).map(move |column| (row * side + column) as u32));
            cells.extend(rows.map(|cell| (cell, number)));
        }
        cells.sort_unstable();
        for &(cell, _) in &cells {
            surface.starts[cell as usize + 1] += 1;
        }
        for cell in 0..side * side {
            surface.starts[cell + 1] += surface.starts[cell];
        }
        surface.members = cells.into_iter().map(|(_, number)| number).collect();
        Some(surface)
    }

    fn cell(&self, p: Point) -> [usize; 2] {
        let along = |c: f64, low: f64, high: f64, cells: usize| {
            let part = if high > low { (c - low) / (high - low) } else { 0.0 };
            ((part * cells as f64) as usize).min(cells - 1)
        };
        let (min, max) = (self.bounds.min, self.bounds.max);
        [along(p.x, min.x, max.x, self.size[0]), along(p.y, min.y, max.y, self.size[1])]
    }

    /// The height of the ground at a place, or of the nearest in the same cell of the grid where a rounding decides.
    pub(crate) fn height_at(&self, p: Point) -> Option<Height> {
        let [column, row] = self.cell(p);
        let cell = row * self.size[0] + column;
        let members = &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize];
        let slopes = || members.iter().map(|&number| &self.slopes[number as usize]);
        let tolerance = 1e-9 * (1.0 + p.x.abs() + p.y.abs());
        let there = slopes().filter(|s| s.outside(p) <= tolerance);
        let is_sure = |s: &Slope| s.is_whole && s.outside(p) < -tolerance;
        let rank = |a: &&Slope, b: &&Slope| {
            is_sure(a).cmp(&is_sure(b)).then_with(|| a.height.at(p).total_cmp(&b.height.at(p)))
        };
        let nearest = || slopes().min_by(|a, b| a.outside(p).total_cmp(&b.outside(p)));
        there.max_by(rank).or_else(nearest).map(|s| s.height)
    }

    /// Where a straight line in plan comes from one piece to another, as parts of its length, in order; its ends are left out.
    pub(crate) fn crossings(&self, from: Point, to: Point) -> Vec<f64> {
        let Some(extent) = Bounds::of([from, to]) else { return Vec::new() };
        let ([left, low], [right, high]) = (self.cell(extent.min), self.cell(extent.max));
        let mut numbers: Vec<u32> = Vec::new();
        for row in low..=high {
            let cells = row * self.size[0] + left..row * self.size[0] + right + 1;
            numbers.extend(&self.members[self.starts[cells.start] as usize..self.starts[cells.end] as usize]);
        }
        numbers.sort_unstable();
        numbers.dedup();
        let mut parts = Vec::new();
        for slope in numbers.into_iter().map(|number| &self.slopes[number as usize]) {
            for i in 0..3 {
                let (a, b) = (slope.triangle[i], slope.triangle[(i + 1) % 3]);
                let side = |p: Point| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
                let (before, after) = (side(from), side(to));
                if (before < 0.0) != (after < 0.0) {
                    let part = before / (before - after);
                    let at = from.lerp(to, part);
                    let along = (at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y);
                    if along >= 0.0 && along <= a.distance(b).powi(2) && part > 0.0 && part < 1.0 {
                        parts.push(part);
                    }
                }
            }
        }
        parts.sort_unstable_by(f64::total_cmp);
        parts.dedup();
        parts
    }
}

impl Slope {
    /// The box around what lies both in its triangle and in its part; `None` if nothing does.
    fn extent(&self) -> Option<Bounds> {
        let (a, b) = (Bounds::of(self.triangle)?, Bounds::of(self.part)?);
        let min = Point::new(a.min.x.max(b.min.x), a.min.y.max(b.min.y));
        let max = Point::new(a.max.x.min(b.max.x), a.max.y.min(b.max.y));
        (min.x <= max.x && min.y <= max.y).then_some(Bounds { min, max })
    }

    /// How far outside a point is, in metres: not more than 0 inside.
    fn outside(&self, p: Point) -> f64 {
        let beyond = |t: &[Point; 3]| {
            let side = |i: usize| {
                let (a, b) = (t[i], t[(i + 1) % 3]);
                let long = a.distance(b);
                let cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
                if long > 0.0 { -cross / long } else { 0.0 }
            };
            side(0).max(side(1)).max(side(2))
        };
        beyond(&self.triangle).max(beyond(&self.part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slope(triangle: [[f64; 2]; 3], z: f64, rise: f64) -> Slope {
        let triangle = triangle.map(Point::from);
        Slope { triangle, part: triangle, height: Height { z, slope: [rise, 0.0] }, is_whole: false }
    }

    #[test]
    fn the_ground_is_the_highest_piece_at_a_place() {
        let low = slope([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]], 0.0, 0.0);
        let high = slope([[1.0, 0.0], [3.0, 0.0], [1.0, 2.0]], 0.2, 0.5);
        let surface = Surface::new(vec![low, high]).unwrap();
        let at = |p: Point| surface.height_at(p).map(|height| height.at(p));
        assert_eq!([at(Point::new(0.5, 0.5)), at(Point::new(2.0, 0.5))], [Some(0.0), Some(1.2)]);
        assert_eq!(
            surface.crossings(Point::new(0.5, 0.5), Point::new(3.0, 0.5)).len(),
            2,
            "in and out of the higher piece"
        );
    }

    #[test]
    fn a_surface_of_nothing_is_none() {
        assert_eq!(Surface::new(Vec::new()), None);
        assert_eq!(Surface::new(vec![slope([[0.0, 0.0], [f64::NAN, 0.0], [0.0, 1.0]], 0.0, 0.0)]), None);
    }
}
