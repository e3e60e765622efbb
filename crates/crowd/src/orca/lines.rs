//! Half-planes of velocities.

use crate::lanes::{LANES, Lanes, Mask};
use crate::vector::Vector;

/// A line in the plane of velocities; what is to the left of it, and on it, is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// A point on it.
    pub point: Vector,
    /// Its direction, of length 1.
    pub direction: Vector,
}

impl Line {
    /// How far a velocity is to the right of the line: positive where it is forbidden.
    #[inline]
    pub fn violation(&self, velocity: Vector) -> f32 {
        self.direction.cross(self.point - velocity)
    }
}

/// A list of lines, coordinate by coordinate.
#[derive(Clone, Debug)]
pub struct Lines {
    pub(super) px: [f32; Lines::MOST],
    pub(super) py: [f32; Lines::MOST],
    pub(super) dx: [f32; Lines::MOST],
    pub(super) dy: [f32; Lines::MOST],
    len: usize,
}

impl Default for Lines {
    fn default() -> Lines {
        let zeros = [0.0; Lines::MOST];
        Lines { px: zeros, py: zeros, dx: zeros, dy: zeros, len: 0 }
    }
}

impl Lines {
    /// The capacity: half of it for walls, 32 neighbours in the rest.
    pub const MOST: usize = 64;

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets all.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends a line; one too many is left out.
    #[inline]
    pub fn push(&mut self, line: Line) {
        let at = self.len;
        if at < Lines::MOST {
            (self.px[at], self.py[at]) = (line.point.x, line.point.y);
            (self.dx[at], self.dy[at]) = (line.direction.x, line.direction.y);
            self.len = at + 1;
        }
    }

    /// The line at an index, which must be below [`Lines::len`]; an empty one elsewhere.
    #[inline]
    pub fn get(&self, index: usize) -> Line {
        let at = index & (Lines::MOST - 1);
        Line { point: Vector::new(self.px[at], self.py[at]), direction: Vector::new(self.dx[at], self.dy[at]) }
    }

    /// All lines, in order.
    pub fn iter(&self) -> impl Iterator<Item = Line> + '_ {
        (0..self.len).map(|index| self.get(index))
    }

    /// Sets how many lines there are, after four at a time were written.
    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = len.min(Lines::MOST);
    }

    /// Whether one of the lines forbids two velocities by at least a margin.
    #[inline]
    pub(super) fn any_forbids(&self, velocities: [Vector; 2], margin: f32) -> bool {
        let [first, second] = velocities.map(|v| (Lanes::all(v.x), Lanes::all(v.y)));
        let margin = Lanes::all(margin);
        (0..self.len.div_ceil(LANES)).map(|chunk| chunk * LANES).any(|at| {
            let [px, py, dx, dy] = [&self.px, &self.py, &self.dx, &self.dy].map(|a| Lanes::of(a, at));
            let is_short = |(vx, vy): (Lanes, Lanes)| margin.above(dx * (py - vy) - dy * (px - vx));
            (!(is_short(first) | is_short(second)) & Mask::below(self.len, at)).any()
        })
    }

    /// The first line from an index on that forbids a velocity by more than a margin.
    #[inline]
    pub(super) fn first_violated(&self, velocity: Vector, from: usize, margin: f32) -> Option<usize> {
        let (vx, vy, margin) = (Lanes::all(velocity.x), Lanes::all(velocity.y), Lanes::all(margin));
        for at in (from / LANES..self.len.div_ceil(LANES)).map(|chunk| chunk * LANES) {
            let [px, py, dx, dy] = [&self.px, &self.py, &self.dx, &self.dy].map(|a| Lanes::of(a, at));
            let violation = dx * (py - vy) - dy * (px - vx);
            let mut violated = violation.above(margin).bits();
            if violated != 0 {
                violated &= u32::MAX << from.saturating_sub(at).min(LANES);
                violated &= !(u32::MAX << (self.len - at).min(LANES));
                if violated != 0 {
                    return Some(at + violated.trailing_zeros() as usize);
                }
            }
        }
        None
    }
}
