//! The border of a root's cell in a face, in polar coordinates around the root.
//!
//! A ray from the root is `s·w(t)`, with w(t) = R + t·(L − R) between the borders R and L of a window, 0 ≤ t ≤ 1. The point where
//! it becomes nearer by way of another root, D away and reached by a way shorter by δ, has 1/s = 2·(D·w + δ·|w|) / (D² − δ²). The
//! line of an edge has 1/s = n·w / h, a circle around the root 1/s = |w| / ρ. So all borders are functions a + b·t + c·|w(t)|, two of
//! which meet at most twice, and the cell ends at their upper envelope.

use navigant_geometry::internals::Offset;

/// Who a piece of the border belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// An edge of the face: the cell goes on beyond it, or there is a wall.
    Edge,
    /// The cell of another root, by its place among the windows of the face.
    Window(usize),
    /// The circle of all that is as far from the source.
    Circle,
}

/// A function a + b·t + c·|w(t)|.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function {
    pub(super) a: f64,
    pub(super) b: f64,
    pub(super) c: f64,
    pub(super) owner: Owner,
}

/// A piece of the envelope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) of: Function,
}

/// All rays of a window, as directions of length 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fan {
    pub(super) right: Offset,
    pub(super) left: Offset,
}

/// Pieces shorter than this part of a window are rounding.
pub(super) const SPECK: f64 = 1e-9;

impl Fan {
    /// The direction at t.
    pub(super) fn at(self, t: f64) -> Offset {
        self.right + (self.left - self.right) * t
    }

    /// The t of a direction; `None` for one that is not in the fan.
    pub(super) fn inside(self, way: Offset) -> Option<f64> {
        let (from_right, to_left) = (self.right.cross(way), way.cross(self.left));
        (from_right > 0.0 && to_left > 0.0).then(|| from_right / (from_right + to_left))
    }

    /// The line n·p = h.
    pub(super) fn line(self, n: Offset, h: f64) -> Function {
        let (right, left) = (n.dot(self.right) / h, n.dot(self.left) / h);
        Function { a: right, b: left - right, c: 0.0, owner: Owner::Edge }
    }

    /// Where another root, D away and nearer to the source by δ, is as near; D² > δ².
    pub(super) fn bisector(self, d: Offset, delta: f64, owner: Owner) -> Function {
        let scale = 2.0 / (d.squared() - delta * delta);
        let (right, left) = (d.dot(self.right) * scale, d.dot(self.left) * scale);
        Function { a: right, b: left - right, c: delta * scale, owner }
    }

    pub(super) fn value(self, f: Function, t: f64) -> f64 {
        f.a + f.b * t + f.c * self.at(t).length()
    }

    /// Where two functions are equal, in ascending order, between two bounds.
    pub(super) fn meetings(self, f: Function, g: Function, [from, to]: [f64; 2]) -> Vec<f64> {
        let (a, b, c) = (f.a - g.a, f.b - g.b, g.c - f.c);
        // (a + b·t)² = c²·|w(t)|², with |w|² = 1 + 2·k·t + m·t².
        let along = self.left - self.right;
        let (k, m) = (self.right.dot(along), along.squared());
        let (p, q, r) = (b * b - c * c * m, a * b - c * c * k, a * a - c * c * self.right.squared());
        let mut found = Vec::new();
        if c == 0.0 {
            found.push(-a / b);
        } else if p.abs() <= 1e-14 * (b * b + c * c * m) {
            found.push(-0.5 * r / q);
        } else {
            let root = (q * q - p * r).max(0.0).sqrt();
            // Both roots without cancellation.
            let stable = -(q + root.copysign(q));
            found.extend([stable / p, r / stable]);
        }
        // Squaring has cost half of the digits where the two roots are near each other: a step of Newton's gives them back.
        for t in found.iter_mut().filter(|_| c != 0.0) {
            for _ in 0..2 {
                let w = self.at(*t);
                let (value, slope) = (a + b * *t - c * w.length(), b - c * w.dot(along) / w.length());
                let next = *t - value / slope;
                if (next - *t).abs() < 1e-3 {
                    *t = next;
                }
            }
        }
        found.retain(|t| *t > from && *t < to);
        found.sort_by(f64::total_cmp);
        found
    }

    /// Takes the greater of an envelope and a function that holds between two bounds.
    pub(super) fn raise(self, parts: &mut Vec<Part>, f: Function, [from, to]: [f64; 2]) {
        let mut raised: Vec<Part> = Vec::with_capacity(parts.len() + 2);
        let mut push = |part: Part| match raised.last_mut() {
            Some(last) if last.of.owner == part.of.owner && last.of.a == part.of.a && last.of.b == part.of.b => {
                last.to = part.to;
            }
            _ => raised.push(part),
        };
        for part in parts.iter() {
            let (low, high) = (part.from.max(from), part.to.min(to));
            if low >= high {
                push(*part);
                continue;
            }
            let mut cuts = vec![low];
            cuts.extend(self.meetings(part.of, f, [low, high]));
            cuts.push(high);
            if part.from < low {
                push(Part { to: low, ..*part });
            }
            for pair in cuts.windows(2) {
                let middle = 0.5 * (pair[0] + pair[1]);
                let of = if self.value(f, middle) > self.value(part.of, middle) { f } else { part.of };
                push(Part { from: pair[0], to: pair[1], of });
            }
            if high < part.to {
                push(Part { from: high, ..*part });
            }
        }
        *parts = raised;
    }

    /// The parts of an envelope where it stays below a function.
    pub(super) fn below(self, parts: &[Part], limit: Function) -> Vec<Part> {
        let mut kept = Vec::with_capacity(parts.len());
        for part in parts {
            let mut cuts = vec![part.from];
            cuts.extend(self.meetings(part.of, limit, [part.from, part.to]));
            cuts.push(part.to);
            for pair in cuts.windows(2) {
                let middle = 0.5 * (pair[0] + pair[1]);
                if pair[1] - pair[0] > SPECK && self.value(part.of, middle) < self.value(limit, middle) {
                    kept.push(Part { from: pair[0], to: pair[1], of: part.of });
                }
            }
        }
        kept
    }
}
