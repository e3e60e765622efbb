//! Cutting rings and chains to the lattice's reach, in steps, before rounding.
//!
//! The box lies beyond the world, so what clipping rounds is never walkable ground; inside the box nothing moves.

use crate::lattice::Lattice;

const REACH: f64 = Lattice::REACH as f64;

/// The part of a closed ring inside the box, after Sutherland and Hodgman: pieces that leave it run along its border,
/// so that winding numbers inside the box stay as they were. Empty when nothing is inside.
pub(crate) fn clip_ring(ring: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut points = ring.to_vec();
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
        let inside = |p: &[f64; 2]| sign * p[axis] <= REACH;
        if points.iter().all(inside) {
            continue;
        }
        let mut kept = Vec::with_capacity(points.len() + 2);
        for (i, p) in points.iter().enumerate() {
            let q = &points[(i + 1) % points.len()];
            if inside(p) {
                kept.push(*p);
            }
            if inside(p) != inside(q) {
                kept.push(at_border(p, q, axis, sign));
            }
        }
        points = kept;
    }
    points
}

/// The parts of an open chain inside the box, in order.
pub(crate) fn clip_chain(chain: &[[f64; 2]]) -> Vec<Vec<[f64; 2]>> {
    let inside = |p: &[f64; 2]| p.iter().all(|c| c.abs() <= REACH);
    if chain.iter().all(inside) {
        return vec![chain.to_vec()];
    }
    let mut pieces: Vec<Vec<[f64; 2]>> = Vec::new();
    for pair in chain.windows(2) {
        let Some((from, to)) = clip_segment(pair[0], pair[1]) else { continue };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&from) && inside(&pair[0]) => piece.push(to),
            _ => pieces.push(vec![from, to]),
        }
    }
    pieces
}

fn clip_segment(mut p: [f64; 2], mut q: [f64; 2]) -> Option<([f64; 2], [f64; 2])> {
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
        match (sign * p[axis] <= REACH, sign * q[axis] <= REACH) {
            (true, true) => {}
            (false, false) => return None,
            (true, false) => q = at_border(&p, &q, axis, sign),
            (false, true) => p = at_border(&q, &p, axis, sign),
        }
    }
    Some((p, q))
}

/// Where the segment from `p` to `q` meets the line `axis = sign · REACH`.
fn at_border(p: &[f64; 2], q: &[f64; 2], axis: usize, sign: f64) -> [f64; 2] {
    let t = (sign * REACH - p[axis]) / (q[axis] - p[axis]);
    let mut at = [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
    at[axis] = sign * REACH;
    at
}
